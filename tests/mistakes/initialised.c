/* SPDX-License-Identifier: MIT */
/*
mistake: tile memory with an initial value
said by: compile
says: tile_static_has_no_initial_value
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    tile_static(float, t, 4) = { 0 }; /* here */
    at_index(x, tidx.global) = t[tidx.local[0]];
}
AMP_DEVICE_END
