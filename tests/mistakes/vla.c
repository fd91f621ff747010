/* SPDX-License-Identifier: MIT */
/*
mistake: an array whose size is a parameter of the kernel
said by: compile
says gcc: variable length array 'sums' [-Wvla]
says clang: variable length array used [-Wvla]
flags: -O0
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(windows, 1, in(float, 1, x), out(float, 1, y), value(int, n))
{
    float sums[n]; /* here */
    int i;
    for (i = 0; i < n; i++) { sums[i] = at(x, idx[0] + i); }
    at(y, idx[0]) = sums[n - 1] - sums[0];
}
AMP_DEVICE_END
