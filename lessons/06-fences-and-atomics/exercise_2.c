/* SPDX-License-Identifier: MIT */
/*
exercise_2.c: the largest number of all. most begins as -1000, and all threads raise it.

amp_atomic_fetch_max(&element, value) makes the element the larger of the two. The atomic operations
of global memory come one after another, so that 256 of them on one element are slow. Find the
largest of a tile first, in tile memory, and let one thread of each tile raise the global one.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 256
#define T 32
AMP_TILED_KERNEL(largest, (T), in(int, 1, x), inout(int, 1, most))
{
    /* ---- your part ---- */
    amp_atomic_fetch_max(&at(most, 0), at(x, tidx.global[0]));
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static int x[N];
    int most[1] = { -1000 }, want = -1000, i;
    amp_array_view vx = amp_view(int, x, N), vm = amp_view(int, most, 1);
    for (i = 0; i < N; i++) {
        x[i] = i * 37 % 101 - 200;
        want = x[i] > want ? x[i] : want;
    }
    must(parallel_for_each(amp_tile(amp_extent(N), T), largest, vx, vm));
    must(amp_synchronize(vm));
    lesson_number("the largest", most[0], want);
    lesson_memory("largest", "hottest", 2 * N / T); /* a read and a write count as two */
    return lesson_end();
}
