/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_TILE_ATOMICS_H
#define AMP_VECTORS_TILE_ATOMICS_H
/*
amp/vectors/tile_atomics.h: atomic operations of kernels as vectors on tile memory.

All threads of a tile are turns of loops of one worker, so nobody comes between: a load and a store
do what amp/language/atomic.h does by an instruction that holds up every other one (a histogram of
16 bins takes half the time). Sums of whole numbers wrap, as those of atomics do.
*/

#include "../language/atomic.h"

AMP__DEVICE_TEXT_BEGIN(amp__text_of_tile_atomics)

/* Functions of type T, called N; unsigned_T is what its sums are made in, itself for
   floating-point numbers. */
#define AMP__TILE_FETCH(T, N, op, expression)                                 \
    static AMP__INLINE AMP__UNUSED T amp__tile_##op##_##N(T *p, T v)          \
    {                                                                         \
        const T old = *p;                                                     \
        *p = (T)(expression);                                                 \
        return old;                                                           \
    }
#define AMP__TILE_ATOMICS(T, unsigned_T, N)                                   \
    AMP__TILE_FETCH(T, N, exchange, v)                                        \
    AMP__TILE_FETCH(T, N, add, (unsigned_T)old + (unsigned_T)v)               \
    AMP__TILE_FETCH(T, N, max, v > old ? v : old)                             \
    AMP__TILE_FETCH(T, N, min, v < old ? v : old)
#define AMP__TILE_ATOMICS_OF_INTEGER(T, unsigned_T, N)                        \
    AMP__TILE_ATOMICS(T, unsigned_T, N)                                       \
    AMP__TILE_FETCH(T, N, sub, (unsigned_T)old - (unsigned_T)v)               \
    AMP__TILE_FETCH(T, N, and, old & v)                                       \
    AMP__TILE_FETCH(T, N, or, old | v)                                        \
    AMP__TILE_FETCH(T, N, xor, old ^ v)                                       \
    AMP__TILE_COMPARE_EXCHANGE(T, N)
#define AMP__TILE_COMPARE_EXCHANGE(T, N)                                      \
    static AMP__INLINE AMP__UNUSED int amp__tile_compare_exchange_##N(T *p, T *expected, T v) \
    {                                                                         \
        const T old = *p, wanted = *expected;                                 \
        *p = old == wanted ? v : old;                                         \
        *expected = old;                                                      \
        return old == wanted;                                                 \
    }
AMP__TILE_ATOMICS_OF_INTEGER(int, unsigned, int)
AMP__TILE_ATOMICS_OF_INTEGER(unsigned, unsigned, uint)
AMP__TILE_ATOMICS_OF_INTEGER(long, unsigned long, long)
AMP__TILE_ATOMICS_OF_INTEGER(unsigned long, unsigned long, ulong)
AMP__TILE_ATOMICS_OF_INTEGER(long long, unsigned long long, int64)
AMP__TILE_ATOMICS_OF_INTEGER(unsigned long long, unsigned long long, uint64)
AMP__TILE_ATOMICS(float, float, float)
AMP__TILE_ATOMICS(double, double, double)

/* amp_atomic_NAME(&t[i], ...) of tile memory t is written as AMP__TILE_NAME: unparse.h. */
#define AMP__TILE_exchange(p, v) (AMP__ATOMIC_F(p, amp__tile_exchange_)((p), (v)))
#define AMP__TILE_compare_exchange(p, e, v)                                   \
    (AMP__ATOMIC_I(p, amp__tile_compare_exchange_)((p), (e), (v)))
#define AMP__TILE_fetch_add(p, v) (AMP__ATOMIC_F(p, amp__tile_add_)((p), (v)))
#define AMP__TILE_fetch_max(p, v) (AMP__ATOMIC_F(p, amp__tile_max_)((p), (v)))
#define AMP__TILE_fetch_min(p, v) (AMP__ATOMIC_F(p, amp__tile_min_)((p), (v)))
#define AMP__TILE_fetch_sub(p, v) (AMP__ATOMIC_I(p, amp__tile_sub_)((p), (v)))
#define AMP__TILE_fetch_and(p, v) (AMP__ATOMIC_I(p, amp__tile_and_)((p), (v)))
#define AMP__TILE_fetch_or(p, v) (AMP__ATOMIC_I(p, amp__tile_or_)((p), (v)))
#define AMP__TILE_fetch_xor(p, v) (AMP__ATOMIC_I(p, amp__tile_xor_)((p), (v)))
#define AMP__TILE_fetch_inc(p) (AMP__ATOMIC_I(p, amp__tile_add_)((p), 1))
#define AMP__TILE_fetch_dec(p) (AMP__ATOMIC_I(p, amp__tile_sub_)((p), 1))

AMP__DEVICE_TEXT_END

#endif /* AMP_VECTORS_TILE_ATOMICS_H */
