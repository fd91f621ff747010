/* SPDX-License-Identifier: MIT */
/*
mistake: pointer and type of a view swapped
said by: compile
says: expected expression
not: the remedy; a name of a type where a value is wanted is for the compiler to refuse
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
