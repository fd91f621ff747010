/* SPDX-License-Identifier: MIT */
/*
mistake: amp_discard_data before a kernel that reads the view
from: Native Concurrency, array_view, discard_data,
    https://learn.microsoft.com/en-us/archive/blogs/nativeconcurrency/concurrencyarray_view-discard_data
said by: check
says: uninitialised-read in kernel scale: x(0)
says: discarded view
place: at(x, idx[0]) *= 2
not: anything in a debug build; on the emulator the view still holds what it held
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, inout(float, 1, x))
{
    at(x, idx[0]) *= 2;
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        data[i] = (float)i;
    }
    amp_discard_data(v); /* here */
    s = parallel_for_each(v.extent, scale, v);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    printf("%g\n", data[3]);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
