/* SPDX-License-Identifier: MIT */
/*
mistake: a helper without its return
said by: compile
says: [-Wreturn-type]
flags: -O0
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
static inline float half(float x)
{
    x = x / 2;
} /* here */
AMP_KERNEL(halves, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = half(at(x, idx[0]));
}
AMP_DEVICE_END
