/* SPDX-License-Identifier: MIT */
/*
mistake: a large array of each thread
said by: run
says: kernel fill, tile (
says: overflowed: set AMP_STACK higher or use less automatic memory
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    volatile float own[200000];
    for (int i = 0; i < 200000; i++) {
        own[i] = 1;
    }
    tile_barrier_wait(tidx);
    at_index(x, tidx.global) = own[tidx.local[0]];
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(amp_tile(v.extent, 4), fill, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
