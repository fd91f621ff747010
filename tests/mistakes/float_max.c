/* SPDX-License-Identifier: MIT */
/*
mistake: the maximum of floats by a comparison and a store
from: NVIDIA's forum, atomicMax for float,
    https://forums.developer.nvidia.com/t/atomicmax-for-float/8178
said by: check
says: global-race in kernel largest: most(0)
says: nothing orders them
debug says: kernel largest, parameter most, element (0)
debug says: and nothing orders the two
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(largest, 1, in(float, 1, x), inout(float, 1, most))
{
    if (at(x, idx[0]) > at(most, 0)) {
        at(most, 0) = at(x, idx[0]); /* here */
    }
}
AMP_DEVICE_END
int main(void)
{
    static float a[16];
    static float b[1];
    amp_array_view x = amp_view(float, a, 16), y = amp_view(float, b, 1);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        a[i] = (float)(i % 7);
    }
    s = parallel_for_each(x.extent, largest, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
