/* SPDX-License-Identifier: MIT */
/* Kernels whose threads use each other's elements as they may: a debug build says nothing of them
   (amp/emu/conflicts.h). */
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
/* Barriers order what a tile's threads do to a view and to tile memory, turn by turn. */
AMP_TILED_KERNEL(turns, (4), inout(int, 1, x))
{
    tile_static(int, t, 4);
    tile_static(int, sum, 1);
    const int l = tidx.local[0], first = tidx.global[0] - l;
    for (int turn = 0; turn < 3; turn++) {
        at(x, first + (l + turn) % 4) += l + 1;
        t[(l + turn) % 4] = l;
        tile_barrier_wait(tidx);
    }
    if (l == 2) {
        sum[0] = 0;
    }
    tile_barrier_wait(tidx);
    for (int turn = 0; turn < 4; turn++) {
        if (l == turn) {
            sum[0] += t[l] + at(x, first);
        }
        tile_barrier_wait(tidx);
    }
    at(x, tidx.global[0]) = sum[0];
}
/* All read what none writes, and each writes by the pointer, behind a barrier, what all have read
   by amp_at. */
AMP_TILED_KERNEL(by_pointer, (4), inout(int, 1, x))
{
    const int i = tidx.global[0], first = i - tidx.local[0];
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        sum += at(x, first + k);
    }
    tile_barrier_wait(tidx);
    x[i] = sum + i;
}
AMP_PHASED_KERNEL(phases, (4), inout(int, 1, x))
{
    tile_static(int, t, 4);
    phase { t[tidx.local[0]] = at(x, tidx.global[0] ^ 1); }
    phase { at(x, tidx.global[0]) = t[3 - tidx.local[0]] + 1; }
    phase_first (1) {
        for (int k = 0; k < 4; k++) {
            at(x, tidx.global[0] + k) += t[k];
        }
    }
}
AMP_KERNEL(atomics, 1, inout(int, 1, n))
{
    (void)amp_atomic_fetch_add(&at(n, idx[0] % 2), 1);
}
AMP_KERNEL(meant, 1, inout(int, 1, n))
{
    amp_racy(at(n, 0)) = idx[0];
}
/* The bytes of one number that threads write apart. */
AMP_TILED_KERNEL(bytes, (4), inout(char, 1, x))
{
    tile_static(char, t, 4);
    t[tidx.local[0]] = (char)(tidx.local[0] + 1);
    tile_barrier_wait(tidx);
    at(x, tidx.global[0]) = t[3 - tidx.local[0]];
}
AMP_DEVICE_END

int main(void)
{
    static int a[16], b[16], c[16], d[2], e[1];
    static char f[16];
    amp_array_view x = amp_view(int, a, 16), y = amp_view(int, b, 16), z = amp_view(int, c, 16);
    amp_array_view n = amp_view(int, d, 2), m = amp_view(int, e, 1), s = amp_view(char, f, 16);
    return parallel_for_each(amp_tile(x.extent, 4), turns, x) != AMP_OK
        || parallel_for_each(amp_tile(y.extent, 4), by_pointer, y) != AMP_OK
        || parallel_for_each(amp_tile(z.extent, 4), phases, z) != AMP_OK
        || parallel_for_each(amp_extent(16), atomics, n) != AMP_OK
        || parallel_for_each(amp_extent(16), meant, m) != AMP_OK
        || parallel_for_each(amp_tile(s.extent, 4), bytes, s) != AMP_OK
        || amp_synchronize(x) != AMP_OK || amp_synchronize(y) != AMP_OK
        || amp_synchronize(z) != AMP_OK || amp_synchronize(n) != AMP_OK
        || amp_synchronize(m) != AMP_OK || amp_synchronize(s) != AMP_OK;
}
