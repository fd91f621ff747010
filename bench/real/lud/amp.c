/* SPDX-License-Identifier: MIT */
/* Blocks of 16 x 16. For each block on the diagonal three launches: that block by one tile of 16
   threads; the blocks right of it and below it, two a tile of 32 threads, of which the first half
   has a column of the one and the second half a row of the other; and the rest, a thread an
   element. Where n is no whole number of blocks the matrix goes on as the identity. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define SIDE 16

/* The block that begins at row and column `first`. */
AMP_TILED_KERNEL(lud_diagonal, (SIDE), value(int, first), inout(float, 2, a))
{
    tile_static(float, t, SIDE, SIDE);
    const int tx = tidx.local[0], n = a_shape.extent[0];
    for (int i = 0; i < SIDE; i++) {
        t[i][tx] = first + i < n && first + tx < n ? at(a, first + i, first + tx)
            : i == tx ? 1.0f : 0.0f;
    }
    tile_barrier_wait(tidx);
    for (int i = 0; i < SIDE - 1; i++) {
        if (tx > i) { /* column i of the lower triangle */
            for (int j = 0; j < i; j++) {
                t[tx][i] -= t[tx][j] * t[j][i];
            }
            t[tx][i] /= t[i][i];
        }
        tile_barrier_wait(tidx);
        if (tx > i) { /* row i + 1 of the upper one */
            for (int j = 0; j < i + 1; j++) {
                t[i + 1][tx] -= t[i + 1][j] * t[j][tx];
            }
        }
        tile_barrier_wait(tidx);
    }
    for (int i = 1; i < SIDE; i++) { /* row 0 is as it was */
        if (first + i < n && first + tx < n) {
            at(a, first + i, first + tx) = t[i][tx];
        }
    }
}

AMP_TILED_KERNEL(lud_perimeter, (2 * SIDE), value(int, first), inout(float, 2, a))
{
    tile_static(float, pivot, SIDE, SIDE);
    tile_static(float, above, SIDE, SIDE);
    tile_static(float, left, SIDE, SIDE);
    const int tx = tidx.local[0], n = a_shape.extent[0];
    const int next = first + (tidx.tile[0] + 1) * SIDE; /* the blocks' other row or column */
    if (tx < SIDE) {
        for (int i = 0; i < SIDE / 2; i++) {
            pivot[i][tx] = at(a, first + i, first + tx);
        }
        for (int i = 0; i < SIDE; i++) {
            above[i][tx] = next + tx < n ? at(a, first + i, next + tx) : 0.0f;
        }
    } else {
        const int x = tx - SIDE;
        for (int i = SIDE / 2; i < SIDE; i++) {
            pivot[i][x] = at(a, first + i, first + x);
        }
        for (int i = 0; i < SIDE; i++) {
            left[i][x] = next + i < n ? at(a, next + i, first + x) : 0.0f;
        }
    }
    tile_barrier_wait(tidx);
    if (tx < SIDE) {
        for (int i = 1; i < SIDE; i++) {
            for (int j = 0; j < i; j++) {
                above[i][tx] -= pivot[i][j] * above[j][tx];
            }
        }
    } else {
        const int y = tx - SIDE;
        for (int i = 0; i < SIDE; i++) {
            for (int j = 0; j < i; j++) {
                left[y][i] -= left[y][j] * pivot[j][i];
            }
            left[y][i] /= pivot[i][i];
        }
    }
    tile_barrier_wait(tidx);
    if (tx < SIDE) {
        for (int i = 1; i < SIDE; i++) {
            if (next + tx < n) {
                at(a, first + i, next + tx) = above[i][tx];
            }
        }
    } else {
        for (int i = 0; i < SIDE; i++) {
            if (next + i < n) {
                at(a, next + i, first + tx - SIDE) = left[i][tx - SIDE];
            }
        }
    }
}

AMP_TILED_KERNEL(lud_internal, (SIDE, SIDE), value(int, first), inout(float, 2, a))
{
    tile_static(float, left, SIDE, SIDE);
    tile_static(float, above, SIDE, SIDE);
    const int ty = tidx.local[0], tx = tidx.local[1], n = a_shape.extent[0];
    const int row = first + SIDE + tidx.global[0], col = first + SIDE + tidx.global[1];
    float sum = 0;
    left[ty][tx] = row < n ? at(a, row, first + tx) : 0.0f;
    above[ty][tx] = col < n ? at(a, first + ty, col) : 0.0f;
    tile_barrier_wait(tidx);
    for (int i = 0; i < SIDE; i++) {
        sum += left[ty][i] * above[i][tx];
    }
    if (row < n && col < n) {
        at(a, row, col) -= sum;
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = lud.n;
    amp_array_view views[1];
    amp_status s = AMP_OK;
    int i;
    views[0] = amp_view(float, lud.a, n, n);
    for (i = 0; i < n && s == AMP_OK; i += SIDE) {
        const int blocks = (n - i - 1) / SIDE; /* behind this one */
        s = parallel_for_each(amp_tile(amp_extent(SIDE), SIDE), lud_diagonal, i, views[0]);
        if (blocks > 0 && s == AMP_OK) {
            s = parallel_for_each(amp_tile(amp_extent(blocks * 2 * SIDE), 2 * SIDE),
                                  lud_perimeter, i, views[0]);
        }
        if (blocks > 0 && s == AMP_OK) {
            s = parallel_for_each(amp_tile(amp_extent(blocks * SIDE, blocks * SIDE), SIDE, SIDE),
                                  lud_internal, i, views[0]);
        }
    }
    return REAL_ENDED(s, views);
}

const real_variant lud_amp[] = { { "kernel", run }, { NULL, NULL } };
