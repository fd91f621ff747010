/* SPDX-License-Identifier: MIT */
/* For each of n points in space the four nearest of 2048 others, nearest first: a thread keeps four
   distances and numbers, the others come by tiles of 128. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 128
#define NEAREST 4
#define OTHERS 2048

AMP_TILED_KERNEL(knn_tiles, (TILE), in(float, 2, point), in(float, 2, other),
                 out(float, 2, distance), out(int, 2, number))
{
    tile_static(float, t, 3, TILE);
    const int i = tidx.global[0], l = tidx.local[0], n = point_shape.extent[1];
    const int mine = i < n ? i : n - 1;
    const float x = at(point, 0, mine), y = at(point, 1, mine), z = at(point, 2, mine);
    float best[NEAREST];
    int which[NEAREST];
    for (int k = 0; k < NEAREST; k++) {
        best[k] = 1e30f;
        which[k] = -1;
    }
    for (int first = 0; first < OTHERS; first += TILE) {
        for (int c = 0; c < 3; c++) {
            t[c][l] = at(other, c, first + l);
        }
        tile_barrier_wait(tidx);
        for (int j = 0; j < TILE; j++) {
            const float dx = t[0][j] - x, dy = t[1][j] - y, dz = t[2][j] - z;
            float d = dx * dx + dy * dy + dz * dz;
            int from = first + j;
            for (int k = 0; k < NEAREST; k++) {
                if (d < best[k]) {
                    const float old = best[k];
                    const int old_number = which[k];
                    best[k] = d;
                    which[k] = from;
                    d = old;
                    from = old_number;
                }
            }
        }
        tile_barrier_wait(tidx);
    }
    if (i < n) {
        for (int k = 0; k < NEAREST; k++) {
            at(distance, k, i) = best[k];
            at(number, k, i) = which[k];
        }
    }
}
AMP_DEVICE_END

static int n;
static float *point, *other, *distance;
static int *number;

/* Whole numbers: each distance is exact, and the first of two that are alike is the nearer. */
static void make(int size)
{
    size_t i;
    n = size;
    point = sample_floats(3 * (size_t)n, 0, 1000);
    other = sample_floats(3 * OTHERS, 0, 1000);
    distance = sample_floats(NEAREST * (size_t)n, 0, 1);
    number = sample_ints(NEAREST * (size_t)n, 0, 1);
    for (i = 0; i < 3 * (size_t)n; i++) {
        point[i] = floorf(point[i]);
    }
    for (i = 0; i < 3 * OTHERS; i++) {
        other[i] = floorf(other[i]);
    }
    sample_is_result(distance);
    sample_is_result(number);
}

static double launch(void)
{
    amp_array_view views[4];
    amp_status s;
    views[0] = amp_view(float, point, 3, n);
    views[1] = amp_view(float, other, 3, OTHERS);
    views[2] = amp_view(float, distance, NEAREST, n);
    views[3] = amp_view(int, number, NEAREST, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, TILE)), TILE), knn_tiles, views[0],
                          views[1], views[2], views[3]);
    return REAL_ENDED(s, views);
}

/* Eight points side by side. */
static void by_hand(void)
{
    enum { LANES = 8 };
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += LANES) {
        const int count = n - first < LANES ? n - first : LANES;
        float best[NEAREST][LANES], x[LANES], y[LANES], z[LANES];
        int which[NEAREST][LANES], m, j, k;
        for (m = 0; m < LANES; m++) {
            const int i = first + (m < count ? m : 0);
            x[m] = point[i], y[m] = point[n + i], z[m] = point[2 * n + i];
            for (k = 0; k < NEAREST; k++) {
                best[k][m] = 1e30f;
                which[k][m] = -1;
            }
        }
        for (j = 0; j < OTHERS; j++) {
#pragma omp simd private(k)
            for (m = 0; m < LANES; m++) {
                const float dx = other[j] - x[m], dy = other[OTHERS + j] - y[m];
                const float dz = other[2 * OTHERS + j] - z[m];
                float d = dx * dx + dy * dy + dz * dz;
                int from = j;
                for (k = 0; k < NEAREST; k++) {
                    const int nearer = d < best[k][m], old_number = which[k][m];
                    const float old = best[k][m];
                    best[k][m] = nearer ? d : old;
                    which[k][m] = nearer ? from : old_number;
                    d = nearer ? old : d;
                    from = nearer ? old_number : from;
                }
            }
        }
        for (k = 0; k < NEAREST; k++) {
            for (m = 0; m < count; m++) {
                distance[k * n + first + m] = best[k][m];
                number[k * n + first + m] = which[k][m];
            }
        }
    }
}

const sample knn_sample = { make, launch, by_hand, 0 };
