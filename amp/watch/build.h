/* SPDX-License-Identifier: MIT */
#ifndef AMP_WATCH_BUILD_H
#define AMP_WATCH_BUILD_H
/*
amp/watch/build.h: how this file is compiled, as far as the kernel checker is
concerned, and the attributes of the checker's own functions.
*/

#include "../base/build.h"

/* Whether the checker reads the text of device regions: 0 saves a sixth of the compile time. */
#ifndef AMP_CHECK_REGIONS
#define AMP_CHECK_REGIONS 1
#endif

/* Before a function that is inlined into a kernel: under the checker it is a function of its own,
   for inlined it would be instrumented, and one of the checker's, which are optimised. */
#if AMP__CHECKING
#define AMP__UNSEEN_INLINE static AMP__NOINLINE AMP__CHECK
#else
#define AMP__UNSEEN_INLINE static AMP__INLINE
#endif

/* AMP__CHECK_SEES: 1 where, in such a build, the compiler instruments this file, so that the
   checker is notified of each access. */
#if !AMP__CHECKING
#define AMP__CHECK_SEES 0
#elif defined(__SANITIZE_THREAD__)
#define AMP__CHECK_SEES 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define AMP__CHECK_SEES 1
#endif
#endif
#ifndef AMP__CHECK_SEES
#define AMP__CHECK_SEES 0
#endif

/* Before the checker's functions that threads of kernels come to: fast also where the program is
   compiled with -O0, or with -O1 as is recommended. The others, most of its text, are AMP__COLD. */
#ifdef __clang__
#define AMP__CHECK AMP__UNINSTRUMENTED AMP__UNUSED
#if !__has_attribute(disable_sanitizer_instrumentation) /* then atomics are instrumented */
#define AMP__CHECK_LOCKED_ATOMICS
#endif
#else
#define AMP__CHECK AMP__UNINSTRUMENTED __attribute__((unused, optimize("O2")))
#endif

#endif /* AMP_WATCH_BUILD_H */
