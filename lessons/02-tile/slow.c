/* SPDX-License-Identifier: MIT */
/*
slow.c: a copy, by tiles that stand on end.

The tiles have 32 rows and one column, so that the threads of a tile, who work together, stand below
each other: each needs a piece of memory of its own. Give the tile another form, with as many
threads.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
/* ---- your part ---- */
#define TILE_ROWS 32
#define TILE_COLUMNS 1
/* ---- end of your part ---- */

AMP_TILED_KERNEL(copy, (TILE_ROWS, TILE_COLUMNS), in(int, 2, x), out(int, 2, y))
{
    at_index(y, tidx.global) = at_index(x, tidx.global);
}
AMP_DEVICE_END

int main(void)
{
    static int x[N][N], y[N][N];
    amp_array_view vx = amp_view(int, x, N, N), vy = amp_view(int, y, N, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N, N), TILE_ROWS, TILE_COLUMNS);
    int i;
    for (i = 0; i < N * N; i++) {
        x[i / N][i % N] = 7 * i;
    }
    must(parallel_for_each(domain, copy, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y[0], x[0], by_tile(domain));
    lesson_number("threads of a tile", TILE_ROWS * TILE_COLUMNS, 32);
    lesson_memory("copy", "efficiency", 0.99);
    return lesson_end();
}
