/* SPDX-License-Identifier: MIT */
/*
mistake: `value` with a rank
said by: compile
says: a parameter of a kernel is in(type, rank, name), out(type, rank, name), inout(type, rank,
    name), table(type, rank, name), value(type, name) or tile(type, name), not: value(float, 1, a)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, value(float, 1, a), inout(float, 1, x)) /* here */
{
    at(x, idx[0]) *= a;
}
AMP_DEVICE_END
