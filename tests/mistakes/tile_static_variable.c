/* SPDX-License-Identifier: MIT */
/*
mistake: tile memory whose size is a variable
said by: compile
says: a_size_of_tile_static_is_a_constant
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(mirror, (4), inout(float, 1, x), value(int, n))
{
    tile_static(float, t, n); /* here */
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(x, tidx.global[0]) = t[3 - tidx.local[0]];
}
AMP_DEVICE_END
