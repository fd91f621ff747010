/* SPDX-License-Identifier: MIT */
/*
mistake: more tile memory than there is
said by: run
says: kernel fill needs more than 32768 bytes of tile_static: 0 and 65536 more: use smaller
    arrays, or a smaller tile
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    tile_static(float, t, 128, 128);
    t[0][tidx.local[0]] = 1;
    at_index(x, tidx.global) = t[0][tidx.local[0]];
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
