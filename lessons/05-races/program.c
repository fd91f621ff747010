/* SPDX-License-Identifier: MIT */
/*
program.c: the sum of each tile, half as many threads at each step.

    cc -O2 -fopenmp -pthread -I. lessons/05-races/program.c -o program -lm && ./program
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 32
#define T 16
AMP_TILED_KERNEL(add_up, (T), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int n = T / 2; n > 0; n /= 2) {
        if (i < n) {
            t[i] += t[i + n];           /* reads the upper half, writes the lower */
        }
        tile_barrier_wait(tidx);        /* outside of the if: for all */
    }
    if (i == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END

int main(void)
{
    int x[N], sums[N / T], want[N / T] = { 0 }, i;
    amp_array_view vx = amp_view(int, x, N), vs = amp_view(int, sums, N / T);
    for (i = 0; i < N; i++) {
        x[i] = i + 1;
        want[i / T] += x[i];
    }

    must(parallel_for_each(amp_tile(amp_extent(N), T), add_up, vx, vs));
    must(amp_synchronize(vs));

    printf("sums: %d %d\n", sums[0], sums[1]);
    lesson_equal_int("sums", sums, want, one_by_tile(amp_extent(N / T)));
    return lesson_end();
}
