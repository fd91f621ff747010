/* SPDX-License-Identifier: MIT */
/*
mistake: `thread_private` in a tiled kernel, whose variables are each thread's already
said by: compile
says: thread_private is for AMP_PHASED_KERNEL: in other kernels each thread has the variables of
    its body
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    thread_private(float, sum); /* here */
    mine(sum) = 1;
    at_index(x, tidx.global) = mine(sum);
}
AMP_DEVICE_END
