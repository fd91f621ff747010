/* SPDX-License-Identifier: MIT */
/*
mistake: a simple kernel without its rank
said by: compile
says: the rank of the kernel is missing: AMP_KERNEL(name, rank, parameters), where the rank is
    1, 2 or 3
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(copy, in(float, 1, x), out(float, 1, y)) /* here */
{
    at(y, idx[0]) = at(x, idx[0]);
}
AMP_DEVICE_END
