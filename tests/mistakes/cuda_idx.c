/* SPDX-License-Identifier: MIT */
/*
mistake: `int idx = blockIdx.x * blockDim.x + threadIdx.x` in a simple kernel
from: BubtLTK/CUDA, reduce.cu,
    https://github.com/BubtLTK/CUDA/blob/master/reduce.cu
said by: compile
says gcc: 'idx' redeclared as different kind of symbol
says clang: redefinition of 'idx' with a different type: 'int' vs 'const int *'
not: the remedy, to leave it away; a kernel has its idx already
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, inout(float, 1, x), value(int, n))
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x; /* here */
    if (idx < n) {
        at(x, idx) *= 2;
    }
}
AMP_DEVICE_END
