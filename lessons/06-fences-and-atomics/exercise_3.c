/* SPDX-License-Identifier: MIT */
/*
exercise_3.c: keep the positive numbers, without gaps: y(0) to y(n - 1) in any order, and n.

amp_atomic_fetch_add returns what the counter was before. So it hands out places: each thread that
calls it gets another one.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 100
AMP_KERNEL(keep_positive, 1, in(int, 1, x), inout(int, 1, y), inout(int, 1, n))
{
    if (at(x, idx[0]) > 0) {
        /* ---- your part ---- */
        const int place = idx[0];
        at(n, 0) = place + 1;
        /* ---- end of your part ---- */
        at(y, place) = at(x, idx[0]);
    }
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N] = { 0 }, n[1] = { 0 }, i, count = 0;
    long sum = 0;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N), vn = amp_view(int, n, 1);
    for (i = 0; i < N; i++) {
        x[i] = (i * 17 % 31) - 15;
        count += x[i] > 0;
        sum += x[i] > 0 ? x[i] : 0;
    }
    must(parallel_for_each(amp_extent(N), keep_positive, vx, vy, vn));
    must(amp_synchronize(vn));
    must(amp_synchronize(vy));
    for (i = 0; i < count; i++) {
        sum -= y[i];
    }
    lesson_number("n", n[0], count);
    lesson_number("what is missing from the sum of y(0) to y(n - 1)", sum, 0);
    return lesson_end();
}
