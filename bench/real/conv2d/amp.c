/* SPDX-License-Identifier: MIT */
/* A tile of 16 x 16 threads loads its pixels and those around them, as far as the filter reaches,
   into tile memory; then each thread weighs what is around its pixel. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define SIDE 16
#define MAX_RADIUS 8
#define MAX_WIDE (SIDE + 2 * MAX_RADIUS)

/* A row or column of an image that has n of them. */
static inline int inside(int i, int n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

AMP_TILED_KERNEL(conv2d_tiles, (SIDE, SIDE), value(int, radius), in(float, 2, filter),
                 in(float, 2, from), out(float, 2, to))
{
    tile_static(float, t, MAX_WIDE, MAX_WIDE);
    const int ty = tidx.local[0], tx = tidx.local[1];
    const int row = tidx.global[0], col = tidx.global[1];
    const int rows = from_shape.extent[0], cols = from_shape.extent[1];
    const int first_row = tidx.tile_origin[0] - radius;
    const int first_col = tidx.tile_origin[1] - radius;
    const int wide = SIDE + 2 * radius;
    for (int y = ty; y < wide; y += SIDE) {
        for (int x = tx; x < wide; x += SIDE) {
            t[y][x] = at(from, inside(first_row + y, rows), inside(first_col + x, cols));
        }
    }
    tile_barrier_wait(tidx);
    if (row < rows && col < cols) {
        float sum = 0.0f;
        for (int v = 0; v <= 2 * radius; v++) {
            for (int u = 0; u <= 2 * radius; u++) {
                sum += at(filter, v, u) * t[ty + v][tx + u];
            }
        }
        at(to, row, col) = sum;
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = conv2d.n, side = (n + SIDE - 1) / SIDE * SIDE, wide = 2 * conv2d.radius + 1;
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, conv2d.filter, wide, wide);
    views[1] = amp_view(float, conv2d.from, n, n);
    views[2] = amp_view(float, conv2d.to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), conv2d_tiles,
                          conv2d.radius, views[0], views[1], views[2]);
    return REAL_ENDED(s, views);
}

const real_variant conv2d_amp[] = { { "kernel", run }, { NULL, NULL } };
