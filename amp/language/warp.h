/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_WARP_H
#define AMP_LANGUAGE_WARP_H
/*
amp/language/warp.h: operations of a warp's threads in tiled kernels: sums, shuffles, votes.

A warp is AMP_WARP_SIZE consecutive threads of a tile, counted row by row, on every engine and
device, whatever the device's own warps or sub-groups are; the last one of a tile has fewer where
the tile is not a multiple. Its threads are its lanes, 0 to size - 1.

    float sum = amp_warp_sum(tidx, x);                       in every lane
    for (int d = 16; d > 0; d /= 2) {                        the same by hand, in lane 0
        y += amp_warp_shuffle_down(tidx, y, d);
    }
    unsigned long long who = amp_warp_ballot(tidx, x > 0);   a bit a lane

    amp_warp_index(tidx), amp_warp_lane(tidx), amp_warp_size(tidx)    which warp of the tile, which
        thread of the warp, how many threads the warp has
    amp_warp_sum(tidx, x), _min, _max      over the warp's x, in the order of lanes: the same to the
        last bit on every engine; of signed integers the sum wraps around
    amp_warp_shuffle(tidx, x, lane), _up(tidx, x, by), _down(tidx, x, by), _xor(tidx, x, mask)
        the x of another lane: `lane`, or the caller's own - by, + by, ^ mask; where the warp has no
        such lane, the caller's own x
    amp_warp_broadcast(tidx, x, lane)      the same as amp_warp_shuffle
    amp_warp_ballot(tidx, condition)       bit k: whether it holds in lane k
    amp_warp_any(tidx, condition), _all    1 where it holds in one lane at least, in all of them

x is an int, unsigned, 64-bit integer, float or double. All but the first three are barriers: all
threads of the *tile* must come to the same call, also those of warps that need no result, or the
launch is AMP_BARRIER_DIVERGED. OpenCL 1.2 has no barrier of less than a tile. They order no memory:
what a thread wrote to tile memory others see behind amp_tile_barrier_wait. Not in simple and phased
kernels. In helpers that are given tidx. C++ AMP has none of this.

One text for every compiler that reads kernels: the names, and what becomes of what a warp's lanes
gave. How they give it is here for the emulator, in amp/cl/warps.cl.h for OpenCL, in
amp/vectors/lanes.h for vectors.
*/

#include "atomic.h"
#include "language.h"

AMP__DEVICE_TEXT_BEGIN(amp__text_of_warps)

/* What `lanes` lanes of a warp, one at least, gave, in their order, becomes x, by `step` for each
   further one, y. A macro, because C99 has no functions that take several types: T, of memory S,
   called N in a function's name; and A that the result has meanwhile. (Comparisons as those of
   amp_minimum and amp_maximum.) */
#define AMP__WARP_FOLD(S, T, N, A, op, step)                                  \
    AMP__OVERLOADED_UNSEEN T AMP__NAME_FOR(amp__warp_##op##_, N)(S const T *given, int lanes) \
    {                                                                         \
        A x = (A)given[0];                                                    \
        for (int k = 1; k < lanes; k++) { const A y = (A)given[k]; step; }    \
        return (T)x;                                                          \
    }
#define AMP__WARP_FOLDS(S, T, N, A)                                           \
    AMP__WARP_FOLD(S, T, N, A, sum, x += y)                                   \
    AMP__WARP_FOLD(S, T, N, T, min, x = y < x ? y : x)                    \
    AMP__WARP_FOLD(S, T, N, T, max, x = x < y ? y : x)
/* Conditions, each 0 or 1, as bits. */
#define AMP__WARP_BALLOT(S, T, N) AMP__WARP_FOLD(S, T, N, T, ballot, x |= y << k)

/* each(T, N, A) for every type of the CPU. */
#define AMP__WARP_TYPES(each) \
    each(int, int, unsigned) each(unsigned, uint, unsigned) \
    each(long, long, unsigned long) each(unsigned long, ulong, unsigned long) \
    each(long long, int64, unsigned long long) \
    each(unsigned long long, uint64, unsigned long long) \
    each(float, float, float) each(double, double, double)

/* The number of a type. */
#define AMP__WARP_KIND_OF(T, N, A) AMP__WARP_KIND_##N,
enum { AMP__WARP_TYPES(AMP__WARP_KIND_OF) AMP__WARP_KINDS };

/* The operations. */
enum { AMP__WARP_sum, AMP__WARP_min, AMP__WARP_max, AMP__WARP_ballot, AMP__WARP_from };

/* AMP__WARP(tidx, x, op, lane): a barrier of the tile, at which each thread gives x; op of what its
   warp gave, sum, min, maximum or bits; or from: what lane `lane` gave. */
#define amp_warp_index(tidx) (AMP__TILE_THREAD(tidx) / AMP_WARP_SIZE)
#define amp_warp_lane(tidx) (AMP__TILE_THREAD(tidx) % AMP_WARP_SIZE)
#define amp_warp_size(tidx) AMP__WARP_LANES(tidx)
#define amp_warp_sum(tidx, x) AMP__WARP(tidx, x, sum, 0)
#define amp_warp_min(tidx, x) AMP__WARP(tidx, x, min, 0)
#define amp_warp_max(tidx, x) AMP__WARP(tidx, x, max, 0)
#define amp_warp_shuffle(tidx, x, lane) AMP__WARP(tidx, x, from, (lane))
#define amp_warp_shuffle_up(tidx, x, by) AMP__WARP(tidx, x, from, amp_warp_lane(tidx) - (by))
#define amp_warp_shuffle_down(tidx, x, by) AMP__WARP(tidx, x, from, amp_warp_lane(tidx) + (by))
#define amp_warp_shuffle_xor(tidx, x, mask) AMP__WARP(tidx, x, from, amp_warp_lane(tidx) ^ (mask))
#define amp_warp_broadcast(tidx, x, lane) amp_warp_shuffle(tidx, x, lane)
#define amp_warp_ballot(tidx, condition) \
    AMP__WARP(tidx, (amp_uint64)((condition) ? 1 : 0), ballot, 0)
#define amp_warp_any(tidx, condition) (amp_warp_ballot(tidx, condition) != 0)
#define amp_warp_all(tidx, condition) (amp_warp_ballot(tidx, !(condition)) == 0)

AMP__DEVICE_TEXT_END

/* ---- compilers of the CPU --------------------------------------------------- */

#if AMP__IMPLEMENT || AMP__HAS_VECTORS

AMP__DEVICE_TEXT_BEGIN(amp__text_of_cpu_warps)

/* The operations of a type, and an operation by its number. */
#define AMP__WARP_FOLDS_OF(T, N, A) \
    AMP__WARP_FOLDS(, T, N, A) \
    AMP__OVERLOADED_UNSEEN T amp__warp_by_##N(const T *given, int lanes, int op) \
    { \
        return op == AMP__WARP_sum ? amp__warp_sum_##N(given, lanes) \
            : op == AMP__WARP_min ? amp__warp_min_##N(given, lanes) \
            : amp__warp_max_##N(given, lanes); \
    }
AMP__WARP_TYPES(AMP__WARP_FOLDS_OF)
AMP__WARP_BALLOT(, unsigned long long, uint64)

AMP__DEVICE_TEXT_END

#endif

/* ---- on the emulator ------------------------------------------------------- */

/* The thread at work: its number in its tile, row by row. */
AMP__UNSEEN_INLINE int amp__tile_thread(const struct amp__tile *t)
{
    return t->fiber != NULL ? t->fiber->thread : t->thread;
}

/* How many lanes the warp has, of `size` at most, that the thread at work is in. */
AMP__UNSEEN_INLINE int amp__warp_lanes(const struct amp__tile *t, int size)
{
    const int left = t->threads - amp__tile_thread(t) / size * size;
    return left < size ? left : size;
}

/* A barrier of the tile, at which each thread gives *x, of `bytes` and that kind: it becomes op of
   what its warp of `size` lanes gave; or what lane `lane` gave, where the warp has that lane. */
AMP__API_HOT void amp__warp(struct amp__tile *t, const char *site, void *x, size_t bytes, int kind,
                            int op, int size, int lane);

#if AMP__IMPLEMENT

/* A barrier that, for the checker, orders no memory. */
static AMP__NOINLINE void amp__warp_wait(struct amp__tile *t, const char *site)
{
    amp__barrier(t, site, 0);
}

/* Sets *x, of a type, to an operation of what a warp's lanes gave. */
#define AMP__WARP_FOLD_INTO(T, N, A) \
    case AMP__WARP_KIND_##N: \
        *(T *)x = amp__warp_by_##N((const T *)of_warp, lanes, op); \
        break;

AMP__API_HOT AMP__UNSEEN void amp__warp(struct amp__tile *t, const char *site, void *x,
                                        size_t bytes, int kind, int op, int size, int lane)
{
    const int me = amp__tile_thread(t), first = me / size * size;
    const int lanes = amp__warp_lanes(t, size);
    const int from = lane >= 0 && lane < lanes ? first + lane : me;
    /* Where a tile's threads give their values, 8 bytes each at most: behind tile_static. */
    char *const given = (char *)t->memory + AMP__TILE_STATIC_BUFFER;
    const void *const of_warp = given + (size_t)first * bytes;
    memcpy(given + (size_t)me * bytes, x, bytes);
    amp__warp_wait(t, site);
    if (op == AMP__WARP_from) {
        memcpy(x, given + (size_t)from * bytes, bytes);
    } else if (op == AMP__WARP_ballot) {
        *(unsigned long long *)x =
            amp__warp_ballot_uint64((const unsigned long long *)of_warp, lanes);
    } else {
        switch (kind) {
        AMP__WARP_TYPES(AMP__WARP_FOLD_INTO)
        default: break;
        }
    }
    amp__warp_wait(t, site);
}

#endif /* AMP__IMPLEMENT */

#ifndef __cplusplus /* kernels are C */

/* amp__warp for a type T. A macro, because C99 has no functions that take several types. */
#define AMP__WARP_OF(T, N, A) \
    AMP__UNSEEN_INLINE T amp__warp_##N(struct amp__tile *t, const char *site, T x, int op, \
                                       int lane) \
    { \
        amp__warp(t, site, &x, sizeof(x), AMP__WARP_KIND_##N, op, AMP_WARP_SIZE, lane); \
        return x; \
    }
AMP__WARP_TYPES(AMP__WARP_OF)
/* For other types: nobody defines it, and it takes no arguments. */
void amp__warps_are_of_int_unsigned_64_bits_float_or_double(void);


#define AMP__WARP(tidx, x, op, lane)                                          \
    (__extension__ _Generic((x) + 0, AMP__ATOMIC_OF_INTEGER(x, amp__warp_),   \
                            float: amp__warp_float, double: amp__warp_double, \
                            default: amp__warps_are_of_int_unsigned_64_bits_float_or_double) \
     (AMP__WARP_TILE(tidx), AMP__SITE, (x), AMP__WARP_##op, lane))
#define AMP__WARP_TILE(tidx)                                                  \
    (AMP__REQUIRED(a_simple_kernel_has_no_warps, AMP__NOT_IN_SIMPLE(          \
         "a simple kernel has no warps: write AMP_TILED_KERNEL(name, (tile), parameters)")), \
     AMP__REQUIRED(a_phase_has_no_warps, !AMP__TYPED(tidx, amp_phase_index),  \
         "a phase has no warps, since its threads wait for each other at its end alone: " \
         "write AMP_TILED_KERNEL(name, (tile), parameters)"),                 \
     (tidx).barrier.tile)
#define AMP__TILE_THREAD(tidx) amp__tile_thread(AMP__WARP_TILE(tidx))
#define AMP__WARP_LANES(tidx) amp__warp_lanes(AMP__WARP_TILE(tidx), AMP_WARP_SIZE)

#endif /* __cplusplus */

#endif /* AMP_LANGUAGE_WARP_H */
