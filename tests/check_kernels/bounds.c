/* SPDX-License-Identifier: MIT */
#include "case.h"
AMP_DEVICE_BEGIN

/* bad behind: out-of-bounds x 1 1 */
AMP_KERNEL(behind, 1, in(int, 1, x), out(int, 1, y))
{
    at(y, idx[0]) = at(x, idx[0] + 1); /* 1 */
}
/* bad before: out-of-bounds x 1 1 */
AMP_KERNEL(before, 1, in(int, 1, x), out(int, 1, y))
{
    at(y, idx[0]) = at(x, idx[0] - 1); /* 1 */
}
/* An unsigned index below 0 is a very large one. */
/* bad unsigned_before: out-of-bounds x 1 1 */
AMP_KERNEL(unsigned_before, 1, in(int, 1, x), out(int, 1, y))
{
    const size_t i = (size_t)idx[0];
    at(y, i) = at(x, i - 1); /* 1 */
}
/* clean within_ok */
AMP_KERNEL(within_ok, 1, in(int, 1, x), out(int, 1, y))
{
    at(y, idx[0]) = idx[0] > 0 ? at(x, idx[0] - 1) : 0;
}
/* The column is outside, the element it falls on is not. */
/* bad column: out-of-bounds a 1 1 */
AMP_KERNEL(column, 2, in(float, 2, a), out(float, 2, b))
{
    at_index(b, idx) = at(a, idx[0], idx[1] + 1); /* 1 */
}
/* bad row: out-of-bounds b 1 1 */
AMP_KERNEL(row, 2, in(float, 2, a), out(float, 2, b))
{
    at(b, idx[0] - 1, idx[1]) = at_index(a, idx); /* 1 */
}
/* clean guarded_ok */
AMP_TILED_KERNEL(guarded_ok, (8, 8), in(float, 2, a), out(float, 2, b))
{
    if (tidx.global[0] < 30 && tidx.global[1] < 30) {
        at_index(b, tidx.global) = at_index(a, tidx.global);
    }
}
/* A padded domain without a guard. */
/* bad padded: out-of-bounds a 1 1; out-of-bounds b 1 1 */
AMP_TILED_KERNEL(padded, (8, 8), in(float, 2, a), out(float, 2, b))
{
    at_index(b, tidx.global) = at_index(a, tidx.global); /* 1 */
}
/* bad tile_behind: out-of-bounds t 1 1 */
AMP_TILED_KERNEL(tile_behind, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    tile_static(int, other, T);
    other[tidx.local[0]] = 0;
    t[tidx.local[0] + 1] = at_index(x, tidx.global); /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = other[tidx.local[0]];
}
/* bad tile_before: out-of-bounds t 1 1 */
AMP_TILED_KERNEL(tile_before, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0] - 1]; /* 1 */
}
/* bad tile_far: out-of-bounds t 1 1; out-of-bounds t 2 2 */
AMP_TILED_KERNEL(tile_far, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    t[l * 1000 + 2 * T] = 1; /* 1 */
    at_index(y, tidx.global) = t[l - 100000]; /* 2 */
}
/* clean tile_ok */
AMP_TILED_KERNEL(tile_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T + 1);
    t[tidx.local[0] + 1] = at_index(x, tidx.global);
    if (tidx.local[0] == 0) { t[0] = 0; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
/* bad tile_row: out-of-bounds t 1 1 */
AMP_TILED_KERNEL(tile_row, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 8, 9);
    t[tidx.local[0] + 1][tidx.local[1]] = at_index(a, tidx.global); /* 1 */
    tile_barrier_wait(tidx);
    at_index(b, tidx.global) = 1;
}
/* A column of a tile array: only -fsanitize=bounds knows. */
/* bad tile_column: out-of-bounds t 1 1 */
AMP_TILED_KERNEL(tile_column, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 9, 8);
    t[tidx.local[0]][tidx.local[1]] = at_index(a, tidx.global);
    tile_barrier_wait(tidx);
    at_index(b, tidx.global) = t[tidx.local[0]][tidx.local[1] + 1]; /* 1 */
}
/* clean tile_column_ok */
AMP_TILED_KERNEL(tile_column_ok, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 8, 9);
    t[tidx.local[0]][tidx.local[1]] = at_index(a, tidx.global);
    if (tidx.local[1] == 0) { t[tidx.local[0]][8] = 0; }
    tile_barrier_wait(tidx);
    at_index(b, tidx.global) = t[tidx.local[0]][tidx.local[1] + 1];
}
/* Far away and negative: nothing may crash. */
/* bad far: out-of-bounds x 1 1; out-of-bounds y 2 2 */
AMP_KERNEL(far, 1, in(int, 1, x), out(int, 1, y))
{
    int v = at(x, 1000000000 + idx[0]); /* 1 */
    at(y, -2000000000 + idx[0]) = v; /* 2 */
}
/* A section is smaller than what it is cut from. */
/* bad section: out-of-bounds x 1 1 */
AMP_KERNEL(section, 1, inout(int, 1, x))
{
    at(x, idx[0] * 2) = 1; /* 1 */
}
AMP_DEVICE_END

RUN(behind, parallel_for_each(THREADS, behind, X, Y))
RUN(before, parallel_for_each(THREADS, before, X, Y))
RUN(unsigned_before, parallel_for_each(THREADS, unsigned_before, X, Y))
RUN(within_ok, parallel_for_each(THREADS, within_ok, X, Y))
RUN(column, parallel_for_each(amp_extent(32, 32), column, F, G))
RUN(row, parallel_for_each(amp_extent(32, 32), row, F, G))
RUN(guarded_ok, parallel_for_each(TILES2, guarded_ok, F, G))
RUN(padded, parallel_for_each(amp_pad(amp_tile(amp_extent(30, 30), 8, 8)), padded,
                              amp_section(F, amp_index(0, 0), amp_extent(30, 30)),
                              amp_section(G, amp_index(0, 0), amp_extent(30, 30))))
RUN(tile_behind, parallel_for_each(TILES, tile_behind, X, Y))
RUN(tile_before, parallel_for_each(TILES, tile_before, X, Y))
RUN(tile_far, parallel_for_each(TILES, tile_far, X, Y))
RUN(tile_ok, parallel_for_each(TILES, tile_ok, X, Y))
RUN(tile_row, parallel_for_each(TILES2, tile_row, F, G))
RUN(tile_column, parallel_for_each(TILES2, tile_column, F, G))
RUN(tile_column_ok, parallel_for_each(TILES2, tile_column_ok, F, G))
RUN(far, parallel_for_each(THREADS, far, X, Y))
RUN(section, parallel_for_each(amp_extent(100), section,
                               amp_section(X, amp_index(20), amp_extent(100))))
CASES(CASE(behind) CASE(before) CASE(unsigned_before) CASE(within_ok) CASE(column)
      CASE(row) CASE(guarded_ok) CASE(padded) CASE(tile_behind) CASE(tile_before)
      CASE(tile_far) CASE(tile_ok) CASE(tile_row) CASE(tile_column) CASE(tile_column_ok)
      CASE(far) CASE(section))
