/* SPDX-License-Identifier: MIT */
/*
mistake: tile memory declared in a helper
from: Native Concurrency, restrict(amp) restrictions part 10, tile_static,
    https://learn.microsoft.com/en-us/archive/blogs/nativeconcurrency/restrictamp-restrictions-part-10-of-n-tile_static
said by: compile
says: tile_static stands in the body of a kernel with tiles: AMP_TILED_KERNEL(name, (tile),
    parameters) or AMP_PHASED_KERNEL
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
static inline float mirrored(amp_tiled_index tidx, float own)
{
    tile_static(float, t, 4); /* here */
    t[tidx.local[0]] = own;
    tile_barrier_wait(tidx);
    return t[3 - tidx.local[0]];
}
AMP_TILED_KERNEL(mirror, (4), inout(float, 1, x))
{
    at(x, tidx.global[0]) = mirrored(tidx, at(x, tidx.global[0]));
}
AMP_DEVICE_END
