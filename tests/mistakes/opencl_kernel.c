/* SPDX-License-Identifier: MIT */
/*
mistake: `__kernel void scale(__global float *x)`, as in OpenCL C
from: a question on a two-stage reduction in OpenCL,
    https://manongdao.com/article-1078977.html
said by: compile
says: '__global' is deprecated: here a view, in(type, rank, name), in the kernel's head
says: '__kernel' is deprecated: write AMP_KERNEL or AMP_TILED_KERNEL
place: 'get_global_id' is deprecated
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
__kernel void scale(__global float *x) /* here */
{
    x[get_global_id(0)] *= 2;
}
AMP_DEVICE_END
