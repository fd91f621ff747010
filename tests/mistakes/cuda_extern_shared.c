/* SPDX-License-Identifier: MIT */
/*
mistake: `extern __shared__ float t[]`, whose size a launch of CUDA gives
from: Cornell Virtual Workshop, Introduction to CUDA, shared memory,
    https://cvw.cac.cornell.edu/cuda-intro/cuda-memory-model/shared_mem
said by: compile
says: '__shared__' is deprecated: write tile_static(type, name, size)
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(mirror, (4), inout(float, 1, x))
{
    extern __shared__ float t[]; /* here */
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(x, tidx.global[0]) = t[3 - tidx.local[0]];
}
AMP_DEVICE_END
