/* SPDX-License-Identifier: MIT */
/*
mistake: a tiled kernel without its tile
said by: compile
says: the tile of a kernel stands in parentheses, in front of the parameters:
    AMP_TILED_KERNEL(name, (16, 16), parameters)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(copy, in(float, 1, x), out(float, 1, y)) /* here */
{
    at_index(y, tidx.global) = at_index(x, tidx.global);
}
AMP_DEVICE_END
