/* SPDX-License-Identifier: MIT */
/* The mean of the 3 x 3 pixels around each of an image of n x n, of as many as there are at its
   edges: a pixel a thread, with a condition for each neighbour. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16

AMP_TILED_KERNEL(edges_means, (SIDE, SIDE), in(float, 2, from), out(float, 2, to))
{
    const int y = tidx.global[0], x = tidx.global[1], n = from_shape.extent[0];
    if (y >= n || x >= n) {
        return;
    }
    float sum = 0;
    int count = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            const int row = y + dy, column = x + dx;
            if (row >= 0 && row < n && column >= 0 && column < n) {
                sum += at(from, row, column);
                count++;
            }
        }
    }
    at(to, y, x) = sum / (float)count;
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
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), edges_means, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

/* The mean at (y, x), with all its conditions. */
static float mean(int y, int x)
{
    float sum = 0;
    int v, u, count = 0;
    for (v = y > 0 ? y - 1 : 0; v <= y + 1 && v < n; v++) {
        for (u = x > 0 ? x - 1 : 0; u <= x + 1 && u < n; u++) {
            sum += from[v * n + u];
            count++;
        }
    }
    return sum / (float)count;
}

static void by_hand(void)
{
    int y;
#pragma omp parallel for schedule(static)
    for (y = 0; y < n; y++) {
        float *restrict line = to + y * n;
        int x;
        line[0] = mean(y, 0);
        line[n - 1] = mean(y, n - 1);
        if (y > 0 && y < n - 1) {
            const float *restrict a = from + (y - 1) * n, *restrict b = a + n, *restrict c = b + n;
#pragma omp simd
            for (x = 1; x < n - 1; x++) {
                line[x] = (a[x - 1] + a[x] + a[x + 1] + b[x - 1] + b[x] + b[x + 1] + c[x - 1]
                           + c[x] + c[x + 1]) / 9.0f;
            }
        } else {
            for (x = 1; x < n - 1; x++) {
                line[x] = mean(y, x);
            }
        }
    }
}

const sample edges_sample = { make, launch, by_hand, 1e-5 };
