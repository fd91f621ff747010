/* SPDX-License-Identifier: MIT */
/* A thread an atom. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define TILE 256

typedef struct coordinates {
    float x, y, z, w;
} coordinates;

AMP_TILED_KERNEL(md_forces, (TILE), value(float, cutoff2), in(int, 1, count), in(int, 1, list),
                 in(coordinates, 1, position), out(coordinates, 1, force))
{
    const int i = tidx.global[0], n = force_shape.extent[0];
    if (i < n) {
        const coordinates here = at(position, i);
        const int neighbours = at(count, i);
        coordinates sum = { 0, 0, 0, 0 };
        for (int k = 0; k < neighbours; k++) {
            const coordinates there = at(position, at(list, k * n + i));
            const float dx = here.x - there.x, dy = here.y - there.y, dz = here.z - there.z;
            const float r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < cutoff2) {
                const float one = 1.0f / r2, six = one * one * one;
                const float pull = one * six * (48.0f * six - 24.0f);
                sum.x += dx * pull;
                sum.y += dy * pull;
                sum.z += dz * pull;
            }
        }
        at(force, i) = sum;
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = md.n, tiles = (n + TILE - 1) / TILE;
    amp_array_view views[4];
    amp_status s;
    views[0] = amp_view(int, md.count, n);
    views[1] = amp_view(int, md.list, md.most * n);
    views[2] = amp_view(coordinates, (coordinates *)md.position, n);
    views[3] = amp_view(coordinates, (coordinates *)md.force, n);
    s = parallel_for_each(amp_tile(amp_extent(tiles * TILE), TILE), md_forces, md.cutoff2,
                          views[0], views[1], views[2], views[3]);
    return REAL_ENDED(s, views);
}

const real_variant md_amp[] = { { "kernel", run }, { NULL, NULL } };
