/* SPDX-License-Identifier: MIT */
/* Of tests/check_report.sh. */
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(spin, (8), out(int, 1, y))
{
    tile_static(int, f, 1);
    if (tidx.local[0] == 0) { f[0] = 0; }
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 2) {
        while (f[0] == 0) { }
    }
    at(y, tidx.global[0]) = 1;
}
AMP_DEVICE_END
int main(void)
{
    static int y[8];
    amp_array_view v = amp_view(int, y, 8);
    printf("status %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(8), 8), spin, v));
    return 0;
}
