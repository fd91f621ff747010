/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_FOREIGN_NAMES_H
#define AMP_LANGUAGE_FOREIGN_NAMES_H
/*
amp/language/foreign_names.h: what CUDA and OpenCL C call things, for who writes it here: the
compiler says what they are called.

Functions that nobody defines, since compilers warn of variables that hide an object, and types. A
program may have local variables, and macros, of these names. Who has functions of these names makes
a macro of the name before amp.h.
*/

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
#ifndef gridDim
AMP__ELSEWHERE("here tidx.tile_count[d], where the last d is x") void gridDim(void);
#endif
#ifndef get_local_size
AMP__ELSEWHERE("here the tile of the kernel's head, a constant") int get_local_size(int d);
#endif
#ifndef get_global_size
AMP__ELSEWHERE("here tidx.tile_count[d] times the tile") int get_global_size(int d);
#endif
#ifndef get_num_groups
AMP__ELSEWHERE("here tidx.tile_count[d], where the last d is x") int get_num_groups(int d);
#endif
#ifndef atomicAdd
AMP__ELSEWHERE("write amp_atomic_fetch_add") int atomicAdd(void *p, ...);
#endif
#ifndef atomicSub
AMP__ELSEWHERE("write amp_atomic_fetch_sub") int atomicSub(void *p, ...);
#endif
#ifndef atomicMin
AMP__ELSEWHERE("write amp_atomic_fetch_min") int atomicMin(void *p, ...);
#endif
#ifndef atomicMax
AMP__ELSEWHERE("write amp_atomic_fetch_max") int atomicMax(void *p, ...);
#endif
#ifndef atomicExch
AMP__ELSEWHERE("write amp_atomic_exchange") int atomicExch(void *p, ...);
#endif
#ifndef atomicCAS
AMP__ELSEWHERE("write amp_atomic_compare_exchange") int atomicCAS(void *p, ...);
#endif
#ifndef atomicInc
AMP__ELSEWHERE("write amp_atomic_fetch_inc, which has no limit") unsigned atomicInc(void *p, ...);
#endif
#ifndef atomicDec
AMP__ELSEWHERE("write amp_atomic_fetch_dec, which has no limit") unsigned atomicDec(void *p, ...);
#endif
#ifndef atomicAnd
AMP__ELSEWHERE("write amp_atomic_fetch_and") int atomicAnd(void *p, ...);
#endif
#ifndef atomicOr
AMP__ELSEWHERE("write amp_atomic_fetch_or") int atomicOr(void *p, ...);
#endif
#ifndef atomicXor
AMP__ELSEWHERE("write amp_atomic_fetch_xor") int atomicXor(void *p, ...);
#endif
#ifndef __shfl_sync
AMP__ELSEWHERE("write amp_warp_shuffle(tidx, x, lane)") float __shfl_sync(unsigned mask, ...);
#endif
#ifndef __shfl_up_sync
AMP__ELSEWHERE("write amp_warp_shuffle_up(tidx, x, by)") float __shfl_up_sync(unsigned mask, ...);
#endif
#ifndef __shfl_down_sync
AMP__ELSEWHERE("write amp_warp_shuffle_down(tidx, x, by)")
float __shfl_down_sync(unsigned mask, ...);
#endif
#ifndef __shfl_xor_sync
AMP__ELSEWHERE("write amp_warp_shuffle_xor(tidx, x, mask)")
float __shfl_xor_sync(unsigned mask, ...);
#endif
#ifndef __ballot_sync
AMP__ELSEWHERE("write amp_warp_ballot(tidx, condition)") unsigned __ballot_sync(unsigned mask, ...);
#endif
#ifndef work_group_reduce_add
AMP__ELSEWHERE("write amp_tile_reduce(tidx, t, i, n, x, amp_plus)")
int work_group_reduce_add(int x);
#endif
#ifndef __threadfence
AMP__ELSEWHERE("write amp_global_memory_fence(tidx)") void __threadfence(void);
#endif
#ifndef __syncwarp
AMP__ELSEWHERE("write tile_barrier_wait(tidx)") void __syncwarp(void);
#endif
#ifndef __local
typedef int __local AMP__ELSEWHERE("write tile_static(type, name, size)");
#endif
#ifndef __kernel
typedef int __kernel AMP__ELSEWHERE("write AMP_KERNEL or AMP_TILED_KERNEL");
#endif
#ifndef __global
typedef int __global AMP__ELSEWHERE("here a view, in(type, rank, name), in the kernel's head");
#endif
#ifndef __constant__
typedef int __constant__ AMP__ELSEWHERE("write static const in a region, or table(T, rank, name)");
#endif
#ifndef __constant
typedef int __constant AMP__ELSEWHERE("write static const in a region, or table(T, rank, name)");
#endif
#endif

#endif /* AMP_LANGUAGE_FOREIGN_NAMES_H */
