/* SPDX-License-Identifier: MIT */
/*
mistake: a barrier in a simple kernel
said by: compile
says: a simple kernel has no barrier: write AMP_TILED_KERNEL(name, (tile), parameters), or split
    it into two launches
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(sum, 1, inout(float, 1, x))
{
    at(x, idx[0]) += 1;
    tile_barrier_wait(tidx); /* here */
    at(x, 0) += at(x, idx[0]);
}
AMP_DEVICE_END
