/* SPDX-License-Identifier: MIT */
/*
mistake: tile memory that nobody has set
said by: check
says: uninitialised-read in kernel sum: total
says: write it first
debug says: something is read that nobody has written
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(sum, (4), inout(float, 1, x))
{
    tile_static(float, total, 1);
    if (tidx.local[0] == 0) {
        total[0] += at_index(x, tidx.global); /* here */
        at_index(x, tidx.global) = total[0];
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
