/* SPDX-License-Identifier: MIT */
/*
mistake: the host changes data between two launches, without amp_refresh
from: Microsoft, array_view::refresh Method,
    https://learn.microsoft.com/en-us/previous-versions/visualstudio/visual-studio-2013/hh416785(v=vs.120)
said by: check
says: stale-kernel-read in kernel scale: x
says: amp_refresh on the view of x
not: anything in a debug build; what the host stores by plain C the library does not see
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = 2 * at(x, idx[0]);
}
AMP_DEVICE_END
int main(void)
{
    static float a[16], b[16];
    amp_array_view x = amp_view(float, a, 16), y = amp_view(float, b, 16);
    amp_status s = AMP_OK;
    for (int step = 0; step < 3 && s == AMP_OK; step++) {
        for (int i = 0; i < 16; i++) {
            a[i] = (float)(step + i); /* here */
        }
        s = parallel_for_each(y.extent, scale, x, y);
        if (s == AMP_OK) {
            s = amp_synchronize(y);
        }
        printf("%g\n", b[3]);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
