/* SPDX-License-Identifier: MIT */
/*
mistake: `atomicInc`, as in CUDA
from: a CUDA tutor's page on atomic operations,
    https://geniusturtle6174.github.io/tutor_CUDA/atomOp.htm
said by: compile
says: 'atomicInc' is deprecated: write amp_atomic_fetch_inc, which has no limit
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(count, 1, in(int, 1, x), inout(unsigned, 1, n))
{
    if (at(x, idx[0]) > 0) {
        atomicInc(&at(n, 0), 1000); /* here */
    }
}
AMP_DEVICE_END
