/* SPDX-License-Identifier: MIT */
/*
slow.c: 96 numbers plus 1, in tiles of 256.

The launch is padded to 256 threads, of which 160 have nothing to do. Choose a tile that fits
better. A tile has at least 32 threads, since those run together in any case.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 96
/* ---- your part ---- */
#define T 256
/* ---- end of your part ---- */

AMP_TILED_KERNEL(plus_one, (T), in(int, 1, x), out(int, 1, y))
{
    if (tidx.global[0] < x_shape.extent[0]) {
        at(y, tidx.global[0]) = at(x, tidx.global[0]) + 1;
    }
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    for (i = 0; i < N; i++) {
        x[i] = 3 * i;
        want[i] = x[i] + 1;
    }
    must(parallel_for_each(amp_pad(amp_tile(amp_extent(N), T)), plus_one, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(amp_tile(amp_extent(N), T)));
    lesson_number("a tile has 32 threads or more", T >= 32, 1);
    lesson_memory("plus_one", "idle", 0.05);
    return lesson_end();
}
