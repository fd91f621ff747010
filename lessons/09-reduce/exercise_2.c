/* SPDX-License-Identifier: MIT */
/*
exercise_2.c: a tile of 64 threads adds up 128 numbers.

In a sum of 64 numbers by 64 threads, half of them do nothing in the very first step. Let each
thread bring the sum of two numbers: its own and the one 64 further on. tile_sum's tiles begin at 2
* T * tile.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 2048
#define T 64
AMP_TILED_KERNEL(tile_sum, (T), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    const int first = 2 * T * tidx.tile[0];
    /* ---- your part ---- */
    t[i] = at(x, first + i);
    /* ---- end of your part ---- */
    tile_barrier_wait(tidx);
    for (int n = T / 2; n > 0; n /= 2) {
        if (i < n) {
            t[i] += t[i + n];
        }
        tile_barrier_wait(tidx);
    }
    if (i == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END

int main(void)
{
    static int x[N], sums[N / 2 / T], want[N / 2 / T];
    amp_array_view vx = amp_view(int, x, N), vs = amp_view(int, sums, N / 2 / T);
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i % 100;
        want[i / (2 * T)] += x[i];
    }
    must(parallel_for_each(amp_tile(amp_extent(N / 2), T), tile_sum, vx, vs));
    must(amp_synchronize(vs));
    lesson_equal_int("sums", sums, want, one_by_tile(amp_extent(N / 2 / T)));
    lesson_memory("tile_sum:x", "efficiency", 0.99);
    return lesson_end();
}
