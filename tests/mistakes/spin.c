/* SPDX-License-Identifier: MIT */
/*
mistake: a thread that waits for another in a loop
said by: check
ends: never
says: livelock in kernel ticket
not: anything in a debug build; a thread that waits looks like one that computes
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(ticket, (4), inout(int, 1, n))
{
    tile_static(int, turn, 1);
    if (tidx.local[0] == 0) {
        turn[0] = 3;
    }
    tile_barrier_wait(tidx);
    while (amp_atomic_fetch_add(&turn[0], 0) != tidx.local[0]) { /* here */
    }
    at_index(n, tidx.global) = 1;
    (void)amp_atomic_fetch_sub(&turn[0], 1);
}
AMP_DEVICE_END
int main(void)
{
    static int data[4];
    amp_array_view v = amp_view(int, data, 4);
    amp_status s = parallel_for_each(amp_tile(v.extent, 4), ticket, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
