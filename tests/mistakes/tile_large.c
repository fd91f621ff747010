/* SPDX-License-Identifier: MIT */
/*
mistake: a tile of more than 1024 threads
said by: run
says: kernel fill: tile (64, 64) has more than 1024 threads: use a smaller tile
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (64, 64), out(float, 2, A))
{
    at_index(A, tidx.global) = 1;
}
AMP_DEVICE_END
int main(void)
{
    static float data[64 * 64];
    amp_array_view v = amp_view(float, data, 64, 64);
    amp_status s = parallel_for_each(amp_tile(v.extent, 64, 64), fill, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
