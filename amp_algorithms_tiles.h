/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_TILES_H
#define AMP_ALGORITHMS_TILES_H
/*
amp_algorithms_tiles.h: the kernels of amp_algorithms.h in the form for a GPU.
Part of amp_algorithms.h, which includes this file; docs/algorithms.md says when
which form runs.

  1 scan            a tile's fold and scan; by segments; by row
  2 radix sort      a tile's digits counted, ranked, moved
  3 merge sort      a tile sorted; two runs merged, tile by tile
  4 histogram

The other form, in amp_algorithms_kernels.h and amp_sort.h, gives a CPU's thread
one contiguous chunk to go through. A GPU wants the opposite: thousands of
threads of which neighbours read neighbouring elements, and little work in each.
All kernels here have one shape:

  a tile of 256 threads works through its part of the range, block by block;
  it reads a block so that at each step neighbouring threads read neighbouring
  elements, and puts it into tile memory;
  each thread works there on a few consecutive elements of its own, alone;
  what the threads found is combined in steps, a barrier between any two;
  the block is written as it was read.

A phase ends with the barrier, so that what stands in one phase was done by all
threads before the next begins.
*/

#ifndef AMP_ALGORITHMS_H
#undef AMP_ALGORITHMS_TILES_H /* amp_algorithms.h includes this file */
#include "amp_algorithms.h"
#else

AMP_DEVICE_BEGIN
/* A tile's threads, and what a tile reads at a time: its part of the range is of
   whole blocks. */
#define AMP__TILE 256
#define AMP__BLOCK 2048

/* A tile's blocks in `span` elements, k being where each begins; the last tile
   has some behind the end of the range, in which it does nothing. A loop while
   k < last would leave them out, and the compiler of PoCL 3.1 aborts on it. */
#define AMP__BLOCKS(span, size_)                                                                   \
    for (ptrdiff_t k = first, left_ = ((span) + (size_) - 1) / (size_); left_ > 0;                 \
         left_--, k += (size_))

/* ==== 1 scan ============================================================= */

/* How many consecutive elements, of `bytes` bytes each, a thread has in a
   block: what fits into tile memory. Larger elements take the other form, and
   the arrays here shrink to nothing, so that the program builds all the same. */
#define AMP__SCAN_FITS 16
#define AMP__ROW(bytes) ((bytes) <= 8 ? 8 : 4)
#define AMP__WIDE(bytes) ((bytes) <= AMP__SCAN_FITS ? AMP__TILE : 1)

/* The tile memory of a scan of elements of P. A row has one more element than
   is used: without it the threads' rows begin in the same few memory banks. */
#define AMP__SCAN_MEMORY(P)                                                                        \
    amp_tile_static(P, block, AMP__WIDE(sizeof(P)), AMP__ROW(sizeof(P)) + 1);                      \
    amp_tile_static(P, sums, 2, AMP__WIDE(sizeof(P)))

/* Inclusive sums of sums[0][0 .. 255] in log2(256) = 8 steps: in each, a thread
   adds what stands `step` places before its own. Two arrays take turns, so that
   none is read and written between two barriers. They end in sums[now]. */
#define AMP__SCAN_STEPS(op)                                                                        \
    int now = 0;                                                                                   \
    for (int step = 1; step < AMP__TILE; step *= 2) {                                              \
        amp_phase {                                                                                \
            const int t = tidx.local[0];                                                           \
            if (t >= step) {                                                                       \
                sums[1 - now][t] = op(sums[now][t - step], sums[now][t]);                          \
            } else {                                                                               \
                sums[1 - now][t] = sums[now][t];                                                   \
            }                                                                                      \
        }                                                                                          \
        now = 1 - now;                                                                             \
    }

/* Reads the block from element k on; a row's fold is a thread's sum. `get` is
   element i; what is behind the range counts as the identity. */
#define AMP__SCAN_READ(P, op, identity, get)                                                       \
    amp_phase {                                                                                    \
        for (int r = 0; r < AMP__ROW(sizeof(P)); r++) {                                            \
            const int at_ = r * AMP__TILE + tidx.local[0];                                         \
            const ptrdiff_t i = k + at_;                                                           \
            P one = identity;                                                                      \
            if (i < last) {                                                                        \
                one = get;                                                                         \
            }                                                                                      \
            block[at_ / AMP__ROW(sizeof(P))][at_ % AMP__ROW(sizeof(P))] = one;                     \
        }                                                                                          \
    }                                                                                              \
    amp_phase {                                                                                    \
        P sum = block[tidx.local[0]][0];                                                           \
        for (int r = 1; r < AMP__ROW(sizeof(P)); r++) {                                            \
            sum = op(sum, block[tidx.local[0]][r]);                                                \
        }                                                                                          \
        sums[0][tidx.local[0]] = sum;                                                              \
    }                                                                                              \
    AMP__SCAN_STEPS(op)

/* The fold of a tile's elements, in order, into total, which is thread 0's. */
#define AMP__TILE_FOLD(P, op, identity, span, get)                                                 \
    amp_thread_private(P, total);                                                                  \
    amp_phase_first(1) { amp_mine(total) = identity; }                                             \
    AMP__BLOCKS(span, AMP__TILE * AMP__ROW(sizeof(P))) {                                           \
        AMP__SCAN_READ(P, op, identity, get)                                                       \
        amp_phase_first(1) { amp_mine(total) = op(amp_mine(total), sums[now][AMP__TILE - 1]); }    \
    }

/* The scan of a tile's elements, which goes on from `start`. `put` writes
   v, the result at i. */
#define AMP__TILE_SCAN(P, op, identity, span, start, get, put)                                     \
    amp_phase_first(1) {                                                                           \
        carry[0] = identity;                                                                       \
        start                                                                                      \
    }                                                                                              \
    AMP__BLOCKS(span, AMP__TILE * AMP__ROW(sizeof(P))) {                                           \
        AMP__SCAN_READ(P, op, identity, get)                                                       \
        amp_phase {                                                                                \
            const int t = tidx.local[0];                                                           \
            P sum = carry[0];                                                                      \
            if (t > 0) {                                                                           \
                sum = op(sum, sums[now][t - 1]);                                                   \
            }                                                                                      \
            for (int r = 0; r < AMP__ROW(sizeof(P)); r++) {                                        \
                const P next = op(sum, block[t][r]);                                               \
                if (inclusive) {                                                                   \
                    sum = next;                                                                    \
                }                                                                                  \
                block[t][r] = sum;                                                                 \
                sum = next;                                                                        \
            }                                                                                      \
        }                                                                                          \
        amp_phase {                                                                                \
            for (int r = 0; r < AMP__ROW(sizeof(P)); r++) {                                        \
                const int at_ = r * AMP__TILE + tidx.local[0];                                     \
                const ptrdiff_t i = k + at_;                                                       \
                if (i < last) {                                                                    \
                    const P v = block[at_ / AMP__ROW(sizeof(P))][at_ % AMP__ROW(sizeof(P))];       \
                    put                                                                            \
                }                                                                                  \
            }                                                                                      \
            if (tidx.local[0] == 0) { /* nobody else looks at it in this phase */                  \
                carry[0] = op(carry[0], sums[now][AMP__TILE - 1]);                                 \
            }                                                                                      \
        }                                                                                          \
    }

/* A scan is three launches: each tile's fold; the inclusive scan of these, by
   one tile; each tile's scan, which goes on from the sum of the tiles before.
   Backward, position i stands for n - 1 - i. */
#define AMP__KERNEL_tile_fold(name, T, identity, ...)                                              \
    AMP_PHASED_KERNEL(amp__tile_fold_##name, (AMP__TILE), in(T, 1, x), out(T, 1, part),            \
                      value(int, per), value(int, backward))                                       \
    {                                                                                              \
        AMP__SCAN_MEMORY(T);                                                                       \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        AMP__TILE_FOLD(T, amp__plus_##name, identity, per, amp_at(x, backward ? n - 1 - i : i))    \
        amp_phase_first(1) { amp_at(part, tidx.tile[0]) = amp_mine(total); }                       \
    }
#define AMP__KERNEL_tile_scan(name, T, identity, ...)                                              \
    AMP_PHASED_KERNEL(amp__tile_scan_##name, (AMP__TILE), in(T, 1, x), in(T, 1, part),             \
                      inout(T, 1, y), value(int, per), value(int, inclusive),                      \
                      value(int, backward))                                                        \
    {                                                                                              \
        AMP__SCAN_MEMORY(T);                                                                       \
        amp_tile_static(T, carry, 1);                                                              \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        AMP__TILE_SCAN(T, amp__plus_##name, identity, per,                                         \
                       if (tidx.tile[0] > 0) { carry[0] = amp_at(part, tidx.tile[0] - 1); },       \
                       amp_at(x, backward ? n - 1 - i : i),                                        \
                       amp_at(y, backward ? n - 1 - i : i) = v;)                                   \
    }

/* By segments: the same scan, of pairs of a value and whether a segment began.
   Where one begins on the right, what is on the left no longer counts. Backward,
   a segment begins behind the element that is flagged. */
#define AMP__TILE_SEGMENTS(name, T, identity)                                                      \
    typedef struct amp__pair_##name { T value; int begins; } amp__pair_##name;                     \
    AMP__HELPER amp__pair_##name amp__pair_of_##name(T value, int begins)                          \
    {                                                                                              \
        amp__pair_##name p;                                                                        \
        p.value = value;                                                                           \
        p.begins = begins;                                                                         \
        return p;                                                                                  \
    }                                                                                              \
    AMP__HELPER amp__pair_##name amp__add_pair_##name(amp__pair_##name a, amp__pair_##name b)      \
    {                                                                                              \
        amp__pair_##name p = b;                                                                    \
        if (b.begins == 0) {                                                                       \
            p.value = amp__plus_##name(a.value, b.value);                                          \
            p.begins = a.begins;                                                                   \
        }                                                                                          \
        return p;                                                                                  \
    }                                                                                              \
    AMP__HELPER int amp__begins_##name(amp_global_ptr(const int) start, ptrdiff_t i,               \
                                       ptrdiff_t n, int backward)                                  \
    { return backward ? i > 0 && start[n - i] != 0 : start[i] != 0; }                              \
    AMP__PART(amp__tile_segment_fold_##name, AMP__KERNEL_tile_segment_fold)(name, T, identity)     \
    AMP__PART(amp__tile_segment_scan_##name, AMP__KERNEL_tile_segment_scan)(name, T, identity)     \
    AMP__PART(amp__tile_rows_##name, AMP__KERNEL_tile_rows)(name, T, identity)
#define AMP__KERNEL_tile_segment_fold(name, T, identity)                                           \
    AMP_PHASED_KERNEL(amp__tile_segment_fold_##name, (AMP__TILE), in(T, 1, x), in(int, 1, start),  \
                      out(T, 1, part), out(int, 1, seen), value(int, per),                         \
                      value(int, backward))                                                        \
    {                                                                                              \
        AMP__SCAN_MEMORY(amp__pair_##name);                                                        \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        AMP__TILE_FOLD(amp__pair_##name, amp__add_pair_##name, amp__pair_of_##name(identity, 0),   \
                       per,                                                                        \
                       amp__pair_of_##name(amp_at(x, backward ? n - 1 - i : i),                    \
                                           amp__begins_##name(start, i, n, backward)))             \
        amp_phase_first(1) {                                                                       \
            amp_at(part, tidx.tile[0]) = amp_mine(total).value;                                    \
            amp_at(seen, tidx.tile[0]) = amp_mine(total).begins;                                   \
        }                                                                                          \
    }
#define AMP__KERNEL_tile_segment_scan(name, T, identity)                                           \
    AMP_PHASED_KERNEL(amp__tile_segment_scan_##name, (AMP__TILE), in(T, 1, x), in(int, 1, start),  \
                      in(T, 1, part), in(int, 1, seen), inout(T, 1, y), value(int, per),           \
                      value(int, inclusive), value(int, backward))                                 \
    {   /* seen is the other form's: here the scan of the parts has used it up */                  \
        AMP__SCAN_MEMORY(amp__pair_##name);                                                        \
        amp_tile_static(amp__pair_##name, carry, 1);                                               \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        AMP__TILE_SCAN(amp__pair_##name, amp__add_pair_##name, amp__pair_of_##name(identity, 0),   \
                       per,                                                                        \
                       if (tidx.tile[0] > 0) {                                                     \
                           carry[0].value = amp_at(part, tidx.tile[0] - 1);                        \
                       },                                                                          \
                       amp__pair_of_##name(amp_at(x, backward ? n - 1 - i : i),                    \
                                           amp__begins_##name(start, i, n, backward)),             \
                       T result = v.value;                                                         \
                       if (!inclusive && amp__begins_##name(start, i, n, backward)) {              \
                           result = identity;                                                      \
                       }                                                                           \
                       amp_at(y, backward ? n - 1 - i : i) = result;)                              \
    }

/* By row: a tile a row, and again tiles further on. */
#define AMP__KERNEL_tile_rows(name, T, identity)                                                   \
    AMP_PHASED_KERNEL(amp__tile_rows_##name, (AMP__TILE), in(T, 2, x), inout(T, 2, y),             \
                      value(int, per), value(int, inclusive), value(int, backward))                \
    {                                                                                              \
        AMP__SCAN_MEMORY(T);                                                                       \
        amp_tile_static(T, carry, 1);                                                              \
        const ptrdiff_t first = 0, n = x_shape.extent[1];                                          \
        for (int r_ = 0; r_ < per; r_++) {                                                         \
            const ptrdiff_t row = (ptrdiff_t)amp_tile_index.tile[0] * per + r_;                    \
            const ptrdiff_t last = row < x_shape.extent[0] ? n : 0;                                \
            AMP__TILE_SCAN(T, amp__plus_##name, identity, n, ,                                     \
                           amp_at(x, row, backward ? n - 1 - i : i),                               \
                           amp_at(y, row, backward ? n - 1 - i : i) = v;)                          \
        }                                                                                          \
    }

/* ==== 2 radix sort ======================================================= */

/* A pass sorts by 4 bits, of which a tile can count 16 values for each thread
   apart: a counter that two threads shared would want an atomic, and would lose
   the order in which equal digits came. */
#define AMP__TILE_BITS 4
#define AMP__TILE_BINS 16
#define AMP__TILE_DIGIT(name, a, shift)                                                            \
    ((int)((amp__bits_##name(a) >> (shift)) & (AMP__TILE_BINS - 1)))
#define AMP__KERNEL_radix_tile_count(name, T, U, ...)                                              \
    AMP_PHASED_KERNEL(amp__radix_tile_count_##name, (AMP__TILE), in(T, 1, x), out(int, 1, counts), \
                      value(int, per), value(int, tiles), value(int, shift))                       \
    {                                                                                              \
        amp_tile_static(int, count, AMP__TILE_BINS, AMP__TILE);                                    \
        amp_tile_static(int, sums, AMP__TILE);                                                     \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        amp_phase { /* each thread a column of its own */                                          \
            const int t = tidx.local[0];                                                           \
            for (int d = 0; d < AMP__TILE_BINS; d++) {                                             \
                count[d][t] = 0;                                                                   \
            }                                                                                      \
            for (ptrdiff_t i = first + t; i < last; i += AMP__TILE) {                              \
                count[AMP__TILE_DIGIT(name, amp_at(x, i), shift)][t] += 1;                         \
            }                                                                                      \
        }                                                                                          \
        amp_phase { /* 16 threads a digit, each adds every sixteenth counter */                    \
            const int t = tidx.local[0];                                                           \
            int sum = 0;                                                                           \
            for (int j = 0; j < AMP__TILE / AMP__TILE_BINS; j++) {                                 \
                sum += count[t / 16][j * 16 + t % 16];                                             \
            }                                                                                      \
            sums[t] = sum;                                                                         \
        }                                                                                          \
        amp_phase_first(AMP__TILE_BINS) { /* a thread a digit */                                   \
            const int d = tidx.local[0];                                                           \
            int sum = 0;                                                                           \
            for (int j = 0; j < 16; j++) {                                                         \
                sum += sums[d * 16 + j];                                                           \
            }                                                                                      \
            amp_at(counts, d * tiles + tidx.tile[0]) = sum;                                        \
        }                                                                                          \
    }

/* counts, scanned, says where a tile's first element of each digit goes. Within
   a block, the elements of a digit follow one another in the order of the
   threads, of which each has eight consecutive ones. from[q] is the element that
   comes q-th in the block; by it the block is written digit by digit, neighbours
   beside neighbours. `along` takes further data with the element. */
#define AMP__RADIX_TILE_MOVE(name, along)                                                          \
    amp_tile_static(unsigned char, digit, AMP__BLOCK);                                             \
    amp_tile_static(unsigned short, from, AMP__BLOCK);                                             \
    amp_tile_static(unsigned short, place, AMP__TILE_BINS, AMP__TILE);                             \
    amp_tile_static(int, sums, 2, AMP__TILE);                                                      \
    amp_tile_static(int, begin, AMP__TILE_BINS + 1);                                               \
    amp_tile_static(int, to, AMP__TILE_BINS);                                                      \
    AMP__CHUNK(x_shape.extent[0]);                                                                 \
    amp_phase_first(AMP__TILE_BINS) {                                                              \
        to[tidx.local[0]] = amp_at(counts, tidx.local[0] * tiles + tidx.tile[0]);                  \
    }                                                                                              \
    AMP__BLOCKS(per, AMP__BLOCK) {                                                                 \
        const int size = last - k < AMP__BLOCK ? (int)(last - k) : AMP__BLOCK;                     \
        amp_phase {                                                                                \
            for (int at_ = tidx.local[0]; at_ < size; at_ += AMP__TILE) {                          \
                digit[at_] = (unsigned char)AMP__TILE_DIGIT(name, amp_at(x, k + at_), shift);      \
            }                                                                                      \
        }                                                                                          \
        amp_phase { /* how many of each digit a thread has */                                      \
            const int t = tidx.local[0];                                                           \
            for (int d = 0; d < AMP__TILE_BINS; d++) {                                             \
                place[d][t] = 0;                                                                   \
            }                                                                                      \
            for (int at_ = t * 8; at_ < t * 8 + 8 && at_ < size; at_++) {                          \
                place[digit[at_]][t] = (unsigned short)(place[digit[at_]][t] + 1);                 \
            }                                                                                      \
        }                                                                                          \
        amp_phase { /* those counters, digit by digit, in runs of 16 */                            \
            const int d = tidx.local[0] / 16, column = tidx.local[0] % 16 * 16;                    \
            int sum = 0;                                                                           \
            for (int j = 0; j < 16; j++) {                                                         \
                sum += place[d][column + j];                                                       \
            }                                                                                      \
            sums[0][tidx.local[0]] = sum;                                                          \
        }                                                                                          \
        AMP__SCAN_STEPS(amp__add_counts)                                                           \
        amp_phase { /* how many come before */                                                     \
            const int t = tidx.local[0], d = t / 16, column = t % 16 * 16;                         \
            int sum = t > 0 ? sums[now][t - 1] : 0;                                                \
            if (t % 16 == 0) {                                                                     \
                begin[d] = sum;                                                                    \
            }                                                                                      \
            for (int j = 0; j < 16; j++) {                                                         \
                const int count = place[d][column + j];                                            \
                place[d][column + j] = (unsigned short)sum;                                        \
                sum += count;                                                                      \
            }                                                                                      \
            if (t == AMP__TILE - 1) {                                                              \
                begin[AMP__TILE_BINS] = sum;                                                       \
            }                                                                                      \
        }                                                                                          \
        amp_phase {                                                                                \
            const int t = tidx.local[0];                                                           \
            for (int at_ = t * 8; at_ < t * 8 + 8 && at_ < size; at_++) {                          \
                const int q = place[digit[at_]][t];                                                \
                place[digit[at_]][t] = (unsigned short)(q + 1);                                    \
                from[q] = (unsigned short)at_;                                                     \
            }                                                                                      \
        }                                                                                          \
        amp_phase {                                                                                \
            for (int q = tidx.local[0]; q < size; q += AMP__TILE) {                                \
                const ptrdiff_t i = k + from[q];                                                   \
                const int d = digit[from[q]];                                                      \
                const ptrdiff_t j = (ptrdiff_t)to[d] + (q - begin[d]);                             \
                amp_at(y, j) = amp_at(x, i);                                                       \
                along                                                                              \
            }                                                                                      \
        }                                                                                          \
        amp_phase_first(AMP__TILE_BINS) {                                                          \
            to[tidx.local[0]] += begin[tidx.local[0] + 1] - begin[tidx.local[0]];                  \
        }                                                                                          \
    }
#define AMP__KERNEL_radix_tile_move(name, T, U, ...)                                               \
    AMP_PHASED_KERNEL(amp__radix_tile_move_##name, (AMP__TILE), in(T, 1, x), in(int, 1, counts),   \
                      out(T, 1, y), value(int, per), value(int, tiles), value(int, shift))         \
    {                                                                                              \
        AMP__RADIX_TILE_MOVE(name, )                                                               \
    }
#define AMP__KERNEL_radix_tile_move_pair(name, T, U, ...)                                          \
    AMP_PHASED_KERNEL(amp__radix_tile_move_pair_##name, (AMP__TILE), in(T, 1, x),                  \
                      in(int, 1, order), in(int, 1, counts), out(T, 1, y), out(int, 1, new_order), \
                      value(int, per), value(int, tiles), value(int, shift))                       \
    {                                                                                              \
        AMP__RADIX_TILE_MOVE(name, amp_at(new_order, j) = amp_at(order, i);)                       \
    }
AMP__HELPER int amp__add_counts(int a, int b) { return a + b; }

/* ==== 3 merge sort ======================================================= */

/* Consecutive elements a thread has: two blocks of 256 times as many, at most
   16 KB. */
#define AMP__MERGE_FITS 32
#define AMP__MERGE_ROW(bytes) ((bytes) <= 4 ? 8 : (bytes) <= 8 ? 4 : (bytes) <= 16 ? 2 : 1)
#define AMP__MERGE_BLOCK(bytes)                                                                    \
    ((bytes) <= AMP__MERGE_FITS ? AMP__TILE * AMP__MERGE_ROW(bytes) : 1)

/* The merge path: of the first `here` elements of the merge of a and b, how many
   are a's. Each thread finds its own beginning so, and merges on from there,
   alone. Of equivalent elements those of a come first. */
#define AMP__MERGE_PATH(name, a_at, b_at)                                                          \
    int low = here > nb ? here - nb : 0, high = here < na ? here : na;                             \
    while (low < high) {                                                                           \
        const int middle = low + (high - low) / 2;                                                 \
        if (!amp__less_##name(b_at(here - 1 - middle), a_at(middle))) {                            \
            low = middle + 1;                                                                      \
        } else {                                                                                   \
            high = middle;                                                                         \
        }                                                                                          \
    }                                                                                              \
    return low;
#define AMP__MERGE_HELPERS(name, T)                                                                \
    AMP__HELPER int amp__path_##name(amp_global_ptr(const T) a, int na,                            \
                                     amp_global_ptr(const T) b, int nb, int here)                  \
    {                                                                                              \
        AMP__MERGE_PATH(name, AMP__PATH_A, AMP__PATH_B)                                            \
    }                                                                                              \
    AMP__HELPER int amp__tile_path_##name(amp_tile_ptr(const T) a, int na,                         \
                                          amp_tile_ptr(const T) b, int nb, int here)               \
    {                                                                                              \
        AMP__MERGE_PATH(name, AMP__PATH_A, AMP__PATH_B)                                            \
    }                                                                                              \
    /* Elements here to end of the merge of a and b. */                                            \
    AMP__HELPER void amp__tile_merge_part_##name(amp_tile_ptr(const T) a, int na,                  \
                                                 amp_tile_ptr(const T) b, int nb, int here,        \
                                                 int end, amp_tile_ptr(T) result)                  \
    {                                                                                              \
        int i = amp__tile_path_##name(a, na, b, nb, here), j = here - i;                           \
        for (; here < end; here++) {                                                               \
            if (j >= nb || (i < na && !amp__less_##name(b[j], a[i]))) {                            \
                result[here] = a[i++];                                                             \
            } else {                                                                               \
                result[here] = b[j++];                                                             \
            }                                                                                      \
        }                                                                                          \
    }
#define AMP__PATH_A(k) a[k]
#define AMP__PATH_B(k) b[k]

/* Sorts each block: a thread its own elements by insertion; then pairs of runs
   are merged, twice as long at each step, each thread writing as many elements
   as it has. */
#define AMP__KERNEL_tile_sort(name, T)                                                             \
    AMP_PHASED_KERNEL(amp__tile_sort_##name, (AMP__TILE), inout(T, 1, x), value(int, per))         \
    {                                                                                              \
        amp_tile_static(T, block, 2, AMP__MERGE_BLOCK(sizeof(T)));                                 \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        AMP__BLOCKS(per, AMP__MERGE_BLOCK(sizeof(T))) {                                            \
            const int row = AMP__MERGE_ROW(sizeof(T));                                             \
            const int size = last - k < AMP__MERGE_BLOCK(sizeof(T)) ? (int)(last - k)              \
                                                                    : AMP__MERGE_BLOCK(sizeof(T)); \
            int now = 0;                                                                           \
            amp_phase {                                                                            \
                for (int at_ = tidx.local[0]; at_ < size; at_ += AMP__TILE) {                      \
                    block[0][at_] = amp_at(x, k + at_);                                            \
                }                                                                                  \
            }                                                                                      \
            amp_phase {                                                                            \
                const int begin = tidx.local[0] * row;                                             \
                for (int i = begin + 1; i < begin + row && i < size; i++) {                        \
                    const T v = block[0][i];                                                       \
                    int j = i;                                                                     \
                    while (j > begin && amp__less_##name(v, block[0][j - 1])) {                    \
                        block[0][j] = block[0][j - 1];                                             \
                        j--;                                                                       \
                    }                                                                              \
                    block[0][j] = v;                                                               \
                }                                                                                  \
            }                                                                                      \
            for (int width = row; width < AMP__MERGE_BLOCK(sizeof(T)); width *= 2) {               \
                amp_phase {                                                                        \
                    const int here = tidx.local[0] * row, base = here / (2 * width) * 2 * width;   \
                    const int end = here + row < size ? here + row : size;                         \
                    const int na = size - base < width ? size - base : width;                      \
                    const int nb = size - base - na < width ? size - base - na : width;            \
                    if (here < size) {                                                             \
                        amp__tile_merge_part_##name(&block[now][base], na, &block[now][base] + na, \
                                                    nb, here - base, end - base,                   \
                                                    &block[1 - now][base]);                        \
                    }                                                                              \
                }                                                                                  \
                now = 1 - now;                                                                     \
            }                                                                                      \
            amp_phase {                                                                            \
                for (int at_ = tidx.local[0]; at_ < size; at_ += AMP__TILE) {                      \
                    amp_at(x, k + at_) = block[now][at_];                                          \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

/* Merges as amp__merge_ of amp_sort.h does, which has the same parameters. Two
   threads find where the two inputs of a block begin and end; the block is
   merged in tile memory. */
#define AMP__KERNEL_tile_merge(name, T)                                                            \
    AMP_PHASED_KERNEL(amp__tile_merge_##name, (AMP__TILE), in(T, 1, x), in(T, 1, z), out(T, 1, y), \
                      value(int, width), value(int, per))                                          \
    {                                                                                              \
        amp_tile_static(T, block, 2, AMP__MERGE_BLOCK(sizeof(T)));                                 \
        amp_tile_static(int, split, 2);                                                            \
        AMP__CHUNK(y_shape.extent[0]);                                                             \
        AMP__BLOCKS(per, AMP__MERGE_BLOCK(sizeof(T))) {                                            \
            const int size = last - k < AMP__MERGE_BLOCK(sizeof(T)) ? (int)(last - k)              \
                                                                    : AMP__MERGE_BLOCK(sizeof(T)); \
            AMP__MERGE_PAIR(k);                                                                    \
            amp_phase_first(2) {                                                                   \
                split[tidx.local[0]] = amp__path_##name(x + base, (int)nx, z + z0, (int)nz,        \
                    (int)(k - base) + (tidx.local[0] > 0 ? size : 0));                             \
            }                                                                                      \
            amp_phase {                                                                            \
                const int na = split[1] - split[0];                                                \
                for (int at_ = tidx.local[0]; at_ < size; at_ += AMP__TILE) {                      \
                    if (at_ < na) {                                                                \
                        block[0][at_] = amp_at(x, base + split[0] + at_);                          \
                    } else {                                                                       \
                        block[0][at_] = amp_at(z, z0 + (k - base - split[0]) + (at_ - na));        \
                    }                                                                              \
                }                                                                                  \
            }                                                                                      \
            amp_phase {                                                                            \
                const int na = split[1] - split[0], row = AMP__MERGE_ROW(sizeof(T));               \
                const int here = tidx.local[0] * row;                                              \
                if (here < size) {                                                                 \
                    amp__tile_merge_part_##name(&block[0][0], na, &block[0][0] + na, size - na,    \
                                                here, here + row < size ? here + row : size,       \
                                                &block[1][0]);                                     \
                }                                                                                  \
            }                                                                                      \
            amp_phase {                                                                            \
                for (int at_ = tidx.local[0]; at_ < size; at_ += AMP__TILE) {                      \
                    amp_at(y, k + at_) = block[1][at_];                                            \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

/* ==== 4 histogram ======================================================== */

/* Up to 2048 bins are counted in tile memory, more in the result itself, which
   holds zeros; atomically, since any thread may meet any bin. Whole numbers add
   up to the same in any order. */
#define AMP__HISTOGRAM_BINS 2048
#define AMP__KERNEL_histogram_tile(name, T, ...)                                                   \
    AMP_PHASED_KERNEL(amp__histogram_tile_##name, (AMP__TILE), in(T, 1, x), inout(int, 1, counts), \
                      value(int, bins), value(int, per))                                           \
    {                                                                                              \
        amp_tile_static(int, count, AMP__HISTOGRAM_BINS);                                          \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        const int here = bins <= AMP__HISTOGRAM_BINS ? bins : 0;                                   \
        amp_phase {                                                                                \
            for (int bin = tidx.local[0]; bin < here; bin += AMP__TILE) {                          \
                count[bin] = 0;                                                                    \
            }                                                                                      \
        }                                                                                          \
        amp_phase {                                                                                \
            for (ptrdiff_t i = first + tidx.local[0]; i < last; i += AMP__TILE) {                  \
                const int bin = amp__bin_##name(amp_at(x, i));                                     \
                if (bin >= 0 && bin < here) {                                                      \
                    (void)amp_atomic_fetch_add(&count[bin], 1);                                    \
                } else if (bin >= 0 && bin < bins) {                                               \
                    (void)amp_atomic_fetch_add(&amp_at(counts, bin), 1);                           \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        amp_phase {                                                                                \
            for (int bin = tidx.local[0]; bin < here; bin += AMP__TILE) {                          \
                if (count[bin] != 0) {                                                             \
                    (void)amp_atomic_fetch_add(&amp_at(counts, bin), count[bin]);                  \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }
AMP_DEVICE_END

#endif /* AMP_ALGORITHMS_H */
#endif /* AMP_ALGORITHMS_TILES_H */
