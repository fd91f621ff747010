/* SPDX-License-Identifier: MIT */
/* What compilers merge: the same kind of access on several lines, on several ways. */
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
/* bad four_reads: global-race y 1 5; global-race y 2 5; global-race y 3 5; global-race y 4 5 */
AMP_KERNEL(four_reads, 1, in(int, 1, x), inout(int, 1, y))
{
    const int i = idx[0];
    int s;
    switch (x[i] & 3) {
    case 0:
        s = y[1]; /* 1 */
        break;
    case 1:
        s = y[2]; /* 2 */
        break;
    case 2:
        s = y[3]; /* 3 */
        break;
    default:
        s = y[4]; /* 4 */
    }
    if (i < 5) { y[(i + 2) % 5] = s; /* 5 */ }
}
AMP_DEVICE_END

RUN(two_writes, parallel_for_each(ONE_TILE, two_writes, X, Y))
RUN(four_reads, parallel_for_each(THREADS, four_reads, X, Y))
CASES(CASE(two_writes) CASE(four_reads))
