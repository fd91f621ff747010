/* SPDX-License-Identifier: MIT */
/* The largest of the 3 x 3 pixels around each of an image of n x n: a pixel a thread, the nearest
   pixel for what lies outside, by ifs. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16

AMP_TILED_KERNEL(dilate_largest, (SIDE, SIDE), in(float, 2, from), out(float, 2, to))
{
    const int y = tidx.global[0], x = tidx.global[1], n = from_shape.extent[0];
    if (y >= n || x >= n) {
        return;
    }
    float best = at(from, y, x);
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int row = y + dy, column = x + dx;
            if (row < 0) {
                row = 0;
            }
            if (row > n - 1) {
                row = n - 1;
            }
            if (column < 0) {
                column = 0;
            }
            if (column > n - 1) {
                column = n - 1;
            }
            const float it = at(from, row, column);
            best = it > best ? it : best;
        }
    }
    at(to, y, x) = best;
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
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), dilate_largest, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

/* The largest of three rows, then of three neighbours in that. */
static void by_hand(void)
{
#pragma omp parallel
    {
        float *largest = (float *)malloc(((size_t)n + 2) * sizeof(*largest));
        int x, y;
#pragma omp for schedule(static)
        for (y = 0; y < n; y++) {
            const float *restrict b = from + y * n, *restrict a = y > 0 ? b - n : b;
            const float *restrict c = y < n - 1 ? b + n : b;
            float *restrict line = to + y * n;
#pragma omp simd
            for (x = 0; x < n; x++) {
                const float it = a[x] > b[x] ? a[x] : b[x];
                largest[x + 1] = c[x] > it ? c[x] : it;
            }
            largest[0] = largest[1];
            largest[n + 1] = largest[n];
#pragma omp simd
            for (x = 0; x < n; x++) {
                const float it = largest[x] > largest[x + 1] ? largest[x] : largest[x + 1];
                line[x] = largest[x + 2] > it ? largest[x + 2] : it;
            }
        }
        free(largest);
    }
}

const sample dilate_sample = { make, launch, by_hand, 0 };
