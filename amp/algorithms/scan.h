/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_SCAN_H
#define AMP_ALGORITHMS_SCAN_H
/*
amp/algorithms/scan.h: for each element, the operator over those up to it; also
by segments and by row. Kernels are macros, for the reason in kernel.h.

  1 kernels for a CPU
  2 kernels for a GPU
  3 definitions
  4 on the host
*/

#include "device_scans.h"
#include "fused.h"
#include "tiles.h"

AMP_DEVICE_BEGIN
/* ==== 1 kernels for a CPU ================================================ */

/* A scan cuts its range into chunks, at most 64, of `per` elements; a tile of
   one thread goes through a chunk in order, which is what a CPU does best. The
   first kernel folds each chunk; the second folds the chunks before its own
   and continues from there. Backward, position i stands for n - 1 - i.
   AMP__SCAN_RUN uses inclusive, x, y, amp__op and sum, to which it adds; makes i, which x_at and
   y_at may name. `also` is one statement more for each element, before y is written. */
#ifdef __OPENCL_VERSION__
#define AMP__BY_FOUR
#else /* an element a cycle is what a sum in order can give: no jump for each as well */
#define AMP__BY_FOUR _Pragma("GCC unroll 4")
#endif
#define AMP__SCAN_RUN(T, op, from, to, x_at, y_at, also)                                           \
    if (inclusive & 1) {                                                                           \
        AMP__BY_FOUR for (ptrdiff_t i = from; i < (to); i++) {                                     \
            const T a = amp_at(x, x_at);                                                           \
            sum = op(amp__op, sum, a);                                                             \
            also                                                                                   \
            amp_at(y, y_at) = sum;                                                                 \
        }                                                                                          \
    } else {                                                                                       \
        AMP__BY_FOUR for (ptrdiff_t i = from; i < (to); i++) {                                     \
            const T a = amp_at(x, x_at), next = op(amp__op, sum, a);                               \
            also                                                                                   \
            amp_at(y, y_at) = sum;                                                                 \
            sum = next;                                                                            \
        }                                                                                          \
    }
#define AMP__KERNEL_scan_fold(name, T, identity)                                                   \
    AMP__PHASED_BODY(amp__scan_fold_##name, 1, in(T, 1, x), out(T, 1, part), value(int, per),      \
                     value(int, backward))                                                         \
        AMP__PHASE_ALL {                                                                           \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            AMP__SUM_FROM(T, identity);                                                            \
            if (backward) {                                                                        \
                for (ptrdiff_t i = first; i < last; i++) {                                         \
                    sum = amp__plus_##name(amp__op, sum, amp_at(x, n - 1 - i));                    \
                }                                                                                  \
            } else {                                                                               \
                for (ptrdiff_t i = first; i < last; i++) {                                         \
                    sum = amp__plus_##name(amp__op, sum, amp_at(x, i));                            \
                }                                                                                  \
            }                                                                                      \
            amp_at(part, amp_tile_index.tile[0]) = sum;                                            \
        }                                                                                          \
    AMP__PHASED_BODY_END
/* inclusive & 2: in one run with this chunk's fold, which is written where it belongs in
   part: amp__fused_scan. A call of the host alone; for a launch part is only read. */
#ifdef __OPENCL_VERSION__
#define AMP__SCAN_BOTH(name, T, identity)
#else
#define AMP__SCAN_BOTH(name, T, identity)                                                          \
    if (inclusive & 2) {                                                                           \
        T own = identity;                                                                          \
        const ptrdiff_t zero = backward ? n - 1 : 0, step = backward ? -1 : 1;                     \
        AMP__SCAN_RUN(T, amp__plus_##name, first, last, zero + step * i, zero + step * i,          \
                      own = amp__plus_##name(amp__op, own, a);)                                    \
        ((T *)amp__a[1].data)[amp_tile_index.tile[0]] = own;                                       \
    } else
#endif
#define AMP__KERNEL_scan_apply(name, T, identity)                                                  \
    AMP__PHASED_BODY(amp__scan_apply_##name, 1, in(T, 1, x), in(T, 1, part), inout(T, 1, y),       \
                     value(int, per), value(int, inclusive), value(int, backward))                 \
        AMP__PHASE_ALL {                                                                           \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            AMP__SUM_FROM(T, identity);                                                            \
            for (int c = 0; c < amp_tile_index.tile[0]; c++) {                                     \
                sum = amp__plus_##name(amp__op, sum, amp_at(part, c));                             \
            }                                                                                      \
            AMP__SCAN_BOTH(name, T, identity)                                                      \
            if (backward) {                                                                        \
                AMP__SCAN_RUN(T, amp__plus_##name, first, last, n - 1 - i, n - 1 - i, )            \
            } else {                                                                               \
                AMP__SCAN_RUN(T, amp__plus_##name, first, last, i, i, )                            \
            }                                                                                      \
        }                                                                                          \
    AMP__PHASED_BODY_END

/* Segments begin where start is not 0. A chunk's fold is that of its elements
   after the last segment boundary in it; seen says whether there is one.
   Backward, a segment is gone through from its end, and the sum is reset
   after its first element. Uses first, last, backward, start, x, amp__op, sum and any, of which
   it changes the last two; makes j, i (at_ is i's value), and before, for `keep`. */
#define AMP__SEGMENT_RUN(T, op, identity, at_, keep)                                               \
    for (ptrdiff_t j = first; j < last; j++) {                                                     \
        const ptrdiff_t i = at_;                                                                   \
        T before;                                                                                  \
        if (!backward && amp_at(start, i) != 0) { sum = identity; any = 1; }                       \
        before = sum;                                                                              \
        sum = op(amp__op, sum, amp_at(x, i));                                                      \
        keep                                                                                       \
        if (backward && amp_at(start, i) != 0) { sum = identity; any = 1; }                        \
    }
#define AMP__KERNEL_segment_fold(name, T, identity)                                                \
    AMP__PHASED_BODY(amp__segment_fold_##name, 1, in(T, 1, x), in(int, 1, start), out(T, 1, part), \
                     out(int, 1, seen), value(int, per), value(int, backward))                     \
        AMP__PHASE_ALL {                                                                           \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            AMP__SUM_FROM(T, identity);                                                            \
            int any = 0;                                                                           \
            AMP__SEGMENT_RUN(T, amp__plus_##name, identity, backward ? n - 1 - j : j,              \
                             (void)before;)                                                        \
            amp_at(part, amp_tile_index.tile[0]) = sum;                                            \
            amp_at(seen, amp_tile_index.tile[0]) = any;                                            \
        }                                                                                          \
    AMP__PHASED_BODY_END
/* inclusive & 2: forward, a block of amp__fused_segmented; a call of the host alone. What blocks
   hand on is behind the kernel's arguments. Up to a chunk's first head, the sum and the chunk's
   fold are two; from there on they are one. A choice of two values, not a jump: where segments
   begin cannot be foretold. */
#ifdef __OPENCL_VERSION__
#define AMP__SEGMENT_BLOCK(T, op, identity)
#else
#define AMP__SEGMENT_BLOCK(T, op, identity)                                                        \
    if (inclusive & 2) {                                                                           \
        T *const kept = (T *)amp__a[8].data, own = identity;                                       \
        int *const head = (int *)amp__a[9].data;                                                   \
        const int all = inclusive & 1;                                                             \
        ptrdiff_t e = first;                                                                       \
        if (*head >= 0) { sum = kept[0]; own = kept[1]; }                                          \
        for (; *head <= 0 && e < last && start[e] == 0; e++) {                                     \
            const T before = sum;                                                                  \
            own = op(amp__op, own, x[e]);                                                          \
            sum = op(amp__op, sum, x[e]);                                                          \
            y[e] = all ? sum : before;                                                             \
        }                                                                                          \
        *head = *head > 0 || e < last;                                                             \
        for (; e < last; e++) {                                                                    \
            const T before = start[e] != 0 ? identity : sum;                                       \
            sum = op(amp__op, before, x[e]);                                                       \
            y[e] = all ? sum : before;                                                             \
        }                                                                                          \
        kept[0] = sum;                                                                             \
        kept[1] = *head ? sum : own;                                                               \
    } else
#endif
#define AMP__KERNEL_segment_apply(name, T, identity)                                               \
    AMP__PHASED_BODY(amp__segment_apply_##name, 1, in(T, 1, x), in(int, 1, start), in(T, 1, part), \
                     in(int, 1, seen), inout(T, 1, y), value(int, per), value(int, inclusive),     \
                     value(int, backward))                                                         \
        AMP__PHASE_ALL {                                                                           \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            AMP__SUM_FROM(T, identity);                                                            \
            int any = 0;                                                                           \
            for (int c = 0; c < amp_tile_index.tile[0]; c++) {                                     \
                sum = amp_at(seen, c) != 0 ? amp_at(part, c)                                       \
                                           : amp__plus_##name(amp__op, sum, amp_at(part, c));      \
            }                                                                                      \
            AMP__SEGMENT_BLOCK(T, amp__plus_##name, identity)                                      \
            AMP__SEGMENT_RUN(T, amp__plus_##name, identity, backward ? n - 1 - j : j,              \
                             amp_at(y, i) = inclusive ? sum : before;)                             \
            (void)any;                                                                             \
        }                                                                                          \
    AMP__PHASED_BODY_END
#define AMP__KERNEL_rows(name, T, identity)                                                        \
    AMP__PHASED_BODY(amp__rows_##name, 1, in(T, 2, x), inout(T, 2, y), value(int, per),            \
                     value(int, inclusive), value(int, backward))                                  \
        AMP__PHASE_ALL {                                                                           \
            const ptrdiff_t n = x_shape.extent[1];                                                 \
            const int low = amp_tile_index.tile[0] * per;                                          \
            for (int row = low; row < low + per && row < x_shape.extent[0]; row++) {               \
                T sum = identity;                                                                  \
                for (ptrdiff_t j = 0; j < n; j++) {                                                \
                    const ptrdiff_t i = backward ? n - 1 - j : j;                                  \
                    const T before = sum;                                                          \
                    sum = amp__plus_##name(amp__op, sum, amp_at(x, row, i));                       \
                    amp_at(y, row, i) = inclusive ? sum : before;                                  \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    AMP__PHASED_BODY_END

/* ==== 2 kernels for a GPU ================================================ */

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
    amp_tile_static(P, block, wide, row_length + 1);                                               \
    amp_tile_static(P, sums, 2, wide)

/* Reads the block from element k on; a row's fold is a thread's sum. `get` is
   element i; what is behind the range counts as the identity. */
#define AMP__SCAN_READ(P, op, identity, get)                                                       \
    AMP__PHASE_ALL {                                                                               \
        for (int r = 0; r < row_length; r++) {                                                     \
            const int at_ = r * AMP__TILE + AMP__T;                                                \
            const ptrdiff_t i = k + at_;                                                           \
            P one = identity;                                                                      \
            if (i < last) {                                                                        \
                one = get;                                                                         \
            }                                                                                      \
            block[at_ / row_length][at_ % row_length] = one;                                       \
        }                                                                                          \
    }                                                                                              \
    AMP__PHASE_ALL {                                                                               \
        P sum = block[AMP__T][0];                                                                  \
        for (int r = 1; r < row_length; r++) {                                                     \
            sum = op(amp__op, sum, block[AMP__T][r]);                                              \
        }                                                                                          \
        sums[0][AMP__T] = sum;                                                                     \
    }                                                                                              \
    AMP__SCAN_STEPS(op)

/* The fold of a tile's elements, in order, into total, which is thread 0's. */
#define AMP__TILE_FOLD(P, op, identity, span, get)                                                 \
    amp_thread_private(P, total);                                                                  \
    AMP__PHASE_FIRST(1) { AMP__OWN(total) = identity; }                                            \
    AMP__BLOCKS(span, AMP__TILE * row_length) {                                                    \
        AMP__SCAN_READ(P, op, identity, get)                                                       \
        AMP__PHASE_FIRST(1) {                                                                      \
            AMP__OWN(total) = op(amp__op, AMP__OWN(total), sums[now][AMP__TILE - 1]);              \
        }                                                                                          \
    }

/* The scan of a tile's elements, which continues from `start`. `put` writes
   v, the result at i. Uses first, last, row_length, inclusive, amp__op and the tile's arrays
   carry, sums and block; makes k (AMP__BLOCKS) and now (AMP__SCAN_STEPS). */
#define AMP__TILE_SCAN(P, op, identity, span, start, get, put)                                     \
    AMP__PHASE_FIRST(1) {                                                                          \
        carry[0] = identity;                                                                       \
        start                                                                                      \
    }                                                                                              \
    AMP__BLOCKS(span, AMP__TILE * row_length) {                                                    \
        AMP__SCAN_READ(P, op, identity, get)                                                       \
        AMP__PHASE_ALL {                                                                           \
            const int t = AMP__T;                                                                  \
            P sum = carry[0];                                                                      \
            if (t > 0) {                                                                           \
                sum = op(amp__op, sum, sums[now][t - 1]);                                          \
            }                                                                                      \
            for (int r = 0; r < row_length; r++) {                                                 \
                const P next = op(amp__op, sum, block[t][r]);                                      \
                if (inclusive) {                                                                   \
                    sum = next;                                                                    \
                }                                                                                  \
                block[t][r] = sum;                                                                 \
                sum = next;                                                                        \
            }                                                                                      \
        }                                                                                          \
        AMP__PHASE_ALL {                                                                           \
            for (int r = 0; r < row_length; r++) {                                                 \
                const int at_ = r * AMP__TILE + AMP__T;                                            \
                const ptrdiff_t i = k + at_;                                                       \
                if (i < last) {                                                                    \
                    const P v = block[at_ / row_length][at_ % row_length];                         \
                    put                                                                            \
                }                                                                                  \
            }                                                                                      \
            if (AMP__T == 0) { /* nobody else looks at it in this phase */                         \
                carry[0] = op(amp__op, carry[0], sums[now][AMP__TILE - 1]);                        \
            }                                                                                      \
        }                                                                                          \
    }

/* A scan is three launches: each tile's fold; the inclusive scan of these, by
   one tile; each tile's scan, which continues from the sum of the tiles before.
   Backward, position i stands for n - 1 - i. */
#define AMP__KERNEL_tile_fold(name, T, identity)                                                   \
    AMP__TILE_BODY(amp__tile_fold_##name, amp__scan_fold_##name, in(T, 1, x), out(T, 1, part),     \
                   value(int, per), value(int, backward))                                          \
        AMP__SCAN_MEMORY(T);                                                                       \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        AMP__TILE_FOLD(T, amp__plus_##name, identity, per, amp_at(x, backward ? n - 1 - i : i))    \
        AMP__PHASE_FIRST(1) { amp_at(part, amp_tile_index.tile[0]) = AMP__OWN(total); }            \
    AMP__TILE_BODY_END
#define AMP__KERNEL_tile_scan(name, T, identity)                                                   \
    AMP__TILE_BODY(amp__tile_scan_##name, amp__scan_apply_##name, in(T, 1, x), in(T, 1, part),     \
                   inout(T, 1, y), value(int, per), value(int, inclusive), value(int, backward))   \
        AMP__SCAN_MEMORY(T);                                                                       \
        amp_tile_static(T, carry, 1);                                                              \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        AMP__TILE_SCAN(T, amp__plus_##name, identity, per,                                         \
                       if (amp_tile_index.tile[0] > 0) {                                           \
                           carry[0] = amp_at(part, amp_tile_index.tile[0] - 1);                    \
                       },                                                                          \
                       amp_at(x, backward ? n - 1 - i : i),                                        \
                       amp_at(y, backward ? n - 1 - i : i) = v;)                                   \
    AMP__TILE_BODY_END

/* By segments: the same scan, of pairs of a value and whether a segment began.
   Where one begins on the right, what is on the left no longer counts. Backward,
   a segment begins behind the element that is flagged. */
#define AMP__TILE_SEGMENTS(name, T)                                                                \
    typedef struct amp__pair_##name { T value; int begins; } amp__pair_##name;                     \
    AMP__HELPER amp__pair_##name amp__pair_of_##name(T value, int begins)                          \
    {                                                                                              \
        amp__pair_##name p;                                                                        \
        p.value = value;                                                                           \
        p.begins = begins;                                                                         \
        return p;                                                                                  \
    }                                                                                              \
    AMP__INLINED amp__pair_##name amp__add_pair_##name(int number, amp__pair_##name a,             \
                                                      amp__pair_##name b)                          \
    {                                                                                              \
        amp__pair_##name p = b;                                                                    \
        if (b.begins == 0) {                                                                       \
            p.value = amp__plus_##name(number, a.value, b.value);                                  \
            p.begins = a.begins;                                                                   \
        }                                                                                          \
        return p;                                                                                  \
    }                                                                                              \
    AMP__HELPER int amp__begins_##name(amp_global_ptr(const int) start, ptrdiff_t i,               \
                                       ptrdiff_t n, int backward)                                  \
    { return backward ? i > 0 && start[n - i] != 0 : start[i] != 0; }
#define AMP__KERNEL_tile_segment_fold(name, T, identity)                                           \
    AMP__TILE_BODY(amp__tile_segment_fold_##name, amp__segment_fold_##name, in(T, 1, x),           \
                   in(int, 1, start), out(T, 1, part), out(int, 1, seen), value(int, per),         \
                   value(int, backward))                                                           \
        AMP__SCAN_MEMORY(amp__pair_##name);                                                        \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        AMP__TILE_FOLD(amp__pair_##name, amp__add_pair_##name, amp__pair_of_##name(identity, 0),   \
                       per,                                                                        \
                       amp__pair_of_##name(amp_at(x, backward ? n - 1 - i : i),                    \
                                           amp__begins_##name(start, i, n, backward)))             \
        AMP__PHASE_FIRST(1) {                                                                      \
            amp_at(part, amp_tile_index.tile[0]) = AMP__OWN(total).value;                          \
            amp_at(seen, amp_tile_index.tile[0]) = AMP__OWN(total).begins;                         \
        }                                                                                          \
    AMP__TILE_BODY_END
#define AMP__KERNEL_tile_segment_scan(name, T, identity)                                           \
    AMP__TILE_BODY(amp__tile_segment_scan_##name, amp__segment_apply_##name, in(T, 1, x),          \
                   in(int, 1, start), in(T, 1, part), in(int, 1, seen), inout(T, 1, y),            \
                   value(int, per), value(int, inclusive), value(int, backward))                   \
        /* seen is the other form's: here the scan of the parts has used it up */                  \
        AMP__SCAN_MEMORY(amp__pair_##name);                                                        \
        amp_tile_static(amp__pair_##name, carry, 1);                                               \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        AMP__TILE_SCAN(amp__pair_##name, amp__add_pair_##name, amp__pair_of_##name(identity, 0),   \
                       per,                                                                        \
                       if (amp_tile_index.tile[0] > 0) {                                           \
                           carry[0].value = amp_at(part, amp_tile_index.tile[0] - 1);              \
                       },                                                                          \
                       amp__pair_of_##name(amp_at(x, backward ? n - 1 - i : i),                    \
                                           amp__begins_##name(start, i, n, backward)),             \
                       T result = v.value;                                                         \
                       if (!inclusive && amp__begins_##name(start, i, n, backward)) {              \
                           result = identity;                                                      \
                       }                                                                           \
                       amp_at(y, backward ? n - 1 - i : i) = result;)                              \
    AMP__TILE_BODY_END

/* By row: a tile a row, and again tiles further on. */
#define AMP__KERNEL_tile_rows(name, T, identity)                                                   \
    AMP__TILE_BODY(amp__tile_rows_##name, amp__rows_##name, in(T, 2, x), inout(T, 2, y),           \
                   value(int, per), value(int, inclusive), value(int, backward))                   \
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
    AMP__TILE_BODY_END

/* 1 at multiples of width. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__starts)
AMP_KERNEL(amp__starts, 1, out(int, 1, flags), value(int, width))
{
    amp_at(flags, idx[0]) = idx[0] % width == 0;
}
#endif

/* ==== 3 definitions ====================================================== */

/* AMP_DEFINE_SCAN(name, T, identity, expression in a and b): an operator for
   the scans, associative; a stands to the left of b. */
#undef AMP_DEFINE_SCAN
#define AMP_DEFINE_SCAN(name, T, identity, ...)                                                    \
    AMP__HELPER T amp__plus_##name(int number, T a, T b) { (void)number; return __VA_ARGS__; }     \
    AMP__SCAN_BODIES(name, T, identity)                                                            \
    AMP__HOST(AMP__HOST_SCAN)(name, name, 0, T)
#define AMP__SCAN_BODIES(name, T, identity)                                                        \
    AMP__TILE_SEGMENTS(name, T)                                                                    \
    AMP__PART(amp__scan_fold_##name, AMP__KERNEL_scan_fold)(name, T, identity)                     \
    AMP__PART(amp__scan_apply_##name, AMP__KERNEL_scan_apply)(name, T, identity)                   \
    AMP__PART(amp__segment_fold_##name, AMP__KERNEL_segment_fold)(name, T, identity)               \
    AMP__PART(amp__segment_apply_##name, AMP__KERNEL_segment_apply)(name, T, identity)             \
    AMP__PART(amp__rows_##name, AMP__KERNEL_rows)(name, T, identity)                               \
    AMP__DEVICE_SCANS(name, T, identity)                                                           \
    AMP__PART(amp__tile_fold_##name, AMP__KERNEL_tile_fold)(name, T, identity)                     \
    AMP__PART(amp__tile_scan_##name, AMP__KERNEL_tile_scan)(name, T, identity)                     \
    AMP__PART(amp__tile_segment_fold_##name, AMP__KERNEL_tile_segment_fold)(name, T, identity)     \
    AMP__PART(amp__tile_segment_scan_##name, AMP__KERNEL_tile_segment_scan)(name, T, identity)     \
    AMP__PART(amp__tile_rows_##name, AMP__KERNEL_tile_rows)(name, T, identity)

/* AMP_DEFINE_OPERATOR(name, T, identity, expression): for reduce and scan. */
#undef AMP_DEFINE_OPERATOR
#define AMP_DEFINE_OPERATOR(name, T, identity, ...)                                                \
    AMP_DEFINE_REDUCE(name, T, identity, __VA_ARGS__)                                              \
    AMP_DEFINE_SCAN(name, T, identity, __VA_ARGS__)
AMP_DEVICE_END

/* ==== 4 on the host ====================================================== */

/* Whether an element counts in its own result, and from where a scan goes. */
typedef enum amp_scan_mode { AMP_EXCLUSIVE, AMP_INCLUSIVE } amp_scan_mode;
typedef enum amp_scan_direction { AMP_FORWARD, AMP_BACKWARD } amp_scan_direction;

/* A scan's kernels; form 0 is for a CPU, form 1 for a GPU. */
typedef struct amp__scanning {
    amp__type type;
    struct {
        amp__kernel fold, apply, segment_fold, segment_apply, rows;
    } form[2];
    const amp__device_scans *(*device)(void); /* or NULL */
} amp__scanning;

/* Of a scan that has no kernels for segments and rows. */
#define AMP__HOST_PLAIN_SCAN(name, T)                                                              \
    AMP__PHASED_ENTRIES(scan_fold, name, name, 1, 0)                                               \
    AMP__PHASED_ENTRIES(scan_apply, name, name, 1, 0)                                              \
    AMP__TILE_ENTRIES(tile_fold, name, name, 0) AMP__TILE_ENTRIES(tile_scan, name, name, 0)        \
    AMP__DESCRIPTION(amp__scanning, amp__scanning_##name, AMP__TYPE_CONSTANT(T), { {               \
        AMP__PHASED_KERNEL(scan_fold, name, name, 1),                                              \
        AMP__PHASED_KERNEL(scan_apply, name, name, 1), { 0 }, { 0 }, { 0 } }, {                    \
        AMP__TILE_KERNEL(tile_fold, scan_fold, name, name),                                        \
        AMP__TILE_KERNEL(tile_scan, scan_apply, name, name), { 0 }, { 0 }, { 0 } } }, 0)
/* Of a definition whose bodies are those of `body` with the number op. A macro: the entries'
   names and T are the definition's. */
#define AMP__HOST_SCAN(name, body, op, T)                                                          \
    AMP__PHASED_ENTRIES(scan_fold, name, body, 1, op)                                              \
    AMP__PHASED_ENTRIES(scan_apply, name, body, 1, op)                                             \
    AMP__PHASED_ENTRIES(segment_fold, name, body, 1, op)                                           \
    AMP__SEGMENT_ENTRIES(segment_apply, name, body, 1, op)                                         \
    AMP__PHASED_ENTRIES(rows, name, body, 1, op)                                                   \
    AMP__TILE_ENTRIES(tile_fold, name, body, op)                                                   \
    AMP__TILE_ENTRIES(tile_scan, name, body, op)                                                   \
    AMP__TILE_ENTRIES(tile_segment_fold, name, body, op)                                           \
    AMP__TILE_ENTRIES(tile_segment_scan, name, body, op)                                           \
    AMP__TILE_ENTRIES(tile_rows, name, body, op)                                                   \
    AMP__HOST_DEVICE_SCANS(name, body, op)                                                         \
    AMP__DESCRIPTION(amp__scanning, amp__scanning_##name, AMP__TYPE_CONSTANT(T), { {               \
        AMP__PHASED_KERNEL(scan_fold, name, body, 1),                                              \
        AMP__PHASED_KERNEL(scan_apply, name, body, 1),                                             \
        AMP__PHASED_KERNEL(segment_fold, name, body, 1),                                           \
        AMP__PHASED_KERNEL(segment_apply, name, body, 1),                                          \
        AMP__PHASED_KERNEL(rows, name, body, 1) }, {                                               \
        AMP__TILE_KERNEL(tile_fold, scan_fold, name, body),                                        \
        AMP__TILE_KERNEL(tile_scan, scan_apply, name, body),                                       \
        AMP__TILE_KERNEL(tile_segment_fold, segment_fold, name, body),                             \
        AMP__TILE_KERNEL(tile_segment_scan, segment_apply, name, body),                            \
        AMP__TILE_KERNEL(tile_rows, rows, name, body) } }, AMP__DEVICE_SCANS_OF(name))

/* What the macros below call, with what is known of the operator. */
AMP__API amp_status amp__scan(const amp__scanning *k, amp_scan_mode mode,
                              amp_scan_direction direction, amp_array_view x,
                              amp_array_view y);

/* amp_scan(name, mode, direction, in, out): out[i] is the operator over the
   elements up to i; up to the one before it, and the identity at the first,
   where mode is AMP_EXCLUSIVE. AMP_BACKWARD goes from the last element to the
   first. The operator is associative; it need not be commutative.
   In place: in and out may be the same view. */
#define amp_scan(name, mode, direction, in, out)                                                   \
    amp__scan((amp__scanning_##name)(), mode, direction, in, out)
/* amp_scan forwards. Inclusive: out[i] is the operator over in[0] to in[i]; exclusive: over the
   elements before in[i], so that out[0] is the identity. */
#define amp_inclusive_scan(name, in, out) amp_scan(name, AMP_INCLUSIVE, AMP_FORWARD, in, out)
#define amp_exclusive_scan(name, in, out) amp_scan(name, AMP_EXCLUSIVE, AMP_FORWARD, in, out)

AMP__API amp_status amp__segmented(const amp__scanning *k, amp_scan_mode mode,
                                   amp_scan_direction direction, amp_array_view x,
                                   amp_array_view y, amp_array_view start);

/* amp_segmented_scan(name, mode, direction, in, out, flags): a scan of each
   segment on its own. flags, a view of int as long as in, is not 0 where a
   segment begins; the first element begins one in any case.
   In place: in and out may be the same view; flags and out do not overlap. */
#define amp_segmented_scan(name, mode, direction, in, out, flags)                                  \
    amp__segmented((amp__scanning_##name)(), mode, direction, in, out, flags)

AMP__API amp_status amp__segmented_equal(const amp__scanning *k, amp_scan_mode mode,
                                         amp_scan_direction direction, amp_array_view x,
                                         amp_array_view y, int width);

/* amp_segmented_scan_equal(name, mode, direction, in, out, width): segments of
   width elements each; the last may be shorter.
   In place: in and out may be the same view. */
#define amp_segmented_scan_equal(name, mode, direction, in, out, width)                            \
    amp__segmented_equal((amp__scanning_##name)(), mode, direction, in, out, width)

AMP__API amp_status amp__multi_scan(const amp__scanning *k, amp_scan_mode mode,
                                    amp_scan_direction direction, amp_array_view x,
                                    amp_array_view y);

/* amp_multi_scan(name, mode, direction, in, out): a scan of each row of a view
   of rank 2; both have one extent. In place: in and out may be the same
   view. */
#define amp_multi_scan(name, mode, direction, in, out)                                             \
    amp__multi_scan((amp__scanning_##name)(), mode, direction, in, out)

/* The bytes of temporary storage for amp_scan and amp_multi_scan over n elements of
   `element` bytes: enough for either form. */
AMP__API size_t amp_scan_storage_size(size_t element, ptrdiff_t n);
/* The bytes of temporary storage for amp_segmented_scan and amp_segmented_scan_equal. */
AMP__API size_t amp_segmented_scan_storage_size(size_t element, ptrdiff_t n);

#if AMP__IMPLEMENT

/* Checks a scan's views, of rank 1 or 2, and cuts *y to the length of x. */
static AMP__COLD amp_status amp__scan_check(const char *function, const amp__scanning *k,
                                            amp_array_view x, amp_array_view *y, int rank)
{
    amp_status s = amp__al_expect(function, "input", &x, k->type, rank, 0);
    s = AMP__THEN(s, amp__al_expect(function, "result", y, k->type, rank, 1));
    if (s == AMP_OK && rank == 1) {
        s = amp__al_room(function, "result", y, amp__al_length(&x));
        if (s == AMP_OK && !amp__is_empty(&x)) {
            *y = amp_range(*y, 0, amp__al_length(&x));
        }
    } else if (s == AMP_OK && !amp_extent_equal(x.extent, y->extent)) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "%s: the input has %d rows of %d, the result %d rows "
                      "of %d: give views of one extent", function, x.extent.dim[0],
                      x.extent.dim[1], y->extent.dim[0], y->extent.dim[1]);
    }
    return AMP__THEN(s, amp__al_apart(function, &x, y, 1));
}

AMP__API amp_status amp__scan(const amp__scanning *k, amp_scan_mode mode,
                              amp_scan_direction direction, amp_array_view x,
                              amp_array_view y)
{
    const amp__al_scope scope = amp__al_open();
    const int inclusive = mode == AMP_INCLUSIVE, backward = direction == AMP_BACKWARD;
    const int yes = 1, no = 0;
    amp_array_view part;
    amp__al_cut cut, one;
    int form;
    amp_status s = amp__scan_check("amp_scan", k, x, &y, 1);
    s = AMP__THEN(s, amp__al_form(k->type.size, AMP__SCAN_FITS, &form));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    cut = amp__al_cut_of(amp__al_length(&x), AMP__SCAN_LEAST, form);
    s = amp__al_temporary(&part, k->type, cut.tiles);
    if (cut.tiles > 1 && amp__fused_at_once(&x, &y, NULL)) {
        s = AMP__THEN(s, amp__fused_scan(&k->form[0].fold, &k->form[0].apply, inclusive, backward,
                                         cut.per, NULL, NULL, x, part, y));
        return amp__al_close(scope, s);
    }
    if (cut.tiles > 1) {
        s = AMP__THEN(s, AMP__RUN_TILES(&k->form[form].fold, cut.domain, &x, &part, &cut.per,
                                        &backward));
    }
    if (cut.tiles > 1 && form) {
        one = amp__al_cut_of(cut.tiles, AMP__SCAN_LEAST, form);
        s = AMP__THEN(s, AMP__RUN_TILES(&k->form[form].apply, one.domain, &part, &part, &part,
                                        &one.per, &yes, &no));
    }
    s = AMP__THEN(s, AMP__RUN_TILES(&k->form[form].apply, cut.domain, &x, &part, &y, &cut.per,
                                    &inclusive, &backward));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__segmented(const amp__scanning *k, amp_scan_mode mode,
                                   amp_scan_direction direction, amp_array_view x,
                                   amp_array_view y, amp_array_view start)
{
    const amp__al_scope scope = amp__al_open();
    const int inclusive = mode == AMP_INCLUSIVE, backward = direction == AMP_BACKWARD;
    const int yes = 1, no = 0;
    amp_array_view part, seen;
    amp__al_cut cut, one;
    int form;
    amp_status s = amp__scan_check("amp_segmented_scan", k, x, &y, 1);
    s = AMP__THEN(s, amp__al_expect("amp_segmented_scan", "flags", &start, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__same_length("amp_segmented_scan", &x, &start));
    s = AMP__THEN(s, amp__al_form(k->type.size, AMP__SCAN_FITS / 2, &form)); /* and a flag */
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    s = amp__al_apart("amp_segmented_scan", &start, &y, 0);
    if (s == AMP_OK && !backward && k->type.size <= AMP__FUSED_VALUE
        && amp__fused_at_once(&x, &y, &start)) {
        s = amp__fused_segmented(&k->form[0].segment_apply, inclusive, NULL, &start, 0, x, y);
        return amp__al_close(scope, s);
    }
    cut = amp__al_cut_of(amp__al_length(&x), AMP__SCAN_LEAST, form);
    s = AMP__THEN(s, amp__al_temporary(&part, k->type, cut.tiles));
    s = AMP__THEN(s, amp__al_temporary(&seen, amp__al_int, cut.tiles));
    s = AMP__THEN(s, AMP__RUN_TILES(&k->form[form].segment_fold, cut.domain, &x, &start, &part,
                                    &seen, &cut.per, &backward));
    if (form) { /* a part in which a segment begins does not depend on those before */
        one = amp__al_cut_of(cut.tiles, AMP__SCAN_LEAST, form);
        s = AMP__THEN(s, AMP__RUN_TILES(&k->form[form].segment_apply, one.domain, &part, &seen,
                                        &part, &seen, &part, &one.per, &yes, &no));
    }
    s = AMP__THEN(s, AMP__RUN_TILES(&k->form[form].segment_apply, cut.domain, &x, &start, &part,
                                    &seen, &y, &cut.per, &inclusive, &backward));
    return amp__al_close(scope, s);
}

/* A scan of each row of width elements of a range, the last of which may be shorter; in the form
   for a CPU. */
static AMP__COLD amp_status amp__scan_equal_rows(const amp__scanning *k, int inclusive,
                                                 int backward, int width, amp_array_view x,
                                                 amp_array_view y)
{
    const int n = (int)amp__al_length(&x), whole = n / width * width;
    int done, per, count;
    amp_status s = AMP_OK;
    for (done = 0; done < n && s == AMP_OK; done += count) {
        const int rows = done < whole ? n / width : 1;
        const int length = done < whole ? width : n - whole;
        amp_array_view from, to;
        count = rows * length;
        from = amp_view_as(amp_range(x, done, done + count), amp_extent(rows, length));
        to = amp_view_as(amp_range(y, done, done + count), amp_extent(rows, length));
        per = (rows + 1023) / 1024;
        s = AMP__RUN_TILES(&k->form[0].rows, amp_tile(amp_extent((rows + per - 1) / per), 1), &from,
                           &to, &per, &inclusive, &backward);
    }
    return s;
}

AMP__API amp_status amp__segmented_equal(const amp__scanning *k, amp_scan_mode mode,
                                         amp_scan_direction direction, amp_array_view x,
                                         amp_array_view y, int width)
{
    const amp__al_scope scope = amp__al_open();
    const int inclusive = mode == AMP_INCLUSIVE, backward = direction == AMP_BACKWARD;
    amp_array_view flags;
    amp_status s = amp__scan_check("amp_segmented_scan_equal", k, x, &y, 1);
    if (s == AMP_OK && width < 1) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "amp_segmented_scan_equal: segments of %d elements: "
                      "it must be 1 or more", width);
    }
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    if (amp__fused_at_once(&x, &y, NULL)) {
        /* segments that have no chunk of the others' way inside are rows, with the same sums */
        if (width <= amp__al_cut_of(amp__al_length(&x), AMP__SCAN_LEAST, 0).per) {
            return amp__scan_equal_rows(k, inclusive, backward, width, x, y);
        }
        if (!backward && k->type.size <= AMP__FUSED_VALUE) {
            s = amp__fused_segmented(&k->form[0].segment_apply, inclusive, NULL, NULL, width, x, y);
            return amp__al_close(scope, s);
        }
    }
    s = amp__al_temporary(&flags, amp__al_int, amp__al_length(&x));
    s = AMP__THEN(s, amp__starts__launch(AMP__ON, x.extent, flags, width));
    s = AMP__THEN(s, amp__segmented(k, mode, direction, x, y, flags));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__multi_scan(const amp__scanning *k, amp_scan_mode mode,
                                    amp_scan_direction direction, amp_array_view x,
                                    amp_array_view y)
{
    const int inclusive = mode == AMP_INCLUSIVE, backward = direction == AMP_BACKWARD;
    int row, rows, tiles, per, form;
    amp_status s = amp__scan_check("amp_multi_scan", k, x, &y, 2);
    s = AMP__THEN(s, amp__al_form(k->type.size, AMP__SCAN_FITS, &form));
    if (s != AMP_OK) {
        return s;
    }
    rows = x.extent.dim[0];
    if (rows < 16 && x.extent.dim[1] > 4096) { /* few long rows: each in parallel */
        for (row = 0; row < rows && s == AMP_OK; row++) {
            s = amp__scan(k, mode, direction, amp_project(x, row), amp_project(y, row));
        }
        return s;
    }
    per = (rows + 1023) / 1024;
    if (form) {
        per = (rows + 32767) / 32768;
    }
    tiles = (rows + per - 1) / per;
    return AMP__RUN_TILES(&k->form[form].rows,
                          form ? amp_tile(amp_extent(tiles * AMP__TILE), AMP__TILE)
                               : amp_tile(amp_extent(tiles), 1),
                          &x, &y, &per, &inclusive, &backward);
}

AMP__API size_t amp_scan_storage_size(size_t element, ptrdiff_t n)
{
    return amp__al_rounded(element * amp__al_parts(n));
}

AMP__API size_t amp_segmented_scan_storage_size(size_t element, ptrdiff_t n)
{
    return amp_scan_storage_size(element, n) + amp_scan_storage_size(sizeof(int), n)
        + amp__al_rounded(sizeof(int) * (size_t)n);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_SCAN_H */
