/* SPDX-License-Identifier: MIT */
/*
mistake: `tidx` between the phases, where there is no thread
said by: compile
says gcc: 'tidx' undeclared (first use in this function)
says clang: use of undeclared identifier 'tidx'
not: the remedy; a name that is declared outside the phases only to explain itself would be
    hidden by each phase's own, of which -Wshadow warns
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_PHASED_KERNEL(fill, (4), out(float, 1, x))
{
    const int i = tidx.global[0]; /* here */
    phase { at(x, i) = 1; }
}
AMP_DEVICE_END
