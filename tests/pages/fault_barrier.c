/* SPDX-License-Identifier: MIT */
/* A block of docs/compiler-faults.md, for tests/check_pages.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(parts, (8), in(int, 1, x), value(int, n), out(int, 1, y))
{
    tile_static(int, t, 8);
    const int lane = tidx.local[0], more = n > 2;
    int sum = 1;
    t[lane] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    /* code */
    at_index(y, tidx.global) = sum;
}
AMP_DEVICE_END

int main(void)
{
    int a[8] = { 3, 1, 2 }, b[8] = { 0 };
    amp_array_view x = amp_view(int, a, 8), y = amp_view(int, b, 8);
    return parallel_for_each(amp_tile(amp_extent(8), 8), parts, x, 4, y) != AMP_OK
        || amp_synchronize(y) != AMP_OK || b[3] != 7 || b[7] != 1;
}
