/* SPDX-License-Identifier: MIT */
/* n rows of 1000 numbers, each less the row's mean and over its deviation: a tile of 256 threads a
   row, which is read by strides, with two trees in tile memory. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define WIDTH 1000

AMP_TILED_KERNEL(layernorm_tiles, (TILE), in(float, 2, from), out(float, 2, to))
{
    tile_static(float, t, TILE);
    const int l = tidx.local[0], row = tidx.tile[0];
    float sum = 0;
    for (int i = l; i < WIDTH; i += TILE) {
        sum += at(from, row, i);
    }
    t[l] = sum;
    tile_barrier_wait(tidx);
    for (int s = TILE / 2; s > 0; s >>= 1) {
        if (l < s) {
            t[l] += t[l + s];
        }
        tile_barrier_wait(tidx);
    }
    const float mean = t[0] / WIDTH;
    tile_barrier_wait(tidx);
    float squares = 0;
    for (int i = l; i < WIDTH; i += TILE) {
        const float d = at(from, row, i) - mean;
        squares += d * d;
    }
    t[l] = squares;
    tile_barrier_wait(tidx);
    for (int s = TILE / 2; s > 0; s >>= 1) {
        if (l < s) {
            t[l] += t[l + s];
        }
        tile_barrier_wait(tidx);
    }
    const float scale = 1.0f / sqrtf(t[0] / WIDTH + 1e-5f);
    for (int i = l; i < WIDTH; i += TILE) {
        at(to, row, i) = (at(from, row, i) - mean) * scale;
    }
}
AMP_DEVICE_END

static int n;
static float *from, *to;

static void make(int size)
{
    n = size;
    from = sample_floats((size_t)n * WIDTH, -1, 1);
    to = sample_floats((size_t)n * WIDTH, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, from, n, WIDTH);
    views[1] = amp_view(float, to, n, WIDTH);
    s = parallel_for_each(amp_tile(amp_extent(n * TILE), TILE), layernorm_tiles, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int row;
#pragma omp parallel for schedule(static)
    for (row = 0; row < n; row++) {
        const float *restrict p = from + row * WIDTH;
        float *restrict line = to + row * WIDTH, sum = 0, squares = 0, mean, scale;
        int i;
#pragma omp simd reduction(+ : sum)
        for (i = 0; i < WIDTH; i++) {
            sum += p[i];
        }
        mean = sum / WIDTH;
#pragma omp simd reduction(+ : squares)
        for (i = 0; i < WIDTH; i++) {
            squares += (p[i] - mean) * (p[i] - mean);
        }
        scale = 1.0f / sqrtf(squares / WIDTH + 1e-5f);
#pragma omp simd
        for (i = 0; i < WIDTH; i++) {
            line[i] = (p[i] - mean) * scale;
        }
    }
}

const sample layernorm_sample = { make, launch, by_hand, 1e-5 };
