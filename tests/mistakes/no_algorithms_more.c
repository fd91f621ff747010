/* SPDX-License-Identifier: MIT */
/*
mistake: an algorithm of `amp_algorithms_more.h` without that header
said by: compile
says: this is of amp_algorithms_more.h: include that header
*/
#include "amp_algorithms.h"

AMP_DEVICE_BEGIN
AMP_DEFINE_ORDER(less, float, a < b) /* here */
AMP_DEVICE_END

int main(void)
{
    float x[4] = { 1, 2, 3, 4 };
    amp_capture(scaled, 2.5f);
    return amp_transform(scaled, amp_view(float, x, 4), amp_view(float, x, 4)) != AMP_OK;
}
