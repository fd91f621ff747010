/* SPDX-License-Identifier: MIT */
/*
mistake: `work_group_reduce_add`, as in OpenCL C 2.0
from: OpenCL's manual, work_group_reduce,
    https://man.opencl.org/work_group_reduce.html
said by: compile
says: 'work_group_reduce_add' is deprecated: write amp_tile_reduce(tidx, t, i, n, x, amp_plus)
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(sum, (64), in(int, 1, x), out(int, 1, sums))
{
    const int all = work_group_reduce_add(at(x, tidx.global[0])); /* here */
    if (tidx.local[0] == 0) {
        at(sums, tidx.tile[0]) = all;
    }
}
AMP_DEVICE_END
