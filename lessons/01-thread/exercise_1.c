/* SPDX-License-Identifier: MIT */
/*
exercise_1.c: y is to be twice x.

Write the kernel's body: one line, which every thread runs with its own idx[0].
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 40
AMP_KERNEL(twice, 1, in(int, 1, x), out(int, 1, y))
{
    /* ---- your part ---- */
    at(y, idx[0]) = 0;
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    for (i = 0; i < N; i++) {
        x[i] = 3 * i - 7;
        want[i] = 2 * x[i];
    }
    must(parallel_for_each(amp_extent(N), twice, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_thread(amp_extent(N)));
    return lesson_end();
}
