/* SPDX-License-Identifier: MIT */
/*
mistake: `at` with a real number for an index
said by: compile
says: at(x, i) wants as many integers as the view has dimensions
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(half, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = at(x, 0.5f * idx[0]); /* here */
}
AMP_DEVICE_END
