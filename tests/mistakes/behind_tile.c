/* SPDX-License-Identifier: MIT */
/*
mistake: an index of a tile array, one too large
said by: debug
says: kernel shift, tile (0), thread (3), tests/mistakes/behind_tile.c:18
says: 4 bytes behind the end of tile array t, which has 16, were written
place: compare the index with the array's size
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(shift, (4), inout(int, 1, x))
{
    tile_static(int, t, 4);
    t[tidx.local[0] + 1] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    at_index(x, tidx.global) = t[tidx.local[0]];
}
AMP_DEVICE_END
int main(void)
{
    static int data[4];
    amp_array_view v = amp_view(int, data, 4);
    amp_status s = parallel_for_each(amp_tile(v.extent, 4), shift, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
