/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_ATOMICS_CL_H
#define AMP_CL_ATOMICS_CL_H
/*
amp/cl/atomics.cl.h: what the machine does in the functions of amp/language/atomic.h, in OpenCL C.

Integers of 32 bits are atomic everywhere; addition, minimum and maximum of float are a
loop around compare-exchange; 64 bits where the device has them.
*/

#include "../base/library_text.h"

AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_atomics)
#ifdef __OPENCL_VERSION__

/* Of each type: the integer of its size, in which reals are compared, since a NaN is not equal to
   itself; how OpenCL's functions of that begin; from that integer to the type, and back. */
#define AMP__BITS_int int, atomic, (int), (int)
#define AMP__BITS_uint uint, atomic, (uint), (uint)
#define AMP__BITS_int64 long, atom, (long), (long)
#define AMP__BITS_uint64 ulong, atom, (ulong), (ulong)
#define AMP__BITS_float uint, atomic, as_float, as_uint
#define AMP__BITS_double ulong, atom, as_double, as_ulong
#define AMP__BY_BITS(f, ...) f(__VA_ARGS__)

/* Atomic functions are relaxed: an order is a fence beside them, the strongest that there is. */
#define AMP__BEFORE_relaxed
#define AMP__BEFORE_release mem_fence(AMP__FENCE_ALL);
#define AMP__BEFORE_acq_rel mem_fence(AMP__FENCE_ALL);
#define AMP__BEHIND_relaxed
#define AMP__BEHIND_acquire ; mem_fence(AMP__FENCE_ALL)
#define AMP__BEHIND_acq_rel ; mem_fence(AMP__FENCE_ALL)

#define AMP__DO_EXCHANGE(S, N, p, v, old) old = AMP__BY_BITS(AMP__XCHG, AMP__BITS_##N, S, p, v)
#define AMP__XCHG(U, atomic, as_T, as_U, S, p, v) as_T(atomic##_xchg((S U *)(p), as_U(v)))
#define AMP__DO_LOAD(S, N, p, now, order) \
    now = AMP__BY_BITS(AMP__ADD_0, AMP__BITS_##N, S, p) AMP__BEHIND_##order
#define AMP__ADD_0(U, atomic, as_T, as_U, S, p) as_T(atomic##_add((S U *)(p), (U)0))
#define AMP__DO_STORE(S, N, p, v, order) \
    AMP__BEFORE_##order (void)AMP__BY_BITS(AMP__XCHG, AMP__BITS_##N, S, p, v)
#define AMP__DO_FETCH(N, op, p, v, old, order) \
    AMP__BEFORE_##order old = AMP__BY_BITS(AMP__CHANGE, AMP__BITS_##N, op, p, v) AMP__BEHIND_##order
#define AMP__CHANGE(U, atomic, as_T, as_U, op, p, v) atomic##op(p, v)
#define AMP__DO_COMPARE_EXCHANGE(S, N, p, e, v) \
    AMP__BY_BITS(AMP__CMPXCHG, AMP__BITS_##N, S, p, e, v)
#define AMP__CMPXCHG(U, atomic, as_T, as_U, S, p, e, v) \
    ({ const U amp__was = as_U(*(e)); \
       const U amp__now = atomic##_cmpxchg((S U *)(p), amp__was, as_U(v)); \
       *(e) = as_T(amp__now); \
       amp__now == amp__was; })
/* No fence in the loop: llvmpipe loses lanes there. */
#define AMP__DO_SWAP(S, N, p, old, new_, order) AMP__DO_COMPARE_EXCHANGE(S, N, p, &old, new_)

/* The functions themselves, in both memories. Integers of 64 bits have operations of the machine
   for sums alone. */
#define AMP__ATOMICS(S) \
    AMP__ATOMIC_INTEGER(S, int, int, AMP__ATOMIC_FETCH, AMP__ATOMIC_FETCH) \
    AMP__ATOMIC_INTEGER(S, uint, uint, AMP__ATOMIC_FETCH, AMP__ATOMIC_FETCH) \
    AMP__ATOMIC_FLOATING(S, float, float)
AMP__ATOMICS(volatile __global)
AMP__ATOMICS(volatile __local)
#if AMP__ATOMICS64
#define AMP__ATOMICS_OF_64(S) \
    AMP__ATOMIC_INTEGER(S, long, int64, AMP__ATOMIC_LOOP, AMP__ATOMIC_LOOP) \
    AMP__ATOMIC_INTEGER(S, ulong, uint64, AMP__ATOMIC_LOOP, AMP__ATOMIC_LOOP)
AMP__ATOMICS_OF_64(volatile __global)
AMP__ATOMICS_OF_64(volatile __local)
#if AMP__DOUBLES
AMP__ATOMIC_FLOATING(volatile __global, double, double)
AMP__ATOMIC_FLOATING(volatile __local, double, double)
#endif
#endif
/* Which one it is OpenCL sees from the address. */
#define AMP__ATOMIC_I(p, f) f
#define AMP__ATOMIC_F(p, f) f

#endif
AMP__DEVICE_TEXT_END

#endif /* AMP_CL_ATOMICS_CL_H */
