/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_ATOMIC_H
#define AMP_LANGUAGE_ATOMIC_H
/*
amp/language/atomic.h: atomic operations of kernels.

The operand is an element of a view or of tile_static, given by its address.
The element's type decides; a type that an operation does not have is a
compile error. All but the three that say so are relaxed: a location has one
order of its changes, and nothing else is ordered by them; none is a fence
(specification section 6).
Beyond C++ AMP, which has 32-bit integers and float exchange only: 64-bit
integers (amp_int64, amp_uint64), and add, min and max of float and double.
A float sum by atomics has no fixed order, so its last bits may vary.

    operation                             int  unsigned  64-bit  float  double
    amp_atomic_load(p)                     x      x        x       x      x
    amp_atomic_store(p, v)                 x      x        x       x      x
    amp_atomic_exchange(p, v)              x      x        x       x      x
    amp_atomic_compare_exchange(p, e, v)   x      x        x
    amp_atomic_fetch_add(p, v)             x      x        x       x      x
    amp_atomic_fetch_max(p, v), _min       x      x        x       x      x
    amp_atomic_fetch_sub, _and, _or, _xor  x      x        x
    amp_atomic_fetch_inc(p), _dec(p)       x      x        x
    amp_atomic_load_acquire(p)             x      x        x       x      x
    amp_atomic_store_release(p, v)         x      x        x       x      x
    amp_atomic_fetch_add_acq_rel(p, v)     x      x        x       x      x

Each fetch returns the value before. A load sees what an atomic wrote, whole, though
others write at the time; a plain read of a location that others change is a race.
For order take the last three: what a thread wrote before its store_release (or acq_rel) is seen
by who reads that value with load_acquire (or acq_rel), behind it. Or put a fence beside a
relaxed one: amp_all_memory_fence(tidx) between the store of a value and that of the flag that
says it is there, and between their loads. On OpenCL 1.2 that holds within a tile, and between
tiles as far as the device's fences do (docs/kernels.md).
A thread that waits in a loop for another of its tile waits for ever on the engine fibers: that
is what barriers are for. The checker knows no order by atomics, as C++ AMP has none: it reports
what is read behind an acquire as a race; amp_racy(lvalue) says that it is meant.

One text for every compiler that reads kernels, and a second one for those of the CPU; what OpenCL
has in place of that is in amp/cl/atomics.cl.h.
*/

#include "compiler.h"

AMP__DEVICE_TEXT_BEGIN(amp__text_of_atomics)

/* 64-bit integers by the name that both languages know: C's long long is not
   OpenCL's, and OpenCL's long is not everywhere C's. */
typedef AMP__INT64 amp_int64;
typedef unsigned AMP__INT64 amp_uint64;

/* Macros write the functions, since C99 has none that take several types, nor OpenCL C 1.2 any
   that take several memories. Each has the memory S that the operand is in, its type T, and N, how
   that type is called in a function's name. */
#define AMP__ATOMIC_EXCHANGE(S, T, N) \
    AMP__OVERLOADED T AMP__NAME_FOR(amp__exchange_, N)(S T *p, T v) \
    { \
        T old; \
        AMP__DO_EXCHANGE(S, N, p, v, old); \
        return old; \
    }
#define AMP__ATOMIC_LOAD(S, T, N, name, order) \
    AMP__OVERLOADED T AMP__NAME_FOR(name, N)(S T *p) \
    { \
        T now; \
        AMP__DO_LOAD(S, N, p, now, order); \
        return now; \
    }
#define AMP__ATOMIC_STORE(S, T, N, name, order) \
    AMP__OVERLOADED void AMP__NAME_FOR(name, N)(S T *p, T v) \
    { \
        AMP__DO_STORE(S, N, p, v, order); \
    }
#define AMP__ATOMIC_COMPARE_EXCHANGE(S, T, N) \
    AMP__OVERLOADED int AMP__NAME_FOR(amp__compare_exchange_, N)(S T *p, T *expected, T v) \
    { \
        return AMP__DO_COMPARE_EXCHANGE(S, N, p, expected, v); \
    }
/* Changes *p by one operation of the machine. (From here on it is called _max, say: max itself is
   a macro of some OpenCL compilers.) */
#define AMP__ATOMIC_FETCH(S, T, N, op, expression) \
    AMP__ATOMIC_FETCH_AS(S, T, N, _##op, amp__fetch_##op##_, relaxed)
#define AMP__ATOMIC_FETCH_AS(S, T, N, op, name, order) \
    AMP__OVERLOADED T AMP__NAME_FOR(name, N)(S T *p, T v) \
    { \
        T old; \
        AMP__DO_FETCH(N, op, p, v, old, order); \
        return old; \
    }
/* Reads, computes and tries to write until nobody came between. The order of
   the comparison keeps a NaN operand out of the memory, as fmax does. */
#define AMP__ATOMIC_LOOP(S, T, N, op, expression) \
    AMP__ATOMIC_LOOP_AS(S, T, N, amp__fetch_##op##_, expression, relaxed)
#define AMP__ATOMIC_LOOP_AS(S, T, N, name, expression, order) \
    AMP__OVERLOADED T AMP__NAME_FOR(name, N)(S T *p, T v) \
    { \
        T old, new_; \
        AMP__BEFORE_##order AMP__DO_LOAD(S, N, p, old, relaxed); \
        do { new_ = (expression); } while (!AMP__DO_SWAP(S, N, p, old, new_, order)); \
        AMP__BEFORE_##order return old; \
    }

/* What all types have. larger: how max and min are made, AMP__ATOMIC_FETCH or AMP__ATOMIC_LOOP. */
#define AMP__ATOMIC_ORDERED(S, T, N, larger) \
    AMP__ATOMIC_EXCHANGE(S, T, N) \
    AMP__ATOMIC_LOAD(S, T, N, amp__load_, relaxed) \
    AMP__ATOMIC_STORE(S, T, N, amp__store_, relaxed) \
    AMP__ATOMIC_LOAD(S, T, N, amp__load_acquire_, acquire) \
    AMP__ATOMIC_STORE(S, T, N, amp__store_release_, release) \
    larger(S, T, N, max, v > old ? v : old) \
    larger(S, T, N, min, v < old ? v : old)
#define AMP__ATOMIC_BITS(S, T, N, bits) \
    bits(S, T, N, and, old & v) \
    bits(S, T, N, or, old | v) \
    bits(S, T, N, xor, old ^ v)
#define AMP__ATOMIC_INTEGER(S, T, N, larger, bits) \
    AMP__ATOMIC_COMPARE_EXCHANGE(S, T, N) \
    AMP__ATOMIC_ORDERED(S, T, N, larger) \
    AMP__ATOMIC_FETCH(S, T, N, add, old + v) \
    AMP__ATOMIC_FETCH(S, T, N, sub, old - v) \
    AMP__ATOMIC_BITS(S, T, N, bits) \
    AMP__ATOMIC_FETCH_AS(S, T, N, _add, amp__fetch_add_acq_rel_, acq_rel)
#define AMP__ATOMIC_FLOATING(S, T, N) \
    AMP__ATOMIC_ORDERED(S, T, N, AMP__ATOMIC_LOOP) \
    AMP__ATOMIC_LOOP(S, T, N, add, old + v) \
    AMP__ATOMIC_LOOP_AS(S, T, N, amp__fetch_add_acq_rel_, old + v, acq_rel)

#ifndef __cplusplus
/* *p. p is of an `inout` or `out` view, or tile memory, as of the other operations. */
#define amp_atomic_load(p) (AMP__ATOMIC_F(p, amp__load_)(p))
/* *p = v. */
#define amp_atomic_store(p, v) (AMP__ATOMIC_F(p, amp__store_)((p), (v)))
/* Loads with acquire order, stores with release order. */
#define amp_atomic_load_acquire(p) (AMP__ATOMIC_F(p, amp__load_acquire_)(p))
#define amp_atomic_store_release(p, v) (AMP__ATOMIC_F(p, amp__store_release_)((p), (v)))
/* *p = v; returns the value before. */
#define amp_atomic_exchange(p, v) (AMP__ATOMIC_F(p, amp__exchange_)((p), (v)))
/* If *p == *e then *p = v and 1; else 0. *e receives the value read. */
#define amp_atomic_compare_exchange(p, e, v) \
    (AMP__ATOMIC_I(p, amp__compare_exchange_)((p), (e), (v)))
/* *p = *p + v; of max and min, the larger or smaller of *p and v; of sub, *p - v; of and, or,
   xor, *p with v bit by bit; of inc and dec, *p + 1 and *p - 1. Each returns the value before. */
#define amp_atomic_fetch_add(p, v) (AMP__ATOMIC_F(p, amp__fetch_add_)((p), (v)))
#define amp_atomic_fetch_add_acq_rel(p, v) (AMP__ATOMIC_F(p, amp__fetch_add_acq_rel_)((p), (v)))
#define amp_atomic_fetch_max(p, v) (AMP__ATOMIC_F(p, amp__fetch_max_)((p), (v)))
#define amp_atomic_fetch_min(p, v) (AMP__ATOMIC_F(p, amp__fetch_min_)((p), (v)))
#define amp_atomic_fetch_sub(p, v) (AMP__ATOMIC_I(p, amp__fetch_sub_)((p), (v)))
#define amp_atomic_fetch_and(p, v) (AMP__ATOMIC_I(p, amp__fetch_and_)((p), (v)))
#define amp_atomic_fetch_or(p, v) (AMP__ATOMIC_I(p, amp__fetch_or_)((p), (v)))
#define amp_atomic_fetch_xor(p, v) (AMP__ATOMIC_I(p, amp__fetch_xor_)((p), (v)))
#define amp_atomic_fetch_inc(p) (AMP__ATOMIC_I(p, amp__fetch_add_)((p), 1))
#define amp_atomic_fetch_dec(p) (AMP__ATOMIC_I(p, amp__fetch_sub_)((p), 1))
#endif

AMP__DEVICE_TEXT_END

/* ---- compilers of the CPU --------------------------------------------------- */

AMP__DEVICE_TEXT_BEGIN(amp__text_of_cpu_atomics)

#define AMP__ORDER_relaxed __ATOMIC_RELAXED
#define AMP__ORDER_acquire __ATOMIC_ACQUIRE
#define AMP__ORDER_release __ATOMIC_RELEASE
#define AMP__ORDER_acq_rel __ATOMIC_ACQ_REL
#define AMP__DO_EXCHANGE(S, N, p, v, old) __atomic_exchange(p, &v, &old, __ATOMIC_RELAXED)
#define AMP__DO_LOAD(S, N, p, now, order) __atomic_load(p, &now, AMP__ORDER_##order)
#define AMP__DO_STORE(S, N, p, v, order) __atomic_store(p, &v, AMP__ORDER_##order)
#define AMP__DO_FETCH(N, op, p, v, old, order) old = __atomic_fetch##op(p, v, AMP__ORDER_##order)
#define AMP__DO_COMPARE_EXCHANGE(S, N, p, expected, v) \
    __atomic_compare_exchange_n(p, expected, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
#define AMP__BEFORE_relaxed
#define AMP__BEFORE_acq_rel
#define AMP__DO_SWAP(S, N, p, old, new_, order) \
    __atomic_compare_exchange(p, &old, &new_, 1, AMP__ORDER_##order, __ATOMIC_RELAXED)

AMP__ATOMIC_INTEGER(, int, int, AMP__ATOMIC_LOOP, AMP__ATOMIC_FETCH)
AMP__ATOMIC_INTEGER(, unsigned, uint, AMP__ATOMIC_LOOP, AMP__ATOMIC_FETCH)
AMP__ATOMIC_INTEGER(, long, long, AMP__ATOMIC_LOOP, AMP__ATOMIC_FETCH)
AMP__ATOMIC_INTEGER(, unsigned long, ulong, AMP__ATOMIC_LOOP, AMP__ATOMIC_FETCH)
AMP__ATOMIC_INTEGER(, long long, int64, AMP__ATOMIC_LOOP, AMP__ATOMIC_FETCH)
AMP__ATOMIC_INTEGER(, unsigned long long, uint64, AMP__ATOMIC_LOOP, AMP__ATOMIC_FETCH)
AMP__ATOMIC_FLOATING(, float, float)
AMP__ATOMIC_FLOATING(, double, double)

#ifndef __cplusplus
/* Chooses the function by the element's type; the two lists are what the
   table above marks. long is there because int64_t is long on most systems. */
#define AMP__ATOMIC_OF_INTEGER(p, f) \
    int: f##int, unsigned: f##uint, long: f##long, unsigned long: f##ulong, \
    long long: f##int64, unsigned long long: f##uint64
#define AMP__ATOMIC_I(p, f) \
    (AMP__BEFORE_ATOMIC __extension__ _Generic((AMP__ATOMIC_ADDRESS(p), *(p)), \
                           AMP__ATOMIC_OF_INTEGER(p, f), \
                           default: amp__this_atomic_is_of_int_unsigned_or_64_bits))
#define AMP__ATOMIC_F(p, f) \
    (AMP__BEFORE_ATOMIC __extension__ _Generic((AMP__ATOMIC_ADDRESS(p), *(p)), \
                           AMP__ATOMIC_OF_INTEGER(p, f), \
                           float: f##float, double: f##double, \
                           default: amp__atomics_are_of_int_unsigned_64_bits_float_or_double))
#define AMP__ATOMIC_ADDRESS(p) \
    AMP__REQUIRED(an_atomic_takes_an_address, AMP__POINTS(p), \
                  "an atomic takes the address of an element: &at(x, i)")
/* For other types: nobody defines them, and they take no arguments. */
void amp__this_atomic_is_of_int_unsigned_or_64_bits(void);
void amp__atomics_are_of_int_unsigned_64_bits_float_or_double(void);
#endif

AMP__DEVICE_TEXT_END

#endif /* AMP_LANGUAGE_ATOMIC_H */
