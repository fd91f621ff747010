/* SPDX-License-Identifier: MIT */
/*
mistake: a tile's neighbours read from tile memory, which holds the tile alone
from: NVIDIA's forum, Adjusting the 1D Stencil,
    https://forums.developer.nvidia.com/t/adjusting-the-1d-stencil-can-you-explain-a-few-details/65397
said by: debug
says: kernel smooth, parameter y: element
says: something is read that nobody has written
place: when the threads run in another order
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(smooth, (4), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, 4);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = (t[l - 1] + t[l] + t[l + 1]) / 3; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float a[16];
    static float b[16];
    amp_array_view x = amp_view(float, a, 16), y = amp_view(float, b, 16);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        a[i] = (float)(i + 1);
    }
    s = parallel_for_each(amp_tile(y.extent, 4), smooth, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
