/* SPDX-License-Identifier: MIT */
/*
wrong.c: thread 0 of each tile adds up the tile's numbers, in tile memory.

Tile memory has no initial value: in a new tile anything may be in it. Mend the kernel.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 8
AMP_TILED_KERNEL(add_up, (T), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, sum, 1);
    /* ---- your part ---- */
    if (tidx.local[0] == 0) {
        for (int k = 0; k < T; k++) {
            sum[0] += at(x, tidx.tile_origin[0] + k);
        }
        at(sums, tidx.tile[0]) = sum[0];
    }
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    int x[N], sums[N / T], want[N / T] = { 0 }, i;
    amp_array_view vx = amp_view(int, x, N), vs = amp_view(int, sums, N / T);
    for (i = 0; i < N; i++) {
        x[i] = 3 * i + 1;
        want[i / T] += x[i];
    }
    must(parallel_for_each(amp_tile(amp_extent(N), T), add_up, vx, vs));
    must(amp_synchronize(vs));
    lesson_equal_int("sums", sums, want, one_by_tile(amp_extent(N / T)));
    return lesson_end();
}
