/* SPDX-License-Identifier: MIT */
/*
mistake: a tile barrier that is to order what other tiles do
said by: check
says: cross-tile-race in kernel smooth: x
debug says: thread (3) of tile (2) writes it
debug says: thread (0) of tile (3) uses it
debug says: nothing orders the two, for a barrier is for the threads of one tile
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(smooth, (4), inout(float, 1, x))
{
    const int i = tidx.global[0];
    const float left = i > 0 ? at(x, i - 1) : 0; /* here */
    tile_barrier_wait(tidx);
    at(x, i) += left;
}
AMP_DEVICE_END
int main(void)
{
    static float a[16];
    for (int i = 0; i < 16; i++) {
        a[i] = (float)(i + 1);
    }
    amp_array_view x = amp_view(float, a, 16);
    amp_status s = parallel_for_each(amp_tile(x.extent, 4), smooth, x);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
