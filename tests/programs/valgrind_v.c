/* SPDX-License-Identifier: MIT */
/* Of tests/check_valgrind.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(rotate, (64), inout(int, 1, v), value(int, who))
{
    tile_static(int, t, 64);
    int i, room[100];
    for (i = 0; i < 10; i++) {
        t[tidx.local[0]] = at(v, tidx.global[0]);
        tile_barrier_wait(tidx);
        room[i * 9] = t[(tidx.local[0] + 1) % 64];
        if (tidx.global[0] == who && i == 5) { return; }
        tile_barrier_wait(tidx);
        at(v, tidx.global[0]) = room[i * 9];
    }
}
AMP_TILED_KERNEL(unset, (64), inout(int, 1, v))
{
    volatile int room[4];
    tile_barrier_wait(tidx);
    if (room[tidx.local[0] & 3] == 7) { at(v, 0) = 1; }
}
AMP_DEVICE_END
static int cells[256];
int main(int argc, char **argv)
{
    const amp_array_view v = amp_view(int, cells, 256);
    int i, wrong = 0;
    (void)argv;
    if (argc > 1) {
        return (int)parallel_for_each(amp_tile(amp_extent(64), 64), unset,
                                      amp_view(int, cells, 64));
    }
    for (i = 0; i < 256; i++) { cells[i] = i; }
    if (parallel_for_each(amp_tile(amp_extent(256), 64), rotate, v, -1) != AMP_OK) { return 1; }
    for (i = 0; i < 256; i++) { wrong += cells[i] != i / 64 * 64 + (i + 10) % 64; }
    if (parallel_for_each(amp_tile(amp_extent(256), 64), rotate, v, 77)
        != AMP_BARRIER_DIVERGED) { return 2; }
    if (parallel_for_each(amp_tile(amp_extent(256), 64), rotate, v, -1) != AMP_OK) { return 3; }
    return wrong != 0;
}
