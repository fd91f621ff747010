/* SPDX-License-Identifier: MIT */
/*
mistake: an extent larger than the view
said by: check
says: out-of-bounds in kernel scale: x(16) and 3 more
says: index 16 is outside dimension 0, which has 16 elements
says: test the index first, or pad the view
debug says: x(16): index 16 is outside dimension 0, which has 16 elements
debug says: larger.c:18
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, value(float, a), inout(float, 1, x))
{
    at(x, idx[0]) *= a; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(amp_extent(20), scale, 2.0f, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
