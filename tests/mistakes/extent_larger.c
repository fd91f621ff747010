/* SPDX-License-Identifier: MIT */
/*
mistake: an extent far larger than the view
said by: run
says: amp: kernel scale ends the program: it used memory that is not there, at 0x
says: bytes behind parameter x of extent (16); the launch has the extent (2000000000): compare
    the index with the view's extent, or compile with -DAMP_CHECK
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
    amp_status s = parallel_for_each(amp_extent(2000000000), scale, 2.0f, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
