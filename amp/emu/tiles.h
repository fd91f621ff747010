/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_TILES_H
#define AMP_EMU_TILES_H
/*
amp/emu/tiles.h: the tiles of a launch, shared among workers that run them on fibers or as loops.
*/

#include "fibers.h"
#include "loops.h"

/* A worker runs tile after tile, until none is left or the launch has a fault. pool and
   order: of the engine `fibers`; NULL pool: a phased kernel as loops. */
static AMP__NOINLINE AMP__UNSEEN void amp__tiles_run(amp__tile *t, amp__taker *taker,
                                                              amp__pool *pool, int *order)
{
    jmp_buf leave;
    amp__work *w = t->work;
    const amp__tile_entry *builds = w->launch->kernel->whole;
    const int wide = amp__widest_entry(builds[1] != NULL, builds[2] != NULL);
    const amp__outer_entry outer
        = pool == NULL && w->lanes > 1 ? w->launch->kernel->outer[wide] : NULL;
    const int in_order = !w->drawn && AMP__ORDER == AMP_ORDER_FORWARD;
    int i;
    if (setjmp(leave) != 0) {
        return; /* a phased kernel with a fault */
    }
    t->leave = &leave;
    t->stack = pool == NULL ? amp__stack_here() : NULL;
    while (!__atomic_load_n(&w->stopped, __ATOMIC_RELAXED)) {
        long long end = 0, p = amp__work_take(w, taker, &end), first;
        if (p < 0) {
            break;
        }
        for (first = p; p < end && !__atomic_load_n(&w->stopped, __ATOMIC_RELAXED); p++) {
            if (p > first && in_order) {
                amp__tile_next(t);
            } else {
                amp__tile_set(t, p);
            }
            if (t->guards != NULL) {
                t->guards->filled = 0;
            }
            if (pool == NULL) {
                amp__phased_tile(t, wide, outer);
                continue;
            }
            if (w->drawn) {
                amp__order_draw(order, t->threads, (unsigned long long)p);
            } else if (AMP__ORDER != AMP_ORDER_FORWARD) {
                for (i = 0; i < t->threads; i++) {
                    order[i] = (int)amp__ordered(w, i, t->threads, (unsigned long long)p + 2);
                }
            }
            amp__fiber_tile(t, pool);
        }
    }
    t->leave = NULL;
    t->stack = NULL;
}

/* A worker's share of the tiles of a launch: on fibers, or as loops. */
static AMP__NOINLINE void amp__tiles_piece(amp__work *w, int piece, int on_fibers)
{
    int order[AMP_MAX_TILE_THREADS];
    amp__tile t;
#if AMP__DEBUG_CODE
    amp__guards guards;
#endif
    amp__pool *pool = NULL;
    amp__taker taker = { piece, 0 };
    memset(&t, 0, sizeof(t));
#if AMP__DEBUG_CODE
    t.guards = w->launch->kernel->debug ? &guards : NULL;
    memset(guards.set, amp__debug.again ? AMP__UNWRITTEN_AGAIN : AMP__UNWRITTEN,
           sizeof(guards.set));
#endif
    if (on_fibers) {
        pool = amp__fiber_begin(&t, w, order);
        if (pool == NULL) {
            return;
        }
    } else {
        amp__catch_faults();
    }
    if (amp__watch != NULL) {
        amp__watch->piece_begin(piece);
    }
    t.launch = w->launch;
    t.work = w;
    t.threads = w->launch->tile[0] * w->launch->tile[1] * w->launch->tile[2];
    amp__my_tile = &t;
    amp__tiles_run(&t, &taker, pool, order);
    amp__my_tile = NULL;
    if (amp__watch != NULL) {
        amp__watch->piece_end();
    }
    if (pool != NULL) {
        pool->tile = NULL;
    }
    amp__free(t.block);
    amp__free(t.private_memory);
}

/* A worker's share of the tiles, on fibers. */
static AMP__NOINLINE AMP__HOT void amp__fibers_piece(void *work, int piece)
{
    amp__tiles_piece((amp__work *)work, piece, 1);
}

/* A worker's share of the tiles of a phased kernel, as loops. */
static AMP__NOINLINE AMP__HOT void amp__phased_piece(void *work, int piece)
{
    amp__tiles_piece((amp__work *)work, piece, 0);
}

/* Divides the tiles of a launch among its workers, each of which calls run(argument, its piece).
   Returns 1. */
static inline AMP__HOT int amp__tiles_share(amp__work *w, void (*run)(void *, int), void *argument)
{
    w->pieces = w->workers < w->count ? w->workers : (int)w->count;
    /* Small tiles take less time than the line that holds `next` takes to
       travel between cores, and neighbours share lines of the views; but
       every worker shall come often enough for the load to be even. */
    w->grain = w->count / (16LL * w->pieces);
    w->grain = w->grain < 1 ? 1 : w->grain < 64 ? w->grain : 64;
    amp__work_divide(w);
    amp__run_on_workers(w, run, argument);
    return 1;
}

/* The engine `fibers` for tiled and phased kernels. */
static AMP__NOINLINE AMP__HOT int amp__fibers_run(amp__work *w)
{
    return amp__tiles_share(w, amp__fibers_piece, w);
}

/* How many threads a vector has in the second form of a phased kernel, AMP__OUTER_TILE; 0 where
   that is not to run. Rows that are not vectors but for an eighth are slow loops in it. */
static AMP__NOINLINE AMP__HOT int amp__lanes_of_tiles(const amp__launch *l)
{
    static amp__tile none; /* it has no threads */
    const amp__kernel *k = l->kernel;
    const amp__outer_entry outer = k->outer[amp__widest_entry(k->outer[1] != NULL,
                                                              k->outer[2] != NULL)];
    const int row = k->tile[l->rank - 1];
    int i, lanes;
    if (outer == NULL || row < AMP__OUTER_COLUMNS) {
        return 0;
    }
    for (i = 0; i < k->parameter_count; i++) {
        if (k->parameters[i].access == AMP__ACCESS_value && k->parameters[i].rank != 0) {
            return 0; /* tile memory, which it would carve */
        }
    }
    lanes = outer(l->arguments, &none);
    return lanes > 1 && row % (lanes > AMP__OUTER_COLUMNS ? lanes : AMP__OUTER_COLUMNS) * 8 <= row
        ? lanes : 0;
}

/* The engine `loops` for phased kernels; not AMP__INLINE, as in loops.h. */
static inline AMP__UNUSED int amp__phased_may_run(amp__work *w)
{
    return w->launch->kernel->model == AMP__PHASED && !w->needs_fibers && amp__loops_allowed();
}

static inline AMP__UNUSED int amp__phased_run(amp__work *w)
{
    w->lanes = amp__lanes_of_tiles(w->launch);
    return amp__tiles_share(w, amp__phased_piece, w);
}

#endif /* AMP_EMU_TILES_H */
