/* SPDX-License-Identifier: MIT */
/*
exercise_3.c: ten steps of heat in a rod, on the GPU, and one copy back at the end.

A step reads one view and writes another, and the next step goes the other way. To copy takes longer
than a step, so nothing is synchronized in between: views are values, and two of them can be
swapped. Write the loop. In the end the result is in `from`.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
AMP_KERNEL(heat, 1, in(int, 1, x), out(int, 1, y))
{
    const int i = idx[0];
    const int left = i > 0 ? i - 1 : 0, right = i < N - 1 ? i + 1 : N - 1;
    at(y, i) = (at(x, left) + 2 * at(x, i) + at(x, right)) / 4;
}
AMP_DEVICE_END

int main(void)
{
    int a[N], b[N], want[N], next[N], i, step;
    amp_array_view from = amp_view(int, a, N), to = amp_view(int, b, N), swap;
    for (i = 0; i < N; i++) {
        want[i] = a[i] = i == N / 2 ? 100000 : 0;
    }
    for (step = 0; step < 10; step++) {
        for (i = 0; i < N; i++) {
            next[i] = (want[i > 0 ? i - 1 : 0] + 2 * want[i] + want[i < N - 1 ? i + 1 : N - 1]) / 4;
        }
        memcpy(want, next, sizeof(want));
    }
    /* ---- your part ---- */
    must(parallel_for_each(amp_extent(N), heat, from, to));
    swap = from;
    from = to;
    to = swap;
    /* ---- end of your part ---- */
    must(amp_synchronize(from));
    lesson_equal_int("the rod", from.data, want, by_thread(amp_extent(N)));
    (void)swap;
    return lesson_end();
}
