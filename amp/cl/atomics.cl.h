/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_ATOMICS_CL_H
#define AMP_CL_ATOMICS_CL_H
/*
amp/cl/atomics.cl.h: the functions of amp/language/atomic.h, in OpenCL C.

Integers of 32 bits are atomic everywhere; addition, minimum and maximum of float are a
loop around compare-exchange; 64 bits where the device has them.
*/

#include "../base/library_text.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_atomics)
#ifdef __OPENCL_VERSION__
typedef long amp_int64;
typedef ulong amp_uint64;

/* Macros, because a pointer's type names its memory S, and OpenCL C 1.2 has no templates: each
   function exists once for each memory and element type. AMP__ATOMIC: integers of 32 bits. */
#define AMP__ATOMIC(S, T) \
    AMP__FN T amp_atomic_fetch_add(volatile S T *p, T v) { return atomic_add(p, v); } \
    AMP__FN T amp_atomic_fetch_sub(volatile S T *p, T v) { return atomic_sub(p, v); } \
    AMP__FN T amp_atomic_fetch_inc(volatile S T *p) { return atomic_inc(p); } \
    AMP__FN T amp_atomic_fetch_dec(volatile S T *p) { return atomic_dec(p); } \
    AMP__FN T amp_atomic_fetch_min(volatile S T *p, T v) { return atomic_min(p, v); } \
    AMP__FN T amp_atomic_fetch_max(volatile S T *p, T v) { return atomic_max(p, v); } \
    AMP__FN T amp_atomic_fetch_and(volatile S T *p, T v) { return atomic_and(p, v); } \
    AMP__FN T amp_atomic_fetch_or(volatile S T *p, T v) { return atomic_or(p, v); } \
    AMP__FN T amp_atomic_fetch_xor(volatile S T *p, T v) { return atomic_xor(p, v); } \
    AMP__FN T amp_atomic_exchange(volatile S T *p, T v) { return atomic_xchg(p, v); } \
    AMP__FN T amp_atomic_load(volatile S T *p) { return atomic_or(p, (T)0); } \
    AMP__FN void amp_atomic_store(volatile S T *p, T v) { atomic_xchg(p, v); } \
    AMP__FN int amp_atomic_compare_exchange(volatile S T *p, T *e, T v) \
    { \
        const T was = atomic_cmpxchg(p, *e, v); \
        const int same = was == *e; \
        *e = was; \
        return same; \
    }
AMP__ATOMIC(__global, int) AMP__ATOMIC(__local, int)
AMP__ATOMIC(__global, uint) AMP__ATOMIC(__local, uint)
/* What the device has no instruction for: compares and exchanges U, the integer of T's size,
   until no other thread came between reading and writing. */
#define AMP__ATOMIC_LOOP(S, T, U, as_T, as_U, swap, op, value) \
    AMP__FN T amp_atomic_fetch_##op(volatile S T *p, T v) \
    { \
        U old = 0, was; /* 0 is a guess: a plain read would race with the others' swaps */ \
        for (;;) { \
            const T x = as_T(old); \
            was = swap((volatile S U *)p, old, as_U((T)(value))); \
            if (was == old) { return x; } \
            old = was; \
        } \
    }
/* float and double: compared as bits, since a NaN is not equal to itself, with which the loop
   would never end. */
#define AMP__ATOMIC_REAL(S, T, U, as_T, as_U, swap) \
    AMP__ATOMIC_LOOP(S, T, U, as_T, as_U, swap, add, x + v) \
    AMP__ATOMIC_LOOP(S, T, U, as_T, as_U, swap, sub, x - v) \
    AMP__ATOMIC_LOOP(S, T, U, as_T, as_U, swap, min, v < x ? v : x) \
    AMP__ATOMIC_LOOP(S, T, U, as_T, as_U, swap, max, v > x ? v : x) \
    AMP__FN int amp_atomic_compare_exchange(volatile S T *p, T *e, T v) \
    { \
        const U was = swap((volatile S U *)p, as_U(*e), as_U(v)); \
        const int same = was == as_U(*e); \
        *e = as_T(was); \
        return same; \
    }
AMP__ATOMIC_REAL(__global, float, uint, as_float, as_uint, atomic_cmpxchg)
AMP__ATOMIC_REAL(__local, float, uint, as_float, as_uint, atomic_cmpxchg)
AMP__FN float amp_atomic_exchange(volatile __global float *p, float v) { return atomic_xchg(p, v); }
AMP__FN float amp_atomic_exchange(volatile __local float *p, float v) { return atomic_xchg(p, v); }
AMP__FN void amp_atomic_store(volatile __global float *p, float v) { atomic_xchg(p, v); }
AMP__FN void amp_atomic_store(volatile __local float *p, float v) { atomic_xchg(p, v); }
AMP__FN float amp_atomic_load(volatile __global float *p)
{ return as_float(atomic_or((volatile __global uint *)p, 0u)); }
AMP__FN float amp_atomic_load(volatile __local float *p)
{ return as_float(atomic_or((volatile __local uint *)p, 0u)); }

#if AMP__ATOMICS64
/* Integers of 64 bits: the names of the device's extension. */
#define AMP__ATOMIC64(S, T) \
    AMP__FN T amp_atomic_fetch_add(volatile S T *p, T v) { return atom_add(p, v); } \
    AMP__FN T amp_atomic_fetch_sub(volatile S T *p, T v) { return atom_sub(p, v); } \
    AMP__FN T amp_atomic_fetch_inc(volatile S T *p) { return atom_inc(p); } \
    AMP__FN T amp_atomic_fetch_dec(volatile S T *p) { return atom_dec(p); } \
    AMP__FN T amp_atomic_exchange(volatile S T *p, T v) { return atom_xchg(p, v); } \
    AMP__FN T amp_atomic_load(volatile S T *p) { return atom_add(p, (T)0); } \
    AMP__FN void amp_atomic_store(volatile S T *p, T v) { atom_xchg(p, v); } \
    AMP__FN int amp_atomic_compare_exchange(volatile S T *p, T *e, T v) \
    { \
        const T was = atom_cmpxchg(p, *e, v); \
        const int same = was == *e; \
        *e = was; \
        return same; \
    } \
    AMP__ATOMIC_LOOP(S, T, T, , , atom_cmpxchg, min, v < x ? v : x) \
    AMP__ATOMIC_LOOP(S, T, T, , , atom_cmpxchg, max, v > x ? v : x) \
    AMP__ATOMIC_LOOP(S, T, T, , , atom_cmpxchg, and, x & v) \
    AMP__ATOMIC_LOOP(S, T, T, , , atom_cmpxchg, or, x | v) \
    AMP__ATOMIC_LOOP(S, T, T, , , atom_cmpxchg, xor, x ^ v)
AMP__ATOMIC64(__global, long) AMP__ATOMIC64(__local, long)
AMP__ATOMIC64(__global, ulong) AMP__ATOMIC64(__local, ulong)
#if AMP__DOUBLES
AMP__ATOMIC_REAL(__global, double, ulong, as_double, as_ulong, atom_cmpxchg)
AMP__ATOMIC_REAL(__local, double, ulong, as_double, as_ulong, atom_cmpxchg)
AMP__FN double amp_atomic_exchange(volatile __global double *p, double v)
{
    return as_double(atom_xchg((volatile __global ulong *)p, as_ulong(v)));
}
AMP__FN double amp_atomic_exchange(volatile __local double *p, double v)
{
    return as_double(atom_xchg((volatile __local ulong *)p, as_ulong(v)));
}
AMP__FN void amp_atomic_store(volatile __global double *p, double v)
{ atom_xchg((volatile __global ulong *)p, as_ulong(v)); }
AMP__FN void amp_atomic_store(volatile __local double *p, double v)
{ atom_xchg((volatile __local ulong *)p, as_ulong(v)); }
AMP__FN double amp_atomic_load(volatile __global double *p)
{ return as_double(atom_add((volatile __global ulong *)p, 0ul)); }
AMP__FN double amp_atomic_load(volatile __local double *p)
{ return as_double(atom_add((volatile __local ulong *)p, 0ul)); }
#endif
#endif

/* With order: see amp/language/atomic.h. Macros, as p may be of either memory. */
#define AMP__ORDER_ALL mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define amp_atomic_load_acquire(p) \
    ({ const __typeof__(amp_atomic_load(p)) amp__v = amp_atomic_load(p); AMP__ORDER_ALL; amp__v; })
#define amp_atomic_store_release(p, v) (AMP__ORDER_ALL, amp_atomic_store(p, v))
#define amp_atomic_fetch_add_acq_rel(p, v) \
    ({ AMP__ORDER_ALL; \
       const __typeof__(amp_atomic_load(p)) amp__v = amp_atomic_fetch_add(p, v); \
       AMP__ORDER_ALL; \
       amp__v; })

#endif
AMP__DEVICE_TEXT_END

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_ATOMICS_CL_H */
