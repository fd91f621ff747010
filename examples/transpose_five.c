/* SPDX-License-Identifier: MIT */
/*
transpose_five.c: what to do where the tile does not divide the data. Five
transposes, each exact: (1) simple; (2) tiled, for sizes the tile divides;
(3) tiled and padded; (4) truncated, the threads at the edge do the rest;
(5) truncated, the bands in launches of their own. The kernels are in
transpose_kernels.h. All run at 999 x 666 and at awkward sizes; the times are
medians of interleaved rounds, as ratios to the simple form.

    cc -O2 -fopenmp -pthread -I. examples/transpose_five.c -o transpose_five && ./transpose_five

prints the figures of pad and truncate, the refusal of the form that cannot
take 999 x 666, a line a size, and the table of times. Padding is the simplest
of the tiled forms; that it is as fast as any of them holds on the emulator's
fibers (6.1 of the simple form's time, where the others take 5.8 to 6.0), on
which every tiled form is slower than the simple one, because there a barrier
costs more than an access to memory. As vectors (-DAMP_VECTORS) it does not:
at 999 x 666 padding takes 1.9, the form in parts 1.1 and edge threads 3.4.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"
#include "transpose_kernels.h"

enum { ROUNDS = 5 };

/* All forms at one size; returns how many elements were wrong. ratio, if not
   NULL, receives the median time of each form as a multiple of the first's. */
static int run_size(int rows, int cols, double *ratio)
{
    const size_t n = (size_t)rows * (size_t)cols;
    float *a = example_memory(n * sizeof(float)), *t = example_memory(n * sizeof(float));
    const amp_array_view A = amp_view(float, a, rows, cols), At = amp_view(float, t, cols, rows);
    double seconds[TRANSPOSE_FORMS][ROUNDS];
    const int rounds = ratio != NULL ? example_rounds(ROUNDS) : 1;
    int form, round, wrong = 0, launches = 0;
    size_t i;
    for (i = 0; i < n; i++) {
        a[i] = (float)i;
    }
    for (round = 0; round < rounds; round++) {
        for (form = 0; form < TRANSPOSE_FORMS; form++) {
            double start;
            int bad;
            if (form == 1 && (rows % TRANSPOSE_TILE != 0 || cols % TRANSPOSE_TILE != 0)) {
                seconds[form][round] = 0;
                bad = transpose_run(form, A, At) != AMP_INVALID_COMPUTE_DOMAIN;
                wrong += bad;
                continue;
            }
            memset(t, 0xff, n * sizeof(float)); /* NaN: an element left out shows */
            must(amp_refresh(At));
            start = example_seconds();
            must(transpose_run(form, A, At));
            must(amp_synchronize(At));
            seconds[form][round] = example_seconds() - start;
            bad = transpose_wrong(a, t, rows, cols);
            if (bad) {
                (void)printf("%d x %d, %s: %d elements wrong\n", rows, cols,
                             transpose_name[form], bad);
            }
            wrong += bad;
        }
    }
    for (form = 0; ratio != NULL && form < TRANSPOSE_FORMS; form++) {
        ratio[form] = example_median(seconds[form], rounds);
    }
    must(transpose_parts(A, At, &launches));
    (void)printf("%4d x %4d: %s, form 5 in %d launch%s\n", rows, cols,
                 wrong ? "WRONG" : "right in every form", launches, launches == 1 ? "" : "es");
    must(amp_release(A));
    must(amp_release(At));
    free(a);
    free(t);
    return wrong;
}

int main(void)
{
    static const int awkward[][2] = { { 1, 1 }, { 15, 17 }, { 16, 16 }, { 16, 33 }, { 33, 16 },
                                      { 1, 100 }, { 100, 1 }, { 47, 95 }, { 64, 96 } };
    const amp_tiled_extent te = amp_tile(amp_extent(999, 666), TRANSPOSE_TILE, TRANSPOSE_TILE);
    const amp_extent pad = amp_pad(te).extent, cut = amp_truncate(te).extent;
    const double cells = (double)amp_extent_size(te.extent), kept = (double)amp_extent_size(cut);
    /* of the threads kept, those of the last row and of the last column do more */
    const double edge = (double)(cut.dim[0] + cut.dim[1] - 1);
    double even[TRANSPOSE_FORMS], odd[TRANSPOSE_FORMS];
    int small = example_small(), wrong = 0, form;
    size_t k;

    (void)printf("extent (999, 666), tile (16, 16): %.0f cells\n", cells);
    (void)printf("  pad      (%d, %d)\n", pad.dim[0], pad.dim[1]);
    (void)printf("  truncate (%d, %d): %.0f threads, %.2f%% of the cells left over\n", cut.dim[0],
                 cut.dim[1], kept, 100 * (cells - kept) / cells);
    (void)printf("  %.2f%% of the cells are moved by a thread of their own; %.2f%% of the "
                 "threads have no edge work\n", 100 * kept / cells, 100 * (kept - edge) / kept);
    wrong += pad.dim[0] != 1008 || pad.dim[1] != 672 || cut.dim[0] != 992 || cut.dim[1] != 656
        || kept != 650752 || cells != 665334;

    for (k = 0; k < sizeof(awkward) / sizeof(awkward[0]); k++) {
        wrong += run_size(awkward[k][0], awkward[k][1], NULL);
    }
    wrong += run_size(small ? 64 : 992, small ? 48 : 656, even);
    wrong += run_size(small ? 63 : 999, small ? 42 : 666, odd);
    (void)printf("form 2 says: %s\n", amp_last_error());

    (void)printf("\n%-30s %12s %12s\n", "time / time of simple", small ? "64 x 48" : "992 x 656",
                 small ? "63 x 42" : "999 x 666");
    for (form = 0; form < TRANSPOSE_FORMS; form++) {
        (void)printf("%d %-28s %12.2f ", form + 1, transpose_name[form], even[form] / even[0]);
        if (form == 1) {
            (void)printf("%12s\n", "refused");
        } else {
            (void)printf("%12.2f\n", odd[form] / odd[0]);
        }
    }
    return example_end(wrong);
}
