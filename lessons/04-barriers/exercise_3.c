/* SPDX-License-Identifier: MIT */
/*
exercise_3.c: every thread gets the sum of its tile, in four turns.

In the turn with distance d (1, 2, 4, 8) thread i adds what thread i ^ d has to its own: partners
add each other's number. After the last turn all 16 have the whole sum. Write the loop, with its
barriers.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_TILED_KERNEL(all_sum, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    /* ---- your part ---- */
    for (int d = 1; d < T; d *= 2) {
        t[i] += t[i ^ d];
        tile_barrier_wait(tidx);
    }
    /* ---- end of your part ---- */
    at(y, tidx.global[0]) = t[i];
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N] = { 0 }, i, k;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    for (i = 0; i < N; i++) {
        x[i] = i * i;
        for (k = i / T * T; k < i / T * T + T; k++) {
            want[i] += k * k;
        }
    }
    must(parallel_for_each(domain, all_sum, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    lesson_memory("all_sum", "barriers", 9);
    return lesson_end();
}
