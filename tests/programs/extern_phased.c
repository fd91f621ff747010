/* SPDX-License-Identifier: MIT */
/* Of tests/check_extern.sh. */
#include "extern_share.h"
AMP_DEVICE_BEGIN
AMP_PHASED_KERNEL(sum, (64), in(int, 1, v), out(int, 1, sums))
{
    tile_static(int, t, 64);
    thread_private(int, p);
    phase { mine(p) = at(v, tidx.global[0]); t[tidx.local[0]] = mine(p); }
    for (int s = 32; s > 0; s /= 2) {
        phase_first(s) { t[tidx.local[0]] += t[tidx.local[0] + s]; }
    }
    phase_first(1) { at(sums, tile_index.tile[0]) = t[0]; }
}
AMP_DEVICE_END
int phased_part(void)
{
    int v[256], sums[4], i, bad;
    amp_array_view vv = amp_view(int, v, 256), vs = amp_view(int, sums, 4);
    for (i = 0; i < 256; i++) { v[i] = i; }
    bad = amp_refresh(vv) != AMP_OK
        || parallel_for_each(amp_tile(amp_extent(256), 64), sum, vv, vs) != AMP_OK
        || amp_synchronize(vs) != AMP_OK;
    for (i = 0; i < 4; i++) { bad |= sums[i] != 64 * 64 * i + 2016; }
    return bad | (amp_release(vv) != AMP_OK) | (amp_release(vs) != AMP_OK);
}
