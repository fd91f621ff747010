/* SPDX-License-Identifier: MIT */
/*
mistake: tile memory given at launch to a simple kernel
said by: compile
says: a simple kernel has no tile memory: write AMP_TILED_KERNEL(name, (tile), parameters) or
    AMP_PHASED_KERNEL
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(turn, 1, inout(float, 1, x), tile(float, t)) /* here */
{
    t[0] = at(x, idx[0]);
}
AMP_DEVICE_END
