/* SPDX-License-Identifier: MIT */
/*
mistake: input and output that overlap
said by: run
says: kernel copy: the memory of parameters x (40 bytes) and y (40 bytes) overlaps in part, and
    one is written: make both sections of one view
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(copy, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = at(x, idx[0]);
}
AMP_DEVICE_END
int main(void)
{
    static float data[12];
    amp_array_view x = amp_view(float, data, 10), y = amp_view(float, data + 1, 10);
    amp_status s = parallel_for_each(amp_extent(10), copy, x, y);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
