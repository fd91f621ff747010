/* SPDX-License-Identifier: MIT */
/* An image of n x n turned by an angle, each pixel between four of the old ones, as a texture unit
   does; what lies outside is 0. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16

AMP_TILED_KERNEL(rotate_tiles, (SIDE, SIDE), value(float, sine), value(float, cosine),
                 in(float, 2, from), out(float, 2, to))
{
    const int row = tidx.global[0], column = tidx.global[1], n = from_shape.extent[0];
    if (row >= n || column >= n) {
        return;
    }
    const float v = (float)row - 0.5f * (float)n, u = (float)column - 0.5f * (float)n;
    const float y = cosine * v - sine * u + 0.5f * (float)n;
    const float x = sine * v + cosine * u + 0.5f * (float)n;
    const float fy = floorf(y), fx = floorf(x), dy = y - fy, dx = x - fx;
    const int iy = (int)fy, ix = (int)fx;
    float sum = 0;
    if (iy >= 0 && iy + 1 < n && ix >= 0 && ix + 1 < n) {
        sum = (1.0f - dy) * ((1.0f - dx) * at(from, iy, ix) + dx * at(from, iy, ix + 1))
            + dy * ((1.0f - dx) * at(from, iy + 1, ix) + dx * at(from, iy + 1, ix + 1));
    }
    at(to, row, column) = sum;
}
AMP_DEVICE_END

static int n;
static float *from, *to;
static const float sine = 0.38268343f, cosine = 0.92387953f;

/* Smooth, so that a place on the edge of two pixels gives nearly the same on either side. */
static void make(int size)
{
    int i;
    n = size;
    from = sample_floats((size_t)n * (size_t)n, 0, 1);
    for (i = 0; i < n * n; i++) {
        const float y = ((float)(i / n) - 0.5f * (float)n) / (float)n;
        const float x = ((float)(i % n) - 0.5f * (float)n) / (float)n;
        from[i] = 2.0f - 8.0f * (x * x + y * y);
        from[i] = from[i] < 0 ? 0 : from[i];
    }
    to = sample_floats((size_t)n * (size_t)n, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    const int side = sample_whole(n, SIDE);
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, from, n, n);
    views[1] = amp_view(float, to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), rotate_tiles, sine, cosine,
                          views[0], views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int row;
#pragma omp parallel for schedule(static)
    for (row = 0; row < n; row++) {
        const float v = (float)row - 0.5f * (float)n;
        int column;
#pragma omp simd
        for (column = 0; column < n; column++) {
            const float u = (float)column - 0.5f * (float)n;
            const float y = cosine * v - sine * u + 0.5f * (float)n;
            const float x = sine * v + cosine * u + 0.5f * (float)n;
            const float fy = floorf(y), fx = floorf(x), dy = y - fy, dx = x - fx;
            const int iy = (int)fy, ix = (int)fx;
            const int in = iy >= 0 && iy + 1 < n && ix >= 0 && ix + 1 < n;
            const float *p = from + (in ? iy * n + ix : 0);
            const float sum = (1.0f - dy) * ((1.0f - dx) * p[0] + dx * p[n > 1 ? 1 : 0])
                            + dy * ((1.0f - dx) * p[n > 1 ? n : 0] + dx * p[n > 1 ? n + 1 : 0]);
            to[row * n + column] = in ? sum : 0.0f;
        }
    }
}

const sample rotate_sample = { make, launch, by_hand, 1e-3 };
