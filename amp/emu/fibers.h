/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_FIBERS_H
#define AMP_EMU_FIBERS_H
/*
amp/emu/fibers.h: the engine `fibers`: a GPU thread is a fiber, a barrier is a switch.
*/

#include "../watch/hooks.h"
#include "guards.h"

/* The fiber at work is at the barrier `site`, another one at a site with another address. Ends
   the tile, and does not return, unless both sites have the same text. */
AMP__API_HOT void amp__fiber_mismatch(amp__tile *t, const char *site);

/* A switch at a barrier: from the fiber at work to the next. */
typedef struct amp__handover { amp__fiber *from, *to; } amp__handover;

/* Next fiber at a barrier. The first fiber of a round records the call site; each other
   must be at the same site. Under the checker all threads of a tile meet in each round, also those
   that have ended, since it is the checker that compares sites, when all have come. */
AMP__UNSEEN_INLINE amp__handover amp__fiber_handover(amp__tile *t, const char *site, int fence)
{
    amp__fiber *self, *next;
    amp__handover turn;
    (void)fence;
    if (amp__watch_here != NULL) {
        amp__watch_here->arrive(site, fence);
    }
    self = t->fiber;
    next = self + 1;
    AMP__ASSERT(self >= t->begin && self < t->end);
    if (AMP__CHECKING) {
        t->arrived = 1;
    } else if (self == t->begin) {
        if (__builtin_expect(t->finished != 0, 0)) {
            t->barrier_site = NULL;
            amp__fiber_mismatch(t, site);
        }
        t->barrier_site = site;
        t->arrived = 1;
    } else if (__builtin_expect(t->barrier_site != site, 0)) {
        amp__fiber_mismatch(t, site);
    }
    if (next == t->end) {
        next = t->begin;
    }
    if (AMP__CHECKING && next + 1 < t->end) { /* its stack is in no near cache, and soon needed */
        const char *sp = (const char *)next[1].sp;
        __builtin_prefetch(next + 5);
        __builtin_prefetch(sp - 64);
        __builtin_prefetch(sp);
        __builtin_prefetch(sp + 64);
        __builtin_prefetch(sp + 128);
    }
    t->fiber = next;
    turn.from = self;
    turn.to = next;
    return turn;
}

/* The thread of a fiber continues behind a barrier. */
AMP__UNSEEN_INLINE void amp__fiber_continues(const amp__fiber *self)
{
    (void)self;
    if (amp__watch_here != NULL) {
#if AMP__LENS && !defined(__wasm__)
        amp__lens_resumed = (uintptr_t)__builtin_return_address(0);
#endif
        amp__watch_here->thread_runs((unsigned)self->thread);
    }
}

/* The barrier of the engine `fibers`: switches to the next fiber; returns when all
   threads of the tile have come to the same site. */
AMP__BARRIER_CODE void amp__fiber_barrier(amp__tile *t, const char *site, int fence)
{
    const amp__handover turn = amp__fiber_handover(t, site, fence);
    if (turn.to != turn.from) {
        amp__fiber *from = turn.from, *to = turn.to;
        amp__fiber_switch_here(from, to);
    }
    amp__fiber_continues(turn.from);
}

#if AMP__IMPLEMENT
#include "stacks.h"

AMP__API_HOT void amp__fiber_mismatch(amp__tile *t, const char *site)
{
    amp__fiber *self = t->fiber;
    if (t->barrier_site != NULL && strcmp(t->barrier_site, site) == 0) {
        return; /* the same call site, duplicated by inlining */
    }
    amp__report_divergence(t, self == t->begin ? t->order[0] : t->begin->thread, t->barrier_site,
                           self->thread, site);
    amp__leave_kernel(t);
}

/* Ends a tile of which the checker has found, and reported, that it cannot continue. Does not
   return. */
static AMP__NOINLINE AMP__HOT void amp__checked_out(void *tile)
{
    amp__tile *t = (amp__tile *)tile;
    t->fault.what = AMP__CHECKED;
    amp__leave_kernel(t);
}

/* Makes the thread at work wait, for the checker, until all others have come to a
   barrier or ended. */
static AMP__NOINLINE AMP__HOT void amp__checked_wait(void *tile)
{
    amp__fiber_barrier((amp__tile *)tile, amp__check_parked, AMP__FENCE_ALL);
}

/* Runs one thread of the tile, from its beginning to its end. */
static AMP__INLINE void amp__thread_runs(amp__tile *t)
{
    if (amp__watch_here != NULL) {
        amp__watch_here->thread_starts((unsigned)t->thread);
    }
#if AMP__TWINS
    if (!amp__lens_on && t->launch->kernel->thread_untold != NULL) {
        t->launch->kernel->thread_untold(t->launch->arguments, t);
    } else
#endif
    {
        t->launch->kernel->thread(t->launch->arguments, t);
    }
    amp__guards_at_end(t);
    if (t->open) {
        amp__phase_left(t);
    }
}

/* Makes the next thread of the tile the fiber's. */
static AMP__INLINE void amp__thread_next(amp__tile *t, amp__fiber *self)
{
    self->thread = t->order[t->started++];
    t->thread = self->thread;
    self->declared = amp__none_declared;
}

#if AMP__CHECKING
/* Under the checker threads that end meet as at a barrier, where no other thread may wait, or the
   checker ends the tile. So nobody need continue there: the last one goes to the scheduler, and
   each fiber continues with a thread of the next tile. Before any thread has come to a barrier the
   next one runs on the same stack, which is in the near caches. */
static AMP__RAW void amp__fiber_main(amp__fiber *self)
{
    AMP__NO_CALLER;
    amp__fiber_arrive(amp__my_pool, self);
    for (;;) {
        amp__tile *t = self->tile;
        amp__fiber *next = self + 1;
        AMP__ASSERT(amp__on_stack(self));
        amp__thread_next(t, self);
        amp__thread_runs(t);
        if (amp__watch_here->ended(AMP__FENCE_ALL)) {
            t->finished = t->threads;
            next = &amp__my_pool->scheduler;
        } else if (!t->arrived) {
            continue;
        } else {
            AMP__ASSERT(next < t->end);
            t->fiber = next;
        }
        {
            amp__fiber *from = self;
            amp__fiber_switch_here(from, next);
        }
    }
}
#else
/* One thread after another; a thread that meets a barrier hands over to the
   next fiber, which starts the next thread. */
static AMP__RAW void amp__fiber_main(amp__fiber *self)
{
    AMP__NO_CALLER;
    amp__fiber_arrive(amp__my_pool, self);
    for (;;) {
        amp__tile *t = self->tile;
        AMP__ASSERT(amp__on_stack(self));
        amp__fiber *next = self + 1;
        do {
            amp__thread_next(t, self);
            amp__thread_runs(t);
            if (self == t->begin) {
                t->barrier_site = NULL;
            } else if (t->barrier_site != NULL) {
                amp__report_divergence(t, t->begin->thread, t->barrier_site, self->thread, NULL);
                amp__leave_kernel(t);
            }
            t->finished++;
        } while (!t->arrived && t->started < t->threads);
        if (t->finished == t->threads) {
            next = &amp__my_pool->scheduler;
        } else {
            t->fiber = next;
        }
        amp__fiber_switch(self, next, 0);
    }
}
#endif

/* Makes the zeroed tile t one of the work w that runs on the calling thread's fibers, in the
   order of their numbers, which goes to `order`. The fibers' pool; NULL and a fault where
   there is no memory. */
static inline amp__pool *amp__fiber_begin(amp__tile *t, amp__work *w, int *order)
{
    amp__pool *pool;
    int i;
    t->launch = w->launch;
    t->work = w;
    t->threads = w->launch->tile[0] * w->launch->tile[1] * w->launch->tile[2];
    pool = amp__pool_get(t->threads, amp__process.settings.stack, amp__fiber_main);
    if (pool == NULL) {
        amp__fault(w, AMP_OUT_OF_MEMORY, "no memory for the stacks of %d fibers of %lu bytes: "
                   "lower AMP_STACK or AMP_WORKERS", t->threads,
                   (unsigned long)amp__process.settings.stack);
        return NULL;
    }
    t->order = order;
    t->memory = pool->tile_memory;
    t->begin = pool->fiber;
    t->end = pool->fiber + t->threads;
    for (i = 0; i < t->threads; i++) {
        pool->fiber[i].tile = t;
        order[i] = i;
    }
    pool->tile = t;
#if AMP__TSAN
    pool->scheduler.tsan = __tsan_get_current_fiber();
#endif
    return pool;
}

/* Runs the threads of one tile on the fibers of the pool p, and returns when they have
   ended, or when the tile was ended before its time, which it reports. */
static inline void amp__fiber_tile(amp__tile *t, amp__pool *p)
{
    int i;
    t->started = t->finished = t->arrived = 0;
    t->barrier_site = NULL;
    t->fiber = t->begin;
    if (amp__watch != NULL) {
        amp__watch->tile_begin(((long long)t->index[0] * t->work->tiles[1] + t->index[1])
                               * t->work->tiles[2] + t->index[2], amp__checked_out,
                               amp__checked_wait, t);
    }
#if AMP__TWINS
    if (amp__lens_skips) {
        amp__watch->tile_end();
        return;
    }
#endif
    amp__fibers_enter(&p->scheduler, t->begin);
    if (amp__watch != NULL) {
        amp__watch->tile_end();
        if (amp__watch->gives_up()) {
            __atomic_store_n(&t->work->stopped, 1, __ATOMIC_RELAXED);
        }
    }
    if (t->fault.what != AMP__NO_FAULT) {
        if (t->fault.what == AMP__CHECKED) {
            t->fault.what = AMP__NO_FAULT; /* the next tile may show more */
            t->open = 0;
        } else {
            amp__report_tile_fault(t);
        }
        for (i = 0; i < t->threads; i++) {
            amp__fiber_drop(p, i);
        }
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_EMU_FIBERS_H */
