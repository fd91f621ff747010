/* SPDX-License-Identifier: MIT */
/*
demo.c: pages of the tour of `make demo` (tools/demo), on a machine with a C
compiler and nothing else. The picture of tiles; the transpose of 999 x 666 in
five forms; the matrix product simple, tiled and phased, against plain serial
C. Tiled kernels run on fibers, and once more as vectors, unchanged
(docs/vectors.md).

    cc -O2 -fopenmp -pthread -DAMP_VECTORS -I. examples/demo.c -o demo -lm && ./demo

prints headings, each step's check and time, and a last line; with `transposes`
or `products` as its argument that page alone. Returns nonzero if anything was
wrong. The times are medians of rounds in which the forms take turns.
AMP_ENGINE=threads, an OS thread per GPU thread, makes the sizes small. Without
-DAMP_VECTORS, or with AMP_ENGINE set, nothing runs as vectors.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "amp_emu.h"
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

/* ---- tiled kernels as vectors ------------------------------------------- */

extern int putenv(char *setting); /* hidden by -std=c99 */

static int vectors; /* this program has that engine */

/* Finds out whether it has, and lets a kernel's first launch wait for the compiler. */
static void find_vectors(void)
{
    static char wait[] = "AMP_VECTORS=wait";
    if (getenv("AMP_VECTORS") == NULL) {
        (void)putenv(wait);
    }
    vectors = getenv("AMP_ENGINE") == NULL && amp_emu_set_engine(AMP_ENGINE_VECTORS) == AMP_OK;
}
/* Tiled kernels run as vectors from here on, or on fibers; others as loops. */
static void use_vectors(int wanted)
{
    if (vectors) {
        must(amp_emu_set_engine(wanted ? AMP_ENGINE_VECTORS : AMP_ENGINE_LOOPS));
    }
}

/* ---- transposes --------------------------------------------------------- */

static int tour_transposes(void)
{
    enum { ROUNDS = 7 };
    const int rounds = example_rounds(ROUNDS);
    const int rows = example_small() ? 63 : 999, cols = example_small() ? 42 : 666;
    const size_t n = (size_t)rows * (size_t)cols;
    float *a = example_memory(n * sizeof(float)), *t = example_memory(n * sizeof(float));
    const amp_array_view A = amp_view(float, a, rows, cols), At = amp_view(float, t, cols, rows);
    const int r = rows / TRANSPOSE_TILE * TRANSPOSE_TILE;
    const int c = cols / TRANSPOSE_TILE * TRANSPOSE_TILE;
    double seconds[2 * TRANSPOSE_FORMS][ROUNDS], first = 0;
    int bad[TRANSPOSE_FORMS] = { 0 }, turn, round, wrong = 0;
    const int turns = vectors ? 2 * TRANSPOSE_FORMS : TRANSPOSE_FORMS;
    size_t i;
    for (i = 0; i < n; i++) {
        a[i] = (float)i;
    }
    for (round = 0; round < rounds; round++) {
        progress(round, rounds);
        for (turn = 0; turn < turns; turn++) { /* at first on fibers, then as vectors */
            const int form = turn % TRANSPOSE_FORMS;
            /* form 1 takes multiples of the tile: it gets the truncated part */
            const int h = form == 1 ? r : rows, w = form == 1 ? c : cols;
            const amp_array_view from = amp_section(A, amp_index(0, 0), amp_extent(h, w));
            const amp_array_view to = amp_section(At, amp_index(0, 0), amp_extent(w, h));
            double start;
            int x, y;
            use_vectors(turn >= TRANSPOSE_FORMS);
            memset(t, 0xff, n * sizeof(float)); /* NaN: an element left out shows */
            must(amp_refresh(At));
            start = example_seconds();
            must(transpose_run(form, from, to));
            must(amp_synchronize(At));
            seconds[turn][round] = example_seconds() - start;
            for (y = 0; y < h; y++) {
                for (x = 0; x < w; x++) {
                    bad[form] += t[(size_t)x * (size_t)rows + (size_t)y]
                        != a[(size_t)y * (size_t)cols + (size_t)x];
                }
            }
        }
    }
    progress(rounds, rounds);
    (void)printf("  %-29s %-8s %8s %7s%s\n", "form, tile 16 x 16", "result", "ms", "time",
                 vectors ? "   as vectors" : "");
    for (turn = 0; turn < TRANSPOSE_FORMS; turn++) {
        const double s = example_median(seconds[turn], rounds);
        first = turn == 0 ? s : first;
        (void)printf("  %-27s %s %-8s %8.3f %6.2fx", transpose_name[turn],
                     turn == 1 ? "*" : " ", bad[turn] ? "WRONG" : "exact", s * 1e3, s / first);
        if (vectors && turn > 0) {
            const double v = example_median(seconds[turn + TRANSPOSE_FORMS], rounds);
            (void)printf(" %8.3f %5.2fx", v * 1e3, v / first);
        }
        (void)printf("\n");
        wrong += bad[turn];
    }
    (void)printf("  * of whole tiles alone, without the edges\n\n"
                 "  Time is a multiple of the simple form's. Through a tile, reads and writes\n"
                 "  both go along rows; that pays on a GPU. Here each barrier costs a switch\n"
                 "  per thread%s\n", vectors ? ", or, where the kernel's text was made into vector "
                 "loops,\n  the end of a loop." : ".");
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
    enum { ROUNDS = 5, FORMS = 6, AS_VECTORS = 4 };
    static const char *const name[FORMS] = { "serial C, rows (i, k, j)",
        "serial C, textbook (i, j, k)", "simple kernel", "tiled kernel, on fibers",
        "tiled kernel, as vectors", "phased kernel" };
    const int rounds = example_rounds(ROUNDS);
    static const int step[FORMS] = { -1, -1, 0, 2, 2, 3 };
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
    for (round = 0; round < rounds; round++) {
        progress(round, rounds);
        for (form = 0; form < FORMS; form += form + 1 == AS_VECTORS && !vectors ? 2 : 1) {
            double start;
            use_vectors(form == AS_VECTORS);
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
    progress(rounds, rounds);
    (void)printf("  %-32s %-14s %9s %8s %8s\n", "form", "result", "ms", "GFLOP/s", "speed");
    for (form = 0; form < FORMS; form += form + 1 == AS_VECTORS && !vectors ? 2 : 1) {
        const double s = example_median(seconds[form], rounds);
        serial = form == 0 ? s : serial;
        (void)printf("  %-32s %-14s %9.2f %8.2f %7.2fx\n", name[form],
                     bad[form] ? "WRONG" : "exact", s * 1e3, work / s, serial / s);
        wrong += bad[form];
    }
    (void)printf("\n  Speed is a multiple of the first line's, which has the same options. "
                 "The tiled\n  kernel is C++ AMP's own model: a fiber per GPU thread, a switch "
                 "per barrier.\n  The phased one says where its barriers are, and becomes loops "
                 "that use the\n  CPU's vectors.\n");
    if (vectors) {
        (void)printf("  As vectors, the tiled kernel is the same, unchanged: its text was split "
                     "at\n  the barriers, and the compiler has made the loops while this ran\n"
                     "  (docs/vectors.md).\n");
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

/* The page of that name, or each one where it is NULL: how much was wrong, or -1 where there is no
   such page. */
static int pages(const char *name)
{
    const int small = example_small();
    int wrong = 0, found = 0;
    if (name == NULL) {
        heading(1, "Tiles: 6 x 9 threads in tiles of 2 x 3; each thread wrote down its place");
        wrong += picture_draw();
    }
    if (name == NULL || strcmp(name, "transposes") == 0) {
        found = 1;
        heading(2, small ? "Transpose: 63 x 42, a size that the tile does not divide"
                : "Transpose: 999 x 666, a size that the tile does not divide");
        wrong += tour_transposes();
    }
    if (name == NULL || strcmp(name, "products") == 0) {
        found = 1;
        heading(3, small ? "Matrix product: 64 x 64, tile 16 x 16, against serial C"
                : "Matrix product: 384 x 384, tile 16 x 16, against serial C");
        wrong += tour_products();
    }
    return found ? wrong : -1;
}

int main(int argc, char **argv)
{
    const char *engine = getenv("AMP_ENGINE");
    int wrong;
    if (argc < 2) {
        (void)printf("amp %s: GPU tiles on this CPU. Kernels are plain C, built with this "
                     "program.\n", AMP_VERSION);
    }
    if (engine != NULL) {
        (void)printf("AMP_ENGINE=%s is set: what is said of speed below is about the default.\n",
                     engine);
    }
    find_vectors();
    wrong = pages(argc < 2 ? NULL : argv[1]);
    if (wrong < 0) {
        (void)fprintf(stderr, "usage: %s [transposes | products]\n", argv[0]);
        return EXIT_FAILURE;
    }
    if (argc < 2 || wrong) {
        (void)printf("\n%s\n", wrong ? "SOMETHING WAS WRONG: see above."
                     : "Every result was checked, and every one is right.");
    }
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
