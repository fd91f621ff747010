/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_WORKERS_H
#define AMP_EMU_WORKERS_H
/*
amp/emu/workers.h: runs a function on several OS threads, the workers that share one launch. */

#include "contention.h"
#include "work.h"
#include "../base/memory.h"
#include "../base/pages.h"

#if defined(_OPENMP) && !AMP__TSAN
#define AMP__OPENMP 1
#include <omp.h>
#if AMP__HAS_PROCESSES
#include <sys/resource.h> /* the limit of the address space */
#endif
#include <sys/time.h>
#else
#define AMP__OPENMP 0
#endif

/* A worker that the library starts: it calls run(argument, piece) and ends. */
typedef struct amp__worker {
    void (*run)(void *, int);
    void *argument;
    int piece;
    pthread_t os;
} amp__worker;

/* The function of such a worker's OS thread. */
static AMP__COLD void *amp__worker_main(void *worker)
{
    amp__worker *w = (amp__worker *)worker;
    w->run(w->argument, w->piece);
    return NULL;
}

/* amp__run_on_workers on plain threads. Where the system grants fewer than n - 1, or there is no
   memory, the calling thread does what is left. */
static AMP__COLD void amp__run_on_plain_threads(int n, void (*run)(void *, int), void *argument)
{
    amp__worker *workers = (amp__worker *)amp__alloc_quietly((size_t)n * sizeof(amp__worker));
    int made = 1, i;
    for (; workers != NULL && made < n; made++) {
        workers[made].run = run;
        workers[made].argument = argument;
        workers[made].piece = made;
        if (pthread_create(&workers[made].os, NULL, amp__worker_main, &workers[made]) != 0) {
            break;
        }
    }
    run(argument, 0);
    for (i = made; i < n; i++) {
        run(argument, i);
    }
    for (i = 1; i < made; i++) {
        (void)pthread_join(workers[i].os, NULL);
    }
    amp__free(workers);
}

#if AMP__OPENMP
/* The program's end. clang's OpenMP ends the process with an error of its own where a thread
   begins a parallel region while main has returned and that library is being taken down; and
   a queue's worker may do so at any time. */
typedef struct amp__openmp_exit_state {
    int watched; /* the handler of exit is there */
    int begun;   /* the program ends: no parallel region is begun any more */
    int inside;  /* how many threads are in a parallel region, or about to begin one */
} amp__openmp_exit_state;

#define amp__openmp_exit AMP__VERSIONED(amp__openmp_exit)
AMP__ONE_COPY amp__openmp_exit_state amp__openmp_exit;

/* At exit: from here on launches take plain threads. Short regions that run are waited for,
   a fifth of a second at most; longer ones OpenMP sees at work, and leaves alone. */
static AMP__COLD void amp__openmp_at_exit(void)
{
    enum { AMP__OPENMP_EXIT_MILLISECONDS = 200 };
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t never = PTHREAD_COND_INITIALIZER; /* a wait for it is a pause */
    int i;
    __atomic_store_n(&amp__openmp_exit.begun, 1, __ATOMIC_SEQ_CST);
    (void)pthread_mutex_lock(&lock);
    for (i = 0; i < AMP__OPENMP_EXIT_MILLISECONDS && !amp__process.settings.forked
                && __atomic_load_n(&amp__openmp_exit.inside, __ATOMIC_SEQ_CST) > 0; i++) {
        struct timeval now;
        struct timespec until;
        (void)gettimeofday(&now, NULL);
        until.tv_sec = now.tv_sec + (now.tv_usec + 1000) / 1000000;
        until.tv_nsec = (now.tv_usec + 1000) % 1000000 * 1000L;
        (void)pthread_cond_timedwait(&never, &lock, &until);
    }
    (void)pthread_mutex_unlock(&lock);
}

/* Has the program's end watched, once: when the devices are listed, which is long before main
   returns, or else before OpenMP is first called. */
static AMP__COLD void amp__openmp_watch_exit(void)
{
    if (!__atomic_exchange_n(&amp__openmp_exit.watched, 1, __ATOMIC_SEQ_CST)) {
        (void)atexit(amp__openmp_at_exit);
    }
}

/* Around calls of OpenMP's library: amp__openmp_enter says whether it may be called, and where it
   says so amp__openmp_leave comes behind the calls. */
static inline AMP__HOT int amp__openmp_enter(void)
{
    (void)__atomic_add_fetch(&amp__openmp_exit.inside, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&amp__openmp_exit.begun, __ATOMIC_SEQ_CST)) {
        (void)__atomic_sub_fetch(&amp__openmp_exit.inside, 1, __ATOMIC_SEQ_CST);
        return 0;
    }
    if (!__atomic_load_n(&amp__openmp_exit.watched, __ATOMIC_RELAXED)) {
        amp__openmp_watch_exit();
    }
    return 1;
}

static inline AMP__HOT void amp__openmp_leave(void)
{
    (void)__atomic_sub_fetch(&amp__openmp_exit.inside, 1, __ATOMIC_SEQ_CST);
}

/* How many threads OpenMP would give a team of the calling thread. In a child of fork() it is not
   asked: another of the parent's threads may have held its lock, which nobody gives back there. */
static inline AMP__HOT int amp__openmp_max_threads(void)
{
    int n = 1;
    if (amp__process.settings.forked) {
        n = amp__processors();
    } else if (amp__openmp_enter()) {
        n = omp_get_max_threads();
        amp__openmp_leave();
    }
    return n;
}

/* How many threads the last team of the calling thread had, which OpenMP keeps. */
#define amp__openmp_last_team AMP__VERSIONED(amp__openmp_last_team)
AMP__ONE_COPY __thread int amp__openmp_last_team;

/* The function of an OS thread that is there only to see whether it can be had: it ends when the
   gate is given back. */
static AMP__COLD void *amp__trial_thread_main(void *gate)
{
    (void)pthread_mutex_lock((pthread_mutex_t *)gate);
    (void)pthread_mutex_unlock((pthread_mutex_t *)gate);
    return NULL;
}

/* Whether the system gives the n - 1 threads more that a team of n needs, all at once.
   OpenMP's libraries end the process where it does not, so it is tried first. */
static AMP__COLD int amp__threads_can_start(int n)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *os = (pthread_t *)amp__alloc_quietly((size_t)n * sizeof(*os));
    int made = 1, i;
    (void)pthread_mutex_lock(&gate);
    while (os != NULL && made < n
           && pthread_create(&os[made], NULL, amp__trial_thread_main, &gate) == 0) {
        made++;
    }
    (void)pthread_mutex_unlock(&gate);
    for (i = 1; i < made; i++) {
        (void)pthread_join(os[i], NULL);
    }
    (void)pthread_mutex_destroy(&gate);
    amp__free(os);
    return made == n;
}

/* Whether the process may have only so much address space (ulimit -v). Then OpenMP's threads
   may fail where the trial did not: each sets address space of its own aside when it first
   allocates, and clang's library ends the process. */
static AMP__COLD int amp__address_space_limited(void)
{
#if AMP__HAS_PROCESSES
    struct rlimit space;
    return getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
#else
    return 0;
#endif
}

/* Whether OpenMP may be asked for a team of n: not in a child of fork(), not in limited address
   space, not where the system would refuse, which OpenMP's libraries do not survive, and not
   when the program ends. If not, the library starts threads itself, for each launch. Where it
   returns 1, amp__openmp_leave comes behind the parallel region. */
static inline AMP__HOT int amp__openmp_enter_team(int n)
{
    if (amp__process.settings.forked
        || (n > amp__openmp_last_team
            && (amp__address_space_limited() || !amp__threads_can_start(n)))
        || !amp__openmp_enter()) {
        return 0;
    }
    amp__openmp_last_team = n;
    return 1;
}

/* The parallel region of amp__run_on_workers; returns amp__thread_late of a thread, 0 if none was.
   Never inlined: clang asks OpenMP for the thread's number where a function with a region begins,
   which must not be before amp__openmp_enter. */
static AMP__NOINLINE AMP__HOT unsigned long long amp__openmp_parallel(
    int n, void (*run)(void *, int), void *argument, unsigned long long begin)
{
    unsigned long long lost = 0;
#pragma omp parallel num_threads(n)
    {
        const int have = omp_get_num_threads();
        const unsigned long long late = amp__thread_late(begin, amp__ticks());
        int i;
        if (late > 0) {
            __atomic_store_n(&lost, late, __ATOMIC_RELAXED);
        }
        for (i = omp_get_thread_num(); i < n; i += have) {
            run(argument, i);
        }
    }
    return lost;
}

/* How the launches of the calling thread fared, as a whole and by kernel. */
#define amp__openmp_contention AMP__VERSIONED(amp__openmp_contention)
#define amp__openmp_trials AMP__VERSIONED(amp__openmp_trials)
AMP__ONE_COPY __thread amp__contention amp__openmp_contention;
AMP__ONE_COPY __thread amp__trial amp__openmp_trials[AMP__TRIALS_KEPT];

/* amp__run_on_workers by OpenMP; 0 where that may not be asked. New threads, or more than there are
   processors, are late anyway. */
static inline AMP__HOT int amp__openmp_run(int n, void (*run)(void *, int), void *argument)
{
    const int grows = n > amp__openmp_last_team;
    unsigned long long begin, late;
    if (!amp__openmp_enter_team(n)) {
        return 0;
    }
    begin = amp__ticks();
    late = amp__openmp_parallel(n, run, argument, begin);
    if (late > 0 && (grows || n > omp_get_num_procs())) {
        late = 0;
    }
    amp__openmp_leave();
    amp__workers_ran(&amp__openmp_contention, begin, amp__ticks(), late);
    return 1;
}
#endif

/* Calls run(argument, piece) for every piece of the work, on as many OS threads as the system
   gives, or in turn; returns when all have ended. */
static inline AMP__HOT void amp__run_on_workers(const amp__work *w, void (*run)(void *, int),
                                                void *argument)
{
    const int n = w->pieces;
    int alone = n <= 1, i;
#if AMP__OPENMP
    const unsigned long long begin = alone ? 0 : amp__ticks();
    amp__trial *trial = NULL;
    if (!alone && amp__watch == NULL) {
        trial = amp__trial_of(amp__openmp_trials, w->launch->kernel, w->count);
        alone = amp__workers_pause(&amp__openmp_contention, begin) || amp__trial_alone(trial);
    }
#endif
    for (i = 0; alone && i < n; i++) {
        run(argument, i);
    }
#if AMP__OPENMP
    if (alone || amp__openmp_run(n, run, argument)) {
        if (trial != NULL) {
            amp__trial_ended(trial, alone, amp__ticks() - begin);
        }
        return;
    }
#endif
    if (!alone) {
        amp__run_on_plain_threads(n, run, argument);
    }
}

#endif /* AMP_EMU_WORKERS_H */
