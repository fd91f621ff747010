/* SPDX-License-Identifier: MIT */
/*
mistake: a tile where a simple kernel has its rank
said by: compile
says: a simple kernel has no tile: AMP_KERNEL(name, rank, parameters), where the rank is 1, 2 or
    3, or AMP_TILED_KERNEL(name, (16, 16), parameters)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, (16, 16), out(float, 2, A)) /* here */
{
    at_index(A, idx) = 1;
}
AMP_DEVICE_END
