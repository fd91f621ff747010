/* SPDX-License-Identifier: MIT */
/*
mistake: a view parameter of rank 0
said by: compile
says: the_rank_of_a_view_is_1_to_AMP_MAX_RANK
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 0, x)) /* here */
{
    x[0] = (float)idx[0];
}
AMP_DEVICE_END
