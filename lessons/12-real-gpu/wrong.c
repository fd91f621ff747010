/* SPDX-License-Identifier: MIT */
/*
wrong.c: the host looks at the result too early.

On this machine it is there, since kernels and host share one memory. On a GPU it is not.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
AMP_KERNEL(twice, 1, in(int, 1, x), out(int, 1, y))
{
    at(y, idx[0]) = 2 * at(x, idx[0]);
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
    /* ---- your part ---- */
    /* ---- end of your part ---- */
    lesson_equal_int("y", y, want, by_thread(amp_extent(N)));
    return lesson_end();
}
