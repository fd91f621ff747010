/* SPDX-License-Identifier: MIT */
/* The Haar wavelet transform of each 512 of n elements in tile memory, a tile of 256 threads, level
   by level; n is a multiple of 512. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define HALF_ROOT 0.70710678f

AMP_TILED_KERNEL(haar_tiles, (TILE), in(float, 1, from), out(float, 1, to))
{
    tile_static(float, t, 2 * TILE);
    const int l = tidx.local[0], first = tidx.tile[0] * 2 * TILE;
    t[l] = at(from, first + l);
    t[l + TILE] = at(from, first + l + TILE);
    tile_barrier_wait(tidx);
    for (int half = TILE; half > 0; half >>= 1) {
        float sum = 0, difference = 0;
        if (l < half) {
            sum = (t[2 * l] + t[2 * l + 1]) * HALF_ROOT;
            difference = (t[2 * l] - t[2 * l + 1]) * HALF_ROOT;
        }
        tile_barrier_wait(tidx);
        if (l < half) {
            t[l] = sum;
            at(to, first + half + l) = difference;
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(to, first) = t[0];
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
    s = parallel_for_each(amp_tile(amp_extent(n / 2), TILE), haar_tiles, views[0], views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += 2 * TILE) {
        float t[2 * TILE];
        int half, k;
        memcpy(t, from + first, sizeof(t));
        for (half = TILE; half > 0; half /= 2) {
            float sum[TILE];
            float *restrict line = to + first + half;
#pragma omp simd
            for (k = 0; k < half; k++) {
                sum[k] = (t[2 * k] + t[2 * k + 1]) * HALF_ROOT;
                line[k] = (t[2 * k] - t[2 * k + 1]) * HALF_ROOT;
            }
            memcpy(t, sum, (size_t)half * sizeof(float));
        }
        to[first] = t[0];
    }
}

const sample haar_sample = { make, launch, by_hand, 1e-5 };
