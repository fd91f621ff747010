/* SPDX-License-Identifier: MIT */
/* An image of n x n by a filter of 17 weights along the rows and then down the columns, zeros
   around it: a kernel each, in tiles of 4 x 32 and 32 x 16 that load what is beside them. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define RADIUS 8
#define TAPS (2 * RADIUS + 1)
#define ROW_TILE 32
#define COLUMN_TILE 32

AMP_TILED_KERNEL(convsep_rows, (4, ROW_TILE), in(float, 1, tap), in(float, 2, from),
                 out(float, 2, to))
{
    tile_static(float, t, 4, ROW_TILE + 2 * RADIUS);
    const int ty = tidx.local[0], tx = tidx.local[1];
    const int y = tidx.global[0], n = from_shape.extent[0];
    for (int x = tx; x < ROW_TILE + 2 * RADIUS; x += ROW_TILE) {
        const int column = tidx.tile_origin[1] + x - RADIUS;
        t[ty][x] = y < n && column >= 0 && column < n ? at(from, y, column) : 0.0f;
    }
    tile_barrier_wait(tidx);
    float sum = 0;
    for (int k = 0; k < TAPS; k++) {
        sum += at(tap, k) * t[ty][tx + k];
    }
    if (y < n && tidx.global[1] < n) {
        at(to, y, tidx.global[1]) = sum;
    }
}

AMP_TILED_KERNEL(convsep_columns, (COLUMN_TILE, 16), in(float, 1, tap), in(float, 2, from),
                 out(float, 2, to))
{
    tile_static(float, t, COLUMN_TILE + 2 * RADIUS, 16);
    const int ty = tidx.local[0], tx = tidx.local[1];
    const int x = tidx.global[1], n = from_shape.extent[0];
    for (int y = ty; y < COLUMN_TILE + 2 * RADIUS; y += COLUMN_TILE) {
        const int row = tidx.tile_origin[0] + y - RADIUS;
        t[y][tx] = x < n && row >= 0 && row < n ? at(from, row, x) : 0.0f;
    }
    tile_barrier_wait(tidx);
    float sum = 0;
    for (int k = 0; k < TAPS; k++) {
        sum += at(tap, k) * t[ty + k][tx];
    }
    if (tidx.global[0] < n && x < n) {
        at(to, tidx.global[0], x) = sum;
    }
}
AMP_DEVICE_END

static int n;
static float *tap, *from, *between, *to;

static void make(int size)
{
    const size_t pixels = (size_t)size * (size_t)size;
    n = size;
    tap = sample_floats(TAPS, 0, 0.1f);
    from = sample_floats(pixels, 0, 1);
    between = sample_floats(pixels, 0, 1);
    to = sample_floats(pixels, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[4];
    amp_status s;
    views[0] = amp_view(float, tap, TAPS);
    views[1] = amp_view(float, from, n, n);
    views[2] = amp_view(float, between, n, n);
    views[3] = amp_view(float, to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, 4), sample_whole(n, ROW_TILE)), 4,
                                   ROW_TILE), convsep_rows, views[0], views[1], views[2]);
    if (s == AMP_OK) {
        s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, COLUMN_TILE),
                                                  sample_whole(n, 16)), COLUMN_TILE, 16),
                              convsep_columns, views[0], views[2], views[3]);
    }
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
#pragma omp parallel
    {
        const size_t wide = (size_t)n + 2 * RADIUS;
        float *row = (float *)malloc(wide * sizeof(float));
        float weight[TAPS];
        int x, y, k;
        memcpy(weight, tap, sizeof(weight));
        memset(row, 0, wide * sizeof(float));
#pragma omp for schedule(static)
        for (y = 0; y < n; y++) {
            float *restrict line = between + y * n;
            memcpy(row + RADIUS, from + y * n, (size_t)n * sizeof(float));
#pragma omp simd private(k)
            for (x = 0; x < n; x++) {
                float sum = 0;
                for (k = 0; k < TAPS; k++) {
                    sum += weight[k] * row[x + k];
                }
                line[x] = sum;
            }
        }
#pragma omp for schedule(static)
        for (y = 0; y < n; y++) {
            const int low = y < RADIUS ? RADIUS - y : 0;
            const int high = y + RADIUS < n ? TAPS : n - y + RADIUS;
            float *restrict line = to + y * n;
            if (low > 0 || high < TAPS) {
                for (x = 0; x < n; x++) {
                    float sum = 0;
                    for (k = low; k < high; k++) {
                        sum += weight[k] * between[(y + k - RADIUS) * n + x];
                    }
                    line[x] = sum;
                }
                continue;
            }
#pragma omp simd private(k)
            for (x = 0; x < n; x++) {
                float sum = 0;
                for (k = 0; k < TAPS; k++) {
                    sum += weight[k] * between[(y + k - RADIUS) * n + x];
                }
                line[x] = sum;
            }
        }
        free(row);
    }
}

const sample convsep_sample = { make, launch, by_hand, 1e-5 };
