/* SPDX-License-Identifier: MIT */
/*
mistake: a missing semicolon behind a barrier
said by: compile
place: semicolon.c:1
says: expected ';'
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), inout(float, 1, x))
{
    at_index(x, tidx.global) += 1;
    tile_barrier_wait(tidx) /* here */
    at_index(x, tidx.global) += 1;
}
AMP_DEVICE_END
