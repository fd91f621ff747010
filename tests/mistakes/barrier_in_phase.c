/* SPDX-License-Identifier: MIT */
/*
mistake: a barrier inside a phase, which ends with one
said by: compile
says: a phase has no barrier inside: it ends with one; end the phase and begin another
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_PHASED_KERNEL(fill, (4), out(float, 1, x))
{
    phase {
        at_index(x, tidx.global) = 1;
        tile_barrier_wait(tidx); /* here */
    }
}
AMP_DEVICE_END
