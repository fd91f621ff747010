/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_SETTINGS_H
#define AMP_EMU_SETTINGS_H
/*
amp/emu/settings.h: how the emulator runs kernels: engine, workers, order of threads and tiles.
*/

#include "../base/status.h"
#include "../base/limits.h"

/* How the emulator runs a GPU thread: see amp_emu.h. AMP_ENGINE_DEFAULT: loops for
   simple and phased kernels, fibers for tiled ones, which have no loop form and run
   on fibers under AMP_ENGINE_LOOPS too. */
typedef enum amp_emu_engine {
    AMP_ENGINE_DEFAULT, AMP_ENGINE_LOOPS, AMP_ENGINE_FIBERS, AMP_ENGINE_THREADS,
    AMP_ENGINE_VECTORS /* in a program built with -DAMP_VECTORS: docs/vectors.md */
} amp_emu_engine;

/* The order in which threads, and tiles, are begun. */
typedef enum amp_emu_order {
    AMP_ORDER_FORWARD, AMP_ORDER_REVERSE, AMP_ORDER_RANDOM
} amp_emu_order;

/* Chooses the engine of all launches that follow, in all threads of the program,
   instead of AMP_ENGINE in the environment. A check build runs on fibers all the same.
   Not while a launch runs. AMP_OK; AMP_INVALID_ARGUMENT for a value that is none of
   amp_emu_engine: nothing has changed. */
AMP__API amp_status amp_emu_set_engine(amp_emu_engine engine);

/* Chooses how many OS threads share the tiles of a launch, 1 to 4096, instead of
   AMP_WORKERS; 0: as many as OpenMP has, 1 without OpenMP. A check build has one. For
   all launches that follow, in all threads; not while a launch runs. AMP_OK;
   AMP_INVALID_ARGUMENT for another number: nothing has changed. */
AMP__API amp_status amp_emu_set_workers(int workers);

/* Chooses the order of threads and tiles, instead of AMP_ORDER. seed: of
   AMP_ORDER_RANDOM; the same seed gives the same order. With another order than
   AMP_ORDER_FORWARD kernels run thread by thread, on fibers where loops were asked
   for. For all launches that follow, in all threads; not while a launch runs. AMP_OK;
   AMP_INVALID_ARGUMENT for a value that is none of amp_emu_order: nothing has changed. */
AMP__API amp_status amp_emu_set_order(amp_emu_order order, unsigned seed);

#if AMP__IMPLEMENT
#include "../base/fork.h"
#include "../base/trace.h"

/* In the child of a fork: OpenMP's threads are gone. */
static AMP__COLD void amp__after_fork(void) { amp__process.settings.forked = 1; }

/* Reads the environment into the settings that the program has not set itself. A value that
   means nothing is AMP_INVALID_ARGUMENT, at each launch, so that a typing error does not test
   the wrong engine. Takes lock.settings. */
static AMP__COLD amp_status amp__environment_read(void)
{
    amp__settings *now = &amp__process.settings;
    enum { AMP__READ_ENGINE, AMP__READ_WORKERS, AMP__READ_ORDER, AMP__READ_STACK,
           AMP__READ_END = AMP__READ_STACK + 1 + AMP__HAS_VECTORS };
    static const short used[] = { AMP__SETTING_ENGINE, AMP__SETTING_WORKERS, AMP__SETTING_ORDER,
                                  AMP__SETTING_STACK, AMP__SETTING_VECTORS };
    amp__setting v[AMP__READ_END];
    int i;
    amp_status s = amp__limits_read();
    amp__at_fork(AMP__FORK_SETTINGS, amp__after_fork);
    s = AMP__THEN(s, amp__trace_ready());
    for (i = 0; s == AMP_OK && i < AMP__READ_END; i++) {
        v[i] = amp__setting_of(used[i]);
        s = amp__setting_status(used[i], &v[i]);
    }
    if (s != AMP_OK) {
        return s;
    }
    AMP__HOLD(&amp__lock.settings);
    if (now->ready) { /* another thread has, and launches read them without lock */
        return AMP_OK;
    }
    if (now->engine == AMP_ENGINE_DEFAULT) {
        now->engine = v[AMP__READ_ENGINE].word; /* as amp_emu_engine is ordered */
    }
    if (now->workers == 0) {
        now->workers = (int)v[AMP__READ_WORKERS].number;
    }
    if (!now->ordered && v[AMP__READ_ORDER].text != NULL) {
        now->ordered = 1;
        now->order = v[AMP__READ_ORDER].word - 1;
        now->seed = (unsigned)v[AMP__READ_ORDER].number;
    }
    now->stack = (size_t)v[AMP__READ_STACK].number;
    if (amp__logs()) {
        (void)fprintf(stderr, "amp: accelerator emu is in use, %d workers (0: as many as CPUs)\n",
                      now->workers);
    }
    AMP__STORE(&now->ready, 1);
    return AMP_OK;
}

/* Reads the environment once a process. AMP_OK; AMP_INVALID_ARGUMENT for a value
   that means nothing, with the sentence. */
static inline AMP__HOT amp_status amp__settings_read(void)
{
    return AMP__LOAD(&amp__process.settings.ready) ? AMP_OK : amp__environment_read();
}

/* Reads the environment before the program sets something itself, so that this is not read over.
   What is wrong with it the next launch says: amp__error stays what it was. */
static AMP__COLD void amp__settings_read_first(void)
{
    const amp__failure last AMP__PUT_BACK = amp__error;
    (void)amp__settings_read();
}

AMP__API amp_status amp_emu_set_engine(amp_emu_engine engine)
{
    if ((int)engine < 0 || engine > (AMP__HAS_VECTORS ? AMP_ENGINE_VECTORS : AMP_ENGINE_THREADS)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "there is no engine %d here: it may be "
                         "AMP_ENGINE_DEFAULT, or that of " AMP__ENGINES "%s", (int)engine,
                         engine == AMP_ENGINE_VECTORS ? "; for vectors compile with -DAMP_VECTORS"
                         : "");
    }
    amp__settings_read_first();
    amp__process.settings.engine = (int)engine;
    return AMP_OK;
}

AMP__API amp_status amp_emu_set_workers(int workers)
{
    if (workers < 0 || workers > 4096) {
        return amp__fail(AMP_INVALID_ARGUMENT,
                         "%d workers: 0 (as many as OpenMP) to 4096", workers);
    }
    amp__settings_read_first();
    amp__process.settings.workers = workers;
    return AMP_OK;
}

AMP__API amp_status amp_emu_set_order(amp_emu_order order, unsigned seed)
{
    if ((int)order < 0 || order > AMP_ORDER_RANDOM) {
        return amp__fail(AMP_INVALID_ARGUMENT, "there is no order %d: it may be "
                         "AMP_ORDER_FORWARD, AMP_ORDER_REVERSE or AMP_ORDER_RANDOM", (int)order);
    }
    amp__settings_read_first();
    amp__process.settings.ordered = 1;
    amp__process.settings.order = (int)order;
    amp__process.settings.seed = seed;
    return AMP_OK;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_EMU_SETTINGS_H */
