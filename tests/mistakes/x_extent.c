/* SPDX-License-Identifier: MIT */
/*
mistake: `x.extent[0]` in a kernel, as in C++ AMP
said by: compile
says gcc: request for member 'extent' in something not a structure or union
says clang: member reference base type 'float *' is not a structure or union
not: the remedy, x_shape.extent[0]; a view is a pointer there, since a structure in its place costs
    compilers the vectors
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, inout(float, 1, x))
{
    if (idx[0] < x.extent[0]) { /* here */
        at(x, idx[0]) *= 2;
    }
}
AMP_DEVICE_END
