/* SPDX-License-Identifier: MIT */
/*
mistake: `idx` in a tiled kernel
said by: compile
says gcc: 'idx' undeclared (first use in this function); did you mean 'tidx'?
says clang: use of undeclared identifier 'idx'; did you mean 'tidx'?
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    at(x, idx[0]) = 1; /* here */
}
AMP_DEVICE_END
