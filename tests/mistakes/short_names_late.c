/* SPDX-License-Identifier: MIT */
/*
mistake: `AMP_SHORT_NAMES` defined behind the `#include`
said by: compile
says: AMP_SHORT_NAMES is defined behind the #include of amp.h: define it before
*/
#include "amp.h"
#define AMP_SHORT_NAMES
AMP_DEVICE_BEGIN /* here */
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    at(x, idx[0]) = 1;
}
AMP_DEVICE_END
