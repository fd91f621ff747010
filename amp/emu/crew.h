/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_CREW_H
#define AMP_EMU_CREW_H
/*
amp/emu/crew.h: several OS threads at one launch.
*/

#include "work.h"
#include "../memory.h"

#if AMP__IMPLEMENT

#if defined(_OPENMP) && !AMP__TSAN
#define AMP__OPENMP 1
#include <omp.h>
#else
#define AMP__OPENMP 0
#endif

typedef struct amp__hand {
    void (*run)(void *, int);
    void *argument;
    int piece;
    pthread_t os;
} amp__hand;

static inline void *amp__hand_main(void *hand)
{
    amp__hand *h = (amp__hand *)hand;
    h->run(h->argument, h->piece);
    return NULL;
}

/* The crew as plain threads. Where the system grants fewer, or there is no
   memory, the calling thread does what is left. */
static AMP__RARE void amp__crew_plain(int n, void (*run)(void *, int), void *argument)
{
    amp__hand *hands = (amp__hand *)amp__alloc_zero((size_t)n * sizeof(amp__hand));
    int made = 1, i;
    for (; hands != NULL && made < n; made++) {
        hands[made].run = run;
        hands[made].argument = argument;
        hands[made].piece = made;
        if (pthread_create(&hands[made].os, NULL, amp__hand_main, &hands[made]) != 0) {
            break;
        }
    }
    run(argument, 0);
    for (i = made; i < n; i++) {
        run(argument, i);
    }
    for (i = 1; i < made; i++) {
        (void)pthread_join(hands[i].os, NULL);
    }
    amp__free(hands);
}

#if AMP__OPENMP
/* How many threads the last team of the calling thread had, which OpenMP keeps. */
#define amp__crew_had AMP__VERSIONED(amp__crew_had)
AMP__C_BEGIN
__attribute__((weak)) __thread int amp__crew_had;
AMP__C_END

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
    pthread_t *os = (pthread_t *)amp__alloc((size_t)n * sizeof(*os));
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

/* Whether OpenMP may be asked for a team of n. */
static inline int amp__crew_to_be_had(int n)
{
    if (amp__process.settings.forked || (n > amp__crew_had && !amp__crew_tried(n))) {
        return 0;
    }
    amp__crew_had = n;
    return 1;
}
#endif

/* Calls run(argument, piece) for every piece below n, on as many OS threads as
   there are; returns when all have ended. */
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
