/* SPDX-License-Identifier: MIT */
/*
mistake: `cudaMalloc` and `cudaMemcpy` on the host
from: Infinite Lexicon, cudaMemcpy,
    https://infinitelexicon.pages.dev/cudaMemcpy
said by: compile
says: implicit declaration of function 'cudaMalloc'
not: the remedy, a view over the array itself; a program may use CUDA beside amp, and include its
    header behind amp.h
*/
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
    float data[16] = { 1 }, *on_device;
    amp_array_view v;
    cudaMalloc((void **)&on_device, sizeof(data)); /* here */
    cudaMemcpy(on_device, data, sizeof(data), cudaMemcpyHostToDevice);
    v = amp_view(float, on_device, 16);
    return parallel_for_each(v.extent, scale, v) != AMP_OK;
}
