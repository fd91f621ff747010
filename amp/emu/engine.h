/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_ENGINE_H
#define AMP_EMU_ENGINE_H
/*
amp/emu/engine.h: what an engine of the emulator is.

A launch goes through a list of engines: the first that may run it does. There are two lists, so
that a file without tiles is not compiled with fibers: of simple kernels, and of tiled and phased
ones. The emulator's own stand in launch.h. An engine of a layer above has the first of those as its
next, and hands the list down that begins with itself (amp/vectors/run.h), so that the emulator
knows no other engine, and a file that launches nothing is compiled with none.
*/

#include "work.h"

/* An engine: how the threads of a launch become work of the CPU. */
typedef struct amp__emulator_engine {
    const char *name; /* as AMP_ENGINE has it */
    /* Whether the launch may run on it, with the settings as they are. It may leave in w what its
       run needs (found), and what it learned of the kernel (needs_fibers); a fault of w: the launch
       cannot run at all. */
    int (*may_run)(amp__work *w);
    /* Runs all threads of the launch and returns 1; a fault is recorded in w. 0: no thread has
       run, and the next engine is asked. */
    int (*run)(amp__work *w);
    const struct amp__emulator_engine *next;
} amp__emulator_engine;

/* The engine `threads`, of simple kernels and of others, runs where it is asked for by name. The
   checker needs one thread at a time, each known, so it has fibers whatever the settings ask. */
static AMP__COLD int amp__threads_may_run(amp__work *w)
{
    (void)w;
    return !AMP__CHECKING && amp__process.settings.engine == AMP_ENGINE_THREADS;
}

/* Whether a kernel may run as loops: unless another engine, or another order of threads than that
   of loops, is asked for. */
static inline int amp__loops_allowed(void)
{
    const int asked = amp__process.settings.engine;
    return !AMP__CHECKING && asked != AMP_ENGINE_THREADS && asked != AMP_ENGINE_FIBERS
        && amp__process.settings.order == AMP_ORDER_FORWARD;
}

/* The last engine of each list runs whatever no other does. */
static inline int amp__engine_always(amp__work *w)
{
    (void)w;
    return 1;
}

#endif /* AMP_EMU_ENGINE_H */
