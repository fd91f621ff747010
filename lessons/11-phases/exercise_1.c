/* SPDX-License-Identifier: MIT */
/*
exercise_1.c: each thread takes the number of its right neighbour in the tile, the last one that of
the first: exercise_1.c of lesson 4, as phases.

The first phase is there. Write the second.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_PHASED_KERNEL(rotate, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    phase {
        t[tidx.local[0]] = at(x, tidx.global[0]);
    }
    /* ---- your part ---- */
    phase {
        at(y, tidx.global[0]) = t[tidx.local[0]];
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
        want[i] = 9 * (i / T * T + (i + 1) % T);
    }
    must(parallel_for_each(domain, rotate, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
