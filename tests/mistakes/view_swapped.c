/* SPDX-License-Identifier: MIT */
/*
mistake: pointer and type of a view swapped
said by: compile
says: amp_view(type, pointer, d0[, d1[, d2]]) wants the type first, and then a pointer
*/
#define AMP_SHORT_NAMES
#include "amp.h"

int host(void);
int host(void)
{
    static float data[16];
    amp_array_view v = amp_view(data, float, 16); /* here */
    return v.status;
}
