/* SPDX-License-Identifier: MIT */
/*
mistake: a scan that reads and writes one array of tile memory in each step
from: Harris, Parallel Prefix Sum (Scan) with CUDA,
    http://doc.uments.com/s-parallel-prefix-sum-scan-with-cuda.pdf
said by: debug
says: kernel scan, parameter x: element
says: a barrier is missing between a write and a read
place: when the threads run in another order
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(scan, (8), inout(int, 1, x))
{
    tile_static(int, t, 8);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int by = 1; by < 8; by *= 2) {
        if (l >= by) {
            t[l] += t[l - by]; /* here */
        }
        tile_barrier_wait(tidx);
    }
    at(x, tidx.global[0]) = t[l];
}
AMP_DEVICE_END
int main(void)
{
    static int data[8] = { 3, 1, 7, 0, 4, 1, 6, 3 };
    amp_array_view v = amp_view(int, data, 8);
    amp_status s = parallel_for_each(amp_tile(v.extent, 8), scan, v);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
