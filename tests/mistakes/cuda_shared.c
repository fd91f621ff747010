/* SPDX-License-Identifier: MIT */
/*
mistake: `__shared__ float t[4]`, as in CUDA
said by: compile
says: '__shared__' is deprecated: write tile_static(type, name, size)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    __shared__ float t[4]; /* here */
    t[tidx.local[0]] = 1;
    at_index(x, tidx.global) = t[tidx.local[0]];
}
AMP_DEVICE_END
