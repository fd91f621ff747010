/* SPDX-License-Identifier: MIT */
/*
mistake: a pointer's index, flat, one too large
said by: check
says: out-of-bounds in kernel fill: x
not: anything in a debug build; the index of a plain pointer is not seen, and the memory behind
    the view is the program's own
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    x[idx[0] + 1] = 1; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float data[20];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(v.extent, fill, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
