/* SPDX-License-Identifier: MIT */
/* A stencil of 27 points in a cube of n^3, with a weight by how many coordinates differ: a tile of
   4 x 8 x 16 loads 6 x 10 x 18 by quotients and rests, zeros outside. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define DEEP 4
#define HIGH 8
#define WIDE 16
#define AROUND(n) ((n) + 2)

AMP_TILED_KERNEL(stencil27_tiles, (DEEP, HIGH, WIDE), in(float, 1, weight), in(float, 3, from),
                 out(float, 3, to))
{
    tile_static(float, t, AROUND(DEEP), AROUND(HIGH), AROUND(WIDE));
    const int tz = tidx.local[0], ty = tidx.local[1], tx = tidx.local[2];
    const int l = (tz * HIGH + ty) * WIDE + tx, n = from_shape.extent[0];
    for (int i = l; i < AROUND(DEEP) * AROUND(HIGH) * AROUND(WIDE); i += DEEP * HIGH * WIDE) {
        const int c = i % AROUND(WIDE), b = i / AROUND(WIDE) % AROUND(HIGH);
        const int a = i / (AROUND(WIDE) * AROUND(HIGH));
        const int z = tidx.tile_origin[0] + a - 1, y = tidx.tile_origin[1] + b - 1;
        const int x = tidx.tile_origin[2] + c - 1;
        float there = 0;
        if (z >= 0 && z < n && y >= 0 && y < n && x >= 0 && x < n) {
            there = at(from, z, y, x);
        }
        t[a][b][c] = there;
    }
    tile_barrier_wait(tidx);
    float sum = 0;
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            for (int c = 0; c < 3; c++) {
                sum += at(weight, (a != 1) + (b != 1) + (c != 1)) * t[tz + a][ty + b][tx + c];
            }
        }
    }
    const int z = tidx.global[0], y = tidx.global[1], x = tidx.global[2];
    if (z < n && y < n && x < n) {
        at(to, z, y, x) = sum;
    }
}
AMP_DEVICE_END

static int n;
static float *weight, *from, *to;

static void make(int size)
{
    const size_t count = (size_t)size * (size_t)size * (size_t)size;
    n = size;
    weight = sample_floats(4, 0, 0.05f);
    from = sample_floats(count, 0, 1);
    to = sample_floats(count, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, weight, 4);
    views[1] = amp_view(float, from, n, n, n);
    views[2] = amp_view(float, to, n, n, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, DEEP), sample_whole(n, HIGH),
                                              sample_whole(n, WIDE)), DEEP, HIGH, WIDE),
                          stencil27_tiles, views[0], views[1], views[2]);
    return REAL_ENDED(s, views);
}

/* What the nine rows around one have in common first: of each column the sums of four edges' and of
   four corners' rows, which the point before and the one behind use again. */
static void by_hand(void)
{
#pragma omp parallel
    {
        const size_t wide = (size_t)n + 2;
        float *row = (float *)malloc(4 * wide * sizeof(float));
        float *zero = (float *)calloc((size_t)n, sizeof(float));
        float *restrict middle = row + 1, *restrict sides = middle + wide;
        float *restrict corners = sides + wide;
        int z, y, x;
        memset(row, 0, 4 * wide * sizeof(float));
#define ROW(dz, dy) (z + (dz) < 0 || z + (dz) >= n || y + (dy) < 0 || y + (dy) >= n ? zero \
                     : from + ((z + (dz)) * n + y + (dy)) * n)
#pragma omp for schedule(static)
        for (z = 0; z < n; z++) {
            for (y = 0; y < n; y++) {
                const float *restrict p = ROW(0, 0);
                const float *s1 = ROW(-1, 0), *s2 = ROW(1, 0), *s3 = ROW(0, -1), *s4 = ROW(0, 1);
                const float *c1 = ROW(-1, -1), *c2 = ROW(-1, 1), *c3 = ROW(1, -1);
                const float *c4 = ROW(1, 1);
                float *restrict line = to + (z * n + y) * n;
#pragma omp simd
                for (x = 0; x < n; x++) {
                    middle[x] = p[x];
                    sides[x] = s1[x] + s2[x] + s3[x] + s4[x];
                    corners[x] = c1[x] + c2[x] + c3[x] + c4[x];
                }
#pragma omp simd
                for (x = 0; x < n; x++) {
                    line[x] = weight[0] * middle[x]
                            + weight[1] * (sides[x] + middle[x - 1] + middle[x + 1])
                            + weight[2] * (corners[x] + sides[x - 1] + sides[x + 1])
                            + weight[3] * (corners[x - 1] + corners[x + 1]);
                }
            }
        }
        free(row);
        free(zero);
    }
}

const sample stencil27_sample = { make, launch, by_hand, 1e-5 };
