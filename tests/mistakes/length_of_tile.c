/* SPDX-License-Identifier: MIT */
/*
mistake: the length of a tile array by sizeof
said by: compile
says: [-Wsizeof-pointer-div]
flags: -O0
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(add_up, (8), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, 8);
    float sum = 0;
    int i;
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (i = 0; i < (int)(sizeof(t) / sizeof(t[0])); i++) { sum += t[i]; } /* here */
    at(y, tidx.global[0]) = sum;
}
AMP_DEVICE_END
