/* SPDX-License-Identifier: MIT */
/*
mistake: a test of the index by `<=`
from: CUDA Academy, Guarding Against Out-of-Range,
    https://www.coddykit.com/courses/learn_cuda/guarding-against-out-of-range-12234360
said by: debug
says: x(18): index 18 is outside dimension 0, which has 18 elements
place: guard_equal.c
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(scale, (4), value(float, a), inout(float, 1, x), value(int, n))
{
    const int i = tidx.global[0];
    if (i <= n) { /* here */
        at(x, i) *= a;
    }
}
AMP_DEVICE_END
int main(void)
{
    static float data[18];
    amp_array_view v = amp_view(float, data, 18);
    amp_status s = parallel_for_each(amp_pad(amp_tile(v.extent, 4)), scale, 2.0f, v, 18);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
