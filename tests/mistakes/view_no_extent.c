/* SPDX-License-Identifier: MIT */
/*
mistake: a view without an extent
said by: compile
says: amp_view(type, pointer, d0[, d1[, d2]]) wants the number of elements in each dimension
*/
#define AMP_SHORT_NAMES
#include "amp.h"

int host(void);
int host(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data); /* here */
    return v.status;
}
