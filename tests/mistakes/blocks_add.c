/* SPDX-License-Identifier: MIT */
/*
mistake: tiles add to the same elements, each thread to its own of the tile
from: a forum's question, CUDA race condition,
    https://forum.community.tw/t/topic/525
said by: check
says: cross-tile-race in kernel columns: sums
says: let each tile write elements of its own
debug says: kernel columns, parameter sums, element (
debug says: and nothing orders the two
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(columns, (4), in(float, 1, x), inout(float, 1, sums))
{
    at(sums, tidx.local[0]) += at(x, tidx.global[0]); /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float a[16];
    static float b[4];
    amp_array_view x = amp_view(float, a, 16), y = amp_view(float, b, 4);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        a[i] = (float)(i + 1);
    }
    s = parallel_for_each(amp_tile(x.extent, 4), columns, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
