/* SPDX-License-Identifier: MIT */
/* A block of docs/times.md, for tests/check_pages.sh. */
#include <stdio.h>
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    amp_at(y, idx[0]) += a * amp_at(x, idx[0]);
}
AMP_DEVICE_END

int main(void)
{
    static float u[64], v[64];
    const int n = 64;
    amp_array_view x = amp_view(float, u, 64), y = amp_view(float, v, 64);
    /* code */
    return s != AMP_OK || amp_release(x) != AMP_OK || amp_release(y) != AMP_OK;
}
