/* SPDX-License-Identifier: MIT */
/*
mistake: a tiled domain for a simple kernel
said by: compile
says gcc: incompatible type for argument 2 of 'scale__launch'
says gcc: expected 'amp_extent'
says clang: to parameter of incompatible type 'amp_extent'
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
    return parallel_for_each(amp_tile(amp_extent(16), 4), scale, 2.0f, v); /* here */
}
