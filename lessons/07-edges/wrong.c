/* SPDX-License-Identifier: MIT */
/*
wrong.c: each thread takes the number of its tile's first thread.

Threads without a number go home at once. Mend the kernel.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 50
#define T 16
AMP_TILED_KERNEL(first_of_tile, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int g = tidx.global[0], i = tidx.local[0];
    /* ---- your part ---- */
    if (g >= x_shape.extent[0]) {
        return;
    }
    t[i] = at(x, g);
    tile_barrier_wait(tidx);
    at(y, g) = t[0];
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    for (i = 0; i < N; i++) {
        x[i] = 3 * i;
        want[i] = 3 * (i / T * T);
    }
    must(parallel_for_each(amp_pad(amp_tile(amp_extent(N), T)), first_of_tile, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(amp_tile(amp_extent(N), T)));
    return lesson_end();
}
