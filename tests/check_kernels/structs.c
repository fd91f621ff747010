/* SPDX-License-Identifier: MIT */
/* Elements that are structs: the bytes between the fields, and which of them a race is about. */
#include "case.h"
AMP_DEVICE_BEGIN
typedef struct gap_ { char c; int i; } gap_;
typedef struct tail_ { double d; int i; char c; } tail_;
typedef struct pair_ { int a, b; } pair_;

/* clean gap_ok */
AMP_TILED_KERNEL(gap_ok, (T), out(gap_, 1, g))
{
    tile_static(gap_, t, T);
    const int l = tidx.local[0];
    t[l].c = (char)l;
    t[l].i = l;
    tile_barrier_wait(tidx);
    at_index(g, tidx.global) = t[T - 1 - l];
}
/* clean tail_ok */
AMP_TILED_KERNEL(tail_ok, (T), out(tail_, 1, g))
{
    tile_static(tail_, t, T);
    const int l = tidx.local[0];
    t[l].c = (char)l;
    t[l].i = l;
    t[l].d = l;
    tile_barrier_wait(tidx);
    at_index(g, tidx.global) = t[T - 1 - l];
}
/* clean copied_ok */
AMP_TILED_KERNEL(copied_ok, (T), out(tail_, 1, g))
{
    tile_static(tail_, t, T);
    tail_ own[2];
    const int l = tidx.local[0];
    t[l].c = (char)l;
    t[l].i = l;
    t[l].d = l;
    tile_barrier_wait(tidx);
    memcpy(own, &t[l & ~1], sizeof(own));
    at_index(g, tidx.global) = own[l & 1];
}
/* An out view, written by fields, read whole. */
/* clean view_ok */
AMP_KERNEL(view_ok, 1, out(tail_, 1, g), out(int, 1, y))
{
    at_index(g, idx).d = 1;
    at_index(g, idx).c = 2;
    at_index(g, idx).i = 2;
    const tail_ own = at_index(g, idx);
    at_index(y, idx) = own.c + (int)own.d + own.i;
}
/* Copied into a variable and back; clang copies the fields, and by themselves the bytes between. */
typedef struct gaps_ { char a; short b; char c; double d; int i; } gaps_;
/* clean turned_ok */
AMP_TILED_KERNEL(turned_ok, (T), out(int, 1, y))
{
    tile_static(gaps_, t, T);
    const int l = tidx.local[0];
    t[l].a = (char)l;
    t[l].b = (short)l;
    t[l].c = (char)l;
    t[l].d = l;
    t[l].i = l;
    tile_barrier_wait(tidx);
    const gaps_ other = t[T - 1 - l];
    tile_barrier_wait(tidx);
    t[l] = other;
    at_index(y, tidx.global) = other.a + other.b + other.c + (int)other.d + other.i;
}
/* clean turned_view_ok */
AMP_TILED_KERNEL(turned_view_ok, (T), out(gap_, 1, g), out(int, 1, y))
{
    const int from = tidx.tile_origin[0] + T - 1 - tidx.local[0];
    at_index(g, tidx.global).c = (char)tidx.local[0];
    at_index(g, tidx.global).i = tidx.local[0];
    tile_barrier_wait(tidx);
    const gap_ other = at(g, from);
    tile_barrier_wait(tidx);
    at_index(g, tidx.global) = other;
    at_index(y, tidx.global) = other.c + other.i;
}
/* clean own_copy_ok */
AMP_KERNEL(own_copy_ok, 1, out(gap_, 1, g), out(int, 1, y))
{
    at_index(g, idx).c = 1;
    at_index(g, idx).i = 2;
    const gap_ own = at_index(g, idx);
    at(g, idx[0]) = own;
    at_index(y, idx) = own.c + own.i;
}
/* clean private_copy_ok */
AMP_PHASED_KERNEL(private_copy_ok, (T), out(int, 1, y))
{
    thread_private(gaps_, kept);
    thread_private(gaps_, again);
    phase
    {
        mine(kept).a = 1;
        mine(kept).b = 1;
        mine(kept).c = 1;
        mine(kept).d = 2;
        mine(kept).i = tidx.local[0];
    }
    phase
    {
        const gaps_ own = mine(kept);
        mine(again) = own;
        at_index(y, tidx.global) = own.a + own.b + own.c + (int)own.d + own.i;
    }
}
/* A field that nobody set, read on a line of its own behind one that is set. */
/* bad field_beside: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(field_beside, (T), out(int, 1, y))
{
    tile_static(gap_, t, T);
    const int l = tidx.local[0];
    t[l].c = (char)l;
    tile_barrier_wait(tidx);
    const int c = t[T - 1 - l].c;
    const int i = t[T - 1 - l].i; /* 1 */
    at_index(y, tidx.global) = c + i;
}
/* bad view_beside: uninitialised-read g 1 1 */
AMP_TILED_KERNEL(view_beside, (T), out(pair_, 1, g), out(int, 1, y))
{
    at_index(g, tidx.global).a = 1;
    const int a = at_index(g, tidx.global).a;
    at_index(y, tidx.global) = a
        + at_index(g, tidx.global).b; /* 1 */
}
/* bad all_unset: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(all_unset, (T), out(tail_, 1, g))
{
    tile_static(tail_, t, T);
    const int l = tidx.local[0];
    if (l != 5) { t[l].i = l; t[l].d = l; t[l].c = 1; }
    tile_barrier_wait(tidx);
    at_index(g, tidx.global) = t[T - 1 - l]; /* 1 */
}
/* bad field_unset: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(field_unset, (T), out(int, 1, y))
{
    tile_static(gap_, t, T);
    const int l = tidx.local[0];
    t[l].c = (char)l;
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[T - 1 - l].i; /* 1 */
}
/* bad view_unset: uninitialised-read g 1 1 */
AMP_KERNEL(view_unset, 1, out(pair_, 1, g), out(int, 1, y))
{
    at_index(g, idx).a = 1;
    at_index(y, idx) = at_index(g, idx).b; /* 1 */
}
/* bad field_race: global-race g 1 1 */
AMP_KERNEL(field_race, 1, inout(pair_, 1, g))
{
    at(g, idx[0] & ~1).b = idx[0]; /* 1 */
}
/* bad across: cross-tile-race g 1 1 */
AMP_TILED_KERNEL(across, (T), inout(pair_, 1, g))
{
    at(g, tidx.local[0]).b = tidx.tile[0]; /* 1 */
}
/* clean fields_apart_ok */
AMP_KERNEL(fields_apart_ok, 1, inout(pair_, 1, g))
{
    if (idx[0] & 1) { at(g, idx[0] & ~1).b = idx[0]; } else { at(g, idx[0]).a = idx[0]; }
}
/* Elements smaller than a word. */
/* clean bytes_ok */
AMP_KERNEL(bytes_ok, 1, inout(char, 1, c))
{
    at_index(c, idx) = (char)(at_index(c, idx) + 1);
}
/* bad bytes_next: global-race c 1 1 */
AMP_KERNEL(bytes_next, 1, inout(char, 1, c))
{
    at_index(c, idx) = at(c, (idx[0] + 1) % N); /* 1 */
}
/* bad bytes_few: global-race c 1 1 */
AMP_KERNEL(bytes_few, 1, inout(char, 1, c))
{
    at(c, idx[0] % 6) = (char)idx[0]; /* 1 */
}
/* bad bytes_tiles: cross-tile-race c 1 2; cross-tile-race c 2 2 */
AMP_TILED_KERNEL(bytes_tiles, (T), inout(char, 1, c))
{
    at_index(c, tidx.global) = 1; /* 1 */
    tile_barrier_wait(tidx);
    at(c, tidx.local[0] + 3) = (char)tidx.tile[0]; /* 2 */
}
/* bad bytes_unset: uninitialised-read c 1 1 */
AMP_KERNEL(bytes_unset, 1, out(char, 1, c))
{
    if (idx[0] % 3 != 0) { at_index(c, idx) = 1; }
    at_index(c, idx) = (char)(at_index(c, idx) + 1); /* 1 */
}
/* One value to the byte that both write, beside another byte of one of them. */
/* bad same_byte: same-value-write s 1 2 */
AMP_KERNEL(same_byte, 1, inout(short, 1, s))
{
    if (idx[0] == 3) { at(s, 0) = 0x0101; } /* 1 */
    if (idx[0] == 9) { *(char *)&at(s, 0) = 1; } /* 2 */
}
/* bad halves: global-race s 1 2 */
AMP_KERNEL(halves, 1, inout(short, 1, s))
{
    at_index(s, idx) = 1; /* 1 */
    if (idx[0] == 6) { at(s, 5) = 2; /* 2 */ }
}
/* Names that are words of the kernel language; the nearer of two arrays. */
/* bad mine_: tile-race mine 1 2 */
AMP_TILED_KERNEL(mine_, (T), out(int, 1, y))
{
    tile_static(int, mine, T);
    mine[tidx.local[0]] = 1; /* 1 */
    at_index(y, tidx.global) = mine[T - 1 - tidx.local[0]]; /* 2 */
}
/* bad nearer: out-of-bounds a 1 1 */
AMP_TILED_KERNEL(nearer, (T), out(int, 1, y))
{
    tile_static(int, before, T);
    tile_static(int, a, T);
    int *p = a;
    const int l = tidx.local[0];
    before[l] = l;
    a[l] = before[l];
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = p[l - 1]; /* 1 */
}
/* bad named: out-of-bounds before 1 1 */
AMP_TILED_KERNEL(named, (T), out(int, 1, y))
{
    tile_static(int, before, T);
    tile_static(int, a, T);
    const int l = tidx.local[0];
    before[l] = l;
    a[l] = before[l];
    at_index(y, tidx.global) = before[l == 5 ? 2 * T - 1 : l]; /* 1 */
}
AMP_DEVICE_END

static gap_ gap[N];
static tail_ tail[N];
static pair_ pair[N];
static short half[N];
#define GAP amp_view(gap_, gap, N)
#define TAIL amp_view(tail_, tail, N)
#define PAIR amp_view(pair_, pair, N)
RUN(gap_ok, parallel_for_each(TILES, gap_ok, GAP))
RUN(tail_ok, parallel_for_each(TILES, tail_ok, TAIL))
RUN(copied_ok, parallel_for_each(TILES, copied_ok, TAIL))
RUN(view_ok, parallel_for_each(THREADS, view_ok, TAIL, Y))
RUN(turned_ok, parallel_for_each(TILES, turned_ok, Y))
RUN(turned_view_ok, parallel_for_each(TILES, turned_view_ok, GAP, Y))
RUN(own_copy_ok, parallel_for_each(THREADS, own_copy_ok, GAP, Y))
RUN(private_copy_ok, parallel_for_each(TILES, private_copy_ok, Y))
RUN(field_beside, parallel_for_each(TILES, field_beside, Y))
RUN(view_beside, parallel_for_each(TILES, view_beside, PAIR, Y))
RUN(all_unset, parallel_for_each(TILES, all_unset, TAIL))
RUN(field_unset, parallel_for_each(TILES, field_unset, Y))
RUN(view_unset, parallel_for_each(THREADS, view_unset, PAIR, Y))
RUN(field_race, parallel_for_each(THREADS, field_race, PAIR))
RUN(across, parallel_for_each(TILES, across, PAIR))
RUN(fields_apart_ok, parallel_for_each(THREADS, fields_apart_ok, PAIR))
RUN(bytes_ok, parallel_for_each(THREADS, bytes_ok, C))
RUN(bytes_next, parallel_for_each(THREADS, bytes_next, C))
RUN(bytes_few, parallel_for_each(THREADS, bytes_few, C))
RUN(bytes_tiles, parallel_for_each(TILES, bytes_tiles, C))
RUN(bytes_unset, parallel_for_each(THREADS, bytes_unset, C))
RUN(same_byte, parallel_for_each(THREADS, same_byte, amp_view(short, half, N)))
RUN(halves, parallel_for_each(THREADS, halves, amp_view(short, half, N)))
RUN(mine_, parallel_for_each(TILES, mine_, Y))
RUN(nearer, parallel_for_each(TILES, nearer, Y))
RUN(named, parallel_for_each(TILES, named, Y))
CASES(CASE(gap_ok) CASE(tail_ok) CASE(copied_ok) CASE(view_ok) CASE(turned_ok) CASE(turned_view_ok)
      CASE(own_copy_ok) CASE(private_copy_ok) CASE(field_beside) CASE(view_beside)
      CASE(all_unset) CASE(field_unset)
      CASE(view_unset) CASE(field_race) CASE(across) CASE(fields_apart_ok) CASE(bytes_ok)
      CASE(bytes_next) CASE(bytes_few) CASE(bytes_tiles) CASE(bytes_unset) CASE(same_byte)
      CASE(halves) CASE(mine_)
      CASE(nearer) CASE(named))
