/* SPDX-License-Identifier: MIT */
/*
mistake: a kernel that returns a value
from: CUDA Programming, Kernel Syntax,
    https://learn.sidhant.pro/course/cuda/02-first-kernel/07-kernel-syntax
said by: compile
says gcc: 'return' with a value, in function returning void
says clang: void function 'square__body' should not return a value
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(square, 1, in(float, 1, x))
{
    return at(x, idx[0]) * at(x, idx[0]); /* here */
}
AMP_DEVICE_END
