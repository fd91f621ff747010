/* SPDX-License-Identifier: MIT */
/* Of tests/check_race.sh. */
#include <stdlib.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(tiled, (32), inout(int, 1, v), value(int, wrong))
{
    tile_static(int, t, 32);
    t[tidx.local[0]] = at(v, tidx.global[0]);
    if (!wrong) { tile_barrier_wait(tidx); }
    at(v, tidx.global[0]) = t[(tidx.local[0] + 1) % 32]; /* race 1 */
}
AMP_PHASED_KERNEL(phased, (32), inout(int, 1, v), value(int, wrong))
{
    tile_static(int, t, 32);
    thread_private(int, p);
    phase { mine(p) = at(v, tidx.global[0]); t[tidx.local[0] >> wrong] = mine(p); } /* race 2 */
    phase { at(v, tidx.global[0]) = t[(tidx.local[0] + 1) % 32] + mine(p); }
}
AMP_KERNEL(simple, 1, inout(int, 1, v), value(int, wrong))
{
    at(v, wrong ? idx[0] / 2 : idx[0]) += 1; /* race 3 */
}
AMP_TILED_KERNEL(between, (4), inout(int, 1, v), value(int, wrong))
{
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) { at(v, wrong ? 0 : tidx.global[0]) = 1; } /* race 4 */
}
AMP_TILED_KERNEL(handed, (2), inout(int, 1, v), value(int, turn), value(int, wrong))
{
    if (tidx.local[0] == 0) {
        at(v, 1) = turn;
        if (wrong) { amp_atomic_store(&at(v, 0), turn); }
        else { amp_atomic_store_release(&at(v, 0), turn); }
    } else {
        while (amp_atomic_load_acquire(&at(v, 0)) != turn) { }
        at(v, 1) += 1; /* race 5 */
    }
}
AMP_KERNEL(fails, 1, inout(int, 1, v))
{
    at(v, idx[0]) += 1;
    amp_errorf("thread %d", idx[0]);
}
AMP_DEVICE_END
static int cells[256];
int main(int argc, char **argv)
{
    const amp_array_view v = amp_view(int, cells, 256);
    const amp_tiled_extent tiles = amp_tile(amp_extent(256), 32);
    const int which = argc > 1 ? atoi(argv[1]) : 0;
    int i;
    amp_status s = AMP_OK;
    for (i = 0; i < 3 && s == AMP_OK; i++) {
        s = parallel_for_each(tiles, tiled, v, which == 1);
        if (s == AMP_OK) { s = parallel_for_each(tiles, phased, v, which == 2); }
        if (s == AMP_OK) { s = parallel_for_each(amp_extent(256), simple, v, which == 3); }
        if (s == AMP_OK) {
            s = parallel_for_each(amp_tile(amp_extent(256), 4), between, v, which == 4);
        }
        if (s == AMP_OK) {
            s = parallel_for_each(amp_tile(amp_extent(2), 2), handed, v, 1000 + i, which == 5);
        }
    }
    if (s == AMP_OK && parallel_for_each(amp_extent(256), fails, v) != AMP_KERNEL_FAULT) {
        return 1; /* workers fail at a time: the first one's sentence is whole */
    }
    return (int)s;
}
