/* SPDX-License-Identifier: MIT */
/*
mistake: a lock that all threads of a tile wait for in a loop
from: UMBC, Concurrency, Example: GPU lock,
    https://userpages.cs.umbc.edu/olano/class/491-16-2/12-Concurrency.html
said by: check
says: global-race in kernel insert: list
says: nothing orders them
place: lock.c
not: that threads which step together, as on GPUs, may wait for ever; the emulator's run one at a
    time. In a debug build anything: a kernel with atomics has no second run
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(insert, 1, in(int, 1, x), inout(int, 1, list), inout(int, 1, lock))
{
    while (amp_atomic_exchange(&at(lock, 0), 1) != 0) { /* here */
    }
    at(list, 0) += 1;
    at(list, at(list, 0)) = at(x, idx[0]);
    (void)amp_atomic_exchange(&at(lock, 0), 0);
}
AMP_DEVICE_END
int main(void)
{
    static int a[16], b[17], c[1];
    amp_array_view x = amp_view(int, a, 16), list = amp_view(int, b, 17);
    amp_array_view lock = amp_view(int, c, 1);
    amp_status s = parallel_for_each(x.extent, insert, x, list, lock);
    if (s == AMP_OK) {
        s = amp_synchronize(list);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
