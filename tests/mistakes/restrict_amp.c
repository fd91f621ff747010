/* SPDX-License-Identifier: MIT */
/*
mistake: a helper with `restrict(amp)`, as in C++ AMP
said by: compile
says gcc: expected '=', ',', ';', 'asm' or '__attribute__' before '{' token
says clang: expected ';' after top level declarator
not: the remedy, to leave it away; restrict is a word of C, which no macro should be
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
static inline float twice(float x) restrict(amp) { return 2 * x; } /* here */
AMP_KERNEL(scale, 1, inout(float, 1, x))
{
    at(x, idx[0]) = twice(at(x, idx[0]));
}
AMP_DEVICE_END
