/* SPDX-License-Identifier: MIT */
/*
program.c: one kernel, run by eight threads. Each thread knows its index, and squares the number
that stands there.

    cc -O2 -fopenmp -pthread -I. lessons/01-thread/program.c -o program -lm && ./program
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 8
AMP_KERNEL(square, 1, in(int, 1, x), out(int, 1, y))
{
    const int i = idx[0];               /* which thread am I? */
    at(y, i) = at(x, i) * at(x, i);
}
AMP_DEVICE_END

int main(void)
{
    int x[N] = { 3, 1, 4, 1, 5, 9, 2, 6 }, y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);

    must(parallel_for_each(amp_extent(N), square, vx, vy));
    must(amp_synchronize(vy));          /* from here on main may read y */

    for (i = 0; i < N; i++) {
        want[i] = x[i] * x[i];
        printf("thread %d wrote y[%d] = %d\n", i, i, y[i]);
    }
    lesson_equal_int("y", y, want, by_thread(amp_extent(N)));
    return lesson_end();
}
