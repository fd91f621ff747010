/* SPDX-License-Identifier: MIT */
/*
mistake: `v.synchronize()`, as in C++ AMP
from: Native Concurrency, Synchronizing array_view in C++ AMP,
    https://blogs.msdn.microsoft.com/nativeconcurrency/2012/02/20/synchronizing-array_view-in-c-amp/
said by: compile
says gcc: 'amp_array_view' has no member named 'synchronize'
says clang: no member named 'synchronize' in 'struct amp_array_view'
not: the remedy, amp_synchronize(v); a member that explains itself would make each view larger
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
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(v.extent, scale, v);
    v.synchronize(); /* here */
    return s != AMP_OK;
}
