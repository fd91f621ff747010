/* SPDX-License-Identifier: MIT */
/*
mistake: a kernel called like a function
said by: compile
says: implicit declaration of function 'scale'
not: the remedy, parallel_for_each; a kernel declares nothing of its bare name, which the
    program may give to a variable
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
    scale(2.0f, v); /* here */
    return 0;
}
