/* SPDX-License-Identifier: MIT */
#ifndef AMP_KERNEL_LAUNCHER_H
#define AMP_KERNEL_LAUNCHER_H
/*
amp/kernel/launcher.h: from a kernel's launcher to its launch: the domain is checked, and the
engine that the kernel was compiled with is handed down.

Two functions, so that a file without tiles is not compiled with fibers.
*/

#include "../core/launch.h"
#if AMP__HAS_VECTORS
#include "../vectors/facts.h" /* device regions measure themselves, without the code, too */
#endif

/* What name__launch of a kernel calls, behind amp_parallel_for_each: `given` are the
   addresses of the kernel's arguments in order. They check the domain, add the engine to `how`,
   and start. Returns as amp_parallel_for_each. */
AMP__API_HOT amp_status amp__launch_simple(amp__how how, const amp__kernel *k, amp_extent e,
                                           const void *const *given);
AMP__API_HOT amp_status amp__launch_tiled(amp__how how, const amp__kernel *k, amp_tiled_extent t,
                                          const void *const *given);

#if AMP__IMPLEMENT
#include "../emu/backend.h"

/* What runs a kernel of this file in host memory: all engines that the file has. */
#if AMP__HAS_VECTORS
#include "../vectors/run.h"
#define AMP__RUNS_SIMPLE amp__vec_launch_simple
#define AMP__RUNS_TILED amp__vec_launch_tiled
#else
#define AMP__RUNS_SIMPLE amp__emu_simple
#define AMP__RUNS_TILED amp__emu_tiled
#endif

AMP__API_HOT amp_status amp__launch_simple(amp__how how, const amp__kernel *k, amp_extent e,
                                           const void *const *given)
{
    const amp_status s = amp__extent_status(k, e);
    if (s != AMP_OK) {
        return s;
    }
    how.engine = AMP__RUNS_SIMPLE;
    how.start = how.start != NULL ? how.start : amp__host.compare;
    return how.start == NULL ? amp__start(how.on, how.engine, k, e, NULL, given, NULL)
                             : how.start(&how, k, e, NULL, given);
}

AMP__API_HOT amp_status amp__launch_tiled(amp__how how, const amp__kernel *k, amp_tiled_extent t,
                                          const void *const *given)
{
    amp_status s = amp__extent_status(k, t.extent);
    s = AMP__THEN(s, amp__tile_status(k, t));
    if (s != AMP_OK) {
        return s;
    }
    how.engine = AMP__RUNS_TILED;
    how.start = how.start != NULL ? how.start : amp__host.compare;
    return how.start == NULL ? amp__start(how.on, how.engine, k, t.extent, k->tile, given, NULL)
                             : how.start(&how, k, t.extent, k->tile, given);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_KERNEL_LAUNCHER_H */
