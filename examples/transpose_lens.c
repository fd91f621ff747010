/* SPDX-License-Identifier: MIT */
/*
transpose_lens.c: what the five transposes of transpose_five.c would do to a
GPU's memory. On a CPU the simple one is the fastest, and on a GPU the slowest:
the lens counts what the threads of a warp ask for together, so this shows
without a GPU. For it the compiler must announce accesses:

    tools/ampcc --lens examples/transpose_lens.c -o transpose_lens && ./transpose_lens

prints a line a form: the bytes that it moves for each byte that it asks for,
bank cycles of a request of tile memory, and the time by the model of a GPU, in
microseconds and as a multiple of the first form's. Built without the lens it
checks the transposes alone, and says so.
*/
#define AMP_SHORT_NAMES
#include "amp_lens.h"
#include "example.h"
#include "transpose_kernels.h"

/* Prints what the lens says of a form that has just run. first: the time of the first form. */
static double print_form(int form, double first)
{
    double asked, moved, time, banks = 1;
    must(amp_lens_measure("*", "bytes_asked", &asked));
    must(amp_lens_measure("*", "bytes_moved", &moved));
    must(amp_lens_measure("*", "time", &time));
    if (form > 0) {
        must(amp_lens_measure(form == 2 ? "transpose_padded" : form == 3 ? "transpose_truncated"
                              : "transpose_tiled", "bank_conflicts", &banks));
    }
    (void)printf("  %-27s %s %13.2f %13.1f %10.1f %6.2fx\n", transpose_name[form],
                 form == 1 ? "*" : " ", moved / asked, banks, time,
                 time / (form == 0 ? time : first));
    return time;
}

int main(void)
{
    const int rows = example_small() ? 63 : 999, cols = example_small() ? 42 : 666;
    const size_t n = (size_t)rows * (size_t)cols;
    float *a = example_memory(n * sizeof(float)), *t = example_memory(n * sizeof(float));
    const amp_array_view A = amp_view(float, a, rows, cols), At = amp_view(float, t, cols, rows);
    const int r = rows / TRANSPOSE_TILE * TRANSPOSE_TILE;
    const int c = cols / TRANSPOSE_TILE * TRANSPOSE_TILE;
    double first = 0;
    int form, x, y, wrong = 0, lens = 1;
    size_t i;
    for (i = 0; i < n; i++) {
        a[i] = (float)i;
    }
    for (form = 0; form < TRANSPOSE_FORMS; form++) {
        /* form 1 takes multiples of the tile: it gets the truncated part */
        const int h = form == 1 ? r : rows, w = form == 1 ? c : cols;
        if (lens && amp_lens_start(NULL) != AMP_OK) {
            (void)printf("  %s\n", amp_last_error());
            lens = 0;
        }
        memset(t, 0xff, n * sizeof(float)); /* NaN: an element left out shows */
        must(amp_refresh(At));
        must(transpose_run(form, amp_section(A, amp_index(0, 0), amp_extent(h, w)),
                           amp_section(At, amp_index(0, 0), amp_extent(w, h))));
        must(amp_synchronize(At));
        for (y = 0; y < h; y++) {
            for (x = 0; x < w; x++) {
                wrong += t[(size_t)x * (size_t)rows + (size_t)y]
                    != a[(size_t)y * (size_t)cols + (size_t)x];
            }
        }
        if (lens && form == 0) {
            (void)printf("  %-29s %13s %13s %10s %7s\n", "form, tile 16 x 16", "moved / asked",
                         "bank cycles", "us, model", "time");
        }
        if (lens) {
            const double time = print_form(form, first);
            first = form == 0 ? time : first;
        }
    }
    if (lens) {
        (void)printf("  * of whole tiles alone, without the edges\n\n"
                     "  Bytes moved for each byte asked for; cycles of a request of tile memory;\n"
                     "  the time by the model of a GPU. On a CPU the simple form is the fastest; "
                     "on a\n  GPU it is the slowest, since what its threads write lies far apart."
                     "\n\n");
    }
    must(amp_release(A));
    must(amp_release(At));
    free(a);
    free(t);
    return example_end(wrong);
}
