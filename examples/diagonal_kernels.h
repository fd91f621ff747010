/* SPDX-License-Identifier: MIT */
#ifndef DIAGONAL_KERNELS_H
#define DIAGONAL_KERNELS_H
/* A transpose of doubles whose tiles are taken in diagonal order, shared by
   transpose_diagonal.c, which explains it, and partitions_lens.c. Include amp.h
   first, with AMP_SHORT_NAMES. */

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

static const unsigned long two32 = 4294967296ul;

/* ceil(2^32 / g); for g = 1 it does not fit, and 0 marks it. */
static inline unsigned reciprocal(unsigned g)
{
    return g == 1 ? 0 : (unsigned)((two32 + g - 1) / g);
}

#endif /* DIAGONAL_KERNELS_H */
