/* SPDX-License-Identifier: MIT */
/*
mistake: `__syncthreads()`, as in CUDA
said by: compile
says: '__syncthreads' is deprecated: write tile_barrier_wait(tidx)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(mirror, (4), inout(float, 1, x))
{
    tile_static(float, t, 4);
    t[tidx.local[0]] = at(x, tidx.global[0]);
    __syncthreads(); /* here */
    at(x, tidx.global[0]) = t[3 - tidx.local[0]];
}
AMP_DEVICE_END
