/* SPDX-License-Identifier: MIT */
/* The Walsh-Hadamard transform of each 1024 of n elements in tile memory, a tile of 256 threads:
   ten steps, in each of which a thread adds and subtracts two pairs. n is a multiple of 1024. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define LENGTH 1024

AMP_TILED_KERNEL(walsh_tiles, (TILE), inout(float, 1, x))
{
    tile_static(float, t, LENGTH);
    const int l = tidx.local[0], first = tidx.tile[0] * LENGTH;
    for (int i = l; i < LENGTH; i += TILE) {
        t[i] = at(x, first + i);
    }
    for (int stride = LENGTH / 2; stride > 0; stride >>= 1) {
        tile_barrier_wait(tidx);
        for (int i = l; i < LENGTH / 2; i += TILE) {
            const int low = i & (stride - 1), a = 2 * i - low, b = a + stride;
            const float p = t[a], q = t[b];
            t[a] = p + q;
            t[b] = p - q;
        }
    }
    tile_barrier_wait(tidx);
    for (int i = l; i < LENGTH; i += TILE) {
        at(x, first + i) = t[i];
    }
}
AMP_DEVICE_END

static int n;
static float *x;

static void make(int size)
{
    n = size;
    x = sample_floats((size_t)n, 0, 1);
    sample_is_changed(x);
}

static double launch(void)
{
    amp_array_view views[1];
    amp_status s;
    views[0] = amp_view(float, x, n);
    s = parallel_for_each(amp_tile(amp_extent(n / LENGTH * TILE), TILE), walsh_tiles, views[0]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int i;
#pragma omp parallel for schedule(static)
    for (i = 0; i < n; i += LENGTH) {
        float *restrict t = x + i;
        int stride, begin, k;
        for (stride = LENGTH / 2; stride > 0; stride /= 2) {
            for (begin = 0; begin < LENGTH; begin += 2 * stride) {
#pragma omp simd
                for (k = begin; k < begin + stride; k++) {
                    const float p = t[k], q = t[k + stride];
                    t[k] = p + q;
                    t[k + stride] = p - q;
                }
            }
        }
    }
}

const sample walsh_sample = { make, launch, by_hand, 1e-5 };
