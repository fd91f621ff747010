/* SPDX-License-Identifier: MIT */
/*
mistake: a kernel of rank 4
said by: compile
says: fill__the_rank_of_a_kernel_is_1
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 4, out(float, 1, x)) /* here */
{
    at(x, idx[0]) = 1;
}
AMP_DEVICE_END
