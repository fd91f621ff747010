/* SPDX-License-Identifier: MIT */
/*
wrong.c: each tile counts how many of its numbers are even.

Four threads of a tile all add to one element. Mend it with what you know: one thread of the tile
does the counting, in a loop, and the others do nothing.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 32
#define T 4
AMP_TILED_KERNEL(count_even, (T), in(int, 1, x), inout(int, 1, even))
{
    /* ---- your part ---- */
    if (at(x, tidx.global[0]) % 2 == 0) {
        at(even, tidx.tile[0]) += 1;
    }
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    int x[N], even[N / T] = { 0 }, want[N / T] = { 0 }, i;
    amp_array_view vx = amp_view(int, x, N), ve = amp_view(int, even, N / T);
    for (i = 0; i < N; i++) {
        x[i] = i * i / 3;
        want[i / T] += x[i] % 2 == 0;
    }
    must(parallel_for_each(amp_tile(amp_extent(N), T), count_even, vx, ve));
    must(amp_synchronize(ve));
    lesson_equal_int("even", even, want, one_by_tile(amp_extent(N / T)));
    return lesson_end();
}
