/* SPDX-License-Identifier: MIT */
/*
mistake: a barrier without `tidx`
said by: compile
says: a barrier is given tidx: tile_barrier_wait(tidx)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(mirror, (4), inout(float, 1, x))
{
    tile_static(float, t, 4);
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(); /* here */
    at(x, tidx.global[0]) = t[3 - tidx.local[0]];
}
AMP_DEVICE_END
