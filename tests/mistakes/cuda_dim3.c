/* SPDX-License-Identifier: MIT */
/*
mistake: `dim3` for the tiles of a launch, as in CUDA
from: notes on Programming Massively Parallel Processors, chapter 3,
    https://notes.stefvuck.dev/Programming-Massively-Parallel-Processors/Programming-Massively-Parallel-Processors-Chapter-3
said by: compile
says gcc: unknown type name 'dim3'
says clang: use of undeclared identifier 'dim3'
not: the remedy, amp_tile(extent, 4, 4); a program from CUDA may have a dim3 of its own, and a
    type of that name would not compile beside it
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4, 4), out(float, 2, A))
{
    at_index(A, tidx.global) = 1;
}
AMP_DEVICE_END
int main(void)
{
    static float data[64];
    amp_array_view v = amp_view(float, data, 8, 8);
    dim3 tile(4, 4); /* here */
    return parallel_for_each(amp_tile(v.extent, tile), fill, v) != AMP_OK;
}
