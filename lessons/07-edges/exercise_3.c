/* SPDX-License-Identifier: MIT */
/*
exercise_3.c: each number becomes the sum of itself and its two neighbours, in tile memory.

A tile of T threads needs T + 2 numbers: its own, one to the left, one to the right. t[1] to t[T]
are the tile's own, t[0] and t[T + 1] those beside it. Beyond the ends of x they count as 0. The
tile's own are brought; bring the two others: by one thread each, and without reading what is not
there.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 100
#define T 16
AMP_TILED_KERNEL(three, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T + 2);
    const int g = tidx.global[0], i = tidx.local[0], n = x_shape.extent[0];
    t[i + 1] = g < n ? at(x, g) : 0;
    /* ---- your part ---- */
    if (i == 0) {
        t[0] = 0;
        t[T + 1] = 0;
    }
    /* ---- end of your part ---- */
    tile_barrier_wait(tidx);
    if (g < n) {
        at(y, g) = t[i] + t[i + 1] + t[i + 2];
    }
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    for (i = 0; i < N; i++) {
        x[i] = i * i % 19;
    }
    for (i = 0; i < N; i++) {
        want[i] = (i > 0 ? x[i - 1] : 0) + x[i] + (i + 1 < N ? x[i + 1] : 0);
    }
    must(parallel_for_each(amp_pad(amp_tile(amp_extent(N), T)), three, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(amp_tile(amp_extent(N), T)));
    lesson_memory("three:x", "tile_reuse", 1);
    return lesson_end();
}
