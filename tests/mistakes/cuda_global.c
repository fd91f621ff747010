/* SPDX-License-Identifier: MIT */
/*
mistake: `__global__ void scale(float *x)`, as in CUDA
from: CUDA C, function type qualifiers (Kapeli),
    https://kapeli.com/cheat_sheets/CUDA_C.docset/Contents/Resources/Documents/index
said by: compile
says: '__global__' is deprecated: write AMP_KERNEL or AMP_TILED_KERNEL
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
__global__ void scale(float *x) /* here */
{
    x[threadIdx.x] *= 2;
}
AMP_DEVICE_END
