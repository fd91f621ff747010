/* SPDX-License-Identifier: MIT */
/*
mistake: `out` for a view that the kernel reads too
said by: check
says: uninitialised-read in kernel twice: x
says: inout
debug says: kernel twice, parameter x: element
debug says: something is read that nobody has written
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(twice, 1, out(float, 1, x))
{
    at(x, idx[0]) *= 2; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(v.extent, twice, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
