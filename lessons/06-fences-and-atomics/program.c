/* SPDX-License-Identifier: MIT */
/*
program.c: how often does each digit occur? Many threads add to one counter, by atomic operations.

    cc -O2 -fopenmp -pthread -I. lessons/06-fences-and-atomics/program.c -o program -lm && ./program
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
#define BINS 10
AMP_TILED_KERNEL(count_digits, (T), in(int, 1, x), inout(int, 1, count))
{
    tile_static(int, own, BINS);        /* the tile's own counters */
    const int i = tidx.local[0];
    if (i < BINS) {
        own[i] = 0;
    }
    tile_barrier_wait(tidx);
    amp_atomic_fetch_add(&own[at(x, tidx.global[0])], 1);
    tile_barrier_wait(tidx);
    if (i < BINS) {
        amp_atomic_fetch_add(&at(count, i), own[i]);
    }
}
AMP_DEVICE_END

int main(void)
{
    int x[N], count[BINS] = { 0 }, want[BINS] = { 0 }, i;
    amp_array_view vx = amp_view(int, x, N), vc = amp_view(int, count, BINS);
    for (i = 0; i < N; i++) {
        x[i] = i * i % 10;
        want[x[i]]++;
    }

    must(parallel_for_each(amp_tile(amp_extent(N), T), count_digits, vx, vc));
    must(amp_synchronize(vc));

    for (i = 0; i < BINS; i++) {
        printf("digit %d: %d times\n", i, count[i]);
    }
    lesson_equal_int("count", count, want, by_thread(amp_extent(BINS)));
    return lesson_end();
}
