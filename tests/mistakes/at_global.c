/* SPDX-License-Identifier: MIT */
/*
mistake: `at(x, tidx.global)` in a tiled kernel
said by: compile
says: at(x, i) wants as many integers as the view has dimensions; an index as a whole goes to
    at_index(x, idx)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(copy, (4), in(float, 1, x), out(float, 1, y))
{
    at_index(y, tidx.global) = at(x, tidx.global); /* here */
}
AMP_DEVICE_END
