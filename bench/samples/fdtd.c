/* SPDX-License-Identifier: MIT */
/* A step of finite differences in a cube of n^3, four neighbours to each side: a tile of 8 x 32
   goes plane by plane, has its plane with a halo in tile memory and what lies before and behind in
   each thread. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define RADIUS 4
#define HIGH 8
#define WIDE 32

AMP_TILED_KERNEL(fdtd_tiles, (HIGH, WIDE), in(float, 1, c), in(float, 3, from),
                 inout(float, 3, to))
{
    tile_static(float, t, HIGH + 2 * RADIUS, WIDE + 2 * RADIUS);
    const int ty = tidx.local[0], tx = tidx.local[1], n = from_shape.extent[0];
    const int y = tidx.global[0] + RADIUS, x = tidx.global[1] + RADIUS;
    const int inside = y < n - RADIUS && x < n - RADIUS;
    const int row = y < n ? y : n - 1, column = x < n ? x : n - 1;
    float before[RADIUS], behind[RADIUS], here = 0;
    for (int i = 0; i < RADIUS; i++) {
        before[i] = at(from, RADIUS - 1 - i, row, column);
        behind[i] = at(from, RADIUS + 1 + i, row, column);
    }
    here = at(from, RADIUS, row, column);
    for (int z = RADIUS; z < n - RADIUS; z++) {
        t[ty + RADIUS][tx + RADIUS] = here;
        if (ty < RADIUS) {
            const int low = y - RADIUS, high = y + HIGH;
            t[ty][tx + RADIUS] = at(from, z, low < n ? low : n - 1, column);
            t[ty + HIGH + RADIUS][tx + RADIUS] = at(from, z, high < n ? high : n - 1, column);
        }
        if (tx < RADIUS) {
            const int left = x - RADIUS, right = x + WIDE;
            t[ty + RADIUS][tx] = at(from, z, row, left < n ? left : n - 1);
            t[ty + RADIUS][tx + WIDE + RADIUS] = at(from, z, row, right < n ? right : n - 1);
        }
        tile_barrier_wait(tidx);
        float sum = at(c, 0) * here;
        for (int i = 1; i <= RADIUS; i++) {
            sum += at(c, i) * (before[i - 1] + behind[i - 1] + t[ty + RADIUS - i][tx + RADIUS]
                               + t[ty + RADIUS + i][tx + RADIUS] + t[ty + RADIUS][tx + RADIUS - i]
                               + t[ty + RADIUS][tx + RADIUS + i]);
        }
        if (inside) {
            at(to, z, y, x) = sum;
        }
        tile_barrier_wait(tidx);
        for (int i = RADIUS - 1; i > 0; i--) {
            before[i] = before[i - 1];
        }
        before[0] = here;
        here = behind[0];
        for (int i = 0; i < RADIUS - 1; i++) {
            behind[i] = behind[i + 1];
        }
        if (z + RADIUS + 1 < n) {
            behind[RADIUS - 1] = at(from, z + RADIUS + 1, row, column);
        }
    }
}
AMP_DEVICE_END

static int n;
static float *c, *from, *to;

static void make(int size)
{
    const size_t count = (size_t)size * (size_t)size * (size_t)size;
    n = size;
    c = sample_floats(RADIUS + 1, -0.1f, 0.1f);
    from = sample_floats(count, 0, 1);
    to = sample_floats(count, 0, 1);
    sample_is_changed(to);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, c, RADIUS + 1);
    views[1] = amp_view(float, from, n, n, n);
    views[2] = amp_view(float, to, n, n, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n - 2 * RADIUS, HIGH),
                                              sample_whole(n - 2 * RADIUS, WIDE)), HIGH, WIDE),
                          fdtd_tiles, views[0], views[1], views[2]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    const int plane = n * n;
    int z, y, x;
#pragma omp parallel for schedule(static) private(y, x)
    for (z = RADIUS; z < n - RADIUS; z++) {
        for (y = RADIUS; y < n - RADIUS; y++) {
            const float *restrict p = from + z * plane + y * n;
            float *restrict line = to + z * plane + y * n;
            const float c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3], c4 = c[4];
#define AROUND(i) (p[x - (i) * plane] + p[x + (i) * plane] + p[x - (i) * n] + p[x + (i) * n] \
                   + p[x - (i)] + p[x + (i)])
#pragma omp simd
            for (x = RADIUS; x < n - RADIUS; x++) {
                line[x] = c0 * p[x] + c1 * AROUND(1) + c2 * AROUND(2) + c3 * AROUND(3)
                        + c4 * AROUND(4);
            }
        }
    }
}

const sample fdtd_sample = { make, launch, by_hand, 1e-5 };
