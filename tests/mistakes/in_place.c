/* SPDX-License-Identifier: MIT */
/*
mistake: neighbours read and written in one view
said by: check
says: global-race in kernel smooth: x
says: write to another view than the one that is read
debug says: kernel smooth, parameter x, element (
debug says: nothing orders the two
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(smooth, 1, inout(float, 1, x))
{
    const int i = idx[0] > 0 ? idx[0] - 1 : 0;
    at(x, idx[0]) += at(x, i); /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float a[16];
    for (int i = 0; i < 16; i++) {
        a[i] = (float)(i + 1);
    }
    amp_array_view x = amp_view(float, a, 16);
    amp_status s = parallel_for_each(x.extent, smooth, x);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
