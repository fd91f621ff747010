/* SPDX-License-Identifier: MIT */
/*
mistake: a function returns a view over an array of its own
from: Native Concurrency, array_view, data source lifetime, guideline A,
    https://learn.microsoft.com/en-us/archive/blogs/nativeconcurrency/concurrencyarray_view-data-source-lifetime
said by: nobody
not: anything; memory that has ended is an address like any other. AddressSanitizer finds it
    (`-fsanitize=address`)
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
static amp_array_view numbers(void)
{
    float data[16];
    for (int i = 0; i < 16; i++) {
        data[i] = (float)i;
    }
    return amp_view(float, data, 16); /* here */
}
int main(void)
{
    amp_array_view v = numbers();
    amp_status s = parallel_for_each(v.extent, scale, v);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
