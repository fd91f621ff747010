/* SPDX-License-Identifier: MIT */
/*
mistake: the same in a tiled kernel
said by: run
says: amp: kernel fill ends the program: it used memory that is not there, at 0x
says: bytes behind parameter x of extent (16); the launch has the extent (200000): compare the
    index with the view's extent, or compile with -DAMP_CHECK
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
    amp_status s = parallel_for_each(amp_tile(amp_extent(200000), 4), fill, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
