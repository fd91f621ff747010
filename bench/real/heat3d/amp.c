/* SPDX-License-Identifier: MIT */
/* A tile of 8 x 32 threads goes through the cube plane by plane, after Micikevicius, 3D finite
   difference computation on GPUs using CUDA (GPGPU-2, 2009): the plane it is at lies in tile
   memory, one cell wider on each side; the cells below and above it a thread keeps to itself. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define ROWS 8
#define COLS 32

AMP_TILED_KERNEL(heat3d_step, (ROWS, COLS), value(float, diffusion), in(float, 3, from),
                 inout(float, 3, to))
{
    tile_static(float, plane, ROWS + 2, COLS + 2);
    const int n = from_shape.extent[0];
    const int y = tidx.global[0], x = tidx.global[1];
    const int ty = tidx.local[0] + 1, tx = tidx.local[1] + 1;
    const int on_grid = y < n && x < n;
    const int inner = y > 0 && y < n - 1 && x > 0 && x < n - 1;
    float below = 0, here = 0, above = 0;
    if (on_grid) {
        below = at(from, 0, y, x);
        here = at(from, 1, y, x);
    }
    for (int z = 1; z < n - 1; z++) {
        if (on_grid) {
            above = at(from, z + 1, y, x);
            plane[ty][tx] = here;
            if (ty == 1 && y > 0) {
                plane[0][tx] = at(from, z, y - 1, x);
            }
            if (ty == ROWS && y < n - 1) {
                plane[ROWS + 1][tx] = at(from, z, y + 1, x);
            }
            if (tx == 1 && x > 0) {
                plane[ty][0] = at(from, z, y, x - 1);
            }
            if (tx == COLS && x < n - 1) {
                plane[ty][COLS + 1] = at(from, z, y, x + 1);
            }
        }
        tile_barrier_wait(tidx);
        if (inner) {
            at(to, z, y, x) = here + diffusion * (below + above + plane[ty - 1][tx]
                                                  + plane[ty + 1][tx] + plane[ty][tx - 1]
                                                  + plane[ty][tx + 1] - 6.0f * here);
        }
        below = here;
        here = above;
        tile_barrier_wait(tidx);
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = heat3d.n;
    amp_array_view views[2];
    amp_status s = AMP_OK;
    int i;
    views[0] = amp_view(float, heat3d.from, n, n, n);
    views[1] = amp_view(float, heat3d.to, n, n, n);
    for (i = 0; i < heat3d.steps && n > 2 && s == AMP_OK; i++) {
        s = parallel_for_each(amp_pad(amp_tile(amp_extent(n, n), ROWS, COLS)), heat3d_step,
                              heat3d.diffusion, views[i % 2], views[1 - i % 2]);
    }
    heat3d.result = heat3d.steps % 2 == 0 ? heat3d.from : heat3d.to;
    return REAL_ENDED(s, views);
}

const real_variant heat3d_amp[] = { { "kernel", run }, { NULL, NULL } };
