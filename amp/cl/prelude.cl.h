/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_PRELUDE_CL_H
#define AMP_CL_PRELUDE_CL_H
/*
amp/cl/prelude.cl.h: what differs in the kernel language from compiler to compiler, as OpenCL's has
it: amp/language/compiler.h says what each macro is.

It stands in front of the language, amp/language/shape.h and the rest. Set in front of it are the
members of amp__cl_abilities, in amp/cl/program_text.h, which says what they mean, as macros in
capital letters: AMP__DOUBLES, each 0 or 1, and AMP__TURNED.
*/

#include "layout.h"

AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_prelude)
#ifdef __OPENCL_VERSION__
#if AMP__DOUBLES
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#if AMP__ATOMICS64
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif
#define AMP_DEVICE_BEGIN
#define AMP_DEVICE_END
#define AMP_OPENCL 1
#define AMP_MAX_PARAMETERS 32 /* macros count as far as it may be raised */
#ifndef AMP_WARP_SIZE
#define AMP_WARP_SIZE 32
#endif
#define AMP__CAT(a, b) AMP__CAT_I(a, b)
#define AMP__CAT_I(a, b) a##b
#define AMP__INLINE inline
#define AMP__UNUSED __attribute__((unused))
/* The program's compiler has looked at all that. */
#define AMP__REQUIRED(...) ((void)0)
#define AMP__CONSTANT(...) ((void)0)
#define AMP__ELEMENTS_CHECKED AMP__CHECKS

#define AMP__IN_GLOBAL __global
#define AMP__IN_TILE __local
#define AMP__IN_CONSTANT __constant
#define AMP__OVERLOADED static inline __attribute__((overloadable))
#define AMP__OVERLOADED_UNSEEN AMP__OVERLOADED
#define AMP__NAME_FOR(name, N) name
#define AMP__INT64 long

#if AMP__WARPS
#define AMP__TILED_INDEX_REST __local ulong *amp__warps;
#else
#define AMP__TILED_INDEX_REST
#endif
#define AMP__OWN_PART(required)
#define AMP__BEFORE_PRINTF
#define AMP__FENCE_ALL (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define AMP__FENCE_GLOBAL CLK_GLOBAL_MEM_FENCE
#define AMP__FENCE_TILE CLK_LOCAL_MEM_FENCE
/* A macro: not every compiler gets a barrier right that is inside a function that is
   called from a loop. */
#define AMP__WAIT(tidx, fence) barrier(fence)
#define AMP__FENCE(tidx, fence) mem_fence(fence)

#define AMP__TILE_STATIC_1(T, name, a) __local T name[a]
#define AMP__TILE_STATIC_2(T, name, a, b) __local T name[a][b]
#define AMP__TILE_STATIC_3(T, name, a, b, c) __local T name[a][b][c]
#define AMP__TILE_NO_VALUE(T, name)
#define AMP__PRIVATE_2(T, name) T name
#define AMP__PRIVATE_3(T, name, a) T name[a]
#define AMP__PRIVATE_4(T, name, a, b) T name[a][b]
#define amp_tile_index tidx
/* A phase is a loop that runs once, whose increment is the barrier; the loop inside takes `break`
   and `continue`, so that no thread leaves without the barrier. Where amp_abort occurs, a thread
   that called it is in no later phase. By `if`, and not a loop that does not begin: that took twice
   the time with PoCL's workitemrepl. */
#if AMP__ABORTS
#define AMP__ALIVE if (!amp__dead)
#else
#define AMP__ALIVE
#endif
#define AMP__PHASE_OF_ALL AMP__PHASE()
#define AMP__PHASE_OF_FIRST(n) AMP__PHASE(if (amp__linear() < (n)))
#define AMP__PHASE(now) \
    for (int amp__o = 1; amp__o; amp__o = 0, barrier(AMP__FENCE_ALL)) now AMP__ALIVE \
    for (int amp__i = 1; amp__i; amp__i = 0)

#endif
AMP__DEVICE_TEXT_END

#endif /* AMP_CL_PRELUDE_CL_H */
