/* SPDX-License-Identifier: MIT */
/*
mistake: `at` of a value, which is no view
said by: compile
says gcc: 'a_shape' undeclared (first use in this function)
says clang: use of undeclared identifier 'a_shape'
not: the remedy; C cannot ask whether a name is declared
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, value(float, a), inout(float, 1, x))
{
    at(x, idx[0]) *= at(a, 0); /* here */
}
AMP_DEVICE_END
