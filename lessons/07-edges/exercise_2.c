/* SPDX-License-Identifier: MIT */
/*
exercise_2.c: the sum of each tile of 16, for 100 numbers. The last tile has four.

Threads without a number still take part in the barriers. What do they bring?
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 100
#define T 16
#define TILES ((N + T - 1) / T)
AMP_TILED_KERNEL(add_up, (T), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    /* ---- your part ---- */
    t[i] = at(x, tidx.global[0]);
    /* ---- end of your part ---- */
    tile_barrier_wait(tidx);
    for (int n = T / 2; n > 0; n /= 2) {
        if (i < n) {
            t[i] += t[i + n];
        }
        tile_barrier_wait(tidx);
    }
    if (i == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END

int main(void)
{
    int x[N], sums[TILES], want[TILES] = { 0 }, i;
    amp_array_view vx = amp_view(int, x, N), vs = amp_view(int, sums, TILES);
    for (i = 0; i < N; i++) {
        x[i] = 2 * i + 1;
        want[i / T] += x[i];
    }
    must(parallel_for_each(amp_pad(amp_tile(amp_extent(N), T)), add_up, vx, vs));
    must(amp_synchronize(vs));
    lesson_equal_int("sums", sums, want, one_by_tile(amp_extent(TILES)));
    return lesson_end();
}
