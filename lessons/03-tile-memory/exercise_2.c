/* SPDX-License-Identifier: MIT */
/*
exercise_2.c: every element of y is to be the largest number of its tile.

Bring a number to tile memory, wait, and then look at all T of them in a loop, as program.c does.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 256
#define T 32
AMP_TILED_KERNEL(largest, (T), in(int, 1, x), out(int, 1, y))
{
    /* ---- your part ---- */
    at(y, tidx.global[0]) = at(x, tidx.global[0]);
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static int x[N], y[N], want[N];
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    int i, k;
    for (i = 0; i < N; i++) {
        x[i] = i * 37 % 101 - 50;
    }
    for (i = 0; i < N; i++) {
        want[i] = x[i];
        for (k = i / T * T; k < i / T * T + T; k++) {
            want[i] = x[k] > want[i] ? x[k] : want[i];
        }
    }
    must(parallel_for_each(domain, largest, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    lesson_memory("largest", "bytes_moved", 2 * N * (int)sizeof(int));
    return lesson_end();
}
