/* SPDX-License-Identifier: MIT */
/*
mistake: the index in the tile, in place of the global one
from: thiagokokada, Matrix sum in CUDA,
    https://gist.github.com/thiagokokada/345c2291ee694b0dd7bd
said by: debug
says: kernel add, parameter z: no thread wrote element (4) and others: 12 of 16 were not written
place: write each element, or take it as `inout`
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(add, (4), in(int, 1, x), in(int, 1, y), out(int, 1, z))
{
    const int i = tidx.local[0]; /* here */
    at(z, i) = at(x, i) + at(y, i);
}
AMP_DEVICE_END
int main(void)
{
    static int a[16], b[16], c[16];
    amp_array_view x = amp_view(int, a, 16), y = amp_view(int, b, 16), z = amp_view(int, c, 16);
    amp_status s = parallel_for_each(amp_tile(z.extent, 4), add, x, y, z);
    if (s == AMP_OK) {
        s = amp_synchronize(z);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
