/* SPDX-License-Identifier: MIT */
/* The scalar products of n pairs of vectors of 4096 floats, a pair a tile: 1024 sums of strides in
   tile memory, four a thread, then a tree. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define SUMS 1024
#define LENGTH 4096

AMP_TILED_KERNEL(scalar_tiles, (TILE), in(float, 2, a), in(float, 2, b), out(float, 1, to))
{
    tile_static(float, t, SUMS);
    const int l = tidx.local[0], pair = tidx.tile[0];
    for (int i = l; i < SUMS; i += TILE) {
        float sum = 0;
        for (int k = i; k < LENGTH; k += SUMS) {
            sum += at(a, pair, k) * at(b, pair, k);
        }
        t[i] = sum;
    }
    for (int s = SUMS / 2; s > 0; s >>= 1) {
        tile_barrier_wait(tidx);
        for (int i = l; i < s; i += TILE) {
            t[i] += t[s + i];
        }
    }
    if (l == 0) {
        at(to, pair) = t[0];
    }
}
AMP_DEVICE_END

static int n;
static float *a, *b, *to;

static void make(int size)
{
    n = size;
    a = sample_floats((size_t)n * LENGTH, 0, 1);
    b = sample_floats((size_t)n * LENGTH, 0, 1);
    to = sample_floats((size_t)n, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, a, n, LENGTH);
    views[1] = amp_view(float, b, n, LENGTH);
    views[2] = amp_view(float, to, n);
    s = parallel_for_each(amp_tile(amp_extent(n * TILE), TILE), scalar_tiles, views[0], views[1],
                          views[2]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int i, k;
#pragma omp parallel for schedule(static) private(k)
    for (i = 0; i < n; i++) {
        const float *restrict p = a + i * LENGTH, *restrict q = b + i * LENGTH;
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (k = 0; k < LENGTH; k++) {
            sum += p[k] * q[k];
        }
        to[i] = sum;
    }
}

const sample scalar_sample = { make, launch, by_hand, 1e-5 };
