/* SPDX-License-Identifier: MIT */
/* After the cases of Oclgrind's own tests and documentation: races that values hide, fences,
   atomics before and after plain accesses, static arrays, memory that nobody set as an
   address, a condition, a structure; indices far away; loops without end and very long. */
#include "labelled.h"
AMP_DEVICE_BEGIN

/* A race between tiles that writes back the value that is there. */
/* bad hidden_between: cross-tile-race y 1 2 */
AMP_TILED_KERNEL(hidden_between, (T), inout(int, 1, y), out(int, 1, z))
{
    if (tidx.local[0] == 3) {
        const int v = at(y, 9); /* 1 */
        if (tidx.tile[0] == 2) {
            at(y, 9) = v; /* 2 */
        }
        at_index(z, tidx.tile) = v;
    }
}
RUN(hidden_between, TILES, Y, Z)
/* clean hidden_between_ok */
AMP_TILED_KERNEL(hidden_between_ok, (T), inout(int, 1, y), out(int, 1, z))
{
    if (tidx.local[0] == 3) { at_index(z, tidx.tile) = at(y, 9); }
}
RUN(hidden_between_ok, TILES, Y, Z)

/* A write of a value that is there already, within a tile. */
/* bad hidden_within: tile-race t 1 2 */
AMP_TILED_KERNEL(hidden_within, (T), out(int, 1, y))
{
    tile_static(int, t, 1);
    if (tidx.local[0] == 0) { t[0] = 5; }
    tile_barrier_wait(tidx);
    const int v = t[0]; /* 1 */
    if (tidx.local[0] == 9) {
        t[0] = 5; /* 2 */
    }
    at_index(y, tidx.global) = v;
}
RUN(hidden_within, TILES, Y)
/* clean hidden_within_ok */
AMP_TILED_KERNEL(hidden_within_ok, (T), out(int, 1, y))
{
    tile_static(int, t, 1);
    if (tidx.local[0] == 0) { t[0] = 5; }
    tile_barrier_wait(tidx);
    const int v = t[0];
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 9) { t[0] = 5; }
    at_index(y, tidx.global) = v;
}
RUN(hidden_within_ok, TILES, Y)

/* One value from all threads of all tiles. */
/* bad uniform: same-value-write y 1 1 */
AMP_TILED_KERNEL(uniform, (T), inout(int, 1, y), value(int, v))
{
    at(y, 0) = v; /* 1 */
}
RUN(uniform, TILES, Y, 7)
/* clean uniform_ok */
AMP_TILED_KERNEL(uniform_ok, (T), inout(int, 1, y), value(int, v))
{
    if (tidx.global[0] == 0) { at(y, 0) = v; }
}
RUN(uniform_ok, TILES, Y, 7)

/* A plain write after atomics, and no barrier between. */
/* bad write_after: atomic-race n 1 2 */
AMP_TILED_KERNEL(write_after, (T), out(int, 1, y))
{
    tile_static(int, n, 1);
    if (tidx.local[0] == 0) { n[0] = 0; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = amp_atomic_fetch_inc(&n[0]); /* 1 */
    if (tidx.local[0] == 0) {
        n[0] = 100; /* 2 */
    }
}
RUN(write_after, TILES, Y)
/* clean write_after_ok */
AMP_TILED_KERNEL(write_after_ok, (T), out(int, 1, y))
{
    tile_static(int, n, 1);
    if (tidx.local[0] == 0) { n[0] = 0; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = amp_atomic_fetch_inc(&n[0]);
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) { n[0] = 100; }
}
RUN(write_after_ok, TILES, Y)

/* A column behind the row's end is the next row: only the type knows. */
/* bad next_row: out-of-bounds t 1 1 */
AMP_TILED_KERNEL(next_row, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 8, 8);
    const int i = tidx.local[0], j = tidx.local[1];
    t[i][j] = at_index(a, tidx.global);
    tile_barrier_wait(tidx);
    at_index(b, tidx.global) = i < 7 ? t[i][j + 1] : 0; /* 1 */
}
RUN(next_row, TILES2, F, G)
/* clean next_row_ok */
AMP_TILED_KERNEL(next_row_ok, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 8, 8);
    const int i = tidx.local[0], j = tidx.local[1];
    t[i][j] = at_index(a, tidx.global);
    tile_barrier_wait(tidx);
    at_index(b, tidx.global) = j < 7 ? t[i][j + 1] : 0;
}
RUN(next_row_ok, TILES2, F, G)

/* A condition on tile memory that nobody set. */
/* bad unset_branch: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(unset_branch, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    int v = 2;
    if (t[tidx.local[0]] > 3) { v = 3; } /* 1 */
    at_index(y, tidx.global) = v;
}
RUN(unset_branch, TILES, Y)
/* clean unset_branch_ok */
AMP_TILED_KERNEL(unset_branch_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    int v = 2;
    t[tidx.local[0]] = tidx.local[0];
    if (t[tidx.local[0]] > 3) { v = 3; }
    at_index(y, tidx.global) = v;
}
RUN(unset_branch_ok, TILES, Y)

/* Tile memory that nobody set is the index of other tile memory. */
/* bad unset_address: uninitialised-read n 1 1; ?out-of-bounds t 1 1; ?out-of-bounds t 2 2 */
AMP_TILED_KERNEL(unset_address, (T), out(int, 1, y))
{
    tile_static(int, n, T);
    tile_static(int, t, T);
    const int i = n[tidx.local[0]]; /* 1 */
    t[i] = tidx.local[0]; /* 2 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = 1;
}
RUN(unset_address, TILES, Y)
/* clean unset_address_ok */
AMP_TILED_KERNEL(unset_address_ok, (T), out(int, 1, y))
{
    tile_static(int, n, T);
    tile_static(int, t, T);
    n[tidx.local[0]] = T - 1 - tidx.local[0];
    const int i = n[tidx.local[0]];
    t[i] = tidx.local[0];
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = 1;
}
RUN(unset_address_ok, TILES, Y)

/* An index that nobody wrote, of doubles, and read: poison times 8. */
/* bad unset_index_read: uninitialised-read n 1 1; ?out-of-bounds t 2 2 */
AMP_TILED_KERNEL(unset_index_read, (T), out(int, 1, y))
{
    tile_static(int, n, 1);
    tile_static(double, t, T);
    t[tidx.local[0]] = 1.0;
    tile_barrier_wait(tidx);
    const int i = n[0]; /* 1 */
    at_index(y, tidx.global) = t[i + tidx.local[0]] > 0.0; /* 2 */
}
RUN(unset_index_read, TILES, Y)
/* clean unset_index_read_ok */
AMP_TILED_KERNEL(unset_index_read_ok, (T), out(int, 1, y))
{
    tile_static(int, n, 1);
    tile_static(double, t, T);
    t[tidx.local[0]] = 1.0;
    if (tidx.local[0] == 0) { n[0] = -1; }
    tile_barrier_wait(tidx);
    const int i = n[0];
    at_index(y, tidx.global) = t[(i + tidx.local[0]) & (T - 1)] > 0.0;
}
RUN(unset_index_read_ok, TILES, Y)

/* A counter that nobody set gives the slots. */
/* bad unset_counter: uninitialised-read n 1 1; ?out-of-bounds t 2 2 */
AMP_TILED_KERNEL(unset_counter, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, n, 1);
    tile_static(int, t, T);
    const int i = amp_atomic_fetch_inc(&n[0]); /* 1 */
    t[i] = at_index(x, tidx.global); /* 2 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = 1;
}
RUN(unset_counter, TILES, X, Y)
/* clean unset_counter_ok */
AMP_TILED_KERNEL(unset_counter_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, n, 1);
    tile_static(int, t, T);
    (void)amp_atomic_exchange(&n[0], 0);
    tile_barrier_wait(tidx);
    const int i = amp_atomic_fetch_inc(&n[0]);
    t[i] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(unset_counter_ok, TILES, X, Y)

/* A million elements away. */
/* bad far_away: out-of-bounds t 1 1 */
AMP_TILED_KERNEL(far_away, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = 1;
    if (tidx.local[0] == 7) {
        t[tidx.local[0] + 1000000] = 2; /* 1 */
    }
    at_index(y, tidx.global) = t[tidx.local[0]];
}
RUN(far_away, TILES, Y)

/* A wrong stride: every fourth element of an array that has one for each thread. */
/* bad wide_stride: out-of-bounds t 1 1 */
AMP_TILED_KERNEL(wide_stride, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0] * 4] = at_index(x, tidx.global); /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = 1;
}
RUN(wide_stride, TILES, X, Y)
/* clean wide_stride_ok */
AMP_TILED_KERNEL(wide_stride_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 4 * T);
    t[tidx.local[0] * 4] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[(tidx.local[0] ^ 1) * 4];
}
RUN(wide_stride_ok, TILES, X, Y)

/* Structures with padding, written and copied whole: what lies between the members was
   never anybody's. */
typedef struct padded { char letter; int number; short part; } padded;
/* clean padding_ok */
AMP_TILED_KERNEL(padding_ok, (T), out(int, 1, y))
{
    tile_static(padded, t, T);
    tile_static(padded, u, T);
    const int l = tidx.local[0];
    t[l].letter = 'a';
    t[l].number = l;
    t[l].part = 3;
    u[l] = t[l];
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = u[T - 1 - l].number + u[l].letter;
}
RUN(padding_ok, TILES, Y)
/* One member was never set, and the copy is read. */
/* bad unset_member: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(unset_member, (T), out(int, 1, y))
{
    tile_static(padded, t, T);
    const int l = tidx.local[0];
    t[l].letter = 'a';
    t[l].part = 3;
    tile_barrier_wait(tidx);
    const int n = t[l ^ 1].number; /* 1 */
    at_index(y, tidx.global) = n + t[l].letter;
}
RUN(unset_member, TILES, Y)
/* clean unset_member_ok */
AMP_TILED_KERNEL(unset_member_ok, (T), out(int, 1, y))
{
    tile_static(padded, t, T);
    const int l = tidx.local[0];
    t[l].letter = 'a';
    t[l].number = 1;
    tile_barrier_wait(tidx);
    const int n = t[l ^ 1].number;
    at_index(y, tidx.global) = n + t[l].letter;
}
RUN(unset_member_ok, TILES, Y)

/* An atomic on a raw address behind the view. */
/* bad raw_atomic: out-of-bounds y 1 1 */
AMP_KERNEL(raw_atomic, 1, inout(int, 1, y))
{
    (void)amp_atomic_fetch_add(&y[idx[0] + 2], 1); /* 1 */
}
RUN(raw_atomic, THREADS, Y)
/* clean raw_atomic_ok */
AMP_KERNEL(raw_atomic_ok, 1, inout(int, 1, y))
{
    (void)amp_atomic_fetch_add(&y[idx[0] / 2], 1);
}
RUN(raw_atomic_ok, THREADS, Y)

/* Memory that is only to be read is written through a cast. */
/* bad cast_away: global-race x 1 1 */
AMP_KERNEL(cast_away, 1, in(int, 1, x))
{
    *(amp_global_ptr(int))(size_t)&at(x, idx[0] / 2) = idx[0]; /* 1 */
}
RUN(cast_away, THREADS, Z)

#ifndef __OPENCL_VERSION__ /* what OpenCL C does not have */
/* A variable of the file, which a device does not share, counts. */
/* bad file_variable: host-memory file_count 1 1 */
static int file_count;
AMP_KERNEL(file_variable, 1, inout(int, 1, y))
{
    file_count += 1; /* 1 */
    at(y, idx[0]) = 1;
}
RUN(file_variable, THREADS, Y)
/* clean file_table_ok */
static const int file_table[4] = { 3, 1, 4, 1 };
AMP_KERNEL(file_table_ok, 1, inout(int, 1, y))
{
    at(y, idx[0]) = file_table[idx[0] & 3];
}
RUN(file_table_ok, THREADS, Y)

typedef struct pair_of_ints { int a, b; } pair_of_ints;
/* A structure goes through memcpy, and comes back one element further. */
/* bad copied: tile-race t 1 2 */
AMP_TILED_KERNEL(copied, (T), out(int, 1, y))
{
    tile_static(pair_of_ints, t, T);
    pair_of_ints p = { tidx.local[0], 1 };
    memcpy(&t[tidx.local[0]], &p, sizeof(p)); /* 1 */
    memcpy(&p, &t[(tidx.local[0] + 1) % T], sizeof(p)); /* 2 */
    at_index(y, tidx.global) = p.a;
}
RUN(copied, TILES, Y)
/* clean copied_ok */
AMP_TILED_KERNEL(copied_ok, (T), out(int, 1, y))
{
    tile_static(pair_of_ints, t, T);
    pair_of_ints p = { tidx.local[0], 1 };
    memcpy(&t[tidx.local[0]], &p, sizeof(p));
    tile_barrier_wait(tidx);
    memcpy(&p, &t[(tidx.local[0] + 1) % T], sizeof(p));
    at_index(y, tidx.global) = p.a;
}
RUN(copied_ok, TILES, Y)

/* Elements of 32 bytes. */
typedef float eight __attribute__((vector_size(32)));
/* bad wide: tile-race t 1 2 */
AMP_TILED_KERNEL(wide, (16), out(int, 1, y))
{
    tile_static(eight, t, 16);
    const int l = tidx.local[0];
    const eight v = { (float)l, 1, 2, 3, 4, 5, 6, 7 };
    t[l] = v; /* 1 */
    const eight w = v + t[l ^ 1]; /* 2 */
    at_index(y, tidx.global) = w[0] + w[3] > w[5] + w[7];
}
RUN(wide, amp_tile(amp_extent(N), 16), Y)
/* clean wide_ok */
AMP_TILED_KERNEL(wide_ok, (16), out(int, 1, y))
{
    tile_static(eight, t, 16);
    const int l = tidx.local[0];
    const eight v = { (float)l, 1, 2, 3, 4, 5, 6, 7 };
    t[l] = v;
    tile_barrier_wait(tidx);
    const eight w = v + t[l ^ 1];
    at_index(y, tidx.global) = w[0] + w[3] > w[5] + w[7];
}
RUN(wide_ok, amp_tile(amp_extent(N), 16), Y)
#endif

/* A ring of threads, each waiting for the next one's flag before it raises its own. */
/* bad ring_of_flags: livelock flag 1 1 */
/* slow: millions of reads */
AMP_TILED_KERNEL(ring_of_flags, (4), out(int, 1, y))
{
    tile_static(int, flag, 4);
    const int l = tidx.local[0];
    flag[l] = 0;
    tile_barrier_wait(tidx);
    while (amp_atomic_fetch_or(&flag[(l + 1) % 4], 0) == 0) { } /* 1 */
    (void)amp_atomic_exchange(&flag[l], 1);
    at(y, l) = l;
}
RUN(ring_of_flags, amp_tile(amp_extent(4), 4), Y)
/* clean ring_of_flags_ok */
AMP_TILED_KERNEL(ring_of_flags_ok, (4), out(int, 1, y))
{
    tile_static(int, flag, 4);
    const int l = tidx.local[0];
    flag[l] = 1;
    tile_barrier_wait(tidx);
    while (amp_atomic_fetch_or(&flag[(l + 1) % 4], 0) == 0) { }
    at(y, l) = l;
}
RUN(ring_of_flags_ok, amp_tile(amp_extent(4), 4), Y)

/* An endless loop that touches nothing. */
/* bad endless: livelock - 1 1 */
/* slow: two seconds a thread */
AMP_TILED_KERNEL(endless, (2), out(int, 1, y), value(unsigned, step), value(unsigned, end))
{
    unsigned i = 1;
    at(y, tidx.local[0]) = 0;
    while (i != end) { i += step; } /* 1 */
    at(y, tidx.local[0]) = (int)i;
}
RUN(endless, amp_tile(amp_extent(2), 2), Y, 2u, 0u)
/* Very many reads of few elements, and an end. */
/* clean endless_ok */
/* slow: 17 million reads */
AMP_TILED_KERNEL(endless_ok, (2), in(int, 1, x), out(int, 1, y))
{
    unsigned sum = 0;
    if (tidx.local[0] == 0) {
        for (int i = 0; i < 17 << 20; i++) { sum += (unsigned)at(x, i & 1); }
    }
    at(y, tidx.local[0]) = (int)(sum & 1);
}
RUN(endless_ok, amp_tile(amp_extent(2), 2), X, Y)
AMP_DEVICE_END
