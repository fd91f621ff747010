/* SPDX-License-Identifier: MIT */
/* The accelerations of n bodies by each other: a body is a structure of four floats, 256 of them at
   a time lie in tile memory. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256
typedef struct body {
    float x, y, z, mass;
} body;
typedef struct pull {
    float x, y, z;
} pull;

AMP_TILED_KERNEL(nbody_tiles, (TILE), in(body, 1, bodies), out(pull, 1, to))
{
    tile_static(body, t, TILE);
    const int i = tidx.global[0], n = bodies_shape.extent[0];
    const body me = at(bodies, i < n ? i : n - 1);
    pull sum;
    sum.x = 0;
    sum.y = 0;
    sum.z = 0;
    for (int first = 0; first < n; first += TILE) {
        const int other = first + tidx.local[0];
        t[tidx.local[0]] = at(bodies, other < n ? other : n - 1);
        if (other >= n) {
            t[tidx.local[0]].mass = 0;
        }
        tile_barrier_wait(tidx);
        for (int k = 0; k < TILE; k++) {
            const body b = t[k];
            const float x = b.x - me.x, y = b.y - me.y, z = b.z - me.z;
            const float square = x * x + y * y + z * z + 0.01f, inverse = 1.0f / sqrtf(square);
            const float force = b.mass * inverse * inverse * inverse;
            sum.x += x * force;
            sum.y += y * force;
            sum.z += z * force;
        }
        tile_barrier_wait(tidx);
    }
    if (i < n) {
        at(to, i) = sum;
    }
}
AMP_DEVICE_END

static int n;
static float *bodies, *to; /* four floats a body, three a result */

static void make(int size)
{
    n = size;
    bodies = sample_floats(4 * (size_t)n, 0, 1);
    to = sample_floats(3 * (size_t)n, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(body, (body *)(void *)bodies, n);
    views[1] = amp_view(pull, (pull *)(void *)to, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, TILE)), TILE), nbody_tiles, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

/* Eight bodies side by side, all others one by one. */
static void by_hand(void)
{
    enum { LANES = 8 };
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += LANES) {
        const int count = n - first < LANES ? n - first : LANES;
        float px[LANES], py[LANES], pz[LANES];
        float sx[LANES] = { 0 }, sy[LANES] = { 0 }, sz[LANES] = { 0 };
        int m, k;
        for (m = 0; m < LANES; m++) {
            const float *p = bodies + 4 * (first + (m < count ? m : 0));
            px[m] = p[0], py[m] = p[1], pz[m] = p[2];
        }
        for (k = 0; k < n; k++) {
            const float *p = bodies + 4 * k;
#pragma omp simd
            for (m = 0; m < LANES; m++) {
                const float x = p[0] - px[m], y = p[1] - py[m], z = p[2] - pz[m];
                const float inverse = 1.0f / sqrtf(x * x + y * y + z * z + 0.01f);
                const float force = p[3] * inverse * inverse * inverse;
                sx[m] += x * force;
                sy[m] += y * force;
                sz[m] += z * force;
            }
        }
        for (m = 0; m < count; m++) {
            float *p = to + 3 * (first + m);
            p[0] = sx[m], p[1] = sy[m], p[2] = sz[m];
        }
    }
}

const sample nbody_sample = { make, launch, by_hand, 1e-4 };
