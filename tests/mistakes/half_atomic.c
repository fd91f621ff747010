/* SPDX-License-Identifier: MIT */
/*
mistake: a plain store beside atomics
said by: check
says: atomic-race in kernel count: n
not: anything in a debug build; the results of a kernel with atomics may depend on the order,
    so that it has no second run
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(count, 1, inout(int, 1, n))
{
    if (idx[0] == 3) {
        at(n, 0) = 100; /* here */
    }
    (void)amp_atomic_fetch_add(&at(n, 0), 1);
}
AMP_DEVICE_END
int main(void)
{
    static int data[1];
    amp_array_view v = amp_view(int, data, 1);
    amp_status s = parallel_for_each(amp_extent(16), count, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
