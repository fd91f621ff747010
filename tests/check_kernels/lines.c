/* SPDX-License-Identifier: MIT */
/* What compilers merge: the same access on several lines, on several ways. */
#include "case.h"
AMP_DEVICE_BEGIN

/* bad two_writes: tile-race t 1 2 */
AMP_TILED_KERNEL(two_writes, (T), in(int, 1, x), inout(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    if (l & 1) {
        t[l / 2] = x[l]; /* 1 */
    } else {
        t[l / 2] = y[l]; /* 2 */
    }
    tile_barrier_wait(tidx);
    y[tidx.global[0]] = t[l / 2];
}
AMP_DEVICE_END

RUN(two_writes, parallel_for_each(ONE_TILE, two_writes, X, Y))
CASES(CASE(two_writes))
