/* SPDX-License-Identifier: MIT */
/*
mistake: `__shared__ float t[4]`, as in CUDA
said by: compile
says gcc: '__shared__' undeclared (first use in this function)
says clang: use of undeclared identifier '__shared__'
not: the remedy; the names of CUDA are not ours to define
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    __shared__ float t[4]; /* here */
    t[tidx.local[0]] = 1;
    at_index(x, tidx.global) = t[tidx.local[0]];
}
AMP_DEVICE_END
