/* SPDX-License-Identifier: MIT */
/*
mistake: a kernel within a function
said by: compile
says gcc: fill__within_a_function__is_a_brace_missing_above
says clang: name##__within_a_function__is_a_brace_missing_above
*/
#define AMP_SHORT_NAMES
#include "amp.h"

#define WITHIN
int host(void);
int host(void)
{
    AMP_KERNEL(fill, 1, out(float, 1, x)) /* here */
    {
        at(x, idx[0]) = 1;
    }
    return 0;
}
