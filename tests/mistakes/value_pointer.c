/* SPDX-License-Identifier: MIT */
/*
mistake: a pointer passed as a value
said by: compile
says: a value cannot be a pointer, which has no meaning on a device: take a view,
    in(type, rank, name)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(copy, 1, value(const float *, from), out(float, 1, x)) /* here */
{
    at(x, idx[0]) = from[idx[0]];
}
AMP_DEVICE_END
