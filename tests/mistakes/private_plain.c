/* SPDX-License-Identifier: MIT */
/*
mistake: a `thread_private` variable without `mine`
said by: compile
says: float *
says: from
says: int
not: the remedy, mine(own); the name is the pointer to all threads' variables, and C has no other
    words for it
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_PHASED_KERNEL(twice, (4), inout(float, 1, x))
{
    thread_private(float, own);
    phase { own = 1; } /* here */
    phase { at(x, tidx.global[0]) *= mine(own); }
}
AMP_DEVICE_END
