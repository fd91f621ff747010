/* SPDX-License-Identifier: MIT */
/*
program.c: the place of each number within its tile, by size: how many of the tile are smaller.
Every thread looks at all numbers of its tile, which are in tile memory.

    cc -O2 -fopenmp -pthread -I. lessons/03-tile-memory/program.c -o program -lm && ./program
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 12
#define T 4
AMP_TILED_KERNEL(order, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);             /* tile memory: one t for each tile */
    const int i = tidx.local[0];
    int smaller = 0;

    t[i] = at(x, tidx.global[0]);       /* each thread brings one number */
    tile_barrier_wait(tidx);            /* wait until all have */
    for (int k = 0; k < T; k++) {
        smaller += t[k] < t[i];         /* and looks at all of them */
    }
    at(y, tidx.global[0]) = smaller;
}
AMP_DEVICE_END

int main(void)
{
    int x[N] = { 30, 10, 40, 20, 5, 8, 7, 6, 1, 2, 3, 4 }, y[N], want[N] = { 0 }, i, k;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);

    must(parallel_for_each(domain, order, vx, vy));
    must(amp_synchronize(vy));

    for (i = 0; i < N; i++) {
        for (k = i / T * T; k < i / T * T + T; k++) {
            want[i] += x[k] < x[i];
        }
        printf("tile %d: %2d has place %d\n", i / T, x[i], y[i]);
    }
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
