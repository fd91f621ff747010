/* SPDX-License-Identifier: MIT */
/*
wrong.c: the second half of each tile takes the numbers of the first half.

Only some threads come to the barrier. Mend the kernel.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_TILED_KERNEL(second_half, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    /* ---- your part ---- */
    if (i >= T / 2) {
        tile_barrier_wait(tidx);
        at(y, tidx.global[0]) = t[i - T / 2];
    } else {
        at(y, tidx.global[0]) = t[i];
    }
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    for (i = 0; i < N; i++) {
        x[i] = 9 * i;
        want[i] = 9 * (i / T * T + i % (T / 2));
    }
    must(parallel_for_each(domain, second_half, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
