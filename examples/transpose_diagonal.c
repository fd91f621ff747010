/* SPDX-License-Identifier: MIT */
/*
transpose_diagonal.c: transpose of doubles, 32 x 32 of them by 32 x 8 threads,
the tiles taken in diagonal order, which on old GPUs spreads them over the
memory partitions. (1) for multiples of 32; (2) with bounds tests; (3) with the
modulo by multiplication and the row loop unrolled; and a hybrid, which takes
the plain order where the diagonal one would meet on one partition.

    cc -O2 -fopenmp -pthread -I. examples/transpose_diagonal.c -o diagonal && ./diagonal

prints a line a size, then the range in which n / g is exactly the high half of
n * m with m = ceil(2^32 / g): while n * (m * g - 2^32) < 2^32. The first n that
is wrong is the first from there on with n mod g = g - 1: checked for each g.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"
#include "diagonal_kernels.h"

enum { METHODS = 4 };

/* The first n below 2^32 whose quotient by g is wrong, or 2^32. */
static unsigned long first_wrong(unsigned g)
{
    const unsigned long e = reciprocal(g) * (unsigned long)g - two32;
    unsigned long n;
    if (g == 1 || e == 0) {
        return two32; /* powers of two are exact */
    }
    n = (two32 + e - 1) / e;
    n += g - 1 - n % g;
    return n < two32 ? n : two32;
}

/* 1 where the partitions of diagonal order coincide: 8 of 32 doubles in turn. */
static int camps(int n)
{
    return (n + 1) % 256 == 0 || (n - 127) % 256 == 0;
}

static amp_status run(int method, amp_array_view A, amp_array_view At)
{
    const int rows = A.extent.dim[0], cols = A.extent.dim[1];
    const int gy = (rows + BLOCK - 1) / BLOCK, gx = (cols + BLOCK - 1) / BLOCK;
    const amp_tiled_extent d = amp_tile(amp_extent(gy * ROWS, gx * BLOCK), ROWS, BLOCK);
    const unsigned mx = reciprocal((unsigned)gx), my = reciprocal((unsigned)gy);
    const unsigned long tiles = (unsigned long)gx * (unsigned long)gy;
    if (method == 0) {
        return parallel_for_each(d, diagonal_multiples, A, At);
    }
    /* quotients of less than gx * gy by gy, and of less than gx + gy by gx */
    if (method == 1 || tiles > first_wrong((unsigned)gy)
        || (unsigned long)gx + (unsigned long)gy > first_wrong((unsigned)gx)) {
        return parallel_for_each(d, diagonal_any, A, At);
    }
    return parallel_for_each(d, diagonal_multiply, A, At, mx, my,
                             method == 3 && (camps(rows) || camps(cols)));
}

static int check_size(int rows, int cols)
{
    const size_t n = (size_t)rows * (size_t)cols;
    double *a = example_memory(n * sizeof(double)), *t = example_memory(n * sizeof(double));
    const amp_array_view A = amp_view(double, a, rows, cols), At = amp_view(double, t, cols, rows);
    const int multiples = rows % BLOCK == 0 && cols % BLOCK == 0;
    int method, i, j, wrong = 0;
    size_t k;
    for (k = 0; k < n; k++) {
        a[k] = (double)k;
    }
    for (method = multiples ? 0 : 1; method < METHODS; method++) {
        memset(t, 0xff, n * sizeof(double));
        must(amp_refresh(At));
        must(run(method, A, At));
        must(amp_synchronize(At));
        for (i = 0; i < rows; i++) {
            for (j = 0; j < cols; j++) {
                wrong += t[(size_t)j * (size_t)rows + (size_t)i]
                    != a[(size_t)i * (size_t)cols + (size_t)j];
            }
        }
    }
    (void)printf("%4d x %4d: %s%s%s\n", rows, cols, multiples ? "methods 1, 2, 3, hybrid"
                 : "methods 2, 3, hybrid", camps(rows) || camps(cols) ? " (plain order)" : "",
                 wrong ? ": WRONG" : ": right");
    must(amp_release(A));
    must(amp_release(At));
    free(a);
    free(t);
    return wrong;
}

/* All n within three times g of the edge, for each g up to most. */
static int check_quotients(unsigned most)
{
    static const unsigned shown[] = { 3, 7, 32, 641, 1625, 4095 };
    unsigned g;
    size_t k;
    int wrong = 0;
    for (g = 1; g <= most; g++) {
        const unsigned long edge = first_wrong(g), m = reciprocal(g);
        unsigned long n = edge > 3ul * g ? edge - 3ul * g : 0;
        for (; n < edge; n++) {
            wrong += quotient((unsigned)n, (unsigned)m) != (unsigned)n / g;
        }
        wrong += edge < two32 && quotient((unsigned)edge, (unsigned)m) == (unsigned)edge / g;
    }
    (void)printf("multiply-high: exact up to its edge and wrong at it, for g = 1 to %u%s\n", most,
                 wrong ? ": WRONG" : "");
    for (k = 0; k < sizeof(shown) / sizeof(shown[0]); k++) {
        (void)printf("  n / %u is exact for n < %lu\n", shown[k], first_wrong(shown[k]));
    }
    return wrong;
}

int main(void)
{
    static const int sizes[][2] = { { 32, 32 }, { 64, 64 }, { 128, 128 }, { 256, 256 },
        { 512, 512 }, { 64, 160 }, { 255, 255 }, { 127, 127 }, { 100, 33 }, { 1, 7 },
        { 999, 666 } };
    int wrong = sizeof(unsigned long) != 8;
    size_t k;
    if (!amp_accelerator_default().supports_double) {
        printf("%s has no double: nothing to do\n", amp_accelerator_default().description);
        return 0;
    }
    for (k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
        if (!example_small() || sizes[k][0] <= 128) {
            wrong += check_size(sizes[k][0], sizes[k][1]);
        }
    }
    wrong += check_quotients(example_small() ? 512 : 4096);
    return example_end(wrong);
}
