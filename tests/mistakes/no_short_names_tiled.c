/* SPDX-License-Identifier: MIT */
/*
mistake: `tile_static` without `AMP_SHORT_NAMES`
said by: compile
says: implicit declaration of function 'tile_static'
not: the remedy, but where the compiler proposes amp_tile_static (gcc 12); as for `at`
*/
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    tile_static(float, t, 4); /* here */
    t[tidx.local[0]] = 1;
    amp_at(x, tidx.global[0]) = t[tidx.local[0]];
}
AMP_DEVICE_END
