/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_LAUNCH_H
#define AMP_EMU_LAUNCH_H
/*
amp/emu/launch.h: a launch on the emulator: which engine, how many workers, tile after tile.
*/

#include "fibers.h"
#include "threads.h"
#include "loops.h"
#include "../base/failure.h"
#if AMP__HAS_VECTORS
#include "../vectors/run.h"
#endif

#if AMP__IMPLEMENT

enum { AMP__SIMPLE_CREW = 16 }; /* OS threads of a simple kernel on `threads` */

/* A worker runs tile after tile, until none is left or the launch has a fault. pool and
   order: of the engine `fibers`; NULL pool: a phased kernel as loops. */
static AMP__NOINLINE AMP__UNSEEN void amp__tiles_run(amp__tile *t, amp__taker *taker,
                                                     amp__pool *pool, int *order)
{
    jmp_buf leave;
    amp__work *w = t->work;
    const amp__tile_entry *builds = w->launch->kernel->whole;
    const int wide = amp__widest(builds[1] != NULL, builds[2] != NULL);
    int i;
    if (setjmp(leave) != 0) {
        return; /* a phased kernel in trouble */
    }
    t->leave = &leave;
    while (!__atomic_load_n(&w->stopped, __ATOMIC_RELAXED)) {
        long long end = 0, p = amp__work_take(w, taker, &end);
        if (p < 0) {
            break;
        }
        for (; p < end && !__atomic_load_n(&w->stopped, __ATOMIC_RELAXED); p++) {
            amp__tile_set(t, p);
            if (pool == NULL) {
                amp__phased_tile(t, wide);
                continue;
            }
            if (AMP__ORDER != AMP_ORDER_FORWARD) {
                for (i = 0; i < t->threads; i++) {
                    order[i] = (int)amp__ordered(i, t->threads, (unsigned long long)p + 2);
                }
            }
            amp__fiber_tile(t, pool);
        }
    }
    t->leave = NULL;
}

/* A worker's share of the tiles of a tiled or phased launch. */
static AMP__NOINLINE void amp__tiles_piece(void *work, int piece)
{
    int order[AMP_MAX_TILE_THREADS];
    amp__tile t;
    amp__pool *pool = NULL;
    amp__work *w = (amp__work *)work;
    amp__taker taker = { piece, 0 };
    memset(&t, 0, sizeof(t));
    if (w->engine == AMP_ENGINE_FIBERS) {
        pool = amp__fiber_begin(&t, w, order);
        if (pool == NULL) {
            return;
        }
    }
    amp__check_piece_begin(piece);
    t.launch = w->launch;
    t.work = w;
    t.threads = w->launch->tile[0] * w->launch->tile[1] * w->launch->tile[2];
    amp__my_tile = &t;
    amp__tiles_run(&t, &taker, pool, order);
    amp__my_tile = NULL;
    amp__check_piece_end();
    if (pool != NULL) {
        pool->tile = NULL;
    }
    amp__free(t.block);
    amp__free(t.private_memory);
}

/* The engine for a kernel. A tiled kernel has no loop entry; loops have an order of their
   own, so that for another order threads run one by one. */
static inline AMP__WAY int amp__engine_for(const amp__kernel *k)
{
    const int asked = amp__process.settings.engine;
    if (AMP__CHECKING) {
        return AMP_ENGINE_FIBERS; /* one thread at a time, each known */
    }
    if (asked == AMP_ENGINE_THREADS || asked == AMP_ENGINE_FIBERS) {
        return asked;
    }
    return k->model == AMP__TILED || amp__process.settings.order != AMP_ORDER_FORWARD
        ? AMP_ENGINE_FIBERS : AMP_ENGINE_LOOPS;
}

/* Begins a launch: sets *w, and *workers, how many OS threads it may have. AMP_OK, or
   AMP_INVALID_ARGUMENT for a setting in the environment: nothing is begun then. */
static inline AMP__WAY amp_status amp__work_begin(amp__work *w, const amp__launch *launch,
                                                  const amp__argument *host_arguments, int *workers)
{
    int k;
    const amp__kernel *kernel = launch->kernel;
    amp_status s = amp__settings_read();
    if (s != AMP_OK) {
        return s;
    }
    if (AMP__LENS) {
        s = amp__lens_ready();
        if (s != AMP_OK) {
            return s;
        }
    }
    amp__faults_begin();
    memset(w, 0, offsetof(amp__work, failed.text));
    w->launch = launch;
    w->count = 1;
    w->separate = host_arguments != NULL;
    w->engine = amp__engine_for(kernel);
    *workers = amp__process.settings.workers;
#ifdef _OPENMP
#if AMP__OPENMP
    *workers = *workers != 0 ? *workers : amp__crew_most();
#else
    *workers = *workers != 0 ? *workers : 2; /* under ThreadSanitizer: enough to see a race */
#endif
#else
    *workers = *workers != 0 ? *workers : 1;
#endif
    for (k = 0; k < AMP_MAX_RANK; k++) {
        const int tiles = launch->extent[k] / launch->tile[k];
        w->count *= tiles;
        if (k < 3) {
            w->tiles[k] = tiles;
        }
    }
    amp__check_launch_begin(launch, host_arguments, kernel->model == AMP__SIMPLE, w->count,
                            AMP__CHECK_SEES);
    *workers = AMP__CHECKING ? amp__check_workers(amp__process.settings.workers) : *workers;
    return AMP_OK;
}

/* Whether all of the launch is to run once more, as the checker asks in a build with it. */
static inline int amp__work_again(amp__work *w)
{
    if (!amp__check_again(w->failed.status != AMP_OK)) {
        return 0;
    }
    w->failed.status = AMP_OK;
    w->pieces = 1;
    w->stopped = 0;
    amp__work_divide(w);
    return 1;
}

/* Notes when the launch's threads begin, where that is wanted. */
static inline void amp__work_clock(amp__work *w)
{
    if (w->launch->times != NULL || amp__tracing()) {
        w->began = amp__nanoseconds();
    }
}

/* When the launch ended: for its amp_event, for AMP_TRACE. vectors: it ran on that engine. */
static AMP__RARE void amp__work_took(const amp__work *w, int vectors)
{
    static const char *const engine[] = { "loops", "loops", "fibers", "threads", "vectors" };
    const amp__launch *l = w->launch;
    const unsigned long long now = amp__nanoseconds();
    char extent[64], tile[64], more[400];
    if (l->times != NULL) {
        l->times->begin = w->began;
        l->times->end = now;
    }
    if (amp__tracing()) {
        (void)snprintf(more, sizeof(more), "\"extent\":\"%s\",\"tile\":\"%s\",\"engine\":\"%s\","
                       "\"accelerator\":\"emu%s\",\"status\":\"%s\"",
                       amp__index_text(extent, sizeof(extent), l->rank, l->extent),
                       amp__index_text(tile, sizeof(tile), l->rank, l->tile),
                       engine[vectors ? AMP_ENGINE_VECTORS : w->engine],
                       w->separate ? ":separate" : "", amp_status_string(w->failed.status));
        amp__trace_write(l->kernel->name, "launch", w->began, now, 0, more);
    }
}

/* Ends a launch that was begun: returns its fault, or what the checker found, with its sentence;
   AMP_OK where there is neither. vectors: it ran on that engine. */
static inline AMP__WAY amp_status amp__work_end(amp__work *w, int vectors)
{
    if (w->began != 0) {
        amp__work_took(w, vectors);
    }
    if (w->failed.status == AMP_OK) {
        return amp__check_launch_end(AMP_OK);
    }
    (void)amp__check_launch_end(w->failed.status);
    return amp__failure_tell(&w->failed);
}

/* The engine of simple kernels: an amp__engine of amp/core/backend.h. */
static AMP__NOINLINE AMP__WAY amp_status amp__emu_simple(const amp__launch *launch,
                                                         const amp__argument *host_arguments)
{
    amp__work w;
    int workers = 1, k;
    const int shift = 3 - launch->rank; /* rows are innermost */
    long long most;
    amp_status s = amp__work_begin(&w, launch, host_arguments, &workers);
#if AMP__HAS_VECTORS
    if (s == AMP_OK && w.engine == AMP_ENGINE_LOOPS) {
        const amp__vec_made *made;
        s = amp__vec_for(launch, &made, &w.engine);
        w.box = made != NULL ? made->run : NULL;
    }
#endif
    if (s != AMP_OK) {
        return s;
    }
    amp__work_clock(&w);
    most = w.count;
    for (k = 2; k >= 0; k--) {
        w.tiles[k] = k >= shift ? launch->extent[k - shift] : 1;
    }
    for (k = 0; k < -shift; k++) { /* a rank above 3: see amp__set_idx of amp/language/kernel.h */
        w.tiles[0] *= launch->extent[k];
    }
    if (w.engine == AMP_ENGINE_LOOPS) {
        const long long rows = (long long)w.tiles[0] * w.tiles[1];
        most = rows > w.tiles[2] ? rows : w.tiles[2];
    } else if (w.engine == AMP_ENGINE_THREADS) {
        workers = AMP__SIMPLE_CREW;
    }
    w.pieces = workers < most ? workers : (int)most;
    do {
        amp__crew(w.pieces, amp__simple_piece, &w);
    } while (amp__work_again(&w));
#if AMP__HAS_VECTORS
    return amp__work_end(&w, w.box != NULL);
#else
    return amp__work_end(&w, 0);
#endif
}

#if AMP__HAS_VECTORS
/* Runs the tiles of a kernel that was made into vectors, and on its other engine those of workers
   whose stack is too small. */
static AMP__NOINLINE void amp__run_vectors(amp__work *w, const amp__vec_made *made)
{
    if (!amp__vec_run_tiles(w, made)) {
        amp__crew(w->pieces, amp__tiles_piece, w);
    }
}
#endif

/* The engine of tiled and phased kernels: an amp__engine of amp/core/backend.h. */
static AMP__NOINLINE AMP__WAY amp_status amp__emu_tiled(const amp__launch *launch,
                                                        const amp__argument *host_arguments)
{
    amp__work w;
    int workers = 1;
    amp_status s = amp__work_begin(&w, launch, host_arguments, &workers);
#if AMP__HAS_VECTORS
    const amp__vec_made *made = NULL;
    if (s == AMP_OK) {
        s = amp__vec_for(launch, &made, &w.engine);
    }
#endif
    if (s != AMP_OK) {
        return s;
    }
    amp__work_clock(&w);
    if (w.engine == AMP_ENGINE_THREADS) {
        amp__run_threads(&w);
    } else {
        w.pieces = workers < w.count ? workers : (int)w.count;
        /* Small tiles take less time than the line that holds `next` takes to
           travel between cores, and neighbours share lines of the views; but
           every worker shall come often enough for the load to be even. */
        w.grain = w.count / (16LL * w.pieces);
        w.grain = w.grain < 1 ? 1 : w.grain < 64 ? w.grain : 64;
        amp__work_divide(&w);
#if AMP__HAS_VECTORS
        if (made != NULL) {
            amp__run_vectors(&w, made);
            return amp__work_end(&w, 1);
        }
#endif
        do {
            amp__crew(w.pieces, amp__tiles_piece, &w);
        } while (amp__work_again(&w));
    }
    return amp__work_end(&w, 0);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_EMU_LAUNCH_H */
