/* SPDX-License-Identifier: MIT */
/*
wrong.c: the sum of each tile, and one line of program.c is missing.

Read the two lines that the checker names, and ask of both: in which interval are they?
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_TILED_KERNEL(add_up, (T), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    /* ---- your part ---- */
    for (int n = T / 2; n > 0; n /= 2) {
        if (i < n) {
            t[i] += t[i + n];
        }
        tile_barrier_wait(tidx);
    }
    /* ---- end of your part ---- */
    if (i == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END

int main(void)
{
    int x[N], sums[N / T], want[N / T] = { 0 }, i;
    amp_array_view vx = amp_view(int, x, N), vs = amp_view(int, sums, N / T);
    for (i = 0; i < N; i++) {
        x[i] = i + 1;
        want[i / T] += x[i];
    }
    must(parallel_for_each(amp_tile(amp_extent(N), T), add_up, vx, vs));
    must(amp_synchronize(vs));
    lesson_equal_int("sums", sums, want, one_by_tile(amp_extent(N / T)));
    return lesson_end();
}
