/* SPDX-License-Identifier: MIT */
/*
exercise_1.c: how much is each number above the first of its tile?

The first lines, which fill tile memory and wait, are there. Write the last one, with t alone: no
thread is to read x once more.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 256
#define T 32
AMP_TILED_KERNEL(above_first, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    /* ---- your part ---- */
    at(y, tidx.global[0]) = t[tidx.local[0]];
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static int x[N], y[N], want[N];
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i * i;
        want[i] = i * i - (i / T * T) * (i / T * T);
    }
    must(parallel_for_each(domain, above_first, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    lesson_memory("above_first", "bytes_moved", 2 * N * (int)sizeof(int));
    return lesson_end();
}
