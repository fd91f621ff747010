/* SPDX-License-Identifier: MIT */
/*
mistake: tile memory declared outside of kernels
from: Native Concurrency, restrict(amp) restrictions part 10, tile_static,
    https://learn.microsoft.com/en-us/archive/blogs/nativeconcurrency/restrictamp-restrictions-part-10-of-n-tile_static
said by: compile
says: expected identifier or '('
not: the remedy, to declare it in the kernel; at file scope the words behind tile_static are no
    declaration, and what the compiler shows is what they become
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
tile_static(float, t, 4); /* here */
AMP_TILED_KERNEL(mirror, (4), inout(float, 1, x))
{
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(x, tidx.global[0]) = t[3 - tidx.local[0]];
}
AMP_DEVICE_END
