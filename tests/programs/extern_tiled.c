/* SPDX-License-Identifier: MIT */
/* Of tests/check_extern.sh. */
#include "extern_share.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(transpose, (8, 8), in(int, 2, from), out(int, 2, to))
{
    tile_static(int, t, 8, 8);
    t[tidx.local[0]][tidx.local[1]] = at_index(from, tidx.global);
    tile_barrier_wait(tidx);
    at(to, tidx.tile_origin[1] + tidx.local[0], tidx.tile_origin[0] + tidx.local[1]) =
        t[tidx.local[1]][tidx.local[0]];
}
AMP_TILED_KERNEL(apart, (8), inout(int, 1, v))
{
    if (tidx.local[0] != 3) { tile_barrier_wait(tidx); }
    at(v, tidx.global[0]) = amp_atomic_fetch_add(&at(v, 0), 1);
}
AMP_DEVICE_END
int tiled_part(void)
{
    static int a[16][24], b[24][16];
    amp_array_view va = amp_view(int, a, 16, 24), vb = amp_view(int, b, 24, 16);
    int i, j, bad;
    for (i = 0; i < 16; i++) { for (j = 0; j < 24; j++) { a[i][j] = 100 * i + j; } }
    bad = parallel_for_each(amp_tile(amp_extent(16, 24), 8, 8), transpose, va, vb) != AMP_OK
        || amp_synchronize(vb) != AMP_OK;
    for (i = 0; i < 16; i++) { for (j = 0; j < 24; j++) { bad |= b[j][i] != a[i][j]; } }
    bad |= parallel_for_each(amp_tile(amp_extent(384), 8), apart,
                             amp_view_as(va, amp_extent(384))) != AMP_BARRIER_DIVERGED;
    return bad | (amp_release(va) != AMP_OK) | (amp_release(vb) != AMP_OK);
}
