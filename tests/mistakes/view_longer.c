/* SPDX-License-Identifier: MIT */
/*
mistake: a view longer than its array
said by: run
says: kernel scale, parameter x: a view of 100 elements of 4 bytes over memory of 64 bytes: give
    the number of elements that it has
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
    float data[16] = { 0 };
    amp_array_view v = amp_view(float, data, 100);
    amp_status s = parallel_for_each(amp_extent(16), scale, 2.0f, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
