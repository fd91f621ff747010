/* SPDX-License-Identifier: MIT */
/*
mistake: a place taken by an atomic, and then read from the counter
from: NVIDIA's forum, Opposite of Stream Compaction,
    https://forums.developer.nvidia.com/t/opposite-of-stream-compaction/28201
said by: nobody
not: anything; threads that run one after another each read their own number, and a kernel with
    atomics has no second run
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(keep, 1, in(int, 1, x), inout(int, 1, y), inout(int, 1, count))
{
    if (at(x, idx[0]) > 3) {
        (void)amp_atomic_fetch_add(&at(count, 0), 1);
        at(y, at(count, 0) - 1) = at(x, idx[0]); /* here */
    }
}
AMP_DEVICE_END
int main(void)
{
    static int a[16], b[16], c[1];
    amp_array_view x = amp_view(int, a, 16), y = amp_view(int, b, 16);
    amp_array_view count = amp_view(int, c, 1);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        a[i] = i % 7;
    }
    s = parallel_for_each(x.extent, keep, x, y, count);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
