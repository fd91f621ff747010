/* SPDX-License-Identifier: MIT */
/*
mistake: a kernel writes a view that it takes as `in`
said by: compile
says gcc: assignment of read-only location
says clang: read-only variable is not assignable
not: the remedy, `out` or `inout`; the words on a pointer to const are the compiler's
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, in(float, 1, x))
{
    at(x, idx[0]) = 1; /* here */
}
AMP_DEVICE_END
