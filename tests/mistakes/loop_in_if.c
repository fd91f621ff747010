/* SPDX-License-Identifier: MIT */
/*
mistake: a loop with a barrier below an if that not all threads enter
from: NVIDIA's forum, __syncthreads() code execution hangs,
    https://forums.developer.nvidia.com/t/syncthreads-code-execution-hangs/1495.md
said by: run
says: kernel sum, tile (
says: has returned: all threads of a tile must reach the same barrier
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(sum, (8), in(float, 1, x), out(float, 1, sums))
{
    tile_static(float, t, 8);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    if (l < 4) {
        for (int n = 4; n > 0; n /= 2) {
            tile_barrier_wait(tidx); /* here */
            t[l] += t[l + n];
        }
    }
    if (l == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END
int main(void)
{
    static float a[16];
    static float b[2];
    amp_array_view x = amp_view(float, a, 16), y = amp_view(float, b, 2);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        a[i] = (float)(i + 1);
    }
    s = parallel_for_each(amp_tile(x.extent, 8), sum, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
