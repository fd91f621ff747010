/* SPDX-License-Identifier: MIT */
/* Fences, atomics, same values, and races that are meant. */
#include "case.h"
AMP_DEVICE_BEGIN

/* bad fence_tile: fence-race t 1 2 */
AMP_TILED_KERNEL(fence_tile, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global); /* 1 */
    tile_barrier_wait_with_global_memory_fence(tidx);
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]]; /* 2 */
}
/* clean fence_tile_ok */
AMP_TILED_KERNEL(fence_tile_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait_with_tile_static_memory_fence(tidx);
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]];
}
/* bad fence_global: fence-race y 1 2 */
AMP_TILED_KERNEL(fence_global, (T), in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    at_index(y, tidx.global) = at_index(x, tidx.global); /* 1 */
    tile_barrier_wait_with_tile_static_memory_fence(tidx);
    at_index(z, tidx.global) = at(y, tidx.tile_origin[0] + T - 1 - tidx.local[0]); /* 2 */
}
/* clean fence_all_ok */
AMP_TILED_KERNEL(fence_all_ok, (T), in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    at_index(y, tidx.global) = at_index(x, tidx.global);
    tile_barrier_wait_with_all_memory_fence(tidx);
    at_index(z, tidx.global) = at(y, tidx.tile_origin[0] + T - 1 - tidx.local[0]);
}
/* A loop over a tile-only fence: own elements of a view need none. */
/* clean fence_own_ok */
AMP_TILED_KERNEL(fence_own_ok, (T), inout(int, 1, y))
{
    tile_static(int, t, T);
    for (int k = 0; k < 4; k++) {
        t[tidx.local[0]] = at_index(y, tidx.global);
        tile_barrier_wait_with_tile_static_memory_fence(tidx);
        at_index(y, tidx.global) += t[T - 1 - tidx.local[0]];
        tile_barrier_wait_with_tile_static_memory_fence(tidx);
    }
}
/* A fence beside the barrier orders nothing between threads. */
/* bad fence_apart: fence-race y 1 2 */
AMP_TILED_KERNEL(fence_apart, (T), in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    at_index(y, tidx.global) = at_index(x, tidx.global); /* 1 */
    amp_global_memory_fence(tidx);
    tile_barrier_wait_with_tile_static_memory_fence(tidx);
    at_index(z, tidx.global) = at(y, tidx.tile_origin[0] + T - 1 - tidx.local[0]); /* 2 */
}

/* In a loop: written and read in turn, never between the same two barriers. */
/* bad fence_loop: fence-race t 1 2 */
AMP_TILED_KERNEL(fence_loop, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    int sum = 0;
    for (int k = 0; k < N; k += 4) {
        t[tidx.local[0]] = at(x, k); /* 1 */
        tile_barrier_wait_with_global_memory_fence(tidx);
        sum += t[T - 1 - tidx.local[0]]; /* 2 */
        tile_barrier_wait_with_global_memory_fence(tidx);
    }
    at_index(y, tidx.global) = sum;
}

/* bad atomic_tile: atomic-race n 1 2 */
AMP_TILED_KERNEL(atomic_tile, (T), out(int, 1, y))
{
    tile_static(int, n, 1);
    if (tidx.local[0] == 0) { n[0] = 0; } /* 1 */
    amp_atomic_fetch_add(&n[0], 1); /* 2 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = n[0];
}
/* A histogram: cleared, counted, read, a barrier between each. */
/* clean atomic_tile_ok */
AMP_TILED_KERNEL(atomic_tile_ok, (T), in(unsigned, 1, u), inout(unsigned, 1, y))
{
    tile_static(unsigned, n, 16);
    if (tidx.local[0] < 16) { n[tidx.local[0]] = 0; }
    tile_barrier_wait(tidx);
    amp_atomic_fetch_add(&n[at_index(u, tidx.global) % 16], 1u);
    tile_barrier_wait(tidx);
    if (tidx.local[0] < 16) { amp_atomic_fetch_add(&at(y, tidx.local[0]), n[tidx.local[0]]); }
}
/* bad atomic_simple: atomic-race y 1 2 */
AMP_KERNEL(atomic_simple, 1, inout(int, 1, y))
{
    if (idx[0] == 7) { at(y, 0) = 1; } /* 1 */
    amp_atomic_fetch_add(&at(y, 0), 1); /* 2 */
}
/* bad atomic_tiles: atomic-race y 1 2 */
AMP_TILED_KERNEL(atomic_tiles, (T), inout(int, 1, y))
{
    if (tidx.global[0] == 0) { at(y, 0) = 1; } /* 1 */
    tile_barrier_wait(tidx);
    amp_atomic_fetch_add(&at(y, 0), 1); /* 2 */
}
/* A plain load beside an atomic of its width is allowed. */
/* clean atomic_load_ok */
AMP_KERNEL(atomic_load_ok, 1, inout(int, 1, y), out(int, 1, z))
{
    amp_atomic_fetch_add(&at(y, 0), 1);
    at(z, idx[0]) = at(y, 0);
}
/* bad atomic_byte: atomic-race y 1 2 */
AMP_KERNEL(atomic_byte, 1, inout(int, 1, y), out(int, 1, z))
{
    amp_atomic_fetch_add(&at(y, 0), 1); /* 1 */
    at(z, idx[0]) = *(amp_global_ptr(const char))&at(y, 0); /* 2 */
}
/* clean atomic_store_ok */
AMP_TILED_KERNEL(atomic_store_ok, (T), inout(int, 1, y), out(int, 1, z))
{
    tile_static(int, n, 1);
    if (tidx.local[0] == 0) { amp_atomic_store(&n[0], -1); }
    tile_barrier_wait(tidx);
    amp_atomic_store(&n[0], tidx.local[0]);
    amp_atomic_store(&at(y, 0), 1);
    at_index(z, tidx.global) = amp_atomic_load(&n[0]) + amp_atomic_load(&at(y, 0));
}
/* bad atomic_store: atomic-race n 1 2 */
AMP_TILED_KERNEL(atomic_store, (T), out(int, 1, z))
{
    tile_static(int, n, 1);
    if (tidx.local[0] == 0) { n[0] = 1; } /* 1 */
    amp_atomic_store(&n[0], 2); /* 2 */
    tile_barrier_wait(tidx);
    at_index(z, tidx.global) = n[0];
}
/* One thread, plain and atomic on its own element. */
/* clean atomic_own_ok */
AMP_KERNEL(atomic_own_ok, 1, inout(int, 1, y))
{
    at(y, idx[0]) = 1;
    amp_atomic_fetch_add(&at(y, idx[0]), 1);
    at(y, idx[0]) += 1;
}
/* Slots handed out by an atomic. */
/* clean slots_ok */
AMP_TILED_KERNEL(slots_ok, (T), in(int, 1, x), inout(int, 1, y), inout(int, 1, z))
{
    tile_static(int, n, 1);
    tile_static(int, t, T);
    if (tidx.local[0] == 0) { n[0] = 0; }
    tile_barrier_wait(tidx);
    if (at_index(x, tidx.global) % 3 == 0) {
        const int s = amp_atomic_fetch_add(&n[0], 1);
        t[s] = at_index(x, tidx.global);
    }
    tile_barrier_wait(tidx);
    if (tidx.local[0] < n[0]) {
        const int s = amp_atomic_fetch_add(&at(z, 0), 1);
        at(y, s) = t[tidx.local[0]];
    }
}

/* bad same_tile: same-value-write t 1 1 */
AMP_TILED_KERNEL(same_tile, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 1);
    t[0] = at(x, 3); /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[0];
}
/* clean same_tile_ok */
AMP_TILED_KERNEL(same_tile_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 1);
    if (tidx.local[0] == 0) { t[0] = at(x, 3); }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[0];
}
/* bad same_simple: same-value-write y 1 1 */
AMP_KERNEL(same_simple, 1, in(int, 1, x), inout(int, 1, y))
{
    if (at(x, idx[0]) > 3) { at(y, 0) = 1; } /* 1 */
}
/* bad same_tiles: same-value-write y 1 1 */
AMP_TILED_KERNEL(same_tiles, (T), inout(int, 1, y))
{
    if (tidx.local[0] == 0) { at(y, 0) = 1; } /* 1 */
}
/* bad same_lines: same-value-write y 1 2 */
AMP_KERNEL(same_lines, 1, inout(int, 1, y))
{
    if (idx[0] == 3) { at(y, 0) = 1; } /* 1 */
    if (idx[0] == 9) { at(y, 0) = 1; } /* 2 */
}

/* clean racy_ok */
AMP_KERNEL(racy_ok, 1, in(int, 1, x), inout(int, 1, y))
{
    if (at(x, idx[0]) > 3) { amp_racy(at(y, 0)) = 1; }
    if (amp_racy(at(y, 1)) < idx[0]) { amp_racy(at(y, 1)) += idx[0]; }
}
/* Only the access that is marked is exempt. */
/* bad racy_one: global-race y 1 1 */
AMP_KERNEL(racy_one, 1, inout(int, 1, y))
{
    int v = amp_racy(at(y, 0));
    at(y, 0) = v + idx[0]; /* 1 */
}
AMP_DEVICE_END

RUN(fence_tile, parallel_for_each(TILES, fence_tile, X, Y))
RUN(fence_tile_ok, parallel_for_each(TILES, fence_tile_ok, X, Y))
RUN(fence_global, parallel_for_each(TILES, fence_global, X, Y, Z))
RUN(fence_all_ok, parallel_for_each(TILES, fence_all_ok, X, Y, Z))
RUN(fence_own_ok, parallel_for_each(TILES, fence_own_ok, Y))
RUN(fence_apart, parallel_for_each(TILES, fence_apart, X, Y, Z))
RUN(fence_loop, parallel_for_each(TILES, fence_loop, X, Y))
RUN(atomic_tile, parallel_for_each(TILES, atomic_tile, Y))
RUN(atomic_tile_ok, parallel_for_each(TILES, atomic_tile_ok, U, amp_view(unsigned, y_, N)))
RUN(atomic_simple, parallel_for_each(THREADS, atomic_simple, Y))
RUN(atomic_tiles, parallel_for_each(TILES, atomic_tiles, Y))
RUN(atomic_load_ok, parallel_for_each(THREADS, atomic_load_ok, Y, Z))
RUN(atomic_byte, parallel_for_each(THREADS, atomic_byte, Y, Z))
RUN(atomic_store_ok, parallel_for_each(TILES, atomic_store_ok, Y, Z))
RUN(atomic_store, parallel_for_each(TILES, atomic_store, Z))
RUN(atomic_own_ok, parallel_for_each(THREADS, atomic_own_ok, Y))
RUN(slots_ok, parallel_for_each(TILES, slots_ok, X, Y, Z))
RUN(same_tile, parallel_for_each(TILES, same_tile, X, Y))
RUN(same_tile_ok, parallel_for_each(TILES, same_tile_ok, X, Y))
RUN(same_simple, parallel_for_each(THREADS, same_simple, X, Y))
RUN(same_tiles, parallel_for_each(TILES, same_tiles, Y))
RUN(same_lines, parallel_for_each(THREADS, same_lines, Y))
RUN(racy_ok, parallel_for_each(THREADS, racy_ok, X, Y))
RUN(racy_one, parallel_for_each(THREADS, racy_one, Y))
CASES(CASE(fence_loop) CASE(fence_tile) CASE(fence_tile_ok) CASE(fence_global) CASE(fence_all_ok)
      CASE(fence_own_ok) CASE(fence_apart) CASE(atomic_tile) CASE(atomic_tile_ok)
      CASE(atomic_simple) CASE(atomic_tiles) CASE(atomic_load_ok) CASE(atomic_byte)
      CASE(atomic_store_ok) CASE(atomic_store) CASE(atomic_own_ok) CASE(slots_ok) CASE(same_tile)
      CASE(same_tile_ok) CASE(same_simple) CASE(same_tiles) CASE(same_lines) CASE(racy_ok)
      CASE(racy_one))
