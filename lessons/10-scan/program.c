/* SPDX-License-Identifier: MIT */
/*
program.c: running sums: y(i) = x(0) + ... + x(i), for a row of any length, in three launches.

    cc -O2 -fopenmp -pthread -I. lessons/10-scan/program.c -o program -lm && ./program
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 8
#define TILES (N / T)

/* The running sums of each tile, and how much each tile has in all. */
AMP_TILED_KERNEL(scan_tiles, (T), in(int, 1, x), out(int, 1, y), out(int, 1, sums))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int d = 1; d < T; d *= 2) {
        const int before = i >= d ? t[i - d] : 0;
        tile_barrier_wait(tidx);        /* all have read */
        t[i] += before;
        tile_barrier_wait(tidx);        /* all have written */
    }
    at(y, tidx.global[0]) = t[i];
    if (i == T - 1) {
        at(sums, tidx.tile[0]) = t[i];
    }
}

/* Adds to each tile what all tiles in front of it have. */
AMP_TILED_KERNEL(add_sums, (T), inout(int, 1, y), in(int, 1, sums))
{
    if (tidx.tile[0] > 0) {
        at(y, tidx.global[0]) += at(sums, tidx.tile[0] - 1);
    }
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], sums[TILES], all[1], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_array_view vs = amp_view(int, sums, TILES), va = amp_view(int, all, 1);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    for (i = 0; i < N; i++) {
        x[i] = i % 5;
        want[i] = x[i] + (i > 0 ? want[i - 1] : 0);
    }

    must(parallel_for_each(domain, scan_tiles, vx, vy, vs));
    must(parallel_for_each(amp_tile(amp_extent(TILES), T), scan_tiles, vs, vs, va));
    must(parallel_for_each(domain, add_sums, vy, vs));
    must(amp_synchronize(vy));

    printf("y(0) to y(9): ");
    for (i = 0; i < 10; i++) {
        printf("%d%s", y[i], i < 9 ? " " : "\n");
    }
    printf("y(%d): %d\n", N - 1, y[N - 1]);
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
