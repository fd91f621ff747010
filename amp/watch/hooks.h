/* SPDX-License-Identifier: MIT */
#ifndef AMP_WATCH_HOOKS_H
#define AMP_WATCH_HOOKS_H
/*
amp/watch/hooks.h: what the engines, the kernel language and the host API report to
the kernel checker. Without AMP_CHECK every hook is empty and costs nothing, except
two: a launch and what the host says of a view are reported by a pointer that is NULL in
a program where no file has AMP_CHECK.

The functions that are only declared here are defined in the checker's own files.
*/

#include "unit.h"
#include "lens_hooks.h"

/* What the host says of a view. */
enum { AMP__CHECK_SYNCHRONIZED, AMP__CHECK_REFRESHED, AMP__CHECK_DISCARDED };

/* The order of threads and tiles that a launch runs in: that of the settings, unless the checker
   runs it in several. Set under the checker's lock of launches. */
#if AMP__CHECKING
typedef struct amp__check_ordering { int order; unsigned seed; } amp__check_ordering;
#define amp__check_turn AMP__VERSIONED(amp__check_turn)
AMP__C_BEGIN
__attribute__((weak)) amp__check_ordering amp__check_turn;
AMP__C_END
#define AMP__ORDER amp__check_turn.order
#define AMP__ORDER_SEED amp__check_turn.seed
#else
#define AMP__ORDER amp__process.settings.order
#define AMP__ORDER_SEED amp__process.settings.seed
#endif

/* The site at which the checker makes a thread wait until the others have come to
   a barrier or ended. */
static const char amp__check_parked[] AMP__UNUSED = "parked";

/* An index outside a view, found on a device that tests it (AMP_OPENCL). `given`
   numbers are its index; it is outside in `dimension`, which has `extent` elements. */
typedef struct amp__check_outside_view {
    const char *kernel, *array, *file;
    int line, rank, tiled, given, dimension, extent;
    long long index[AMP_MAX_RANK];
    int tile[AMP_MAX_RANK];
    int thread[AMP_MAX_RANK]; /* of a simple kernel, or in its tile */
} amp__check_outside_view;

#if AMP__CHECKING

/* A device found this; the launch has failed with AMP_KERNEL_FAULT. */
AMP__API_HOT void amp__check_device_outside(const amp__check_outside_view *o);

/* Called before and after a launch. host_arguments: the arguments as the host has them, NULL where
   launch->arguments are in host memory; tiles: how many, or threads of a simple
   kernel; sees: the kernel's file is instrumented. launch_end returns the status
   of the launch: `status`, or AMP_KERNEL_FAULT where there are findings. */
AMP__API_HOT void amp__check_launch_begin(const struct amp__launch *launch,
                                          const struct amp__argument *host_arguments, int simple,
                                          long long tiles, int sees);
AMP__API_HOT amp_status amp__check_launch_end(amp_status status);
/* 1 where the launch has so many findings that the rest need not run, or is to run once more. */
AMP__API_HOT int amp__check_gives_up(void);
/* How many workers may share the launch that has begun; asked: what the settings say, or 0. */
AMP__API_HOT int amp__check_workers(int asked);
/* The calling OS thread is worker number `piece` of the launch from here on, or has done its
   share. */
AMP__API_HOT void amp__check_piece_begin(int piece);
AMP__API_HOT void amp__check_piece_end(void);
/* What the kernel does next cannot be taken back: where several workers share the launch, it is
   left, to run once more on one. */
AMP__API_HOT void amp__check_for_good(void);

/* Called before and after each tile. number: of the tile, in row-major order. leave(tile)
   ends the tile and does not return; park(tile) makes the thread at work wait at
   amp__check_parked. */
AMP__API_HOT void amp__check_tile_begin(long long number, void (*leave)(void *),
                                        void (*park)(void *), void *tile);
AMP__API_HOT void amp__check_tile_end(void);

/* Thread `thread` of the tile runs kernel code from here on: its accesses are checked. starts:
   from its beginning; what is below the caller on the stack is the thread's own. */
AMP__API_HOT void amp__check_thread_runs(unsigned thread);
AMP__API_HOT void amp__check_thread_starts(unsigned thread);
/* The thread at work has stopped running kernel code: accesses are not checked. */
AMP__API_HOT void amp__check_thread_pauses(void);
/* Code of the library's that kernels call: aside stops the checking of accesses, and returns what
   continue is to be given to go on with it. */
AMP__API_HOT int amp__check_aside(void);
AMP__API_HOT void amp__check_continue(int on);
/* Called when all threads of a launch have run: 1 where they are to run once more, from the views
   as they were, on one worker: in another order, or because several cannot tell. failed: the launch
   has a fault. */
AMP__API_HOT int amp__check_again(int failed);
/* The thread at work has come to a barrier: site NULL where it has ended. Returns
   its number, for amp__check_thread_runs behind the barrier. */
AMP__API_HOT unsigned amp__check_arrive(const char *site, int fence);
/* The site at which the engine lets a thread meet others that came to `site`: under the checker
   all threads of a tile meet in each round, also those that have ended, at one site, "", since
   it is the checker that compares sites, when all have come. */
static AMP__INLINE const char *amp__check_meeting(const char *site)
{
    (void)site;
    return "";
}
/* The thread at work has ended. Returns 1 where all threads of its tile have. */
AMP__API_HOT int amp__check_ended(int fence);
/* Runs thread `number` of a simple launch, the box b, instead of the engine, and returns 1; 0
   where nothing is checked: the engine runs it. */
AMP__API_HOT int amp__check_simple(const struct amp__launch *l, const struct amp__box *b,
                                   long long number);

/* amp__check_host(what, ...) of unit.h: what the host says of a view's memory at
   `data`. Nothing need be reported where amp__check_listens is 0. */
static AMP__INLINE int amp__check_listens(void) { return AMP__JUDGING; }

#else /* nothing is checked */

/* In a file without the checker these functions do nothing, and answer as if there were nothing to
   report. A launch and what the host does to a view are reported where another file of the program
   is checked. */
static AMP__INLINE void amp__check_device_outside(const amp__check_outside_view *o) { (void)o; }
static AMP__INLINE void amp__check_launch_begin(const struct amp__launch *launch,
                                                const struct amp__argument *host_arguments,
                                                int simple, long long tiles, int sees)
{
    if (__builtin_expect(amp__check_between.unwatched_launch != NULL, 0)) {
        amp__check_between.unwatched_launch(launch, host_arguments);
    }
    (void)simple;
    (void)tiles;
    (void)sees;
}
static AMP__INLINE amp_status amp__check_launch_end(amp_status status) { return status; }
static AMP__INLINE int amp__check_gives_up(void) { return 0; }
static AMP__INLINE int amp__check_workers(int asked) { return asked; }
static AMP__INLINE void amp__check_piece_begin(int piece) { (void)piece; }
static AMP__INLINE void amp__check_piece_end(void) {}
static AMP__INLINE void amp__check_for_good(void) {}
static AMP__INLINE void amp__check_tile_begin(long long number, void (*leave)(void *),
                                              void (*park)(void *), void *tile)
{
    (void)number;
    (void)leave;
    (void)park;
    (void)tile;
}
static AMP__INLINE void amp__check_tile_end(void) {}
static AMP__INLINE void amp__check_thread_runs(unsigned thread) { (void)thread; }
static AMP__INLINE void amp__check_thread_starts(unsigned thread) { (void)thread; }
static AMP__INLINE void amp__check_thread_pauses(void) {}
static AMP__INLINE int amp__check_aside(void) { return 0; }
static AMP__INLINE int amp__check_again(int failed) { return failed & 0; }
static AMP__INLINE void amp__check_continue(int on) { (void)on; }
static AMP__INLINE unsigned amp__check_arrive(const char *site, int fence)
{
    (void)site;
    (void)fence;
    return 0;
}
static AMP__INLINE const char *amp__check_meeting(const char *site) { return site; }
static AMP__INLINE int amp__check_ended(int fence)
{
    (void)fence;
    return 0;
}
static AMP__INLINE int amp__check_simple(const struct amp__launch *l, const struct amp__box *b,
                                         long long number)
{
    (void)l;
    (void)b;
    (void)number;
    return 0;
}
static AMP__INLINE int amp__check_listens(void) { return amp__check_between.host != NULL; }
static AMP__INLINE void amp__check_host(int what, const void *data, size_t size, int rank,
                                        const int *extent, const ptrdiff_t *stride)
{
    if (amp__check_between.host != NULL) {
        amp__check_between.host(what, data, size, rank, extent, stride);
    }
}

#endif

#endif /* AMP_WATCH_HOOKS_H */
