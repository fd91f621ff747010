/* SPDX-License-Identifier: MIT */
/* After the patterns of DataRaceBench: loops whose turns depend on each other, private and
   shared variables, reductions, sections, orders and locks, here of threads and tiles. */
#include "labelled.h"
AMP_DEVICE_BEGIN

/* An anti-dependence: the element behind is read, and written by its own thread. */
/* bad anti: global-race y 1 1 */
AMP_KERNEL(anti, 1, inout(int, 1, y))
{
    if (idx[0] < N - 1) { at(y, idx[0]) = at(y, idx[0] + 1) + 1; } /* 1 */
}
RUN(anti, THREADS, Y)
/* clean anti_ok */
AMP_KERNEL(anti_ok, 1, in(int, 1, x), out(int, 1, y))
{
    at(y, idx[0]) = idx[0] < N - 1 ? at(x, idx[0] + 1) + 1 : 0;
}
RUN(anti_ok, THREADS, X, Y)

/* An element of the row below, which another thread writes. */
/* bad anti_rows: global-race a 1 2 */
AMP_KERNEL(anti_rows, 2, inout(float, 2, a))
{
    const float below = idx[0] < 31 ? at(a, idx[0] + 1, idx[1]) : 0; /* 1 */
    at(a, idx[0], idx[1]) = below + 1; /* 2 */
}
RUN(anti_rows, amp_extent(32, 32), F)
/* clean anti_rows_ok */
AMP_KERNEL(anti_rows_ok, 1, inout(float, 2, a))
{
    for (int i = 0; i < 31; i++) { at(a, i, idx[0]) = at(a, i + 1, idx[0]) + 1; }
}
RUN(anti_rows_ok, amp_extent(32), F)

/* A true dependence. */
/* bad flow: global-race y 1 2 */
AMP_KERNEL(flow, 1, inout(int, 1, y))
{
    const int v = at(y, idx[0]); /* 1 */
    if (idx[0] < N - 1) {
        at(y, idx[0] + 1) = v + 1; /* 2 */
    }
}
RUN(flow, THREADS, Y)
/* clean flow_ok */
AMP_KERNEL(flow_ok, 1, inout(int, 1, y))
{
    if (idx[0] == 0) {
        for (int i = 0; i < N - 1; i++) { at(y, i + 1) = at(y, i) + 1; }
    }
}
RUN(flow_ok, THREADS, Y)

/* A linear index: 2 i + 1 meets i. */
/* bad linear: global-race y 1 1 */
AMP_KERNEL(linear, 1, inout(int, 1, y))
{
    at(y, 2 * idx[0] + 1) = at(y, idx[0]) + 1; /* 1 */
}
RUN(linear, amp_extent(N / 2), Y)
/* clean linear_ok */
AMP_KERNEL(linear_ok, 1, inout(int, 1, y))
{
    at(y, 2 * idx[0] + 1) = at(y, 2 * idx[0]) + 1;
}
RUN(linear_ok, amp_extent(N / 2), Y)

/* A scalar that was meant to be each turn's own. */
/* bad shared_scalar: global-race z 1 1; global-race z 1 2 */
AMP_KERNEL(shared_scalar, 1, in(int, 1, x), out(int, 1, y), inout(int, 1, z))
{
    at(z, 0) = at(x, idx[0]) + idx[0]; /* 1 */
    at(y, idx[0]) = at(z, 0); /* 2 */
}
RUN(shared_scalar, THREADS, X, Y, Z)
/* clean shared_scalar_ok */
AMP_KERNEL(shared_scalar_ok, 1, in(int, 1, x), out(int, 1, y))
{
    const int own = at(x, idx[0]) + idx[0];
    at(y, idx[0]) = own;
}
RUN(shared_scalar_ok, THREADS, X, Y)

/* A scalar that a tile shares. */
/* bad tile_scalar: tile-race s 1 1; ?tile-race s 1 2 */
AMP_TILED_KERNEL(tile_scalar, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, s, 1);
    s[0] = at_index(x, tidx.global); /* 1 */
    at_index(y, tidx.global) = s[0] + 1; /* 2 */
}
RUN(tile_scalar, TILES, X, Y)
/* clean tile_scalar_ok */
AMP_TILED_KERNEL(tile_scalar_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, s, T);
    s[tidx.local[0]] = at_index(x, tidx.global);
    at_index(y, tidx.global) = s[tidx.local[0]] + 1;
}
RUN(tile_scalar_ok, TILES, X, Y)

/* The value of the last turn: every turn writes it. */
/* bad last_turn: global-race z 1 1 */
AMP_KERNEL(last_turn, 1, in(int, 1, x), out(int, 1, z))
{
    at(z, 0) = at(x, idx[0]); /* 1 */
}
RUN(last_turn, THREADS, X, Z)
/* clean last_turn_ok */
AMP_KERNEL(last_turn_ok, 1, in(int, 1, x), out(int, 1, z))
{
    if (idx[0] == N - 1) { at(z, 0) = at(x, idx[0]); }
}
RUN(last_turn_ok, THREADS, X, Z)

/* A sum without a reduction. */
/* bad sum: global-race z 1 1 */
AMP_KERNEL(sum, 2, in(float, 2, a), inout(float, 2, z))
{
    at(z, 0, 0) += at(a, idx[0], idx[1]) * at(a, idx[0], idx[1]); /* 1 */
}
RUN(sum, amp_extent(32, 32), F, G)
/* clean sum_ok */
AMP_KERNEL(sum_ok, 2, in(float, 2, a), inout(float, 2, z))
{
    amp_atomic_fetch_add(&at(z, 0, 0), at(a, idx[0], idx[1]) * at(a, idx[0], idx[1]));
}
RUN(sum_ok, amp_extent(32, 32), F, G)

/* A counter as an index: output[length++] = input[i]. */
/* bad length: global-race z 1 1; global-race z 1 2 */
AMP_KERNEL(length, 1, in(int, 1, x), inout(int, 1, y), inout(int, 1, z))
{
    const int n = at(z, 0)++; /* 1 */
    at(y, at(x, idx[0]) - 1) = n;
    if (idx[0] == 3) {
        at(y, 3) = at(z, 0); /* 2 */
    }
}
RUN(length, THREADS, X, Y, Z)
/* clean length_ok */
AMP_KERNEL(length_ok, 1, in(int, 1, x), inout(int, 1, y), inout(int, 1, z))
{
    at(y, amp_atomic_fetch_inc(&at(z, 0))) = at(x, idx[0]);
}
RUN(length_ok, THREADS, X, Y, Z)

/* Counting down, the nodes that are left. */
/* bad left: global-race z 1 1 */
AMP_KERNEL(left, 1, in(int, 1, x), inout(int, 1, z))
{
    if (at(x, idx[0]) % 2 == 0) { at(z, 0)--; } /* 1 */
}
RUN(left, THREADS, X, Z)
/* clean left_ok */
AMP_KERNEL(left_ok, 1, in(int, 1, x), inout(int, 1, z))
{
    if (at(x, idx[0]) % 2 == 0) { (void)amp_atomic_fetch_dec(&at(z, 0)); }
}
RUN(left_ok, THREADS, X, Z)

/* Indirect: the table names some elements twice. */
/* bad indirect: global-race y 1 1 */
AMP_KERNEL(indirect, 1, in(int, 1, w), inout(int, 1, y))
{
    at(y, at(w, idx[0]) / 3) += idx[0]; /* 1 */
}
RUN(indirect, THREADS, W, Y)
/* clean indirect_ok */
AMP_KERNEL(indirect_ok, 1, in(int, 1, w), inout(int, 1, y))
{
    at(y, at(w, idx[0])) += idx[0]; /* a permutation: each once */
}
RUN(indirect_ok, THREADS, W, Y)

/* No wait between two loops over one array. */
/* bad no_wait: tile-race t 1 2 */
AMP_TILED_KERNEL(no_wait, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 2 * T);
    for (int i = tidx.local[0]; i < 2 * T; i += T) {
        t[i] = at(x, i); /* 1 */
    }
    at_index(y, tidx.global) = t[2 * T - 3] + 1; /* 2 */
}
RUN(no_wait, TILES, X, Y)
/* clean no_wait_ok */
AMP_TILED_KERNEL(no_wait_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 2 * T);
    for (int i = tidx.local[0]; i < 2 * T; i += T) { t[i] = at(x, i); }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[2 * T - 3] + 1;
}
RUN(no_wait_ok, TILES, X, Y)

/* Two loops in one phase: no barrier is between them. */
/* bad one_phase: tile-race t 1 2 */
AMP_PHASED_KERNEL(one_phase, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    phase {
        for (int i = 0; i < 2; i++) {
            t[tidx.local[0]] = at_index(x, tidx.global) + i; /* 1 */
        }
        for (int i = 0; i < 2; i++) {
            at_index(y, tidx.global) = t[(tidx.local[0] + i) % T]; /* 2 */
        }
    }
}
RUN(one_phase, TILES, X, Y)
/* clean one_phase_ok */
AMP_PHASED_KERNEL(one_phase_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    phase {
        for (int i = 0; i < 2; i++) { t[tidx.local[0]] = at_index(x, tidx.global) + i; }
    }
    phase {
        for (int i = 0; i < 2; i++) { at_index(y, tidx.global) = t[(tidx.local[0] + i) % T]; }
    }
}
RUN(one_phase_ok, TILES, X, Y)

/* Two sections set one variable. */
/* bad sections: tile-race s 1 2 */
AMP_TILED_KERNEL(sections, (T), out(int, 1, y))
{
    tile_static(int, s, 1);
    if (tidx.local[0] == 0) {
        s[0] = 1; /* 1 */
    } else if (tidx.local[0] == 1) {
        s[0] = 2; /* 2 */
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = s[0];
}
RUN(sections, TILES, Y)
/* clean sections_ok */
AMP_TILED_KERNEL(sections_ok, (T), out(int, 1, y))
{
    tile_static(int, s, 2);
    if (tidx.local[0] == 0) {
        s[0] = 1;
    } else if (tidx.local[0] == 1) {
        s[1] = 2;
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = s[0] + s[1];
}
RUN(sections_ok, TILES, Y)

/* What the master prepares is used without a wait. */
/* bad master: tile-race s 1 2 */
AMP_TILED_KERNEL(master, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, s, 1);
    if (tidx.local[0] == 0) {
        s[0] = at(x, tidx.tile[0]); /* 1 */
    }
    at_index(y, tidx.global) = tidx.local[0] + s[0]; /* 2 */
}
RUN(master, TILES, X, Y)
/* clean master_ok */
AMP_TILED_KERNEL(master_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, s, 1);
    if (tidx.local[0] == 0) { s[0] = at(x, tidx.tile[0]); }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = tidx.local[0] + s[0];
}
RUN(master_ok, TILES, X, Y)

/* The sum is set to zero by one thread while others add to it. */
/* bad zero_late: atomic-race s 1 2 */
AMP_TILED_KERNEL(zero_late, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, s, 1);
    if (tidx.local[0] == 0) {
        s[0] = 0; /* 1 */
    }
    amp_atomic_fetch_add(&s[0], at_index(x, tidx.global)); /* 2 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = s[0];
}
RUN(zero_late, TILES, X, Y)
/* clean zero_early_ok */
AMP_TILED_KERNEL(zero_early_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, s, 1);
    if (tidx.local[0] == 0) { s[0] = 0; }
    tile_barrier_wait(tidx);
    amp_atomic_fetch_add(&s[0], at_index(x, tidx.global));
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = s[0];
}
RUN(zero_early_ok, TILES, X, Y)

/* A product of a matrix and a vector whose inner loop is spread over threads. */
/* bad inner: global-race z 1 1 */
AMP_KERNEL(inner, 2, in(float, 2, a), inout(float, 2, z))
{
    at(z, 0, idx[0]) += at(a, idx[0], idx[1]); /* 1 */
}
RUN(inner, amp_extent(32, 32), F, G)
/* clean inner_ok */
AMP_KERNEL(inner_ok, 1, in(float, 2, a), inout(float, 2, z))
{
    for (int j = 0; j < 32; j++) { at(z, 0, idx[0]) += at(a, idx[0], j); }
}
RUN(inner_ok, amp_extent(32), F, G)

/* A row that is read from the column in front of the first: the row above, by address. */
/* bad row_above: global-race y 1 1 */
AMP_KERNEL(row_above, 2, inout(int, 1, y))
{
    const int at_column = idx[0] * 16 + idx[1];
    if (at_column > 0) { at(y, at_column) = at(y, at_column - 1) + 1; } /* 1 */
}
RUN(row_above, amp_extent(16, 16), Y)
/* clean row_above_ok */
AMP_KERNEL(row_above_ok, 1, inout(int, 1, y))
{
    for (int j = 1; j < 16; j++) { at(y, idx[0] * 16 + j) = at(y, idx[0] * 16 + j - 1) + 1; }
}
RUN(row_above_ok, amp_extent(16), Y)

/* Two pointers to one array, passed as if they were two. */
/* bad aliased: global-race y 1 1 */
static void blend(amp_global_ptr(int) to, amp_global_ptr(const int) from, int i)
{
    to[i] = from[i + 1] + 1; /* 1 */
}
AMP_KERNEL(aliased, 1, inout(int, 1, y))
{
    blend(y, y, idx[0]);
}
RUN(aliased, amp_extent(N - 1), Y)
/* clean aliased_ok */
static void blend_two(amp_global_ptr(int) to, amp_global_ptr(const int) from, int i)
{
    to[i] = from[i + 1] + 1;
}
AMP_KERNEL(aliased_ok, 1, in(int, 1, x), inout(int, 1, y))
{
    blend_two(y, x, idx[0]);
}
RUN(aliased_ok, amp_extent(N - 1), X, Y)

/* A flag without a lock: every thread raises it, and looks. */
/* bad raised: same-value-write z 1 1; global-race z 1 2 */
AMP_KERNEL(raised, 1, inout(int, 1, y), inout(int, 1, z))
{
    at(z, 0) = 1; /* 1 */
    at(y, idx[0]) = at(z, 0); /* 2 */
}
RUN(raised, THREADS, Y, Z)
/* clean raised_ok */
AMP_KERNEL(raised_ok, 1, inout(int, 1, y), inout(int, 1, z))
{
    (void)amp_atomic_exchange(&at(z, 0), 1);
    at(y, idx[0]) = at(z, 0); /* a plain read of its width beside an atomic */
}
RUN(raised_ok, THREADS, Y, Z)

/* One thread holds the lock, another forgets to take it. The value is 0 or 1. */
/* bad no_lock: atomic-race z 1 2 */
AMP_KERNEL(no_lock, 1, inout(int, 1, z))
{
    if (idx[0] == 1) {
        at(z, 0) += 1; /* 1 */
    } else {
        amp_atomic_fetch_add(&at(z, 0), 1); /* 2 */
    }
}
RUN(no_lock, THREADS, Z)
/* clean no_lock_ok */
AMP_KERNEL(no_lock_ok, 1, inout(int, 1, z))
{
    amp_atomic_fetch_add(&at(z, idx[0] == 1), 1);
}
RUN(no_lock_ok, THREADS, Z)

/* Chunks as for vectors, each eight wide, and a distance of seven. */
/* bad chunks: global-race y 1 1 */
AMP_KERNEL(chunks, 1, inout(int, 1, y))
{
    for (int i = idx[0] * 8; i < idx[0] * 8 + 8; i++) {
        if (i >= 7) { at(y, i) = at(y, i - 7) + 1; } /* 1 */
    }
}
RUN(chunks, amp_extent(N / 8), Y)
/* clean chunks_ok */
AMP_KERNEL(chunks_ok, 1, inout(int, 1, y))
{
    for (int i = idx[0] * 8 + 1; i < idx[0] * 8 + 8; i++) { at(y, i) = at(y, i - 1) + 1; }
}
RUN(chunks_ok, amp_extent(N / 8), Y)

/* The even and the odd turns of a loop, each a thread: the odd read what the even write. */
/* bad even_odd: cross-tile-race y 1 2 */
AMP_TILED_KERNEL(even_odd, (T), inout(int, 1, y))
{
    const int g = tidx.global[0];
    if (tidx.tile[0] % 2 == 0) {
        at(y, g) = g; /* 1 */
    } else {
        at(y, g) = at(y, g - T) + 1; /* 2 */
    }
}
RUN(even_odd, TILES, Y)
/* clean even_odd_ok */
AMP_TILED_KERNEL(even_odd_ok, (T), in(int, 1, x), inout(int, 1, y))
{
    const int g = tidx.global[0];
    at(y, g) = tidx.tile[0] % 2 == 0 ? g : at(x, g - T) + 1;
}
RUN(even_odd_ok, TILES, X, Y)

/* Input decides: a shift of 1 is a race, one of the whole array is none. */
/* bad by_input: global-race y 1 1 */
AMP_KERNEL(by_input, 1, inout(int, 1, y), value(int, shift))
{
    at(y, idx[0] + shift) = at(y, idx[0]) + 1; /* 1 */
}
RUN(by_input, amp_extent(N / 2), Y, 1)
/* clean by_input_ok */
AMP_KERNEL(by_input_ok, 1, inout(int, 1, y), value(int, shift))
{
    at(y, idx[0] + shift) = at(y, idx[0]) + 1;
}
RUN(by_input_ok, amp_extent(N / 2), Y, N / 2)

/* Smith and Waterman's table: the diagonals must come one after another. */
/* bad diagonals: tile-race t 1 2 */
AMP_TILED_KERNEL(diagonals, (16), out(int, 1, y))
{
    tile_static(int, t, 17, 17);
    const int l = tidx.local[0];
    t[0][l] = t[l][0] = 0;
    if (l == 0) { t[0][16] = t[16][0] = 0; }
    tile_barrier_wait(tidx);
    for (int j = 1; j < 17; j++) {
        const int left = t[l][j]; /* 1 */
        t[l + 1][j] = (left & 15) + j; /* 2 */
    }
    at(y, l) = t[l + 1][16];
}
RUN(diagonals, amp_tile(amp_extent(16), 16), Y)
/* clean diagonals_ok */
AMP_TILED_KERNEL(diagonals_ok, (16), out(int, 1, y))
{
    tile_static(int, t, 17, 17);
    const int l = tidx.local[0];
    t[0][l] = t[l + 1][0] = 0;
    if (l == 0) { t[0][16] = 0; }
    for (int d = 0; d < 31; d++) {
        const int j = d - l + 1;
        tile_barrier_wait(tidx);
        if (j >= 1 && j < 17) { t[l + 1][j] = ((t[l][j] + t[l + 1][j - 1]) & 15) + j; }
    }
    at(y, l) = t[l + 1][16];
}
RUN(diagonals_ok, amp_tile(amp_extent(16), 16), Y)

/* A static variable's stand-in: one counter that all threads of a launch bump. */
/* bad bumped: cross-tile-race z 1 1; global-race z 1 1 */
AMP_TILED_KERNEL(bumped, (T), inout(int, 1, y), inout(int, 1, z))
{
    at_index(y, tidx.global) = at(z, 0)++; /* 1 */
}
RUN(bumped, TILES, Y, Z)
/* clean bumped_ok */
AMP_TILED_KERNEL(bumped_ok, (T), inout(int, 1, y), inout(int, 1, z))
{
    at_index(y, tidx.global) = amp_atomic_fetch_inc(&at(z, 0));
}
RUN(bumped_ok, TILES, Y, Z)

/* The parameter of a helper is the variable itself, not its value. */
/* bad by_reference: tile-race s 1 1 */
static void bump(amp_tile_ptr(int) q)
{
    *q += 1; /* 1 */
}
AMP_TILED_KERNEL(by_reference, (T), out(int, 1, y))
{
    tile_static(int, s, 1);
    if (tidx.local[0] == 0) { s[0] = 0; }
    tile_barrier_wait(tidx);
    bump(&s[0]);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = s[0];
}
RUN(by_reference, TILES, Y)
/* clean by_value_ok */
static int bumped_value(int q)
{
    return q + 1;
}
AMP_TILED_KERNEL(by_value_ok, (T), out(int, 1, y))
{
    tile_static(int, s, 1);
    if (tidx.local[0] == 0) { s[0] = 0; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = bumped_value(s[0]);
}
RUN(by_value_ok, TILES, Y)
AMP_DEVICE_END
