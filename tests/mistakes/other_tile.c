/* SPDX-License-Identifier: MIT */
/*
mistake: a domain with another tile than the kernel's
said by: run
says: kernel fill is written for tile (4), the domain has tile (8): launch it with the kernel's
    tile
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    at_index(x, tidx.global) = 1;
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(amp_tile(amp_extent(16), 8), fill, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
