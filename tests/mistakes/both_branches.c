/* SPDX-License-Identifier: MIT */
/*
mistake: a barrier in each branch of an if
from: Stack Overflow, Thread synchronization inside if/else block in CUDA,
    http://stackoverflow.com/questions/14340938/thread-synchronization-inside-if-else-block-in-cuda
said by: run
says: kernel shares, tile (
says: all threads of a tile must reach the same barrier
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(shares, (4), inout(float, 1, x))
{
    tile_static(float, t, 4);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    if (l == 0) {
        t[l] /= 2;
        tile_barrier_wait(tidx);
    } else {
        tile_barrier_wait(tidx); /* here */
        t[l] -= t[0];
    }
    at(x, tidx.global[0]) = t[l];
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(amp_tile(v.extent, 4), shares, v);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
