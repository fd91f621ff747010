/* SPDX-License-Identifier: MIT */
/*
mistake: a barrier that only some threads reach
said by: run
says: kernel sum, tile (
says: tests/mistakes/diverged.c
says: has returned: all threads of a tile must reach the same barrier
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(sum, (4), inout(float, 1, x))
{
    if (tidx.local[0] < 2) {
        tile_barrier_wait(tidx); /* here */
        at_index(x, tidx.global) += 1;
    }
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(amp_tile(v.extent, 4), sum, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
