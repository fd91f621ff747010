/* SPDX-License-Identifier: MIT */
/*
mistake: `mine` of a plain variable
said by: compile
says: mine(name) is of a variable that thread_private(type, name) has declared
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_PHASED_KERNEL(twice, (4), inout(float, 1, x))
{
    float own;
    phase { mine(own) = at(x, tidx.global[0]); } /* here */
    phase { at(x, tidx.global[0]) = 2 * mine(own); }
}
AMP_DEVICE_END
