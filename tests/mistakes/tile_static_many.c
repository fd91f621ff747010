/* SPDX-License-Identifier: MIT */
/*
mistake: tile memory of four dimensions
said by: compile
says: tile_static has one to three sizes: tile_static(type, name, d0[, d1[, d2]])
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    tile_static(float, t, 2, 2, 2, 2); /* here */
    at(x, tidx.global[0]) = sizeof(t);
}
AMP_DEVICE_END
