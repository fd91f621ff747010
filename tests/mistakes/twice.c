/* SPDX-License-Identifier: MIT */
/*
mistake: two kernels of one name
said by: compile
says: redefinition of 'fill__
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    at(x, idx[0]) = 1;
}
AMP_KERNEL(fill, 1, out(float, 1, x)) /* here */
{
    at(x, idx[0]) = 2;
}
AMP_DEVICE_END
