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
results; a pass does both at once (scan.h). Kernels are macros, for the reason in kernel.h.
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
/* The steps from position `from` to position `to`; backward, position j is element top - j. none is
   the identity, sum what is before, own the fold of the elements themselves, k the number of the
   segment at work, which is returned. `how` is a constant, so that a loop has what it needs and no
   more. Where segments begin cannot be foretold: that is a choice of two values, not a jump.
   `what` is how & AMP__SCAN_WRITES: found here, it would be a number of two bits to the compiler of
   a device, from which Oclgrind 21.10 does not cut off the others (docs/compiler-faults.md). */
#define AMP__SCAN_RUN(name, T)                                                                     \
    AMP__INLINED int amp__scan_run_##name(const int how, const int what, int number,               \
                                          amp_global_ptr(const T) x,                               \
                                          amp_global_ptr(const int) start, amp_global_ptr(T) y,    \
                                          ptrdiff_t from, ptrdiff_t to, ptrdiff_t top, T none,     \
                                          T *before, T *chunk, int k)                              \
    {                                                                                              \
        const int back = (how & AMP__SCAN_BACKWARD) != 0;                                          \
        const ptrdiff_t zero = back ? top - from : from; /* so gcc has one counter, not two */     \
        T sum = *before, own = *chunk;                                                             \
        AMP__BY_FOUR for (ptrdiff_t j = 0; j < to - from; j++) {                                   \
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
/* A case of a switch over `how`, for each that there is of a kind; they use the parameters of the
   steps by these names. */
#define AMP__SCAN_CASE(name, constant)                                                             \
    case constant:                                                                                 \
        k = amp__scan_run_##name(constant, (constant) & AMP__SCAN_WRITES, amp__op, x, start, y,    \
                                 from, to, top, none, before, chunk, k);                           \
        break;
#define AMP__SCAN_PLAIN(name)                                                                      \
    AMP__SCAN_CASE(name, 0) AMP__SCAN_CASE(name, 1) AMP__SCAN_CASE(name, 2)                        \
    AMP__SCAN_CASE(name, 4) AMP__SCAN_CASE(name, 5) AMP__SCAN_CASE(name, 6)
#define AMP__SCAN_PLAIN_OWN(name)                                                                  \
    AMP__SCAN_CASE(name, 8) AMP__SCAN_CASE(name, 9)                                                \
    AMP__SCAN_CASE(name, 12) AMP__SCAN_CASE(name, 13)
#define AMP__SCAN_SEGMENTED(name)                                                                  \
    AMP__SCAN_CASE(name, 16) AMP__SCAN_CASE(name, 17) AMP__SCAN_CASE(name, 19)                     \
    AMP__SCAN_CASE(name, 20) AMP__SCAN_CASE(name, 21)

/* ==== 2 kernels for a CPU ================================================ */

/* A tile of one thread goes through a chunk of `per` elements in order, which is what a CPU does
   best; where there are more rows than one, through `per` rows, each on its own. With
   AMP__SCAN_FROM, part[0] is an element before the first, and chunk c's fold is part[c + 1]; the
   result is then apart from the input, or what is written is inclusive. */
#define AMP__KERNEL_scan(name, T, identity)                                                        \
    AMP__PHASED_BODY(amp__scan_##name, 1, in(T, 2, from_rows), inout(T, 1, part),                  \
                     inout(T, 2, to_rows), value(int, per), value(int, how))                       \
        AMP__PHASE_ALL {                                                                           \
            const int c = amp_tile_index.tile[0], lead = (how & AMP__SCAN_FROM) != 0;              \
            const int rows = from_rows_shape.extent[0], many = rows > 1;                           \
            const int fold = (how & AMP__SCAN_WRITES) == AMP__SCAN_FOLD;                           \
            const int shift = lead && (how & AMP__SCAN_WRITES) == AMP__SCAN_EXCLUSIVE;             \
            const int known = many ? 0 : !fold ? c + lead : c == 0 ? lead : 0;                     \
            const ptrdiff_t n = from_rows_shape.extent[1], top = n - 1;                            \
            const ptrdiff_t stop = many ? n : ((ptrdiff_t)c + 1) * per - lead;                     \
            const ptrdiff_t from = c > 0 && !many ? stop - per : 0;                                \
            const ptrdiff_t to = stop < n - shift ? stop : n - shift;                              \
            const T none = identity;                                                               \
            amp_global_ptr(const int) start = 0;                                                   \
            AMP__SUM_FROM(T, identity);                                                            \
            for (int p = c > 0 ? lead : 0; p < known; p++) {                                       \
                sum = amp__plus_##name(amp__op, sum, AMP__AT(part, p));                            \
            }                                                                                      \
            if (shift && c == 0) { amp_at(to_rows, 0, 0) = sum; }                                  \
            for (int row = many ? c * per : 0, end = row + (many ? per : 1); row < end; row++) {   \
                amp_global_ptr(const T) x = from_rows + row * from_rows_shape.stride[0];           \
                amp_global_ptr(T) y = to_rows + row * to_rows_shape.stride[0] + shift;             \
                T total = sum, own = sum, *const before = &total, *const chunk = &own;             \
                int k = 0;                                                                         \
                if (row >= rows) { break; }                                                        \
                switch (how % 8 + shift) { AMP__SCAN_PLAIN(name) } /* of the one before: shift */  \
                if (fold) { AMP__AT(part, c + lead) = total; }                                     \
            }                                                                                      \
        }                                                                                          \
    AMP__PHASED_BODY_END

/* By segments. A chunk's fold is that of its elements behind its last head; seen says whether there
   is one and, with AMP__SCAN_COUNT, behind that of all chunks how many there are, of which the
   first element is one. What is written of AMP__SCAN_ENDS are the sums of the segments that end in
   the chunk: those whose next one begins there. Backward, a segment is gone through from its end,
   and the sum is reset after its first element. */
#define AMP__KERNEL_segments(name, T, identity)                                                    \
    AMP__PHASED_BODY(amp__segments_##name, 1, in(T, 1, x), in(int, 1, start), inout(T, 1, part),   \
                     inout(int, 1, seen), inout(T, 1, y), value(int, per), value(int, how))        \
        AMP__PHASE_ALL {                                                                           \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            const int c = amp_tile_index.tile[0], chunks = seen_shape.extent[0] / 2;               \
            const int back = (how & AMP__SCAN_BACKWARD) != 0, what = how & AMP__SCAN_WRITES;       \
            const ptrdiff_t top = n - 1;                                                           \
            const T none = identity;                                                               \
            ptrdiff_t from = first, to = last, tail = last;                                        \
            int k = -1, any = 0;                                                                   \
            AMP__SUM_FROM(T, identity);                                                            \
            while (what >= AMP__SCAN_FOLD && tail > first && !any) {                               \
                tail--;                                                                            \
                any = AMP__AT(start, back ? top - tail : tail) != 0;                               \
            }                                                                                      \
            if (what == AMP__SCAN_FOLD) {                                                          \
                int count = first == 0 && AMP__AT(start, 0) == 0;                                  \
                from = any ? tail + back : first;                                                  \
                AMP__AT(seen, c) = any;                                                            \
                for (ptrdiff_t i = first; (how & AMP__SCAN_COUNT) && i < last; i++) {              \
                    count += AMP__AT(start, i) != 0;                                               \
                }                                                                                  \
                if (how & AMP__SCAN_COUNT) { AMP__AT(seen, chunks + c) = count; }                  \
            } else {                                                                               \
                for (int p = 0; p < c; p++) {                                                      \
                    const T a = AMP__AT(part, p);                                                  \
                    sum = AMP__AT(seen, p) != 0 ? a : amp__plus_##name(amp__op, sum, a);           \
                    k += (how & AMP__SCAN_COUNT) ? AMP__AT(seen, chunks + p) : 0;                  \
                }                                                                                  \
            }                                                                                      \
            if (what == AMP__SCAN_ENDS) {                                                          \
                to = last == n ? n : any ? tail : first;                                           \
                if (first > 0 && AMP__AT(start, first) != 0) { AMP__AT(y, k) = sum; }              \
                k += first == 0 && AMP__AT(start, 0) == 0;                                         \
            }                                                                                      \
            T total = sum, own = sum, *const before = &total, *const chunk = &own;                 \
            switch (how % 8 + (what == AMP__SCAN_FOLD ? 0 : AMP__SCAN_SEGMENTS)) {                 \
                AMP__SCAN_CASE(name, 2) AMP__SCAN_CASE(name, 6) AMP__SCAN_SEGMENTED(name)          \
            }                                                                                      \
            if (what == AMP__SCAN_FOLD) { AMP__AT(part, c) = total; }                              \
        }                                                                                          \
    AMP__PHASED_BODY_END

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

/* Reads the block from element k on; a row's fold is a thread's sum. `get` is
   element i; what is behind the range counts as the identity. */
#define AMP__SCAN_READ(P, op, identity, get)                                                       \
    AMP__PHASE_ALL {                                                                               \
        for (int r = 0; r < row_length; r++) {                                                     \
            const int at_ = r * AMP__TILE + AMP__THREAD;                                           \
            const ptrdiff_t i = k + at_;                                                           \
            P one = identity;                                                                      \
            if (i < last) { one = get; }                                                           \
            block[at_ / row_length][at_ % row_length] = one;                                       \
        }                                                                                          \
    }                                                                                              \
    AMP__PHASE_ALL {                                                                               \
        P sum = block[AMP__THREAD][0];                                                             \
        for (int r = 1; r < row_length; r++) {                                                     \
            sum = op(amp__op, sum, block[AMP__THREAD][r]);                                         \
        }                                                                                          \
        sums[0][AMP__THREAD] = sum;                                                                \
    }                                                                                              \
    AMP__SCAN_STEPS(op)

/* The scan of a tile's elements first to last, from the fold of those before, which `before` puts
   into carry[0]; their fold is there in the end. `put` writes v, the result at i, of a scan that is
   no fold. Uses what AMP__SCAN_MEMORY makes, how, amp__op, first and last; makes k (AMP__BLOCKS)
   and now (AMP__SCAN_STEPS). */
#define AMP__TILE_SCAN(P, op, identity, span, before, get, put)                                    \
    AMP__PHASE_FIRST(1) {                                                                          \
        carry[0] = identity;                                                                       \
        before                                                                                     \
    }                                                                                              \
    AMP__BLOCKS(span, AMP__TILE * row_length) {                                                    \
        AMP__SCAN_READ(P, op, identity, get)                                                       \
        AMP__PHASE_ALL {                                                                           \
            const int t = AMP__THREAD;                                                             \
            P sum = carry[0];                                                                      \
            if (t > 0) { sum = op(amp__op, sum, sums[now][t - 1]); }                               \
            for (int r = 0; !fold && r < row_length; r++) {                                        \
                const P next = op(amp__op, sum, block[t][r]);                                      \
                if (how & AMP__SCAN_INCLUSIVE) { sum = next; }                                     \
                block[t][r] = sum;                                                                 \
                sum = next;                                                                        \
            }                                                                                      \
        }                                                                                          \
        AMP__PHASE_ALL {                                                                           \
            for (int r = 0; !fold && r < row_length; r++) {                                        \
                const int at_ = r * AMP__TILE + AMP__THREAD;                                       \
                const ptrdiff_t i = k + at_;                                                       \
                if (i < last) {                                                                    \
                    const P v = block[at_ / row_length][at_ % row_length];                         \
                    put                                                                            \
                }                                                                                  \
            }                                                                                      \
            if (AMP__THREAD == 0) { /* nobody else looks at it in this phase */                    \
                carry[0] = op(amp__op, carry[0], sums[now][AMP__TILE - 1]);                        \
            }                                                                                      \
        }                                                                                          \
    }

/* A scan is three launches: each tile's fold; the inclusive scan of these, by
   one tile; each tile's scan, which continues from the sum of the tiles before.
   Of rows a tile has some, one after the other. */
#define AMP__KERNEL_tile_scan(name, T, identity)                                                   \
    AMP__PHASED_BODY(amp__tile_scan_##name, AMP__TILE, in(T, 2, x), inout(T, 1, part),             \
                     inout(T, 2, y), value(int, per), value(int, how))                             \
        AMP__SCAN_MEMORY(T);                                                                       \
        const int rows = x_shape.extent[0], many = rows > 1;                                       \
        const ptrdiff_t n = x_shape.extent[1], first = many ? 0 : (ptrdiff_t)c * per;              \
        for (int r_ = 0; r_ < (many ? per : 1); r_++) {                                            \
            const int row = many ? c * per + r_ : 0;                                               \
            const ptrdiff_t stop = many ? (row < rows ? n : 0) : first + per;                      \
            const ptrdiff_t last = stop < n ? stop : n;                                            \
            AMP__TILE_SCAN(T, amp__plus_##name, identity, many ? n : per,                          \
                           if (!fold && !many && c > 0) { carry[0] = AMP__AT(part, c - 1); },      \
                           amp_at(x, row, back ? n - 1 - i : i),                                   \
                           amp_at(y, row, back ? n - 1 - i : i) = v;)                              \
            AMP__PHASE_FIRST(1) { if (fold) { AMP__AT(part, c) = carry[0]; } }                     \
        }                                                                                          \
    AMP__PHASED_BODY_END

/* By segments: the same scan, of pairs of a value and whether a segment began.
   Where one begins on the right, what is on the left no longer counts. Backward,
   a segment begins behind the element that is flagged. */
#define AMP__TILE_SEGMENTS(name, T)                                                                \
    typedef struct amp__pair_##name { T value; int begins; } amp__pair_##name;                     \
    AMP__HELPER amp__pair_##name amp__pair_of_##name(T value, int begins)                          \
    { amp__pair_##name p; p.value = value; p.begins = begins; return p; }                          \
    AMP__INLINED amp__pair_##name amp__add_pair_##name(int number, amp__pair_##name a,             \
                                                      amp__pair_##name b)                          \
    { return b.begins ? b : amp__pair_of_##name(amp__plus_##name(number, a.value, b.value),        \
                                                a.begins); }
#define AMP__KERNEL_tile_segments(name, T, identity)                                               \
    AMP__PHASED_BODY(amp__tile_segments_##name, AMP__TILE, in(T, 1, x), in(int, 1, start),         \
                     inout(T, 1, part), inout(int, 1, seen), inout(T, 1, y), value(int, per),      \
                     value(int, how))                                                              \
        AMP__SCAN_MEMORY(amp__pair_##name);                                                        \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        AMP__TILE_SCAN(amp__pair_##name, amp__add_pair_##name, amp__pair_of_##name(identity, 0),   \
                       per, if (!fold && c > 0) { carry[0].value = AMP__AT(part, c - 1); },        \
                       amp__pair_of_##name(AMP__AT(x, back ? n - 1 - i : i),                       \
                                           amp__begins_at(start, i, n, back)),                     \
                       T result = v.value;                                                         \
                       if (!(how & AMP__SCAN_INCLUSIVE) && amp__begins_at(start, i, n, back)) {    \
                           result = identity;                                                      \
                       }                                                                           \
                       AMP__AT(y, back ? n - 1 - i : i) = result;)                                 \
        AMP__PHASE_FIRST(1) {                                                                      \
            if (fold) {                                                                            \
                AMP__AT(part, c) = carry[0].value;                                                 \
                AMP__AT(seen, c) = carry[0].begins;                                                \
            }                                                                                      \
        }                                                                                          \
    AMP__PHASED_BODY_END
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
    AMP__SCAN_RUN(name, T)                                                                         \
    AMP__TILE_SEGMENTS(name, T)                                                                    \
    KERNELS(AMP__PART_OF, name, T, identity)                                                       \
    AMP__HOST(AMP__SCAN_BLOCK)(name, T, identity)

/* AMP_DEFINE_OPERATOR(name, T, identity, expression): for reduce and scan. */
#undef AMP_DEFINE_OPERATOR
#define AMP_DEFINE_OPERATOR(name, T, identity, ...)                                                \
    AMP_DEFINE_REDUCE(name, T, identity, __VA_ARGS__)                                              \
    AMP_DEFINE_SCAN(name, T, identity, __VA_ARGS__)
AMP_DEVICE_END

/* ==== 5 on the host ====================================================== */

/* Steps of a pass, from position `from` to position `to`, on from carry: two values, the sum and
   the fold of the chunk's elements, which begin as the identity with `begin`. head: whether there
   was one in the chunk; then the two are one. The others are as in amp__scan_run. */
typedef struct amp__scan_block {
    const void *x;
    const int *start;
    void *y, *carry;
    ptrdiff_t from, to, top;
    int how, begin, head, k;
} amp__scan_block;
/* Up to the first head of a chunk the sum and the chunk's fold are two. */
#define AMP__SCAN_BLOCK(name, T, identity)                                                         \
    AMP__INLINED void amp__scan_block_##name(amp__scan_block *b, int amp__op)                      \
    {                                                                                              \
        const T *const x = (const T *)b->x, none = identity;                                       \
        const int *const start = b->start;                                                         \
        T *const y = (T *)b->y, *const before = (T *)b->carry, *const chunk = before + 1;          \
        const ptrdiff_t top = b->top;                                                              \
        int how = b->how, k = b->k;                                                                \
        if (b->begin) { *before = *chunk = none; }                                                 \
        for (ptrdiff_t from = b->from, to; from < b->to; from = to) {                              \
            const int two = AMP__SCAN_OWN | AMP__SCAN_SEGMENTS;                                    \
            to = (how & two) == two ? amp__next_head(start, from, b->to) : b->to;                  \
            switch ((how & two) == two ? how - AMP__SCAN_SEGMENTS : how) {                         \
                AMP__SCAN_PLAIN(name) AMP__SCAN_PLAIN_OWN(name) AMP__SCAN_SEGMENTED(name)          \
            }                                                                                      \
            if (to < b->to) { how -= AMP__SCAN_OWN; b->head = 1; }                                 \
        }                                                                                          \
        b->k = k;                                                                                  \
    }
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
