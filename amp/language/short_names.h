/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_SHORT_NAMES_H
#define AMP_LANGUAGE_SHORT_NAMES_H
/*
amp/language/short_names.h: with AMP_SHORT_NAMES, the words of kernels and launches without amp_.

amp.h includes this file last, so that no header above is changed by the names. What
kernels use is a device region: the same lines define the names on the device.
*/

#include "../base/region.h"

#ifdef AMP_SHORT_NAMES
#define parallel_for_each amp_parallel_for_each
#define parallel_for_each_on amp_parallel_for_each_on
#define parallel_for_each_timed amp_parallel_for_each_timed
#undef AMP__LIBRARY
#define AMP__LIBRARY 1
AMP_DEVICE_BEGIN
#define at amp_at
#define at_index amp_at_index
#define tile_static amp_tile_static
#define thread_private amp_thread_private
#define mine amp_mine
#define phase amp_phase
#define phase_first amp_phase_first
#define tile_index amp_tile_index
#define tile_barrier_wait amp_tile_barrier_wait
#define tile_barrier_wait_with_all_memory_fence amp_tile_barrier_wait_with_all_memory_fence
#define tile_barrier_wait_with_global_memory_fence amp_tile_barrier_wait_with_global_memory_fence
#define tile_barrier_wait_with_tile_static_memory_fence \
    amp_tile_barrier_wait_with_tile_static_memory_fence
#define all_memory_fence amp_all_memory_fence
#define global_memory_fence amp_global_memory_fence
#define tile_static_memory_fence amp_tile_static_memory_fence
AMP_DEVICE_END
#undef AMP__LIBRARY
#define AMP__LIBRARY 0

/* What CUDA and OpenCL C call these things, for who writes it here: the compiler says what it is
   called. Functions that nobody defines, since compilers warn of variables that hide an object; a
   program may have local variables, and macros, of these names. */
#if !defined(__cplusplus) && !defined(__CUDA_RUNTIME_H__)
#define AMP__ELSEWHERE(is) __attribute__((deprecated(is)))
#ifndef threadIdx
AMP__ELSEWHERE("here tidx.local[d], where the last d is x") void threadIdx(void);
#endif
#ifndef blockIdx
AMP__ELSEWHERE("here tidx.tile[d], where the last d is x") void blockIdx(void);
#endif
#ifndef blockDim
AMP__ELSEWHERE("here the tile of the kernel's head, a constant") void blockDim(void);
#endif
#ifndef __syncthreads
AMP__ELSEWHERE("write tile_barrier_wait(tidx)") void __syncthreads(void);
#endif
#ifndef get_global_id
AMP__ELSEWHERE("here idx[d] or tidx.global[d], where the last d is x") int get_global_id(int d);
#endif
#ifndef get_local_id
AMP__ELSEWHERE("here tidx.local[d], where the last d is x") int get_local_id(int d);
#endif
#ifndef get_group_id
AMP__ELSEWHERE("here tidx.tile[d], where the last d is x") int get_group_id(int d);
#endif
#ifndef CLK_LOCAL_MEM_FENCE
AMP__ELSEWHERE("a barrier is tile_barrier_wait(tidx)") void CLK_LOCAL_MEM_FENCE(void);
#endif
#ifndef CLK_GLOBAL_MEM_FENCE
AMP__ELSEWHERE("a barrier is tile_barrier_wait(tidx)") void CLK_GLOBAL_MEM_FENCE(void);
#endif
#ifndef __shared__
typedef int __shared__ AMP__ELSEWHERE("write tile_static(type, name, size)");
#endif
#ifndef __global__
typedef int __global__ AMP__ELSEWHERE("write AMP_KERNEL or AMP_TILED_KERNEL");
#endif
#ifndef __device__
typedef int __device__ AMP__ELSEWHERE("write static inline, between AMP_DEVICE_BEGIN and _END");
#endif
#endif
#endif

#endif /* AMP_LANGUAGE_SHORT_NAMES_H */
