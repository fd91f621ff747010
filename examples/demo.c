/* SPDX-License-Identifier: MIT */
/*
demo.c: the tour behind `make demo`, on a machine with a C compiler and nothing
else. The picture of tiles; the transpose of 999 x 666 in five forms; the
matrix product simple, tiled and phased, against plain serial C.

    cc -O2 -fopenmp -pthread -I. examples/demo.c -o demo && ./demo

prints headings, each step's check and time, and a last line; returns nonzero
if anything was wrong. The times are medians of rounds in which the forms take
turns. AMP_ENGINE=threads, an OS thread per GPU thread, makes the sizes small.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"
#include "tile_picture.h"
#include "transpose_kernels.h"
#include "matmul_kernels.h"

static void heading(int number, const char *text)
{
    const char *bold = picture_colour() ? "\033[1m" : "";
    (void)printf("\n%s%d. %s%s\n\n", bold, number, text, bold[0] != '\0' ? "\033[0m" : "");
    (void)fflush(stdout);
}

/* Which round runs: on a terminal only; the last call wipes the line. */
static void progress(int round, int rounds)
{
    if (isatty(1)) {
        (void)printf(round < rounds ? "\r  round %d of %d" : "\r                  \r", round + 1,
                     rounds);
        (void)fflush(stdout);
    }
}

/* ---- transposes --------------------------------------------------------- */

static int tour_transposes(void)
{
    enum { ROUNDS = 7 };
    const int rows = example_small() ? 63 : 999, cols = example_small() ? 42 : 666;
    const size_t n = (size_t)rows * (size_t)cols;
    float *a = example_memory(n * sizeof(float)), *t = example_memory(n * sizeof(float));
    const amp_array_view A = amp_view(float, a, rows, cols), At = amp_view(float, t, cols, rows);
    const int r = rows / TRANSPOSE_TILE * TRANSPOSE_TILE;
    const int c = cols / TRANSPOSE_TILE * TRANSPOSE_TILE;
    double seconds[TRANSPOSE_FORMS][ROUNDS], first = 0;
    int bad[TRANSPOSE_FORMS] = { 0 }, form, round, wrong = 0;
    size_t i;
    for (i = 0; i < n; i++) {
        a[i] = (float)i;
    }
    for (round = 0; round < ROUNDS; round++) {
        progress(round, ROUNDS);
        for (form = 0; form < TRANSPOSE_FORMS; form++) {
            /* form 1 takes multiples of the tile: it gets the truncated part */
            const int h = form == 1 ? r : rows, w = form == 1 ? c : cols;
            const amp_array_view from = amp_section(A, amp_index(0, 0), amp_extent(h, w));
            const amp_array_view to = amp_section(At, amp_index(0, 0), amp_extent(w, h));
            double start;
            int x, y;
            memset(t, 0xff, n * sizeof(float)); /* NaN: an element left out shows */
            must(amp_refresh(At));
            start = example_seconds();
            must(transpose_run(form, from, to));
            must(amp_synchronize(At));
            seconds[form][round] = example_seconds() - start;
            for (y = 0; y < h; y++) {
                for (x = 0; x < w; x++) {
                    bad[form] += t[(size_t)x * (size_t)rows + (size_t)y]
                        != a[(size_t)y * (size_t)cols + (size_t)x];
                }
            }
        }
    }
    progress(ROUNDS, ROUNDS);
    (void)printf("  %-32s %-14s %9s %8s\n", "form, tile 16 x 16", "result", "ms", "time");
    for (form = 0; form < TRANSPOSE_FORMS; form++) {
        const double s = example_median(seconds[form], ROUNDS);
        first = form == 0 ? s : first;
        (void)printf("  %-32s %-14s %9.3f %7.2fx%s\n", transpose_name[form],
                     bad[form] ? "WRONG" : "exact", s * 1e3, s / first,
                     form == 1 ? "  (the truncated part only)" : "");
        wrong += bad[form];
    }
    must(amp_release(A));
    must(amp_release(At));
    free(a);
    free(t);
    return wrong;
}

/* ---- matrix products ---------------------------------------------------- */

/* The product as the formula has it: a sum for each element. */
static void textbook(const float *a, const float *b, float *c, int n)
{
    int i, j, k;
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) {
            float sum = 0;
            for (k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j];
            }
            c[i * n + j] = sum;
        }
    }
}

static int tour_products(void)
{
    enum { ROUNDS = 5, FORMS = 5 };
    static const char *const name[FORMS] = { "serial C, rows (i, k, j)",
        "serial C, textbook (i, j, k)", "simple kernel", "tiled kernel", "phased kernel" };
    static const int step[FORMS] = { -1, -1, 0, 2, 3 };
    const int n = example_small() ? 64 : 384;
    const int cells = n * n;
    const size_t bytes = (size_t)cells * sizeof(float);
    float *a = example_memory(bytes), *b = example_memory(bytes);
    float *c = example_memory(bytes), *expected = example_memory(bytes);
    const amp_array_view A = amp_view(float, a, n, n), B = amp_view(float, b, n, n);
    const amp_array_view C = amp_view(float, c, n, n);
    const double work = 2.0 * n * n * n * 1e-9;
    double seconds[FORMS][ROUNDS], serial = 0;
    int bad[FORMS] = { 0 }, form, round, i, wrong = 0;
    example_fill(a, cells, 1);
    example_fill(b, cells, 2);
    matmul_serial(a, b, expected, n, n, n);
    for (round = 0; round < ROUNDS; round++) {
        progress(round, ROUNDS);
        for (form = 0; form < FORMS; form++) {
            double start;
            memset(c, 0xff, bytes);
            must(amp_refresh(C));
            start = example_seconds();
            if (form == 0) {
                matmul_serial(a, b, c, n, n, n);
            } else if (form == 1) {
                textbook(a, b, c, n);
            } else {
                must(matmul_run(step[form], A, B, C));
                must(amp_synchronize(C));
            }
            seconds[form][round] = example_seconds() - start;
            for (i = 0; i < cells; i++) {
                bad[form] += c[i] != expected[i];
            }
        }
    }
    progress(ROUNDS, ROUNDS);
    (void)printf("  %-32s %-14s %9s %8s %8s\n", "form", "result", "ms", "GFLOP/s", "speed");
    for (form = 0; form < FORMS; form++) {
        const double s = example_median(seconds[form], ROUNDS);
        serial = form == 0 ? s : serial;
        (void)printf("  %-32s %-14s %9.2f %8.2f %7.2fx\n", name[form],
                     bad[form] ? "WRONG" : "exact", s * 1e3, work / s, serial / s);
        wrong += bad[form];
    }
    must(amp_release(A));
    must(amp_release(B));
    must(amp_release(C));
    free(a);
    free(b);
    free(c);
    free(expected);
    return wrong;
}

int main(void)
{
    const char *engine = getenv("AMP_ENGINE");
    int wrong;
    (void)printf("amp %s: GPU tiles on this CPU. Kernels are plain C, built with this program.\n",
                 AMP_VERSION);
    if (engine != NULL) {
        (void)printf("AMP_ENGINE=%s is set: what is said of speed below is about the default.\n",
                     engine);
    }
    heading(1, "Tiles: 8 x 9 threads in tiles of 2 x 3; each thread wrote down its place");
    wrong = picture_draw();

    heading(2, example_small() ? "Transpose: 63 x 42, a size that the tile does not divide"
            : "Transpose: 999 x 666, a size that the tile does not divide");
    wrong += tour_transposes();
    (void)printf("\n  Time is a multiple of the simple form's. Through a tile, reads and writes "
                 "both go\n  along rows; that pays on a GPU. Here each barrier costs a switch "
                 "per thread.\n");

    heading(3, example_small() ? "Matrix product: 64 x 64, tile 16 x 16, against serial C"
            : "Matrix product: 384 x 384, tile 16 x 16, against serial C");
    wrong += tour_products();
    (void)printf("\n  Speed is a multiple of the first line's, which was built with the same "
                 "options. The\n  tiled kernel is C++ AMP's own model: a fiber per GPU thread, a "
                 "switch per barrier. The\n  phased one says where its barriers are, and becomes "
                 "loops that use the CPU's vectors.\n");

    (void)printf("\n%s\n", wrong ? "SOMETHING WAS WRONG: see above."
                 : "Every result was checked, and every one is right.");
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
