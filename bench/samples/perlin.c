/* SPDX-License-Identifier: MIT */
/* Perlin's noise on n x n points, four octaves: a table of 256 numbers in no order, one of eight
   gradients at each corner, and curves between them. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16

static inline float curve(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static inline float between(float t, float a, float b)
{
    return a + t * (b - a);
}

static inline float slope(int hash, float y, float x)
{
    const float u = (hash & 1) != 0 ? -x : x, v = (hash & 2) != 0 ? -y : y;
    return (hash & 4) != 0 ? u + 0.5f * v : 0.5f * u + v;
}

AMP_TILED_KERNEL(perlin_tiles, (SIDE, SIDE), value(float, scale), in(int, 1, number),
                 out(float, 2, to))
{
    const int gy = tidx.global[0], gx = tidx.global[1];
    if (gy >= to_shape.extent[0] || gx >= to_shape.extent[1]) {
        return;
    }
    float sum = 0, weight = 1, y = (float)gy * scale, x = (float)gx * scale;
    for (int octave = 0; octave < 4; octave++) {
        const float fy = floorf(y), fx = floorf(x), dy = y - fy, dx = x - fx;
        const int iy = (int)fy & 255, ix = (int)fx & 255;
        const int top = at(number, ix) + iy, side = at(number, (ix + 1) & 255) + iy;
        const float u = curve(dx), v = curve(dy);
        const float a = between(u, slope(at(number, top & 255), dy, dx),
                                slope(at(number, side & 255), dy, dx - 1.0f));
        const float b = between(u, slope(at(number, (top + 1) & 255), dy - 1.0f, dx),
                                slope(at(number, (side + 1) & 255), dy - 1.0f, dx - 1.0f));
        sum += weight * between(v, a, b);
        weight *= 0.5f;
        y *= 2.0f;
        x *= 2.0f;
    }
    at(to, gy, gx) = sum;
}
AMP_DEVICE_END

static int n;
static int *number;
static float *to;
static const float scale = 1.0f / 32;

static void make(int size)
{
    n = size;
    number = sample_ints(256, 0, 256);
    to = sample_floats((size_t)n * (size_t)n, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    const int side = sample_whole(n, SIDE);
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(int, number, 256);
    views[1] = amp_view(float, to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), perlin_tiles, scale,
                          views[0], views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int gy;
#pragma omp parallel for schedule(static)
    for (gy = 0; gy < n; gy++) {
        int gx;
#pragma omp simd
        for (gx = 0; gx < n; gx++) {
            float sum = 0, weight = 1, y = (float)gy * scale, x = (float)gx * scale;
            int octave;
            for (octave = 0; octave < 4; octave++) {
                const float fy = floorf(y), fx = floorf(x), dy = y - fy, dx = x - fx;
                const int iy = (int)fy & 255, ix = (int)fx & 255;
                const int top = number[ix] + iy, side = number[(ix + 1) & 255] + iy;
                const float u = curve(dx), v = curve(dy);
                const float a = between(u, slope(number[top & 255], dy, dx),
                                        slope(number[side & 255], dy, dx - 1.0f));
                const float b = between(u, slope(number[(top + 1) & 255], dy - 1.0f, dx),
                                        slope(number[(side + 1) & 255], dy - 1.0f, dx - 1.0f));
                sum += weight * between(v, a, b);
                weight *= 0.5f;
                y *= 2.0f;
                x *= 2.0f;
            }
            to[gy * n + gx] = sum;
        }
    }
}

const sample perlin_sample = { make, launch, by_hand, 1e-5 };
