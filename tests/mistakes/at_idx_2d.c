/* SPDX-License-Identifier: MIT */
/*
mistake: `at(A, idx)` of a view of rank 2
said by: compile
says: at(x, i) wants as many integers as the view has dimensions; an index as a whole goes to
    at_index(x, idx)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(copy, 2, in(float, 2, A), out(float, 2, B))
{
    at_index(B, idx) = at(A, idx); /* here */
}
AMP_DEVICE_END
