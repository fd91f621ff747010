/* SPDX-License-Identifier: MIT */
/*
mistake: a phase in a tiled kernel
said by: compile
says: a phase stands in the body of AMP_PHASED_KERNEL(name, (tile), parameters)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    phase { /* here */
        at_index(x, tidx.global) = 1;
    }
}
AMP_DEVICE_END
