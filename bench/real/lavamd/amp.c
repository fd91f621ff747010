/* SPDX-License-Identifier: MIT */
/* A box a tile of 128 threads, a particle a thread. The tile brings the boxes around its own into
   tile memory one after the other, and each thread adds up what their particles give its own. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define THREADS 128

typedef struct particle {
    float x, y, z, charge;
} particle;

typedef struct pull {
    float potential, x, y, z;
} pull;

AMP_TILED_KERNEL(lavamd_pull, (THREADS), value(int, particles), value(float, alpha2),
                 in(particle, 1, places), in(int, 2, around), in(int, 1, around_count),
                 out(pull, 1, result))
{
    tile_static(particle, own, THREADS);
    tile_static(particle, other, THREADS);
    const int box = tidx.tile[0], first = box * particles;
    const int count = at(around_count, box);
    pull sum = { 0, 0, 0, 0 };
    for (int i = tidx.local[0]; i < particles; i += THREADS) {
        own[i] = at(places, first + i);
    }
    tile_barrier_wait(tidx);
    for (int k = 0; k < count; k++) {
        const int other_first = at(around, box, k) * particles;
        for (int i = tidx.local[0]; i < particles; i += THREADS) {
            other[i] = at(places, other_first + i);
        }
        tile_barrier_wait(tidx);
        for (int i = tidx.local[0]; i < particles; i += THREADS) {
            for (int j = 0; j < particles; j++) {
                const float dx = own[i].x - other[j].x;
                const float dy = own[i].y - other[j].y;
                const float dz = own[i].z - other[j].z;
                const float e = expf(-alpha2 * (dx * dx + dy * dy + dz * dz));
                const float f = 2.0f * other[j].charge * e;
                sum.potential += other[j].charge * e;
                sum.x += f * dx;
                sum.y += f * dy;
                sum.z += f * dz;
            }
        }
        tile_barrier_wait(tidx);
    }
    if (tidx.local[0] < particles) {
        at(result, first + tidx.local[0]) = sum;
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int boxes = lavamd.boxes, all = boxes * lavamd.particles;
    amp_array_view views[4];
    amp_status s;
    views[0] = amp_view(particle, (particle *)lavamd.places, all);
    views[1] = amp_view(int, lavamd.around, boxes, LAVAMD_AROUND);
    views[2] = amp_view(int, lavamd.around_count, boxes);
    views[3] = amp_view(pull, (pull *)lavamd.result, all);
    s = parallel_for_each(amp_tile(amp_extent(boxes * THREADS), THREADS), lavamd_pull,
                          lavamd.particles, lavamd.alpha2, views[0], views[1], views[2], views[3]);
    return REAL_ENDED(s, views);
}

const real_variant lavamd_amp[] = { { "kernel", run }, { NULL, NULL } };
