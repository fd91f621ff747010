/* SPDX-License-Identifier: MIT */
/*
wrong.c: each thread takes its neighbour's number, by way of a view.

There is a barrier between the write and the read, and still they race. Which memory does it order?
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_TILED_KERNEL(hand_on, (T), in(int, 1, x), inout(int, 1, work), out(int, 1, y))
{
    at(work, tidx.global[0]) = 2 * at(x, tidx.global[0]);
    /* ---- your part ---- */
    tile_barrier_wait_with_tile_static_memory_fence(tidx);
    /* ---- end of your part ---- */
    at(y, tidx.global[0]) = at(work, tidx.tile_origin[0] + (tidx.local[0] + 1) % T);
}
AMP_DEVICE_END

int main(void)
{
    int x[N], work[N] = { 0 }, y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vw = amp_view(int, work, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    for (i = 0; i < N; i++) {
        x[i] = 5 * i;
        want[i] = 10 * (i / T * T + (i + 1) % T);
    }
    must(parallel_for_each(domain, hand_on, vx, vw, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
