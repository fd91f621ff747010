/* SPDX-License-Identifier: MIT */
/*
wrong.c: the sum of each tile, without the last barriers.

"The 32 threads of a warp run together anyway", somebody thought, "so that once no more than 32 are
at work no barrier is needed." On some old GPUs it went well. Mend it.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 1024
#define T 128
AMP_TILED_KERNEL(tile_sum, (T), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int n = T / 2; n > 0; n /= 2) {
        if (i < n) {
            t[i] += t[i + n];
        }
        /* ---- your part ---- */
        if (n > 32) {
            tile_barrier_wait(tidx);
        }
        /* ---- end of your part ---- */
    }
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
    return lesson_end();
}
