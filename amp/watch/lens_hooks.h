/* SPDX-License-Identifier: MIT */
#ifndef AMP_WATCH_LENS_HOOKS_H
#define AMP_WATCH_LENS_HOOKS_H
/*
amp/watch/lens_hooks.h: what the checker's entry points report to the lens. Without AMP_LENS every
hook is empty and costs nothing.

The compiler announces accesses to one set of functions, in amp/check/compiler.h; they, and the
checker's account of launches, tiles and threads, call these, in a build with -DAMP_LENS.
*/

#include "build.h"
#include "../base/status.h"

struct amp__launch; /* amp/core/backend.h */

#if AMP__LENS

AMP__C_BEGIN
/* 1 while a thread of a tile that the lens watches runs kernel code. Under the lock of launches. */
#define amp__lens_on AMP__VERSIONED(amp__lens_on)
extern int amp__lens_on;
__attribute__((weak)) int amp__lens_on;
AMP__C_END

/* AMP_OK where AMP_LENS and, where that asks for something, AMP_LENS_OPTIONS in the environment
   mean something and the file can be written; else AMP_INVALID_ARGUMENT: the launch is not run. */
AMP__API_HOT amp_status amp__lens_ready(void);
/* Around a launch; tiles: how many, or threads of a simple kernel; sees: its file is compiled with
   -fsanitize=thread. ended: it ran to its end. */
AMP__API_HOT void amp__lens_launch_begin(const struct amp__launch *launch, int simple,
                                         long long tiles, int sees);
AMP__API_HOT void amp__lens_launch_end(int ended);
/* Says what has changed since the report that AMP_LENS_OPTIONS=base names, of kernels from that
   number on. */
AMP__API_HOT void amp__lens_report_base(int from);
/* Tile `number` begins: 1 where the lens watches it. */
AMP__API_HOT int amp__lens_tile_begin(long long number);
AMP__API_HOT void amp__lens_tile_end(void);
/* Thread `number` of a simple launch begins: 1 where the lens watches it. */
AMP__API_HOT int amp__lens_simple(long long number);
/* A thread of the tile runs from here on. */
AMP__API_HOT void amp__lens_thread_runs(unsigned thread);
/* The thread at work has come to the barrier `site`, or ended: NULL. */
AMP__API_HOT void amp__lens_arrive(const char *site);
/* An access of the thread at work: kind as in amp/check/state.h, pc the address behind the call
   that announced it. */
AMP__API_HOT void amp__lens_access(uintptr_t at, size_t size, int kind, uintptr_t pc);

#else

enum { amp__lens_on = 0 };
static AMP__INLINE amp_status amp__lens_ready(void) { return AMP_OK; }
static AMP__INLINE void amp__lens_launch_begin(const struct amp__launch *launch, int simple,
                                               long long tiles, int sees)
{
    (void)launch;
    (void)simple;
    (void)tiles;
    (void)sees;
}
static AMP__INLINE void amp__lens_launch_end(int ended) { (void)ended; }
static AMP__INLINE int amp__lens_tile_begin(long long number) { return (int)(number & 0); }
static AMP__INLINE void amp__lens_tile_end(void) {}
static AMP__INLINE int amp__lens_simple(long long number) { return (int)(number & 0); }
static AMP__INLINE void amp__lens_thread_runs(unsigned thread) { (void)thread; }
static AMP__INLINE void amp__lens_arrive(const char *site) { (void)site; }
static AMP__INLINE void amp__lens_access(uintptr_t at, size_t size, int kind, uintptr_t pc)
{
    (void)at;
    (void)size;
    (void)kind;
    (void)pc;
}

#endif

#endif /* AMP_WATCH_LENS_HOOKS_H */
