/* SPDX-License-Identifier: MIT */
/* A warp a row, four rows a tile. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define WARP 32
#define ROWS 4
#define TILE (ROWS * WARP)

AMP_TILED_KERNEL(spmv_vector_rows, (TILE), in(int, 1, start), in(int, 1, column),
                 in(float, 1, value), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, TILE);
    const int l = tidx.local[0], lane = l % WARP, row = tidx.tile[0] * ROWS + l / WARP;
    const int n = y_shape.extent[0];
    float sum = 0;
    if (row < n) {
        const int end = at(start, row + 1);
        for (int i = at(start, row) + lane; i < end; i += WARP) {
            sum += at(value, i) * at(x, at(column, i));
        }
    }
    t[l] = sum;
    tile_barrier_wait(tidx);
    for (int by = WARP / 2; by > 0; by /= 2) {
        if (lane < by) {
            t[l] += t[l + by];
        }
        tile_barrier_wait(tidx);
    }
    if (lane == 0 && row < n) {
        at(y, row) = t[l];
    }
}
AMP_DEVICE_END

static double run(void)
{
    const real_matrix *m = &spmv_vector.m;
    const int tiles = (m->n + ROWS - 1) / ROWS;
    amp_array_view views[5];
    amp_status s;
    views[0] = amp_view(int, m->start, m->n + 1);
    views[1] = amp_view(int, m->column, m->start[m->n] + 1);
    views[2] = amp_view(float, m->value, m->start[m->n] + 1);
    views[3] = amp_view(float, spmv_vector.x, m->n);
    views[4] = amp_view(float, spmv_vector.y, m->n);
    s = parallel_for_each(amp_tile(amp_extent(tiles * TILE), TILE), spmv_vector_rows, views[0],
                          views[1], views[2], views[3], views[4]);
    return REAL_ENDED(s, views);
}

const real_variant spmv_vector_amp[] = { { "kernel", run }, { NULL, NULL } };
