/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_WARPS_CL_H
#define AMP_CL_WARPS_CL_H
/*
amp/cl/warps.cl.h: the operations of amp/language/warp.h, in OpenCL C.

By tile memory and barriers of the tile: OpenCL 1.2 has no sub-groups, and where a device has some,
as an extension, neither their size nor which threads are in one is the program's choice. Part of a
program only where a region has a word that begins with amp_warp_. The memory, 8 bytes a thread, is
the kernel's, beside its own tile_static; tidx brings it to helpers.
*/

#include "../base/library_text.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_warps)
#ifdef __OPENCL_VERSION__
#ifndef AMP_WARP_SIZE
#define AMP_WARP_SIZE 32
#endif
#define AMP__WARP_MEMORY(tile_) __local ulong amp__warps[AMP__PRODUCT_OF(tile_)];
#define AMP__PRODUCT_OF(t) AMP__PRODUCT_OF_I(AMP__DEPAREN(t))
#define AMP__PRODUCT_OF_I(...) AMP__CAT(AMP__PRODUCT_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__PRODUCT_1(a) (a)
#define AMP__PRODUCT_2(a, b) ((a) * (b))
#define AMP__PRODUCT_3(a, b, c) ((a) * (b) * (c))
#define AMP__WITH_WARPS(tidx) amp__with_warps(tidx, amp__warps)
AMP__F amp_tiled_index amp__with_warps(amp_tiled_index tidx, __local ulong *memory)
{ tidx.amp__warps = memory; return tidx; }

/* The number of the first thread of the caller's warp, and how many it has. */
AMP__F int amp__warp_first(void) { return amp__linear() / AMP_WARP_SIZE * AMP_WARP_SIZE; }
AMP__F int amp__warp_lanes(void)
{
    const int left = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2))
        - amp__warp_first();
    return left < AMP_WARP_SIZE ? left : AMP_WARP_SIZE;
}
/* The thread that is a lane of the caller's warp, or the caller itself. */
AMP__F int amp__warp_thread(int lane)
{ return lane >= 0 && lane < amp__warp_lanes() ? amp__warp_first() + lane : amp__linear(); }

/* Macros, as OpenCL C 1.2 has no templates: what the warp's threads gave, in the order of lanes. */
#define AMP__WARP_FOLD(T, name, step) \
    AMP__FN T amp__warp_##name(__local const T *given) \
    { \
        const int first = amp__warp_first(), end = first + amp__warp_lanes(); \
        T x = given[first]; \
        for (int k = first + 1; k < end; k++) { \
            const T y = given[k]; \
            step; \
        } \
        return x; \
    }
#define AMP__WARP_FOLDS(T) \
    AMP__WARP_FOLD(T, sum, x += y) \
    AMP__WARP_FOLD(T, min, x = y < x ? y : x) \
    AMP__WARP_FOLD(T, max, x = x < y ? y : x)
AMP__WARP_FOLDS(int) AMP__WARP_FOLDS(uint) AMP__WARP_FOLDS(long) AMP__WARP_FOLDS(ulong)
AMP__WARP_FOLDS(float)
#if AMP__DOUBLES
AMP__WARP_FOLDS(double)
#endif
AMP__FN ulong amp__warp_mask(__local const int *given)
{
    const int first = amp__warp_first(), lanes = amp__warp_lanes();
    ulong mask = 0;
    for (int k = 0; k < lanes; k++) {
        mask |= (ulong)(given[first + k] != 0) << k;
    }
    return mask;
}

/* All threads give x, wait, and take `result` from what was given, as amp__g. The barrier in front
   is for who still reads what was given before. Macros: see amp_tile_barrier_wait. */
#define AMP__WARP(t, x, lane, result) \
    ({ const __typeof__((x) + 0) amp__x = (x); \
       const int amp__lane = (lane); \
       __local __typeof__((x) + 0) *amp__g = (__local __typeof__((x) + 0) *)(t).amp__warps; \
       barrier(CLK_LOCAL_MEM_FENCE); \
       amp__g[amp__linear()] = amp__x; \
       barrier(CLK_LOCAL_MEM_FENCE); \
       (void)amp__lane; \
       result; })
#define AMP__WARP_FROM(t, x, lane) AMP__WARP(t, x, lane, amp__g[amp__warp_thread(amp__lane)])
#define amp_warp_index(t) (amp__linear() / AMP_WARP_SIZE)
#define amp_warp_lane(t) (amp__linear() % AMP_WARP_SIZE)
#define amp_warp_size(t) amp__warp_lanes()
#define amp_warp_sum(t, x) AMP__WARP(t, x, 0, amp__warp_sum(amp__g))
#define amp_warp_min(t, x) AMP__WARP(t, x, 0, amp__warp_min(amp__g))
#define amp_warp_max(t, x) AMP__WARP(t, x, 0, amp__warp_max(amp__g))
#define amp_warp_shuffle(t, x, lane) AMP__WARP_FROM(t, x, lane)
#define amp_warp_shuffle_up(t, x, by) AMP__WARP_FROM(t, x, amp_warp_lane(t) - (by))
#define amp_warp_shuffle_down(t, x, by) AMP__WARP_FROM(t, x, amp_warp_lane(t) + (by))
#define amp_warp_shuffle_xor(t, x, mask) AMP__WARP_FROM(t, x, amp_warp_lane(t) ^ (mask))
#define amp_warp_broadcast(t, x, lane) AMP__WARP_FROM(t, x, lane)
#define amp_warp_ballot(t, condition) \
    AMP__WARP(t, (condition) ? 1 : 0, 0, amp__warp_mask(amp__g))
#define amp_warp_any(t, condition) (amp_warp_ballot(t, condition) != 0)
#define amp_warp_all(t, condition) (amp_warp_ballot(t, !(condition)) == 0)

#endif
AMP__DEVICE_TEXT_END

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_WARPS_CL_H */
