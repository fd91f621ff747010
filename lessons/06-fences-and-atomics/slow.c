/* SPDX-License-Identifier: MIT */
/*
slow.c: how many numbers are odd? Each thread adds to one counter of global memory.

256 atomic operations on one address come one after another. Count within each tile first.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 256
#define T 32
AMP_TILED_KERNEL(count_odd, (T), in(int, 1, x), inout(int, 1, odd))
{
    /* ---- your part ---- */
    amp_atomic_fetch_add(&at(odd, 0), at(x, tidx.global[0]) & 1);
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static int x[N];
    int odd[1] = { 0 }, want = 0, i;
    amp_array_view vx = amp_view(int, x, N), vo = amp_view(int, odd, 1);
    for (i = 0; i < N; i++) {
        x[i] = i * i / 3;
        want += x[i] & 1;
    }
    must(parallel_for_each(amp_tile(amp_extent(N), T), count_odd, vx, vo));
    must(amp_synchronize(vo));
    lesson_number("odd numbers", odd[0], want);
    lesson_memory("count_odd", "hottest", N / T);
    return lesson_end();
}
