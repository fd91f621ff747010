/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_MACROS_H
#define AMP_LANGUAGE_MACROS_H
/*
amp/language/macros.h: macros of the kernel language that are one text for every compiler: views
given to helpers; reductions and scans of a tile. In a tiled kernel:

    tile_static(float, t, 64);
    float sum = first(amp_view_of(x), l);            one number a thread
    amp_tile_reduce(tidx, t, l, 64, sum, amp_plus);  now the sum of all 64, in every thread
    amp_tile_scan(tidx, t, l, 64, sum, amp_plus);    now the sum of threads 0 to l
*/

#include "language.h"

#ifndef __cplusplus /* kernels are C */

/* This file is itself a device region: the same lines define the macros on a device and where
   vectors are made. Neither has AMP__HOST_LANGUAGE. */
AMP_DEVICE_BEGIN
#ifdef AMP__HOST_LANGUAGE
#define AMP__PERHAPS_UNUSED AMP__UNUSED
#else
#define AMP__PERHAPS_UNUSED
#endif

/* AMP_NAME(a, b): the name a_b, where both may be macros: one text of a kernel for several tiles.
   The text stands in a header, in lines of its own, that is included once for each:
     AMP_TILED_KERNEL(AMP_NAME(transpose, TS), (TS, TS), in(float, 2, A), out(float, 2, At))
   TS is defined in a region in front of each #include. docs/kernels.md */
#define AMP_NAME(a, b) AMP__NAME_OF(a, b)
#define AMP__NAME_OF(a, b) a##_##b

/* A view as a parameter of a helper: amp_in(T, rank, name), amp_out, amp_inout and amp_table, as a
   kernel's in(T, rank, name) and so on; in the helper it is used as in a kernel. The argument is
   amp_view_of(view), of a view of the kernel or of the calling helper:
     static inline float clipped(amp_in(float, 1, x), int i)
     { return i < x_shape.extent[0] ? amp_at(x, i) : 0; }
     ... clipped(amp_view_of(samples), tidx.global[0] + 1) ...
   Both are two to the compiler, the pointer and its shape: a wrong rank, or an `in` view for an
   amp_inout, does not compile. rank is a number. */
#define amp_in(T, rank, name) AMP__VIEW_PARAMETER(amp_global_ptr(const T), rank, name)
#define amp_out(T, rank, name) AMP__VIEW_PARAMETER(amp_global_ptr(T), rank, name)
#define amp_inout(T, rank, name) amp_out(T, rank, name)
#define amp_table(T, rank, name) AMP__VIEW_PARAMETER(amp_constant_ptr(T), rank, name)
#define AMP__VIEW_PARAMETER(pointer, rank, name) \
    pointer name AMP__PERHAPS_UNUSED, amp_shape##rank name##_shape AMP__PERHAPS_UNUSED
#define amp_view_of(view) AMP__VIEW_ARGUMENT(view)
#define AMP__VIEW_ARGUMENT(view) view, view##_shape

/* All threads of a tile come to a call of the three below, as to a barrier, which each has several
   of. They are macros because x and t may have any type, and op may be any operator. What is
   computed is the same on every engine and device, to the last bit, if op is.
   Operators for numbers; arguments are evaluated twice. */
#define amp_plus(a, b) ((a) + (b))
#define amp_maximum(a, b) ((a) < (b) ? (b) : (a))
#define amp_minimum(a, b) ((b) < (a) ? (b) : (a))

/* amp_tile_reduce(tidx, t, i, n, x, op): x of each of n threads becomes op of all of theirs.
     t   at least n elements of tile memory, of x's type, which no thread uses at the time; free
         again behind the call
     i   this thread's number, 0 to n - 1
     n   how many threads, the same in all threads of the tile; not zero. Where it is less than the
         tile has, the threads are in groups, each with a t of its own: with `part[row]` as t and
         the number in the row as i, each row of a tile is reduced by itself
     x   a variable of the thread, read and written
     op  a function or macro of two elements, whose result does not depend on order or grouping;
         of sums of floats the last bits may
   i, n and t are evaluated several times. In helpers as well, if they are given tidx. */
#define amp_tile_reduce(tidx, t, i, n, x, op)                                 \
    do {                                                                      \
        (t)[i] = (x);                                                         \
        amp_tile_barrier_wait(tidx);                                          \
        for (int amp__of = (n); amp__of > 1; amp__of = (amp__of + 1) / 2) {   \
            if ((i) < amp__of / 2) {                                          \
                (t)[i] = op((t)[i], (t)[(i) + (amp__of + 1) / 2]);            \
            }                                                                 \
            amp_tile_barrier_wait(tidx);                                      \
        }                                                                     \
        (x) = (t)[0];                                                         \
        amp_tile_barrier_wait(tidx);                                          \
    } while (0)

/* amp_phase_reduce(t, i, n, op): the reduction of a phased kernel, between its phases: t[0] becomes
   op of t[0] to t[n - 1], which an earlier phase has written. i: the thread's number in its tile,
   row by row, by the tidx that a phase has: amp_phase_reduce(t, tidx.local[0], 64, amp_plus). n is
   at most the tile's threads. No groups: a phase of the first threads is what CPUs do fast. */
#define amp_phase_reduce(t, i, n, op)                                         \
    for (int amp__of = (n); amp__of > 1; amp__of = (amp__of + 1) / 2)         \
        amp_phase_first(amp__of / 2) {                                        \
            (t)[i] = op((t)[i], (t)[(i) + (amp__of + 1) / 2]);                \
        }

/* amp_tile_scan(tidx, t, i, n, x, op): x becomes op of the x of threads 0 to i, in their order; op
   may depend on the order, not on grouping. The rest as of amp_tile_reduce, but behind the call t
   holds the results of all n threads, the last one's in t[n - 1]: a thread that reads others' there
   needs a barrier before t is used again. */
#define amp_tile_scan(tidx, t, i, n, x, op)                                   \
    do {                                                                      \
        (t)[i] = (x);                                                         \
        amp_tile_barrier_wait(tidx);                                          \
        for (int amp__by = 1; amp__by < (n); amp__by *= 2) {                  \
            if ((i) >= amp__by) {                                             \
                (x) = op((t)[(i) - amp__by], (x));                            \
            }                                                                 \
            amp_tile_barrier_wait(tidx);                                      \
            (t)[i] = (x);                                                     \
            amp_tile_barrier_wait(tidx);                                      \
        }                                                                     \
    } while (0)

/* amp_tile_scan_exclusive(tidx, t, i, n, x, first, op): op of the x of threads 0 to i - 1; `first`
   in thread 0. t holds what amp_tile_scan leaves there: t[n - 1] is that of all. */
#define amp_tile_scan_exclusive(tidx, t, i, n, x, first, op)                  \
    do {                                                                      \
        amp_tile_scan(tidx, t, i, n, x, op);                                  \
        if ((i) > 0) {                                                        \
            (x) = (t)[(i) - 1];                                               \
        } else {                                                              \
            (x) = (first);                                                    \
        }                                                                     \
        amp_tile_barrier_wait(tidx);                                          \
    } while (0)

AMP_DEVICE_END

#endif /* __cplusplus */

#endif /* AMP_LANGUAGE_MACROS_H */
