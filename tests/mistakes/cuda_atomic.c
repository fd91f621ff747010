/* SPDX-License-Identifier: MIT */
/*
mistake: `atomicAdd`, as in CUDA
said by: compile
says: 'atomicAdd' is deprecated: write amp_atomic_fetch_add
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(count, 1, in(int, 1, x), inout(int, 1, n))
{
    if (at(x, idx[0]) > 0) {
        atomicAdd(&at(n, 0), 1); /* here */
    }
}
AMP_DEVICE_END
