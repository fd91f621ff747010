/* SPDX-License-Identifier: MIT */
/*
mistake: elements of an `out` view that no thread writes
said by: debug
says: kernel middle, parameter y: no thread wrote element (0) and others: 2 of 16 were not written
place: write each element, or take it as `inout`
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(middle, 1, in(float, 1, x), out(float, 1, y))
{
    const int i = idx[0];
    if (i > 0 && i < 15) {
        at(y, i) = (at(x, i - 1) + at(x, i + 1)) / 2;
    }
}
AMP_DEVICE_END
int main(void)
{
    static float a[16], b[16];
    amp_array_view x = amp_view(float, a, 16), y = amp_view(float, b, 16);
    amp_status s = parallel_for_each(y.extent, middle, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
