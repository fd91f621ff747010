/* SPDX-License-Identifier: MIT */
#include "case.h"
AMP_DEVICE_BEGIN

/* The first thread of each tile writes one place. */
/* bad leaders: cross-tile-race y 1 1 */
AMP_TILED_KERNEL(leaders, (T), out(int, 1, y))
{
    if (tidx.local[0] == 0) { at(y, 0) = tidx.tile[0]; } /* 1 */
}
/* clean leaders_ok */
AMP_TILED_KERNEL(leaders_ok, (T), out(int, 1, y))
{
    if (tidx.local[0] == 0) { at(y, tidx.tile[0]) = tidx.tile[0]; }
}

/* A barrier does not order tiles. */
/* bad halo: cross-tile-race y 1 2 */
AMP_TILED_KERNEL(halo, (T), inout(int, 1, y), out(int, 1, z))
{
    at_index(y, tidx.global) = 1; /* 1 */
    tile_barrier_wait(tidx);
    at_index(z, tidx.global) = at(y, (tidx.global[0] + T) % N); /* 2 */
}
/* clean halo_ok */
AMP_TILED_KERNEL(halo_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T + 2);
    const int g = tidx.global[0], l = tidx.local[0];
    t[l + 1] = at(x, g);
    if (l == 0) { t[0] = g > 0 ? at(x, g - 1) : 0; }
    if (l == T - 1) { t[T + 1] = g < N - 1 ? at(x, g + 1) : 0; }
    tile_barrier_wait(tidx);
    at(y, g) = t[l] + t[l + 1] + t[l + 2];
}

/* The next tile waits for a flag; on one thread at a time it reads once. */
/* bad flag: cross-tile-race y 1 2 */
AMP_TILED_KERNEL(flag, (T), inout(int, 1, y), out(int, 1, z))
{
    if (tidx.global[0] == 0) { at(y, 5) = 1; } /* 1 */
    if (tidx.global[0] == T) { at(z, 0) = at(y, 5); } /* 2 */
}

/* Two dimensions: tiles of one column write one row. */
/* bad rows: cross-tile-race b 1 1 */
AMP_TILED_KERNEL(rows, (8, 8), out(float, 2, b))
{
    if (tidx.local[0] == 0) { at(b, 0, tidx.global[1]) = (float)tidx.tile[0]; } /* 1 */
}
/* clean rows_ok */
AMP_TILED_KERNEL(rows_ok, (8, 8), out(float, 2, b))
{
    if (tidx.local[0] == 0) { at(b, tidx.tile[0], tidx.global[1]) = (float)tidx.tile[0]; }
}

/* Overlapping pieces: each tile writes one element too many. */
/* bad overlap: cross-tile-race y 1 2 */
AMP_TILED_KERNEL(overlap, (T), out(int, 1, y))
{
    at_index(y, tidx.global) = 1; /* 1 */
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) { at(y, (tidx.tile_origin[0] + T) % N) = 2; } /* 2 */
}

/* bad phased: cross-tile-race y 1 2 */
AMP_PHASED_KERNEL(phased, (T), inout(int, 1, y), out(int, 1, z))
{
    phase { at_index(y, tidx.global) = 1; } /* 1 */
    phase { at_index(z, tidx.global) = at(y, (tidx.global[0] + T) % N); } /* 2 */
}
AMP_DEVICE_END

RUN(leaders, parallel_for_each(TILES, leaders, Y))
RUN(leaders_ok, parallel_for_each(TILES, leaders_ok, Y))
RUN(halo, parallel_for_each(TILES, halo, Y, Z))
RUN(halo_ok, parallel_for_each(TILES, halo_ok, X, Y))
RUN(flag, parallel_for_each(TILES, flag, Y, Z))
RUN(rows, parallel_for_each(TILES2, rows, F))
RUN(rows_ok, parallel_for_each(TILES2, rows_ok, F))
RUN(overlap, parallel_for_each(TILES, overlap, Y))
RUN(phased, parallel_for_each(TILES, phased, Y, Z))
CASES(CASE(leaders) CASE(leaders_ok) CASE(halo) CASE(halo_ok) CASE(flag) CASE(rows)
      CASE(rows_ok) CASE(overlap) CASE(phased))
