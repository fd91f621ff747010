/* SPDX-License-Identifier: MIT */
/*
program.c: the sum of each tile, three times: the same additions, by other threads.

    cc -O2 -fopenmp -pthread -I. lessons/09-reduce/program.c -o program -lm && ./program
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 4096
#define T 128

AMP_TILED_KERNEL(every_other, (T), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int d = 1; d < T; d *= 2) {
        if (i % (2 * d) == 0) {         /* threads 0, 2, 4 ..., then 0, 4, 8 ... */
            t[i] += t[i + d];
        }
        tile_barrier_wait(tidx);
    }
    if (i == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}

AMP_TILED_KERNEL(side_by_side, (T), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int d = 1; d < T; d *= 2) {
        const int k = 2 * d * i;        /* threads 0, 1, 2 ... take what those took */
        if (k < T) {
            t[k] += t[k + d];
        }
        tile_barrier_wait(tidx);
    }
    if (i == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}

AMP_TILED_KERNEL(upper_half, (T), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int n = T / 2; n > 0; n /= 2) {
        if (i < n) {                    /* the lower half adds the upper half */
            t[i] += t[i + n];
        }
        tile_barrier_wait(tidx);
    }
    if (i == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END

static int x[N], sums[N / T], want[N / T];

/* What the lens counted in that kernel, where the program is built with it. */
static void show(const char *kernel)
{
    double active, conflicts;
    amp_array_view vs = amp_view(int, sums, N / T);
    char tiles[40];
    must(amp_synchronize(vs));
    lesson_equal_int("sums", sums, want, one_by_tile(amp_extent(N / T)));
    (void)snprintf(tiles, sizeof(tiles), "%s:t", kernel);
    if (amp_lens_measure(tiles, "active", &active) == AMP_OK
        && amp_lens_measure(tiles, "bank_conflicts", &conflicts) == AMP_OK) {
        printf("%-12s  of a warp %3.0f%% at work, %.2f cycles a request to tile memory\n", kernel,
               100 * active, conflicts);
    } else {
        printf("%-12s  is right\n", kernel);
    }
}

int main(void)
{
    amp_array_view vx = amp_view(int, x, N), vs = amp_view(int, sums, N / T);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i % 100;
        want[i / T] += x[i];
    }
    if (amp_lens_start(NULL) != AMP_OK) {
        printf("built without the lens, which would count\n");
    }
    must(parallel_for_each(domain, every_other, vx, vs));
    show("every_other");
    must(parallel_for_each(domain, side_by_side, vx, vs));
    show("side_by_side");
    must(parallel_for_each(domain, upper_half, vx, vs));
    show("upper_half");
    return lesson_end();
}
