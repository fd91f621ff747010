/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_SCAN_KERNELS_H
#define AMP_ALGORITHMS_SCAN_KERNELS_H
/*
amp/algorithms/scan_kernels.h: what scans are made of: an operator's steps through elements, and its
kernels.

  1 steps             through elements in order, for a CPU
  2 kernels for a CPU
  3 kernels for a GPU
  4 definitions
  5 on the host       an operator described, and its steps for passes

A scan cuts its range into chunks. A chunk's fold is that of its elements, by segments of those
behind its last head; its results continue from the folds of the chunks before. All forms for a CPU
are one body, the steps of section 1: a launch of it folds each chunk, another one writes the
results; a pass does both at once (scan.h).
*/

#include "tiles.h"

AMP_DEVICE_BEGIN
/* ==== 1 steps ============================================================ */

/* How a scan goes through elements. What is written: for each element the sum of those before it,
   or the sum with it; nothing; for each segment its sum alone. And: from the last element to the
   first; the fold of the elements themselves as well; by segments, which begin where start is not
   0, or backward end there. Of a launch: an element stands before the first and counts in the
   chunks; a fold is to count the heads. */
#define AMP__SCAN_EXCLUSIVE 0
#define AMP__SCAN_INCLUSIVE 1
#define AMP__SCAN_FOLD 2
#define AMP__SCAN_ENDS 3
#define AMP__SCAN_WRITES 3
#define AMP__SCAN_BACKWARD 4
#define AMP__SCAN_OWN 8
#define AMP__SCAN_SEGMENTS 16
#define AMP__SCAN_FROM 32
#define AMP__SCAN_COUNT 64

#ifdef __OPENCL_VERSION__
#define AMP__BY_FOUR
#else /* an element a cycle is what a sum in order can give: no jump for each as well */
#define AMP__BY_FOUR _Pragma("GCC unroll 4")
#endif
/* From position `from` to position `to`; backward, position j is element top - j. */
typedef struct amp__scan_span { ptrdiff_t from, to, top; } amp__scan_span;
/* The steps of a span. none is the identity, sum what is before, own the fold of the elements
   themselves, k the number of the segment at work, which is returned. `how` is a constant, so that
   a loop has what it needs and no more. Where segments begin cannot be foretold: that is a choice
   of two values, not a jump. `what` is how & AMP__SCAN_WRITES: found here, it would be a number of
   two bits to the compiler of a device, from which Oclgrind 21.10 does not cut off the others
   (docs/compiler-faults.md). */
#define AMP__SCANNED(T)                                                                            \
    int number, amp_global_ptr(const T) x, amp_global_ptr(const int) start, amp_global_ptr(T) y,   \
    amp__scan_span at, T none, T *before, T *chunk, int k
#define AMP__SCAN_RUN(name, T)                                                                     \
    AMP__INLINED int amp__scan_run_##name(const int how, const int what, AMP__SCANNED(T))          \
    {                                                                                              \
        const int back = (how & AMP__SCAN_BACKWARD) != 0;                                          \
        const ptrdiff_t zero = back ? at.top - at.from : at.from; /* so gcc has one counter */     \
        T sum = *before, own = *chunk;                                                             \
        AMP__BY_FOUR for (ptrdiff_t j = 0; j < at.to - at.from; j++) {                             \
            const ptrdiff_t i = back ? -j : j;                                                     \
            const int head = (how & AMP__SCAN_SEGMENTS) != 0 && (start + zero)[i] != 0;            \
            const T a = (x + zero)[i], left = head && !back ? none : sum;                          \
            const T next = amp__plus_##name(number, left, a);                                      \
            if (how & AMP__SCAN_OWN) { own = amp__plus_##name(number, own, a); }                   \
            if (what == AMP__SCAN_ENDS) { y[k += head] = next; }                                   \
            if (what == AMP__SCAN_EXCLUSIVE) { (y + zero)[i] = left; }                             \
            if (what == AMP__SCAN_INCLUSIVE) { (y + zero)[i] = next; }                             \
            sum = head && back ? none : next;                                                      \
        }                                                                                          \
        *before = sum;                                                                             \
        *chunk = own;                                                                              \
        return k;                                                                                  \
    }
/* A case of a switch over `how`, for each that there is of a kind, with the other parameters of the
   steps, of which the last is a variable. */
#define AMP__SCAN_CASE(name, constant, k, ...)                                                     \
    case constant:                                                                                 \
        k = amp__scan_run_##name(constant, (constant) & AMP__SCAN_WRITES, __VA_ARGS__, k);         \
        break;
#define AMP__SCAN_PLAIN(name, ...)                                                                 \
    AMP__SCAN_CASE(name, 0, __VA_ARGS__) AMP__SCAN_CASE(name, 1, __VA_ARGS__)                      \
    AMP__SCAN_CASE(name, 2, __VA_ARGS__) AMP__SCAN_CASE(name, 4, __VA_ARGS__)                      \
    AMP__SCAN_CASE(name, 5, __VA_ARGS__) AMP__SCAN_CASE(name, 6, __VA_ARGS__)
#define AMP__SCAN_PLAIN_OWN(name, ...)                                                             \
    AMP__SCAN_CASE(name, 8, __VA_ARGS__) AMP__SCAN_CASE(name, 9, __VA_ARGS__)                      \
    AMP__SCAN_CASE(name, 12, __VA_ARGS__) AMP__SCAN_CASE(name, 13, __VA_ARGS__)
#define AMP__SCAN_SEGMENTED(name, ...)                                                             \
    AMP__SCAN_CASE(name, 16, __VA_ARGS__) AMP__SCAN_CASE(name, 17, __VA_ARGS__)                    \
    AMP__SCAN_CASE(name, 19, __VA_ARGS__) AMP__SCAN_CASE(name, 20, __VA_ARGS__)                    \
    AMP__SCAN_CASE(name, 21, __VA_ARGS__)

/* ==== 2 kernels for a CPU ================================================ */

/* A tile of one thread goes through a chunk of `per` elements in order, which is what a CPU does
   best; where there are more rows than one, through `per` rows, each on its own. With
   AMP__SCAN_FROM, part[0] is an element before the first, and chunk c's fold is part[c + 1]; the
   result is then apart from the input, or what is written is inclusive. */
typedef struct amp__scan_chunk {
    amp__scan_span at;
    int how, fold, shift; /* `how` of its steps; each writes `shift` behind its element */
    int leads;            /* what is written first stands for nothing yet */
    int part, known, own; /* it goes on from parts `part` up to `known`; its fold is part `own` */
    int row, row_end;
} amp__scan_chunk;
AMP__INLINED amp__scan_chunk amp__scan_chunk_of(int how, int c, int per, int rows, ptrdiff_t n)
{
    const int lead = (how & AMP__SCAN_FROM) != 0, many = rows > 1;
    const ptrdiff_t stop = many ? n : ((ptrdiff_t)c + 1) * per - lead;
    amp__scan_chunk s;
    s.fold = (how & AMP__SCAN_WRITES) == AMP__SCAN_FOLD;
    s.shift = lead && (how & AMP__SCAN_WRITES) == AMP__SCAN_EXCLUSIVE;
    s.how = how % 8 + s.shift; /* that of the one before: shift */
    s.leads = s.shift && c == 0;
    s.part = c > 0 ? lead : 0;
    s.known = many ? 0 : !s.fold ? c + lead : c == 0 ? lead : 0;
    s.own = c + lead;
    s.row = many ? c * per : 0;
    s.row_end = !many ? 1 : rows - s.row < per ? rows : s.row + per;
    s.at.from = c > 0 && !many ? stop - per : 0;
    s.at.to = stop < n - s.shift ? stop : n - s.shift;
    s.at.top = n - 1;
    return s;
}
/* Its sum with parts p up to `known`. */
#define AMP__PARTS(T) int number, T sum, amp_global_ptr(const T) part, int p, int known
#define AMP__SUM_OF_PARTS(name, T)                                                                 \
    AMP__INLINED T amp__sum_of_parts_##name(AMP__PARTS(T))                                         \
    {                                                                                              \
        for (; p < known; p++) { sum = amp__plus_##name(number, sum, part[p]); }                   \
        return sum;                                                                                \
    }
/* Its sum with a row. */
#define AMP__SUM_WITH_ROW(name, T)                                                                 \
    AMP__INLINED T amp__sum_with_row_##name(int number, T sum, amp_global_ptr(const T) x,          \
                                            amp_global_ptr(T) y, amp__scan_chunk s, T none)        \
    {                                                                                              \
        T own = sum; int k = 0;                                                                    \
        switch (s.how) { AMP__SCAN_PLAIN(name, k, number, x, 0, y, s.at, none, &sum, &own) }       \
        return sum;                                                                                \
    }
#define AMP__KERNEL_scan(name, T, identity)                                                        \
    AMP__PHASED_BODY(amp__scan_##name, 1, in(T, 2, x), inout(T, 1, part), inout(T, 2, y),          \
                     value(int, per), value(int, how))                                             \
        AMP__PHASE_ALL { AMP__SCAN_CHUNK(name, T, identity) }                                      \
    AMP__PHASED_BODY_END
#define AMP__SCAN_CHUNK(name, T, identity)                                                         \
    const amp__scan_chunk s = amp__scan_chunk_of(how, amp_tile_index.tile[0], per,                 \
                                                 x_shape.extent[0], x_shape.extent[1]);            \
    AMP__SUM_FROM(T, identity);                                                                    \
    sum = amp__sum_of_parts_##name(amp__op, sum, part, s.part, s.known);                           \
    if (s.leads) { amp_at(y, 0, 0) = sum; }                                                        \
    for (int row = s.row; row < s.row_end; row++) { AMP__SCAN_ROW(name, T, identity) }
#define AMP__SCAN_ROW(name, T, identity)                                                           \
    const T total = amp__sum_with_row_##name(amp__op, sum, x + row * x_shape.stride[0],            \
                                             y + row * y_shape.stride[0] + s.shift, s, identity);  \
    if (s.fold) { AMP__AT(part, s.own) = total; }

/* By segments. A chunk's fold is that of its elements behind its last head; seen says whether there
   is one and, with AMP__SCAN_COUNT, behind that of all chunks how many there are, of which the
   first element is one. What is written of AMP__SCAN_ENDS are the sums of the segments that end in
   the chunk: those whose next one begins there; k is the number of the segment at work. Backward, a
   segment is gone through from its end, and the sum is reset after its first element. */
typedef struct amp__segment_chunk {
    amp__scan_span at;
    int how, fold, ends, k; /* ends: the chunk begins with a head, so that segment k has ended */
} amp__segment_chunk;
/* The position of the last head, or -1. */
AMP__HELPER ptrdiff_t amp__tail_of(amp_global_ptr(const int) start, int back, amp__scan_span at)
{
    ptrdiff_t tail = at.to - 1;
    while (tail >= at.from && start[back ? at.top - tail : tail] == 0) { tail--; }
    return tail >= at.from ? tail : -1;
}
/* Of chunk c, to *s; where it is folded, what it has seen is written down, and read where it goes
   on. It is no result: of a structure that is, Clang makes a call that Oclgrind 21.10 does not
   know. */
AMP__INLINED void amp__segment_chunk_of(amp__segment_chunk *s, amp_global_ptr(const int) start,
                                        amp_global_ptr(int) seen, int chunks, int c, int how,
                                        amp__scan_span at)
{
    const int what = how & AMP__SCAN_WRITES, counts = (how & AMP__SCAN_COUNT) != 0;
    const int back = (how & AMP__SCAN_BACKWARD) != 0, lone = at.from == 0 && start[0] == 0;
    const ptrdiff_t tail = what < AMP__SCAN_FOLD ? -1 : amp__tail_of(start, back, at);
    s->at = at;
    s->ends = 0;
    s->fold = what == AMP__SCAN_FOLD;
    s->how = how % 8 + (s->fold ? 0 : AMP__SCAN_SEGMENTS);
    s->k = -1;
    if (s->fold) {
        int count = lone;
        for (ptrdiff_t i = at.from; counts && i < at.to; i++) { count += start[i] != 0; }
        if (counts) { seen[chunks + c] = count; }
        seen[c] = tail >= 0;
        s->at.from = tail >= 0 ? tail + back : at.from;
    }
    for (int p = 0; p < c && counts && !s->fold; p++) { s->k += seen[chunks + p]; }
    if (what == AMP__SCAN_ENDS) {
        s->at.to = at.to > at.top ? at.to : tail >= 0 ? tail : at.from;
        s->ends = at.from > 0 && start[at.from] != 0;
        s->k += lone;
    }
}
#define AMP__SUM_BY_HEADS(name, T)                                                                 \
    AMP__INLINED T amp__sum_by_heads_##name(AMP__PARTS(T), amp_global_ptr(const int) seen)         \
    {                                                                                              \
        for (; p < known; p++) {                                                                   \
            sum = seen[p] != 0 ? part[p] : amp__plus_##name(number, sum, part[p]);                 \
        }                                                                                          \
        return sum;                                                                                \
    }
#define AMP__KERNEL_segments(name, T, identity)                                                    \
    AMP__CHUNK_BODY(amp__segments_##name, x_shape.extent[0], in(T, 1, x), in(int, 1, start),       \
                    inout(T, 1, part), inout(int, 1, seen), inout(T, 1, y), value(int, per),       \
                    value(int, how))                                                               \
        const int c = amp_tile_index.tile[0];                                                      \
        AMP__SEGMENTS_CHUNK(name, T, identity)                                                     \
        AMP__SEGMENTS_STEPS(name, T, identity)                                                     \
    AMP__CHUNK_BODY_END
#define AMP__SEGMENTS_CHUNK(name, T, identity)                                                     \
    const amp__scan_span span = { first, last, n - 1 };                                            \
    amp__segment_chunk s;                                                                          \
    amp__segment_chunk_of(&s, start, seen, seen_shape.extent[0] / 2, c, how, span);                \
    AMP__SUM_FROM(T, identity);                                                                    \
    if (!s.fold) { sum = amp__sum_by_heads_##name(amp__op, sum, part, 0, c, seen); }               \
    if (s.ends) { AMP__AT(y, s.k) = sum; }
#define AMP__SEGMENTS_STEPS(name, T, identity)                                                     \
    T own = sum; const T none = identity;                                                          \
    switch (s.how) {                                                                               \
        AMP__SCAN_CASE(name, 2, s.k, amp__op, x, start, y, s.at, none, &sum, &own)                 \
        AMP__SCAN_CASE(name, 6, s.k, amp__op, x, start, y, s.at, none, &sum, &own)                 \
        AMP__SCAN_SEGMENTED(name, s.k, amp__op, x, start, y, s.at, none, &sum, &own)               \
    }                                                                                              \
    if (s.fold) { AMP__AT(part, c) = sum; }

/* ==== 3 kernels for a GPU ================================================ */

/* How many consecutive elements, of `bytes` bytes each, a thread has in a
   block: what fits into tile memory. Larger elements take the other form, and
   the arrays here shrink to nothing, so that the program builds all the same. */
#define AMP__SCAN_FITS 16
#define AMP__ROW(bytes) ((bytes) <= 8 ? 8 : 4)
#define AMP__WIDE(bytes) ((bytes) <= AMP__SCAN_FITS ? AMP__TILE : 1)

/* The tile memory of a scan of elements of P. A row has one more element than
   is used: without it the threads' rows begin in the same few memory banks. */
#define AMP__SCAN_MEMORY(P)                                                                        \
    enum { row_length = AMP__ROW(sizeof(P)), wide = AMP__WIDE(sizeof(P)) };                        \
    const int fold = (how & AMP__SCAN_WRITES) == AMP__SCAN_FOLD;                                   \
    const int back = (how & AMP__SCAN_BACKWARD) != 0, c = amp_tile_index.tile[0];                  \
    AMP__TILE_ARRAY(P, block, wide, row_length + 1);                                               \
    AMP__TILE_ARRAY(P, sums, 2, wide);                                                             \
    AMP__TILE_ARRAY(P, carry, 1)

/* A thread's row of a block: its sum, and its scan. */
#define AMP__ROW_OF_TILE(P) int number, amp_tile_ptr(P) row, const int length
#define AMP__ROW_SUM(name, P)                                                                      \
    AMP__INLINED P amp__row_sum_##name(AMP__ROW_OF_TILE(const P))                                  \
    {                                                                                              \
        P sum = row[0];                                                                            \
        for (int r = 1; r < length; r++) { sum = amp__plus_##name(number, sum, row[r]); }          \
        return sum;                                                                                \
    }
#define AMP__ROW_SCAN(name, P)                                                                     \
    AMP__INLINED void amp__row_scan_##name(AMP__ROW_OF_TILE(P), P before, int inclusive)           \
    {                                                                                              \
        for (int r = 0; r < length; r++) {                                                         \
            const P sum = amp__plus_##name(number, before, row[r]);                                \
            row[r] = inclusive ? sum : before; before = sum;                                       \
        }                                                                                          \
    }
/* What a thread reads or writes, so that neighbours have neighbouring elements i. */
#define AMP__EACH_OF_BLOCK(once, ...)                                                              \
    for (int r = 0; (once) && r < row_length; r++) {                                               \
        const int at_ = r * AMP__TILE + AMP__THREAD;                                               \
        const ptrdiff_t i = k + at_;                                                               \
        __VA_ARGS__                                                                                \
    }
#define AMP__OF_BLOCK block[at_ / row_length][at_ % row_length]
/* Reads the block from element k on; a row's fold is a thread's sum. `get` is
   element i; what is behind the range counts as the identity. */
#define AMP__SCAN_READ(name, P, identity, get)                                                     \
    AMP__PHASE_ALL {                                                                               \
        AMP__EACH_OF_BLOCK(1, P one = identity; if (i < last) { one = get; } AMP__OF_BLOCK = one;) \
    }                                                                                              \
    AMP__PHASE_ALL {                                                                               \
        sums[0][AMP__THREAD] = amp__row_sum_##name(amp__op, &block[AMP__THREAD][0], row_length);   \
    }                                                                                              \
    AMP__SCAN_STEPS(amp__plus_##name)
/* The scan of a tile's elements first to last, from the fold of those before, which `before` puts
   into carry[0]; their fold is there in the end. `put` writes v, the result at i, of a scan that is
   no fold. Uses what AMP__SCAN_MEMORY makes, how, amp__op, first and last; makes k (AMP__BLOCKS)
   and now (AMP__SCAN_STEPS). */
#define AMP__TILE_SCAN(name, P, identity, span, before, get, put)                                  \
    AMP__PHASE_FIRST(1) { carry[0] = identity; before }                                            \
    AMP__BLOCKS(span, AMP__TILE * row_length) {                                                    \
        AMP__SCAN_READ(name, P, identity, get)                                                     \
        AMP__PHASE_ALL { AMP__SCAN_WITHIN(name, P) }                                               \
        AMP__PHASE_ALL { AMP__SCAN_WRITE(name, P, put) }                                           \
    }
#define AMP__SCAN_WITHIN(name, P)                                                                  \
    const int t = AMP__THREAD;                                                                     \
    P sum = carry[0];                                                                              \
    if (t > 0) { sum = amp__plus_##name(amp__op, sum, sums[now][t - 1]); }                         \
    if (!fold) {                                                                                   \
        amp__row_scan_##name(amp__op, &block[t][0], row_length, sum, how & AMP__SCAN_INCLUSIVE);   \
    }
#define AMP__SCAN_WRITE(name, P, put)                                                              \
    AMP__EACH_OF_BLOCK(!fold, if (i < last) { const P v = AMP__OF_BLOCK; put })                    \
    if (AMP__THREAD == 0) { /* nobody else looks at it in this phase */                            \
        carry[0] = amp__plus_##name(amp__op, carry[0], sums[now][AMP__TILE - 1]);                  \
    }

/* A scan is three launches: each tile's fold; the inclusive scan of these, by
   one tile; each tile's scan, which continues from the sum of the tiles before.
   Of rows a tile has some, one after the other: the r-th, or what a tile has of the only one. */
typedef struct amp__tile_row { ptrdiff_t first, last; int row; } amp__tile_row;
AMP__HELPER amp__tile_row amp__tile_row_of(int c, int r, int per, int rows, ptrdiff_t n)
{
    amp__tile_row t;
    const int many = rows > 1;
    t.row = many ? c * per + r : 0;
    t.first = many ? 0 : (ptrdiff_t)c * per;
    t.last = many ? (t.row < rows ? n : 0) : t.first + per < n ? t.first + per : n;
    return t;
}
#define AMP__KERNEL_tile_scan(name, T, identity)                                                   \
    AMP__PHASED_BODY(amp__tile_scan_##name, AMP__TILE, in(T, 2, x), inout(T, 1, part),             \
                     inout(T, 2, y), value(int, per), value(int, how))                             \
        AMP__SCAN_MEMORY(T);                                                                       \
        const int rows = x_shape.extent[0];                                                        \
        const ptrdiff_t n = x_shape.extent[1];                                                     \
        for (int r_ = 0; r_ < (rows > 1 ? per : 1); r_++) { AMP__TILE_ROW(name, T, identity) }     \
    AMP__PHASED_BODY_END
#define AMP__TILE_ROW(name, T, identity)                                                           \
    const amp__tile_row here = amp__tile_row_of(c, r_, per, rows, n);                              \
    const ptrdiff_t first = here.first, last = here.last;                                          \
    AMP__TILE_SCAN(name, T, identity, rows > 1 ? n : per,                                          \
                   if (!fold && rows == 1 && c > 0) { carry[0] = AMP__AT(part, c - 1); },          \
                   amp_at(x, here.row, back ? n - 1 - i : i),                                      \
                   amp_at(y, here.row, back ? n - 1 - i : i) = v;)                                 \
    AMP__PHASE_FIRST(1) { if (fold) { AMP__AT(part, c) = carry[0]; } }

/* By segments: the same scan, of pairs of a value and whether a segment began.
   Where one begins on the right, what is on the left no longer counts. Backward,
   a segment begins behind the element that is flagged. */
#define AMP__SEGMENT_PAIR(name, T)                                                                 \
    typedef struct amp__pair_##name { T value; int begins; } amp__pair_##name;                     \
    AMP__HELPER amp__pair_##name amp__pair_of_##name(T value, int begins)                          \
    { amp__pair_##name p; p.value = value; p.begins = begins; return p; }                          \
    AMP__INLINED amp__pair_##name amp__plus_pair_##name(int number, amp__pair_##name a,            \
                                                       amp__pair_##name b)                         \
    { return b.begins ? b : amp__pair_of_##name(amp__plus_##name(number, a.value, b.value),        \
                                                a.begins); }
#define AMP__KERNEL_tile_segments(name, T, identity)                                               \
    AMP__PHASED_BODY(amp__tile_segments_##name, AMP__TILE, in(T, 1, x), in(int, 1, start),         \
                     inout(T, 1, part), inout(int, 1, seen), inout(T, 1, y), value(int, per),      \
                     value(int, how))                                                              \
        AMP__SCAN_MEMORY(amp__pair_##name); AMP__CHUNK(x_shape.extent[0]);                         \
        AMP__TILE_SEGMENTS(name, T, identity)                                                      \
        AMP__PHASE_FIRST(1) { if (fold) { AMP__SEGMENTS_FOLDED } }                                 \
    AMP__PHASED_BODY_END
#define AMP__TILE_SEGMENTS(name, T, identity)                                                      \
    AMP__TILE_SCAN(pair_##name, amp__pair_##name, amp__pair_of_##name(identity, 0), per,           \
                   if (!fold && c > 0) { carry[0].value = AMP__AT(part, c - 1); },                 \
                   amp__pair_of_##name(AMP__AT(x, back ? n - 1 - i : i), AMP__BEGINS_AT(i)),       \
                   T result = v.value;                                                             \
                   if (!(how & AMP__SCAN_INCLUSIVE) && AMP__BEGINS_AT(i)) { result = identity; }   \
                   AMP__AT(y, back ? n - 1 - i : i) = result;)
#define AMP__SEGMENTS_FOLDED                                                                       \
    AMP__AT(part, c) = carry[0].value;                                                             \
    AMP__AT(seen, c) = carry[0].begins;
#define AMP__BEGINS_AT(i) amp__begins_at(start, i, n, back)
AMP__HELPER int amp__begins_at(amp_global_ptr(const int) start, ptrdiff_t i, ptrdiff_t n, int back)
{ return back ? i > 0 && start[n - i] != 0 : start[i] != 0; }

/* 1 at multiples of width. */
AMP_KERNEL(amp__starts, 1, out(int, 1, flags), value(int, width))
{
    amp_at(flags, idx[0]) = idx[0] % width == 0;
}

/* ==== 4 definitions ====================================================== */

/* Those of plain scans, and all of an operator's. */
#define AMP__PLAIN_SCAN_KERNELS(K, ...) K(ONCE, scan, __VA_ARGS__) K(TILE, tile_scan, __VA_ARGS__)
#define AMP__NO_SEGMENTS(K, ...)                                                                   \
    AMP__PLAIN_SCAN_KERNELS(K, __VA_ARGS__)                                                        \
    K(NO, segments, __VA_ARGS__) K(NO, tile_segments, __VA_ARGS__)
#define AMP__SCAN_KERNELS(K, ...)                                                                  \
    AMP__PLAIN_SCAN_KERNELS(K, __VA_ARGS__)                                                        \
    K(ONCE, segments, __VA_ARGS__) K(TILE, tile_segments, __VA_ARGS__)

/* AMP_DEFINE_SCAN(name, T, identity, expression in a and b): an operator for
   the scans, associative; a stands to the left of b. */
#undef AMP_DEFINE_SCAN
#define AMP_DEFINE_SCAN(name, T, identity, ...)                                                    \
    AMP__HELPER T amp__plus_##name(int number, T a, T b) { (void)number; return __VA_ARGS__; }     \
    AMP__SCAN_BODIES(AMP__SCAN_KERNELS, name, T, identity)                                         \
    AMP__HOST(AMP__HOST_SCAN)(AMP__SCAN_KERNELS, name, name, 0, T)
#define AMP__SCAN_BODIES(KERNELS, name, T, identity)                                               \
    AMP__SCAN_RUN(name, T) AMP__SUM_OF_PARTS(name, T) AMP__SUM_WITH_ROW(name, T)                   \
    AMP__SUM_BY_HEADS(name, T) AMP__SEGMENT_PAIR(name, T)                                          \
    AMP__ROW_SUM(name, T) AMP__ROW_SCAN(name, T)                                                   \
    AMP__ROW_SUM(pair_##name, amp__pair_##name) AMP__ROW_SCAN(pair_##name, amp__pair_##name)       \
    KERNELS(AMP__PART_OF, name, T, identity)                                                       \
    AMP__HOST(AMP__SCAN_BLOCK)(name, T, identity)

/* AMP_DEFINE_OPERATOR(name, T, identity, expression): for reduce and scan. */
#undef AMP_DEFINE_OPERATOR
#define AMP_DEFINE_OPERATOR(name, T, identity, ...)                                                \
    AMP_DEFINE_REDUCE(name, T, identity, __VA_ARGS__)                                              \
    AMP_DEFINE_SCAN(name, T, identity, __VA_ARGS__)
AMP_DEVICE_END

/* ==== 5 on the host ====================================================== */

/* Steps of a pass, on from carry: two values, the sum and the fold of the chunk's elements, which
   begin as the identity with `begin`. head: whether there was one in the chunk; then the two are
   one. The others are as in amp__scan_run. */
typedef struct amp__scan_block {
    const void *x;
    const int *start;
    void *y, *carry;
    amp__scan_span at;
    int how, begin, head, k;
} amp__scan_block;
#define AMP__SCAN_BLOCK(name, T, identity)                                                         \
    AMP__INLINED void amp__scan_block_##name(amp__scan_block *b, int amp__op)                      \
    {                                                                                              \
        T *const sum = (T *)b->carry; T none = identity;                                           \
        __asm__("" : "+m"(none)); /* gcc would jump over 0 + a */                                  \
        if (b->begin) { sum[0] = sum[1] = none; }                                                  \
        switch (b->how) { AMP__SCAN_ALL(name, b->k, amp__op, (const T *)b->x, b->start, (T *)b->y, \
                                        b->at, none, sum, sum + 1) }                               \
    }
#define AMP__SCAN_ALL(name, ...)                                                                   \
    AMP__SCAN_PLAIN(name, __VA_ARGS__) AMP__SCAN_PLAIN_OWN(name, __VA_ARGS__)                      \
    AMP__SCAN_SEGMENTED(name, __VA_ARGS__)
static AMP__INLINE ptrdiff_t amp__next_head(const int *start, ptrdiff_t from, ptrdiff_t to)
{
    while (from < to && start[from] == 0) { from++; }
    return from;
}

/* A scan's kernels, of which a plain one has the first two alone, and its steps in two builds. */
typedef struct amp__scanning {
    amp__type type;
    void (*block[2])(amp__scan_block *);
    AMP__SCAN_KERNELS(AMP__MEMBER_OF, )
} amp__scanning;

/* Of a definition whose bodies are those of `body` with the number op. */
#define AMP__HOST_SCAN(KERNELS, name, body, op, T)                                                 \
    AMP__TWO_BUILDS(0, PATH, AMP__BLOCK_ENTRY, amp__scan_##name##__block,                          \
                    amp__scan_block_##body, op)                                                    \
    AMP__DESCRIBED(scanning, KERNELS, name, body, op, AMP__TYPE_CONSTANT(T),                       \
                   AMP__BUILDS_OF(amp__scan_##name##__block))
#define AMP__BLOCK_ENTRY(suffix, attributes, name, body, op)                                       \
    AMP__HELPER attributes void name##__##suffix(amp__scan_block *b) { body(b, op); }

#endif /* AMP_ALGORITHMS_SCAN_KERNELS_H */
