/* SPDX-License-Identifier: MIT */
/*
mistake: a semicolon behind the head of a kernel
said by: compile
says: expected identifier or '('
not: the remedy; a head with a semicolon is a declaration, and right by itself
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x));
{ /* here */
    at(x, idx[0]) = 1;
}
AMP_DEVICE_END
