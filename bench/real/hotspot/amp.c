/* SPDX-License-Identifier: MIT */
/* A tile of 16 x 16 threads makes some steps in tile memory: it loads a ghost zone as wide
   as there are steps, of which each step makes one ring worthless. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define SIDE 16

AMP_TILED_KERNEL(hotspot_steps, (SIDE, SIDE), value(int, steps), value(float, scale),
                 value(float, rx), value(float, ry), value(float, rz), value(float, ambient),
                 in(float, 2, power), in(float, 2, from), out(float, 2, to))
{
    tile_static(float, t, SIDE, SIDE);
    tile_static(float, p, SIDE, SIDE);
    tile_static(float, next, SIDE, SIDE);
    const int ty = tidx.local[0], tx = tidx.local[1];
    const int n = from_shape.extent[0];
    /* The grid's row and column of the tile's first cell, and of this thread's. */
    const int first_row = (SIDE - 2 * steps) * tidx.tile[0] - steps;
    const int first_col = (SIDE - 2 * steps) * tidx.tile[1] - steps;
    const int row = first_row + ty, col = first_col + tx;
    /* The tile's cells that lie on the chip. */
    const int top = first_row < 0 ? -first_row : 0;
    const int bottom = first_row + SIDE > n ? n - 1 - first_row : SIDE - 1;
    const int left = first_col < 0 ? -first_col : 0;
    const int right = first_col + SIDE > n ? n - 1 - first_col : SIDE - 1;
    const int north = ty - 1 < top ? top : ty - 1;
    const int south = ty + 1 > bottom ? bottom : ty + 1;
    const int west = tx - 1 < left ? left : tx - 1;
    const int east = tx + 1 > right ? right : tx + 1;
    int computed = 0;
    if (row >= 0 && row < n && col >= 0 && col < n) {
        t[ty][tx] = at(from, row, col);
        p[ty][tx] = at(power, row, col);
    }
    tile_barrier_wait(tidx);
    for (int i = 0; i < steps; i++) {
        computed = 0;
        if (tx >= i + 1 && tx <= SIDE - 2 - i && ty >= i + 1 && ty <= SIDE - 2 - i
            && tx >= left && tx <= right && ty >= top && ty <= bottom) {
            computed = 1;
            next[ty][tx] = t[ty][tx] + scale * (p[ty][tx]
                + (t[south][tx] + t[north][tx] - 2.0f * t[ty][tx]) * ry
                + (t[ty][east] + t[ty][west] - 2.0f * t[ty][tx]) * rx
                + (ambient - t[ty][tx]) * rz);
        }
        tile_barrier_wait(tidx);
        if (i == steps - 1) {
            break;
        }
        if (computed) {
            t[ty][tx] = next[ty][tx];
        }
        tile_barrier_wait(tidx);
    }
    if (computed) {
        at(to, row, col) = next[ty][tx];
    }
}
AMP_DEVICE_END

static double run(void)
{
    enum { AT_ONCE = 2 };
    const int n = hotspot.n;
    amp_array_view views[3];
    amp_status s = AMP_OK;
    int i, k = 1;
    views[0] = amp_view(float, hotspot.power, n, n);
    views[1] = amp_view(float, hotspot.from, n, n);
    views[2] = amp_view(float, hotspot.to, n, n);
    for (i = 0; i < hotspot.steps && s == AMP_OK; i += AT_ONCE) {
        const int steps = hotspot.steps - i < AT_ONCE ? hotspot.steps - i : AT_ONCE;
        const int inner = SIDE - 2 * steps, tiles = (n + inner - 1) / inner;
        s = parallel_for_each(amp_tile(amp_extent(tiles * SIDE, tiles * SIDE), SIDE, SIDE),
                              hotspot_steps, steps, hotspot.scale, hotspot.rx, hotspot.ry,
                              hotspot.rz, hotspot.ambient, views[0], views[k], views[3 - k]);
        k = 3 - k;
    }
    hotspot.result = k == 1 ? hotspot.from : hotspot.to;
    return REAL_ENDED(s, views);
}

const real_variant hotspot_amp[] = { { "kernel", run }, { NULL, NULL } };
