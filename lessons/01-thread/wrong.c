/* SPDX-License-Identifier: MIT */
/*
wrong.c: the mean of each element and its left neighbour.

y(0) is to be x(0), since it has no left neighbour. The results look right, and still one thread
does what it must not do. Mend the kernel.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 32
AMP_KERNEL(smooth, 1, in(int, 1, x), out(int, 1, y))
{
    /* ---- your part ---- */
    const int i = idx[0];
    const int left = at(x, i - 1);
    at(y, i) = i == 0 ? at(x, i) : (left + at(x, i)) / 2;
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    for (i = 0; i < N; i++) {
        x[i] = 4 * i * (i % 3);
        want[i] = i == 0 ? x[i] : (x[i - 1] + x[i]) / 2;
    }
    must(parallel_for_each(amp_extent(N), smooth, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_thread(amp_extent(N)));
    return lesson_end();
}
