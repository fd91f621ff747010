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

AMP_DEVICE_BEGIN
#define BLOCK 32 /* elements of a tile, each way */
#define ROWS 8   /* threads of a tile, down: each moves BLOCK / ROWS elements */

/* n / g where m is ceil(2^32 / g), and 0 for g = 1. unsigned long has 64 bits
   in OpenCL C, and where this runs; main checks. */
static inline unsigned quotient(unsigned n, unsigned m)
{
    return m == 0u ? n : (unsigned)((unsigned long)n * (unsigned long)m >> 32);
}

/* The place of tile (by, bx) in diagonal order; gx by gy tiles. */
static inline void diagonal(int bx, int by, int gx, int gy, int *x, int *y)
{
    if (gx == gy) {
        *y = bx;
        *x = (bx + by) % gx;
    } else {
        const int b = bx + gx * by;
        *y = b % gy;
        *x = (b / gy + *y) % gx;
    }
}

AMP_TILED_KERNEL(diagonal_multiples, (ROWS, BLOCK), in(double, 2, A), out(double, 2, At))
{
    tile_static(double, t, BLOCK, BLOCK + 1);
    const int i = tidx.local[0], j = tidx.local[1];
    int x, y;
    diagonal(tidx.tile[1], tidx.tile[0], A_shape.extent[1] / BLOCK, A_shape.extent[0] / BLOCK,
             &x, &y);
    for (int r = i; r < BLOCK; r += ROWS) {
        t[r][j] = at(A, y * BLOCK + r, x * BLOCK + j);
    }
    tile_barrier_wait(tidx);
    for (int r = i; r < BLOCK; r += ROWS) {
        at(At, x * BLOCK + r, y * BLOCK + j) = t[j][r];
    }
}

AMP_TILED_KERNEL(diagonal_any, (ROWS, BLOCK), in(double, 2, A), out(double, 2, At))
{
    tile_static(double, t, BLOCK, BLOCK + 1);
    const int i = tidx.local[0], j = tidx.local[1];
    const int rows = A_shape.extent[0], cols = A_shape.extent[1];
    int x, y;
    diagonal(tidx.tile[1], tidx.tile[0], (cols + BLOCK - 1) / BLOCK, (rows + BLOCK - 1) / BLOCK,
             &x, &y);
    for (int r = i; r < BLOCK; r += ROWS) {
        if (y * BLOCK + r < rows && x * BLOCK + j < cols) {
            t[r][j] = at(A, y * BLOCK + r, x * BLOCK + j);
        }
    }
    tile_barrier_wait(tidx);
    for (int r = i; r < BLOCK; r += ROWS) {
        if (x * BLOCK + r < cols && y * BLOCK + j < rows) {
            at(At, x * BLOCK + r, y * BLOCK + j) = t[j][r];
        }
    }
}

/* mx, my: ceil(2^32 / g) of the tiles across and down. plain: tiles in their
   own order, the hybrid's other half. */
AMP_TILED_KERNEL(diagonal_multiply, (ROWS, BLOCK), in(double, 2, A), out(double, 2, At),
                 value(unsigned, mx), value(unsigned, my), value(int, plain))
{
    tile_static(double, t, BLOCK, BLOCK + 1);
    const int i = tidx.local[0], j = tidx.local[1];
    const int rows = A_shape.extent[0], cols = A_shape.extent[1];
    const int gx = (cols + BLOCK - 1) / BLOCK, gy = (rows + BLOCK - 1) / BLOCK;
    int x = tidx.tile[1], y = tidx.tile[0], q;
    if (!plain && gx == gy) {
        q = x + y;
        y = x;
        x = q - gx * (int)quotient((unsigned)q, mx);
    } else if (!plain) {
        const int b = x + gx * y;
        q = (int)quotient((unsigned)b, my);
        y = b - gy * q;
        x = q + y - gx * (int)quotient((unsigned)(q + y), mx);
    }
    x *= BLOCK;
    y *= BLOCK;
    if (x + j < cols) {
        if (y + i < rows) { t[i][j] = at(A, y + i, x + j); }
        if (y + i + 8 < rows) { t[i + 8][j] = at(A, y + i + 8, x + j); }
        if (y + i + 16 < rows) { t[i + 16][j] = at(A, y + i + 16, x + j); }
        if (y + i + 24 < rows) { t[i + 24][j] = at(A, y + i + 24, x + j); }
    }
    tile_barrier_wait(tidx);
    if (y + j < rows) {
        if (x + i < cols) { at(At, x + i, y + j) = t[j][i]; }
        if (x + i + 8 < cols) { at(At, x + i + 8, y + j) = t[j][i + 8]; }
        if (x + i + 16 < cols) { at(At, x + i + 16, y + j) = t[j][i + 16]; }
        if (x + i + 24 < cols) { at(At, x + i + 24, y + j) = t[j][i + 24]; }
    }
}
AMP_DEVICE_END

enum { METHODS = 4 };
static const unsigned long two32 = 4294967296ul;

/* ceil(2^32 / g); for g = 1 it does not fit, and 0 marks it. */
static unsigned reciprocal(unsigned g)
{
    return g == 1 ? 0 : (unsigned)((two32 + g - 1) / g);
}

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
