/* SPDX-License-Identifier: MIT */
/*
mistake: `-DAMP_OPENCL` without `-lOpenCL`
said by: link
flags: -DAMP_OPENCL
place: amp__cl_needs_lOpenCL
says: undefined reference to `clGetPlatformIDs'
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
    return parallel_for_each(v.extent, scale, 2.0f, v) != AMP_OK;
}
