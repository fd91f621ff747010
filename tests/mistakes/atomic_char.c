/* SPDX-License-Identifier: MIT */
/*
mistake: an atomic of a type that has none
said by: compile
says: amp__atomics_are_of_int_unsigned_64_bits_float_or_double
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(count, 1, inout(char, 1, n))
{
    (void)amp_atomic_fetch_add(&at(n, 0), 1); /* here */
}
AMP_DEVICE_END
