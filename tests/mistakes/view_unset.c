/* SPDX-License-Identifier: MIT */
/*
mistake: a view that was never made
said by: run
says: kernel scale, parameter x: the view has no data: make it with amp_view, amp_array or
    amp_view_empty
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, value(float, a), inout(float, 1, x))
{
    at(x, idx[0]) *= a;
}
AMP_DEVICE_END
int main(void)
{
    static amp_array_view v;
    amp_status s = parallel_for_each(amp_extent(16), scale, 2.0f, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
