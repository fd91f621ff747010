/* SPDX-License-Identifier: MIT */
/*
mistake: a missing brace at the end of a kernel
said by: compile
says: amp__a_brace_is_missing_above_
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    if (idx[0] > 1) {
        at(x, idx[0]) = 1;
}
AMP_DEVICE_END /* here */
int host(void);
int host(void)
{
    return 0;
}
