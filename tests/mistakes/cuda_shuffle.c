/* SPDX-License-Identifier: MIT */
/*
mistake: `__shfl_down_sync`, as in CUDA
from: NVIDIA, Using CUDA Warp-Level Primitives,
    https://developer.nvidia.cn/blog/using-cuda-warp-level-primitives
said by: compile
says: '__shfl_down_sync' is deprecated: write amp_warp_shuffle_down(tidx, x, by)
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(sum, (32), in(float, 1, x), out(float, 1, sums))
{
    float own = at(x, tidx.global[0]);
    for (int d = 16; d > 0; d /= 2) {
        own += __shfl_down_sync(0xffffffff, own, d); /* here */
    }
    if (tidx.local[0] == 0) {
        at(sums, tidx.tile[0]) = own;
    }
}
AMP_DEVICE_END
