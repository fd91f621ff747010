/* SPDX-License-Identifier: MIT */
/*
mistake: a histogram without atomics
from: NVIDIA, Accelerated Computing Hub, Exercise: Fix Histogram,
    https://github.com/NVIDIA/accelerated-computing-hub
said by: check
says: global-race in kernel histogram: counts
says: use amp_atomic_
debug says: kernel histogram, parameter counts, element (
debug says: and nothing orders the two
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(histogram, 1, in(int, 1, x), inout(int, 1, counts))
{
    at(counts, at(x, idx[0]) % 4)++; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static int a[16];
    static int b[4];
    amp_array_view x = amp_view(int, a, 16), y = amp_view(int, b, 4);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        a[i] = i * i;
    }
    s = parallel_for_each(x.extent, histogram, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
