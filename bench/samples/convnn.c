/* SPDX-License-Identifier: MIT */
/* A layer of a network: 8 channels of n x n pixels to 8 others, each by 3 x 3 weights of every
   channel, then max(0, x). A tile loads a channel's 18 x 18 pixels by quotient and rest. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16
#define WIDE (SIDE + 2)
#define CHANNELS 8

AMP_TILED_KERNEL(convnn_tiles, (SIDE, SIDE), in(float, 3, from), in(float, 3, weight),
                 out(float, 3, to))
{
    tile_static(float, t, WIDE, WIDE);
    const int ty = tidx.local[0], tx = tidx.local[1];
    const int y = tidx.global[0], x = tidx.global[1], n = from_shape.extent[1];
    const int first_y = tidx.tile_origin[0] - 1, first_x = tidx.tile_origin[1] - 1;
    float sum[CHANNELS];
    for (int c = 0; c < CHANNELS; c++) {
        sum[c] = 0;
    }
    for (int channel = 0; channel < CHANNELS; channel++) {
        for (int i = ty * SIDE + tx; i < WIDE * WIDE; i += SIDE * SIDE) {
            const int row = first_y + i / WIDE, column = first_x + i % WIDE;
            t[i / WIDE][i % WIDE] = row >= 0 && row < n && column >= 0 && column < n
                ? at(from, channel, row, column) : 0.0f;
        }
        tile_barrier_wait(tidx);
        for (int c = 0; c < CHANNELS; c++) {
            for (int v = 0; v < 3; v++) {
                for (int u = 0; u < 3; u++) {
                    sum[c] += at(weight, c, channel, v * 3 + u) * t[ty + v][tx + u];
                }
            }
        }
        tile_barrier_wait(tidx);
    }
    if (y < n && x < n) {
        for (int c = 0; c < CHANNELS; c++) {
            at(to, c, y, x) = fmaxf(sum[c], 0.0f);
        }
    }
}
AMP_DEVICE_END

static int n;
static float *from, *weight, *to;

static void make(int size)
{
    const size_t pixels = (size_t)size * (size_t)size;
    n = size;
    from = sample_floats(CHANNELS * pixels, 0, 1);
    weight = sample_floats(CHANNELS * CHANNELS * 9, -1, 1);
    to = sample_floats(CHANNELS * pixels, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    const int side = sample_whole(n, SIDE);
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, from, CHANNELS, n, n);
    views[1] = amp_view(float, weight, CHANNELS, CHANNELS, 9);
    views[2] = amp_view(float, to, CHANNELS, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), convnn_tiles, views[0],
                          views[1], views[2]);
    return REAL_ENDED(s, views);
}

/* Row y of a channel with a zero at either end; all zeros outside. */
static void row_with_rim(float *row, int channel, int y)
{
    memset(row, 0, (size_t)(n + 2) * sizeof(float));
    if (y >= 0 && y < n) {
        memcpy(row + 1, from + (channel * n + y) * n, (size_t)n * sizeof(float));
    }
}

/* A row of each channel's sums in the first cache; nine weights at a time. */
static void by_hand(void)
{
#pragma omp parallel
    {
        const size_t wide = (size_t)n + 2;
        float *rows = (float *)malloc(3 * wide * sizeof(float));
        float *sums = (float *)malloc(CHANNELS * (size_t)n * sizeof(float));
        int y, x, c, channel, v;
#pragma omp for schedule(static)
        for (y = 0; y < n; y++) {
            memset(sums, 0, CHANNELS * (size_t)n * sizeof(float));
            for (channel = 0; channel < CHANNELS; channel++) {
                const float *restrict a = rows, *restrict b = a + wide, *restrict d = b + wide;
                for (v = 0; v < 3; v++) {
                    row_with_rim(rows + (size_t)v * wide, channel, y + v - 1);
                }
                for (c = 0; c < CHANNELS; c++) {
                    const float *w = weight + (c * CHANNELS + channel) * 9;
                    float *restrict sum = sums + c * n;
#pragma omp simd
                    for (x = 0; x < n; x++) {
                        sum[x] += w[0] * a[x] + w[1] * a[x + 1] + w[2] * a[x + 2] + w[3] * b[x]
                                + w[4] * b[x + 1] + w[5] * b[x + 2] + w[6] * d[x]
                                + w[7] * d[x + 1] + w[8] * d[x + 2];
                    }
                }
            }
            for (c = 0; c < CHANNELS; c++) {
                for (x = 0; x < n; x++) {
                    to[(c * n + y) * n + x] = sums[c * n + x] > 0 ? sums[c * n + x] : 0;
                }
            }
        }
        free(rows);
        free(sums);
    }
}

const sample convnn_sample = { make, launch, by_hand, 1e-5 };
