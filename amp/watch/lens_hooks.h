/* SPDX-License-Identifier: MIT */
#ifndef AMP_WATCH_LENS_HOOKS_H
#define AMP_WATCH_LENS_HOOKS_H
/*
amp/watch/lens_hooks.h: what the checker's entry points report to the lens, as a table of functions.

The compiler announces accesses to one set of functions, in amp/check/compiler.h; they, and the
checker's account of launches, tiles and threads, call these.
*/

#include "build.h"
#include "../base/status.h"

struct amp__launch; /* amp/core/backend.h */

#if AMP__CHECKING

typedef struct amp__lens_table {
    /* AMP_OK where AMP_LENS and, where that asks for something, AMP_LENS_OPTIONS in the environment
       mean something; else AMP_INVALID_ARGUMENT: the launch is not run. */
    amp_status (*ready)(void);
    /* Around a launch; tiles: how many, or threads of a simple kernel; sees: its file is compiled
       with -fsanitize=thread. ended: it ran to its end. */
    void (*launch_begin)(const struct amp__launch *launch, int simple, long long tiles, int sees);
    void (*launch_end)(int ended);
    /* Tile `number` begins: 1 where the lens watches it. */
    int (*tile_begin)(long long number);
    void (*tile_end)(void);
    /* Thread `number` of a simple launch begins: 1 where the lens watches it. */
    int (*simple)(long long number);
    /* A thread of the tile runs from here on. */
    void (*thread_runs)(unsigned thread);
    /* The thread at work has come to the barrier `site`, or ended: NULL. */
    void (*arrive)(const char *site);
    /* An access of the thread at work: kind as in amp/check/state.h, pc the address behind the call
       that announced it. */
    void (*access)(uintptr_t at, size_t size, int kind, uintptr_t pc);
    /* The way of the thread at work through its kernel. A basic block begins, announced by a call
       that returns to pc; a function does, called from where `from` is behind the call; a function
       ends. frame: the stack pointer before the announcing call. Only where the file is compiled
       with -fsanitize-coverage=trace-pc as well the first is announced. */
    void (*block)(uintptr_t pc, uintptr_t frame);
    void (*enter)(uintptr_t from, uintptr_t pc);
    void (*leave)(uintptr_t frame);
    /* A file of the program is about to be unloaded: its lines are looked up now or never. */
    void (*unloads)(void);
} amp__lens_table;

/* The lens of the program; NULL without AMP_LENS. Set before main by amp/lens/lens.h. */
#if AMP__LENS
#define amp__watch_lens AMP__FLAVOURED(amp__watch_lens)
AMP__ONE_COPY const amp__lens_table *amp__watch_lens;
/* 1 while a thread of a tile that the lens watches runs kernel code, AMP__LENS_PROBES while it
   tries how a file is compiled. Under the lock of launches. */
enum { AMP__LENS_PROBES = 2 };
#define amp__lens_on AMP__VERSIONED(amp__lens_on)
extern int amp__lens_on;
AMP__ONE_COPY int amp__lens_on;
/* 1 while a tile begins that is not watched, and shall not run. Under the same lock. */
#define amp__lens_skips AMP__VERSIONED(amp__lens_skips)
extern int amp__lens_skips;
AMP__ONE_COPY int amp__lens_skips;
/* Where a thread goes on that comes from a barrier, until the lens has been told that it runs; else
   0. Under the same lock. */
#define amp__lens_resumed AMP__VERSIONED(amp__lens_resumed)
extern uintptr_t amp__lens_resumed;
AMP__ONE_COPY uintptr_t amp__lens_resumed;
__attribute__((destructor)) static AMP__CHECK void amp__lens_file_unloads(void)
{
    if (amp__watch_lens != NULL) {
        amp__watch_lens->unloads();
    }
}
#else
#define amp__watch_lens ((const amp__lens_table *)NULL)
enum { amp__lens_on = 0, amp__lens_skips = 0 };
#endif

#endif /* AMP__CHECKING */

#endif /* AMP_WATCH_LENS_HOOKS_H */
