/* SPDX-License-Identifier: MIT */
/*
exercise_3.c: the numbers of a tile in order, smallest first.

In turn after turn, threads with an even index, then those with an odd one, compare their number
with the next and swap the two if they stand wrongly. After T turns all are in order. Here every
thread compares in every turn, so that thread 3 swaps 3 and 4 while thread 4 swaps 4 and 5. Mend it.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_TILED_KERNEL(sort_tile, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int turn = 0; turn < T; turn++) {
        /* ---- your part ---- */
        const int mine_to_compare = i + 1 < T;
        /* ---- end of your part ---- */
        if (mine_to_compare && t[i] > t[i + 1]) {
            const int larger = t[i];
            t[i] = t[i + 1];
            t[i + 1] = larger;
        }
        tile_barrier_wait(tidx);
    }
    at(y, tidx.global[0]) = t[i];
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i, k;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    for (i = 0; i < N; i++) {
        x[i] = i * 29 % 64;
    }
    for (i = 0; i < N; i++) {
        int place = i / T * T;
        for (k = i / T * T; k < i / T * T + T; k++) {
            place += x[k] < x[i];
        }
        want[place] = x[i];
    }
    must(parallel_for_each(domain, sort_tile, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
