/* SPDX-License-Identifier: MIT */
/*
mistake: all threads add to one element
said by: check
says: global-race in kernel sum: total(0)
says: nothing orders them
says: use amp_atomic_
not: anything in a debug build; the sum is one of zeros, and a store of what was there is not seen
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(sum, 1, in(float, 1, x), inout(float, 1, total))
{
    at(total, 0) += at(x, idx[0]); /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float a[16], b[1];
    amp_array_view x = amp_view(float, a, 16), total = amp_view(float, b, 1);
    amp_status s = parallel_for_each(x.extent, sum, x, total);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
