/* SPDX-License-Identifier: MIT */
/*
mistake: tile memory without a size, as for one number
said by: compile
says: tile_static wants a size: tile_static(type, name, 1), and name[0]
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    tile_static(float, t); /* here */
    t = 1;
    at_index(x, tidx.global) = t;
}
AMP_DEVICE_END
