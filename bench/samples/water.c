/* SPDX-License-Identifier: MIT */
/* A step of shallow water on n x n cells (Lax and Friedrichs): height and two momenta as three
   views, a tile of 16 x 16 with its neighbours in tile memory; what lies outside is as the rim. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16
#define WIDE (SIDE + 2)

static inline int nearest(int i, int n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

/* How momentum p is carried across at height h, with pressure. */
static inline float carried(float h, float p)
{
    return p * p / h + 0.5f * h * h;
}

AMP_TILED_KERNEL(water_tiles, (SIDE, SIDE), value(float, step), in(float, 2, h0), in(float, 2, u0),
                 in(float, 2, v0), out(float, 2, h1), out(float, 2, u1), out(float, 2, v1))
{
    tile_static(float, h, WIDE, WIDE);
    tile_static(float, u, WIDE, WIDE);
    tile_static(float, v, WIDE, WIDE);
    const int n = h0_shape.extent[0], y = tidx.global[0], x = tidx.global[1];
    for (int i = tidx.local[0]; i < WIDE; i += SIDE) {
        const int row = nearest(tidx.tile_origin[0] + i - 1, n);
        for (int j = tidx.local[1]; j < WIDE; j += SIDE) {
            const int column = nearest(tidx.tile_origin[1] + j - 1, n);
            h[i][j] = at(h0, row, column);
            u[i][j] = at(u0, row, column);
            v[i][j] = at(v0, row, column);
        }
    }
    tile_barrier_wait(tidx);
    if (y < n && x < n) {
        const int i = tidx.local[0] + 1, j = tidx.local[1] + 1;
        const float l = h[i][j - 1], r = h[i][j + 1], a = h[i - 1][j], b = h[i + 1][j];
        at(h1, y, x) = 0.25f * (l + r + a + b)
                     - step * (u[i][j + 1] - u[i][j - 1] + v[i + 1][j] - v[i - 1][j]);
        at(u1, y, x) = 0.25f * (u[i][j - 1] + u[i][j + 1] + u[i - 1][j] + u[i + 1][j])
                     - step * (carried(r, u[i][j + 1]) - carried(l, u[i][j - 1])
                               + u[i + 1][j] * v[i + 1][j] / b - u[i - 1][j] * v[i - 1][j] / a);
        at(v1, y, x) = 0.25f * (v[i][j - 1] + v[i][j + 1] + v[i - 1][j] + v[i + 1][j])
                     - step * (carried(b, v[i + 1][j]) - carried(a, v[i - 1][j])
                               + u[i][j + 1] * v[i][j + 1] / r - u[i][j - 1] * v[i][j - 1] / l);
    }
}
AMP_DEVICE_END

static int n;
static float *h0, *u0, *v0, *h1, *u1, *v1;
static const float step = 0.05f;

static float *result(size_t count)
{
    float *p = sample_floats(count, 0, 1);
    sample_is_result(p);
    return p;
}

static void make(int size)
{
    const size_t count = (size_t)size * (size_t)size;
    n = size;
    h0 = sample_floats(count, 1, 2);
    u0 = sample_floats(count, -1, 1);
    v0 = sample_floats(count, -1, 1);
    h1 = result(count);
    u1 = result(count);
    v1 = result(count);
}

static double launch(void)
{
    const int side = sample_whole(n, SIDE);
    amp_array_view views[6];
    amp_status s;
    views[0] = amp_view(float, h0, n, n);
    views[1] = amp_view(float, u0, n, n);
    views[2] = amp_view(float, v0, n, n);
    views[3] = amp_view(float, h1, n, n);
    views[4] = amp_view(float, u1, n, n);
    views[5] = amp_view(float, v1, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), water_tiles, step,
                          views[0], views[1], views[2], views[3], views[4], views[5]);
    return REAL_ENDED(s, views);
}

static inline void cell(int above, int here, int below, int l, int x, int r)
{
    const int left = here + l, right = here + r, up = above + x, down = below + x, at_ = here + x;
    h1[at_] = 0.25f * (h0[left] + h0[right] + h0[up] + h0[down])
            - step * (u0[right] - u0[left] + v0[down] - v0[up]);
    u1[at_] = 0.25f * (u0[left] + u0[right] + u0[up] + u0[down])
            - step * (carried(h0[right], u0[right]) - carried(h0[left], u0[left])
                      + u0[down] * v0[down] / h0[down] - u0[up] * v0[up] / h0[up]);
    v1[at_] = 0.25f * (v0[left] + v0[right] + v0[up] + v0[down])
            - step * (carried(h0[down], v0[down]) - carried(h0[up], v0[up])
                      + u0[right] * v0[right] / h0[right] - u0[left] * v0[left] / h0[left]);
}

static void by_hand(void)
{
    int y;
#pragma omp parallel for schedule(static)
    for (y = 0; y < n; y++) {
        const int here = y * n, above = nearest(y - 1, n) * n, below = nearest(y + 1, n) * n;
        int x;
        cell(above, here, below, 0, 0, nearest(1, n));
#pragma omp simd
        for (x = 1; x < n - 1; x++) {
            cell(above, here, below, x - 1, x, x + 1);
        }
        cell(above, here, below, nearest(n - 2, n), n - 1, n - 1);
    }
}

const sample water_sample = { make, launch, by_hand, 1e-5 };
