/* SPDX-License-Identifier: MIT */
/*
mistake: a tile of two dimensions without parentheses
said by: compile
says: the tile of a kernel stands in parentheses, in front of the parameters:
    AMP_TILED_KERNEL(name, (16, 16), parameters)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_PHASED_KERNEL(fill, 16, 16, out(float, 2, A)) /* here */
{
    phase { at_index(A, tidx.global) = 1; }
}
AMP_DEVICE_END
