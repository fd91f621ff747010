/* SPDX-License-Identifier: MIT */
/*
mistake: `at_index` with a number
said by: compile
says: at_index(x, idx) wants idx, tidx.global or another array of int; numbers go to at(x, i)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    at_index(x, idx[0]) = 1; /* here */
}
AMP_DEVICE_END
