/* SPDX-License-Identifier: MIT */
/*
program.c: two steps of smoothing, each number and its right neighbour, inside of a tile. Between
any write and a read by another thread stands a barrier.

    cc -O2 -fopenmp -pthread -I. lessons/04-barriers/program.c -o program -lm && ./program
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 16
#define T 8
AMP_TILED_KERNEL(smooth_twice, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    const int next = (i + 1) % T;       /* the last one's neighbour is the first */
    int sum;

    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);            /* 1: all have written, before one reads */
    sum = t[i] + t[next];
    tile_barrier_wait(tidx);            /* 2: all have read, before one writes */
    t[i] = sum;
    tile_barrier_wait(tidx);            /* 3: all have written */
    at(y, tidx.global[0]) = t[i] + t[next];
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    for (i = 0; i < N; i++) {
        x[i] = i * i;
    }

    must(parallel_for_each(domain, smooth_twice, vx, vy));
    must(amp_synchronize(vy));

    for (i = 0; i < N; i++) {
        const int *tile = x + i / T * T;
        want[i] = tile[i % T] + 2 * tile[(i + 1) % T] + tile[(i + 2) % T];
        printf("%s%d", i > 0 ? " " : "", y[i]);
    }
    printf("\n");
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
