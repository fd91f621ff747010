/* SPDX-License-Identifier: MIT */
/*
mistake: an operation of warps in a simple kernel
said by: compile
says: a simple kernel has no warps: write AMP_TILED_KERNEL(name, (tile), parameters)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(sum, 1, inout(float, 1, x))
{
    at(x, idx[0]) = amp_warp_sum(tidx, at(x, idx[0])); /* here */
}
AMP_DEVICE_END
