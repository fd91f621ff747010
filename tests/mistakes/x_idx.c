/* SPDX-License-Identifier: MIT */
/*
mistake: `x[idx]`, as C++ AMP itself has it
said by: compile
says gcc: array subscript is not an integer
says clang: array subscript is not an integer
not: the remedy, at_index(x, idx); a view is a pointer there, and its brackets are the compiler's
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, inout(float, 1, x))
{
    x[idx] *= 2; /* here */
}
AMP_DEVICE_END
