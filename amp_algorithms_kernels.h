/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_KERNELS_H
#define AMP_ALGORITHMS_KERNELS_H
/*
amp_algorithms_kernels.h: the device code of amp_algorithms.h, which includes
this file: the definition macros, AMP_DEFINE_..., and the kernels that they
expand to. Each kernel is written for any accelerator: no atomics, each element
written by one thread, and what a thread reads of another is on the far side of
a barrier or a launch.

The macros stand in a device region, so that their text reaches the device's
compiler, and a definition in a user's region finds them there. What they leave
for the host is behind AMP__HOST_..., which is empty on a device.
*/

#ifndef AMP_ALGORITHMS_H
#undef AMP_ALGORITHMS_KERNELS_H /* amp_algorithms.h includes this file */
#include "amp_algorithms.h"
#else

/* What a definition leaves for the host; a device compiler gets nothing. */
#define AMP__HELPER static inline AMP__UNUSED
/* What is known of a user's operator, type or comparison, for the functions that are the same for
   all of them: a function, for the reason that stands at AMP__LAUNCHER of amp_kernel.h. Calls
   put its name in parentheses, so that one that does not exist is an error, not a warning. */
#define AMP__DESCRIPTION(type, name, ...)                                                          \
    AMP__HELPER const type *name(void)                                                             \
    {                                                                                              \
        static const type described = { __VA_ARGS__ };                                             \
        return &described;                                                                         \
    }
#define AMP__TYPE_CONSTANT(T) { #T, sizeof(T), AMP__KIND(T) }

typedef amp_status (*amp__launch_xp)(amp__how, amp_tiled_extent, amp_array_view,
                                     amp_array_view, int);
typedef amp_status (*amp__launch_xyp)(amp__how, amp_tiled_extent, amp_array_view,
                                      amp_array_view, amp_array_view, int);
typedef amp_status (*amp__launch_scan)(amp__how, amp_tiled_extent, amp_array_view,
                                       amp_array_view, int, int);
typedef amp_status (*amp__launch_apply)(amp__how, amp_tiled_extent, amp_array_view,
                                        amp_array_view, amp_array_view, int, int, int);
typedef amp_status (*amp__launch_seen)(amp__how, amp_tiled_extent, amp_array_view,
                                       amp_array_view, amp_array_view, amp_array_view, int, int);
typedef amp_status (*amp__launch_segments)(amp__how, amp_tiled_extent, amp_array_view,
                                           amp_array_view,
                                           amp_array_view, amp_array_view, amp_array_view,
                                           int, int, int);
typedef amp_status (*amp__launch_rows)(amp__how, amp_tiled_extent, amp_array_view,
                                       amp_array_view, int, int, int);
typedef amp_status (*amp__launch_map)(amp__how, amp_extent, amp_array_view,
                                      amp_array_view);
typedef amp_status (*amp__launch_map2)(amp__how, amp_extent, amp_array_view,
                                       amp_array_view, amp_array_view);
typedef amp_status (*amp__launch_one)(amp__how, amp_extent, amp_array_view);
typedef amp_status (*amp__launch_move)(amp__how, amp_extent, amp_array_view,
                                       amp_array_view, int, int);
typedef amp_status (*amp__launch_reverse)(amp__how, amp_extent, amp_array_view, int);
typedef amp_status (*amp__launch_scatter)(amp__how, amp_extent, amp_array_view,
                                          amp_array_view, amp_array_view, amp_array_view, int, int);
typedef amp_status (*amp__launch_test)(amp__how, amp_extent, amp_array_view,
                                       amp_array_view, const void *);
typedef amp_status (*amp__launch_put)(amp__how, amp_extent, amp_array_view,
                                      amp_array_view, const void *);
typedef amp_status (*amp__launch_fill)(amp__how, amp_extent, amp_array_view,
                                       const void *);
typedef amp_status (*amp__launch_pattern)(amp__how, amp_extent, amp_array_view,
                                          amp_array_view, amp_array_view, int);

/* An operator's reduction: fold reads elements, again folds its own results. */
typedef struct amp__reduction {
    const char *name;
    amp__type in, type;
    amp__launch_xp fold, again, lanes; /* lanes: NULL without OpenCL */
} amp__reduction;
/* A scan's kernels; form 0 is for a CPU, form 1 for a GPU. */
typedef struct amp__scanning {
    const char *name;
    amp__type type;
    struct {
        amp__launch_scan fold;
        amp__launch_apply apply;
        amp__launch_seen segment_fold;
        amp__launch_segments segment_apply;
        amp__launch_rows rows;
    } form[2];
} amp__scanning;
/* How elements of a type move. */
typedef struct amp__moves {
    const char *name;
    amp__type type;
    amp__launch_map copy;
    amp__launch_move move;
    amp__launch_reverse reverse;
    amp__launch_map2 gather;
    amp__launch_scatter scatter;
    amp__launch_map exchange;
    amp__launch_fill fill;
    amp__launch_put put;
} amp__moves;
typedef struct amp__predicate {
    const amp__moves *(*moves)(void);
    const char *name;
    amp__launch_test test;
    const void *captured;
} amp__predicate;
/* Equality of neighbours, of two ranges, of a range and a pattern. */
typedef struct amp__equality {
    const amp__moves *(*moves)(void);
    const char *name;
    amp__launch_map heads, pairs;
    amp__launch_map2 differ;
    amp__launch_pattern pattern;
} amp__equality;

/* AMP__PART(kernel, macro)(...) is macro(...): a kernel of a definition. On a
   device where AMP__PARTS is defined, only those kernels are left of which
   AMP__WANT_<kernel> is defined, as `, AMP__TAKE`: the ready-made instances
   are some hundred kernels, and a program's few are built in a fraction of the
   time. */
#define AMP__PART(kernel, macro) macro

AMP_DEVICE_BEGIN
#ifdef __OPENCL_VERSION__
#ifdef AMP__PARTS
#define AMP__PART(kernel, macro) AMP__PART_I(kernel)(macro)
#define AMP__PART_I(kernel) AMP__PART_II(AMP__WANT_##kernel, AMP__LEAVE, )
#define AMP__PART_II(...) AMP__PART_III(__VA_ARGS__)
#define AMP__PART_III(first, choice, ...) choice
#define AMP__TAKE(macro) macro
#define AMP__LEAVE(macro) AMP__NOTHING
#define AMP__NOTHING(...)
#else
#define AMP__PART(kernel, macro) macro
#endif
/* The host's side of each definition is empty here. tidx is there outside of
   phases too. */
#ifndef amp_tile_index
#define amp_tile_index tidx
#endif
#define AMP__HELPER static inline
#define AMP__HOST_REDUCE(name, T, R, identity, kernel)
#define AMP__HOST_SCAN(name, T)
#define AMP__HOST_MOVES(name, T)
#define AMP__HOST_ARITHMETIC(name, T)
#define AMP__HOST_PREDICATE(name, T)
#define AMP__HOST_PREDICATE_WITH(name, T, P)
#define AMP__HOST_EQUAL(name, T)
#define AMP__HOST_GENERATE(name, R)
#define AMP__HOST_TRANSFORM(name, T, R)
#define AMP__HOST_TRANSFORM2(name, T, U, R)
#define AMP__HOST_FOR_EACH(name, T)
#define AMP__HOST_ADJACENT(name, T)
#define AMP__HOST_INNER(name, T, U, R, identity)
#define AMP__HOST_HISTOGRAM(name, T)
#endif

/* A fold's tile has 64 threads and works through blocks of 1024 elements:
   at each step neighbouring threads read neighbouring elements, which is
   coalesced on a GPU and a vector on a CPU. Only the last block of the range
   tests its bound. */
#define AMP__FOLD_THREADS 64
#define AMP__FOLD_TILES 256
#define AMP__FOLD_ROWS 16
#define AMP__FOLD_BLOCK (AMP__FOLD_THREADS * AMP__FOLD_ROWS)

/* The body of a fold: op over get(args, i) for this tile's i below count. */
#define AMP__FOLD_ARGS(...) __VA_ARGS__
#define AMP__FOLD(R, identity, op, get, args, count)                                               \
    amp_tile_static(R, fold, AMP__FOLD_THREADS);                                                   \
    const ptrdiff_t n = (count), first = (ptrdiff_t)amp_tile_index.tile[0] * per;                  \
    const ptrdiff_t last = first + per < n ? first + per : n;                                      \
    amp_phase { fold[tidx.local[0]] = identity; }                                                  \
    for (ptrdiff_t k = first; k < last; k += AMP__FOLD_BLOCK) {                                    \
        if (k + AMP__FOLD_BLOCK <= last) {                                                         \
            amp_phase {                                                                            \
                const ptrdiff_t start = k + tidx.local[0];                                         \
                R sum = fold[tidx.local[0]];                                                       \
                for (int row = 0; row < AMP__FOLD_ROWS; row++) {                                   \
                    sum = op(sum, get(AMP__FOLD_ARGS args, start + row * AMP__FOLD_THREADS));      \
                }                                                                                  \
                fold[tidx.local[0]] = sum;                                                         \
            }                                                                                      \
        } else {                                                                                   \
            for (ptrdiff_t row = k; row < last; row += AMP__FOLD_THREADS) {                        \
                const int rest = last - row < AMP__FOLD_THREADS ? (int)(last - row)                \
                                                                : AMP__FOLD_THREADS;               \
                amp_phase_first(rest) {                                                            \
                    fold[tidx.local[0]] = op(fold[tidx.local[0]],                                  \
                                             get(AMP__FOLD_ARGS args, row + tidx.local[0]));       \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    for (int step = AMP__FOLD_THREADS / 2; step > 0; step /= 2) {                                  \
        amp_phase_first(step) {                                                                    \
            fold[tidx.local[0]] = op(fold[tidx.local[0]], fold[tidx.local[0] + step]);             \
        }                                                                                          \
    }                                                                                              \
    amp_phase_first(1) { amp_at(part, amp_tile_index.tile[0]) = fold[0]; }

/* The same fold for an OpenCL device that is a CPU, whose compiler makes no
   vectors of the threads of a tile with barriers: a tile of one thread has the
   64 partial results in an array, and each is what it is above, bit for bit. */
#if defined(AMP_OPENCL) || defined(__OPENCL_VERSION__)
#define AMP__LANES(name, T, R, identity, get)                                                      \
    AMP__PART(amp__lanes_##name, AMP__KERNEL_lanes)(name, T, R, identity, get)
#define AMP__LANES_OF(name) amp__lanes_##name##__launch
#else
#define AMP__LANES(name, T, R, identity, get)
#define AMP__LANES_OF(name) NULL
#endif
#define AMP__KERNEL_lanes(name, T, R, identity, get)                                               \
    AMP_PHASED_KERNEL(amp__lanes_##name, (1), in(T, 1, x), out(R, 1, part), value(int, per))       \
    {                                                                                              \
        amp_phase {                                                                                \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            R lane[AMP__FOLD_THREADS];                                                             \
            ptrdiff_t k = first;                                                                   \
            for (int t = 0; t < AMP__FOLD_THREADS; t++) {                                          \
                lane[t] = identity;                                                                \
            }                                                                                      \
            for (; k + AMP__FOLD_THREADS <= last; k += AMP__FOLD_THREADS) {                        \
                for (int t = 0; t < AMP__FOLD_THREADS; t++) {                                      \
                    lane[t] = amp__op_##name(lane[t], get(x, k + t));                              \
                }                                                                                  \
            }                                                                                      \
            for (int t = 0; k + t < last; t++) {                                                   \
                lane[t] = amp__op_##name(lane[t], get(x, k + t));                                  \
            }                                                                                      \
            for (int step = AMP__FOLD_THREADS / 2; step > 0; step /= 2) {                          \
                for (int t = 0; t < step; t++) {                                                   \
                    lane[t] = amp__op_##name(lane[t], lane[t + step]);                             \
                }                                                                                  \
            }                                                                                      \
            amp_at(part, amp_tile_index.tile[0]) = lane[0];                                        \
        }                                                                                          \
    }

/* AMP_DEFINE_REDUCE(name, T, identity, expression in a and b): an operator
   for amp_reduce, associative and commutative. The identity is given back for
   an empty range, and must leave any element unchanged. */
#define AMP_DEFINE_REDUCE(name, T, identity, ...)                                                  \
    AMP__HELPER T amp__op_##name(T a, T b) { return __VA_ARGS__; }                                 \
    AMP__HELPER T amp__get_##name(amp_global_ptr(const T) x, ptrdiff_t i)                          \
    { return x[i]; }                                                                               \
    AMP__PART(amp__again_##name, AMP__KERNEL_again)(name, T, identity, __VA_ARGS__)                \
    AMP__LANES(name, T, T, identity, amp__get_##name)                                              \
    AMP__HOST_REDUCE(name, T, T, identity, amp__again_##name)
#define AMP__KERNEL_again(name, T, identity, ...)                                                  \
    AMP_PHASED_KERNEL(amp__again_##name, (AMP__FOLD_THREADS), in(T, 1, x), out(T, 1, part),        \
                      value(int, per))                                                             \
    {                                                                                              \
        AMP__FOLD(T, identity, amp__op_##name, amp__get_##name, (x), x_shape.extent[0])            \
    }

/* AMP_DEFINE_TRANSFORM_REDUCE(name, T, R, identity, combine, map): folds map,
   an expression of type R in the element a (a T) and its index i, with
   combine, an expression in a and b. For amp_transform_reduce. */
#define AMP_DEFINE_TRANSFORM_REDUCE(name, T, R, identity, combine, ...)                            \
    AMP__HELPER R amp__op_##name(R a, R b) { return combine; }                                     \
    AMP__HELPER R amp__of_##name(T a, int i) { (void)i; return __VA_ARGS__; }                      \
    AMP__HELPER R amp__get_##name(amp_global_ptr(const R) x, ptrdiff_t i)                          \
    { return x[i]; }                                                                               \
    AMP__HELPER R amp__map_##name(amp_global_ptr(const T) x, ptrdiff_t i)                          \
    { return amp__of_##name(x[i], (int)i); }                                                       \
    AMP__PART(amp__again_##name, AMP__KERNEL_again2)(name, T, R, identity, combine, __VA_ARGS__)   \
    AMP__PART(amp__reduce_##name, AMP__KERNEL_reduce)(name, T, R, identity, combine, __VA_ARGS__)  \
    AMP__LANES(name, T, R, identity, amp__map_##name)                                              \
    AMP__HOST_REDUCE(name, T, R, identity, amp__reduce_##name)
#define AMP__KERNEL_again2(name, T, R, identity, combine, ...)                                     \
    AMP_PHASED_KERNEL(amp__again_##name, (AMP__FOLD_THREADS), in(R, 1, x), out(R, 1, part),        \
                      value(int, per))                                                             \
    {                                                                                              \
        AMP__FOLD(R, identity, amp__op_##name, amp__get_##name, (x), x_shape.extent[0])            \
    }
#define AMP__KERNEL_reduce(name, T, R, identity, combine, ...)                                     \
    AMP_PHASED_KERNEL(amp__reduce_##name, (AMP__FOLD_THREADS), in(T, 1, x), out(R, 1, part),       \
                      value(int, per))                                                             \
    {                                                                                              \
        AMP__FOLD(R, identity, amp__op_##name, amp__map_##name, (x), x_shape.extent[0])            \
    }

/* AMP_DEFINE_INNER_PRODUCT(name, T, U, R, identity, combine, product): folds
   product, an expression of type R in a (a T) and b (a U), with combine. */
#define AMP_DEFINE_INNER_PRODUCT(name, T, U, R, identity, combine, ...)                            \
    AMP__HELPER R amp__op_##name(R a, R b) { return combine; }                                     \
    AMP__HELPER R amp__of_##name(T a, U b) { return __VA_ARGS__; }                                 \
    AMP__HELPER R amp__get_##name(amp_global_ptr(const R) x, ptrdiff_t i)                          \
    { return x[i]; }                                                                               \
    AMP__HELPER R amp__map_##name(amp_global_ptr(const T) x,                                       \
                                         amp_global_ptr(const U) y, ptrdiff_t i)                   \
    { return amp__of_##name(x[i], y[i]); }                                                         \
    AMP__PART(amp__again_##name, AMP__KERNEL_again3)(name, T, U, R, identity, combine,             \
                                                     __VA_ARGS__)                                  \
    AMP__PART(amp__inner_##name, AMP__KERNEL_inner)(name, T, U, R, identity, combine, __VA_ARGS__) \
    AMP__HOST_INNER(name, T, U, R, identity)
#define AMP__KERNEL_again3(name, T, U, R, identity, combine, ...)                                  \
    AMP_PHASED_KERNEL(amp__again_##name, (AMP__FOLD_THREADS), in(R, 1, x), out(R, 1, part),        \
                      value(int, per))                                                             \
    {                                                                                              \
        AMP__FOLD(R, identity, amp__op_##name, amp__get_##name, (x), x_shape.extent[0])            \
    }
#define AMP__KERNEL_inner(name, T, U, R, identity, combine, ...)                                   \
    AMP_PHASED_KERNEL(amp__inner_##name, (AMP__FOLD_THREADS), in(T, 1, x), in(U, 1, y),            \
                      out(R, 1, part), value(int, per), value(int, size))                          \
    {                                                                                              \
        AMP__FOLD(R, identity, amp__op_##name, amp__map_##name, (x, y), size)                      \
    }

/* A scan cuts its range into chunks, at most 64, of `per` elements; a tile of
   one thread goes through a chunk in order, which is what a CPU does best. The
   first kernel folds each chunk; the second folds the chunks before its own
   and goes on from there. Backward, position i stands for n - 1 - i. */
#define AMP__CHUNK(n_)                                                                             \
    const ptrdiff_t n = (n_), first = (ptrdiff_t)amp_tile_index.tile[0] * per;                     \
    const ptrdiff_t last = first + per < n ? first + per : n
#define AMP__SCAN_RUN(T, op, from, to, x_at, y_at)                                                 \
    if (inclusive) {                                                                               \
        for (ptrdiff_t i = from; i < (to); i++) {                                                  \
            sum = op(sum, amp_at(x, x_at));                                                        \
            amp_at(y, y_at) = sum;                                                                 \
        }                                                                                          \
    } else {                                                                                       \
        for (ptrdiff_t i = from; i < (to); i++) {                                                  \
            const T next = op(sum, amp_at(x, x_at));                                               \
            amp_at(y, y_at) = sum;                                                                 \
            sum = next;                                                                            \
        }                                                                                          \
    }
/* AMP_DEFINE_SCAN(name, T, identity, expression in a and b): an operator for
   the scans, associative; a stands to the left of b. */
#define AMP_DEFINE_SCAN(name, T, identity, ...)                                                    \
    AMP__HELPER T amp__plus_##name(T a, T b) { return __VA_ARGS__; }                               \
    AMP__PART(amp__scan_fold_##name, AMP__KERNEL_scan_fold)(name, T, identity, __VA_ARGS__)        \
    AMP__PART(amp__scan_apply_##name, AMP__KERNEL_scan_apply)(name, T, identity, __VA_ARGS__)      \
    AMP__SEGMENTED_SCAN(name, T, identity)                                                         \
    AMP__PART(amp__tile_fold_##name, AMP__KERNEL_tile_fold)(name, T, identity, __VA_ARGS__)        \
    AMP__PART(amp__tile_scan_##name, AMP__KERNEL_tile_scan)(name, T, identity, __VA_ARGS__)        \
    AMP__TILE_SEGMENTS(name, T, identity)                                                          \
    AMP__HOST_SCAN(name, T)
#define AMP__KERNEL_scan_fold(name, T, identity, ...)                                              \
    AMP_PHASED_KERNEL(amp__scan_fold_##name, (1), in(T, 1, x), out(T, 1, part),                    \
                      value(int, per), value(int, backward))                                       \
    {                                                                                              \
        amp_phase {                                                                                \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            T sum = identity;                                                                      \
            if (backward) {                                                                        \
                for (ptrdiff_t i = first; i < last; i++) {                                         \
                    sum = amp__plus_##name(sum, amp_at(x, n - 1 - i));                             \
                }                                                                                  \
            } else {                                                                               \
                for (ptrdiff_t i = first; i < last; i++) {                                         \
                    sum = amp__plus_##name(sum, amp_at(x, i));                                     \
                }                                                                                  \
            }                                                                                      \
            amp_at(part, amp_tile_index.tile[0]) = sum;                                            \
        }                                                                                          \
    }
#define AMP__KERNEL_scan_apply(name, T, identity, ...)                                             \
    AMP_PHASED_KERNEL(amp__scan_apply_##name, (1), in(T, 1, x), in(T, 1, part),                    \
                      inout(T, 1, y), value(int, per), value(int, inclusive),                      \
                      value(int, backward))                                                        \
    {                                                                                              \
        amp_phase {                                                                                \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            T sum = identity;                                                                      \
            for (int c = 0; c < amp_tile_index.tile[0]; c++) {                                     \
                sum = amp__plus_##name(sum, amp_at(part, c));                                      \
            }                                                                                      \
            if (backward) {                                                                        \
                AMP__SCAN_RUN(T, amp__plus_##name, first, last, n - 1 - i, n - 1 - i)              \
            } else {                                                                               \
                AMP__SCAN_RUN(T, amp__plus_##name, first, last, i, i)                              \
            }                                                                                      \
        }                                                                                          \
    }
/* Segments begin where start is not 0. A chunk's fold is that of its elements
   after the last segment boundary in it; seen says whether there is one.
   Backward, a segment is gone through from its end, and the sum is reset
   after its first element. */
#define AMP__SEGMENT_RUN(T, op, identity, at_, keep)                                               \
    for (ptrdiff_t j = first; j < last; j++) {                                                     \
        const ptrdiff_t i = at_;                                                                   \
        T before;                                                                                  \
        if (!backward && amp_at(start, i) != 0) { sum = identity; any = 1; }                       \
        before = sum;                                                                              \
        sum = op(sum, amp_at(x, i));                                                               \
        keep                                                                                       \
        if (backward && amp_at(start, i) != 0) { sum = identity; any = 1; }                        \
    }
#define AMP__SEGMENTED_SCAN(name, T, identity)                                                     \
    AMP__PART(amp__segment_fold_##name, AMP__KERNEL_segment_fold)(name, T, identity)               \
    AMP__PART(amp__segment_apply_##name, AMP__KERNEL_segment_apply)(name, T, identity)             \
    AMP__PART(amp__rows_##name, AMP__KERNEL_rows)(name, T, identity)
#define AMP__KERNEL_segment_fold(name, T, identity)                                                \
    AMP_PHASED_KERNEL(amp__segment_fold_##name, (1), in(T, 1, x), in(int, 1, start),               \
                      out(T, 1, part), out(int, 1, seen), value(int, per),                         \
                      value(int, backward))                                                        \
    {                                                                                              \
        amp_phase {                                                                                \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            T sum = identity;                                                                      \
            int any = 0;                                                                           \
            AMP__SEGMENT_RUN(T, amp__plus_##name, identity, backward ? n - 1 - j : j,              \
                             (void)before;)                                                        \
            amp_at(part, amp_tile_index.tile[0]) = sum;                                            \
            amp_at(seen, amp_tile_index.tile[0]) = any;                                            \
        }                                                                                          \
    }
#define AMP__KERNEL_segment_apply(name, T, identity)                                               \
    AMP_PHASED_KERNEL(amp__segment_apply_##name, (1), in(T, 1, x), in(int, 1, start),              \
                      in(T, 1, part), in(int, 1, seen), inout(T, 1, y), value(int, per),           \
                      value(int, inclusive), value(int, backward))                                 \
    {                                                                                              \
        amp_phase {                                                                                \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            T sum = identity;                                                                      \
            int any = 0;                                                                           \
            for (int c = 0; c < amp_tile_index.tile[0]; c++) {                                     \
                sum = amp_at(seen, c) != 0 ? amp_at(part, c)                                       \
                                           : amp__plus_##name(sum, amp_at(part, c));               \
            }                                                                                      \
            AMP__SEGMENT_RUN(T, amp__plus_##name, identity, backward ? n - 1 - j : j,              \
                             amp_at(y, i) = inclusive ? sum : before;)                             \
            (void)any;                                                                             \
        }                                                                                          \
    }
#define AMP__KERNEL_rows(name, T, identity)                                                        \
    AMP_PHASED_KERNEL(amp__rows_##name, (1), in(T, 2, x), inout(T, 2, y), value(int, per),         \
                      value(int, inclusive), value(int, backward))                                 \
    {                                                                                              \
        amp_phase {                                                                                \
            const ptrdiff_t n = x_shape.extent[1];                                                 \
            const int low = amp_tile_index.tile[0] * per;                                          \
            for (int row = low; row < low + per && row < x_shape.extent[0]; row++) {               \
                T sum = identity;                                                                  \
                for (ptrdiff_t j = 0; j < n; j++) {                                                \
                    const ptrdiff_t i = backward ? n - 1 - j : j;                                  \
                    const T before = sum;                                                          \
                    sum = amp__plus_##name(sum, amp_at(x, row, i));                                \
                    amp_at(y, row, i) = inclusive ? sum : before;                                  \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

/* AMP_DEFINE_OPERATOR(name, T, identity, expression): for reduce and scan. */
#define AMP_DEFINE_OPERATOR(name, T, identity, ...)                                                \
    AMP_DEFINE_REDUCE(name, T, identity, __VA_ARGS__)                                              \
    AMP_DEFINE_SCAN(name, T, identity, __VA_ARGS__)

/* AMP_DEFINE_TYPE(name, T): what moves elements of T: copy, fill, reverse,
   rotate, gather, swap_ranges. Each of the definitions below includes it. */
#define AMP_DEFINE_TYPE(name, T)                                                                   \
    AMP__PART(amp__copy_##name, AMP__KERNEL_copy)(name, T)                                         \
    AMP__PART(amp__move_##name, AMP__KERNEL_move)(name, T)                                         \
    AMP__PART(amp__reverse_##name, AMP__KERNEL_reverse)(name, T)                                   \
    AMP__PART(amp__al_gather_##name, AMP__KERNEL_al_gather)(name, T)                               \
    AMP__PART(amp__scatter_##name, AMP__KERNEL_scatter)(name, T)                                   \
    AMP__PART(amp__al_exchange_##name, AMP__KERNEL_al_exchange)(name, T)                           \
    AMP__PART(amp__fill_##name, AMP__KERNEL_fill)(name, T)                                         \
    AMP__PART(amp__put_##name, AMP__KERNEL_put)(name, T)                                           \
    AMP__HOST_MOVES(name, T)
#define AMP__KERNEL_copy(name, T)                                                                  \
    AMP_KERNEL(amp__copy_##name, 1, in(T, 1, x), out(T, 1, y))                                     \
    {                                                                                              \
        amp_at(y, idx[0]) = amp_at(x, idx[0]);                                                     \
    }
#define AMP__KERNEL_move(name, T)                                                                  \
    AMP_KERNEL(amp__move_##name, 1, in(T, 1, x), out(T, 1, y), value(int, n),                      \
               value(int, shift))                                                                  \
    {   /* shift < 0: in reverse; else y[i] = x[(i + shift) mod n] */                              \
        const int i = idx[0];                                                                      \
        const int from = shift < 0 ? n - 1 - i : i >= n - shift ? i - (n - shift) : i + shift;     \
        amp_at(y, i) = amp_at(x, from);                                                            \
    }
#define AMP__KERNEL_reverse(name, T)                                                               \
    AMP_KERNEL(amp__reverse_##name, 1, inout(T, 1, x), value(int, n))                              \
    {   /* n / 2 threads; each exchanges a pair */                                                 \
        const T t = amp_at(x, idx[0]);                                                             \
        amp_at(x, idx[0]) = amp_at(x, n - 1 - idx[0]);                                             \
        amp_at(x, n - 1 - idx[0]) = t;                                                             \
    }
#define AMP__KERNEL_al_gather(name, T)                                                             \
    AMP_KERNEL(amp__al_gather_##name, 1, in(T, 1, x), in(int, 1, order), out(T, 1, y))             \
    {                                                                                              \
        amp_at(y, idx[0]) = amp_at(x, amp_at(order, idx[0]));                                      \
    }
#define AMP__KERNEL_scatter(name, T)                                                               \
    AMP_KERNEL(amp__scatter_##name, 1, in(T, 1, x), in(int, 1, flags), in(int, 1, place),          \
               out(T, 1, y), value(int, others), value(int, kept))                                 \
    {   /* place counts the flags up to here; others: what is not kept goes behind */              \
        const int i = idx[0];                                                                      \
        if (amp_at(flags, i) != 0) {                                                               \
            amp_at(y, amp_at(place, i) - 1) = amp_at(x, i);                                        \
        } else if (others) {                                                                       \
            amp_at(y, kept + i - amp_at(place, i)) = amp_at(x, i);                                 \
        }                                                                                          \
    }
#define AMP__KERNEL_al_exchange(name, T)                                                           \
    AMP_KERNEL(amp__al_exchange_##name, 1, inout(T, 1, x), inout(T, 1, y))                         \
    {                                                                                              \
        const T t = amp_at(x, idx[0]);                                                             \
        amp_at(x, idx[0]) = amp_at(y, idx[0]);                                                     \
        amp_at(y, idx[0]) = t;                                                                     \
    }
#define AMP__KERNEL_fill(name, T)                                                                  \
    AMP_KERNEL(amp__fill_##name, 1, out(T, 1, y), value(T, v))                                     \
    {                                                                                              \
        amp_at(y, idx[0]) = v;                                                                     \
    }
#define AMP__KERNEL_put(name, T)                                                                   \
    AMP_KERNEL(amp__put_##name, 1, in(int, 1, flags), inout(T, 1, y), value(T, v))                 \
    {                                                                                              \
        if (amp_at(flags, idx[0]) != 0) {                                                          \
            amp_at(y, idx[0]) = v;                                                                 \
        }                                                                                          \
    }

/* AMP_DEFINE_ARITHMETIC(name, T): iota and the differences of neighbours. */
#define AMP_DEFINE_ARITHMETIC(name, T)                                                             \
    AMP__PART(amp__iota_##name, AMP__KERNEL_iota)(name, T)                                         \
    AMP__HOST_ARITHMETIC(name, T)
#define AMP__KERNEL_iota(name, T)                                                                  \
    AMP_KERNEL(amp__iota_##name, 1, out(T, 1, y), value(T, start))                                 \
    {                                                                                              \
        amp_at(y, idx[0]) = (T)(start + (T)idx[0]);                                                \
    }

/* AMP_DEFINE_GENERATE(name, R, expression in i) */
#define AMP_DEFINE_GENERATE(name, R, ...)                                                          \
    AMP__HELPER R amp__of_##name(int i) { return __VA_ARGS__; }                                    \
    AMP__PART(amp__generate_##name, AMP__KERNEL_generate)(name, R, __VA_ARGS__)                    \
    AMP__HOST_GENERATE(name, R)
#define AMP__KERNEL_generate(name, R, ...)                                                         \
    AMP_KERNEL(amp__generate_##name, 1, out(R, 1, y))                                              \
    {                                                                                              \
        amp_at(y, idx[0]) = amp__of_##name(idx[0]);                                                \
    }

/* AMP_DEFINE_TRANSFORM(name, T, R, expression in a and i) */
#define AMP_DEFINE_TRANSFORM(name, T, R, ...)                                                      \
    AMP__HELPER R amp__of_##name(T a, int i) { (void)i; return __VA_ARGS__; }                      \
    AMP__PART(amp__transform_##name, AMP__KERNEL_transform)(name, T, R, __VA_ARGS__)               \
    AMP__HOST_TRANSFORM(name, T, R)
#define AMP__KERNEL_transform(name, T, R, ...)                                                     \
    AMP_KERNEL(amp__transform_##name, 1, in(T, 1, x), inout(R, 1, y))                              \
    {                                                                                              \
        amp_at(y, idx[0]) = amp__of_##name(amp_at(x, idx[0]), idx[0]);                             \
    }

/* AMP_DEFINE_TRANSFORM2(name, T, U, R, expression in a, b and i) */
#define AMP_DEFINE_TRANSFORM2(name, T, U, R, ...)                                                  \
    AMP__HELPER R amp__of_##name(T a, U b, int i) { (void)i; return __VA_ARGS__; }                 \
    AMP__PART(amp__transform2_##name, AMP__KERNEL_transform2)(name, T, U, R, __VA_ARGS__)          \
    AMP__HOST_TRANSFORM2(name, T, U, R)
#define AMP__KERNEL_transform2(name, T, U, R, ...)                                                 \
    AMP_KERNEL(amp__transform2_##name, 1, in(T, 1, x), in(U, 1, z), inout(R, 1, y))                \
    {                                                                                              \
        amp_at(y, idx[0]) = amp__of_##name(amp_at(x, idx[0]), amp_at(z, idx[0]), idx[0]);          \
    }

/* AMP_DEFINE_ADJACENT_DIFFERENCE(name, T, expression): a is the element, b the
   one before it. */
#define AMP_DEFINE_ADJACENT_DIFFERENCE(name, T, ...)                                               \
    AMP__HELPER T amp__minus_##name(T a, T b) { return __VA_ARGS__; }                              \
    AMP__PART(amp__adjacent_##name, AMP__KERNEL_adjacent)(name, T, __VA_ARGS__)                    \
    AMP__HOST_ADJACENT(name, T)
#define AMP__KERNEL_adjacent(name, T, ...)                                                         \
    AMP_KERNEL(amp__adjacent_##name, 1, in(T, 1, x), out(T, 1, y))                                 \
    {                                                                                              \
        const int i = idx[0];                                                                      \
        amp_at(y, i) = i == 0 ? amp_at(x, i)                                                       \
                              : amp__minus_##name(amp_at(x, i), amp_at(x, i > 0 ? i - 1 : 0));     \
    }

/* AMP_DEFINE_FOR_EACH(name, T, statement): the statement may change a, the
   element, and may read i. */
#define AMP_DEFINE_FOR_EACH(name, T, ...)                                                          \
    AMP__PART(amp__each_##name, AMP__KERNEL_each)(name, T, __VA_ARGS__)                            \
    AMP__HOST_FOR_EACH(name, T)
#define AMP__KERNEL_each(name, T, ...)                                                             \
    AMP_KERNEL(amp__each_##name, 1, inout(T, 1, x))                                                \
    {                                                                                              \
        const int i = idx[0];                                                                      \
        T a = amp_at(x, i);                                                                        \
        __VA_ARGS__;                                                                               \
        amp_at(x, i) = a;                                                                          \
    }

/* AMP_DEFINE_PREDICATE(name, T, condition in a) */
#define AMP_DEFINE_PREDICATE(name, T, ...)                                                         \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__PART(amp__test_##name, AMP__KERNEL_test)(name, T, __VA_ARGS__)                            \
    AMP__HOST_PREDICATE(name, T)
#define AMP__KERNEL_test(name, T, ...)                                                             \
    AMP_KERNEL(amp__test_##name, 1, in(T, 1, x), out(int, 1, flags))                               \
    {                                                                                              \
        const T a = amp_at(x, idx[0]);                                                             \
        amp_at(flags, idx[0]) = (__VA_ARGS__) ? 1 : 0;                                             \
    }

/* AMP_DEFINE_PREDICATE_WITH(name, T, P, condition in a and p): p, of type P,
   is set by amp_capture(name, value) before the call, in the same source file
   and host thread. */
#define AMP_DEFINE_PREDICATE_WITH(name, T, P, ...)                                                 \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__TEST_WITH(name, T, P, __VA_ARGS__)                                                        \
    AMP__HOST_PREDICATE_WITH(name, T, P)
#define AMP__TEST_WITH(name, T, P, ...)                                                            \
    AMP__PART(amp__test_##name, AMP__KERNEL_test_test_with)(name, T, P, __VA_ARGS__)
#define AMP__KERNEL_test_test_with(name, T, P, ...)                                                \
    AMP_KERNEL(amp__test_##name, 1, in(T, 1, x), out(int, 1, flags), value(P, p))                  \
    {                                                                                              \
        const T a = amp_at(x, idx[0]);                                                             \
        amp_at(flags, idx[0]) = (__VA_ARGS__) ? 1 : 0;                                             \
    }

/* AMP_DEFINE_EQUAL(name, T, condition in a and b): when two elements are the
   same: for find, equal, unique, search, adjacent_find and the like. */
#define AMP_DEFINE_EQUAL(name, T, ...)                                                             \
    AMP__HELPER int amp__same_##name(T a, T b) { return (__VA_ARGS__) ? 1 : 0; }                   \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__PART(amp__test_##name, AMP__KERNEL_test_equal)(name, T, __VA_ARGS__)                      \
    AMP__PART(amp__heads_##name, AMP__KERNEL_heads)(name, T, __VA_ARGS__)                          \
    AMP__PART(amp__pairs_##name, AMP__KERNEL_pairs)(name, T, __VA_ARGS__)                          \
    AMP__PART(amp__differ_##name, AMP__KERNEL_differ)(name, T, __VA_ARGS__)                        \
    AMP__PART(amp__pattern_##name, AMP__KERNEL_pattern)(name, T, __VA_ARGS__)                      \
    AMP__HOST_EQUAL(name, T)
#define AMP__KERNEL_test_equal(name, T, ...)                                                       \
    AMP_KERNEL(amp__test_##name, 1, in(T, 1, x), out(int, 1, flags), value(T, v))                  \
    {                                                                                              \
        amp_at(flags, idx[0]) = amp__same_##name(amp_at(x, idx[0]), v);                            \
    }
#define AMP__KERNEL_heads(name, T, ...)                                                            \
    AMP_KERNEL(amp__heads_##name, 1, in(T, 1, x), out(int, 1, flags))                              \
    {   /* 1 where a run of equal elements begins */                                               \
        const int i = idx[0];                                                                      \
        amp_at(flags, i) = i == 0                                                                  \
            || !amp__same_##name(amp_at(x, i > 0 ? i - 1 : 0), amp_at(x, i));                      \
    }
#define AMP__KERNEL_pairs(name, T, ...)                                                            \
    AMP_KERNEL(amp__pairs_##name, 1, in(T, 1, x), out(int, 1, flags))                              \
    {   /* 1 where an element equals its successor */                                              \
        amp_at(flags, idx[0]) = amp__same_##name(amp_at(x, idx[0]), amp_at(x, idx[0] + 1));        \
    }
#define AMP__KERNEL_differ(name, T, ...)                                                           \
    AMP_KERNEL(amp__differ_##name, 1, in(T, 1, x), in(T, 1, z), out(int, 1, flags))                \
    {                                                                                              \
        amp_at(flags, idx[0]) = !amp__same_##name(amp_at(x, idx[0]), amp_at(z, idx[0]));           \
    }
#define AMP__KERNEL_pattern(name, T, ...)                                                          \
    AMP_KERNEL(amp__pattern_##name, 1, in(T, 1, x), in(T, 1, z), out(int, 1, flags),               \
               value(int, how))                                                                    \
    {   /* how > 0: how elements equal to z[0] follow; 0: z follows; -1: any of z is here */       \
        const int count = how > 0 ? how : z_shape.extent[0];                                       \
        int j = 0;                                                                                 \
        if (how < 0) {                                                                             \
            while (j < count && !amp__same_##name(amp_at(x, idx[0]), amp_at(z, j))) {              \
                j++;                                                                               \
            }                                                                                      \
            amp_at(flags, idx[0]) = j < count;                                                     \
        } else {                                                                                   \
            while (j < count && amp__same_##name(amp_at(x, idx[0] + j),                            \
                                                 amp_at(z, how > 0 ? 0 : j))) {                    \
                j++;                                                                               \
            }                                                                                      \
            amp_at(flags, idx[0]) = j == count;                                                    \
        }                                                                                          \
    }

/* AMP_DEFINE_HISTOGRAM(name, T, expression in a): the bin, an int, of a. Each
   tile of one thread counts a chunk into a row of its own; then the rows are
   added, so that there is no atomic and the order does not matter. */
#define AMP_DEFINE_HISTOGRAM(name, T, ...)                                                         \
    AMP__HELPER int amp__bin_##name(T a) { return __VA_ARGS__; }                                   \
    AMP__PART(amp__histogram_##name, AMP__KERNEL_histogram)(name, T, __VA_ARGS__)                  \
    AMP__PART(amp__histogram_tile_##name, AMP__KERNEL_histogram_tile)(name, T, __VA_ARGS__)        \
    AMP__HOST_HISTOGRAM(name, T)
#define AMP__KERNEL_histogram(name, T, ...)                                                        \
    AMP_PHASED_KERNEL(amp__histogram_##name, (1), in(T, 1, x), inout(int, 1, rows),                \
                      value(int, bins), value(int, per))                                           \
    {                                                                                              \
        amp_phase {                                                                                \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            const ptrdiff_t row = (ptrdiff_t)amp_tile_index.tile[0] * bins;                        \
            for (ptrdiff_t bin = 0; bin < bins; bin++) {                                           \
                amp_at(rows, row + bin) = 0;                                                       \
            }                                                                                      \
            for (ptrdiff_t i = first; i < last; i++) {                                             \
                const int bin = amp__bin_##name(amp_at(x, i));                                     \
                if (bin >= 0 && bin < bins) {                                                      \
                    amp_at(rows, row + bin) += 1;                                                  \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

/* ---- kernels on flags and counts: no type, and so ordinary lines, which are
   parts as well ---- */

/* 1 at multiples of width. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__starts)
AMP_KERNEL(amp__starts, 1, out(int, 1, flags), value(int, width))
{
    amp_at(flags, idx[0]) = idx[0] % width == 0;
}
#endif

/* 1 where a run ends: the next element begins one, or there is none. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__tails)
AMP_KERNEL(amp__tails, 1, in(int, 1, heads), out(int, 1, flags), value(int, n))
{
    const int i = idx[0];
    amp_at(flags, i) = i + 1 == n || amp_at(heads, i + 1 < n ? i + 1 : i) != 0;
}
#endif

#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__invert)
AMP_KERNEL(amp__invert, 1, inout(int, 1, flags))
{
    amp_at(flags, idx[0]) = amp_at(flags, idx[0]) == 0;
}
#endif

/* Where run number place - 1 begins. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__begins)
AMP_KERNEL(amp__begins, 1, in(int, 1, heads), in(int, 1, place), out(int, 1, begin))
{
    if (amp_at(heads, idx[0]) != 0) {
        amp_at(begin, amp_at(place, idx[0]) - 1) = idx[0];
    }
}
#endif

#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__lengths)
AMP_KERNEL(amp__lengths, 1, in(int, 1, begin), out(int, 1, size), value(int, runs),
           value(int, n))
{
    const int i = idx[0];
    amp_at(size, i) = (i + 1 < runs ? amp_at(begin, i + 1 < runs ? i + 1 : i) : n)
        - amp_at(begin, i);
}
#endif

#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__add_rows)
AMP_KERNEL(amp__add_rows, 1, in(int, 1, rows), out(int, 1, sum), value(int, bins),
           value(int, count))
{
    int s = 0;
    for (int r = 0; r < count; r++) {
        s += amp_at(rows, (ptrdiff_t)r * bins + idx[0]);
    }
    amp_at(sum, idx[0]) = s;
}
#endif
AMP_DEVICE_END

#endif /* AMP_ALGORITHMS_H */
#endif /* AMP_ALGORITHMS_KERNELS_H */
