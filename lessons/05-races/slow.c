/* SPDX-License-Identifier: MIT */
/*
slow.c: the sum of each tile without a race, in global memory.

Nothing is wrong with it, but that the work goes on in a view, far away. Use tile memory.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 256
#define T 32
AMP_TILED_KERNEL(add_up, (T), in(int, 1, x), inout(int, 1, work), out(int, 1, sums))
{
    const int i = tidx.local[0];
    /* ---- your part ---- */
    const int g = tidx.global[0];
    at(work, g) = at(x, g);
    tile_barrier_wait(tidx);
    for (int n = T / 2; n > 0; n /= 2) {
        if (i < n) {
            at(work, g) += at(work, g + n);
        }
        tile_barrier_wait(tidx);
    }
    if (i == 0) {
        at(sums, tidx.tile[0]) = at(work, g);
    }
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static int x[N], work[N], sums[N / T], want[N / T];
    amp_array_view vx = amp_view(int, x, N), vw = amp_view(int, work, N);
    amp_array_view vs = amp_view(int, sums, N / T);
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i + 1;
        want[i / T] += x[i];
    }
    must(parallel_for_each(amp_tile(amp_extent(N), T), add_up, vx, vw, vs));
    must(amp_synchronize(vs));
    lesson_equal_int("sums", sums, want, one_by_tile(amp_extent(N / T)));
    lesson_memory("add_up", "bytes_moved", N * 4 + N / T * 32);
    return lesson_end();
}
