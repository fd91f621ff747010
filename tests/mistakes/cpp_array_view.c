/* SPDX-License-Identifier: MIT */
/*
mistake: `array_view<float, 1> v(16, data)`, as in C++ AMP
from: Native Concurrency, array_view, Introduction,
    https://learn.microsoft.com/en-us/archive/blogs/nativeconcurrency/concurrencyarray_view-introduction
said by: compile
says gcc: 'array_view' undeclared (first use in this function); did you mean 'amp_array_view'?
says clang: use of undeclared identifier 'array_view'
not: with clang the remedy, amp_view(type, pointer, d0); a program may have an array_view of its
    own
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
    static float data[16];
    array_view<float, 1> v(16, data); /* here */
    return parallel_for_each(v.extent, scale, v) != AMP_OK;
}
