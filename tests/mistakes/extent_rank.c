/* SPDX-License-Identifier: MIT */
/*
mistake: an extent of rank 2 for a kernel of rank 1
said by: run
says: kernel scale is of rank 1, the extent of rank 2: give an extent of 1 dimensions
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, value(float, a), inout(float, 1, x))
{
    at(x, idx[0]) *= a;
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(amp_extent(4, 4), scale, 2.0f, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
