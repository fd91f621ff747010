/* SPDX-License-Identifier: MIT */
#ifndef AMP_WATCH_HOOKS_H
#define AMP_WATCH_HOOKS_H
/*
amp/watch/hooks.h: what the engines, the kernel language and the host API report to
the kernel checker, by a table of functions that is NULL where nobody watches. Without AMP_CHECK
every hook is empty and costs nothing, except two: a launch and what the host says of a view are
reported to the checker of another file of the program, if there is one.

  1 the table
  2 the hooks
*/

#include "unit.h"
#include "lens_hooks.h"
#include "../base/plugin.h"

struct amp__tile; /* amp/emu/tile.h */

/* ==== 1 the table ======================================================== */

/* What the host says of a view. COPIED_TO: a copy goes there. NEW: a new array, into which the
   checker puts a number that it knows again. VIEWED: a view was made of memory of the program's,
   which counts as the truth. TAKEN: a launch took such memory, so that a device has it. */
enum { AMP__CHECK_SYNCHRONIZED, AMP__CHECK_REFRESHED, AMP__CHECK_DISCARDED, AMP__CHECK_COPIED_TO,
       AMP__CHECK_NEW, AMP__CHECK_VIEWED, AMP__CHECK_TAKEN };

/* The order of threads and tiles that a launch runs in: that of the settings, unless the checker
   runs it in several. Set under the checker's lock of launches. */
#if AMP__CHECKING
typedef struct amp__check_ordering { int order; unsigned seed; } amp__check_ordering;
#define amp__check_turn AMP__VERSIONED(amp__check_turn)
AMP__ONE_COPY amp__check_ordering amp__check_turn;
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

/* What the checker is told, in a table of its functions. */
typedef struct amp__watch_table {
    int reads_regions; /* AMP_CHECK_REGIONS of the checker's file */
    /* A file without AMP_CHECK has launched: all its `out` and `inout` views count as written and
       fetched. host_arguments: the arguments as the host has them, NULL where launch->arguments
       are in host memory. From any thread, as the next two are called. */
    void (*unwatched_launch)(const struct amp__launch *launch,
                             const struct amp__argument *host_arguments);
    /* What the host says (`what`) of a view's memory at `data`. */
    void (*host)(int what, const void *data, size_t size, int rank, const int *extent,
                 const ptrdiff_t *stride);
    /* A copy between a view and memory of the program's at `host`, `bytes` bytes in elements of
       `size`, may be under way until the program has waited for command `number` of the queue.
       into: it writes to that memory. From any thread, as the next one. */
    void (*copying)(const void *queue, unsigned long long number, const void *host, size_t bytes,
                    size_t size, int into);
    /* The program has waited for that command, and so for those before it. */
    void (*waited)(const void *queue, unsigned long long number);
    /* A device found this; the launch has failed with AMP_KERNEL_FAULT. */
    void (*device_outside)(const amp__check_outside_view *o);

    /* Called before and after a launch. tiles: how many, or threads of a simple kernel; sees: the
       kernel's file is instrumented. launch_end returns the status of the launch: `status`, or
       AMP_KERNEL_FAULT where there are findings. */
    void (*launch_begin)(const struct amp__launch *launch,
                         const struct amp__argument *host_arguments, int simple, long long tiles,
                         int sees);
    amp_status (*launch_end)(amp_status status);
    /* 1 where the launch has so many findings that the rest need not run, or is to run once
       more. */
    int (*gives_up)(void);
    /* How many workers may share the launch that has begun; asked: what the settings say, or 0. */
    int (*workers)(int asked);
    /* The calling OS thread is worker number `piece` of the launch from here on, or has done its
       share. */
    void (*piece_begin)(int piece);
    void (*piece_end)(void);
    /* What the kernel does next cannot be taken back: where several workers share the launch, it
       is left, to run once more on one. */
    void (*for_good)(void);
    /* Called when all threads of a launch have run: 1 where they are to run once more, from the
       views as they were, on one worker: in another order, or because several cannot tell. failed:
       the launch has a fault. */
    int (*again)(int failed);

    /* Called before and after each tile. number: of the tile, in row-major order. leave(tile)
       ends the tile and does not return; park(tile) makes the thread at work wait at
       amp__check_parked. */
    void (*tile_begin)(long long number, void (*leave)(void *), void (*park)(void *), void *tile);
    void (*tile_end)(void);
    /* Thread `thread` of the tile runs kernel code from here on: its accesses are checked. starts:
       from its beginning; what is below the caller on the stack is the thread's own. */
    void (*thread_starts)(unsigned thread);
    void (*thread_runs)(unsigned thread);
    /* Code of the library's that kernels call: aside stops the checking of accesses, and returns
       what resume is to be given to go on with it. */
    int (*aside)(void);
    void (*resume)(int on);
    /* The thread at work has come to a barrier: its accesses are not checked until thread_runs. */
    void (*arrive)(const char *site, int fence);
    /* The thread at work has ended: nor are they then. Returns 1 where all threads of its tile
       have. */
    int (*ended)(int fence);
    /* Runs thread `number` of a simple launch, the box b, instead of the engine. */
    void (*simple)(const struct amp__launch *l, const struct amp__box *b, long long number);

    /* An index of amp_at is outside its view, in `dimension`: returns an element that nobody else
       uses, for the access to go to. */
    void *(*outside)(const void *data, size_t size, const char *name, int rank,
                     const ptrdiff_t *index, int dimension, const char *site);
    /* Tile memory for an array of elements of `size` bytes and an amp__kind, watched unless memory
       ran out. */
    void *(*tile_static)(struct amp__tile *t, const char *name, size_t size, int kind, int rank,
                         int d0, int d1, int d2);
    /* memory_functions.h: they report, and copy or fill. pc: the address behind the call. */
    void *(*copy_bytes)(void *to, const void *from, size_t n, uintptr_t pc);
    void *(*fill_bytes)(void *to, int c, size_t n, uintptr_t pc);
} amp__watch_table;

#if AMP__CHECKING

/* The checker, for files that are compiled as this one is; NULL where nobody watches. Set before
   main, by the first file of them that has the checker's code. */
#define amp__watch AMP__FLAVOURED(amp__watch)
AMP__ONE_COPY const amp__watch_table *amp__watch;

/* What the text of the thread at work says of an access before it makes it: the address and the
   line of its last amp_at, and of its last amp_racy, of which the access is not judged. copying:
   the library copies, as the program or a launch has asked for. */
typedef struct amp__watch_access {
    uintptr_t at, racy;
    const char *at_text, *racy_text;
    int copying;
} amp__watch_access;
#define amp__watch_next AMP__VERSIONED(amp__watch_next)
AMP__ONE_COPY __thread amp__watch_access amp__watch_next;

/* The checker that this file brings is that of the program, if there is none so far, or one that
   reads no regions. Other files call it, so its code stays loaded. Called before main. */
static AMP__UNUSED AMP__CHECK void amp__watch_join(const amp__watch_table *table)
{
    (void)pthread_mutex_lock(&amp__check_between.lock);
    if (amp__watch == NULL || amp__watch->reads_regions < table->reads_regions) {
        amp__stay_loaded();
        amp__watch = table;
    }
    if (amp__check_between.watch == NULL) {
        amp__stay_loaded();
        amp__check_between.watch = table;
    }
    (void)pthread_mutex_unlock(&amp__check_between.lock);
}

#else
/* In a file without the checker the hooks do nothing, and answer as if there were nothing to
   report. */
#define amp__watch ((const amp__watch_table *)NULL)
#endif

/* The table for what each thread and each barrier calls: in a file that brings the checker its own,
   which amp/check/checker.h fills, so that the compiler knows the functions and calls them
   directly. They all work on what the files share. */
#if AMP__CHECKING && AMP__IMPLEMENT && !defined(__cplusplus)
static const amp__watch_table amp__check_functions;
static const amp__watch_table *const amp__watch_here = &amp__check_functions;
#else
#define amp__watch_here amp__watch
#endif

/* ==== 2 the hooks ======================================================== */

/* Engines call the table where it is not NULL; what follows is called from several places, or out
   of kernels, where the checker is not to see that the table is read. */

/* Whether anything need be reported by amp__watch_host. */
static AMP__INLINE int amp__watch_listens(void)
{
    return AMP__CHECKING ? AMP__JUDGING : amp__check_between.watch != NULL;
}

static AMP__INLINE void amp__watch_host(int what, const void *data, size_t size, int rank,
                                        const int *extent, const ptrdiff_t *stride)
{
    const amp__watch_table *w = AMP__CHECKING ? amp__watch : amp__check_between.watch;
    if (w != NULL) {
        w->host(what, data, size, rank, extent, stride);
    }
}

/* See amp__watch_table. */
static AMP__INLINE void amp__watch_waited(const void *queue, unsigned long long number)
{
    const amp__watch_table *w = AMP__CHECKING ? amp__watch : amp__check_between.watch;
    if (w != NULL) {
        w->waited(queue, number);
    }
}
static AMP__INLINE void amp__watch_copy_begins(const void *queue, unsigned long long number,
                                               const void *host, size_t bytes, size_t size,
                                               int into)
{
    const amp__watch_table *w = AMP__CHECKING ? amp__watch : amp__check_between.watch;
    if (w != NULL) {
        w->copying(queue, number, host, bytes, size, into);
    }
}

/* The calling thread copies for the library from here on (on), or has done so. */
static AMP__INLINE void amp__watch_copying(int on)
{
#if AMP__CHECKING
    amp__watch_next.copying = on;
#else
    (void)on;
#endif
}

/* Whether the lens's settings let a launch begin. */
static AMP__INLINE amp_status amp__watch_ready(void)
{
#if AMP__CHECKING
    if (amp__watch_lens != NULL) {
        return amp__watch_lens->ready();
    }
#endif
    return AMP_OK;
}

static AMP__INLINE void amp__watch_launch_begin(const struct amp__launch *launch,
                                                const struct amp__argument *host_arguments,
                                                int simple, long long tiles, int sees)
{
    if (amp__watch != NULL) {
        amp__watch->launch_begin(launch, host_arguments, simple, tiles, sees);
    } else if (__builtin_expect(!AMP__CHECKING && amp__check_between.watch != NULL, 0)) {
        amp__check_between.watch->unwatched_launch(launch, host_arguments);
    }
}

AMP__UNSEEN_INLINE void amp__watch_for_good(void)
{
    if (amp__watch_here != NULL) {
        amp__watch_here->for_good();
    }
}

AMP__UNSEEN_INLINE void amp__watch_resume(int on)
{
    if (amp__watch_here != NULL) {
        amp__watch_here->resume(on);
    }
}

AMP__UNSEEN_INLINE int amp__watch_aside(void)
{
    return amp__watch_here != NULL ? amp__watch_here->aside() : 0;
}

#endif /* AMP_WATCH_HOOKS_H */
