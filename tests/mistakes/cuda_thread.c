/* SPDX-License-Identifier: MIT */
/*
mistake: `threadIdx.x`, as in CUDA
said by: compile
says gcc: 'threadIdx' undeclared (first use in this function)
says clang: use of undeclared identifier 'threadIdx'
not: the remedy; the names of CUDA are not ours to define
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    at(x, threadIdx.x) = 1; /* here */
}
AMP_DEVICE_END
