/* SPDX-License-Identifier: MIT */
/* A matrix of n x n, transposed, times a vector: a thread walks down a column, eight threads a
   column each an eighth of it, whose sums meet in tile memory. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define PARTS 8
#define WIDE 32

AMP_TILED_KERNEL(gemv_tiles, (PARTS, WIDE), in(float, 2, a), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, PARTS, WIDE);
    const int part = tidx.local[0], column = tidx.global[1], n = a_shape.extent[0];
    float sum = 0;
    if (column < n) {
        for (int row = part; row < n; row += PARTS) {
            sum += at(a, row, column) * at(x, row);
        }
    }
    t[part][tidx.local[1]] = sum;
    tile_barrier_wait(tidx);
    for (int s = PARTS / 2; s > 0; s /= 2) {
        if (part < s) {
            t[part][tidx.local[1]] += t[part + s][tidx.local[1]];
        }
        tile_barrier_wait(tidx);
    }
    if (part == 0 && column < n) {
        at(y, column) = t[0][tidx.local[1]];
    }
}
AMP_DEVICE_END

static int n;
static float *a, *x, *y;

static void make(int size)
{
    n = size;
    a = sample_floats((size_t)n * (size_t)n, 0, 1);
    x = sample_floats((size_t)n, 0, 1);
    y = sample_floats((size_t)n, 0, 1);
    sample_is_result(y);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, a, n, n);
    views[1] = amp_view(float, x, n);
    views[2] = amp_view(float, y, n);
    s = parallel_for_each(amp_tile(amp_extent(PARTS, sample_whole(n, WIDE)), PARTS, WIDE),
                          gemv_tiles, views[0], views[1], views[2]);
    return REAL_ENDED(s, views);
}

/* Strips of 1024 columns, whose sums stay in the first cache. */
static void by_hand(void)
{
    enum { STRIP = 1024 };
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += STRIP) {
        const int count = n - first < STRIP ? n - first : STRIP;
        float sum[STRIP] = { 0 };
        int row, c;
        for (row = 0; row < n; row++) {
            const float *restrict line = a + row * n + first;
            const float factor = x[row];
#pragma omp simd
            for (c = 0; c < count; c++) {
                sum[c] += line[c] * factor;
            }
        }
        memcpy(y + first, sum, (size_t)count * sizeof(float));
    }
}

const sample gemv_sample = { make, launch, by_hand, 1e-5 };
