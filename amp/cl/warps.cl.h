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

AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_warps)
#ifdef __OPENCL_VERSION__
#define AMP__WARP_MEMORY(tile_) __local ulong amp__warps[AMP__TILE_SIZE(tile_)];
#define AMP__WITH_WARPS(tidx) amp__with_warps(tidx, amp__warps)
static inline amp_tiled_index amp__with_warps(amp_tiled_index tidx, __local ulong *memory)
{ tidx.amp__warps = memory; return tidx; }

/* The number of the first thread of the caller's warp, and how many it has. */
static inline int amp__warp_first(void) { return amp__linear() / AMP_WARP_SIZE * AMP_WARP_SIZE; }
static inline int amp__warp_lanes(void)
{
    const int left = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2))
        - amp__warp_first();
    return left < AMP_WARP_SIZE ? left : AMP_WARP_SIZE;
}
/* The thread that is a lane of the caller's warp, or the caller itself. */
static inline int amp__warp_thread(int lane)
{ return lane >= 0 && lane < amp__warp_lanes() ? amp__warp_first() + lane : amp__linear(); }

AMP__WARP_FOLDS(__local, int, int, uint)
AMP__WARP_FOLDS(__local, uint, uint, uint)
AMP__WARP_FOLDS(__local, long, int64, ulong)
AMP__WARP_FOLDS(__local, ulong, uint64, ulong)
AMP__WARP_FOLDS(__local, float, float, float)
#if AMP__DOUBLES
AMP__WARP_FOLDS(__local, double, double, double)
#endif
AMP__WARP_BALLOT(__local, ulong, uint64)

/* All threads give x, wait, and take the result from what was given, as amp__g. The barrier in
   front is for who still reads what was given before. Macros: see AMP__WAIT. */
#define AMP__WARP(t, x, op, lane) \
    ({ const __typeof__((x) + 0) amp__x = (x); \
       const int amp__lane = (lane); \
       __local __typeof__((x) + 0) *amp__g = (__local __typeof__((x) + 0) *)(t).amp__warps; \
       barrier(CLK_LOCAL_MEM_FENCE); \
       amp__g[amp__linear()] = amp__x; \
       barrier(CLK_LOCAL_MEM_FENCE); \
       (void)amp__lane; \
       AMP__WARP_TAKE_##op; })
#define AMP__WARP_TAKE_sum amp__warp_sum_(&amp__g[amp__warp_first()], amp__warp_lanes())
#define AMP__WARP_TAKE_min amp__warp_min_(&amp__g[amp__warp_first()], amp__warp_lanes())
#define AMP__WARP_TAKE_max amp__warp_max_(&amp__g[amp__warp_first()], amp__warp_lanes())
#define AMP__WARP_TAKE_ballot amp__warp_ballot_(&amp__g[amp__warp_first()], amp__warp_lanes())
#define AMP__WARP_TAKE_from amp__g[amp__warp_thread(amp__lane)]
#define AMP__TILE_THREAD(t) amp__linear()
#define AMP__WARP_LANES(t) amp__warp_lanes()

#endif
AMP__DEVICE_TEXT_END

#endif /* AMP_CL_WARPS_CL_H */
