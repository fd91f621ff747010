/* SPDX-License-Identifier: MIT */
/*
mistake: an extent that the tile does not divide
said by: run
says: kernel fill: extent (10) is not divisible by tile (4) in dimension 0: use amp_pad or
    amp_truncate
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
    static float data[10];
    amp_array_view v = amp_view(float, data, 10);
    amp_status s = parallel_for_each(amp_tile(amp_extent(10), 4), fill, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
