/* SPDX-License-Identifier: MIT */
/*
mistake: arguments in another order
said by: compile
says gcc: incompatible type for argument 3 of 'scale__launch'
says gcc: expected 'float'
says clang: to parameter of incompatible type 'float'
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
    return parallel_for_each(amp_extent(16), scale, v, 2.0f); /* here */
}
