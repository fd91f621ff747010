/* SPDX-License-Identifier: MIT */
/*
mistake: a tile of four dimensions
said by: compile
says: a_tile_has_1_to_3_dimensions
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (2, 2, 2, 2), out(float, 1, x)) /* here */
{
    at(x, tidx.global[0]) = 1;
}
AMP_DEVICE_END
