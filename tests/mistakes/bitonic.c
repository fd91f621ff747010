/* SPDX-License-Identifier: MIT */
/*
mistake: a sorting network in tile memory without barriers between its steps
from: IISc, Bitonic Sort on GPUs,
    http://cds.iisc.ac.in/faculty/vss/courses/asgs/GPU_BitonicSort.html
said by: debug
says: kernel sort, tile array t
says: no barrier orders the two: put one between them
place: tile array t, byte
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(sort, (8), inout(int, 1, x))
{
    tile_static(int, t, 8);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int size = 2; size <= 8; size *= 2) {
        for (int by = size / 2; by > 0; by /= 2) { /* here */
            const int other = l ^ by;
            if (other > l && (t[l] > t[other]) == ((l & size) == 0)) {
                const int own = t[l];
                t[l] = t[other];
                t[other] = own;
            }
        }
    }
    tile_barrier_wait(tidx);
    at(x, tidx.global[0]) = t[l];
}
AMP_DEVICE_END
int main(void)
{
    static int data[8] = { 5, 2, 7, 1, 8, 3, 6, 4 };
    amp_array_view v = amp_view(int, data, 8);
    amp_status s = parallel_for_each(amp_tile(v.extent, 8), sort, v);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
