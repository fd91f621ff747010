/* SPDX-License-Identifier: MIT */
/*
exercise_1.c: the largest number of each tile, without threads that stand between.

Threads 0, 2, 4 and so on compare, and in each warp half of the threads look on. Choose n so that
the lower half of the threads compares with the upper half: three lines change.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 2048
#define T 128
AMP_TILED_KERNEL(largest, (T), in(int, 1, x), out(int, 1, most))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    /* ---- your part ---- */
    for (int n = 1; n < T; n *= 2) {
        if (i % (2 * n) == 0) {
            t[i] = t[i + n] > t[i] ? t[i + n] : t[i];
        }
        tile_barrier_wait(tidx);
    }
    /* ---- end of your part ---- */
    if (i == 0) {
        at(most, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END

int main(void)
{
    static int x[N], most[N / T], want[N / T];
    amp_array_view vx = amp_view(int, x, N), vm = amp_view(int, most, N / T);
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i * 37 % 1009;
        want[i / T] = x[i] > want[i / T] ? x[i] : want[i / T];
    }
    must(parallel_for_each(amp_tile(amp_extent(N), T), largest, vx, vm));
    must(amp_synchronize(vm));
    lesson_equal_int("most", most, want, one_by_tile(amp_extent(N / T)));
    lesson_memory("largest:t", "active", 0.5);
    return lesson_end();
}
