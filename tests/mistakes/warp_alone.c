/* SPDX-License-Identifier: MIT */
/*
mistake: an operation of warps that only one warp of the tile comes to
said by: run
says: kernel sum, tile (0): thread (
says: tests/mistakes/warp_alone.c
says: has returned: all threads of a tile must reach the same barrier
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(sum, (64), inout(float, 1, x))
{
    if (amp_warp_index(tidx) == 0) {
        at_index(x, tidx.global) = amp_warp_sum(tidx, at_index(x, tidx.global)); /* here */
    }
}
AMP_DEVICE_END
int main(void)
{
    static float data[64];
    amp_array_view v = amp_view(float, data, 64);
    amp_status s = parallel_for_each(amp_tile(v.extent, 64), sum, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
