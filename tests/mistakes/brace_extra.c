/* SPDX-License-Identifier: MIT */
/*
mistake: a brace too many
said by: compile
says gcc: expected identifier or '(' before '}' token
says clang: extraneous closing brace ('}')
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    at(x, idx[0]) = 1;
}
} /* here */
AMP_DEVICE_END
