/* SPDX-License-Identifier: MIT */
/* Attention in one pass (softmax that is corrected as it goes): a thread has one of n queries of 32
   numbers, a tile loads 64 keys and values after the other. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define WIDTH 32
#define KEYS 64

AMP_TILED_KERNEL(attention_tiles, (KEYS), in(float, 2, q), in(float, 2, k), in(float, 2, v),
                 out(float, 2, to))
{
    tile_static(float, keys, KEYS, WIDTH);
    tile_static(float, values, KEYS, WIDTH);
    const int i = tidx.global[0], l = tidx.local[0], n = q_shape.extent[0];
    float mine[WIDTH], sum[WIDTH], largest = -1e30f, total = 0;
    for (int c = 0; c < WIDTH; c++) {
        mine[c] = i < n ? at(q, i, c) : 0.0f;
        sum[c] = 0;
    }
    for (int first = 0; first < n; first += KEYS) {
        for (int e = l; e < KEYS * WIDTH; e += KEYS) {
            const int row = first + e / WIDTH;
            keys[e / WIDTH][e % WIDTH] = row < n ? at(k, row, e % WIDTH) : 0.0f;
            values[e / WIDTH][e % WIDTH] = row < n ? at(v, row, e % WIDTH) : 0.0f;
        }
        tile_barrier_wait(tidx);
        const int count = n - first < KEYS ? n - first : KEYS;
        for (int j = 0; j < count; j++) {
            float s = 0;
            for (int c = 0; c < WIDTH; c++) {
                s += mine[c] * keys[j][c];
            }
            const float now = fmaxf(largest, s), old = expf(largest - now), e = expf(s - now);
            for (int c = 0; c < WIDTH; c++) {
                sum[c] = sum[c] * old + e * values[j][c];
            }
            total = total * old + e;
            largest = now;
        }
        tile_barrier_wait(tidx);
    }
    if (i < n) {
        for (int c = 0; c < WIDTH; c++) {
            at(to, i, c) = sum[c] / total;
        }
    }
}
AMP_DEVICE_END

static int n;
static float *q, *k, *v, *to;

static void make(int size)
{
    const size_t count = (size_t)size * WIDTH;
    n = size;
    q = sample_floats(count, -1, 1);
    k = sample_floats(count, -1, 1);
    v = sample_floats(count, -1, 1);
    to = sample_floats(count, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[4];
    amp_status s;
    views[0] = amp_view(float, q, n, WIDTH);
    views[1] = amp_view(float, k, n, WIDTH);
    views[2] = amp_view(float, v, n, WIDTH);
    views[3] = amp_view(float, to, n, WIDTH);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, KEYS)), KEYS), attention_tiles,
                          views[0], views[1], views[2], views[3]);
    return REAL_ENDED(s, views);
}

/* All weights of a query first, then their largest, then the sum. */
static void by_hand(void)
{
#pragma omp parallel
    {
        float *weight = (float *)malloc((size_t)n * sizeof(float));
        int i, j, c;
#pragma omp for schedule(static)
        for (i = 0; i < n; i++) {
            const float *restrict mine = q + i * WIDTH;
            float sum[WIDTH] = { 0 }, largest = -1e30f, total = 0;
            for (j = 0; j < n; j++) {
                float s = 0;
#pragma omp simd reduction(+ : s)
                for (c = 0; c < WIDTH; c++) {
                    s += mine[c] * k[j * WIDTH + c];
                }
                weight[j] = s;
                largest = s > largest ? s : largest;
            }
#pragma omp simd reduction(+ : total)
            for (j = 0; j < n; j++) {
                weight[j] = expf(weight[j] - largest);
                total += weight[j];
            }
            for (j = 0; j < n; j++) {
#pragma omp simd
                for (c = 0; c < WIDTH; c++) {
                    sum[c] += weight[j] * v[j * WIDTH + c];
                }
            }
            for (c = 0; c < WIDTH; c++) {
                to[i * WIDTH + c] = sum[c] / total;
            }
        }
        free(weight);
    }
}

const sample attention_sample = { make, launch, by_hand, 1e-4 };
