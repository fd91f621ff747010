/* SPDX-License-Identifier: MIT */
/*
mistake: tile memory declared as in C++ AMP: `tile_static float t[4]`
said by: compile
says: 'amp_tile_static' is deprecated: write tile_static(type, name, size), as
    tile_static(float, t, 4)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    tile_static float t[4]; /* here */
    t[tidx.local[0]] = 1;
    at_index(x, tidx.global) = t[tidx.local[0]];
}
AMP_DEVICE_END
