/* SPDX-License-Identifier: MIT */
/*
mistake: the host reads a result without amp_synchronize
said by: check
says: stale-host-read in kernel scale: x
says: amp_synchronize
not: anything in a debug build; on the emulator the host's memory has the result already
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
    amp_status s = parallel_for_each(v.extent, scale, 2.0f, v);
    if (s == AMP_OK && data[3] > 1) { /* here */
        return 2;
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
