/* SPDX-License-Identifier: MIT */
/*
exercise_1.c: how many numbers are even? One counter for all, in global memory.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 100
AMP_KERNEL(count_even, 1, in(int, 1, x), inout(int, 1, even))
{
    if (at(x, idx[0]) % 2 == 0) {
        /* ---- your part ---- */
        at(even, 0) += 1;
        /* ---- end of your part ---- */
    }
}
AMP_DEVICE_END

int main(void)
{
    int x[N], even[1] = { 0 }, want[1] = { 0 }, i;
    amp_array_view vx = amp_view(int, x, N), ve = amp_view(int, even, 1);
    for (i = 0; i < N; i++) {
        x[i] = i * i / 3;
        want[0] += x[i] % 2 == 0;
    }
    must(parallel_for_each(amp_extent(N), count_even, vx, ve));
    must(amp_synchronize(ve));
    lesson_number("even numbers", even[0], want[0]);
    return lesson_end();
}
