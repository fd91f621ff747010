/* SPDX-License-Identifier: MIT */
/*
slow.c: the second rung of the page: threads 0, 1, 2 work, on elements 2 * d apart.

Such elements are in few banks. Climb to the third rung.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 2048
#define T 128
AMP_TILED_KERNEL(tile_sum, (T), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    /* ---- your part ---- */
    for (int d = 1; d < T; d *= 2) {
        const int k = 2 * d * i;
        if (k < T) {
            t[k] += t[k + d];
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
    static int x[N], sums[N / T], want[N / T];
    amp_array_view vx = amp_view(int, x, N), vs = amp_view(int, sums, N / T);
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i % 100;
        want[i / T] += x[i];
    }
    must(parallel_for_each(amp_tile(amp_extent(N), T), tile_sum, vx, vs));
    must(amp_synchronize(vs));
    lesson_equal_int("sums", sums, want, one_by_tile(amp_extent(N / T)));
    lesson_memory("tile_sum", "bank_conflicts", 1);
    return lesson_end();
}
