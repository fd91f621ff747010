/* SPDX-License-Identifier: MIT */
/*
mistake: a reduction by halves over a tile of six
from: an exercise on the reduction kernel of Programming Massively Parallel Processors,
    https://quesba.com/questions/reduction-operation-frequently-encountered-many-algorithms-summing-elements-1190288
said by: nobody
not: anything; which elements a sum is of only its author knows
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(sum, (6), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, 6);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int n = 6 / 2; n > 0; n /= 2) { /* here */
        if (l < n) {
            t[l] += t[l + n];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END
int main(void)
{
    static int a[12];
    static int b[2];
    amp_array_view x = amp_view(int, a, 12), y = amp_view(int, b, 2);
    amp_status s;
    for (int i = 0; i < 12; i++) {
        a[i] = i + 1;
    }
    s = parallel_for_each(amp_tile(x.extent, 6), sum, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
