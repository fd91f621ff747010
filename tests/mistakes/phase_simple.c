/* SPDX-License-Identifier: MIT */
/*
mistake: a phase in a simple kernel
said by: compile
says: a phase stands in the body of AMP_PHASED_KERNEL(name, (tile), parameters)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    phase { /* here */
        at(x, 0) = 1;
    }
}
AMP_DEVICE_END
