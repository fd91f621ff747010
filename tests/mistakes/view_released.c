/* SPDX-License-Identifier: MIT */
/*
mistake: a view used after amp_release
said by: run
says: kernel scale, parameter x: the view was released: make it anew
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
    amp_status s = amp_release(v);
    s = s == AMP_OK ? parallel_for_each(amp_extent(16), scale, 2.0f, v) : s;
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
