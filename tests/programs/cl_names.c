/* SPDX-License-Identifier: MIT */
/* A launch, for the dump of a program that has all of the kernel language: tests/check_cl.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "amp_graphics.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(fails, 1, out(int, 1, v)) { amp_errorf("%d", at(v, 0)); }
AMP_KERNEL(one, 1, out(int, 1, v)) { at(v, 0) = 1; }
AMP_DEVICE_END

int main(void)
{
    static int v[1];
    return parallel_for_each(amp_extent(1), one, amp_view(int, v, 1)) != AMP_OK;
}
