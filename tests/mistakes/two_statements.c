/* SPDX-License-Identifier: MIT */
/*
mistake: two statements below an if without braces
said by: compile
says: [-Wmisleading-indentation]
flags: -O0
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(guarded, 1, in(float, 1, x), out(float, 1, y), value(int, n))
{
    float v = 0;
    if (idx[0] < n)
        v = at(x, idx[0]);
        v = 2 * v; /* here */
    at(y, idx[0]) = v;
}
AMP_DEVICE_END
