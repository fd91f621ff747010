/* SPDX-License-Identifier: MIT */
/* A bilateral filter over 5 x 5 neighbours of an image of n x n: a weight by distance and one by
   how far the values are apart. The tile loads its pixels and a halo, clamped, by a loop over its
   threads' numbers. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16
#define RADIUS 2
#define WIDE (SIDE + 2 * RADIUS)

AMP_TILED_KERNEL(bilateral_tiles, (SIDE, SIDE), value(float, near_2), value(float, like_2),
                 in(float, 2, from), out(float, 2, to))
{
    tile_static(float, t, WIDE, WIDE);
    const int ty = tidx.local[0], tx = tidx.local[1];
    const int y = tidx.global[0], x = tidx.global[1];
    const int rows = from_shape.extent[0], columns = from_shape.extent[1];
    for (int e = ty * SIDE + tx; e < WIDE * WIDE; e += SIDE * SIDE) {
        const int row = amp_clamp(tidx.tile_origin[0] + e / WIDE - RADIUS, 0, rows - 1);
        const int column = amp_clamp(tidx.tile_origin[1] + e % WIDE - RADIUS, 0, columns - 1);
        t[e / WIDE][e % WIDE] = at(from, row, column);
    }
    tile_barrier_wait(tidx);
    if (y < rows && x < columns) {
        const float middle = t[ty + RADIUS][tx + RADIUS];
        float sum = 0, total = 0;
        for (int v = -RADIUS; v <= RADIUS; v++) {
            for (int u = -RADIUS; u <= RADIUS; u++) {
                const float there = t[ty + RADIUS + v][tx + RADIUS + u], apart = there - middle;
                const float weight = expf(-(float)(v * v + u * u) * near_2)
                                   / (1.0f + apart * apart * like_2);
                sum += weight * there;
                total += weight;
            }
        }
        at(to, y, x) = sum / total;
    }
}
AMP_DEVICE_END

static int n;
static float *from, *to;
static const float near_2 = 0.15f, like_2 = 9.0f;

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
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), bilateral_tiles, near_2,
                          like_2, views[0], views[1]);
    return REAL_ENDED(s, views);
}

/* A row with its rim around it, five of them at a time. */
static void row_with_rim(float *row, int y)
{
    int x;
    const float *start = from + (y < 0 ? 0 : y < n ? y : n - 1) * n;
    for (x = 0; x < RADIUS; x++) {
        row[x] = start[0];
        row[n + RADIUS + x] = start[n - 1];
    }
    memcpy(row + RADIUS, start, (size_t)n * sizeof(float));
}

static void by_hand(void)
{
    float near[2 * RADIUS + 1][2 * RADIUS + 1];
    int i, k;
    for (i = -RADIUS; i <= RADIUS; i++) {
        for (k = -RADIUS; k <= RADIUS; k++) {
            near[i + RADIUS][k + RADIUS] = expf(-(float)(i * i + k * k) * near_2);
        }
    }
#pragma omp parallel
    {
        const size_t wide = (size_t)n + 2 * RADIUS;
        float *rows = (float *)malloc((2 * RADIUS + 1) * wide * sizeof(float));
        int x, y, u, v;
#pragma omp for schedule(static)
        for (y = 0; y < n; y++) {
            for (v = 0; v < 2 * RADIUS + 1; v++) {
                row_with_rim(rows + (size_t)v * wide, y + v - RADIUS);
            }
#pragma omp simd private(u, v)
            for (x = 0; x < n; x++) {
                const float middle = rows[RADIUS * wide + (size_t)x + RADIUS];
                float sum = 0, total = 0;
                for (v = 0; v < 2 * RADIUS + 1; v++) {
                    for (u = 0; u < 2 * RADIUS + 1; u++) {
                        const float there = rows[(size_t)v * wide + (size_t)(x + u)];
                        const float apart = there - middle;
                        const float weight = near[v][u] / (1.0f + apart * apart * like_2);
                        sum += weight * there;
                        total += weight;
                    }
                }
                to[y * n + x] = sum / total;
            }
        }
        free(rows);
    }
}

const sample bilateral_sample = { make, launch, by_hand, 1e-5 };
