/* SPDX-License-Identifier: MIT */
/* Accesses of every shape and size, views of views, and pointers. */
#include "case.h"
AMP_DEVICE_BEGIN
typedef float quad __attribute__((vector_size(16)));
typedef struct body { float x, y; int kind; short a; char b, c; } body;

/* Vectors of 16 bytes. */
/* bad vectors: tile-race t 1 2; tile-race t 2 3 */
AMP_TILED_KERNEL(vectors, (T), out(int, 1, y))
{
    tile_static(quad, t, T);
    const quad q = { 1, 2, 3, (float)tidx.local[0] };
    t[tidx.local[0]] = q; /* 1 */
    quad r = t[(tidx.local[0] + 1) % T]; /* 2 */
    r += q;
    t[tidx.local[0]] = r; /* 3 */
    at_index(y, tidx.global) = 1;
}
/* clean vectors_ok */
AMP_TILED_KERNEL(vectors_ok, (T), out(int, 1, y))
{
    tile_static(quad, t, T);
    const quad q = { 1, 2, 3, (float)tidx.local[0] };
    t[tidx.local[0]] = q;
    tile_barrier_wait(tidx);
    quad r = t[(tidx.local[0] + 1) % T];
    r += q;
    tile_barrier_wait(tidx);
    t[tidx.local[0]] = r;
    at_index(y, tidx.global) = 1;
}
/* A vector and the floats that it is made of. */
/* bad vector_part: tile-race t 1 2 */
AMP_TILED_KERNEL(vector_part, (T), out(int, 1, y))
{
    tile_static(quad, t, T);
    const quad q = { 1, 2, 3, 4 };
    t[tidx.local[0]] = q; /* 1 */
    amp_tile_ptr(float) f = (amp_tile_ptr(float))t;
    at_index(y, tidx.global) = (int)f[(tidx.local[0] * 4 + 7) % (4 * T)]; /* 2 */
}
/* clean vector_part_ok */
AMP_TILED_KERNEL(vector_part_ok, (T), out(int, 1, y))
{
    tile_static(quad, t, T);
    const quad q = { 1, 2, 3, 4 };
    t[tidx.local[0]] = q;
    amp_tile_ptr(float) f = (amp_tile_ptr(float))t;
    at_index(y, tidx.global) = (int)f[tidx.local[0] * 4 + 3];
}
/* Fields of one structure, each a thread's own, of 2 bytes and of 1. */
/* clean fields_ok */
AMP_TILED_KERNEL(fields_ok, (T), out(int, 1, y))
{
    tile_static(body, t, T / 4);
    const int i = tidx.local[0] / 4;
    switch (tidx.local[0] % 4) {
    case 0: t[i].a = 1; break;
    case 1: t[i].b = 2; break;
    case 2: t[i].c = 3; break;
    default: t[i].y = 4; break;
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[i].a + t[i].b + t[i].c + (int)t[i].y;
}
/* One of the fields is not a thread's own. */
/* bad fields: tile-race t 1 2 */
AMP_TILED_KERNEL(fields, (T), out(int, 1, y))
{
    tile_static(body, t, T / 2);
    const int i = tidx.local[0] / 2;
    if (tidx.local[0] % 2) { t[i].c = 3; } else { t[i].a = 1; } /* 1 */
    at_index(y, tidx.global) = tidx.local[0] % 2 ? 0 : t[i].c; /* 2 */
}
/* A structure is copied whole; a field of it was never written. */
/* bad whole: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(whole, (T), out(int, 1, y))
{
    tile_static(body, t, T);
    t[tidx.local[0]].x = 1;
    t[tidx.local[0]].kind = 2;
    const float f = t[tidx.local[0]].y; /* 1 */
    at_index(y, tidx.global) = f > 0;
}
/* Structures in a view: one field by all, another by each. */
/* bad view_fields: cross-tile-race b 1 1 */
AMP_TILED_KERNEL(view_fields, (T), inout(body, 1, b))
{
    at(b, tidx.local[0]).kind = tidx.global[0]; /* 1 */
}
/* clean view_fields_ok */
AMP_KERNEL(view_fields_ok, 1, inout(body, 1, b))
{
    const int i = idx[0] / 4;
    switch (idx[0] % 4) {
    case 0: at(b, i).a = 1; break;
    case 1: at(b, i).b = 2; break;
    case 2: at(b, i).c = (char)(at(b, i).c + 3); break;
    default: at(b, i).y += 4; break;
    }
}
/* Neighbours of 2 bytes share a word. */
/* clean shorts_ok */
AMP_TILED_KERNEL(shorts_ok, (T), out(int, 1, y))
{
    tile_static(short, t, T);
    t[tidx.local[0]] = (short)tidx.local[0];
    t[tidx.local[0]] += 1;
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]];
}
/* bad shorts: tile-race t 1 2 */
AMP_TILED_KERNEL(shorts, (T), out(int, 1, y))
{
    tile_static(short, t, T + 1);
    t[tidx.local[0] + 1] = (short)tidx.local[0]; /* 1 */
    if (tidx.local[0] > 0) { at_index(y, tidx.global) = t[tidx.local[0]]; } /* 2 */
}
#ifndef __OPENCL_VERSION__ /* what OpenCL C does not have */
/* A neighbour's first byte is set too. */
/* bad set: tile-race t 1 1 */
AMP_TILED_KERNEL(set, (T), out(int, 1, y))
{
    tile_static(char, t, T * 5 + 1);
    memset(&t[tidx.local[0] * 5], tidx.local[0], 6); /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
/* clean set_ok */
AMP_TILED_KERNEL(set_ok, (T), out(int, 1, y))
{
    tile_static(char, t, T * 5);
    memset(&t[tidx.local[0] * 5], tidx.local[0], 5);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
/* Copies of odd length from and to odd places. */
/* clean odd_copies_ok */
AMP_TILED_KERNEL(odd_copies_ok, (T), in(char, 1, c), out(int, 1, y))
{
    tile_static(char, t, T * 7);
    char mine[7];
    memcpy(mine, &at(c, tidx.local[0]), 7);
    memcpy(&t[tidx.local[0] * 7], mine, 7);
    tile_barrier_wait(tidx);
    int v = 0;
    memcpy(&v, &t[(tidx.local[0] * 7 + 9) % (T * 7 - 4)], 4);
    at_index(y, tidx.global) = v;
}
/* Half of what is copied out was never written. */
/* bad odd_copies: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(odd_copies, (T), out(int, 1, y))
{
    tile_static(char, t, T * 8);
    long long v = 0;
    memset(&t[tidx.local[0] * 8], 1, 5);
    memcpy(&v, &t[tidx.local[0] * 8], 8); /* 1 */
    at_index(y, tidx.global) = (int)v;
}
/* A copy that goes on behind the array's end. */
/* bad long_copy: out-of-bounds t 1 1 */
AMP_TILED_KERNEL(long_copy, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 8);
    int row[10];
    for (int i = 0; i < 10; i++) { row[i] = at(x, i); }
    if (tidx.local[0] == 0) { memcpy(t, row, sizeof(row)); } /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0] % 8];
}
/* Two fields of bits in one byte: to write the one is to write the other. */
/* bad bits: tile-race t 1 2 */
typedef struct two { unsigned low : 4, high : 4; } two;
AMP_TILED_KERNEL(bits, (T), out(int, 1, y))
{
    tile_static(two, t, T);
    const two none = { 0, 0 };
    t[tidx.local[0]] = none;
    tile_barrier_wait(tidx);
    if (tidx.local[0] % 2) {
        t[tidx.local[0] / 2].high = (unsigned)(tidx.local[0] & 7) + 1u; /* 1 */
    } else {
        at_index(y, tidx.global) = t[tidx.local[0] / 2].low; /* 2 */
    }
}
#endif
/* Two views of one memory: read through the one, written through the other. */
/* bad alias: global-race y 1 1 */
AMP_KERNEL(alias, 1, in(int, 1, x), inout(int, 1, y))
{
    if (idx[0] > 0) { at(y, idx[0]) = at(x, idx[0] - 1); } /* 1 */
}
/* clean alias_ok */
AMP_KERNEL(alias_ok, 1, in(int, 1, x), inout(int, 1, y))
{
    at(y, idx[0]) = at(x, idx[0]) + 1;
}
/* Two sections that have elements in common, and two that have none. */
/* bad sections: global-race a 1 2 */
AMP_KERNEL(sections, 1, inout(int, 1, a), inout(int, 1, b))
{
    at(a, idx[0]) = 1; /* 1 */
    at(b, idx[0]) = 2; /* 2 */
}
/* clean sections_ok */
AMP_KERNEL(sections_ok, 1, inout(int, 1, a), inout(int, 1, b))
{
    at(a, idx[0]) = 1;
    at(b, idx[0]) = 2;
}
/* Columns of a matrix as two sections, rows by projection. */
/* clean columns_ok */
AMP_KERNEL(columns_ok, 2, inout(float, 2, a), inout(float, 2, b), inout(float, 1, r))
{
    at_index(a, idx) += 1;
    at_index(b, idx) = at_index(a, idx);
    if (idx[0] == 0) { at(r, idx[1]) = 3; }
}
/* The section is 16 wide, what it is cut from 32. */
/* bad columns: out-of-bounds a 1 1 */
AMP_KERNEL(columns, 2, inout(float, 2, a))
{
    at(a, idx[0], idx[1] + 1) = 1; /* 1 */
}
/* bad projection: out-of-bounds r 1 1 */
AMP_KERNEL(projection, 1, inout(float, 1, r))
{
    at(r, idx[0] + 1) = 1; /* 1 */
}
/* Three dimensions: each has its own end. */
/* bad volume: out-of-bounds v 1 1; out-of-bounds v 2 2 */
AMP_KERNEL(volume, 3, inout(int, 3, v))
{
    int sum = 0;
    sum += at(v, idx[0], idx[1] + 1, idx[2]); /* 1 */
    sum += at(v, idx[0] - 1, idx[1], idx[2]); /* 2 */
    if (sum == -1) { at(v, 0, 0, 0) = 1; }
}
/* clean volume_ok */
AMP_TILED_KERNEL(volume_ok, (2, 4, 4), inout(int, 3, v))
{
    tile_static(int, t, 2, 4, 4);
    const int i = tidx.local[0], j = tidx.local[1], k = tidx.local[2];
    t[i][j][k] = at_index(v, tidx.global);
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = t[1 - i][3 - j][3 - k];
}
/* bad volume_tile: tile-race t 1 2 */
AMP_TILED_KERNEL(volume_tile, (2, 4, 4), inout(int, 3, v))
{
    tile_static(int, t, 2, 4, 4);
    const int i = tidx.local[0], j = tidx.local[1], k = tidx.local[2];
    t[i][j][k] = at_index(v, tidx.global); /* 1 */
    at_index(v, tidx.global) = t[i][j][3 - k]; /* 2 */
}
/* An atomic operation behind the end. */
/* bad atomic_behind: out-of-bounds y 1 1 */
AMP_KERNEL(atomic_behind, 1, inout(int, 1, y))
{
    amp_atomic_fetch_add(&at(y, idx[0] * 2), 1); /* 1 */
}
/* A pointer that runs past its tile array into the next one. */
/* bad runaway: out-of-bounds a 1 1 */
static int sum_of(amp_tile_ptr(const int) p, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += p[i]; /* 1 */
    }
    return sum;
}
AMP_TILED_KERNEL(runaway, (T), out(int, 1, y))
{
    tile_static(int, a, 8);
    tile_static(int, b, T);
    b[tidx.local[0]] = 1;
    if (tidx.local[0] < 8) { a[tidx.local[0]] = 1; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = sum_of(a, 9);
}
/* clean runaway_ok */
static int total_of(amp_tile_ptr(const int) p, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) { sum += p[i]; }
    return sum;
}
AMP_TILED_KERNEL(runaway_ok, (T), out(int, 1, y))
{
    tile_static(int, a, 8);
    tile_static(int, b, T);
    b[tidx.local[0]] = 1;
    if (tidx.local[0] < 8) { a[tidx.local[0]] = 1; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = total_of(a, 8) + total_of(b + 1, T - 1);
}
/* Doubles, 8 bytes: the neighbour's half. */
/* bad halves: tile-race t 1 2 */
AMP_TILED_KERNEL(halves, (T), out(int, 1, y))
{
    tile_static(double, t, T);
    t[tidx.local[0]] = 1.5; /* 1 */
    amp_tile_ptr(const int) half = (amp_tile_ptr(const int))t;
    at_index(y, tidx.global) = half[(2 * tidx.local[0] + 3) % (2 * T)]; /* 2 */
}
/* clean halves_ok */
AMP_TILED_KERNEL(halves_ok, (T), out(int, 1, y))
{
    tile_static(double, t, T);
    t[tidx.local[0]] = 1.5;
    amp_tile_ptr(const int) half = (amp_tile_ptr(const int))t;
    at_index(y, tidx.global) = half[2 * tidx.local[0] + 1];
}
AMP_DEVICE_END

static body bodies[N];
#define B amp_view(body, bodies, N)
#define V amp_view(int, y_, 4, 8, 8)
#define PART(from, n) amp_section(Y, amp_index(from), amp_extent(n))
RUN(vectors, parallel_for_each(TILES, vectors, Y))
RUN(vectors_ok, parallel_for_each(TILES, vectors_ok, Y))
RUN(vector_part, parallel_for_each(TILES, vector_part, Y))
RUN(vector_part_ok, parallel_for_each(TILES, vector_part_ok, Y))
RUN(fields_ok, parallel_for_each(TILES, fields_ok, Y))
RUN(fields, parallel_for_each(TILES, fields, Y))
RUN(whole, parallel_for_each(TILES, whole, Y))
RUN(view_fields, parallel_for_each(TILES, view_fields, B))
RUN(view_fields_ok, parallel_for_each(THREADS, view_fields_ok, B))
RUN(shorts_ok, parallel_for_each(TILES, shorts_ok, Y))
RUN(shorts, parallel_for_each(TILES, shorts, Y))
RUN(set, parallel_for_each(TILES, set, Y))
RUN(set_ok, parallel_for_each(TILES, set_ok, Y))
RUN(odd_copies_ok, parallel_for_each(TILES, odd_copies_ok, C, Y))
RUN(odd_copies, parallel_for_each(TILES, odd_copies, Y))
RUN(long_copy, parallel_for_each(TILES, long_copy, X, Y))
RUN(bits, parallel_for_each(TILES, bits, Y))
RUN(alias, parallel_for_each(THREADS, alias, Y, Y))
RUN(alias_ok, parallel_for_each(THREADS, alias_ok, Y, Y))
RUN(sections, parallel_for_each(amp_extent(100), sections, PART(0, 100), PART(60, 100)))
RUN(sections_ok, parallel_for_each(amp_extent(100), sections_ok, PART(0, 100), PART(100, 100)))
RUN(columns_ok, parallel_for_each(amp_extent(31, 16), columns_ok,
                                  amp_section(F, amp_index(0, 0), amp_extent(31, 16)),
                                  amp_section(F, amp_index(0, 16), amp_extent(31, 16)),
                                  amp_project(F, 31)))
RUN(columns, parallel_for_each(amp_extent(31, 16), columns,
                               amp_section(F, amp_index(0, 0), amp_extent(31, 16))))
RUN(projection, parallel_for_each(amp_extent(32), projection, amp_project(F, 3)))
RUN(volume, parallel_for_each(amp_extent(4, 8, 8), volume, V))
RUN(volume_ok, parallel_for_each(amp_tile(amp_extent(4, 8, 8), 2, 4, 4), volume_ok, V))
RUN(volume_tile, parallel_for_each(amp_tile(amp_extent(4, 8, 8), 2, 4, 4), volume_tile, V))
RUN(atomic_behind, parallel_for_each(THREADS, atomic_behind, Y))
RUN(runaway, parallel_for_each(TILES, runaway, Y))
RUN(runaway_ok, parallel_for_each(TILES, runaway_ok, Y))
RUN(halves, parallel_for_each(TILES, halves, Y))
RUN(halves_ok, parallel_for_each(TILES, halves_ok, Y))
CASES(CASE(vectors) CASE(vectors_ok) CASE(vector_part) CASE(vector_part_ok) CASE(fields_ok)
      CASE(fields) CASE(whole) CASE(view_fields) CASE(view_fields_ok) CASE(shorts_ok)
      CASE(shorts) CASE(set) CASE(set_ok) CASE(odd_copies_ok) CASE(odd_copies)
      CASE(long_copy) CASE(bits) CASE(alias) CASE(alias_ok) CASE(sections) CASE(sections_ok)
      CASE(columns_ok) CASE(columns) CASE(projection) CASE(volume) CASE(volume_ok)
      CASE(volume_tile) CASE(atomic_behind) CASE(runaway) CASE(runaway_ok) CASE(halves)
      CASE(halves_ok))
