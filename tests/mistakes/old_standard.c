/* SPDX-License-Identifier: MIT */
/*
mistake: a compiler asked for C90
said by: compile
flags: -std=c90
place: config.h
says: amp needs C99: compile with -std=c99 or a later standard
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, value(float, a), inout(float, 1, x))
{
    at(x, idx[0]) *= a;
}
AMP_DEVICE_END
