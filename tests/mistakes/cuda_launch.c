/* SPDX-License-Identifier: MIT */
/*
mistake: `scale<<<1, 16>>>(2.0f, v)`, as in CUDA
said by: compile
says gcc: expected expression before '<' token
says clang: expected expression
not: the remedy; <<< is no sign of C
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
    scale<<<1, 16>>>(2.0f, v); /* here */
    return 0;
}
