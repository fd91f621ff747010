/* SPDX-License-Identifier: MIT */
/*
exercise_2.c: the numbers of a tile move on by one place, five times.

The loop stands, and moves nothing. In each turn a thread takes what its left neighbour has (thread
0 that of the last). All threads read before any of them writes, and all have written before the
next turn: two barriers a turn.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_TILED_KERNEL(travel, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int i = tidx.local[0], left = (i + T - 1) % T;
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int turn = 0; turn < 5; turn++) {
        /* ---- your part ---- */
        const int moved = t[i];
        /* ---- end of your part ---- */
        t[i] = moved;
        tile_barrier_wait(tidx);
    }
    at(y, tidx.global[0]) = t[i];
    (void)left;
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    for (i = 0; i < N; i++) {
        x[i] = 9 * i;
        want[i / T * T + (i + 5) % T] = 9 * i;
    }
    must(parallel_for_each(domain, travel, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
