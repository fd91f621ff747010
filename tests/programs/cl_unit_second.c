/* SPDX-License-Identifier: MIT */
/* The second unit of tests/check_cl_units.sh: kernel and helper have the names of the other's. */
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
#include "cl_unit.h"
AMP_DEVICE_BEGIN
static inline int step(int x) { return x + 100; }
AMP_KERNEL(scale, 1, inout(int, 1, y)) { at(y, idx[0]) = step(at(y, idx[0])); }
AMP_DEVICE_END

amp_status second(int *y, pair *p)
{
    amp_status s = parallel_for_each(amp_extent(8), scale, amp_view(int, y, 8));
    if (s == AMP_OK) {
        s = parallel_for_each(amp_extent(8), shared, amp_view(pair, p, 8));
    }
    return s;
}

int main(void)
{
    static int y[8];
    static pair p[8];
    amp_status s = first(y, p);
    s = s == AMP_OK ? second(y, p) : s;
    s = s == AMP_OK ? first(y, p) : s;
    s = s == AMP_OK ? amp_synchronize(amp_view(int, y, 8)) : s;
    s = s == AMP_OK ? amp_synchronize(amp_view(pair, p, 8)) : s;
    printf("%s %s: %d %d\n", amp_accelerator_default().device_path,
           s == AMP_OK ? "" : amp_last_error(), y[7], p[7].a);
    return s != AMP_OK || y[7] != 120 || p[7].a != 3;
}
