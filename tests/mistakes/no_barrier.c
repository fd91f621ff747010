/* SPDX-License-Identifier: MIT */
/*
mistake: tile memory read without a barrier
said by: check
says: tile-race in kernel mirror: t
says: tile_barrier_wait
debug says: a barrier is missing between a write and a read
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(mirror, (4), inout(float, 1, x))
{
    tile_static(float, t, 4);
    t[tidx.local[0]] = at_index(x, tidx.global); /* here */
    at_index(x, tidx.global) = t[3 - tidx.local[0]];
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    for (int i = 0; i < 16; i++) {
        data[i] = (float)(i + 1);
    }
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(amp_tile(v.extent, 4), mirror, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
