/* SPDX-License-Identifier: MIT */
/*
mistake: column and row swapped
said by: check
says: out-of-bounds in kernel fill: A
debug says: index 4 is outside dimension 0, which has 4 elements
debug says: swapped.c:16
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 2, out(float, 2, A))
{
    at(A, idx[1], idx[0]) = 1; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float data[32];
    amp_array_view v = amp_view(float, data, 4, 8);
    amp_status s = parallel_for_each(v.extent, fill, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
