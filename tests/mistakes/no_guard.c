/* SPDX-License-Identifier: MIT */
/*
mistake: a padded domain without a test of the index
said by: check
says: out-of-bounds in kernel fill: x
debug says: is outside dimension 0, which has 10 elements
debug says: no_guard.c:16
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    at_index(x, tidx.global) = 1; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float data[10];
    amp_array_view v = amp_view(float, data, 10);
    amp_status s = parallel_for_each(amp_pad(amp_tile(v.extent, 4)), fill, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
