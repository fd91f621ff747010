/* SPDX-License-Identifier: MIT */
/*
mistake: all threads of a tile add to one element of tile memory
from: Stack Overflow, a question why a dot product in CUDA gives wrong results (read on a mirror)
said by: check
says: tile-race in kernel dot: sum(0)
says: let one thread do it
debug says: kernel dot, tile array sum, byte
debug says: and no barrier orders the two
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(dot, (16), in(float, 1, x), in(float, 1, y), out(float, 1, products))
{
    tile_static(float, sum, 1);
    if (tidx.local[0] == 0) {
        sum[0] = 0;
    }
    tile_barrier_wait(tidx);
    sum[0] += at(x, tidx.global[0]) * at(y, tidx.global[0]); /* here */
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) {
        at(products, tidx.tile[0]) = sum[0];
    }
}
AMP_DEVICE_END
int main(void)
{
    static float a[32], b[32], c[2];
    amp_array_view x = amp_view(float, a, 32), y = amp_view(float, b, 32);
    amp_array_view products = amp_view(float, c, 2);
    amp_status s;
    for (int i = 0; i < 32; i++) {
        a[i] = (float)i;
        b[i] = 2;
    }
    s = parallel_for_each(amp_tile(x.extent, 16), dot, x, y, products);
    if (s == AMP_OK) {
        s = amp_synchronize(products);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
