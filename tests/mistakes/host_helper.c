/* SPDX-License-Identifier: MIT */
/*
mistake: a helper that stands outside the device region
from: C++ AMP (Gregory, Miller), section 3.7,
    https://yq.aliyun.com/articles/93432
said by: check
says: in kernel squares: square
says: the function square stands outside the device regions
says: move it between AMP_DEVICE_BEGIN and AMP_DEVICE_END
not: anything in a debug build; for the host's compiler the function is there
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

static float square(float x)
{
    return x * x;
}

AMP_DEVICE_BEGIN
AMP_KERNEL(squares, 1, inout(float, 1, x))
{
    at(x, idx[0]) = square(at(x, idx[0])); /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(v.extent, squares, v);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
