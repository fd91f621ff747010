/* SPDX-License-Identifier: MIT */
/*
mistake: many threads set one flag
said by: check
says: same-value-write in kernel any: found
debug says: kernel any, parameter found, element (0)
debug says: and nothing orders the two
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(any, 1, in(int, 1, x), inout(int, 1, found))
{
    if (at(x, idx[0]) == 0) {
        at(found, 0) = 1; /* here */
    }
}
AMP_DEVICE_END
int main(void)
{
    static int a[16], b[1];
    amp_array_view x = amp_view(int, a, 16), found = amp_view(int, b, 1);
    amp_status s = parallel_for_each(x.extent, any, x, found);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
