/* SPDX-License-Identifier: MIT */
/*
mistake: a barrier that fences the other memory
said by: check
says: fence-race in kernel mirror: t
not: anything in a debug build; the emulator's barriers order all memory, whichever they name
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(mirror, (4), inout(float, 1, x))
{
    tile_static(float, t, 4);
    t[tidx.local[0]] = at_index(x, tidx.global); /* here */
    tile_barrier_wait_with_global_memory_fence(tidx);
    at_index(x, tidx.global) = t[3 - tidx.local[0]];
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(amp_tile(v.extent, 4), mirror, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
