/* SPDX-License-Identifier: MIT */
/*
mistake: `=` in a condition
said by: compile
says: [-Wparentheses]
flags: -O0
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(first, 1, in(float, 1, x), out(float, 1, y), value(int, n))
{
    int i = idx[0];
    if (i = n) { at(y, idx[0]) = at(x, 0); } /* here */
}
AMP_DEVICE_END
