/* SPDX-License-Identifier: MIT */
/* The first unit of tests/check_cl_units.sh: kernel and helper have the names of the other's. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "cl_unit.h"
AMP_DEVICE_BEGIN
static inline int step(int x) { return x + 10; }
AMP_KERNEL(scale, 1, inout(int, 1, y)) { at(y, idx[0]) = step(at(y, idx[0])); }
AMP_DEVICE_END

amp_status first(int *y, pair *p)
{
    amp_status s = parallel_for_each(amp_extent(8), scale, amp_view(int, y, 8));
    if (s == AMP_OK) {
        s = parallel_for_each(amp_extent(8), shared, amp_view(pair, p, 8));
    }
    return s;
}
