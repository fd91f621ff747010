/* SPDX-License-Identifier: MIT */
/* Of tests/check_loops.sh: a phase that copies a long row, and one with a guard. */
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_PHASED_KERNEL(rows, (256), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 256);
    phase { t[tidx.local[0]] = at(x, tidx.global[0]); }
    phase { at(y, tidx.global[0]) = t[255 - tidx.local[0]]; }
}
AMP_PHASED_KERNEL(guard, (256), in(int, 1, x), out(int, 1, y))
{
    phase {
        const int i = tidx.global[0];
        if (i < x_shape.extent[0]) { at(y, i) = at(x, i) * 3; }
    }
}
AMP_DEVICE_END
amp_status run(amp_array_view x, amp_array_view y);
amp_status run(amp_array_view x, amp_array_view y)
{
    const amp_status s = parallel_for_each(amp_tile(amp_extent(256), 256), rows, x, y);
    return s != AMP_OK ? s : parallel_for_each(amp_tile(amp_extent(256), 256), guard, x, y);
}
