/* SPDX-License-Identifier: MIT */
/*
mistake: `float4` and `make_float4`, as in CUDA
from: CUDA C, built-in vector types (Kapeli),
    https://kapeli.com/cheat_sheets/CUDA_C.docset/Contents/Resources/Documents/index
said by: compile
says gcc: unknown type name 'float4'
says clang: use of undeclared identifier 'float4'
not: the remedy, amp_float_4 of amp_graphics.h; as for `dim3`
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    float4 v = make_float4(1, 2, 3, 4); /* here */
    at(x, idx[0]) = v.x;
}
AMP_DEVICE_END
