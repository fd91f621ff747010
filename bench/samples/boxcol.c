/* SPDX-License-Identifier: MIT */
/* The mean of 17 pixels down each column of an image of n x n, by a sum that takes one pixel in and
   one out: a thread has a column. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 64
#define RADIUS 8

AMP_TILED_KERNEL(boxcol_tiles, (TILE), in(float, 2, from), out(float, 2, to))
{
    const int x = tidx.global[0], rows = from_shape.extent[0], columns = from_shape.extent[1];
    if (x >= columns) {
        return;
    }
    const float scale = 1.0f / (2 * RADIUS + 1);
    float sum = at(from, 0, x) * (float)RADIUS;
    for (int y = 0; y < RADIUS + 1; y++) {
        sum += at(from, y < rows ? y : rows - 1, x);
    }
    at(to, 0, x) = sum * scale;
    for (int y = 1; y < rows; y++) {
        sum += at(from, y + RADIUS < rows ? y + RADIUS : rows - 1, x);
        sum -= at(from, y - RADIUS - 1 > 0 ? y - RADIUS - 1 : 0, x);
        at(to, y, x) = sum * scale;
    }
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
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, from, n, n);
    views[1] = amp_view(float, to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, TILE)), TILE), boxcol_tiles,
                          views[0], views[1]);
    return REAL_ENDED(s, views);
}

/* Strips of 512 columns, row by row: the sums stay in the first cache. */
static void by_hand(void)
{
    enum { STRIP = 512 };
    const float scale = 1.0f / (2 * RADIUS + 1);
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += STRIP) {
        const int count = n - first < STRIP ? n - first : STRIP;
        float sum[STRIP];
        int x, y;
        for (x = 0; x < count; x++) {
            sum[x] = from[first + x] * (float)RADIUS;
        }
        for (y = 0; y < RADIUS + 1; y++) {
            const float *restrict in = from + (y < n ? y : n - 1) * n + first;
            for (x = 0; x < count; x++) {
                sum[x] += in[x];
            }
        }
        for (x = 0; x < count; x++) {
            to[first + x] = sum[x] * scale;
        }
        for (y = 1; y < n; y++) {
            const float *restrict in = from + (y + RADIUS < n ? y + RADIUS : n - 1) * n + first;
            const float *restrict old = from + (y > RADIUS ? y - RADIUS - 1 : 0) * n + first;
            float *restrict line = to + y * n + first;
#pragma omp simd
            for (x = 0; x < count; x++) {
                sum[x] += in[x];
                sum[x] -= old[x];
                line[x] = sum[x] * scale;
            }
        }
    }
}

const sample boxcol_sample = { make, launch, by_hand, 1e-5 };
