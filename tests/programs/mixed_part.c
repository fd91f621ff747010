/* SPDX-License-Identifier: MIT */
/* Of tests/check_mixed.sh. */
#include <stdio.h>
#include "amp.h"
AMP_DEVICE_BEGIN
enum { N = 640, T = 64 };
AMP_KERNEL(add, 1, inout(int, 1, y)) { amp_at(y, idx[0]) += 1; }
AMP_KERNEL(fill, 1, out(int, 1, y)) { amp_at(y, idx[0]) = idx[0]; }
AMP_TILED_KERNEL(turn, (T), inout(int, 1, y))
{
    amp_tile_static(int, t, T);
    t[tidx.local[0]] = amp_at(y, tidx.global[0]);
    amp_tile_barrier_wait(tidx);
    amp_at(y, tidx.global[0]) = t[T - 1 - tidx.local[0]];
}
AMP_TILED_KERNEL(race, (T), inout(int, 1, y))
{
    amp_tile_static(int, t, T);
    t[tidx.local[0]] = amp_at(y, tidx.global[0]);
    amp_at(y, tidx.global[0]) = t[T - 1 - tidx.local[0]];
}
AMP_DEVICE_END
amp_status NAME(int what, amp_array_view v);
amp_status NAME(int what, amp_array_view v)
{
    const amp_tiled_extent tiles = amp_tile(amp_extent(N), T);
    switch (what) {
    case 'a': return amp_parallel_for_each(amp_extent(N), add, v);
    case 'f': return amp_parallel_for_each(amp_extent(N), fill, v);
    case 't': return amp_parallel_for_each(tiles, turn, v);
    case 'r': return amp_parallel_for_each(tiles, race, v);
    case 's': return amp_synchronize(v);
    case 'w': return amp_refresh(v);
    default: return amp_discard_data(v);
    }
}
