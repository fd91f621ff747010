/* SPDX-License-Identifier: MIT */
/*
mistake: `gridDim`, as in CUDA
said by: compile
says: 'gridDim' is deprecated: here tidx.tile_count[d], where the last d is x
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(turn, (4), in(float, 1, x), out(float, 1, y))
{
    const int tiles = gridDim.x; /* here */
    at(y, tidx.global[0]) = at(x, 4 * (tiles - 1 - tidx.tile[0]) + tidx.local[0]);
}
AMP_DEVICE_END
