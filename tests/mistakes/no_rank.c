/* SPDX-License-Identifier: MIT */
/*
mistake: a view parameter without its rank
said by: compile
says: a parameter of a kernel is in(type, rank, name), out(type, rank, name), inout(type, rank,
    name), table(type, rank, name), value(type, name) or tile(type, name), not: in(float, x)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(copy, 1, in(float, x), out(float, 1, y)) /* here */
{
    at(y, idx[0]) = at(x, idx[0]);
}
AMP_DEVICE_END
