/* SPDX-License-Identifier: MIT */
/*
mistake: `at` and its like without `AMP_SHORT_NAMES`
said by: compile
says: implicit declaration of function 'at'
not: the remedy; amp knows the name `at` under AMP_SHORT_NAMES alone, since a program may use it
    for its own
*/
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    at(x, idx[0]) = 1; /* here */
}
AMP_DEVICE_END
