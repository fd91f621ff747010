/* SPDX-License-Identifier: MIT */
/*
exercise_1.c: turn each tile around: inside of a tile the order is to be reversed.

With tiles of four, 0 1 2 3 4 5 6 7 becomes 3 2 1 0 7 6 5 4. tidx.tile_origin[0] is the global index
of the tile's first thread. Write which element of x a thread reads.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 4
AMP_TILED_KERNEL(turn_tiles, (T), in(int, 1, x), out(int, 1, y))
{
    /* ---- your part ---- */
    const int from = tidx.global[0];
    /* ---- end of your part ---- */
    at(y, tidx.global[0]) = at(x, from);
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    for (i = 0; i < N; i++) {
        x[i] = 10 * i;
        want[i] = 10 * (i / T * T + T - 1 - i % T);
    }
    must(parallel_for_each(domain, turn_tiles, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
