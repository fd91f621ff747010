/* SPDX-License-Identifier: MIT */
/*
mistake: tile memory in a simple kernel
said by: compile
says: tile_static stands in the body of a kernel with tiles: AMP_TILED_KERNEL(name, (tile),
    parameters) or AMP_PHASED_KERNEL
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(sum, 1, inout(float, 1, x))
{
    tile_static(float, t, 16); /* here */
    t[idx[0] % 16] = at(x, idx[0]);
}
AMP_DEVICE_END
