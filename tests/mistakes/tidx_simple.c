/* SPDX-License-Identifier: MIT */
/*
mistake: `tidx` in a simple kernel
said by: compile
says gcc: 'tidx' undeclared (first use in this function); did you mean 'idx'?
says clang: use of undeclared identifier 'tidx'
not: with clang the remedy; a parameter tidx that explains itself would forbid the program a
    variable of that name
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    at(x, tidx.global[0]) = 1; /* here */
}
AMP_DEVICE_END
