/* SPDX-License-Identifier: MIT */
/*
exercise_1.c: square 50 numbers in tiles of 16. The launch is padded: 64 threads.

The kernel does it without a guard. Write one.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 50
#define T 16
AMP_TILED_KERNEL(square, (T), in(int, 1, x), out(int, 1, y))
{
    const int i = tidx.global[0];
    /* ---- your part ---- */
    at(y, i) = at(x, i) * at(x, i);
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    for (i = 0; i < N; i++) {
        x[i] = i - 20;
        want[i] = x[i] * x[i];
    }
    must(parallel_for_each(amp_pad(amp_tile(amp_extent(N), T)), square, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(amp_tile(amp_extent(N), T)));
    return lesson_end();
}
