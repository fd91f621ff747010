/* SPDX-License-Identifier: MIT */
/*
exercise_3.c: eight tiles add up 8192 numbers, and there are only 512 threads.

Each thread adds up 16 numbers before the tree begins. If a thread takes 16 that lie side by side,
neighbouring threads are 16 apart, and each asks for sectors of its own. Let it take every 512th
number: then neighbours read neighbours in every turn.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 8192
#define T 64
#define TILES 8
AMP_TILED_KERNEL(long_sum, (T), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    int sum = 0;
    /* ---- your part ---- */
    for (int k = 0; k < 16; k++) {
        sum += at(x, 16 * tidx.global[0] + k);
    }
    /* ---- end of your part ---- */
    t[i] = sum;
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
    static int x[N], sums[TILES];
    amp_array_view vx = amp_view(int, x, N), vs = amp_view(int, sums, TILES);
    long want = 0, got = 0;
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i % 100;
        want += x[i];
    }
    must(parallel_for_each(amp_tile(amp_extent(T * TILES), T), long_sum, vx, vs));
    must(amp_synchronize(vs));
    for (i = 0; i < TILES; i++) {
        got += sums[i];
    }
    lesson_number("the sum", got, want);
    lesson_memory("long_sum:x", "efficiency", 0.99);
    return lesson_end();
}
