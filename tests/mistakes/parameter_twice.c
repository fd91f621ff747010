/* SPDX-License-Identifier: MIT */
/*
mistake: two parameters of one name
said by: compile
says: redefinition of parameter 'x'
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(copy, 1, in(float, 1, x), out(float, 1, x)) /* here */
{
    at(x, idx[0]) = 1;
}
AMP_DEVICE_END
