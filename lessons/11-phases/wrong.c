/* SPDX-License-Identifier: MIT */
/*
wrong.c: each thread adds its number to that of the thread on the other side of the tile.

own is one variable, for the whole tile, and not one for each thread. Mend it: either with
thread_private, or without the variable.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_PHASED_KERNEL(both_sides, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    /* ---- your part ---- */
    int own = 0;
    phase {
        own = at(x, tidx.global[0]);
        t[tidx.local[0]] = own;
    }
    phase {
        at(y, tidx.global[0]) = own + t[T - 1 - tidx.local[0]];
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
        x[i] = i * i;
    }
    for (i = 0; i < N; i++) {
        want[i] = x[i] + x[i / T * T + T - 1 - i % T];
    }
    must(parallel_for_each(domain, both_sides, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
