/* SPDX-License-Identifier: MIT */
/* The n keys of tiles of 256 sorted, each tile for itself: how many keys of it stand before its own
   each thread counts; of equal ones the first stands before. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256

AMP_TILED_KERNEL(ranks_tiles, (TILE), in(float, 1, from), out(float, 1, to))
{
    tile_static(float, t, TILE);
    const int l = tidx.local[0], i = tidx.global[0];
    int rank = 0;
    t[l] = at(from, i);
    tile_barrier_wait(tidx);
    for (int k = 0; k < TILE; k++) {
        rank += t[k] < t[l] || (t[k] == t[l] && k < l);
    }
    at(to, tidx.tile[0] * TILE + rank) = t[l];
}
AMP_DEVICE_END

static int n;
static float *from, *to;

static void make(int size)
{
    n = sample_whole(size, TILE);
    from = sample_floats((size_t)n, 0, 1);
    to = sample_floats((size_t)n, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, from, n);
    views[1] = amp_view(float, to, n);
    s = parallel_for_each(amp_tile(amp_extent(n), TILE), ranks_tiles, views[0], views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += TILE) {
        const float *restrict t = from + first;
        int rank[TILE] = { 0 }, l, k;
        for (k = 0; k < TILE; k++) {
            const float key = t[k];
#pragma omp simd
            for (l = 0; l < TILE; l++) {
                rank[l] += (key < t[l]) | ((key == t[l]) & (k < l));
            }
        }
        for (l = 0; l < TILE; l++) {
            to[first + rank[l]] = t[l];
        }
    }
}

const sample ranks_sample = { make, launch, by_hand, 0 };
