/* SPDX-License-Identifier: MIT */
/* Of tests/check_report.sh: called as if it were a file of the library. */
#include <stdio.h>
#include "amp.h"
AMP_DEVICE_BEGIN
#include "amp_of_mine.h"
AMP_TILED_KERNEL(named, (64), out(int, 1, y))
{
    amp_tile_static(int, t, 64);
    swap(t, tidx.local[0], 63);
    amp_tile_barrier_wait(tidx);
    amp_at(y, tidx.global[0]) = t[tidx.local[0]];
}
AMP_DEVICE_END
int main(void)
{
    static int y[64];
    amp_array_view v = amp_view(int, y, 64);
    printf("status %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(64), 64), named, v));
    return 0;
}
