/* SPDX-License-Identifier: MIT */
/*
mistake: a variable of the file in a kernel
said by: check
says: host-memory in kernel count: total
says: hand it over as a `value` parameter or as a view
not: anything in a debug build; for the host's compiler the variable is there
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

static int total;
AMP_DEVICE_BEGIN
AMP_KERNEL(count, 1, in(int, 1, x))
{
    total += at(x, idx[0]); /* here */
}
AMP_DEVICE_END
int main(void)
{
    static int data[16];
    amp_array_view v = amp_view(int, data, 16);
    amp_status s = parallel_for_each(v.extent, count, v);
    (void)total;
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
