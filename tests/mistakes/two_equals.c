/* SPDX-License-Identifier: MIT */
/*
mistake: `==` in place of an assignment
said by: compile
says: [-Wunused-
flags: -O0
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(copy, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) == at(x, idx[0]); /* here */
}
AMP_DEVICE_END
