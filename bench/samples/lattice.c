/* SPDX-License-Identifier: MIT */
/* A step of a lattice Boltzmann flow in two dimensions with nine speeds, on n x n cells that wrap
   around: each thread pulls nine numbers from its neighbours, lets them collide and stores nine. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define HIGH 8
#define WIDE 32
#define SPEEDS 9
static const int speed_y[SPEEDS] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int speed_x[SPEEDS] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const float share[SPEEDS] = {
    4.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36
};

AMP_TILED_KERNEL(lattice_tiles, (HIGH, WIDE), value(float, omega), in(float, 3, from),
                 out(float, 3, to))
{
    const int y = tidx.global[0], x = tidx.global[1], n = from_shape.extent[1];
    if (y >= n || x >= n) {
        return;
    }
    float f[SPEEDS], rho = 0, uy = 0, ux = 0;
    for (int k = 0; k < SPEEDS; k++) {
        f[k] = at(from, k, (y - speed_y[k] + n) % n, (x - speed_x[k] + n) % n);
        rho += f[k];
        uy += f[k] * (float)speed_y[k];
        ux += f[k] * (float)speed_x[k];
    }
    uy /= rho;
    ux /= rho;
    const float square = 1.5f * (uy * uy + ux * ux);
    for (int k = 0; k < SPEEDS; k++) {
        const float along = 3.0f * (uy * (float)speed_y[k] + ux * (float)speed_x[k]);
        const float rest = share[k] * rho * (1.0f + along + 0.5f * along * along - square);
        at(to, k, y, x) = f[k] + omega * (rest - f[k]);
    }
}
AMP_DEVICE_END

static int n;
static float *from, *to;
static const float omega = 1.2f;

static void make(int size)
{
    n = size;
    from = sample_floats(SPEEDS * (size_t)n * (size_t)n, 0.05f, 0.15f);
    to = sample_floats(SPEEDS * (size_t)n * (size_t)n, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, from, SPEEDS, n, n);
    views[1] = amp_view(float, to, SPEEDS, n, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, HIGH), sample_whole(n, WIDE)), HIGH,
                                   WIDE), lattice_tiles, omega, views[0], views[1]);
    return REAL_ENDED(s, views);
}

/* A cell from its nine numbers, which lie where p[] says. */
static inline void collide(const float *const *p, int back, int x, int ahead, int y)
{
    const float f[SPEEDS] = {
        p[0][x], p[1][back], p[2][x], p[3][ahead], p[4][x], p[5][back], p[6][ahead], p[7][ahead],
        p[8][back]
    };
    float rho = 0, uy = 0, ux = 0, square;
    int k;
    for (k = 0; k < SPEEDS; k++) {
        rho += f[k];
        uy += f[k] * (float)speed_y[k];
        ux += f[k] * (float)speed_x[k];
    }
    uy /= rho;
    ux /= rho;
    square = 1.5f * (uy * uy + ux * ux);
    for (k = 0; k < SPEEDS; k++) {
        const float along = 3.0f * (uy * (float)speed_y[k] + ux * (float)speed_x[k]);
        const float rest = share[k] * rho * (1.0f + along + 0.5f * along * along - square);
        to[(k * n + y) * n + x] = f[k] + omega * (rest - f[k]);
    }
}

static void by_hand(void)
{
    int y;
#pragma omp parallel for schedule(static)
    for (y = 0; y < n; y++) {
        const float *p[SPEEDS];
        int k, x;
        for (k = 0; k < SPEEDS; k++) {
            p[k] = from + (k * n + (y - speed_y[k] + n) % n) * n;
        }
        collide(p, n - 1, 0, n > 1 ? 1 : 0, y);
#pragma omp simd
        for (x = 1; x < n - 1; x++) {
            collide(p, x - 1, x, x + 1, y);
        }
        collide(p, n > 1 ? n - 2 : 0, n - 1, 0, y);
    }
}

const sample lattice_sample = { make, launch, by_hand, 1e-5 };
