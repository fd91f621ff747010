/* SPDX-License-Identifier: MIT */
/*
exercise_2.c: y is to be x, backwards.

The thread that writes y(0) reads the last element of x, and so on. x_shape.extent[0] is how many
elements x has.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 40
AMP_KERNEL(backwards, 1, in(int, 1, x), out(int, 1, y))
{
    /* ---- your part ---- */
    at(y, idx[0]) = at(x, idx[0]);
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    for (i = 0; i < N; i++) {
        x[i] = 5 * i + 1;
        want[N - 1 - i] = x[i];
    }
    must(parallel_for_each(amp_extent(N), backwards, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_thread(amp_extent(N)));
    return lesson_end();
}
