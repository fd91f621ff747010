/* SPDX-License-Identifier: MIT */
/* A kernel of each kind, for clang's tools: tests/check_editors.sh. It stands as clang-format has
   it. */
#define AMP_SHORT_NAMES
#include "amp.h"

amp_status all(amp_array_view x, amp_array_view y);

AMP_DEVICE_BEGIN
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}

AMP_TILED_KERNEL(turned, (4), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, 4);
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = t[3 - tidx.local[0]];
}

AMP_PHASED_KERNEL(sums, (4), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, 4);
    phase {
        t[tidx.local[0]] = at(x, tidx.global[0]);
    }
    for (int n = 2; n > 0; n /= 2) {
        phase_first(n) { t[tidx.local[0]] += t[tidx.local[0] + n]; }
    }
    phase {
        if (tidx.local[0] == 0) {
            at(y, tidx.tile[0]) = t[0];
        }
    }
}
AMP_DEVICE_END

amp_status all(amp_array_view x, amp_array_view y)
{
    amp_status s = parallel_for_each(y.extent, saxpy, 2.0F, x, y);
    if (s == AMP_OK) {
        s = parallel_for_each(amp_tile(x.extent, 4), turned, x, y);
    }
    if (s == AMP_OK) {
        s = parallel_for_each(amp_tile(x.extent, 4), sums, x, y);
    }
    return s;
}
