/* SPDX-License-Identifier: MIT */
/*
mistake: a missing semicolon behind `tile_static`
said by: compile
place: semicolon_static.c:1
says: expected
says: ';'
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), inout(float, 1, x))
{
    tile_static(float, t, 4) /* here */
    t[tidx.local[0]] = 1;
    at_index(x, tidx.global) += t[tidx.local[0]];
}
AMP_DEVICE_END
