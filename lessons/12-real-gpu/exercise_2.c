/* SPDX-License-Identifier: MIT */
/*
exercise_2.c: negative numbers become 0, others stay.

y is an out view: its old content does not go to the GPU, and so whatever no thread writes comes
back as anything. Here y happens to be 0 on this machine. Let every thread write its element.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
AMP_KERNEL(no_negative, 1, in(int, 1, x), out(int, 1, y))
{
    /* ---- your part ---- */
    if (at(x, idx[0]) > 0) {
        at(y, idx[0]) = at(x, idx[0]);
    }
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N] = { 0 }, want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    for (i = 0; i < N; i++) {
        x[i] = i * 13 % 37 - 18;
        want[i] = x[i] > 0 ? x[i] : 0;
    }
    must(parallel_for_each(amp_extent(N), no_negative, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_thread(amp_extent(N)));
    return lesson_end();
}
