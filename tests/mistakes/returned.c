/* SPDX-License-Identifier: MIT */
/*
mistake: a return before a barrier, to leave threads out that have no element
said by: run
says: kernel sum, tile (
says: has returned
says: all threads of a tile must reach the same barrier
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(sum, (4), inout(float, 1, x))
{
    tile_static(float, t, 4);
    if (tidx.global[0] >= x_shape.extent[0]) {
        return;
    }
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    at_index(x, tidx.global) = t[0];
}
AMP_DEVICE_END
int main(void)
{
    static float data[10];
    amp_array_view v = amp_view(float, data, 10);
    amp_status s = parallel_for_each(amp_pad(amp_tile(v.extent, 4)), sum, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
