/* SPDX-License-Identifier: MIT */
/* Two steps of an edge detector on n x n pixels: gradients with a direction of four, then what is
   no maximum along its direction is put to 0. A pixel a thread; the rim is 0. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16

AMP_TILED_KERNEL(canny_gradient, (SIDE, SIDE), in(float, 2, from), out(float, 2, strength),
                 out(int, 2, direction))
{
    const int y = tidx.global[0], x = tidx.global[1], n = from_shape.extent[0];
    if (y >= n || x >= n) {
        return;
    }
    if (y == 0 || y == n - 1 || x == 0 || x == n - 1) {
        at(strength, y, x) = 0;
        at(direction, y, x) = 0;
        return;
    }
    const float gx = at(from, y, x + 1) - at(from, y, x - 1);
    const float gy = at(from, y + 1, x) - at(from, y - 1, x);
    const float ax = fabsf(gx), ay = fabsf(gy);
    int d;
    if (ay < 0.41421356f * ax) {
        d = 0;
    } else if (ay > 2.41421356f * ax) {
        d = 2;
    } else if (gx * gy > 0.0f) {
        d = 1;
    } else {
        d = 3;
    }
    at(strength, y, x) = sqrtf(gx * gx + gy * gy);
    at(direction, y, x) = d;
}

AMP_TILED_KERNEL(canny_thin, (SIDE, SIDE), in(float, 2, strength), in(int, 2, direction),
                 out(float, 2, to))
{
    const int y = tidx.global[0], x = tidx.global[1], n = strength_shape.extent[0];
    if (y >= n || x >= n) {
        return;
    }
    float kept = 0;
    if (y > 0 && y < n - 1 && x > 0 && x < n - 1) {
        const float here = at(strength, y, x);
        int dy, dx;
        switch (at(direction, y, x)) {
        case 0: dy = 0; dx = 1; break;
        case 1: dy = 1; dx = 1; break;
        case 2: dy = 1; dx = 0; break;
        default: dy = 1; dx = -1; break;
        }
        if (here >= at(strength, y + dy, x + dx) && here > at(strength, y - dy, x - dx)) {
            kept = here;
        }
    }
    at(to, y, x) = kept;
}
AMP_DEVICE_END

static int n;
static float *from, *strength, *to;
static int *direction;

static void make(int size)
{
    const size_t count = (size_t)size * (size_t)size;
    n = size;
    from = sample_floats(count, 0, 1);
    strength = sample_floats(count, 0, 1);
    direction = sample_ints(count, 0, 1);
    to = sample_floats(count, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    const int side = sample_whole(n, SIDE);
    const amp_tiled_extent tiles = amp_tile(amp_extent(side, side), SIDE, SIDE);
    amp_array_view views[4];
    amp_status s;
    views[0] = amp_view(float, from, n, n);
    views[1] = amp_view(float, strength, n, n);
    views[2] = amp_view(int, direction, n, n);
    views[3] = amp_view(float, to, n, n);
    s = parallel_for_each(tiles, canny_gradient, views[0], views[1], views[2]);
    if (s == AMP_OK) {
        s = parallel_for_each(tiles, canny_thin, views[1], views[2], views[3]);
    }
    return REAL_ENDED(s, views);
}

/* All four comparisons, of which the direction picks one: no element is looked for. */
static void by_hand(void)
{
    int y, x;
    memset(strength, 0, (size_t)n * (size_t)n * sizeof(float));
    memset(to, 0, (size_t)n * (size_t)n * sizeof(float));
#pragma omp parallel for schedule(static) private(x)
    for (y = 1; y < n - 1; y++) {
        const float *restrict p = from + y * n;
        float *restrict s = strength + y * n;
        int *restrict direct = direction + y * n;
#pragma omp simd
        for (x = 1; x < n - 1; x++) {
            const float gx = p[x + 1] - p[x - 1], gy = p[x + n] - p[x - n];
            const float ax = fabsf(gx), ay = fabsf(gy);
            const int slant = gx * gy > 0.0f ? 1 : 3, steep = ay > 2.41421356f * ax ? 2 : slant;
            s[x] = sqrtf(gx * gx + gy * gy);
            direct[x] = ay < 0.41421356f * ax ? 0 : steep;
        }
    }
#pragma omp parallel for schedule(static) private(x)
    for (y = 1; y < n - 1; y++) {
        const float *restrict s = strength + y * n;
        const int *restrict direct = direction + y * n;
        float *restrict line = to + y * n;
#pragma omp simd
        for (x = 1; x < n - 1; x++) {
            const float h = s[x];
            const int d = direct[x];
            const float a = d == 0 ? s[x + 1] : d == 1 ? s[x + n + 1] : d == 2 ? s[x + n]
                : s[x + n - 1];
            const float b = d == 0 ? s[x - 1] : d == 1 ? s[x - n - 1] : d == 2 ? s[x - n]
                : s[x - n + 1];
            line[x] = h >= a && h > b ? h : 0.0f;
        }
    }
}

const sample canny_sample = { make, launch, by_hand, 1e-5 };
