/* SPDX-License-Identifier: MIT */
/*
mistake: a value that is a structure with a pointer to the host's memory
from: Native Concurrency, restrict(amp) restrictions part 2, compound types,
    https://learn.microsoft.com/en-us/archive/blogs/nativeconcurrency/restrictamp-restrictions-part-2-of-n-compound-types
said by: debug
says: kernel look_up, parameter t: the value holds a pointer to the host's memory, which a device
    does not have
place: hand that memory over as a view
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
typedef struct table { int n; const float *values; } table;
AMP_KERNEL(look_up, 1, value(table, t), in(int, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = t.values[at(x, idx[0]) % t.n]; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static const float values[4] = { 1, 2, 4, 8 };
    static int a[16];
    static float b[16];
    const table t = { 4, values };
    amp_array_view x = amp_view(int, a, 16), y = amp_view(float, b, 16);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        a[i] = i;
    }
    s = parallel_for_each(y.extent, look_up, t, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
