/* SPDX-License-Identifier: MIT */
/*
mistake: an unsigned index compared with zero
said by: compile
says gcc: comparison of unsigned expression in '< 0' is always false
says clang: of unsigned expression < 0 is always false
flags: -O0
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(smooth, 1, in(float, 1, x), out(float, 1, y))
{
    const unsigned left = (unsigned)idx[0] - 1;
    at(y, idx[0]) = left < 0 ? 0 : at(x, left); /* here */
}
AMP_DEVICE_END
