/* SPDX-License-Identifier: MIT */
/*
mistake: a helper with `__device__`, as in CUDA
from: Emory CS 355, the three kinds of functions of a CUDA program,
    https://cs.emory.edu/~cheung/Courses/355/Syllabus/94-CUDA/SLIDES/s05.html
said by: compile
says: '__device__' is deprecated: write static inline, between AMP_DEVICE_BEGIN and _END
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
__device__ float square(float x) /* here */
{
    return x * x;
}
AMP_KERNEL(squares, 1, inout(float, 1, x))
{
    at(x, idx[0]) = square(at(x, idx[0]));
}
AMP_DEVICE_END
