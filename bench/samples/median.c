/* SPDX-License-Identifier: MIT */
/* The median of 3 x 3 pixels around each of an image of n x n, zeros outside: a tile of 16 x 16
   with its halo in tile memory, nine numbers a thread, sorted as far as the fifth. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16
#define WIDE (SIDE + 2)

AMP_TILED_KERNEL(median_tiles, (SIDE, SIDE), in(float, 2, from), out(float, 2, to))
{
    tile_static(float, t, WIDE, WIDE);
    const int ty = tidx.local[0], tx = tidx.local[1];
    const int y = tidx.global[0], x = tidx.global[1], n = from_shape.extent[0];
    for (int i = ty * SIDE + tx; i < WIDE * WIDE; i += SIDE * SIDE) {
        const int row = tidx.tile_origin[0] + i / WIDE - 1;
        const int column = tidx.tile_origin[1] + i % WIDE - 1;
        t[i / WIDE][i % WIDE] = row >= 0 && row < n && column >= 0 && column < n
            ? at(from, row, column) : 0.0f;
    }
    tile_barrier_wait(tidx);
    float v[9];
    int k = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            v[k++] = t[ty + i][tx + j];
        }
    }
    for (int i = 0; i < 5; i++) {
        for (int j = i + 1; j < 9; j++) {
            const float low = fminf(v[i], v[j]), high = fmaxf(v[i], v[j]);
            v[i] = low;
            v[j] = high;
        }
    }
    if (y < n && x < n) {
        at(to, y, x) = v[4];
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
    const int side = sample_whole(n, SIDE);
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, from, n, n);
    views[1] = amp_view(float, to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), median_tiles, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

/* The lesser of two to a, the greater to b. */
static inline void order(float *a, float *b)
{
    const float x = *a, y = *b;
    *a = x < y ? x : y;
    *b = x < y ? y : x;
}

/* The network of 19 comparators for the median of nine (Paeth, Graphics Gems, 1990). */
static inline float median_of(const float *a, const float *b, const float *c, int x)
{
    float p0 = a[x], p1 = a[x + 1], p2 = a[x + 2], p3 = b[x], p4 = b[x + 1], p5 = b[x + 2];
    float p6 = c[x], p7 = c[x + 1], p8 = c[x + 2];
    order(&p1, &p2), order(&p4, &p5), order(&p7, &p8), order(&p0, &p1), order(&p3, &p4);
    order(&p6, &p7), order(&p1, &p2), order(&p4, &p5), order(&p7, &p8), order(&p0, &p3);
    order(&p5, &p8), order(&p4, &p7), order(&p3, &p6), order(&p1, &p4), order(&p2, &p5);
    order(&p4, &p7), order(&p4, &p2), order(&p6, &p4), order(&p4, &p2);
    return p4;
}

static void by_hand(void)
{
#pragma omp parallel
    {
        const size_t wide = (size_t)n + 2;
        float *rows = (float *)malloc(3 * wide * sizeof(float));
        int y, x, v;
#pragma omp for schedule(static)
        for (y = 0; y < n; y++) {
            float *restrict line = to + y * n;
            memset(rows, 0, 3 * wide * sizeof(float));
            for (v = 0; v < 3; v++) {
                if (y + v - 1 >= 0 && y + v - 1 < n) {
                    memcpy(rows + (size_t)v * wide + 1, from + (y + v - 1) * n,
                           (size_t)n * sizeof(float));
                }
            }
#pragma omp simd
            for (x = 0; x < n; x++) {
                line[x] = median_of(rows, rows + wide, rows + 2 * wide, x);
            }
        }
        free(rows);
    }
}

const sample median_sample = { make, launch, by_hand, 0 };
