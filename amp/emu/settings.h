/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_SETTINGS_H
#define AMP_EMU_SETTINGS_H
/*
amp/emu/settings.h: how the emulator runs kernels: engine, workers, order of threads and tiles.
*/

#include "../base/status.h"
#include "../base/fork.h"
#include "../base/limits.h"
#include "../base/trace.h"

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

#include <errno.h> /* a setting that is too large */

#if AMP__HAS_VECTORS
#define AMP__ENGINES "loops, fibers, threads or vectors"
#else
#define AMP__ENGINES "loops, fibers or threads"
#endif

/* In the child of a fork: locks that another thread of the parent may have held are free, and
   OpenMP's threads are gone. */
static AMP__RARE void amp__after_fork(void)
{
    const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    memcpy(&amp__lock.settings, &fresh, sizeof(fresh)); /* another thread may have held it */
    memcpy(&amp__lock.fault, &fresh, sizeof(fresh));
    memcpy(&amp__lock.sentences, &fresh, sizeof(fresh));
    amp__trace_after_fork();
    amp__process.settings.forked = 1;
}

/* The whole number that a text is, between low and high; low - 1 for anything else. */
static AMP__RARE long long amp__number(const char *text, long long low, long long high)
{
    char *end = NULL;
    long long n;
    errno = 0;
    n = strtoll(text, &end, 10);
    return errno != 0 || end == text || *end != '\0' || n < low || n > high ? low - 1 : n;
}

/* Reads the environment into the settings that the program has not set itself. A value that
   means nothing is AMP_INVALID_ARGUMENT, at each launch, so that a typing error does not test
   the wrong engine. Takes lock.settings. */
static AMP__RARE amp_status amp__environment_read(void)
{
    const char *e = getenv("AMP_ENGINE"), *w = getenv("AMP_WORKERS");
    const char *o = getenv("AMP_ORDER"), *k = getenv("AMP_STACK");
#if AMP__HAS_VECTORS
    const char *v = getenv("AMP_VECTORS");
#endif
    amp_status s = amp__limits_read();
    amp__at_fork(AMP__FORK_SETTINGS, amp__after_fork);
    s = s == AMP_OK ? amp__trace_ready() : s;
    amp__take(&amp__lock.settings);
    if (e != NULL && e[0] != '\0' && amp__process.settings.engine == AMP_ENGINE_DEFAULT) {
        if (strcmp(e, "loops") == 0) {
            amp__process.settings.engine = AMP_ENGINE_LOOPS;
        } else if (strcmp(e, "fibers") == 0) {
            amp__process.settings.engine = AMP_ENGINE_FIBERS;
        } else if (strcmp(e, "threads") == 0) {
            amp__process.settings.engine = AMP_ENGINE_THREADS;
#if AMP__HAS_VECTORS
        } else if (strcmp(e, "vectors") == 0) {
            amp__process.settings.engine = AMP_ENGINE_VECTORS;
#endif
        } else {
            s = amp__fail(AMP_INVALID_ARGUMENT,
                          "AMP_ENGINE is '%.100s': it may be " AMP__ENGINES, e);
        }
    }
    if (w != NULL && w[0] != '\0' && amp__process.settings.workers == 0) {
        amp__process.settings.workers = (int)amp__number(w, 1, 4096);
        if (amp__process.settings.workers == 0) {
            s = amp__fail(AMP_INVALID_ARGUMENT, "AMP_WORKERS is '%.100s': it may be 1 to 4096", w);
        }
    }
    if (o != NULL && o[0] != '\0' && amp__process.settings.order == AMP_ORDER_FORWARD) {
        if (strcmp(o, "reverse") == 0) {
            amp__process.settings.order = AMP_ORDER_REVERSE;
        } else if (strncmp(o, "random:", 7) == 0 && amp__number(o + 7, 0, UINT_MAX) >= 0) {
            amp__process.settings.order = AMP_ORDER_RANDOM;
            amp__process.settings.seed = (unsigned)amp__number(o + 7, 0, UINT_MAX);
        } else if (strcmp(o, "forward") != 0) {
            s = amp__fail(AMP_INVALID_ARGUMENT,
                          "AMP_ORDER is '%.100s': it may be forward, reverse or random:SEED", o);
        }
    }
    amp__process.settings.stack = 128 * 1024;
    if (k != NULL && k[0] != '\0') {
        amp__process.settings.stack = (size_t)amp__number(k, 16384, 1 << 30);
        if (amp__process.settings.stack == 16383) {
            amp__process.settings.stack = 128 * 1024;
            s = amp__fail(AMP_INVALID_ARGUMENT,
                          "AMP_STACK is '%.100s': it may be 16384 to 1073741824 bytes", k);
        }
    }
#if AMP__HAS_VECTORS
    if (v != NULL && v[0] != '\0' && strcmp(v, "0") != 0 && strcmp(v, "1") != 0
        && strcmp(v, "wait") != 0) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "AMP_VECTORS is '%.100s': it may be 0, 1 or wait", v);
    }
#endif
    if (s == AMP_OK && !amp__process.settings.ready && amp__logs()) {
        (void)fprintf(stderr, "amp: accelerator emu is in use, %d workers (0: as many as CPUs)\n",
                      amp__process.settings.workers);
    }
    __atomic_store_n(&amp__process.settings.ready, s == AMP_OK, __ATOMIC_RELEASE);
    amp__give(&amp__lock.settings);
    return s;
}

/* Reads the environment once a process. AMP_OK; AMP_INVALID_ARGUMENT for a value
   that means nothing, with the sentence. */
static inline AMP__WAY amp_status amp__settings_read(void)
{
    return __atomic_load_n(&amp__process.settings.ready, __ATOMIC_ACQUIRE)
        ? AMP_OK : amp__environment_read();
}

/* Reads the environment before the program sets something itself, so that this is not read over.
   What is wrong with it the next launch says: amp__error stays what it was. */
static AMP__RARE void amp__settings_read_first(void)
{
    const amp__failure last = amp__error;
    (void)amp__settings_read();
    amp__error = last;
}

AMP__API amp_status amp_emu_set_engine(amp_emu_engine engine)
{
    if ((int)engine < 0
        || engine > (AMP__HAS_VECTORS ? AMP_ENGINE_VECTORS : AMP_ENGINE_THREADS)) {
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
    amp__process.settings.order = (int)order;
    amp__process.settings.seed = seed;
    return AMP_OK;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_EMU_SETTINGS_H */
