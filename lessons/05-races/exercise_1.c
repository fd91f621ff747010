/* SPDX-License-Identifier: MIT */
/*
exercise_1.c: does a tile hold a negative number? Each thread writes the answer, 0 or 1.

Here all threads that see one write the same 1 to one place. Two writes to one place in one interval
are a race even if the value is the same: a compiler or a GPU may rely on there being none. Let each
thread write a flag of its own, and read all of them behind the barrier.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_TILED_KERNEL(any_negative, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, flag, T);
    const int i = tidx.local[0];
    /* ---- your part ---- */
    int any;
    if (i == 0) {
        flag[0] = 0;
    }
    tile_barrier_wait(tidx);
    if (at(x, tidx.global[0]) < 0) {
        flag[0] = 1;
    }
    tile_barrier_wait(tidx);
    any = flag[0];
    /* ---- end of your part ---- */
    at(y, tidx.global[0]) = any;
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    for (i = 0; i < N; i++) {
        x[i] = i < 20 || i > 40 ? i : -i;
        want[i] = i / T == 1 || i / T == 2;
    }
    must(parallel_for_each(domain, any_negative, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
