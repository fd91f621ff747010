/* SPDX-License-Identifier: MIT */
/* The shortest ways between n places, by blocks of 16 x 16: for each block of the diagonal that
   block, then its row and column, then all else. n is a multiple of 16. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16

AMP_TILED_KERNEL(floyd_diagonal, (SIDE, SIDE), value(int, block), inout(int, 2, d))
{
    tile_static(int, t, SIDE, SIDE);
    const int ty = tidx.local[0], tx = tidx.local[1], first = block * SIDE;
    t[ty][tx] = at(d, first + ty, first + tx);
    for (int k = 0; k < SIDE; k++) {
        tile_barrier_wait(tidx);
        const int over = t[ty][k] + t[k][tx];
        tile_barrier_wait(tidx);
        t[ty][tx] = over < t[ty][tx] ? over : t[ty][tx];
    }
    at(d, first + ty, first + tx) = t[ty][tx];
}

/* Tile (0, i) is block i of the diagonal's row, tile (1, i) of its column. */
AMP_TILED_KERNEL(floyd_cross, (SIDE, SIDE), value(int, block), inout(int, 2, d))
{
    tile_static(int, middle, SIDE, SIDE);
    tile_static(int, t, SIDE, SIDE);
    const int ty = tidx.local[0], tx = tidx.local[1], first = block * SIDE;
    const int down = tidx.tile[0], other = tidx.tile[1];
    if (other == block) {
        return;
    }
    const int y = down ? other * SIDE + ty : first + ty, x = down ? first + tx : other * SIDE + tx;
    middle[ty][tx] = at(d, first + ty, first + tx);
    t[ty][tx] = at(d, y, x);
    for (int k = 0; k < SIDE; k++) {
        tile_barrier_wait(tidx);
        const int over = down ? t[ty][k] + middle[k][tx] : middle[ty][k] + t[k][tx];
        tile_barrier_wait(tidx);
        t[ty][tx] = over < t[ty][tx] ? over : t[ty][tx];
    }
    at(d, y, x) = t[ty][tx];
}

AMP_TILED_KERNEL(floyd_rest, (SIDE, SIDE), value(int, block), inout(int, 2, d))
{
    tile_static(int, left, SIDE, SIDE);
    tile_static(int, top, SIDE, SIDE);
    const int ty = tidx.local[0], tx = tidx.local[1], first = block * SIDE;
    if (tidx.tile[0] == block || tidx.tile[1] == block) {
        return;
    }
    left[ty][tx] = at(d, tidx.global[0], first + tx);
    top[ty][tx] = at(d, first + ty, tidx.global[1]);
    tile_barrier_wait(tidx);
    int best = at(d, tidx.global[0], tidx.global[1]);
    for (int k = 0; k < SIDE; k++) {
        best = amp_imin(best, left[ty][k] + top[k][tx]);
    }
    at(d, tidx.global[0], tidx.global[1]) = best;
}
AMP_DEVICE_END

static int n;
static int *d;

static void make(int size)
{
    int i;
    n = size;
    d = sample_ints((size_t)n * (size_t)n, 1, 1000);
    for (i = 0; i < n; i++) {
        d[i * n + i] = 0;
    }
    sample_is_changed(d);
}

static double launch(void)
{
    amp_array_view views[1];
    amp_status s = AMP_OK;
    int block;
    views[0] = amp_view(int, d, n, n);
    for (block = 0; block < n / SIDE && s == AMP_OK; block++) {
        s = parallel_for_each(amp_tile(amp_extent(SIDE, SIDE), SIDE, SIDE), floyd_diagonal, block,
                              views[0]);
        if (s == AMP_OK) {
            s = parallel_for_each(amp_tile(amp_extent(2 * SIDE, n), SIDE, SIDE), floyd_cross,
                                  block, views[0]);
        }
        if (s == AMP_OK) {
            s = parallel_for_each(amp_tile(amp_extent(n, n), SIDE, SIDE), floyd_rest, block,
                                  views[0]);
        }
    }
    return REAL_ENDED(s, views);
}

/* Sixteen rows at a time, for each of which the others are read once: what lies on the diagonal's
   rows and columns first. */
static void by_hand(void)
{
    int first;
    for (first = 0; first < n; first += SIDE) {
        int y, x, k;
        for (k = first; k < first + SIDE; k++) {
            for (y = first; y < first + SIDE; y++) {
                const int way = d[y * n + k];
#pragma omp simd
                for (x = 0; x < n; x++) {
                    const int over = way + d[k * n + x];
                    d[y * n + x] = over < d[y * n + x] ? over : d[y * n + x];
                }
            }
        }
#pragma omp parallel for schedule(static) private(x, k)
        for (y = 0; y < n; y++) {
            if (y / SIDE != first / SIDE) {
                for (k = first; k < first + SIDE; k++) {
                    const int way = d[y * n + k];
                    const int *restrict from = d + k * n;
                    int *restrict row = d + y * n;
#pragma omp simd
                    for (x = 0; x < n; x++) {
                        const int over = way + from[x];
                        row[x] = over < row[x] ? over : row[x];
                    }
                }
            }
        }
    }
}

const sample floyd_sample = { make, launch, by_hand, 0 };
