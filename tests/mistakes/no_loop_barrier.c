/* SPDX-License-Identifier: MIT */
/*
mistake: a reduction in tile memory without a barrier in its loop
said by: check
says: tile-race in kernel add_up: t
says: in a loop at the end of each turn
says: barrier interval 1: behind so many barriers of the tile, and before the next
not: anything in a debug build; what is read of tile arrays, which are plain memory, is not
    seen, and these numbers have one sum in any order
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(add_up, (16), in(float, 1, x), out(float, 1, sums))
{
    tile_static(float, t, 16);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    for (int s = 8; s > 0; s /= 2) {
        if (l < s) { t[l] += t[l + s]; /* here */ }
    }
    if (l == 0) { at(sums, tidx.tile[0]) = t[0]; }
}
AMP_DEVICE_END

int main(void)
{
    float x[16] = { 1 }, sum[1] = { 0 };
    amp_array_view v = amp_view(float, x, 16), s = amp_view(float, sum, 1);
    if (parallel_for_each(amp_tile(amp_extent(16), 16), add_up, v, s) != AMP_OK
        || amp_synchronize(s) != AMP_OK) {
        fprintf(stderr, "%s\n", amp_last_error());
        return 1;
    }
    return 0;
}
