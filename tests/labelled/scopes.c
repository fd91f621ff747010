/* SPDX-License-Identifier: MIT */
/* After the patterns of ScoR and of litmus tests: messages, flags, locks and tickets between
   threads of a tile and between tiles; fences that are missing or too narrow. In this model
   every atomic is relaxed and no fence orders two tiles: only what is itself accessed by
   atomics may be handed from tile to tile within a launch. */
#include "labelled.h"
AMP_DEVICE_BEGIN

/* A message and its flag, from tile to tile; the flag is atomic, the message is not. */
/* bad message: cross-tile-race y 1 2 */
AMP_TILED_KERNEL(message, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.global[0] == 0) {
        at(y, 0) = 42; /* 1 */
        amp_all_memory_fence(tidx);
        (void)amp_atomic_exchange(&at(z, 0), 1);
    }
    if (tidx.local[0] == 0 && tidx.tile[0] == 1) {
        const int flag = amp_atomic_fetch_add(&at(z, 0), 0);
        amp_all_memory_fence(tidx);
        at(y, 1) = flag + at(y, 0); /* 2 */
    }
}
RUN(message, TILES, Y, Z)
/* clean message_ok */
AMP_TILED_KERNEL(message_ok, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.global[0] == 0) { (void)amp_atomic_exchange(&at(z, 0), 42); }
    if (tidx.local[0] == 0 && tidx.tile[0] == 1) { at(y, 1) = amp_atomic_fetch_add(&at(z, 0), 0); }
}
RUN(message_ok, TILES, Y, Z)

/* A message within a tile: a fence meets nobody. */
/* bad message_in_tile: tile-race t 1 2 */
AMP_TILED_KERNEL(message_in_tile, (T), inout(int, 1, y))
{
    tile_static(int, t, 1);
    tile_static(int, flag, 1);
    if (tidx.local[0] == 0) { flag[0] = 0; }
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) {
        t[0] = 42; /* 1 */
        amp_tile_static_memory_fence(tidx);
        (void)amp_atomic_exchange(&flag[0], 1);
    } else {
        const int seen = amp_atomic_fetch_or(&flag[0], 0);
        at_index(y, tidx.global) = seen + t[0]; /* 2 */
    }
}
RUN(message_in_tile, TILES, Y)
/* clean message_in_tile_ok */
AMP_TILED_KERNEL(message_in_tile_ok, (T), inout(int, 1, y))
{
    tile_static(int, t, 1);
    if (tidx.local[0] == 0) { t[0] = 42; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[0];
}
RUN(message_in_tile_ok, TILES, Y)

/* The flag is not even atomic. */
/* bad plain_flag: cross-tile-race z 1 2 */
AMP_TILED_KERNEL(plain_flag, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.global[0] == 5) {
        at(z, 0) = 1; /* 1 */
    }
    if (tidx.global[0] == N - 1) {
        at(y, 0) = at(z, 0); /* 2 */
    }
}
RUN(plain_flag, TILES, Y, Z)
/* clean plain_flag_ok */
AMP_TILED_KERNEL(plain_flag_ok, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.global[0] == 5) { (void)amp_atomic_exchange(&at(z, 0), 1); }
    if (tidx.global[0] == N - 1) { at(y, 0) = at(z, 0); }
}
RUN(plain_flag_ok, TILES, Y, Z)

/* A store of the flag that is plain beside atomics that look at it. */
/* bad half_atomic: atomic-race z 1 2 */
AMP_TILED_KERNEL(half_atomic, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.global[0] == 5) {
        at(z, 0) = 1; /* 1 */
    }
    if (tidx.global[0] == N - 1) {
        at(y, 0) = amp_atomic_fetch_or(&at(z, 0), 0); /* 2 */
    }
}
RUN(half_atomic, TILES, Y, Z)
/* clean half_atomic_ok */
AMP_TILED_KERNEL(half_atomic_ok, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.global[0] == 5) { (void)amp_atomic_exchange(&at(z, 0), 1); }
    if (tidx.global[0] == N - 1) { at(y, 0) = amp_atomic_fetch_or(&at(z, 0), 0); }
}
RUN(half_atomic_ok, TILES, Y, Z)

/* A lock of compare-and-exchange: relaxed, so it guards nothing. */
/* bad lock: cross-tile-race y 1 1 */
AMP_TILED_KERNEL(lock, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.local[0] == 0) {
        int open = 0;
        while (!amp_atomic_compare_exchange(&at(z, 0), &open, 1)) { open = 0; }
        at(y, 0) += tidx.tile[0] + 1; /* 1 */
        amp_global_memory_fence(tidx);
        (void)amp_atomic_exchange(&at(z, 0), 0);
    }
}
RUN(lock, TILES, Y, Z)
/* clean lock_ok */
AMP_TILED_KERNEL(lock_ok, (T), inout(int, 1, y))
{
    if (tidx.local[0] == 0) { (void)amp_atomic_fetch_add(&at(y, 0), tidx.tile[0] + 1); }
}
RUN(lock_ok, TILES, Y)

/* Two locks for one thing: each thread takes its own. */
/* bad two_locks: global-race y 1 1 */
AMP_KERNEL(two_locks, 1, inout(int, 1, y), inout(int, 1, z))
{
    int open = 0;
    while (!amp_atomic_compare_exchange(&at(z, idx[0] % 2), &open, 1)) { open = 0; }
    at(y, 0) += idx[0]; /* 1 */
    (void)amp_atomic_exchange(&at(z, idx[0] % 2), 0);
}
RUN(two_locks, THREADS, Y, Z)
/* clean two_locks_ok */
AMP_KERNEL(two_locks_ok, 1, inout(int, 1, y), inout(int, 1, z))
{
    int open = 0;
    while (!amp_atomic_compare_exchange(&at(z, 0), &open, 1)) { open = 0; }
    (void)amp_atomic_fetch_add(&at(y, 0), idx[0]);
    (void)amp_atomic_exchange(&at(z, 0), 0);
}
RUN(two_locks_ok, THREADS, Y, Z)

/* A lock that is never given back: the next tile waits for ever. */
/* bad kept_lock: livelock z 1 1 */
/* slow: millions of reads */
AMP_TILED_KERNEL(kept_lock, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.local[0] == 0) {
        int open = 0;
        while (!amp_atomic_compare_exchange(&at(z, 0), &open, 1)) { open = 0; } /* 1 */
        (void)amp_atomic_fetch_add(&at(y, 0), 1);
    }
}
RUN(kept_lock, TILES, Y, Z)
/* clean kept_lock_ok */
AMP_TILED_KERNEL(kept_lock_ok, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.local[0] == 0) {
        int open = 0;
        while (!amp_atomic_compare_exchange(&at(z, 0), &open, 1)) { open = 0; }
        (void)amp_atomic_fetch_add(&at(y, 0), 1);
        (void)amp_atomic_exchange(&at(z, 0), 0);
    }
}
RUN(kept_lock_ok, TILES, Y, Z)

/* Sums of tiles, and the last tile by a ticket adds them: between the store of a sum and its
   read there is a fence on either side, and no order. All read, as the last one does. */
/* bad last_tile: cross-tile-race y 1 2 */
AMP_TILED_KERNEL(last_tile, (T), in(int, 1, x), inout(int, 1, y), inout(int, 1, z))
{
    tile_static(int, s, 1);
    const int l = tidx.local[0];
    if (l == 0) { s[0] = 0; }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_add(&s[0], at_index(x, tidx.global));
    tile_barrier_wait(tidx);
    if (l == 0) {
        at(y, tidx.tile[0]) = s[0]; /* 1 */
        amp_global_memory_fence(tidx);
        if (amp_atomic_fetch_inc(&at(z, 0)) == N / T - 1) {
            int sum = 0;
            for (int i = 0; i < N / T; i++) {
                sum += at(y, i); /* 2 */
            }
            at(z, 1) = sum;
        }
    }
}
RUN(last_tile, TILES, X, Y, Z)
/* clean last_tile_ok */
AMP_TILED_KERNEL(last_tile_ok, (T), in(int, 1, x), inout(int, 1, y), inout(int, 1, z))
{
    tile_static(int, s, 1);
    const int l = tidx.local[0];
    if (l == 0) { s[0] = 0; }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_add(&s[0], at_index(x, tidx.global));
    tile_barrier_wait(tidx);
    if (l == 0) { /* the sums go by atomics too */
        (void)amp_atomic_exchange(&at(y, tidx.tile[0]), s[0]);
        if (amp_atomic_fetch_inc(&at(z, 0)) == N / T - 1) {
            int sum = 0;
            for (int i = 0; i < N / T; i++) { sum += amp_atomic_fetch_add(&at(y, i), 0); }
            at(z, 1) = sum;
        }
    }
}
RUN(last_tile_ok, TILES, X, Y, Z)

/* A barrier of all tiles, made of a counter: a tile that waits keeps the next from running. */
/* bad all_tiles: livelock z 1 1 */
/* slow: millions of reads */
AMP_TILED_KERNEL(all_tiles, (T), inout(int, 1, z))
{
    if (tidx.local[0] == 0) {
        (void)amp_atomic_fetch_inc(&at(z, 0));
        while (amp_atomic_fetch_add(&at(z, 0), 0) < N / T) { } /* 1 */
    }
    tile_barrier_wait(tidx);
}
RUN(all_tiles, TILES, Z)
/* clean all_tiles_ok */
AMP_TILED_KERNEL(all_tiles_ok, (T), inout(int, 1, z))
{
    if (tidx.local[0] == 0) { (void)amp_atomic_fetch_inc(&at(z, 0)); }
    tile_barrier_wait(tidx);
}
RUN(all_tiles_ok, TILES, Z)

/* The fence of tile memory alone between a write and a read of a view. */
/* bad narrow: fence-race y 1 2 */
AMP_TILED_KERNEL(narrow, (T), inout(int, 1, y), out(int, 1, z))
{
    at_index(y, tidx.global) = tidx.local[0]; /* 1 */
    tile_barrier_wait_with_tile_static_memory_fence(tidx);
    at_index(z, tidx.global) = at(y, tidx.global[0] ^ 1); /* 2 */
}
RUN(narrow, TILES, Y, Z)
/* clean narrow_ok */
AMP_TILED_KERNEL(narrow_ok, (T), inout(int, 1, y), out(int, 1, z))
{
    at_index(y, tidx.global) = tidx.local[0];
    tile_barrier_wait_with_global_memory_fence(tidx);
    at_index(z, tidx.global) = at(y, tidx.global[0] ^ 1);
}
RUN(narrow_ok, TILES, Y, Z)

/* Two memories, one barrier that fences one of them. */
/* bad one_of_two: fence-race y 1 2 */
AMP_TILED_KERNEL(one_of_two, (T), in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    at_index(y, tidx.global) = l; /* 1 */
    tile_barrier_wait_with_tile_static_memory_fence(tidx);
    const int v = t[l ^ 1];
    at_index(z, tidx.global) = v + at(y, tidx.global[0] ^ 1); /* 2 */
}
RUN(one_of_two, TILES, X, Y, Z)
/* clean one_of_two_ok */
AMP_TILED_KERNEL(one_of_two_ok, (T), in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    at_index(y, tidx.global) = l;
    tile_barrier_wait_with_all_memory_fence(tidx);
    const int v = t[l ^ 1];
    at_index(z, tidx.global) = v + at(y, tidx.global[0] ^ 1);
}
RUN(one_of_two_ok, TILES, X, Y, Z)

/* A fence for global memory, where tile memory is read. */
/* bad other_of_two: fence-race t 1 2 */
AMP_TILED_KERNEL(other_of_two, (T), in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global); /* 1 */
    at_index(y, tidx.global) = l;
    tile_barrier_wait_with_global_memory_fence(tidx);
    const int v = at(y, tidx.global[0] ^ 1);
    at_index(z, tidx.global) = v + t[l ^ 1]; /* 2 */
}
RUN(other_of_two, TILES, X, Y, Z)
/* clean other_of_two_ok */
AMP_TILED_KERNEL(other_of_two_ok, (T), in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    at_index(y, tidx.global) = l;
    tile_barrier_wait_with_global_memory_fence(tidx);
    const int v = at(y, tidx.global[0] ^ 1);
    tile_barrier_wait_with_tile_static_memory_fence(tidx);
    at_index(z, tidx.global) = v + t[l ^ 1];
}
RUN(other_of_two_ok, TILES, X, Y, Z)

/* A convolution whose second pass reads its neighbour tile's first. */
/* bad two_passes: cross-tile-race y 1 2 */
AMP_TILED_KERNEL(two_passes, (T), in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    const int g = tidx.global[0];
    at(y, g) = at(x, g) * 2; /* 1 */
    tile_barrier_wait(tidx);
    if (tidx.local[0] > 0) {
        at(z, g) = at(y, g) + at(y, g - 1);
    } else {
        at(z, g) = g > 0 ? at(y, g - 1) : 0; /* 2 */
    }
}
RUN(two_passes, TILES, X, Y, Z)
/* clean two_passes_ok */
AMP_TILED_KERNEL(two_passes_ok, (T), in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    const int g = tidx.global[0];
    at(y, g) = at(x, g) * 2;
    tile_barrier_wait(tidx);
    at(z, g) = at(y, g) + (tidx.local[0] > 0 ? at(y, g - 1) : g > 0 ? at(x, g - 1) * 2 : 0);
}
RUN(two_passes_ok, TILES, X, Y, Z)

/* Rule 110, in place: a generation reads what the next has begun to write. */
/* bad automaton: cross-tile-race y 1 2; global-race y 1 2 */
AMP_TILED_KERNEL(automaton, (T), inout(int, 1, y))
{
    const int g = tidx.global[0];
    const int cells = at(y, (g + N - 1) % N) * 4 + at(y, g) * 2 + at(y, (g + 1) % N); /* 1 */
    at(y, g) = (110 >> (cells & 7)) & 1; /* 2 */
}
RUN(automaton, TILES, Y)
/* clean automaton_ok */
AMP_TILED_KERNEL(automaton_ok, (T), in(int, 1, x), out(int, 1, y))
{
    const int g = tidx.global[0];
    const int cells = at(x, (g + N - 1) % N) * 4 + at(x, g) * 2 + at(x, (g + 1) % N);
    at(y, g) = (110 >> (cells & 7)) & 1;
}
RUN(automaton_ok, TILES, X, Y)

/* Work that is stolen: the owner takes from the end, plainly, while thieves count atomically. */
/* bad stolen: atomic-race z 1 2 */
AMP_TILED_KERNEL(stolen, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.local[0] == 0) {
        if (tidx.tile[0] == 0) {
            at(z, 0) = at(z, 0) + 2; /* 1 */
        } else {
            at(y, tidx.tile[0]) = amp_atomic_fetch_add(&at(z, 0), 1); /* 2 */
        }
    }
}
RUN(stolen, TILES, Y, Z)
/* clean stolen_ok */
AMP_TILED_KERNEL(stolen_ok, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.local[0] == 0) { at(y, tidx.tile[0]) = amp_atomic_fetch_add(&at(z, 0), 1); }
}
RUN(stolen_ok, TILES, Y, Z)

/* One element by atomics of 8 bytes, and its half read by itself. */
/* bad halved: atomic-race q 1 2 */
AMP_TILED_KERNEL(halved, (T), inout(int, 1, y))
{
    tile_static(amp_int64, q, 1);
    if (tidx.local[0] == 0) { q[0] = 0; }
    tile_barrier_wait(tidx);
    if (tidx.local[0] > 0) {
        (void)amp_atomic_fetch_add(&q[0], (amp_int64)1); /* 1 */
    } else {
        at_index(y, tidx.tile) = *(amp_tile_ptr(const int))q; /* 2 */
    }
}
RUN(halved, TILES, Y)
/* clean halved_ok */
AMP_TILED_KERNEL(halved_ok, (T), inout(int, 1, y))
{
    tile_static(amp_int64, q, 1);
    if (tidx.local[0] == 0) { q[0] = 0; }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_add(&q[0], (amp_int64)1);
    if (tidx.local[0] == 0) { at_index(y, tidx.tile) = (int)q[0]; }
}
RUN(halved_ok, TILES, Y)

/* Tickets: each tile's turn comes when the board shows its number; the goods are plain. */
/* bad tickets: cross-tile-race y 1 1 */
AMP_TILED_KERNEL(tickets, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.local[0] == 0) {
        const int ticket = amp_atomic_fetch_inc(&at(z, 0));
        while (amp_atomic_fetch_add(&at(z, 1), 0) != ticket) { }
        at(y, 0) = at(y, 0) * 3 + ticket + 1; /* 1 */
        (void)amp_atomic_fetch_inc(&at(z, 1));
    }
}
RUN(tickets, TILES, Y, Z)
/* clean tickets_ok */
AMP_TILED_KERNEL(tickets_ok, (T), inout(int, 1, y), inout(int, 1, z))
{
    if (tidx.local[0] == 0) {
        const int ticket = amp_atomic_fetch_inc(&at(z, 0));
        while (amp_atomic_fetch_add(&at(z, 1), 0) != ticket) { }
        (void)amp_atomic_exchange(&at(y, 0), ticket + 1);
        (void)amp_atomic_fetch_inc(&at(z, 1));
    }
}
RUN(tickets_ok, TILES, Y, Z)
AMP_DEVICE_END
