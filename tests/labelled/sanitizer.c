/* SPDX-License-Identifier: MIT */
/* After the documented cases of compute-sanitizer's four tools: accesses outside memory,
   hazards of shared memory, memory that nobody set, threads that miss a barrier; and what
   the host does with results. */
#include "labelled.h"
AMP_DEVICE_BEGIN

/* ---- outside memory ---- */

/* A thread too many: the guard lets the end pass. */
/* bad one_more: out-of-bounds y 1 1 */
AMP_TILED_KERNEL(one_more, (T), in(int, 1, x), inout(int, 1, y), value(int, n))
{
    if (tidx.global[0] <= n) {
        at(y, tidx.global[0]) = at(x, tidx.global[0]); /* 1 */
    }
}
RUN(one_more, TILES, X, amp_section(Y, amp_index(0), amp_extent(100)), 100)
/* clean one_more_ok */
AMP_TILED_KERNEL(one_more_ok, (T), in(int, 1, x), inout(int, 1, y), value(int, n))
{
    if (tidx.global[0] < n) { at(y, tidx.global[0]) = at(x, tidx.global[0]); }
}
RUN(one_more_ok, TILES, X, amp_section(Y, amp_index(0), amp_extent(100)), 100)

/* A raw write behind the end, as CUDA's sources have it. */
/* bad raw_behind: out-of-bounds y 1 1 */
AMP_KERNEL(raw_behind, 1, in(int, 1, x), inout(int, 1, y))
{
    y[idx[0] + 1] = x[idx[0]]; /* 1 */
}
RUN(raw_behind, THREADS, X, Y)
/* clean raw_behind_ok */
AMP_KERNEL(raw_behind_ok, 1, in(int, 1, x), inout(int, 1, y))
{
    if (idx[0] + 1 < y_shape.extent[0]) { y[idx[0] + 1] = x[idx[0]]; }
}
RUN(raw_behind_ok, THREADS, X, Y)

/* A raw read in front of the beginning. */
/* bad raw_before: out-of-bounds x 1 1 */
AMP_KERNEL(raw_before, 1, in(int, 1, x), inout(int, 1, y))
{
    y[idx[0]] = x[idx[0] - 1]; /* 1 */
}
RUN(raw_before, THREADS, X, Y)
/* clean raw_before_ok */
AMP_KERNEL(raw_before_ok, 1, in(int, 1, x), inout(int, 1, y))
{
    y[idx[0]] = idx[0] > 0 ? x[idx[0] - 1] : 0;
}
RUN(raw_before_ok, THREADS, X, Y)

/* A raw write of one thread's, some way behind. */
/* bad raw_far: out-of-bounds y 1 1 */
AMP_KERNEL(raw_far, 1, inout(int, 1, y))
{
    if (idx[0] == 3) { y[N + 40] = 1; } /* 1 */
}
RUN(raw_far, THREADS, Y)

/* A null pointer is read. */
/* bad null_read: out-of-bounds - 1 1 */
AMP_KERNEL(null_read, 1, inout(int, 1, y), value(size_t, none))
{
    amp_global_ptr(const int) p = (amp_global_ptr(const int))none;
    at(y, idx[0]) = p[idx[0]]; /* 1 */
}
RUN(null_read, THREADS, Y, 0)
/* clean null_read_ok */
AMP_KERNEL(null_read_ok, 1, inout(int, 1, y), value(size_t, none))
{
    amp_global_ptr(const int) p = (amp_global_ptr(const int))none;
    at(y, idx[0]) = p != 0 ? p[idx[0]] : 0;
}
RUN(null_read_ok, THREADS, Y, 0)

/* The rows of the matrix are taken for its columns: 12 by 20. */
/* bad turned: out-of-bounds a 1 1 */
AMP_KERNEL(turned, 2, in(float, 2, a), inout(float, 2, b))
{
    at(b, idx[0], idx[1]) = at(a, idx[1], idx[0]); /* 1 */
}
RUN(turned, amp_extent(12, 20), amp_section(F, amp_index(0, 0), amp_extent(12, 20)), G)
/* clean turned_ok */
AMP_KERNEL(turned_ok, 2, in(float, 2, a), inout(float, 2, b))
{
    at(b, idx[1], idx[0]) = at(a, idx[0], idx[1]);
}
RUN(turned_ok, amp_extent(12, 20), amp_section(F, amp_index(0, 0), amp_extent(12, 20)), G)

/* Shared memory as large as the tile, indexed with the thread's number in the launch. */
/* bad by_global: out-of-bounds t 1 1 */
AMP_TILED_KERNEL(by_global, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    if (tidx.tile[0] < 2) {
        t[tidx.global[0]] = 1; /* 1 */
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = tidx.local[0];
}
RUN(by_global, TILES, Y)
/* clean by_global_ok */
AMP_TILED_KERNEL(by_global_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.global[0] - tidx.tile_origin[0]] = 1;
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(by_global_ok, TILES, Y)

/* An atomic on a bin that is not there. */
/* bad no_such_bin: out-of-bounds n 1 1 */
AMP_TILED_KERNEL(no_such_bin, (T), in(unsigned, 1, u), out(unsigned, 1, y))
{
    tile_static(unsigned, n, 16);
    if (tidx.local[0] < 16) { n[tidx.local[0]] = 0; }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_add(&n[at_index(u, tidx.global) % 17], 1u); /* 1 */
    tile_barrier_wait(tidx);
    if (tidx.local[0] < 16) { at(y, tidx.tile[0] * 16 + tidx.local[0]) = n[tidx.local[0]]; }
}
RUN(no_such_bin, TILES, U, amp_view(unsigned, data_y, N))
/* clean no_such_bin_ok */
AMP_TILED_KERNEL(no_such_bin_ok, (T), in(unsigned, 1, u), out(unsigned, 1, y))
{
    tile_static(unsigned, n, 17);
    if (tidx.local[0] < 17) { n[tidx.local[0]] = 0; }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_add(&n[at_index(u, tidx.global) % 17], 1u);
    tile_barrier_wait(tidx);
    if (tidx.local[0] < 16) { at(y, tidx.tile[0] * 16 + tidx.local[0]) = n[tidx.local[0]]; }
}
RUN(no_such_bin_ok, TILES, U, amp_view(unsigned, data_y, N))

/* ---- hazards ---- */

/* One thread sums what the others store, and does not wait for them. */
/* bad first_sums: tile-race t 1 2 */
AMP_TILED_KERNEL(first_sums, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global); /* 1 */
    if (tidx.local[0] == 0) {
        int sum = 0;
        for (int i = 0; i < T; i++) {
            sum += t[i]; /* 2 */
        }
        at_index(y, tidx.tile) = sum;
    }
}
RUN(first_sums, TILES, X, Y)
/* clean first_sums_ok */
AMP_TILED_KERNEL(first_sums_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) {
        int sum = 0;
        for (int i = 0; i < T; i++) { sum += t[i]; }
        at_index(y, tidx.tile) = sum;
    }
}
RUN(first_sums_ok, TILES, X, Y)

/* In warps of 32: the first of each sums its own, without a word to its warp. */
/* bad warp_sums: tile-race t 1 2; tile-race s 3 4 */
AMP_TILED_KERNEL(warp_sums, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    tile_static(int, s, T / 32);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global); /* 1 */
    if (l % 32 == 0) {
        int sum = 0;
        for (int i = 0; i < 32; i++) {
            sum += t[l + i]; /* 2 */
        }
        s[l / 32] = sum; /* 3 */
    }
    if (l == 0) {
        at_index(y, tidx.tile) = s[0] + s[1]; /* 4 */
    }
}
RUN(warp_sums, TILES, X, Y)
/* clean warp_sums_ok */
AMP_TILED_KERNEL(warp_sums_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    tile_static(int, s, T / 32);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    if (l % 32 == 0) {
        int sum = 0;
        for (int i = 0; i < 32; i++) { sum += t[l + i]; }
        s[l / 32] = sum;
    }
    tile_barrier_wait(tidx);
    if (l == 0) { at_index(y, tidx.tile) = s[0] + s[1]; }
}
RUN(warp_sums_ok, TILES, X, Y)

/* Write after read: rotated in place. */
/* bad rotated: tile-race t 1 2 */
AMP_TILED_KERNEL(rotated, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    const int v = t[(tidx.local[0] + 1) % T]; /* 1 */
    t[tidx.local[0]] = v + 1; /* 2 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(rotated, TILES, X, Y)
/* clean rotated_ok */
AMP_TILED_KERNEL(rotated_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    const int v = t[(tidx.local[0] + 1) % T];
    tile_barrier_wait(tidx);
    t[tidx.local[0]] = v + 1;
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(rotated_ok, TILES, X, Y)

/* Write after write: a maximum by comparison. */
/* bad largest: tile-race m 1 2; ?tile-race m 2 2; ?same-value-write m 2 2 */
AMP_TILED_KERNEL(largest, (T), in(int, 1, w), out(int, 1, y))
{
    tile_static(int, m, 1);
    if (tidx.local[0] == 0) { m[0] = -1; }
    tile_barrier_wait(tidx);
    if (at_index(w, tidx.global) > m[0]) { /* 1 */
        m[0] = at_index(w, tidx.global); /* 2 */
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = m[0];
}
RUN(largest, TILES, W, Y)
/* clean largest_ok */
AMP_TILED_KERNEL(largest_ok, (T), in(int, 1, w), out(int, 1, y))
{
    tile_static(int, m, 1);
    if (tidx.local[0] == 0) { m[0] = -1; }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_max(&m[0], at_index(w, tidx.global));
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = m[0];
}
RUN(largest_ok, TILES, W, Y)

/* Bytes of one word: threads that write neighbours do not meet, but one reads both. */
/* bad byte_pair: tile-race t 1 2 */
AMP_TILED_KERNEL(byte_pair, (T), out(int, 1, y))
{
    tile_static(char, t, T);
    t[tidx.local[0]] = (char)(tidx.local[0] & 15); /* 1 */
    int both = t[tidx.local[0] & ~1]; /* 2 */
    at_index(y, tidx.global) = both;
}
RUN(byte_pair, TILES, Y)
/* clean byte_pair_ok */
AMP_TILED_KERNEL(byte_pair_ok, (T), out(int, 1, y))
{
    tile_static(char, t, T);
    t[tidx.local[0]] = (char)(tidx.local[0] & 15);
    tile_barrier_wait(tidx);
    int both = t[tidx.local[0] & ~1];
    at_index(y, tidx.global) = both;
}
RUN(byte_pair_ok, TILES, Y)

/* ---- memory that nobody set ---- */

/* The kernel before set half of the view. */
/* bad half_set: uninitialised-read y 1 1 */
AMP_KERNEL(half_set, 1, out(int, 1, y), out(int, 1, z))
{
    if (idx[0] < N / 2) { at(y, idx[0]) = 1; }
    at(z, idx[0]) = at(y, idx[0]) + 1; /* 1 */
}
RUN(half_set, THREADS, Y, Z)
/* clean half_set_ok */
AMP_KERNEL(half_set_ok, 1, out(int, 1, y), out(int, 1, z))
{
    at(y, idx[0]) = idx[0] < N / 2;
    at(z, idx[0]) = at(y, idx[0]) + 1;
}
RUN(half_set_ok, THREADS, Y, Z)

/* Tile memory is read in front of the loop that fills it. */
/* bad too_early: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(too_early, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    int sum = t[tidx.local[0]]; /* 1 */
    tile_barrier_wait(tidx);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    sum += t[tidx.local[0] ^ 1];
    at_index(y, tidx.global) = sum;
}
RUN(too_early, TILES, X, Y)
/* clean too_early_ok */
AMP_TILED_KERNEL(too_early_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    int sum = 0;
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    sum += t[tidx.local[0] ^ 1];
    at_index(y, tidx.global) = sum;
}
RUN(too_early_ok, TILES, X, Y)

/* The last element of a halo is nobody's to load. */
/* bad short_halo: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(short_halo, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T + 2);
    const int l = tidx.local[0], g = tidx.global[0];
    t[l + 1] = at(x, g);
    if (l == 0) { t[0] = g > 0 ? at(x, g - 1) : 0; }
    tile_barrier_wait(tidx);
    int sum = t[l] + t[l + 1];
    sum += t[l + 2]; /* 1 */
    at(y, g) = sum;
}
RUN(short_halo, TILES, X, Y)
/* clean short_halo_ok */
AMP_TILED_KERNEL(short_halo_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T + 2);
    const int l = tidx.local[0], g = tidx.global[0];
    t[l + 1] = at(x, g);
    if (l == 0) { t[0] = g > 0 ? at(x, g - 1) : 0; }
    if (l == T - 1) { t[T + 1] = g < N - 1 ? at(x, g + 1) : 0; }
    tile_barrier_wait(tidx);
    int sum = t[l] + t[l + 1];
    sum += t[l + 2];
    at(y, g) = sum;
}
RUN(short_halo_ok, TILES, X, Y)

/* Memory of tiles that a tile before has left: each begins with nothing. */
/* bad left_over: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(left_over, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    if (tidx.tile[0] % 2 == 0) { t[tidx.local[0]] = at_index(x, tidx.global); }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]]; /* 1 */
}
RUN(left_over, TILES, X, Y)
/* clean left_over_ok */
AMP_TILED_KERNEL(left_over_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = tidx.tile[0] % 2 == 0 ? at_index(x, tidx.global) : 0;
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]];
}
RUN(left_over_ok, TILES, X, Y)

/* A thread's own variable that a branch forgets to set. */
/* bad own_unset: uninitialised-read - 1 1 */
AMP_TILED_KERNEL(own_unset, (T), in(int, 1, x), out(int, 1, y))
{
    int v[4];
    for (int i = 0; i < at(x, tidx.tile[0]); i++) { v[i & 3] = i; }
    at_index(y, tidx.global) = v[3] > 0; /* 1 */
}
RUN(own_unset, TILES, X, Y)
/* clean own_unset_ok */
AMP_TILED_KERNEL(own_unset_ok, (T), in(int, 1, x), out(int, 1, y))
{
    int v[4] = { 0, 0, 0, 0 };
    for (int i = 0; i < at(x, tidx.tile[0]); i++) { v[i & 3] = i; }
    at_index(y, tidx.global) = v[3] > 0;
}
RUN(own_unset_ok, TILES, X, Y)

/* The first of a thread's own counts is not cleared. */
/* bad own_counts: uninitialised-read - 1 1 */
AMP_KERNEL(own_counts, 1, in(int, 1, x), out(int, 1, y))
{
    int count[8], most = 0;
    for (int i = 1; i < 8; i++) { count[i] = 0; }
    for (int i = 0; i < 16; i++) { count[at(x, (idx[0] + i) % N) & 7]++; }
    for (int i = 0; i < 8; i++) { most = count[i] > most ? count[i] : most; }
    at(y, idx[0]) = most; /* 1 */
}
RUN(own_counts, THREADS, X, Y)
/* clean own_counts_ok */
AMP_KERNEL(own_counts_ok, 1, in(int, 1, x), out(int, 1, y))
{
    int count[8], most = 0;
    for (int i = 0; i < 8; i++) { count[i] = 0; }
    for (int i = 0; i < 16; i++) { count[at(x, (idx[0] + i) % N) & 7]++; }
    for (int i = 0; i < 8; i++) { most = count[i] > most ? count[i] : most; }
    at(y, idx[0]) = most;
}
RUN(own_counts_ok, THREADS, X, Y)

/* An array in a function that the kernel calls; and a part of an array that is enough. */
static int beside(int a)
{
    int v[4];
    v[a & 3] = a;
    return v[(a + 1) & 3] & 1;
}
static int up_to(int n)
{
    int v[8], sum = 0;
    for (int i = 0; i < (n & 7); i++) { v[i] = i; }
    for (int i = 0; i < (n & 7); i++) { sum += v[i]; }
    return sum;
}
/* bad own_of_helper: uninitialised-read - 1 1 */
AMP_TILED_KERNEL(own_of_helper, (T), in(int, 1, x), out(int, 1, y))
{
    at_index(y, tidx.global) = beside(at_index(x, tidx.global)); /* 1 */
}
RUN(own_of_helper, TILES, X, Y)
/* clean own_of_helper_ok */
AMP_TILED_KERNEL(own_of_helper_ok, (T), in(int, 1, x), out(int, 1, y))
{
    at_index(y, tidx.global) = up_to(at_index(x, tidx.global));
}
RUN(own_of_helper_ok, TILES, X, Y)

/* What a thread keeps from phase to phase, and never set. */
/* bad kept_unset: uninitialised-read - 1 1 */
AMP_PHASED_KERNEL(kept_unset, (T), in(int, 1, x), out(int, 1, y))
{
    thread_private(int, sum);
    phase {
        if (tidx.local[0] > 0) { mine(sum) = at_index(x, tidx.global); }
    }
    phase {
        at_index(y, tidx.global) = mine(sum) & 1; /* 1 */
    }
}
RUN(kept_unset, TILES, X, Y)
/* clean kept_unset_ok */
AMP_PHASED_KERNEL(kept_unset_ok, (T), in(int, 1, x), out(int, 1, y))
{
    thread_private(int, sum);
    phase { mine(sum) = tidx.local[0] > 0 ? at_index(x, tidx.global) : 0; }
    phase { at_index(y, tidx.global) = mine(sum) & 1; }
}
RUN(kept_unset_ok, TILES, X, Y)

/* ---- threads that miss a barrier ---- */

/* The upper half has gone home. */
/* bad gone: barrier-divergence - 1 1 */
AMP_TILED_KERNEL(gone, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    if (tidx.local[0] >= T / 2) { return; }
    t[tidx.local[0]] += 1;
    tile_barrier_wait(tidx); /* 1 */
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(gone, TILES, X, Y)
/* clean gone_ok */
AMP_TILED_KERNEL(gone_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    if (tidx.local[0] >= T / 2) { return; }
    at_index(y, tidx.global) = t[tidx.local[0] + T / 2];
}
RUN(gone_ok, TILES, X, Y)

/* Threads of one warp alone meet. */
/* bad one_warp: barrier-divergence - 1 1 */
AMP_TILED_KERNEL(one_warp, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    if (tidx.local[0] / 32 == 0) {
        tile_barrier_wait(tidx); /* 1 */
        t[tidx.local[0]] += 3;
    }
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(one_warp, TILES, X, Y)
/* clean one_warp_ok */
AMP_TILED_KERNEL(one_warp_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    if (tidx.local[0] / 32 == 0) { t[tidx.local[0]] += t[tidx.local[0] + 32]; }
    at_index(y, tidx.global) = t[tidx.local[0] % 32 + 32];
}
RUN(one_warp_ok, TILES, X, Y)

/* A helper of the tile's that the upper threads do not call. */
/* bad shy: barrier-divergence - 1 1 */
static int together(amp_tiled_index tidx, amp_tile_ptr(int) t)
{
    t[tidx.local[0]] = 1;
    tile_barrier_wait(tidx); /* 1 */
    return t[0];
}
AMP_TILED_KERNEL(shy, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    at_index(y, tidx.global) = tidx.local[0] < T - 1 ? together(tidx, t) : 0;
}
RUN(shy, TILES, Y)
/* clean shy_ok */
static int all_together(amp_tiled_index tidx, amp_tile_ptr(int) t)
{
    t[tidx.local[0]] = 1;
    tile_barrier_wait(tidx);
    return t[0];
}
AMP_TILED_KERNEL(shy_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    const int one = all_together(tidx, t);
    at_index(y, tidx.global) = tidx.local[0] < T - 1 ? one : 0;
}
RUN(shy_ok, TILES, Y)

/* One thread leaves the loop before the others. */
/* bad leaves_loop: barrier-divergence - 1 1 */
AMP_TILED_KERNEL(leaves_loop, (T), in(int, 1, x), out(int, 1, y))
{
    int v = at_index(x, tidx.global) % T;
    for (int i = 0; i < 8; i++) {
        if (v == 5) { break; }
        tile_barrier_wait(tidx); /* 1 */
        v = v > 5 ? v : v + 0 * i;
    }
    at_index(y, tidx.global) = v;
}
RUN(leaves_loop, TILES, X, Y)
/* clean leaves_loop_ok */
AMP_TILED_KERNEL(leaves_loop_ok, (T), in(int, 1, x), out(int, 1, y))
{
    int v = at_index(x, tidx.global) % T;
    for (int i = 0; i < 8; i++) {
        tile_barrier_wait(tidx);
        if (v == 5) { continue; }
        v = v > 5 ? v : v + 0 * i;
    }
    at_index(y, tidx.global) = v;
}
RUN(leaves_loop_ok, TILES, X, Y)

/* ---- what the host does ---- */

/* clean fill */
AMP_KERNEL(fill, 1, out(int, 1, y))
{
    at(y, idx[0]) = idx[0] + 4;
}
RUN(fill, THREADS, Y)
AMP_DEVICE_END

/* A result is used before it is fetched. */
/* bad unfetched: stale-host-read y 1 1 */
static amp_status unfetched_run(void)
{
    const amp_status s = parallel_for_each(THREADS, fill, Y);
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += data_y[i]; /* 1 */
    }
    return sum != 0 ? s : AMP_RUNTIME_ERROR;
}
HOST_CASE(unfetched)
/* clean unfetched_ok */
static amp_status unfetched_ok_run(void)
{
    const amp_array_view y = Y;
    amp_status s = parallel_for_each(THREADS, fill, y);
    int sum = 0;
    if (s == AMP_OK) { s = amp_synchronize(y); }
    for (int i = 0; i < 4; i++) { sum += data_y[i]; }
    return sum == 22 ? s : AMP_RUNTIME_ERROR;
}
HOST_CASE(unfetched_ok)

/* Only the first of two launches is waited for. */
/* bad one_of_launches: stale-host-read y 1 1 */
static amp_status one_of_launches_run(void)
{
    const amp_array_view y = Y;
    amp_status s = parallel_for_each(THREADS, fill, y);
    if (s == AMP_OK) { s = amp_synchronize(y); }
    if (s == AMP_OK) { s = parallel_for_each(THREADS, fill, y); }
    return data_y[7] == 11 ? s : AMP_RUNTIME_ERROR; /* 1 */
}
HOST_CASE(one_of_launches)
/* clean one_of_launches_ok */
static amp_status one_of_launches_ok_run(void)
{
    const amp_array_view y = Y;
    amp_status s = parallel_for_each(THREADS, fill, y);
    if (s == AMP_OK) { s = parallel_for_each(THREADS, fill, y); }
    if (s == AMP_OK) { s = amp_synchronize(y); }
    return data_y[7] == 11 ? s : AMP_RUNTIME_ERROR;
}
HOST_CASE(one_of_launches_ok)
