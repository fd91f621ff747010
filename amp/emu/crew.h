/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_CREW_H
#define AMP_EMU_CREW_H
/*
amp/emu/crew.h: a crew: the OS threads, its workers, that share one launch.
*/

#include "work.h"
#include "../memory.h"

#if AMP__IMPLEMENT

#if defined(_OPENMP) && !AMP__TSAN
#define AMP__OPENMP 1
#include <omp.h>
#include <sys/resource.h> /* the limit of the address space */
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
static inline void *amp__worker_main(void *worker)
{
    amp__worker *w = (amp__worker *)worker;
    w->run(w->argument, w->piece);
    return NULL;
}

/* amp__crew on plain threads. Where the system grants fewer than n - 1, or there is no memory,
   the calling thread does what is left. */
static AMP__RARE void amp__crew_plain(int n, void (*run)(void *, int), void *argument)
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
/* How many threads the last team of the calling thread had, which OpenMP keeps. */
#define amp__crew_had AMP__VERSIONED(amp__crew_had)
AMP__C_BEGIN
__attribute__((weak)) __thread int amp__crew_had;
AMP__C_END

/* The function of an OS thread that is there only to see whether it can be had: it ends when the
   gate is given back. */
static AMP__RARE void *amp__crew_try(void *gate)
{
    (void)pthread_mutex_lock((pthread_mutex_t *)gate);
    (void)pthread_mutex_unlock((pthread_mutex_t *)gate);
    return NULL;
}

/* Whether the system gives the n - 1 threads more that a team of n needs, all at once.
   OpenMP's libraries end the process where it does not, so it is tried first. */
static AMP__RARE int amp__crew_tried(int n)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *os = (pthread_t *)amp__alloc_quietly((size_t)n * sizeof(*os));
    int made = 1, i;
    (void)pthread_mutex_lock(&gate);
    while (os != NULL && made < n
           && pthread_create(&os[made], NULL, amp__crew_try, &gate) == 0) {
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
static AMP__RARE int amp__crew_limited(void)
{
    struct rlimit space;
    return getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
}

/* Whether OpenMP may be asked for a team of n: not in a child of fork(), not in limited address
   space, and not where the system would refuse, which OpenMP's libraries do not survive. If
   not, the library starts threads itself, for each launch. */
static inline int amp__crew_to_be_had(int n)
{
    if (amp__process.settings.forked
        || (n > amp__crew_had && (amp__crew_limited() || !amp__crew_tried(n)))) {
        return 0;
    }
    amp__crew_had = n;
    return 1;
}
#endif

/* Calls run(argument, piece) for every piece below n, on as many OS threads as the
   system gives, n at most; returns when all have ended. */
static inline void amp__crew(int n, void (*run)(void *, int), void *argument)
{
    if (n <= 1) {
        run(argument, 0);
        return;
    }
#if AMP__OPENMP
    if (amp__crew_to_be_had(n)) {
#pragma omp parallel num_threads(n)
        {
            const int have = omp_get_num_threads();
            int i;
            for (i = omp_get_thread_num(); i < n; i += have) {
                run(argument, i);
            }
        }
        return;
    }
#endif
    amp__crew_plain(n, run, argument);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_EMU_CREW_H */
