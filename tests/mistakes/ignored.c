/* SPDX-License-Identifier: MIT */
/*
mistake: a status that nobody looks at
said by: compile
flags: -DAMP_WARN_UNUSED_STATUS -S -o /dev/null
says gcc: ignoring return value of 'scale__launch'
says clang: ignoring return value of function
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, value(float, a), inout(float, 1, x))
{
    at(x, idx[0]) *= a;
}
AMP_DEVICE_END
int host(void);
int host(void)
{
    float data[16] = { 0 };
    amp_array_view v = amp_view(float, data, 16);
    parallel_for_each(amp_extent(16), scale, 2.0f, v); /* here */
    return data[3] > 0;
}
