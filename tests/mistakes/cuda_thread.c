/* SPDX-License-Identifier: MIT */
/*
mistake: `threadIdx.x`, as in CUDA
said by: compile
says: 'threadIdx' is deprecated: here tidx.local[d], where the last d is x
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    at(x, threadIdx.x) = 1; /* here */
}
AMP_DEVICE_END
