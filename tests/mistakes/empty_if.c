/* SPDX-License-Identifier: MIT */
/*
mistake: a semicolon behind the head of an if
said by: compile
says: [-Wempty-body]
flags: -O0
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(guarded, 1, in(float, 1, x), out(float, 1, y), value(int, n))
{
    if (idx[0] < n); /* here */
    { at(y, idx[0]) = at(x, idx[0]); }
}
AMP_DEVICE_END
