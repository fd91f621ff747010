/* SPDX-License-Identifier: MIT */
/*
mistake: `float *x`, as in CUDA, for `inout(float, 1, x)`
said by: compile
says: a parameter of a kernel is in(type, rank, name), out(type, rank, name), inout(type, rank,
    name), table(type, rank, name), value(type, name) or tile(type, name), not: float *x
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(twice, 1, float *x) /* here */
{
    x[idx[0]] *= 2;
}
AMP_DEVICE_END
