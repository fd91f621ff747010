/* SPDX-License-Identifier: MIT */
/*
mistake: `atomic_add`, as in OpenCL C
from: ROCm, terms of CUDA, HIP and OpenCL,
    https://rocm.docs.amd.com/projects/HIP/en/docs-6.1.5/reference/terms.html
said by: compile
says: implicit declaration of function 'atomic_add'
not: the remedy, amp_atomic_fetch_add; a program may have a function atomic_add of its own
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(count, 1, in(int, 1, x), inout(int, 1, n))
{
    if (at(x, idx[0]) > 0) {
        atomic_add(&at(n, 0), 1); /* here */
    }
}
AMP_DEVICE_END
