/* SPDX-License-Identifier: MIT */
#include "case.h"
AMP_DEVICE_BEGIN

/* bad early_return: barrier-divergence - 1 1 */
AMP_TILED_KERNEL(early_return, (T), out(int, 1, y))
{
    if (tidx.local[0] >= T / 2) { return; }
    tile_barrier_wait(tidx); /* 1 */
    at_index(y, tidx.global) = 1;
}
/* clean early_return_ok */
AMP_TILED_KERNEL(early_return_ok, (T), out(int, 1, y))
{
    tile_barrier_wait(tidx);
    if (tidx.local[0] >= T / 2) { return; }
    at_index(y, tidx.global) = 1;
}
/* bad if_thread: barrier-divergence - 1 1 */
AMP_TILED_KERNEL(if_thread, (T), out(int, 1, y))
{
    if (tidx.local[0] != 3) {
        tile_barrier_wait(tidx); /* 1 */
    }
    at_index(y, tidx.global) = 1;
}
/* Conditions that are the same for the whole tile. */
/* clean if_tile_ok */
AMP_TILED_KERNEL(if_tile_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    if (tidx.tile[0] % 2 == 0) {
        tile_barrier_wait(tidx);
        at_index(y, tidx.global) = t[T - 1 - tidx.local[0]];
        return;
    }
    at_index(y, tidx.global) = t[tidx.local[0]];
}
/* bad two_places: barrier-divergence - 1 2 */
AMP_TILED_KERNEL(two_places, (T), out(int, 1, y))
{
    if (tidx.local[0] % 2) {
        tile_barrier_wait(tidx); /* 1 */
    } else {
        tile_barrier_wait(tidx); /* 2 */
    }
    at_index(y, tidx.global) = 1;
}
/* bad trips: barrier-divergence - 1 1 */
AMP_TILED_KERNEL(trips, (T), out(int, 1, y))
{
    for (int i = 0; i < (tidx.local[0] == 0 ? 3 : 2); i++) {
        tile_barrier_wait(tidx); /* 1 */
    }
    at_index(y, tidx.global) = 1;
}
/* clean trips_ok */
AMP_TILED_KERNEL(trips_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 2, T);
    int a = 0;
    t[0][tidx.local[0]] = at_index(x, tidx.global);
    for (int i = 0; i < tidx.tile[0] + 2; i++) {
        for (int j = 0; j <= i; j++) { /* two buffers in turn */
            tile_barrier_wait(tidx);
            t[1 - a][tidx.local[0]] = t[a][(tidx.local[0] + 1) % T];
            a = 1 - a;
        }
    }
    at_index(y, tidx.global) = t[a][tidx.local[0]];
}
/* bad break_out: barrier-divergence - 1 2 */
AMP_TILED_KERNEL(break_out, (T), out(int, 1, y))
{
    for (int i = 0; i < 4; i++) {
        if (i == 2 && tidx.local[0] == 5) { break; }
        tile_barrier_wait(tidx); /* 1 */
    }
    tile_barrier_wait(tidx); /* 2 */
    at_index(y, tidx.global) = 1;
}
/* Threads that never meet a barrier, beside one that does. */
/* bad one_waits: barrier-divergence - 1 1 */
AMP_TILED_KERNEL(one_waits, (T), out(int, 1, y))
{
    if (tidx.local[0] == T - 1) { tile_barrier_wait(tidx); } /* 1 */
    at_index(y, tidx.global) = 1;
}
/* One call site in different rounds, as often as each other. */
/* clean rounds_ok */
AMP_TILED_KERNEL(rounds_ok, (T), out(int, 1, y))
{
    const int first = tidx.local[0] % 2 ? 1 : 3;
    for (int i = 0; i < 4; i++) {
        if (i != first) { tile_barrier_wait(tidx); }
    }
    at_index(y, tidx.global) = 1;
}
/* Kogge-Stone: read, barrier, write, barrier. */
/* clean kogge_stone_ok */
AMP_TILED_KERNEL(kogge_stone_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    for (int s = 1; s < T; s *= 2) {
        int v = 0;
        tile_barrier_wait(tidx);
        if (l >= s) { v = t[l - s]; }
        tile_barrier_wait(tidx);
        t[l] += v;
    }
    at_index(y, tidx.global) = t[l];
}
/* bad kogge_stone: tile-race t 1 2 */
AMP_TILED_KERNEL(kogge_stone, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    for (int s = 1; s < T; s *= 2) {
        int v = 0;
        tile_barrier_wait(tidx);
        if (l >= s) { v = t[l - s]; } /* 1 */
        t[l] += v; /* 2 */
    }
    at_index(y, tidx.global) = t[l];
}
/* A tiled product with the halo of a padded domain, guarded. */
/* clean product_ok */
AMP_TILED_KERNEL(product_ok, (8, 8), in(float, 2, a), in(float, 2, b), out(float, 2, c))
{
    tile_static(float, s, 8, 8);
    tile_static(float, t, 8, 8);
    float sum = 0;
    for (int k = 0; k < a_shape.extent[1]; k += 8) {
        const int i = tidx.global[0], j = tidx.global[1];
        const int row = k + tidx.local[0], column = k + tidx.local[1];
        s[tidx.local[0]][tidx.local[1]] = i < 30 && column < 30 ? at(a, i, column) : 0;
        t[tidx.local[0]][tidx.local[1]] = row < 30 && j < 30 ? at(b, row, j) : 0;
        tile_barrier_wait(tidx);
        for (int n = 0; n < 8; n++) {
            sum += s[tidx.local[0]][n] * t[n][tidx.local[1]];
        }
        tile_barrier_wait(tidx);
    }
    if (tidx.global[0] < 30 && tidx.global[1] < 30) { at_index(c, tidx.global) = sum; }
}

/* A thread waits for another without a barrier. */
/* bad spin: livelock f 1 1 */
AMP_TILED_KERNEL(spin, (T), out(int, 1, y))
{
    tile_static(int, f, 1);
    if (tidx.local[0] == 0) { f[0] = 0; }
    tile_barrier_wait(tidx);
    if (tidx.local[0] % 2 == 0) {
        while (amp_atomic_fetch_add(&f[0], 0) == 0) { } /* 1 */
    }
    at_index(y, tidx.global) = 1;
}
/* bad spin_view: livelock y 1 1 */
AMP_KERNEL(spin_view, 1, inout(int, 1, y))
{
    while (amp_atomic_load(&at(y, 1)) == 0) { } /* 1 */
}
/* clean long_loop_ok */
AMP_KERNEL(long_loop_ok, 1, inout(int, 1, y))
{
    for (int i = 0; i < 100000; i++) {
        at(y, idx[0]) += i % 3;
    }
}
/* A loop around a barrier whose end nobody writes; and one that ends late. */
/* bad barrier_for_ever: livelock - 1 1 */
AMP_TILED_KERNEL(barrier_for_ever, (4), inout(int, 1, y))
{
    while (at(y, N - 1) == 0) {
        tile_barrier_wait(tidx); /* 1 */
    }
    at_index(y, tidx.global) = 1;
}
/* clean barrier_long_ok */
AMP_TILED_KERNEL(barrier_long_ok, (4), inout(int, 1, y))
{
    for (int i = 0; at(y, N - 1) < 200; i++) {
        tile_barrier_wait(tidx);
        if (i % 1000 == 0 && tidx.local[0] == 0) { at(y, N - 1) += 1; }
        tile_barrier_wait(tidx);
    }
}
AMP_DEVICE_END

RUN(early_return, parallel_for_each(TILES, early_return, Y))
RUN(early_return_ok, parallel_for_each(TILES, early_return_ok, Y))
RUN(if_thread, parallel_for_each(TILES, if_thread, Y))
RUN(if_tile_ok, parallel_for_each(TILES, if_tile_ok, X, Y))
RUN(two_places, parallel_for_each(TILES, two_places, Y))
RUN(trips, parallel_for_each(TILES, trips, Y))
RUN(trips_ok, parallel_for_each(TILES, trips_ok, X, Y))
RUN(break_out, parallel_for_each(TILES, break_out, Y))
RUN(one_waits, parallel_for_each(TILES, one_waits, Y))
RUN(rounds_ok, parallel_for_each(TILES, rounds_ok, Y))
RUN(kogge_stone_ok, parallel_for_each(TILES, kogge_stone_ok, X, Y))
RUN(kogge_stone, parallel_for_each(TILES, kogge_stone, X, Y))
RUN(product_ok, parallel_for_each(TILES2, product_ok, F, F, G))
RUN(spin, parallel_for_each(ONE_TILE, spin, Y))
RUN(spin_view, parallel_for_each(amp_extent(4), spin_view, Y))
RUN(long_loop_ok, parallel_for_each(amp_extent(4), long_loop_ok, Y))
#define FOUR amp_tile(amp_extent(4), 4)
RUN(barrier_for_ever, parallel_for_each(FOUR, barrier_for_ever, Y))
RUN(barrier_long_ok, parallel_for_each(FOUR, barrier_long_ok, Y))
CASES(CASE(barrier_for_ever) CASE(barrier_long_ok)
      CASE(early_return) CASE(early_return_ok) CASE(if_thread) CASE(if_tile_ok)
      CASE(two_places) CASE(trips) CASE(trips_ok) CASE(break_out) CASE(one_waits)
      CASE(rounds_ok) CASE(kogge_stone_ok) CASE(kogge_stone) CASE(product_ok) CASE(spin)
      CASE(spin_view) CASE(long_loop_ok))
