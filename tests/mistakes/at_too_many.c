/* SPDX-License-Identifier: MIT */
/*
mistake: two indices for a view of rank 1
said by: compile
says: at(x, i) wants as many integers as the view has dimensions; an index as a whole goes to
    at_index(x, idx)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    at(x, idx[0], 0) = 1; /* here */
}
AMP_DEVICE_END
