/* SPDX-License-Identifier: MIT */
/* The sums of n floats in tiles of 256, each tile for itself, by Hillis and Steele's scan: in each
   step from one half of tile memory to the other. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256

AMP_TILED_KERNEL(steele_sums, (TILE), in(float, 1, from), out(float, 1, to))
{
    tile_static(float, t, 2 * TILE);
    const int l = tidx.local[0], i = tidx.global[0], n = from_shape.extent[0];
    int here = 0, there = 1;
    t[l] = i < n ? at(from, i) : 0.0f;
    tile_barrier_wait(tidx);
    for (int reach = 1; reach < TILE; reach *= 2) {
        here = 1 - here;
        there = 1 - here;
        if (l >= reach) {
            t[here * TILE + l] = t[there * TILE + l] + t[there * TILE + l - reach];
        } else {
            t[here * TILE + l] = t[there * TILE + l];
        }
        tile_barrier_wait(tidx);
    }
    if (i < n) {
        at(to, i) = t[here * TILE + l];
    }
}
AMP_DEVICE_END

static int n;
static float *from, *to;

static void make(int size)
{
    n = size;
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
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, TILE)), TILE), steele_sums, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += TILE) {
        const int end = first + TILE < n ? first + TILE : n;
        float sum = 0;
        int i;
        for (i = first; i < end; i++) {
            sum += from[i];
            to[i] = sum;
        }
    }
}

const sample steele_sample = { make, launch, by_hand, 1e-5 };
