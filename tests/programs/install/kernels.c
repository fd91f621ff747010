/* SPDX-License-Identifier: MIT */
/* The kernels: a tiled one with a barrier, and a simple one. */
#define AMP_SHORT_NAMES
#include "program.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(turned, (4), inout(float, 1, y))
{
    tile_static(float, t, 4);
    t[tidx.local[0]] = at(y, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = t[3 - tidx.local[0]];
}
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_DEVICE_END

amp_status turn(amp_array_view v)
{
    return parallel_for_each(amp_tile(v.extent, 4), turned, v);
}

amp_status add(float a, amp_array_view x, amp_array_view y)
{
    return parallel_for_each(y.extent, saxpy, a, x, y);
}
