/* SPDX-License-Identifier: MIT */
#ifndef AMP_H
#define AMP_H
/*
amp.h: C++ AMP's tiled GPU programming model for C99, header-only.

Do this:

    #define AMP_SHORT_NAMES
    #include "amp.h"

    AMP_DEVICE_BEGIN
    AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
    {
        at(y, idx[0]) += a * at(x, idx[0]);
    }
    AMP_DEVICE_END

    amp_array_view vx = amp_view(float, x, n), vy = amp_view(float, y, n);
    amp_status s = parallel_for_each(amp_extent(n), saxpy, 2.0f, vx, vy);
    if (s == AMP_OK) s = amp_synchronize(vy);
    if (s != AMP_OK) fprintf(stderr, "%s\n", amp_last_error());

and compile with `cc -O2 -fopenmp`; without -fopenmp it runs on one core.
Link with -pthread where libc does not include it.

Nothing else is to be defined, in any number of files. A program of many files
may compile the library's code once: AMP_EXTERN in every file before amp.h, and
AMP_IMPLEMENTATION as well in one of them, or libamp.a (amp/base/config.h).

amp DOES NOT: exit, print without being asked (AMP_LOG; one sentence where a kernel's
access ends the process), own host memory that a view was made over, or accept a tiled
domain that its tile does not divide.

FILES
    amp.h is the door to all that docs/layers.md lists and docs/house.svg draws. Others, to include
    where you need them: amp_graphics.h (short vectors, textures), amp_algorithms.h (transform,
    reduce, scan, sort), amp_algorithms_more.h (by row, by key, segmented...). amp_emu.h, amp_cl.h,
    amp_vectors.h, amp_check.h and amp_lens.h include amp.h and describe the settings of their part.

VOCABULARY (more: docs/glossary.md)
    extent       the size of a domain or a view, 1 to 3 dimensions, the most
                 significant first
    tile         a group of at most 1024 threads which share tile memory and
                 can meet at a barrier (AMP_MAX_TILE_THREADS)
    tile_static  memory of one tile, at most 32 KB a kernel (AMP_MAX_TILE_STATIC)
    view         a small value that names data of rank 1 to 3: amp_array_view
    array        a view whose memory the library owns
    data source  what a view is of: the caller's memory, an array, or nothing yet;
                 amp_release ends it, for all its views
    accelerator  a device: an OpenCL device ("opencl:0"), the emulator ("emu"), the
                 same with memory of its own ("emu:separate"), memory only ("cpu")
    accelerator view   an in-order queue of one accelerator

COHERENCE
  A launch brings the data it reads to where it runs, and leaves what it writes
  there. After amp_synchronize(v) the host may read v; after it has written v,
  amp_refresh(v), or a view made anew, says so. On "emu" nothing is copied, but
  a program that keeps to this is right on every device: try it with
  AMP_ACCELERATOR=emu:separate. amp_copied() counts the bytes.

KERNELS
    AMP_KERNEL(name, rank, params...)             simple: one thread, idx[]
    AMP_TILED_KERNEL(name, (d0, ...), params...)  one thread of a tile, tidx
    AMP_PHASED_KERNEL(name, (d0, ...), params...) one tile: phase { } blocks
  Parameters, 16 at most (AMP_MAX_PARAMETERS): in(T, rank, name), out(T, rank, name),
  inout(T, rank, name), table(T, rank, name), value(T, name), tile(T, name). In the body a view
  is the pointer `name` and the shape `name_shape`; amp_at(name, i[, j[, k]]) is an lvalue.
  Limits in capitals may be raised before the include (amp/base/config.h).
  What a kernel's body may use is in amp/language/; docs/reference.md lists it.

ENVIRONMENT
    docs/settings.md, which is made of the table in amp/base/settings.h.

THREADS AND ERRORS
  Every function may be called from any host thread. A function that can fail
  returns amp_status; amp_last_error() is the sentence for the last failure on
  the calling thread. A failed check before a launch leaves all data as it was.
  With AMP_WARN_UNUSED_STATUS the compiler warns of a status that is not looked at.
  In a child of fork() the emulator works; OpenCL accelerators that the parent opened,
  the accelerator views it made and the results of its queued work do not:
  AMP_UNSUPPORTED, from any function that takes one.
*/

#include "amp/base/config.h"
#include "amp/base/build.h"
#include "amp/base/status.h"
#include "amp/core/extent.h"
#include "amp/core/type.h"
#include "amp/core/backend.h"
#include "amp/base/memory.h"
#include "amp/core/view.h"
#include "amp/emu/settings.h"
#include "amp/core/device.h"
#include "amp/core/accelerator_view.h"
#include "amp/core/completion.h"
#include "amp/core/launch.h"
#include "amp/core/event.h"
#include "amp/core/sync.h"
#include "amp/core/array.h"
#include "amp/core/copy.h"
#include "amp/core/compare.h"
#if AMP__IMPLEMENT && defined(AMP_OPENCL) /* code alone */
#include "amp/cl/backend.h"
#endif
#include "amp/kernel/launcher.h"
#undef AMP__LIBRARY
#define AMP__LIBRARY 1 /* the device regions from here on are the library's */
#include "amp/language/atomic.h"
#include "amp/language/warp.h"
#include "amp/language/half.h"
#include "amp/kernel/kernel.h"
#include "amp/language/math.h"
#include "amp/language/macros.h"
#if AMP__HAS_VECTORS
#include "amp/vectors/ahead.h"
#endif
#undef AMP__LIBRARY
#define AMP__LIBRARY 0
#if AMP__LENS
#include "amp/lens/api.h"
#endif
#if AMP__IMPLEMENT /* these are code alone */
#if AMP__CHECKING
#include "amp/check/checker.h"
#endif
#if AMP__LENS
#include "amp/lens/lens.h"
#endif
#endif

/* ---- short names: last, so that no header above is changed by them -------- */

#include "amp/language/short_names.h"

#endif /* AMP_H */
