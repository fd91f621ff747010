/* SPDX-License-Identifier: MIT */
/*
mistake: `__local float t[4]`, as in OpenCL C
said by: compile
says: '__local' is deprecated: write tile_static(type, name, size)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(mirror, (4), inout(float, 1, x))
{
    __local float t[4]; /* here */
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(x, tidx.global[0]) = t[3 - tidx.local[0]];
}
AMP_DEVICE_END
