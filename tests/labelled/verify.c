/* SPDX-License-Identifier: MIT */
/* After the cases of GPUVerify's test suite and papers: races within and between tiles,
   barriers under conditions, helpers, structures, strides, atomics, warps. */
#include "labelled.h"
AMP_DEVICE_BEGIN

/* Every tile writes the same stretch. */
/* bad between: cross-tile-race y 1 1 */
AMP_TILED_KERNEL(between, (T), out(int, 1, y))
{
    at(y, tidx.local[0]) = tidx.global[0]; /* 1 */
}
RUN(between, TILES, Y)
/* clean between_ok */
AMP_TILED_KERNEL(between_ok, (T), out(int, 1, y))
{
    at(y, tidx.tile_origin[0] + tidx.local[0]) = tidx.global[0];
}
RUN(between_ok, TILES, Y)

/* The last thread of a tile writes into the next tile's element. */
/* bad divided: cross-tile-race y 1 1 */
AMP_TILED_KERNEL(divided, (T), out(int, 1, y))
{
    if (tidx.local[0] == 0 || tidx.local[0] == T - 1) {
        at(y, (tidx.global[0] + 1) / T) = tidx.tile[0]; /* 1 */
    }
}
RUN(divided, TILES, Y)
/* clean divided_ok */
AMP_TILED_KERNEL(divided_ok, (T), out(int, 1, y))
{
    if (tidx.local[0] == T - 1) { at(y, tidx.global[0] / T) = tidx.tile[0]; }
}
RUN(divided_ok, TILES, Y)

/* All write zero: harmless, they say. */
/* bad all_zero: same-value-write n 1 1 */
AMP_TILED_KERNEL(all_zero, (T), out(int, 1, y))
{
    tile_static(int, n, 1);
    n[0] = 0; /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = n[0];
}
RUN(all_zero, TILES, Y)
/* clean all_zero_ok */
AMP_TILED_KERNEL(all_zero_ok, (T), out(int, 1, y))
{
    tile_static(int, n, 1);
    if (tidx.local[0] == 0) { n[0] = 0; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = n[0];
}
RUN(all_zero_ok, TILES, Y)

/* A helper, called in a loop, walks over the elements of others. */
/* bad called_in_loop: tile-race t 1 1 */
static void put_at(amp_tile_ptr(int) t, int i, int v)
{
    t[i % T] = v; /* 1 */
}
AMP_TILED_KERNEL(called_in_loop, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    for (int i = 0; i < 3; i++) { put_at(t, tidx.local[0] + i, tidx.local[0]); }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(called_in_loop, TILES, Y)
/* clean called_in_loop_ok */
static void put_own(amp_tile_ptr(int) t, int i, int v)
{
    t[i % (3 * T)] = v;
}
AMP_TILED_KERNEL(called_in_loop_ok, (T), out(int, 1, y))
{
    tile_static(int, t, 3 * T);
    for (int i = 0; i < 3; i++) { put_own(t, tidx.local[0] * 3 + i, tidx.local[0]); }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(called_in_loop_ok, TILES, Y)

/* A loop with as many turns as the thread's number, and a barrier in each. */
/* bad uneven_turns: barrier-divergence - 1 1 */
AMP_TILED_KERNEL(uneven_turns, (T), out(int, 1, y))
{
    int i = 0;
    while (i < tidx.local[0]) {
        tile_barrier_wait(tidx); /* 1 */
        i++;
    }
    at_index(y, tidx.global) = i;
}
RUN(uneven_turns, TILES, Y)
/* clean uneven_turns_ok */
AMP_TILED_KERNEL(uneven_turns_ok, (T), out(int, 1, y))
{
    int n = 0;
    for (int i = 0; i < T; i++) {
        if (i < tidx.local[0]) { n++; }
        tile_barrier_wait(tidx);
    }
    at_index(y, tidx.global) = n;
}
RUN(uneven_turns_ok, TILES, Y)

/* Each branch has a barrier of its own. */
/* bad in_switch: barrier-divergence - 1 2 */
AMP_TILED_KERNEL(in_switch, (T), inout(int, 1, y))
{
    switch (tidx.local[0] % 3) {
    case 0:
        at_index(y, tidx.global) = 4;
        tile_barrier_wait(tidx); /* 1 */
        break;
    default:
        at_index(y, tidx.global) = 5;
        tile_barrier_wait(tidx); /* 2 */
        break;
    }
}
RUN(in_switch, TILES, Y)
/* clean in_switch_ok */
AMP_TILED_KERNEL(in_switch_ok, (T), inout(int, 1, y))
{
    switch (tidx.tile[0] % 3) { /* one for the tile */
    case 0:
        at_index(y, tidx.global) = 4;
        tile_barrier_wait(tidx);
        break;
    default:
        at_index(y, tidx.global) = 5;
        tile_barrier_wait(tidx);
        break;
    }
}
RUN(in_switch_ok, TILES, Y)

/* A condition that looks like the tile's, and is the thread's. */
/* bad looks_uniform: barrier-divergence - 1 1 */
AMP_TILED_KERNEL(looks_uniform, (T), in(int, 1, x), out(int, 1, y))
{
    if (at(x, tidx.global[0]) > T + 2) {
        tile_barrier_wait(tidx); /* 1 */
    }
    at_index(y, tidx.global) = 1;
}
RUN(looks_uniform, TILES, X, Y)
/* clean looks_uniform_ok */
AMP_TILED_KERNEL(looks_uniform_ok, (T), in(int, 1, x), out(int, 1, y))
{
    if (at(x, tidx.tile[0]) > 2) {
        tile_barrier_wait(tidx);
    }
    at_index(y, tidx.global) = 1;
}
RUN(looks_uniform_ok, TILES, X, Y)

/* A member of the neighbour's structure. */
/* bad member: tile-race s 1 2 */
typedef struct pair_of { int first, second; } pair_of;
AMP_TILED_KERNEL(member, (T), out(int, 1, y))
{
    tile_static(pair_of, s, T);
    const int l = tidx.local[0];
    s[l].first = l;
    s[l].second = l + 1; /* 1 */
    at_index(y, tidx.global) = s[l].first + s[(l + 1) % T].second; /* 2 */
}
RUN(member, TILES, Y)
/* clean member_ok */
AMP_TILED_KERNEL(member_ok, (T), out(int, 1, y))
{
    tile_static(pair_of, s, T);
    const int l = tidx.local[0];
    s[l].first = l;
    s[(l + 1) % T].second = l + 1; /* another member of the neighbour */
    at_index(y, tidx.global) = s[l].first;
}
RUN(member_ok, TILES, Y)

/* An array within a structure. */
/* bad inner_array: tile-race s 1 2 */
typedef struct run_of { int n, v[4]; } run_of;
AMP_TILED_KERNEL(inner_array, (T), out(int, 1, y))
{
    tile_static(run_of, s, T);
    const int l = tidx.local[0];
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        s[l].v[i] = l + i; /* 1 */
    }
    for (int i = 0; i < 4; i++) {
        sum += s[l ^ 1].v[i]; /* 2 */
    }
    at_index(y, tidx.global) = sum;
}
RUN(inner_array, TILES, Y)
/* clean inner_array_ok */
AMP_TILED_KERNEL(inner_array_ok, (T), out(int, 1, y))
{
    tile_static(run_of, s, T);
    const int l = tidx.local[0];
    int sum = 0;
    for (int i = 0; i < 4; i++) { s[l].v[i] = l + i; }
    tile_barrier_wait(tidx);
    for (int i = 0; i < 4; i++) { sum += s[l ^ 1].v[i]; }
    at_index(y, tidx.global) = sum;
}
RUN(inner_array_ok, TILES, Y)

/* The transitive closure of a relation, all steps in one launch: no launch, no order. */
/* bad closure: global-race a 1 2 */
AMP_KERNEL(closure, 2, inout(float, 2, a))
{
    const int i = idx[0], j = idx[1];
    for (int k = 0; k < 32; k++) {
        const float through = at(a, i, k) * at(a, k, j); /* 1 */
        if (through > 0) {
            at(a, i, j) = through + 1; /* 2 */
        }
    }
}
RUN(closure, amp_extent(32, 32), F)
/* clean closure_ok */
AMP_KERNEL(closure_ok, 2, in(float, 2, a), out(float, 2, b), value(int, k))
{
    const int i = idx[0], j = idx[1];
    const float through = at(a, i, k) * at(a, k, j);
    at(b, i, j) = through > 0 ? through : at(a, i, j);
}
RUN(closure_ok, amp_extent(32, 32), F, G, 3)

/* Two threads share each slot that the counter gives. */
/* bad half_slots: tile-race t 1 1 */
AMP_TILED_KERNEL(half_slots, (T), out(int, 1, y))
{
    tile_static(int, n, 1);
    tile_static(int, t, T);
    if (tidx.local[0] == 0) { n[0] = 0; }
    t[tidx.local[0]] = 0;
    tile_barrier_wait(tidx);
    t[amp_atomic_fetch_add(&n[0], 1) / 2] = tidx.local[0]; /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(half_slots, TILES, Y)
/* clean half_slots_ok */
AMP_TILED_KERNEL(half_slots_ok, (T), out(int, 1, y))
{
    tile_static(int, n, 1);
    tile_static(int, t, T);
    if (tidx.local[0] == 0) { n[0] = 0; }
    tile_barrier_wait(tidx);
    t[amp_atomic_fetch_add(&n[0], 1)] = tidx.local[0];
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(half_slots_ok, TILES, Y)

/* Counters of each thread's own, and the neighbour's looked at. */
/* bad own_counters: tile-race t 1 2 */
AMP_TILED_KERNEL(own_counters, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = 0;
    tile_barrier_wait(tidx);
    for (int i = 0; i < 4; i++) {
        if (at(x, i) % 2 == 0) {
            t[l] += l; /* 1 */
        }
    }
    at_index(y, tidx.global) = t[l > 0 ? l - 1 : T - 1]; /* 2 */
}
RUN(own_counters, TILES, X, Y)
/* clean own_counters_ok */
AMP_TILED_KERNEL(own_counters_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = 0;
    for (int i = 0; i < 4; i++) {
        if (at(x, i) % 2 == 0) { t[l] += l; }
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[l > 0 ? l - 1 : T - 1];
}
RUN(own_counters_ok, TILES, X, Y)

/* A scan within 32 threads that counts on their running in step. */
/* bad warp_scan: tile-race t 1 2 */
AMP_TILED_KERNEL(warp_scan, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0], lane = l % 32;
    t[l] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    for (int d = 1; d < 32; d *= 2) {
        const int before = lane >= d ? t[l - d] : 0; /* 1 */
        if (before != 0) {
            t[l] = before + 1; /* 2 */
        }
    }
    at_index(y, tidx.global) = t[l];
}
RUN(warp_scan, TILES, X, Y)
/* clean warp_scan_ok */
AMP_TILED_KERNEL(warp_scan_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0], lane = l % 32;
    t[l] = at_index(x, tidx.global);
    for (int d = 1; d < 32; d *= 2) {
        tile_barrier_wait(tidx);
        const int before = lane >= d ? t[l - d] : 0;
        tile_barrier_wait(tidx);
        if (before != 0) { t[l] = before + t[l]; }
    }
    at_index(y, tidx.global) = t[l];
}
RUN(warp_scan_ok, TILES, X, Y)

/* A product modulo a power of two: half of the places, each for two. */
/* bad modulo: tile-race t 1 1 */
AMP_TILED_KERNEL(modulo, (T), out(int, 1, y))
{
    tile_static(int, t, T / 2);
    t[(tidx.local[0] * 3) & (T / 2 - 1)] = tidx.local[0]; /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0] / 2];
}
RUN(modulo, TILES, Y)
/* clean modulo_ok */
AMP_TILED_KERNEL(modulo_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    t[(tidx.local[0] * 3) & (T - 1)] = tidx.local[0]; /* odd: each place once */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(modulo_ok, TILES, Y)

/* A stride of half a tile: each element is two threads'. */
/* bad half_stride: tile-race t 1 1 */
AMP_TILED_KERNEL(half_stride, (T), out(int, 1, y))
{
    tile_static(int, t, 4 * T);
    for (int i = tidx.local[0]; i < 4 * T; i += T / 2) {
        t[i] = tidx.local[0]; /* 1 */
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(half_stride, TILES, Y)
/* clean half_stride_ok */
AMP_TILED_KERNEL(half_stride_ok, (T), out(int, 1, y))
{
    tile_static(int, t, 4 * T);
    for (int i = tidx.local[0]; i < 4 * T; i += T) { t[i] = tidx.local[0]; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(half_stride_ok, TILES, Y)

/* A bit is cleared where it was to be turned. */
/* bad bit_cleared: tile-race t 1 1 */
AMP_TILED_KERNEL(bit_cleared, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = 0;
    tile_barrier_wait(tidx);
    t[tidx.local[0] & ~4] = tidx.local[0]; /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(bit_cleared, TILES, Y)
/* clean bit_turned_ok */
AMP_TILED_KERNEL(bit_turned_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0] ^ 4] = tidx.local[0];
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(bit_turned_ok, TILES, Y)

/* Looked at, then set, if nobody has: whoever runs first alone writes. */
/* bad look_and_set: global-race y 1 2 */
AMP_KERNEL(look_and_set, 1, inout(int, 1, y))
{
    if (at(y, 0) == 0) { /* 1 */
        at(y, 0) = 1; /* 2 */
    }
}
RUN(look_and_set, THREADS, Y)
/* clean look_and_set_ok */
AMP_KERNEL(look_and_set_ok, 1, inout(int, 1, y))
{
    int none = 0;
    (void)amp_atomic_compare_exchange(&at(y, 0), &none, 1);
}
RUN(look_and_set_ok, THREADS, Y)

/* A pointer walks from the thread's own element to another's. */
/* bad walking: tile-race t 1 2 */
AMP_TILED_KERNEL(walking, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    amp_tile_ptr(int) p = t + tidx.local[0];
    *p = tidx.local[0]; /* 1 */
    p += T - 1 - 2 * tidx.local[0];
    at_index(y, tidx.global) = *p; /* 2 */
}
RUN(walking, TILES, Y)
/* clean walking_ok */
AMP_TILED_KERNEL(walking_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    amp_tile_ptr(int) p = t + tidx.local[0];
    *p = tidx.local[0];
    tile_barrier_wait(tidx);
    p += T - 1 - 2 * tidx.local[0];
    at_index(y, tidx.global) = *p;
}
RUN(walking_ok, TILES, Y)

/* Two pointers to one array, one element apart. */
/* bad two_names: tile-race t 1 2 */
AMP_TILED_KERNEL(two_names, (T), out(int, 1, y))
{
    tile_static(int, t, T + 1);
    amp_tile_ptr(int) p = t;
    amp_tile_ptr(int) q = t + 1;
    p[tidx.local[0]] = 1; /* 1 */
    q[tidx.local[0]] = 2; /* 2 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(two_names, TILES, Y)
/* clean two_names_ok */
AMP_TILED_KERNEL(two_names_ok, (T), out(int, 1, y))
{
    tile_static(int, t, 2 * T);
    amp_tile_ptr(int) p = t;
    amp_tile_ptr(int) q = t + T;
    p[tidx.local[0]] = 1;
    q[tidx.local[0]] = 2;
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[2 * tidx.local[0]];
}
RUN(two_names_ok, TILES, Y)

/* A product of matrices whose second barrier is missing. */
/* bad product: tile-race a 1 3; tile-race b 2 3 */
AMP_TILED_KERNEL(product, (8, 8), in(float, 2, f), out(float, 2, g))
{
    tile_static(float, a, 8, 8);
    tile_static(float, b, 8, 8);
    const int i = tidx.local[0], j = tidx.local[1];
    float sum = 0;
    for (int k = 0; k < 32; k += 8) {
        a[i][j] = at(f, tidx.global[0], k + j) + (float)k; /* 1 */
        b[i][j] = at(f, k + i, tidx.global[1]) + (float)k; /* 2 */
        tile_barrier_wait(tidx);
        for (int n = 0; n < 8; n++) {
            sum += a[i][n] * b[n][j]; /* 3 */
        }
    }
    at_index(g, tidx.global) = sum;
}
RUN(product, TILES2, F, G)
/* clean product_ok */
AMP_TILED_KERNEL(product_ok, (8, 8), in(float, 2, f), out(float, 2, g))
{
    tile_static(float, a, 8, 8);
    tile_static(float, b, 8, 8);
    const int i = tidx.local[0], j = tidx.local[1];
    float sum = 0;
    for (int k = 0; k < 32; k += 8) {
        a[i][j] = at(f, tidx.global[0], k + j);
        b[i][j] = at(f, k + i, tidx.global[1]);
        tile_barrier_wait(tidx);
        for (int n = 0; n < 8; n++) { sum += a[i][n] * b[n][j]; }
        tile_barrier_wait(tidx);
    }
    at_index(g, tidx.global) = sum;
}
RUN(product_ok, TILES2, F, G)

/* The barrier stands between the wrong two lines. */
/* bad misplaced: tile-race t 1 2 */
AMP_TILED_KERNEL(misplaced, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    int v = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    t[tidx.local[0]] = v; /* 1 */
    v = t[(tidx.local[0] + 7) % T]; /* 2 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = v;
}
RUN(misplaced, TILES, X, Y)
/* clean misplaced_ok */
AMP_TILED_KERNEL(misplaced_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    int v = at_index(x, tidx.global);
    t[tidx.local[0]] = v;
    tile_barrier_wait(tidx);
    v = t[(tidx.local[0] + 7) % T];
    at_index(y, tidx.global) = v;
}
RUN(misplaced_ok, TILES, X, Y)

/* volatile keeps the compiler from what it knows, and orders no threads. */
/* bad with_volatile: tile-race t 1 2 */
AMP_TILED_KERNEL(with_volatile, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    volatile amp_tile_ptr(int) v = t;
    v[tidx.local[0]] = tidx.local[0]; /* 1 */
    at_index(y, tidx.global) = v[tidx.local[0] ^ 1]; /* 2 */
}
RUN(with_volatile, TILES, Y)
/* clean with_volatile_ok */
AMP_TILED_KERNEL(with_volatile_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    volatile amp_tile_ptr(int) v = t;
    v[tidx.local[0]] = tidx.local[0];
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = v[tidx.local[0] ^ 1];
}
RUN(with_volatile_ok, TILES, Y)

/* A race behind a divergent loop that is no fault itself. */
/* bad behind_loop: tile-race t 1 2 */
AMP_TILED_KERNEL(behind_loop, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    int n = 0;
    while (n * n < tidx.local[0]) { n++; }
    t[tidx.local[0]] = n; /* 1 */
    if (n > 2) {
        n += t[0]; /* 2 */
    }
    at_index(y, tidx.global) = n;
}
RUN(behind_loop, TILES, Y)
/* clean behind_loop_ok */
AMP_TILED_KERNEL(behind_loop_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    int n = 0;
    while (n * n < tidx.local[0]) { n++; }
    t[tidx.local[0]] = n;
    tile_barrier_wait(tidx);
    if (n > 2) { n += t[0]; }
    at_index(y, tidx.global) = n;
}
RUN(behind_loop_ok, TILES, Y)

/* A tree of sums whose barrier the last steps skip. */
/* bad tree_skips: tile-race t 1 1; tile-race t 1 2 */
AMP_TILED_KERNEL(tree_skips, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    for (int s = T / 2; s > 0; s /= 2) {
        if (s > 4) { tile_barrier_wait(tidx); } /* one for the tile, and one too few */
        if (l < s) {
            t[l] += t[l + s]; /* 1 */
        }
    }
    if (l == 1) {
        at_index(y, tidx.tile) = t[0]; /* 2 */
    }
}
RUN(tree_skips, TILES, X, Y)
/* clean tree_ok */
AMP_TILED_KERNEL(tree_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    for (int s = T / 2; s > 0; s /= 2) {
        tile_barrier_wait(tidx);
        if (l < s) { t[l] += t[l + s]; }
    }
    if (l == 0) { at_index(y, tidx.tile) = t[0]; }
}
RUN(tree_ok, TILES, X, Y)

/* A function chosen by the thread writes what the other function reads. */
/* bad chosen: tile-race t 1 2 */
static void give(amp_tile_ptr(int) t, int l)
{
    t[l / 2] = l; /* 1 */
}
static int take(amp_tile_ptr(int) t, int l)
{
    return t[l / 2]; /* 2 */
}
AMP_TILED_KERNEL(chosen, (T), out(int, 1, y))
{
    tile_static(int, t, T / 2);
    int v = 0;
    if (tidx.local[0] % 2 == 0) { give(t, tidx.local[0]); } else { v = take(t, tidx.local[0]); }
    at_index(y, tidx.global) = v;
}
RUN(chosen, TILES, Y)
/* clean chosen_ok */
static void leave(amp_tile_ptr(int) t, int l)
{
    t[l] = l;
}
AMP_TILED_KERNEL(chosen_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    leave(t, tidx.local[0]);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = tidx.local[0] % 2 == 0 ? 0 : t[tidx.local[0] - 1];
}
RUN(chosen_ok, TILES, Y)
AMP_DEVICE_END
