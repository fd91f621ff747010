/* SPDX-License-Identifier: MIT */
/*
mistake: a reduction whose last steps have no barriers, as of one warp
from: NVIDIA's forum, Possible bug in reduction routine,
    https://forums.developer.nvidia.com/t/possible-bug-in-reduction-routine-from-the-cuda-7-sdk/53338
said by: debug
says: kernel sum, parameter sums: element
says: a barrier is missing between a write and a read
place: when the threads run in another order
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(sum, (64), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, 64);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    if (l < 32) {
        t[l] += t[l + 32]; /* here */
        t[l] += t[l + 16];
        t[l] += t[l + 8];
        t[l] += t[l + 4];
        t[l] += t[l + 2];
        t[l] += t[l + 1];
    }
    if (l == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END
int main(void)
{
    static int a[128];
    static int b[2];
    amp_array_view x = amp_view(int, a, 128), y = amp_view(int, b, 2);
    amp_status s;
    for (int i = 0; i < 128; i++) {
        a[i] = i + 1;
    }
    s = parallel_for_each(amp_tile(x.extent, 64), sum, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
