/* SPDX-License-Identifier: MIT */
/*
mistake: a neighbour of the first element
said by: check
says: out-of-bounds in kernel smooth: x(-1)
debug says: x(-1): index -1 is outside dimension 0, which has 16 elements
debug says: neighbours.c:16
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(smooth, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = (at(x, idx[0]) + at(x, idx[0] - 1)) / 2; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float a[16], b[16];
    amp_array_view x = amp_view(float, a, 16), y = amp_view(float, b, 16);
    amp_status s = parallel_for_each(x.extent, smooth, x, y);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
