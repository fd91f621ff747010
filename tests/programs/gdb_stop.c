/* SPDX-License-Identifier: MIT */
/* Of tests/check_gdb.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(stop_here, (8), inout(int, 1, v))
{
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) += 1; /* here */
}
AMP_DEVICE_END
static int cells[8];
int main(void)
{
    return (int)parallel_for_each(amp_tile(amp_extent(8), 8), stop_here, amp_view(int, cells, 8));
}
