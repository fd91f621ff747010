/* SPDX-License-Identifier: MIT */
/*
mistake: an `out` view of which the kernel writes a part, and the host reads all
said by: check
says: uninitialised-read in kernel scale: y(12)
says: no thread of kernel scale wrote it, and y is an `out` view
says: see which threads the launch has, and which of them write
debug says: parameter y: no thread wrote element (12) and others: 4 of 16 were not written
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = 2 * at(x, idx[0]);
}
AMP_DEVICE_END

int main(void)
{
    static float x[16] = { 1 }, y[16];
    float sum = 0;
    amp_array_view v = amp_view(float, x, 16), w = amp_view(float, y, 16);
    if (parallel_for_each(amp_extent(12), scale, v, w) != AMP_OK
        || amp_synchronize(w) != AMP_OK) {
        fprintf(stderr, "%s\n", amp_last_error());
        return 1;
    }
    for (int i = 0; i < 16; i++) {
        sum += y[i]; /* here */
    }
    printf("%g\n", sum);
    return 0;
}
