/* SPDX-License-Identifier: MIT */
/*
mistake: a section that ends outside its view
said by: run
says: section from 10, 10 elements long, is outside dimension 0 of 16
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, value(float, a), inout(float, 1, x))
{
    at(x, idx[0]) *= a;
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_array_view part = amp_section(v, amp_index(10), amp_extent(10));
    amp_status s = parallel_for_each(part.extent, scale, 2.0f, part);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
