/* SPDX-License-Identifier: MIT */
/*
mistake: `v[3]` on the host, as in C++ AMP
from: Stack Overflow, a question when synchronize must be called in C++ AMP (read on a mirror)
said by: compile
says gcc: subscripted value is neither array nor pointer nor vector
says clang: subscripted value is not an array, pointer, or vector
not: the remedy, amp_synchronize(v) and then data[3]; brackets behind a structure are the
    compiler's
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
    printf("%g\n", v[3]); /* here */
    return s != AMP_OK;
}
