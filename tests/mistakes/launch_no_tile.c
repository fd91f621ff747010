/* SPDX-License-Identifier: MIT */
/*
mistake: a domain without tiles for a tiled kernel
said by: compile
says gcc: incompatible type for argument 2 of 'fill__launch'
says gcc: expected 'amp_tiled_extent'
says clang: to parameter of incompatible type 'amp_tiled_extent'
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    at_index(x, tidx.global) = 1;
}
AMP_DEVICE_END
int host(void);
int host(void)
{
    float data[16] = { 0 };
    amp_array_view v = amp_view(float, data, 16);
    return parallel_for_each(amp_extent(16), fill, v); /* here */
}
