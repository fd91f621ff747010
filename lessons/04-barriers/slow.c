/* SPDX-License-Identifier: MIT */
/*
slow.c: each thread adds the numbers of its tile, and of those in front of it twice.

It waits in each turn of the loop, although nobody writes tile memory there. A barrier costs the
time of the slowest thread: leave out those that order nothing.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_TILED_KERNEL(weighted, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    int sum = 0;
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    /* ---- your part ---- */
    for (int k = 0; k < T; k++) {
        sum += k < i ? 2 * t[k] : t[k];
        tile_barrier_wait(tidx);
    }
    /* ---- end of your part ---- */
    at(y, tidx.global[0]) = sum;
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N] = { 0 }, i, k;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    for (i = 0; i < N; i++) {
        x[i] = i - 5;
        for (k = i / T * T; k < i / T * T + T; k++) {
            want[i] += k < i ? 2 * (k - 5) : k - 5;
        }
    }
    must(parallel_for_each(domain, weighted, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    lesson_memory("weighted", "barriers", 1);
    return lesson_end();
}
