/* SPDX-License-Identifier: MIT */
/* What courses teach and samples hold, right and with the usual slip. */
#include "case.h"
AMP_DEVICE_BEGIN

/* Two buffers in turn: one barrier a step is enough. */
/* clean turns_ok */
AMP_TILED_KERNEL(turns_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 2, T);
    int sum = 0, now = 0;
    t[0][tidx.local[0]] = at(x, tidx.local[0]);
    for (int k = T; k <= N; k += T) {
        tile_barrier_wait(tidx);
        if (k < N) { t[1 - now][tidx.local[0]] = at(x, k + tidx.local[0]); }
        for (int i = 0; i < T; i++) { sum += t[now][i]; }
        now = 1 - now;
    }
    at_index(y, tidx.global) = sum;
}
/* The buffers are never exchanged. */
/* bad turns: tile-race t 1 2 */
AMP_TILED_KERNEL(turns, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 2, T);
    int sum = 0, now = 0;
    t[0][tidx.local[0]] = at(x, tidx.local[0]);
    for (int k = T; k <= N; k += T) {
        tile_barrier_wait(tidx);
        if (k < N) { t[1 - now][tidx.local[0]] = at(x, k + tidx.local[0]); } /* 1 */
        for (int i = 0; i < T; i++) { sum += t[1 - now][i]; } /* 2 */
    }
    at_index(y, tidx.global) = sum;
}
/* Kogge-Stone on two buffers that pointers exchange. */
/* clean scan_ok */
AMP_TILED_KERNEL(scan_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, s, T);
    tile_static(int, t, T);
    amp_tile_ptr(int) from = s;
    amp_tile_ptr(int) to = t;
    const int l = tidx.local[0];
    from[l] = at_index(x, tidx.global);
    for (int d = 1; d < T; d *= 2) {
        tile_barrier_wait(tidx);
        to[l] = l >= d ? from[l] + from[l - d] : from[l];
        amp_tile_ptr(int) other = from;
        from = to;
        to = other;
    }
    at_index(y, tidx.global) = from[l];
}
/* The work-efficient scan: up, and down again. */
/* clean sweep_ok */
AMP_TILED_KERNEL(sweep_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    for (int d = 1; d < T; d *= 2) {
        tile_barrier_wait(tidx);
        const int i = (l + 1) * 2 * d - 1;
        if (i < T) { t[i] += t[i - d]; }
    }
    for (int d = T / 4; d > 0; d /= 2) {
        tile_barrier_wait(tidx);
        const int i = (l + 1) * 2 * d - 1;
        if (i + d < T) { t[i + d] += t[i]; }
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[l];
}
/* The last step down has no barrier behind it. */
/* bad sweep: tile-race t 1 2 */
AMP_TILED_KERNEL(sweep, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    for (int d = T / 4; d > 0; d /= 2) {
        tile_barrier_wait(tidx);
        const int i = (l + 1) * 2 * d - 1;
        if (i + d < T) { t[i + d] += t[i]; } /* 1 */
    }
    at_index(y, tidx.global) = t[l]; /* 2 */
}
/* clean bitonic_ok */
AMP_TILED_KERNEL(bitonic_ok, (T), inout(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(y, tidx.global);
    for (int k = 2; k <= T; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            tile_barrier_wait(tidx);
            if ((l ^ j) > l) {
                const int a = t[l], b = t[l ^ j];
                if ((a > b) == ((l & k) == 0)) {
                    t[l] = b;
                    t[l ^ j] = a;
                }
            }
        }
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[l];
}
/* Both partners exchange: each writes what the other reads. */
/* bad bitonic: tile-race t 1 2 */
AMP_TILED_KERNEL(bitonic, (T), inout(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = N - at_index(y, tidx.global) - l;
    for (int j = 1; j < T; j *= 2) {
        tile_barrier_wait(tidx);
        const int a = t[l], b = t[l ^ j]; /* 1 */
        if (a > b) {
            t[l] = b; /* 2 */
        }
    }
    at_index(y, tidx.global) = 1;
}
/* The last 32 threads without barriers, as once within a warp; volatile mends
   nothing. */
/* bad warp: tile-race t 1 1; tile-race t 1 2 */
AMP_TILED_KERNEL(warp, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    if (l < 32) {
        volatile amp_tile_ptr(int) v = t;
        for (int s = 32; s > 0; s /= 2) {
            if (l < s) { v[l] += v[l + s]; } /* 1 */
        }
    }
    if (l == 1) { at_index(y, tidx.tile) = t[0]; } /* 2 */
}
/* The barrier stands within the condition of the step. */
/* bad inside: barrier-divergence - 1 1 */
AMP_TILED_KERNEL(inside, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    for (int s = T / 2; s > 0; s /= 2) {
        if (tidx.local[0] < s) {
            t[tidx.local[0]] += t[tidx.local[0] + s];
            tile_barrier_wait(tidx); /* 1 */
        }
    }
    if (tidx.local[0] == 0) { at_index(y, tidx.tile) = t[0]; }
}
/* A guard of the domain's edge in front of the barrier. */
/* bad edge: barrier-divergence - 1 1 */
AMP_TILED_KERNEL(edge, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    if (tidx.global[0] >= N - 5) { return; }
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx); /* 1 */
    at_index(y, tidx.global) = t[tidx.local[0] / 2];
}
/* clean edge_ok */
AMP_TILED_KERNEL(edge_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = tidx.global[0] < N - 5 ? at_index(x, tidx.global) : 0;
    tile_barrier_wait(tidx);
    if (tidx.global[0] >= N - 5) { return; }
    at_index(y, tidx.global) = t[tidx.local[0] / 2];
}
/* A function that waits, called by some of the threads. */
/* bad called: barrier-divergence - 1 1 */
static void meet(amp_tiled_index tidx, amp_tile_ptr(int) p)
{
    *p = 1;
    tile_barrier_wait(tidx); /* 1 */
}
AMP_TILED_KERNEL(called, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    if (tidx.local[0] > 1) { meet(tidx, &t[tidx.local[0]]); }
    at_index(y, tidx.global) = 1;
}
/* clean called_ok */
AMP_TILED_KERNEL(called_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = 1;
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0] ^ 1];
}
/* The threads of a tile agree, in tile memory, whether to go on. */
/* clean agree_ok */
AMP_TILED_KERNEL(agree_ok, (T), inout(int, 1, y))
{
    tile_static(int, more, 1);
    int v = at_index(y, tidx.global) + tidx.local[0] % 5;
    for (;;) {
        if (tidx.local[0] == 0) { more[0] = 0; }
        tile_barrier_wait(tidx);
        if (v > 0) { amp_atomic_fetch_or(&more[0], 1); }
        tile_barrier_wait(tidx);
        const int again = more[0];
        tile_barrier_wait(tidx);
        if (!again) { break; }
        v--;
    }
    at_index(y, tidx.global) = v;
}
/* The flag is cleared for the next turn while others still look at it. */
/* bad agree: tile-race more 1 2 */
AMP_TILED_KERNEL(agree, (T), inout(int, 1, y))
{
    tile_static(int, more, 1);
    int v = at_index(y, tidx.global) + 3;
    for (int turn = 0; turn < 3; turn++) {
        if (tidx.local[0] == 0) { more[0] = turn; } /* 1 */
        tile_barrier_wait(tidx);
        v += more[0]; /* 2 */
    }
    at_index(y, tidx.global) = v;
}
/* A condition that is one for the tile, read from a view. */
/* clean uniform_ok */
AMP_TILED_KERNEL(uniform_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    int v = tidx.local[0];
    for (int k = 0; k < at(x, tidx.tile[0]); k++) {
        if (at(x, k) % 2 == 0) { continue; }
        t[tidx.local[0]] = v;
        tile_barrier_wait(tidx);
        v += t[tidx.local[0] ^ 1];
        if (k % 3 == 0) { tile_barrier_wait_with_all_memory_fence(tidx); }
        else { tile_barrier_wait_with_tile_static_memory_fence(tidx); }
    }
    at_index(y, tidx.global) = v;
}
/* A halo in two dimensions, loaded in a loop by all threads. */
/* clean stencil_ok */
AMP_TILED_KERNEL(stencil_ok, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 10, 10);
    for (int i = tidx.local[0] * 8 + tidx.local[1]; i < 100; i += 64) {
        const int r = tidx.tile_origin[0] + i / 10 - 1, c = tidx.tile_origin[1] + i % 10 - 1;
        t[i / 10][i % 10] = r >= 0 && r < 32 && c >= 0 && c < 32 ? at(a, r, c) : 0;
    }
    tile_barrier_wait(tidx);
    const int r = tidx.local[0] + 1, c = tidx.local[1] + 1;
    at_index(b, tidx.global) = t[r][c] + t[r - 1][c] + t[r + 1][c] + t[r][c - 1] + t[r][c + 1];
}
/* The halo's corners are never loaded, and the sum takes them. */
/* bad corners: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(corners, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 10, 10);
    const int r = tidx.local[0] + 1, c = tidx.local[1] + 1;
    t[r][c] = at_index(a, tidx.global);
    if (r == 1) { t[0][c] = 0; }
    if (r == 8) { t[9][c] = 0; }
    if (c == 1) { t[r][0] = 0; }
    if (c == 8) { t[r][9] = 0; }
    tile_barrier_wait(tidx);
    at_index(b, tidx.global) = t[r][c] + t[r - 1][c - 1]; /* 1 */
}
/* A stencil in place: neighbours in other tiles are written too. */
/* bad in_place: cross-tile-race a 1 2 */
AMP_TILED_KERNEL(in_place, (8, 8), inout(float, 2, a))
{
    const int r = tidx.global[0], c = tidx.global[1];
    float left = 0;
    if (tidx.local[1] == 0 && c > 0) { left = at(a, r, c - 1); } /* 1 */
    tile_barrier_wait(tidx);
    at(a, r, c) = left + 1; /* 2 */
}
/* Each tile leaves its sum, counts itself behind a fence, and takes what is
   there. Neither orders anything between tiles in this model. */
/* bad last_tile: cross-tile-race z 1 2 */
AMP_TILED_KERNEL(last_tile, (T), inout(int, 1, z), inout(int, 1, n))
{
    if (tidx.local[0] == 0) {
        at(z, tidx.tile[0]) = tidx.tile[0] + 1; /* 1 */
        amp_global_memory_fence(tidx);
        int sum = amp_atomic_fetch_add(&at(n, 0), 1);
        for (int i = 0; i < N / T; i++) { sum += at(z, i); } /* 2 */
        at(n, tidx.tile[0] + 1) = sum;
    }
}
/* clean last_tile_ok */
AMP_TILED_KERNEL(last_tile_ok, (T), inout(int, 1, z))
{
    if (tidx.local[0] == 0) { amp_atomic_fetch_add(&at(z, 0), tidx.tile[0]); }
}
/* One of the elements that a thread loads, it stores as well. */
/* clean load_store_ok */
AMP_TILED_KERNEL(load_store_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    t[l] = t[l] * t[l];
    amp_atomic_fetch_add(&t[l], 1);
    t[l] -= 1;
    tile_barrier_wait(tidx);
    const int v = t[(l + 1) % T];
    tile_barrier_wait(tidx);
    t[l] = v + t[l];
    at_index(y, tidx.global) = t[l];
}
/* A value for all: written, read, and written again behind a barrier. */
/* clean broadcast_ok */
AMP_TILED_KERNEL(broadcast_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, one, 1);
    int sum = 0;
    for (int k = 0; k < T; k++) {
        if (tidx.local[0] == k) { one[0] = at(x, k); }
        tile_barrier_wait(tidx);
        sum += one[0];
        tile_barrier_wait(tidx);
    }
    at_index(y, tidx.global) = sum;
}
/* The counter is set back while others still count. */
/* bad slots: atomic-race n 1 2 */
AMP_TILED_KERNEL(slots, (T), inout(int, 1, y))
{
    tile_static(int, n, 1);
    if (tidx.local[0] == 0) { n[0] = 0; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = amp_atomic_fetch_add(&n[0], 1); /* 1 */
    if (tidx.local[0] == T - 1) { n[0] = 0; } /* 2 */
    tile_barrier_wait(tidx);
}
/* Everybody counts on a counter without a beginning. */
/* bad count: uninitialised-read n 1 1 */
AMP_TILED_KERNEL(count, (T), out(int, 1, y))
{
    tile_static(int, n, 1);
    amp_atomic_fetch_add(&n[0], 1); /* 1 */
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) { at_index(y, tidx.tile) = n[0]; }
}
/* An exchange needs no value before it. */
/* clean exchange_ok */
AMP_TILED_KERNEL(exchange_ok, (T), out(int, 1, y), out(int, 1, z))
{
    tile_static(int, n, 1);
    amp_atomic_exchange(&n[0], tidx.local[0]);
    amp_atomic_exchange(&at(z, 0), tidx.local[0]);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = n[0] >= 0;
}
/* The matrix is transposed in place, element for element. */
/* bad transpose: global-race a 1 2 */
AMP_KERNEL(transpose, 2, inout(float, 2, a))
{
    const float v = at(a, idx[1], idx[0]); /* 1 */
    at(a, idx[0], idx[1]) = v + 1; /* 2 */
}
/* clean transpose_ok */
AMP_KERNEL(transpose_ok, 2, inout(float, 2, a))
{
    if (idx[0] < idx[1]) {
        const float v = at(a, idx[1], idx[0]);
        at(a, idx[1], idx[0]) = at(a, idx[0], idx[1]);
        at(a, idx[0], idx[1]) = v;
    }
}
/* A histogram without atomics. */
/* bad histogram: tile-race n 1 1 */
AMP_TILED_KERNEL(histogram, (T), in(unsigned, 1, u), out(unsigned, 1, y))
{
    tile_static(unsigned, n, 16);
    if (tidx.local[0] < 16) { n[tidx.local[0]] = 0; }
    tile_barrier_wait(tidx);
    n[at_index(u, tidx.global) % 16]++; /* 1 */
    tile_barrier_wait(tidx);
    if (tidx.local[0] < 16) { at(y, tidx.tile[0] * 16 + tidx.local[0]) = n[tidx.local[0]]; }
}
/* A compare-and-exchange loop: each thread gets through. */
/* clean compare_ok */
AMP_TILED_KERNEL(compare_ok, (T), in(int, 1, x), inout(int, 1, y))
{
    int seen = 0;
    while (!amp_atomic_compare_exchange(&at(y, 0), &seen, seen + at_index(x, tidx.global))) { }
}
AMP_DEVICE_END

RUN(turns_ok, parallel_for_each(TILES, turns_ok, X, Y))
RUN(turns, parallel_for_each(TILES, turns, X, Y))
RUN(scan_ok, parallel_for_each(TILES, scan_ok, X, Y))
RUN(sweep_ok, parallel_for_each(TILES, sweep_ok, X, Y))
RUN(sweep, parallel_for_each(TILES, sweep, X, Y))
RUN(bitonic_ok, parallel_for_each(TILES, bitonic_ok, X))
RUN(bitonic, parallel_for_each(TILES, bitonic, X))
RUN(warp, parallel_for_each(TILES, warp, X, Y))
RUN(inside, parallel_for_each(TILES, inside, X, Y))
RUN(edge, parallel_for_each(TILES, edge, X, Y))
RUN(edge_ok, parallel_for_each(TILES, edge_ok, X, Y))
RUN(called, parallel_for_each(TILES, called, Y))
RUN(called_ok, parallel_for_each(TILES, called_ok, Y))
RUN(agree_ok, parallel_for_each(TILES, agree_ok, Y))
RUN(agree, parallel_for_each(TILES, agree, Y))
RUN(uniform_ok, parallel_for_each(TILES, uniform_ok, X, Y))
RUN(stencil_ok, parallel_for_each(TILES2, stencil_ok, F, G))
RUN(corners, parallel_for_each(TILES2, corners, F, G))
RUN(in_place, parallel_for_each(TILES2, in_place, F))
RUN(last_tile, parallel_for_each(TILES, last_tile, Z, Y))
RUN(last_tile_ok, parallel_for_each(TILES, last_tile_ok, Z))
RUN(load_store_ok, parallel_for_each(TILES, load_store_ok, X, Y))
RUN(broadcast_ok, parallel_for_each(TILES, broadcast_ok, X, Y))
RUN(slots, parallel_for_each(TILES, slots, Y))
RUN(exchange_ok, parallel_for_each(TILES, exchange_ok, Y, Z))
RUN(count, parallel_for_each(TILES, count, Y))
RUN(transpose, parallel_for_each(amp_extent(32, 32), transpose, F))
RUN(transpose_ok, parallel_for_each(amp_extent(32, 32), transpose_ok, F))
RUN(histogram, parallel_for_each(TILES, histogram, U, amp_view(unsigned, y_, N)))
RUN(compare_ok, parallel_for_each(TILES, compare_ok, X, Y))
CASES(CASE(turns_ok) CASE(turns) CASE(scan_ok) CASE(sweep_ok) CASE(sweep) CASE(bitonic_ok)
      CASE(bitonic) CASE(warp) CASE(inside) CASE(edge) CASE(edge_ok) CASE(called)
      CASE(called_ok) CASE(agree_ok) CASE(agree) CASE(uniform_ok) CASE(stencil_ok)
      CASE(corners) CASE(in_place) CASE(last_tile) CASE(last_tile_ok) CASE(load_store_ok)
      CASE(broadcast_ok) CASE(slots) CASE(count) CASE(transpose) CASE(transpose_ok)
      CASE(exchange_ok) CASE(histogram) CASE(compare_ok))
