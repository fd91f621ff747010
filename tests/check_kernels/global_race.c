/* SPDX-License-Identifier: MIT */
#include "case.h"
AMP_DEVICE_BEGIN

/* bad simple_one: global-race y 1 1 */
AMP_KERNEL(simple_one, 1, in(int, 1, x), inout(int, 1, y))
{
    at(y, 0) += at(x, idx[0]); /* 1 */
}
/* clean simple_one_ok */
AMP_KERNEL(simple_one_ok, 1, in(int, 1, x), inout(int, 1, y))
{
    amp_atomic_fetch_add(&at(y, 0), at(x, idx[0]));
}

/* A thread reads its neighbour's element, which the neighbour writes. */
/* bad simple_shift: global-race y 1 1 */
AMP_KERNEL(simple_shift, 1, inout(int, 1, y))
{
    if (idx[0] > 0) { at(y, idx[0]) = at(y, idx[0] - 1) + 1; } /* 1 */
}
/* clean simple_shift_ok */
AMP_KERNEL(simple_shift_ok, 1, in(int, 1, x), out(int, 1, y))
{
    at(y, idx[0]) = idx[0] > 0 ? at(x, idx[0] - 1) + 1 : 0;
}

/* bad simple_two: global-race y 1 2 */
AMP_KERNEL(simple_two, 1, out(int, 1, y))
{
    at(y, idx[0]) = idx[0]; /* 1 */
    at(y, (idx[0] + 1) % N) = -1; /* 2 */
}

/* Within one tile: each tile has its own stretch of y. */
/* bad tile_pair: global-race y 1 2 */
AMP_TILED_KERNEL(tile_pair, (T), in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    at_index(y, tidx.global) = at_index(x, tidx.global); /* 1 */
    at_index(z, tidx.global) = at(y, tidx.tile_origin[0] + T - 1 - tidx.local[0]); /* 2 */
}
/* clean tile_pair_ok */
AMP_TILED_KERNEL(tile_pair_ok, (T), in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    at_index(y, tidx.global) = at_index(x, tidx.global);
    tile_barrier_wait_with_global_memory_fence(tidx);
    at_index(z, tidx.global) = at(y, tidx.tile_origin[0] + T - 1 - tidx.local[0]);
}

/* bad tile_waw: global-race y 1 1 */
AMP_TILED_KERNEL(tile_waw, (T), out(int, 1, y))
{
    at(y, tidx.tile[0]) = tidx.local[0]; /* 1 */
}
/* clean tile_waw_ok */
AMP_TILED_KERNEL(tile_waw_ok, (T), out(int, 1, y))
{
    if (tidx.local[0] == 0) { at(y, tidx.tile[0]) = 5; }
}

/* Through a raw pointer, past amp_at. */
/* bad raw_pointer: global-race y 1 2 */
AMP_TILED_KERNEL(raw_pointer, (T), out(int, 1, y), out(int, 1, z))
{
    amp_global_ptr(int) p = &at(y, tidx.tile_origin[0]);
    p[tidx.local[0]] = 1; /* 1 */
    z[tidx.global[0]] = p[T - 1 - tidx.local[0]]; /* 2 */
}

/* bad phased: global-race y 1 2 */
AMP_PHASED_KERNEL(phased, (T), out(int, 1, y), out(int, 1, z))
{
    phase {
        at_index(y, tidx.global) = 1; /* 1 */
        at_index(z, tidx.global) = at(y, tidx.tile_origin[0] + T - 1 - tidx.local[0]); /* 2 */
    }
}
/* clean phased_ok */
AMP_PHASED_KERNEL(phased_ok, (T), out(int, 1, y), out(int, 1, z))
{
    phase { at_index(y, tidx.global) = 1; }
    phase { at_index(z, tidx.global) = at(y, tidx.tile_origin[0] + T - 1 - tidx.local[0]); }
}

/* bad doubles: global-race d 1 2 */
AMP_TILED_KERNEL(doubles, (T), inout(double, 1, d), out(int, 1, y))
{
    at_index(d, tidx.global) = 2.0; /* 1 */
    at_index(y, tidx.global) = (int)at(d, tidx.tile_origin[0] + T - 1 - tidx.local[0]); /* 2 */
}

/* One byte of a view each: neighbours share a word. */
/* clean chars_ok */
AMP_KERNEL(chars_ok, 1, inout(char, 1, c))
{
    at(c, idx[0]) = (char)(at(c, idx[0]) + 1);
}
AMP_DEVICE_END

RUN(simple_one, parallel_for_each(THREADS, simple_one, X, Y))
RUN(simple_one_ok, parallel_for_each(THREADS, simple_one_ok, X, Y))
RUN(simple_shift, parallel_for_each(THREADS, simple_shift, Y))
RUN(simple_shift_ok, parallel_for_each(THREADS, simple_shift_ok, X, Y))
RUN(simple_two, parallel_for_each(THREADS, simple_two, Y))
RUN(tile_pair, parallel_for_each(TILES, tile_pair, X, Y, Z))
RUN(tile_pair_ok, parallel_for_each(TILES, tile_pair_ok, X, Y, Z))
RUN(tile_waw, parallel_for_each(TILES, tile_waw, Y))
RUN(tile_waw_ok, parallel_for_each(TILES, tile_waw_ok, Y))
RUN(raw_pointer, parallel_for_each(TILES, raw_pointer, Y, Z))
RUN(phased, parallel_for_each(TILES, phased, Y, Z))
RUN(phased_ok, parallel_for_each(TILES, phased_ok, Y, Z))
RUN(doubles, parallel_for_each(TILES, doubles, D, Y))
RUN(chars_ok, parallel_for_each(THREADS, chars_ok, C))
CASES(CASE(simple_one) CASE(simple_one_ok) CASE(simple_shift) CASE(simple_shift_ok)
      CASE(simple_two) CASE(tile_pair) CASE(tile_pair_ok) CASE(tile_waw) CASE(tile_waw_ok)
      CASE(raw_pointer) CASE(phased) CASE(phased_ok) CASE(doubles) CASE(chars_ok))
