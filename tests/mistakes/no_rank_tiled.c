/* SPDX-License-Identifier: MIT */
/*
mistake: the same in a tiled kernel
said by: compile
says: a parameter of a kernel is in(type, rank, name), out(type, rank, name), inout(type, rank,
    name), table(type, rank, name), value(type, name) or tile(type, name), not: out(float, y)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(copy, (4), in(float, 1, x), out(float, y)) /* here */
{
    at_index(y, tidx.global) = at_index(x, tidx.global);
}
AMP_DEVICE_END
