/* SPDX-License-Identifier: MIT */
/* The matrix in blocks of 16 x 16, by anti-diagonals: blocks of one are independent of each other,
   and are a launch. A tile has 16 threads, one a column, which go through their block by its own
   anti-diagonals, with a barrier behind each. One kernel is for the anti-diagonals up to the
   longest one, which begin at the left column of blocks; the other for the rest. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define SIDE 16

typedef int score_row[SIDE + 1];
typedef int alike_row[SIDE];

static inline int best_of(int diagonal, int above, int left)
{
    const int best = diagonal > above ? diagonal : above;
    return left > best ? left : best;
}

/* A block of the scores, with the row above it and the column left of it. */
static inline void align(amp_tiled_index tidx, amp_tile_ptr(score_row) s,
                         amp_tile_ptr(alike_row) like, int gap)
{
    const int tx = tidx.local[0];
    for (int m = 0; m < SIDE; m++) {
        if (tx <= m) {
            const int x = tx + 1, y = m - tx + 1;
            s[y][x] = best_of(s[y - 1][x - 1] + like[y - 1][x - 1], s[y - 1][x] - gap,
                              s[y][x - 1] - gap);
        }
        tile_barrier_wait(tidx);
    }
    for (int m = SIDE - 2; m >= 0; m--) {
        if (tx <= m) {
            const int x = tx + SIDE - m, y = SIDE - tx;
            s[y][x] = best_of(s[y - 1][x - 1] + like[y - 1][x - 1], s[y - 1][x] - gap,
                              s[y][x - 1] - gap);
        }
        tile_barrier_wait(tidx);
    }
}

/* Blocks (diagonal - bx, bx) for each tile bx. */
AMP_TILED_KERNEL(nw_begin, (SIDE), value(int, diagonal), value(int, gap), in(int, 2, alike),
                 inout(int, 2, score))
{
    tile_static(int, s, SIDE + 1, SIDE + 1);
    tile_static(int, like, SIDE, SIDE);
    const int tx = tidx.local[0], n = alike_shape.extent[0];
    const int row = (diagonal - tidx.tile[0]) * SIDE, col = tidx.tile[0] * SIDE;
    for (int ty = 0; ty < SIDE; ty++) {
        like[ty][tx] = row + ty < n && col + tx < n ? at(alike, row + ty, col + tx) : 0;
    }
    s[0][tx + 1] = col + tx + 1 <= n ? at(score, row, col + tx + 1) : 0;
    s[tx + 1][0] = row + tx + 1 <= n ? at(score, row + tx + 1, col) : 0;
    if (tx == 0) {
        s[0][0] = at(score, row, col);
    }
    tile_barrier_wait(tidx);
    align(tidx, s, like, gap);
    for (int ty = 0; ty < SIDE; ty++) {
        if (row + ty + 1 <= n && col + tx + 1 <= n) {
            at(score, row + ty + 1, col + tx + 1) = s[ty + 1][tx + 1];
        }
    }
}

/* Blocks (blocks - 1 - t, first + t) for each tile t. */
AMP_TILED_KERNEL(nw_end, (SIDE), value(int, first), value(int, blocks), value(int, gap),
                 in(int, 2, alike), inout(int, 2, score))
{
    tile_static(int, s, SIDE + 1, SIDE + 1);
    tile_static(int, like, SIDE, SIDE);
    const int tx = tidx.local[0], n = alike_shape.extent[0];
    const int row = (blocks - 1 - tidx.tile[0]) * SIDE, col = (first + tidx.tile[0]) * SIDE;
    for (int ty = 0; ty < SIDE; ty++) {
        like[ty][tx] = row + ty < n && col + tx < n ? at(alike, row + ty, col + tx) : 0;
    }
    s[0][tx + 1] = col + tx + 1 <= n ? at(score, row, col + tx + 1) : 0;
    s[tx + 1][0] = row + tx + 1 <= n ? at(score, row + tx + 1, col) : 0;
    if (tx == 0) {
        s[0][0] = at(score, row, col);
    }
    tile_barrier_wait(tidx);
    align(tidx, s, like, gap);
    for (int ty = 0; ty < SIDE; ty++) {
        if (row + ty + 1 <= n && col + tx + 1 <= n) {
            at(score, row + ty + 1, col + tx + 1) = s[ty + 1][tx + 1];
        }
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = nw.n, blocks = (n + SIDE - 1) / SIDE;
    amp_array_view views[2];
    amp_status s = AMP_OK;
    int i;
    views[0] = amp_view(int, nw.alike, n, n);
    views[1] = amp_view(int, nw.score, n + 1, n + 1);
    for (i = 0; i < blocks && s == AMP_OK; i++) {
        s = parallel_for_each(amp_tile(amp_extent((i + 1) * SIDE), SIDE), nw_begin, i, nw.gap,
                              views[0], views[1]);
    }
    for (i = 1; i < blocks && s == AMP_OK; i++) {
        s = parallel_for_each(amp_tile(amp_extent((blocks - i) * SIDE), SIDE), nw_end, i, blocks,
                              nw.gap, views[0], views[1]);
    }
    return REAL_ENDED(s, views);
}

const real_variant nw_amp[] = { { "kernel", run }, { NULL, NULL } };
