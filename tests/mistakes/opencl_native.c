/* SPDX-License-Identifier: MIT */
/*
mistake: `native_cos`, as in OpenCL C
from: ROCm, terms of CUDA, HIP and OpenCL,
    https://rocm.docs.amd.com/projects/HIP/en/docs-6.1.5/reference/terms.html
said by: compile
says: implicit declaration of function 'native_cos'
not: the remedy, amp_fast_cos; OpenCL C has a dozen of such names, which a program may use for
    its own
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(waves, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = native_cos(at(x, idx[0])); /* here */
}
AMP_DEVICE_END
