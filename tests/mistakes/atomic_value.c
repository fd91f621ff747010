/* SPDX-License-Identifier: MIT */
/*
mistake: an atomic with the element in place of its address
said by: compile
says: an atomic takes the address of an element: &at(x, i)
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(count, 1, inout(int, 1, n))
{
    (void)amp_atomic_fetch_add(at(n, 0), 1); /* here */
}
AMP_DEVICE_END
