/* SPDX-License-Identifier: MIT */
/* A tile of 256 threads goes through some rows in tile memory: it loads a ghost zone as wide as
   there are rows, of which each row makes one cell at either end worthless. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define WIDTH 256

/* Rows first to first + rows - 1 of the costs. */
AMP_TILED_KERNEL(pathfinder_rows, (WIDTH), value(int, first), value(int, rows), in(int, 2, cost),
                 in(int, 1, from), out(int, 1, to))
{
    tile_static(int, way, WIDTH);
    tile_static(int, next, WIDTH);
    const int tx = tidx.local[0], n = from_shape.extent[0];
    /* The grid's column of the tile's first cell, and of this thread's. */
    const int first_col = (WIDTH - 2 * rows) * tidx.tile[0] - rows;
    const int col = first_col + tx;
    /* The tile's cells that lie in the grid. */
    const int left = first_col < 0 ? -first_col : 0;
    const int right = first_col + WIDTH > n ? n - 1 - first_col : WIDTH - 1;
    const int west = tx - 1 < left ? left : tx - 1;
    const int east = tx + 1 > right ? right : tx + 1;
    const int inside = tx >= left && tx <= right;
    int computed = 0;
    if (inside) {
        way[tx] = at(from, col);
    }
    tile_barrier_wait(tidx);
    for (int i = 0; i < rows; i++) {
        computed = 0;
        if (tx >= i + 1 && tx <= WIDTH - 2 - i && inside) {
            int least = way[west] < way[tx] ? way[west] : way[tx];
            least = way[east] < least ? way[east] : least;
            computed = 1;
            next[tx] = least + at(cost, first + i, col);
        }
        tile_barrier_wait(tidx);
        if (i == rows - 1) {
            break;
        }
        if (computed) {
            way[tx] = next[tx];
        }
        tile_barrier_wait(tidx);
    }
    if (computed) {
        at(to, col) = next[tx];
    }
}
AMP_DEVICE_END

static double run(void)
{
    enum { AT_ONCE = 20 };
    const int n = pathfinder.n;
    amp_array_view views[3];
    amp_status s = AMP_OK;
    int i, k = 1;
    views[0] = amp_view(int, pathfinder.cost, pathfinder.steps, n);
    views[1] = amp_view(int, pathfinder.from, n);
    views[2] = amp_view(int, pathfinder.to, n);
    for (i = 0; i < pathfinder.steps && s == AMP_OK; i += AT_ONCE) {
        const int rows = pathfinder.steps - i < AT_ONCE ? pathfinder.steps - i : AT_ONCE;
        const int inner = WIDTH - 2 * rows, tiles = (n + inner - 1) / inner;
        s = parallel_for_each(amp_tile(amp_extent(tiles * WIDTH), WIDTH), pathfinder_rows, i, rows,
                              views[0], views[k], views[3 - k]);
        k = 3 - k;
    }
    pathfinder.result = k == 1 ? pathfinder.from : pathfinder.to;
    return REAL_ENDED(s, views);
}

const real_variant pathfinder_amp[] = { { "kernel", run }, { NULL, NULL } };
