/* SPDX-License-Identifier: MIT */
/* A tile of 8 x 2 x 8 threads computes 8 x 8 x 8 points, four a thread, one above the other. It
   brings the bins around into tile memory, 32 at a time, and each thread goes through their
   atoms. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define SIDE 8
#define ROWS 2
#define THREADS (SIDE * ROWS * SIDE)
#define DEPTH 8
#define AT_ONCE 32
#define SPACING 0.5f

typedef struct atom {
    float x, y, z, charge;
} atom;

AMP_TILED_KERNEL(cutcp_potential, (SIDE, ROWS, SIDE), value(int, border), value(float, cutoff2),
                 value(int, offset_count), in(int, 2, offsets), in(atom, 1, atoms),
                 value(int, bins), out(float, 3, potential))
{
    tile_static(atom, near, AT_ONCE * DEPTH);
    const int l = (tidx.local[0] * ROWS + tidx.local[1]) * SIDE + tidx.local[2];
    const int n = potential_shape.extent[0];
    const int pz = SIDE * tidx.tile[0] + tidx.local[0];
    const int py = SIDE * tidx.tile[1] + tidx.local[1];
    const int px = SIDE * tidx.tile[2] + tidx.local[2];
    const float z = SPACING * (float)pz, y = SPACING * (float)py, x = SPACING * (float)px;
    const float inverse = 1.0f / cutoff2;
    float energy0 = 0, energy1 = 0, energy2 = 0, energy3 = 0;
    for (int first = 0; first < offset_count; first += AT_ONCE) {
        const int count = offset_count - first < AT_ONCE ? offset_count - first : AT_ONCE;
        for (int i = l; i < count * DEPTH; i += THREADS) {
            const int o = first + i / DEPTH;
            const int bz = border + tidx.tile[0] + at(offsets, o, 0);
            const int by = border + tidx.tile[1] + at(offsets, o, 1);
            const int bx = border + tidx.tile[2] + at(offsets, o, 2);
            near[i] = at(atoms, ((bz * bins + by) * bins + bx) * DEPTH + i % DEPTH);
        }
        tile_barrier_wait(tidx);
        for (int b = 0; b < count; b++) {
            for (int i = 0; i < DEPTH; i++) {
                const atom a = near[b * DEPTH + i];
                if (a.charge == 0) {
                    break; /* the bin has no more */
                }
                const float dx = a.x - x, dz = a.z - z, dxz2 = dx * dx + dz * dz;
                float dy = a.y - y, r2 = dy * dy + dxz2;
                if (r2 < cutoff2) {
                    const float s = 1.0f - r2 * inverse;
                    energy0 += a.charge * amp_fast_rsqrtf(r2) * s * s;
                }
                dy -= ROWS * SPACING;
                r2 = dy * dy + dxz2;
                if (r2 < cutoff2) {
                    const float s = 1.0f - r2 * inverse;
                    energy1 += a.charge * amp_fast_rsqrtf(r2) * s * s;
                }
                dy -= ROWS * SPACING;
                r2 = dy * dy + dxz2;
                if (r2 < cutoff2) {
                    const float s = 1.0f - r2 * inverse;
                    energy2 += a.charge * amp_fast_rsqrtf(r2) * s * s;
                }
                dy -= ROWS * SPACING;
                r2 = dy * dy + dxz2;
                if (r2 < cutoff2) {
                    const float s = 1.0f - r2 * inverse;
                    energy3 += a.charge * amp_fast_rsqrtf(r2) * s * s;
                }
            }
        }
        tile_barrier_wait(tidx);
    }
    if (pz < n && px < n) {
        if (py < n) {
            at(potential, pz, py, px) = energy0;
        }
        if (py + ROWS < n) {
            at(potential, pz, py + ROWS, px) = energy1;
        }
        if (py + 2 * ROWS < n) {
            at(potential, pz, py + 2 * ROWS, px) = energy2;
        }
        if (py + 3 * ROWS < n) {
            at(potential, pz, py + 3 * ROWS, px) = energy3;
        }
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = cutcp.n, bins = cutcp.bins, tiles = cutcp.tiles;
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(int, cutcp.offsets, cutcp.offset_count, 3);
    views[1] = amp_view(atom, (atom *)cutcp.atoms, bins * bins * bins * DEPTH);
    views[2] = amp_view(float, cutcp.potential, n, n, n);
    s = parallel_for_each(amp_tile(amp_extent(tiles * SIDE, tiles * ROWS, tiles * SIDE), SIDE,
                                   ROWS, SIDE), cutcp_potential, cutcp.border,
                          cutcp.cutoff * cutcp.cutoff, cutcp.offset_count, views[0], views[1],
                          bins, views[2]);
    return REAL_ENDED(s, views);
}

const real_variant cutcp_amp[] = { { "kernel", run }, { NULL, NULL } };
