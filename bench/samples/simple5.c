/* SPDX-License-Identifier: MIT */
/* An image of n x n by a filter of 5 x 5, a pixel a thread, without tiles; the nearest pixel for
   what lies outside. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 5
#define RADIUS (SIDE / 2)

AMP_KERNEL(simple_filter, 2, in(float, 2, weight), in(float, 2, from), out(float, 2, to))
{
    const int y = idx[0], x = idx[1], rows = from_shape.extent[0], columns = from_shape.extent[1];
    float sum = 0;
    for (int v = -RADIUS; v <= RADIUS; v++) {
        for (int u = -RADIUS; u <= RADIUS; u++) {
            const int row = amp_imin(amp_imax(y + v, 0), rows - 1);
            const int column = amp_imin(amp_imax(x + u, 0), columns - 1);
            sum += at(weight, v + RADIUS, u + RADIUS) * at(from, row, column);
        }
    }
    at(to, y, x) = sum;
}
AMP_DEVICE_END

static int n;
static float *weight, *from, *to;

static void make(int size)
{
    n = size;
    weight = sample_floats(SIDE * SIDE, 0, 1.0f / (SIDE * SIDE));
    sample_images(n, &from, &to);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, weight, SIDE, SIDE);
    views[1] = amp_view(float, from, n, n);
    views[2] = amp_view(float, to, n, n);
    s = parallel_for_each(amp_extent(n, n), simple_filter, views[0], views[1], views[2]);
    return REAL_ENDED(s, views);
}

/* The rows around one, with their rims, side by side. */
static void by_hand(void)
{
#pragma omp parallel
    {
        const size_t wide = (size_t)(n + SIDE - 1);
        float *rows = (float *)malloc(SIDE * wide * sizeof(float)), w[SIDE][SIDE];
        int x, y, u, v;
        memcpy(w, weight, sizeof(w));
#pragma omp for schedule(static)
        for (y = 0; y < n; y++) {
            float *restrict line = to + y * n;
            for (v = 0; v < SIDE; v++) {
                const int row = y + v - RADIUS;
                const float *p = from + (row < 0 ? 0 : row < n ? row : n - 1) * n;
                for (x = 0; x < RADIUS; x++) {
                    rows[(size_t)v * wide + (size_t)x] = p[0];
                    rows[(size_t)v * wide + (size_t)(n + RADIUS + x)] = p[n - 1];
                }
                memcpy(rows + (size_t)v * wide + RADIUS, p, (size_t)n * sizeof(float));
            }
#pragma omp simd private(u, v)
            for (x = 0; x < n; x++) {
                float sum = 0;
                for (v = 0; v < SIDE; v++) {
                    for (u = 0; u < SIDE; u++) {
                        sum += w[v][u] * rows[(size_t)v * wide + (size_t)(x + u)];
                    }
                }
                line[x] = sum;
            }
        }
        free(rows);
    }
}

const sample simple5_sample = { make, launch, by_hand, 1e-5 };
