/* SPDX-License-Identifier: MIT */
/* A block of docs/lens.md, for tests/check_pages.sh. */
#define AMP_SHORT_NAMES
#include "amp_lens.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(transpose, (16, 16), in(float, 2, A), out(float, 2, At))
{
    tile_static(float, t, 16, 17);
    t[tidx.local[0]][tidx.local[1]] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(At, tidx.tile_origin[1] + tidx.local[0], tidx.tile_origin[0] + tidx.local[1])
        = t[tidx.local[1]][tidx.local[0]];
}
AMP_DEVICE_END

int main(void)
{
    static float a[32][32], b[32][32];
    double share = 0;
    amp_array_view A = amp_view(float, a, 32, 32), At = amp_view(float, b, 32, 32);
    const amp_tiled_extent domain = amp_tile(amp_extent(32, 32), 16, 16);
    /* code */
    return share < 0 || amp_synchronize(At) != AMP_OK;
}
