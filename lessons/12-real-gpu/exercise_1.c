/* SPDX-License-Identifier: MIT */
/*
exercise_1.c: the host changes x between two launches.

A GPU has its own copy of x since the first launch, and does not see what the host writes later. Say
that x has changed: amp_refresh(vx) returns a status, as all calls do.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
AMP_KERNEL(add, 1, in(int, 1, x), inout(int, 1, sum))
{
    at(sum, idx[0]) += at(x, idx[0]);
}
AMP_DEVICE_END

int main(void)
{
    int x[N], sum[N] = { 0 }, want[N], i;
    amp_array_view vx = amp_view(int, x, N), vs = amp_view(int, sum, N);
    for (i = 0; i < N; i++) {
        x[i] = i;
        want[i] = i + 10 * i;
    }
    must(parallel_for_each(amp_extent(N), add, vx, vs));
    for (i = 0; i < N; i++) {
        x[i] *= 10;
    }
    /* ---- your part ---- */
    /* ---- end of your part ---- */
    must(parallel_for_each(amp_extent(N), add, vx, vs));
    must(amp_synchronize(vs));
    lesson_equal_int("sum", sum, want, by_thread(amp_extent(N)));
    return lesson_end();
}
