/* SPDX-License-Identifier: MIT */
/* The program.c and the first.c of the pages' command lines, for tests/check_pages.sh. */
#define AMP_SHORT_NAMES
#include <stdio.h>
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(turned, (16), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 16);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[15 - tidx.local[0]];
}
AMP_DEVICE_END
/* vectors */

int main(void)
{
    static int a[32], b[32];
    amp_array_view x = amp_view(int, a, 32), y = amp_view(int, b, 32);
    amp_status s;
    a[15] = 42;
    s = parallel_for_each(amp_tile(amp_extent(32), 16), turned, x, y);
    if (s == AMP_OK) s = amp_synchronize(y);
    if (s != AMP_OK) return fprintf(stderr, "%s\n", amp_last_error()), 1;
    (void)amp_release(x);
    (void)amp_release(y);
    return b[0] != 42;
}
