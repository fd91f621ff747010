/* SPDX-License-Identifier: MIT */
/*
mistake: a missing brace, and another kernel behind it
said by: compile
says gcc: second__within_a_function__is_a_brace_missing_above
says clang: name##__within_a_function__is_a_brace_missing_above
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(first, (4), out(float, 1, x))
{
    for (int i = 0; i < 3; i++) {
        at_index(x, tidx.global) = 1;
}
AMP_TILED_KERNEL(second, (4), out(float, 1, x)) /* here */
{
    at_index(x, tidx.global) = 1;
}
AMP_DEVICE_END
