/* SPDX-License-Identifier: MIT */
/* Of tests/check_extern.sh. */
#include "extern_share.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_KERNEL(refused, 1, inout(float, 1, y))
{
    if (idx[0] == 3) { amp_errorf("y is %g", (double)at(y, 3)); amp_abort(); }
}
AMP_DEVICE_END
int simple_part(void)
{
    float x[100], y[100];
    amp_array_view vx = amp_view(float, x, 100), vy = amp_view(float, y, 100);
    int i, bad;
    for (i = 0; i < 100; i++) { x[i] = (float)i; y[i] = 1; }
    bad = amp_refresh(vx) != AMP_OK || amp_refresh(vy) != AMP_OK
        || parallel_for_each(amp_extent(100), saxpy, 2.0f, vx, vy) != AMP_OK
        || amp_synchronize(vy) != AMP_OK;
    for (i = 0; i < 100; i++) { bad |= y[i] != (float)(2 * i + 1); }
    bad |= parallel_for_each(amp_extent(-1), saxpy, 2.0f, vx, vy) == AMP_OK;
    bad |= parallel_for_each(amp_extent(100), refused, vy) != AMP_KERNEL_FAULT
        || strstr(amp_last_error(), "y is 7") == NULL;
    return bad | (amp_release(vx) != AMP_OK) | (amp_release(vy) != AMP_OK);
}
