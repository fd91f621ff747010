/* SPDX-License-Identifier: MIT */
/*
mistake: an element in place of its address, for a view
said by: compile
says: amp_view(type, pointer, d0[, d1[, d2]]) wants the type first, and then a pointer
*/
#define AMP_SHORT_NAMES
#include "amp.h"

int host(void);
int host(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data[0], 16); /* here */
    return v.status;
}
