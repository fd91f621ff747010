/* SPDX-License-Identifier: MIT */
/*
mistake: an algorithm without `#include "amp_algorithms.h"`
said by: compile
says: this is of amp_algorithms.h: include that header
*/
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_DEFINE_TRANSFORM(twice, float, float, 2 * a) /* here */
AMP_DEVICE_END

int main(void)
{
    float x[4] = { 1, 2, 3, 4 };
    return amp_transform(twice, amp_view(float, x, 4), amp_view(float, x, 4)) != AMP_OK;
}
