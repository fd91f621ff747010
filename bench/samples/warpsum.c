/* SPDX-License-Identifier: MIT */
/* Sums of each 1024 of n numbers: four a thread, then by shuffles in its warp, then one thread a
   warp by tile memory and shuffles again. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define EACH 4

AMP_TILED_KERNEL(warpsum_tiles, (TILE), in(float, 1, from), out(float, 1, to))
{
    tile_static(float, t, TILE);
    const int l = tidx.local[0], first = tidx.tile[0] * TILE * EACH, n = from_shape.extent[0];
    float sum = 0;
    for (int i = 0; i < EACH; i++) {
        const int k = first + i * TILE + l;
        sum += k < n ? at(from, k) : 0.0f;
    }
    for (int d = amp_warp_size(tidx) / 2; d > 0; d /= 2) {
        sum += amp_warp_shuffle_down(tidx, sum, d);
    }
    if (amp_warp_lane(tidx) == 0) {
        t[amp_warp_index(tidx)] = sum;
    }
    tile_barrier_wait(tidx);
    const int warps = TILE / amp_warp_size(tidx);
    sum = l < warps ? t[l] : 0.0f;
    for (int d = warps / 2; d > 0; d /= 2) {
        sum += amp_warp_shuffle_down(tidx, sum, d);
    }
    if (l == 0) {
        at(to, tidx.tile[0]) = sum;
    }
}
AMP_DEVICE_END

static int n, tiles;
static float *from, *to;

static void make(int size)
{
    n = size;
    tiles = sample_whole(n, TILE * EACH) / (TILE * EACH);
    from = sample_floats((size_t)n, 0, 1);
    to = sample_floats((size_t)tiles, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, from, n);
    views[1] = amp_view(float, to, tiles);
    s = parallel_for_each(amp_tile(amp_extent(tiles * TILE), TILE), warpsum_tiles, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int tile, i;
#pragma omp parallel for schedule(static) private(i)
    for (tile = 0; tile < tiles; tile++) {
        const int first = tile * TILE * EACH;
        const int end = n - first < TILE * EACH ? n : first + TILE * EACH;
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (i = first; i < end; i++) {
            sum += from[i];
        }
        to[tile] = sum;
    }
}

const sample warpsum_sample = { make, launch, by_hand, 1e-5 };
