/* SPDX-License-Identifier: MIT */
/*
mistake: a launch from inside a kernel
said by: run
says: kernel scale was launched from inside a kernel: only the host may launch
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
AMP_KERNEL(outer, 1, value(amp_array_view, v), out(int, 1, status))
{
    at(status, idx[0]) = parallel_for_each(amp_extent(16), scale, 2.0f, v);
}
int main(void)
{
    static float data[16];
    static int status[1];
    amp_array_view v = amp_view(float, data, 16), vs = amp_view(int, status, 1);
    amp_status s = parallel_for_each(amp_extent(1), outer, v, vs);
    s = s == AMP_OK ? (amp_status)status[0] : s;
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
