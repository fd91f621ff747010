/* SPDX-License-Identifier: MIT */
/* The mean of the 5 x 5 pixels around each of an image of n x n, of as many as there are at its
   edges: a pixel a thread, which counts from its first row and column to its last ones. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16
#define REACH 2

AMP_TILED_KERNEL(smooth_means, (SIDE, SIDE), in(float, 2, from), out(float, 2, to))
{
    const int y = tidx.global[0], x = tidx.global[1], n = from_shape.extent[0];
    if (y >= n || x >= n) {
        return;
    }
    const int top = y > REACH ? y - REACH : 0, bottom = y + REACH < n ? y + REACH : n - 1;
    const int left = x > REACH ? x - REACH : 0, right = x + REACH < n ? x + REACH : n - 1;
    float sum = 0;
    for (int row = top; row <= bottom; row++) {
        for (int column = left; column <= right; column++) {
            sum += at(from, row, column);
        }
    }
    at(to, y, x) = sum / (float)((bottom - top + 1) * (right - left + 1));
}
AMP_DEVICE_END

static int n;
static float *from, *to;

static void make(int size)
{
    n = size;
    sample_images(n, &from, &to);
}

static double launch(void)
{
    const int side = sample_whole(n, SIDE);
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, from, n, n);
    views[1] = amp_view(float, to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), smooth_means, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

/* Sums of up to five rows, with zeros around them, then of five neighbours in those. */
static void by_hand(void)
{
#pragma omp parallel
    {
        float *sums = (float *)calloc((size_t)n + 2 * REACH, sizeof(*sums));
        int x, y, v;
#pragma omp for schedule(static)
        for (y = 0; y < n; y++) {
            const int top = y > REACH ? y - REACH : 0, bottom = y + REACH < n ? y + REACH : n - 1;
            float *restrict line = to + y * n, *restrict sum = sums + REACH;
            const float whole = 1.0f / (float)((bottom - top + 1) * (2 * REACH + 1));
            for (x = 0; x < n; x++) {
                sum[x] = from[top * n + x];
            }
            for (v = top + 1; v <= bottom; v++) {
                const float *restrict p = from + v * n;
#pragma omp simd
                for (x = 0; x < n; x++) {
                    sum[x] += p[x];
                }
            }
#pragma omp simd
            for (x = 0; x < n; x++) {
                line[x] = (sum[x - 2] + sum[x - 1] + sum[x] + sum[x + 1] + sum[x + 2]) * whole;
            }
            for (x = 0; x < n; x = x == REACH - 1 && n > 2 * REACH ? n - REACH : x + 1) {
                const int left = x > REACH ? x - REACH : 0;
                const int right = x + REACH < n ? x + REACH : n - 1;
                line[x] *= (float)(2 * REACH + 1) / (float)(right - left + 1);
            }
        }
        free(sums);
    }
}

const sample smooth_sample = { make, launch, by_hand, 1e-5 };
