/* SPDX-License-Identifier: MIT */
/*
mistake: `float a` for `value(float, a)`
said by: compile
says: a parameter of a kernel is in(type, rank, name), out(type, rank, name), inout(type, rank,
    name), table(type, rank, name), value(type, name) or tile(type, name), not: float a
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, float a, inout(float, 1, x)) /* here */
{
    at(x, idx[0]) *= a;
}
AMP_DEVICE_END
