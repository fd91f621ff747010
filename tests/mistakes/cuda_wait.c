/* SPDX-License-Identifier: MIT */
/*
mistake: `cudaDeviceSynchronize()` behind a launch
from: a beginner's list of mistakes with CUDA (Thread Reader),
    https://threadreaderapp.com/thread/1102476210850934784.html
said by: compile
says: implicit declaration of function 'cudaDeviceSynchronize'
not: the remedy, amp_synchronize(v); as for `cudaMalloc`
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, inout(float, 1, x))
{
    at(x, idx[0]) *= 2;
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(v.extent, scale, v);
    cudaDeviceSynchronize(); /* here */
    printf("%g\n", data[3]);
    return s != AMP_OK;
}
