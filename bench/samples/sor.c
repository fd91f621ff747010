/* SPDX-License-Identifier: MIT */
/* Two half steps of successive over-relaxation on n x n points: the red ones, then the black ones,
   each thread a point, of which half have nothing to do. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define HIGH 8
#define WIDE 32

AMP_TILED_KERNEL(sor_tiles, (HIGH, WIDE), value(int, colour), value(float, omega),
                 in(float, 2, right), inout(float, 2, u))
{
    const int y = tidx.global[0] + 1, x = tidx.global[1] + 1, n = u_shape.extent[0];
    if (y < n - 1 && x < n - 1 && (y + x) % 2 == colour) {
        const float old = at(u, y, x);
        const float around = at(u, y - 1, x) + at(u, y + 1, x) + at(u, y, x - 1) + at(u, y, x + 1);
        at(u, y, x) = old + omega * (0.25f * (around - at(right, y, x)) - old);
    }
}
AMP_DEVICE_END

static int n;
static float *right, *u;
static const float omega = 1.7f;

static void make(int size)
{
    n = size;
    right = sample_floats((size_t)n * (size_t)n, 0, 1);
    u = sample_floats((size_t)n * (size_t)n, 0, 1);
    sample_is_changed(u);
}

static double launch(void)
{
    const amp_tiled_extent tiles = amp_tile(amp_extent(sample_whole(n - 2, HIGH),
                                                       sample_whole(n - 2, WIDE)), HIGH, WIDE);
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, right, n, n);
    views[1] = amp_view(float, u, n, n);
    s = parallel_for_each(tiles, sor_tiles, 0, omega, views[0], views[1]);
    if (s == AMP_OK) {
        s = parallel_for_each(tiles, sor_tiles, 1, omega, views[0], views[1]);
    }
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int colour, y, x;
    for (colour = 0; colour < 2; colour++) {
#pragma omp parallel for schedule(static) private(x)
        for (y = 1; y < n - 1; y++) {
            float *p = u + y * n;
            const float *restrict r = right + y * n;
#pragma omp simd
            for (x = 1 + (y + 1 + colour) % 2; x < n - 1; x += 2) {
                const float around = p[x - n] + p[x + n] + p[x - 1] + p[x + 1];
                p[x] += omega * (0.25f * (around - r[x]) - p[x]);
            }
        }
    }
}

const sample sor_sample = { make, launch, by_hand, 1e-5 };
