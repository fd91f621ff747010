/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_LAUNCH_H
#define AMP_EMU_LAUNCH_H
/*
amp/emu/launch.h: a launch on the emulator: begun, run by the first engine that may, ended.
*/

#include "threads.h"
#include "tiles.h"
#include "../base/failure.h"
#if AMP__DEBUG_CODE
#include "replay.h"
#endif

/* The emulator's own engines of simple kernels, in the order in which a launch asks them. */
static const amp__emulator_engine amp__simple_fibers = {
    "fibers", amp__engine_always, amp__singles_run, NULL
};
static const amp__emulator_engine amp__simple_threads = {
    "threads", amp__threads_may_run, amp__cyclic_run, &amp__simple_fibers
};
static const amp__emulator_engine amp__simple_loops = {
    "loops", amp__loops_may_run, amp__loops_run, &amp__simple_threads
};

/* Those of tiled and phased kernels. */
static const amp__emulator_engine amp__tile_fibers = {
    "fibers", amp__engine_always, amp__fibers_run, NULL
};
static const amp__emulator_engine amp__tile_threads = {
    "threads", amp__threads_may_run, amp__run_threads, &amp__tile_fibers
};
static const amp__emulator_engine amp__tile_loops = {
    "loops", amp__phased_may_run, amp__phased_run, &amp__tile_threads
};

/* A pass has no barrier, and is loops on any engine. */
static const amp__emulator_engine amp__pass_loops = {
    "pass", amp__engine_always, amp__phased_run, NULL
};

/* Begins a launch: sets *w. AMP_OK, or AMP_INVALID_ARGUMENT for a setting in the environment:
   nothing is begun then. */
static inline AMP__HOT amp_status amp__work_begin(amp__work *w, const amp__launch *launch,
                                                  const amp__argument *host_arguments)
{
    int k, workers;
    const amp__kernel *kernel = launch->kernel;
    amp_status s = amp__settings_read();
    s = AMP__THEN(s, amp__watch_ready());
    if (s != AMP_OK) {
        return s;
    }
    amp__faults_begin();
    memset(&w->began, 0, offsetof(amp__work, failed.text) - offsetof(amp__work, began));
    w->launch = launch;
    w->count = 1;
    w->host_arguments = host_arguments;
    w->drawn = kernel->debug && kernel->model == AMP__TILED && !amp__process.settings.ordered;
    workers = amp__process.settings.workers;
#ifdef _OPENMP
#if AMP__OPENMP
    workers = workers != 0 ? workers : amp__openmp_max_threads();
#else
    workers = workers != 0 ? workers : 2; /* under ThreadSanitizer: enough to see a race */
#endif
#else
    workers = workers != 0 ? workers : 1;
#endif
    for (k = 0; k < AMP_MAX_RANK; k++) {
        const int tiles = launch->extent[k] / launch->tile[k];
        w->count *= tiles;
        if (k < 3) {
            w->tiles[k] = tiles;
        }
    }
#if AMP__DEBUG_CODE
    if (kernel->debug) {
        amp__replay_begin(&w->replay, launch, host_arguments, w->count);
        amp__outputs_unwritten(launch, host_arguments);
    }
#endif
    amp__watch_launch_begin(launch, host_arguments, kernel->model == AMP__SIMPLE, w->count,
                            kernel->sees);
    w->workers = amp__watch != NULL ? amp__watch->workers(amp__process.settings.workers) : workers;
    return AMP_OK;
}

/* Whether all of the launch is to run once more, on one worker, as the checker asks in a build
   with it. */
static inline int amp__work_again(amp__work *w)
{
    if (amp__watch == NULL || !amp__watch->again(w->failed.status != AMP_OK)) {
        return 0;
    }
    w->failed.status = AMP_OK;
    w->workers = 1;
    w->stopped = 0;
    return 1;
}

/* Notes when the launch's threads begin, where that is wanted. */
static inline void amp__work_note_start(amp__work *w)
{
    if (w->launch->times != NULL || amp__tracing()) {
        w->began = amp__nanoseconds();
    }
}

/* When the launch ended: for its amp_event, for AMP_TRACE. */
static AMP__COLD void amp__work_note_end(const amp__work *w)
{
    const amp__launch *l = w->launch;
    const unsigned long long now = amp__nanoseconds();
    char extent[64], tile[64], more[400];
    if (l->times != NULL) {
        l->times->begin = w->began;
        l->times->end = now;
    }
    if (amp__tracing()) {
        AMP__PRINT(more, "\"extent\":\"%s\",\"tile\":\"%s\",\"engine\":\"%s\","
                   "\"accelerator\":\"emu%s\",\"status\":\"%s\"",
                   AMP__INDEX_TEXT(extent, l->rank, l->extent),
                   AMP__INDEX_TEXT(tile, l->rank, l->tile), w->engine->name,
                   w->host_arguments != NULL ? ":separate" : "",
                   amp_status_string(w->failed.status));
        amp__trace_write(l->kernel->name, "launch", w->began, now, 0, more);
    }
}

/* Ends a launch that was begun: returns its fault, or what the checker found, with its sentence;
   AMP_OK where there is neither. */
static inline AMP__HOT amp_status amp__work_end(amp__work *w)
{
    amp_status s;
#if AMP__DEBUG_CODE
    if (w->launch->kernel->debug) {
        amp__replay_end(&w->replay, w->launch, w->failed.status == AMP_OK);
        if (w->failed.status != AMP_OK) {
            amp__outputs_failed(w->launch, w->host_arguments);
        }
    }
#endif
    if (w->began != 0) {
        amp__work_note_end(w);
    }
    s = amp__watch != NULL ? amp__watch->launch_end(w->failed.status) : w->failed.status;
    return w->failed.status == AMP_OK ? s : amp__failure_tell(&w->failed);
}

/* Runs the launch on that engine, if it may run there: 1 where it did. */
static AMP__INLINE int amp__work_on(amp__work *w, const amp__emulator_engine *engine)
{
    int done = 0;
    if (engine->may_run(w)) {
        w->engine = engine;
        amp__work_note_start(w);
        do {
            done = engine->run(w);
        } while (amp__work_again(w));
    }
    return done;
}

/* Runs the launch on the first engine of the list that may run it. */
static AMP__NOINLINE void amp__work_on_any(amp__work *w,
                                                    const amp__emulator_engine *engine)
{
    while (w->failed.status == AMP_OK && !amp__work_on(w, engine)) {
        engine = engine->next;
    }
}

/* Runs a launch that was begun, on the first engine of the list that may run it, and ends it. The
   list is a constant where this is inlined, and the code of its first engine stands there: behind
   pointers an empty launch took 6 % longer. */
static AMP__INLINE amp_status amp__work_run(amp__work *w, const amp__emulator_engine *engines)
{
    if (!amp__work_on(w, engines)) {
        amp__work_on_any(w, engines->next);
    }
    return amp__work_end(w);
}

/* A launch of a simple kernel on one of those engines. */
static AMP__INLINE amp_status amp__emu_run_simple(const amp__launch *launch,
                                                  const amp__argument *host_arguments,
                                                  const amp__emulator_engine *engines)
{
    amp__work w;
    int k;
    const int shift = 3 - launch->rank; /* rows are innermost */
    amp_status s = amp__work_begin(&w, launch, host_arguments);
    if (s != AMP_OK) {
        return s;
    }
    for (k = 2; k >= 0; k--) {
        w.tiles[k] = k >= shift ? launch->extent[k - shift] : 1;
    }
    for (k = 0; k < -shift; k++) { /* a rank above 3: see amp__set_idx of amp/kernel/kernel.h */
        w.tiles[0] *= launch->extent[k];
    }
    return amp__work_run(&w, engines);
}

/* A launch of a tiled or phased kernel on one of those engines. */
static AMP__INLINE amp_status amp__emu_run_tiled(const amp__launch *launch,
                                                 const amp__argument *host_arguments,
                                                 const amp__emulator_engine *engines)
{
    amp__work w;
    const amp_status s = amp__work_begin(&w, launch, host_arguments);
    return s == AMP_OK ? amp__work_run(&w, engines) : s;
}

/* Launches on the emulator's own engines, as amp__engine of amp/core/backend.h. */
static AMP__NOINLINE AMP__HOT amp_status amp__emu_simple(const amp__launch *launch,
                                                         const amp__argument *host_arguments)
{
    return amp__emu_run_simple(launch, host_arguments, &amp__simple_loops);
}

static AMP__NOINLINE AMP__HOT amp_status amp__emu_tiled(const amp__launch *launch,
                                                        const amp__argument *host_arguments)
{
    return amp__emu_run_tiled(launch, host_arguments, &amp__tile_loops);
}

static AMP__NOINLINE AMP__HOT amp_status amp__emu_pass(const amp__launch *launch,
                                                       const amp__argument *host_arguments)
{
    return amp__emu_run_tiled(launch, host_arguments, &amp__pass_loops);
}

#endif /* AMP_EMU_LAUNCH_H */
