/* SPDX-License-Identifier: MIT */
/* What courses and samples of GPU programming teach, with the slip that they warn of: double
   buffers, rings, histograms, scans, sorts, compaction, stencils, transposes, strides. */
#include "labelled.h"
AMP_DEVICE_BEGIN

/* Two buffers in turn: the one that is being read is loaded. */
/* bad wrong_buffer: tile-race b 1 2 */
AMP_TILED_KERNEL(wrong_buffer, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, b, 2, T);
    const int l = tidx.local[0];
    int sum = 0, now = 0;
    b[0][l] = at(x, l);
    for (int k = T; k <= N; k += T) {
        tile_barrier_wait(tidx);
        for (int i = 0; i < T; i++) {
            sum += b[now][i]; /* 1 */
        }
        if (k < N) {
            b[now][l] = at(x, k + l); /* 2 */
        }
    }
    at_index(y, tidx.global) = sum;
}
RUN(wrong_buffer, TILES, X, Y)
/* clean wrong_buffer_ok */
AMP_TILED_KERNEL(wrong_buffer_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, b, 2, T);
    const int l = tidx.local[0];
    int sum = 0, now = 0;
    b[0][l] = at(x, l);
    for (int k = T; k <= N; k += T) {
        tile_barrier_wait(tidx);
        for (int i = 0; i < T; i++) { sum += b[now][i]; }
        if (k < N) { b[1 - now][l] = at(x, k + l); }
        now = 1 - now;
    }
    at_index(y, tidx.global) = sum;
}
RUN(wrong_buffer_ok, TILES, X, Y)

/* A ring of slots, loaded two steps ahead: two slots are one too few. */
/* bad small_ring: tile-race r 1 2 */
AMP_TILED_KERNEL(small_ring, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, r, 2, T);
    const int l = tidx.local[0];
    int sum = 0;
    r[0][l] = at(x, l);
    r[1][l] = at(x, l + T);
    for (int k = 0; k < 4; k++) {
        tile_barrier_wait(tidx);
        if (k < 2) {
            r[(k + 2) % 2][l] = at(x, (k + 2) * T + l) + k; /* 1 */
        }
        sum += r[k % 2][(l + 1) % T]; /* 2 */
    }
    at_index(y, tidx.global) = sum;
}
RUN(small_ring, TILES, X, Y)
/* clean small_ring_ok */
AMP_TILED_KERNEL(small_ring_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, r, 3, T);
    const int l = tidx.local[0];
    int sum = 0;
    r[0][l] = at(x, l);
    r[1][l] = at(x, l + T);
    for (int k = 0; k < 4; k++) {
        tile_barrier_wait(tidx);
        if (k < 2) { r[(k + 2) % 3][l] = at(x, (k + 2) * T + l) + k; }
        sum += r[k % 3][(l + 1) % T];
    }
    at_index(y, tidx.global) = sum;
}
RUN(small_ring_ok, TILES, X, Y)

/* Half of the bins are cleared. */
/* bad half_cleared: uninitialised-read n 1 1 */
AMP_TILED_KERNEL(half_cleared, (T), in(unsigned, 1, u), out(unsigned, 1, y))
{
    tile_static(unsigned, n, 32);
    if (tidx.local[0] < 16) { n[tidx.local[0]] = 0; }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_add(&n[at_index(u, tidx.global) % 32], 1u); /* 1 */
    tile_barrier_wait(tidx);
    if (tidx.local[0] < 16) { at(y, tidx.tile[0] * 16 + tidx.local[0]) = n[tidx.local[0]]; }
}
RUN(half_cleared, TILES, U, amp_view(unsigned, data_y, N))
/* The bins of the tiles are added to one histogram, plainly. */
/* bad merged: cross-tile-race y 1 1 */
AMP_TILED_KERNEL(merged, (T), in(unsigned, 1, u), inout(unsigned, 1, y))
{
    tile_static(unsigned, n, 32);
    if (tidx.local[0] < 32) { n[tidx.local[0]] = 0; }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_add(&n[at_index(u, tidx.global) % 32], 1u);
    tile_barrier_wait(tidx);
    if (tidx.local[0] < 32) {
        at(y, tidx.local[0]) += n[tidx.local[0]]; /* 1 */
    }
}
RUN(merged, TILES, U, amp_view(unsigned, data_y, N))
/* clean merged_ok */
AMP_TILED_KERNEL(merged_ok, (T), in(unsigned, 1, u), inout(unsigned, 1, y))
{
    tile_static(unsigned, n, 32);
    if (tidx.local[0] < 32) { n[tidx.local[0]] = 0; }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_add(&n[at_index(u, tidx.global) % 32], 1u);
    tile_barrier_wait(tidx);
    if (tidx.local[0] < 32) {
        (void)amp_atomic_fetch_add(&at(y, tidx.local[0]), n[tidx.local[0]]);
    }
}
RUN(merged_ok, TILES, U, amp_view(unsigned, data_y, N))

/* A scan, up and down: the root is cleared while the last step up may still be under way. */
/* bad root: tile-race t 1 2 */
AMP_TILED_KERNEL(root, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    for (int d = 1; d < T; d *= 2) {
        const int i = (l + 1) * 2 * d - 1;
        tile_barrier_wait(tidx);
        if (i < T) {
            t[i] += t[i - d]; /* 1 */
        }
    }
    if (l == T - 1) {
        t[T - 1] = 0; /* 2 */
    }
    for (int d = T / 2; d > 0; d /= 2) {
        const int i = (l + 1) * 2 * d - 1;
        tile_barrier_wait(tidx);
        if (i < T) {
            const int v = t[i - d];
            t[i - d] = t[i];
            t[i] += v;
        }
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[l];
}
RUN(root, TILES, X, Y)
/* clean root_ok */
AMP_TILED_KERNEL(root_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    for (int d = 1; d < T; d *= 2) {
        const int i = (l + 1) * 2 * d - 1;
        tile_barrier_wait(tidx);
        if (i < T) { t[i] += t[i - d]; }
    }
    if (l == 0) { t[T - 1] = 0; } /* the thread that wrote it */
    for (int d = T / 2; d > 0; d /= 2) {
        const int i = (l + 1) * 2 * d - 1;
        tile_barrier_wait(tidx);
        if (i < T) {
            const int v = t[i - d];
            t[i - d] = t[i];
            t[i] += v;
        }
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[l];
}
RUN(root_ok, TILES, X, Y)

/* A scan by doubling: the first thread looks in front of the array. */
/* bad in_front: out-of-bounds t 1 1 */
AMP_TILED_KERNEL(in_front, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    int v = t[l];
    v += t[l - 1]; /* 1 */
    at_index(y, tidx.global) = v;
}
RUN(in_front, TILES, X, Y)
/* clean in_front_ok */
AMP_TILED_KERNEL(in_front_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    int v = t[l];
    if (l > 0) { v += t[l - 1]; }
    at_index(y, tidx.global) = v;
}
RUN(in_front_ok, TILES, X, Y)

/* Sums of the tiles before are added in the launch that makes them. */
/* bad tile_sums: cross-tile-race z 1 2 */
AMP_TILED_KERNEL(tile_sums, (T), in(int, 1, x), inout(int, 1, y), inout(int, 1, z))
{
    const int l = tidx.local[0];
    if (l == 0) {
        int sum = 0;
        for (int i = 0; i < T; i++) { sum += at(x, tidx.tile_origin[0] + i); }
        at(z, tidx.tile[0]) = sum; /* 1 */
    }
    tile_barrier_wait(tidx);
    int before = 0;
    for (int i = 0; i < tidx.tile[0]; i++) {
        before += at(z, i); /* 2 */
    }
    at_index(y, tidx.global) = before;
}
RUN(tile_sums, TILES, X, Y, Z)
/* clean tile_sums_ok */
AMP_TILED_KERNEL(tile_sums_ok, (T), in(int, 1, x), inout(int, 1, y), in(int, 1, z))
{
    int before = at_index(x, tidx.global);
    for (int i = 0; i < tidx.tile[0]; i++) { before += at(z, i); }
    at_index(y, tidx.global) = before;
}
RUN(tile_sums_ok, TILES, X, Y, Z)

/* Compaction: the tile's place in the output is used before it is there. */
/* bad base: tile-race base 1 2 */
AMP_TILED_KERNEL(base, (T), in(int, 1, w), inout(int, 1, y), inout(int, 1, z))
{
    tile_static(int, base, 1);
    tile_static(int, n, 1);
    const int l = tidx.local[0];
    if (l == 0) { n[0] = base[0] = 0; }
    tile_barrier_wait(tidx);
    const int chosen = at_index(w, tidx.global) % 2 == 0;
    int own = 0;
    if (chosen) { own = amp_atomic_fetch_inc(&n[0]); }
    tile_barrier_wait(tidx);
    if (l == 0) {
        base[0] = amp_atomic_fetch_add(&at(z, 0), n[0]); /* 1 */
    }
    own += base[0]; /* 2 */
    at_index(y, tidx.global) = chosen ? own : 0;
}
RUN(base, TILES, W, Y, Z)
/* clean base_ok */
AMP_TILED_KERNEL(base_ok, (T), in(int, 1, w), inout(int, 1, y), inout(int, 1, z))
{
    tile_static(int, base, 1);
    tile_static(int, n, 1);
    const int l = tidx.local[0];
    if (l == 0) { n[0] = 0; }
    tile_barrier_wait(tidx);
    const int chosen = at_index(w, tidx.global) % 2 == 0;
    int own = 0;
    if (chosen) { own = amp_atomic_fetch_inc(&n[0]); }
    tile_barrier_wait(tidx);
    if (l == 0) { base[0] = amp_atomic_fetch_add(&at(z, 0), n[0]); }
    tile_barrier_wait(tidx);
    own += base[0];
    if (chosen) { at(y, own) = at_index(w, tidx.global); }
}
RUN(base_ok, TILES, W, Y, Z)

/* Odd and even exchanges without a barrier between them. */
/* bad exchanges: tile-race t 1 2 */
AMP_TILED_KERNEL(exchanges, (T), out(int, 1, y))
{
    tile_static(int, t, 2 * T);
    const int l = tidx.local[0];
    t[2 * l] = T - l;
    t[2 * l + 1] = l;
    tile_barrier_wait(tidx);
    const int a = t[2 * l], b = t[2 * l + 1];
    t[2 * l] = a < b ? a : b;
    t[2 * l + 1] = a < b ? b : a; /* 1 */
    int least = l;
    if (l > 0) {
        least += t[2 * l - 1]; /* 2 */
    }
    at_index(y, tidx.global) = least;
}
RUN(exchanges, TILES, Y)
/* clean exchanges_ok */
AMP_TILED_KERNEL(exchanges_ok, (T), out(int, 1, y))
{
    tile_static(int, t, 2 * T);
    const int l = tidx.local[0];
    t[2 * l] = T - l;
    t[2 * l + 1] = l;
    for (int step = 0; step < 2 * T; step++) {
        const int i = 2 * l + step % 2;
        tile_barrier_wait(tidx);
        if (i + 1 < 2 * T && t[i] > t[i + 1]) {
            const int v = t[i];
            t[i] = t[i + 1];
            t[i + 1] = v;
        }
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[2 * l];
}
RUN(exchanges_ok, TILES, Y)

/* Partners exchange; the barrier between the read and the write fences the other memory. */
/* bad both_write: fence-race t 1 2 */
AMP_TILED_KERNEL(both_write, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = T - l;
    for (int j = T / 2; j > 0; j /= 2) {
        tile_barrier_wait(tidx);
        const int other = t[l ^ j]; /* 1 */
        tile_barrier_wait_with_global_memory_fence(tidx);
        t[l] = other + j; /* 2 */
        tile_barrier_wait(tidx);
    }
    at_index(y, tidx.global) = t[l];
}
RUN(both_write, TILES, Y)
/* clean both_write_ok */
AMP_TILED_KERNEL(both_write_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = T - l;
    for (int j = T / 2; j > 0; j /= 2) {
        tile_barrier_wait(tidx);
        const int other = t[l ^ j];
        tile_barrier_wait_with_tile_static_memory_fence(tidx);
        t[l] = other + j;
    }
    at_index(y, tidx.global) = t[l];
}
RUN(both_write_ok, TILES, Y)

/* A stencil that reaches two elements, over a halo of one. */
/* bad thin_halo: out-of-bounds t 1 1 */
AMP_TILED_KERNEL(thin_halo, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T + 2);
    const int l = tidx.local[0], g = tidx.global[0];
    t[l + 1] = at(x, g);
    if (l == 0) { t[0] = g > 0 ? at(x, g - 1) : 0; }
    if (l == T - 1) { t[T + 1] = g < N - 1 ? at(x, g + 1) : 0; }
    tile_barrier_wait(tidx);
    int sum = t[l + 1];
    sum += t[l + 3]; /* 1 */
    at(y, g) = sum;
}
RUN(thin_halo, TILES, X, Y)
/* clean thin_halo_ok */
AMP_TILED_KERNEL(thin_halo_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T + 4);
    const int l = tidx.local[0], g = tidx.global[0];
    for (int i = l; i < T + 4; i += T) {
        const int from = tidx.tile_origin[0] + i - 2;
        t[i] = from >= 0 && from < N ? at(x, from) : 0;
    }
    tile_barrier_wait(tidx);
    int sum = t[l + 2];
    sum += t[l + 4] + t[l];
    at(y, g) = sum;
}
RUN(thin_halo_ok, TILES, X, Y)

/* The halo is loaded from the view without a look at the view's end. */
/* bad bare_halo: out-of-bounds x 1 1 */
AMP_TILED_KERNEL(bare_halo, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T + 1);
    const int l = tidx.local[0], g = tidx.global[0];
    t[l] = at(x, g);
    if (l == T - 1) {
        t[T] = at(x, g + 1); /* 1 */
    }
    tile_barrier_wait(tidx);
    at(y, g) = t[l] + t[l + 1];
}
RUN(bare_halo, TILES, X, Y)
/* clean bare_halo_ok */
AMP_TILED_KERNEL(bare_halo_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T + 1);
    const int l = tidx.local[0], g = tidx.global[0];
    t[l] = at(x, g);
    if (l == T - 1) { t[T] = g + 1 < x_shape.extent[0] ? at(x, g + 1) : 0; }
    tile_barrier_wait(tidx);
    at(y, g) = t[l] + t[l + 1];
}
RUN(bare_halo_ok, TILES, X, Y)

/* Steps of a stencil within tile memory, with one barrier for two. */
/* bad one_barrier: tile-race t 1 2 */
AMP_TILED_KERNEL(one_barrier, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 10, 10);
    const int r = tidx.local[0] + 1, c = tidx.local[1] + 1;
    for (int i = tidx.local[0] * 8 + tidx.local[1]; i < 100; i += 64) { t[i / 10][i % 10] = 0; }
    tile_barrier_wait(tidx);
    t[r][c] = at_index(a, tidx.global);
    for (int step = 0; step < 2; step++) {
        tile_barrier_wait(tidx);
        const float mean = t[r - 1][c] + t[r + 1][c] + t[r][c - 1] + t[r][c + 1]; /* 1 */
        t[r][c] = mean / 4; /* 2 */
    }
    at_index(b, tidx.global) = t[r][c];
}
RUN(one_barrier, TILES2, F, G)
/* clean one_barrier_ok */
AMP_TILED_KERNEL(one_barrier_ok, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 10, 10);
    const int r = tidx.local[0] + 1, c = tidx.local[1] + 1;
    for (int i = tidx.local[0] * 8 + tidx.local[1]; i < 100; i += 64) { t[i / 10][i % 10] = 0; }
    tile_barrier_wait(tidx);
    t[r][c] = at_index(a, tidx.global);
    for (int step = 0; step < 2; step++) {
        tile_barrier_wait(tidx);
        const float mean = t[r - 1][c] + t[r + 1][c] + t[r][c - 1] + t[r][c + 1];
        tile_barrier_wait(tidx);
        t[r][c] = mean / 4;
    }
    at_index(b, tidx.global) = t[r][c];
}
RUN(one_barrier_ok, TILES2, F, G)

/* A transpose through a tile, and no barrier. */
/* bad no_wait_transpose: tile-race t 1 2 */
AMP_TILED_KERNEL(no_wait_transpose, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 8, 9);
    const int i = tidx.local[0], j = tidx.local[1];
    t[i][j] = at_index(a, tidx.global); /* 1 */
    at(b, tidx.tile_origin[1] + i, tidx.tile_origin[0] + j) = t[j][i]; /* 2 */
}
RUN(no_wait_transpose, TILES2, F, G)
/* clean no_wait_transpose_ok */
AMP_TILED_KERNEL(no_wait_transpose_ok, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 8, 9);
    const int i = tidx.local[0], j = tidx.local[1];
    t[i][j] = at_index(a, tidx.global);
    tile_barrier_wait(tidx);
    at(b, tidx.tile_origin[1] + i, tidx.tile_origin[0] + j) = t[j][i];
}
RUN(no_wait_transpose_ok, TILES2, F, G)

/* The output's tile is not exchanged in one dimension: tiles of a row meet. */
/* bad wrong_tile: cross-tile-race b 1 1 */
AMP_TILED_KERNEL(wrong_tile, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 8, 9);
    const int i = tidx.local[0], j = tidx.local[1];
    t[i][j] = at_index(a, tidx.global) + (float)(tidx.tile[0] * 4 + tidx.tile[1]);
    tile_barrier_wait(tidx);
    at(b, tidx.tile_origin[0] + i, tidx.tile_origin[0] + j) = t[j][i]; /* 1 */
}
RUN(wrong_tile, TILES2, F, G)
/* clean wrong_tile_ok */
AMP_TILED_KERNEL(wrong_tile_ok, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 8, 9);
    const int i = tidx.local[0], j = tidx.local[1];
    t[i][j] = at_index(a, tidx.global) + (float)(tidx.tile[0] * 4 + tidx.tile[1]);
    tile_barrier_wait(tidx);
    at(b, tidx.tile_origin[1] + i, tidx.tile_origin[0] + j) = t[j][i];
}
RUN(wrong_tile_ok, TILES2, F, G)

/* A flat index with the wrong row length: 15 where a row has 16. */
/* bad row_length: global-race y 1 1 */
AMP_KERNEL(row_length, 2, inout(int, 1, y))
{
    at(y, idx[0] * 15 + idx[1]) = idx[0]; /* 1 */
}
RUN(row_length, amp_extent(16, 16), Y)
/* clean row_length_ok */
AMP_KERNEL(row_length_ok, 2, inout(int, 1, y))
{
    at(y, idx[0] * 16 + idx[1]) = idx[0];
}
RUN(row_length_ok, amp_extent(16, 16), Y)

/* Padding against bank conflicts in the index, and not in the array. */
/* bad banks: out-of-bounds t 1 1; out-of-bounds t 2 2 */
AMP_TILED_KERNEL(banks, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0], other = T - 1 - l;
    t[l + l / 16] = at_index(x, tidx.global); /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[other + other / 16]; /* 2 */
}
RUN(banks, TILES, X, Y)
/* clean banks_ok */
AMP_TILED_KERNEL(banks_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T + T / 16);
    const int l = tidx.local[0], other = T - 1 - l;
    t[l + l / 16] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[other + other / 16];
}
RUN(banks_ok, TILES, X, Y)

/* Bodies that attract each other, tile by tile: the next tile is loaded too early. */
/* bad bodies: tile-race p 1 2 */
typedef struct place { float x, y, z, mass; } place;
AMP_TILED_KERNEL(bodies, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(place, p, T);
    float pull_x = 0;
    for (int k = 0; k < N; k += T) {
        p[tidx.local[0]].x = (float)at(x, k + tidx.local[0]); /* 1 */
        tile_barrier_wait(tidx);
        for (int i = 0; i < T; i++) {
            pull_x += p[i].x; /* 2 */
        }
    }
    at_index(y, tidx.global) = (int)pull_x;
}
RUN(bodies, TILES, X, Y)
/* clean bodies_ok */
AMP_TILED_KERNEL(bodies_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(place, p, T);
    float pull_x = 0;
    for (int k = 0; k < N; k += T) {
        p[tidx.local[0]].x = (float)at(x, k + tidx.local[0]);
        tile_barrier_wait(tidx);
        for (int i = 0; i < T; i++) { pull_x += p[i].x; }
        tile_barrier_wait(tidx);
    }
    at_index(y, tidx.global) = (int)pull_x;
}
RUN(bodies_ok, TILES, X, Y)

/* A binary search whose upper end is the element behind. */
/* bad search_end: out-of-bounds t 1 1 */
AMP_TILED_KERNEL(search_end, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    int low = 0, high = T + 1, seen = 0;
    while (low < high) {
        const int middle = (low + high) / 2;
        const int v = t[middle]; /* 1 */
        seen += v;
        if (middle < T && v < N + 1) { low = middle + 1; } else { high = middle; }
    }
    at_index(y, tidx.global) = low + seen;
}
RUN(search_end, TILES, X, Y)
/* clean search_end_ok */
AMP_TILED_KERNEL(search_end_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    int low = 0, high = T;
    while (low < high) {
        const int middle = (low + high) / 2;
        const int v = t[middle];
        if (v < N + 1) { low = middle + 1; } else { high = middle; }
    }
    at_index(y, tidx.global) = low;
}
RUN(search_end_ok, TILES, X, Y)

/* Makers and takers, each with a barrier of their own. */
/* bad makers: barrier-divergence - 1 2 */
AMP_TILED_KERNEL(makers, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T / 2);
    const int l = tidx.local[0];
    if (l < T / 2) {
        t[l] = at_index(x, tidx.global);
        tile_barrier_wait(tidx); /* 1 */
    } else {
        tile_barrier_wait(tidx); /* 2 */
        at_index(y, tidx.global) = t[l - T / 2];
    }
}
RUN(makers, TILES, X, Y)
/* clean makers_ok */
AMP_TILED_KERNEL(makers_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T / 2);
    const int l = tidx.local[0];
    if (l < T / 2) { t[l] = at_index(x, tidx.global); }
    tile_barrier_wait(tidx);
    if (l >= T / 2) { at_index(y, tidx.global) = t[l - T / 2]; }
}
RUN(makers_ok, TILES, X, Y)

/* Life on a torus, old and new generation in one array. */
/* bad one_world: global-race b 1 1 */
AMP_KERNEL(one_world, 2, in(float, 2, a), inout(float, 2, b))
{
    const int r = idx[0], c = idx[1];
    at(b, r, c) = at(a, (r + 1) % 32, c) + at(a, r, (c + 1) % 32); /* 1 */
}
RUN(one_world, amp_extent(32, 32), F, F)
/* clean one_world_ok */
AMP_KERNEL(one_world_ok, 2, in(float, 2, a), inout(float, 2, b))
{
    const int r = idx[0], c = idx[1];
    at(b, r, c) = at(a, (r + 1) % 32, c) + at(a, r, (c + 1) % 32);
}
RUN(one_world_ok, amp_extent(32, 32), F, G)

/* An array is turned round in place, by as many threads as it has elements. */
/* bad turned_round: global-race y 1 2 */
AMP_KERNEL(turned_round, 1, inout(int, 1, y))
{
    const int v = at(y, N - 1 - idx[0]); /* 1 */
    at(y, idx[0]) = v + idx[0]; /* 2 */
}
RUN(turned_round, THREADS, Y)
/* clean turned_round_ok */
AMP_KERNEL(turned_round_ok, 1, inout(int, 1, y))
{
    const int v = at(y, N - 1 - idx[0]);
    at(y, N - 1 - idx[0]) = at(y, idx[0]);
    at(y, idx[0]) = v + idx[0];
}
RUN(turned_round_ok, amp_extent(N / 2), Y)

/* A loop over the whole array, with the tile's stride instead of the launch's. */
/* bad tile_stride: cross-tile-race y 1 1 */
AMP_TILED_KERNEL(tile_stride, (T), inout(int, 1, y))
{
    for (int i = tidx.global[0]; i < N; i += T) {
        at(y, i) = tidx.global[0]; /* 1 */
    }
}
RUN(tile_stride, TILES, Y)
/* clean tile_stride_ok */
AMP_TILED_KERNEL(tile_stride_ok, (T), inout(int, 1, y))
{
    for (int i = tidx.global[0]; i < N; i += N) { at(y, i) = tidx.global[0]; }
}
RUN(tile_stride_ok, TILES, Y)

/* A queue in tile memory: who comes takes the head, in two steps. */
/* bad queue_head: tile-race head 1 2; tile-race head 2 2 */
AMP_TILED_KERNEL(queue_head, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, head, 1);
    if (tidx.local[0] == 0) { head[0] = 0; }
    tile_barrier_wait(tidx);
    const int i = head[0]; /* 1 */
    head[0] = i + 1; /* 2 */
    at_index(y, tidx.global) = at(x, i);
}
RUN(queue_head, TILES, X, Y)
/* clean queue_head_ok */
AMP_TILED_KERNEL(queue_head_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, head, 1);
    if (tidx.local[0] == 0) { head[0] = 0; }
    tile_barrier_wait(tidx);
    const int i = amp_atomic_fetch_inc(&head[0]);
    at_index(y, tidx.global) = at(x, i);
}
RUN(queue_head_ok, TILES, X, Y)

/* Digits are counted in one phase and read in the same. */
/* bad digits: atomic-race n 1 2 */
AMP_PHASED_KERNEL(digits, (T), in(unsigned, 1, u), out(unsigned, 1, y))
{
    tile_static(unsigned, n, 4);
    phase_first(4) { n[tidx.local[0]] = 0; }
    phase {
        (void)amp_atomic_fetch_add(&n[at_index(u, tidx.global) & 3], 1u); /* 1 */
        if (tidx.local[0] == T - 1) {
            n[0] += 1; /* 2 */
        }
    }
    phase { at_index(y, tidx.global) = n[tidx.local[0] & 3]; }
}
RUN(digits, TILES, U, amp_view(unsigned, data_y, N))
/* clean digits_ok */
AMP_PHASED_KERNEL(digits_ok, (T), in(unsigned, 1, u), out(unsigned, 1, y))
{
    tile_static(unsigned, n, 4);
    phase_first(4) { n[tidx.local[0]] = 0; }
    phase { (void)amp_atomic_fetch_add(&n[at_index(u, tidx.global) & 3], 1u); }
    phase_first(1) { n[0] += 1; }
    phase { at_index(y, tidx.global) = n[tidx.local[0] & 3]; }
}
RUN(digits_ok, TILES, U, amp_view(unsigned, data_y, N))

/* The last thread of a row finishes the row, in the phase in which the row is written. */
/* bad row_end: tile-race t 1 2 */
AMP_PHASED_KERNEL(row_end, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 8, 9);
    phase {
        t[tidx.local[0]][tidx.local[1]] = at_index(a, tidx.global); /* 1 */
        if (tidx.local[1] == 7) {
            float sum = 0;
            for (int j = 0; j < 8; j++) {
                sum += t[tidx.local[0]][j]; /* 2 */
            }
            t[tidx.local[0]][8] = sum;
        }
    }
    phase { at_index(b, tidx.global) = t[tidx.local[0]][8]; }
}
RUN(row_end, TILES2, F, G)
/* clean row_end_ok */
AMP_PHASED_KERNEL(row_end_ok, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 8, 9);
    phase { t[tidx.local[0]][tidx.local[1]] = at_index(a, tidx.global); }
    phase {
        if (tidx.local[1] == 7) {
            float sum = 0;
            for (int j = 0; j < 8; j++) { sum += t[tidx.local[0]][j]; }
            t[tidx.local[0]][8] = sum;
        }
    }
    phase { at_index(b, tidx.global) = t[tidx.local[0]][8]; }
}
RUN(row_end_ok, TILES2, F, G)
AMP_DEVICE_END
