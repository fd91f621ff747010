/* SPDX-License-Identifier: MIT */
/*
mistake: a reduction over tile memory that threads without an element have not set
from: Stack Overflow, Finding min and max by the cuda kernel reduction (read on a mirror)
said by: debug
says: kernel smallest, parameter least: element (2)
says: something is read that nobody has written
place: when the threads run in another order
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(smallest, (4), in(int, 1, x), out(int, 1, least))
{
    tile_static(int, t, 4);
    const int l = tidx.local[0];
    if (tidx.global[0] < x_shape.extent[0]) {
        t[l] = at(x, tidx.global[0]);
    }
    tile_barrier_wait(tidx);
    for (int n = 2; n > 0; n /= 2) {
        if (l < n && t[l + n] < t[l]) { /* here */
            t[l] = t[l + n];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(least, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END
int main(void)
{
    static int a[10];
    static int b[3];
    amp_array_view x = amp_view(int, a, 10), y = amp_view(int, b, 3);
    amp_status s;
    for (int i = 0; i < 10; i++) {
        a[i] = 10 + i;
    }
    s = parallel_for_each(amp_pad(amp_tile(x.extent, 4)), smallest, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
