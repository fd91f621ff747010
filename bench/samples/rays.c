/* SPDX-License-Identifier: MIT */
/* n x n rays among 16 spheres, a ray a thread: the nearest sphere that it meets, lit from one side;
   the spheres lie in tile memory as structures. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16
#define SPHERES 16
typedef struct sphere {
    float x, y, z, radius;
} sphere;

AMP_TILED_KERNEL(rays_tiles, (SIDE, SIDE), in(sphere, 1, spheres), out(float, 2, to))
{
    tile_static(sphere, t, SPHERES);
    const int row = tidx.global[0], column = tidx.global[1], n = to_shape.extent[0];
    const int l = tidx.local[0] * SIDE + tidx.local[1];
    if (l < SPHERES) {
        t[l] = at(spheres, l);
    }
    tile_barrier_wait(tidx);
    if (row >= n || column >= n) {
        return;
    }
    float dx = (float)column / (float)n - 0.5f, dy = (float)row / (float)n - 0.5f, dz = 1.0f;
    const float length = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz);
    dx *= length;
    dy *= length;
    dz *= length;
    float nearest = 1e30f, light = 0.1f;
    for (int k = 0; k < SPHERES; k++) {
        const sphere s = t[k];
        const float along = s.x * dx + s.y * dy + s.z * dz;
        const float away = s.x * s.x + s.y * s.y + s.z * s.z - along * along;
        const float inside = s.radius * s.radius - away;
        if (inside > 0.0f) {
            const float far = along - sqrtf(inside);
            if (far > 0.0f && far < nearest) {
                nearest = far;
                const float shade = ((far * dx - s.x) * 0.6f - (far * dy - s.y) * 0.64f
                                     - (far * dz - s.z) * 0.48f) / s.radius;
                light = shade > 0.1f ? shade : 0.1f;
            }
        }
    }
    at(to, row, column) = nearest < 1e30f ? light : 0.0f;
}
AMP_DEVICE_END

static int n;
static float *spheres, *to; /* four floats a sphere */

static void make(int size)
{
    int k;
    n = size;
    spheres = sample_floats(4 * SPHERES, -1, 1);
    for (k = 0; k < SPHERES; k++) {
        spheres[4 * k + 2] += 4;
        spheres[4 * k + 3] = 0.3f + 0.2f * fabsf(spheres[4 * k + 3]);
    }
    to = sample_floats((size_t)n * (size_t)n, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    const int side = sample_whole(n, SIDE);
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(sphere, (sphere *)(void *)spheres, SPHERES);
    views[1] = amp_view(float, to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), rays_tiles, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int row;
#pragma omp parallel for schedule(static)
    for (row = 0; row < n; row++) {
        int column, k;
#pragma omp simd private(k)
        for (column = 0; column < n; column++) {
            const float px = (float)column / (float)n - 0.5f, py = (float)row / (float)n - 0.5f;
            const float length = 1.0f / sqrtf(px * px + py * py + 1.0f);
            const float dx = px * length, dy = py * length, dz = length;
            float nearest = 1e30f, light = 0.1f;
            for (k = 0; k < SPHERES; k++) {
                const float x = spheres[4 * k], y = spheres[4 * k + 1], z = spheres[4 * k + 2];
                const float radius = spheres[4 * k + 3], along = x * dx + y * dy + z * dz;
                const float inside = radius * radius - (x * x + y * y + z * z - along * along);
                const float far = along - sqrtf(inside > 0 ? inside : 0);
                const int hit = inside > 0 && far > 0 && far < nearest;
                const float shade = ((far * dx - x) * 0.6f - (far * dy - y) * 0.64f
                                     - (far * dz - z) * 0.48f) / radius;
                nearest = hit ? far : nearest;
                light = hit ? (shade > 0.1f ? shade : 0.1f) : light;
            }
            to[row * n + column] = nearest < 1e30f ? light : 0.0f;
        }
    }
}

/* A ray that only just meets a sphere may miss it in another rounding: its light is then off. */
const sample rays_sample = { make, launch, by_hand, 1e-2 };
