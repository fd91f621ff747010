/* SPDX-License-Identifier: MIT */
/*
mistake: `at(x, idx)`, as C++ AMP writes `x[idx]`
said by: compile
says: at(x, i) wants as many integers as the view has dimensions; an index as a whole goes to
    at_index(x, idx)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(copy, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = at(x, idx); /* here */
}
AMP_DEVICE_END
