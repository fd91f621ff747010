/* SPDX-License-Identifier: MIT */
/*
mistake: a macro from outside the region
said by: check
says: in kernel fill: HEIGHT
says: the macro HEIGHT is defined outside the device regions
says: move the #define between AMP_DEVICE_BEGIN and AMP_DEVICE_END
not: anything in a debug build; for the host's compiler the macro is there
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

#define HEIGHT 3
AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(int, 1, x))
{
    at(x, idx[0]) = HEIGHT; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static int data[16];
    amp_array_view v = amp_view(int, data, 16);
    amp_status s = parallel_for_each(v.extent, fill, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
