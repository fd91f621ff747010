/* SPDX-License-Identifier: MIT */
/*
exercise_3.c: keep the numbers that are divisible by three, within each tile, without gaps.

Lesson 6 did this with a counter, in any order. A scan keeps the order: count, for each thread, how
many in front of it and itself are kept. That is its place, plus 1. What is left of a tile of y
stays 0. The scan is there; choose what it counts, and who writes where.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 128
#define T 16
AMP_TILED_KERNEL(keep, (T), in(int, 1, x), inout(int, 1, y))
{
    tile_static(int, t, T);
    const int i = tidx.local[0], number = at(x, tidx.global[0]);
    const int kept = number % 3 == 0;
    t[i] = kept;
    tile_barrier_wait(tidx);
    for (int d = 1; d < T; d *= 2) {
        const int before = i >= d ? t[i - d] : 0;
        tile_barrier_wait(tidx);
        t[i] += before;
        tile_barrier_wait(tidx);
    }
    /* ---- your part ---- */
    if (kept) {
        at(y, tidx.tile_origin[0]) = number;
    }
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static int x[N], y[N], want[N];
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    int i, place = 0;
    for (i = 0; i < N; i++) {
        x[i] = i * i % 11 + 1;
        place = i % T == 0 ? i : place;
        if (x[i] % 3 == 0) {
            want[place++] = x[i];
        }
    }
    must(parallel_for_each(domain, keep, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
