/* SPDX-License-Identifier: MIT */
/*
mistake: one index for a view of rank 2
said by: compile
says: at(x, i) wants as many integers as the view has dimensions; an index as a whole goes to
    at_index(x, idx)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 2, out(float, 2, A))
{
    at(A, idx[0]) = 1; /* here */
}
AMP_DEVICE_END
