/* SPDX-License-Identifier: MIT */
/*
mistake: `v.extent.tile(4)`, as in C++ AMP
from: Microsoft, extent::tile Method,
    https://learn.microsoft.com/en-us/previous-versions/visualstudio/visual-studio-2012/hh537955(v=vs.110)
said by: compile
says gcc: 'amp_extent' has no member named 'tile'
says clang: no member named 'tile' in 'struct amp_extent'
not: the remedy, amp_tile(v.extent, 4); as for `synchronize`
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    at_index(x, tidx.global) = 1;
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    return parallel_for_each(v.extent.tile(4), fill, v) != AMP_OK; /* here */
}
