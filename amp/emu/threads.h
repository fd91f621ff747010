/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_THREADS_H
#define AMP_EMU_THREADS_H
/*
amp/emu/threads.h: the engine `threads`: a GPU thread is an OS thread.
*/

#include "tile.h"
#include "trouble.h"
#include "crew.h"

/* The barrier of the engine `threads`: returns when all threads of the tile have come to
   the same site; does not return where they have not: the tile is ended. */
AMP__API_FAST void amp__team_barrier(amp__tile *tile, const char *site);

#if AMP__IMPLEMENT

/* A meeting of n OS threads, again and again: amp__meeting_wait returns when n threads
   have called it, 1 in one of them, 0 in the others. amp__meeting_init returns 0, or
   another number where the system refuses. It is pthread_barrier_t where the system
   declares that; strict C99 and macOS do not, and get the same from a mutex and a
   condition. */
#ifdef PTHREAD_BARRIER_SERIAL_THREAD
typedef pthread_barrier_t amp__meeting;
static inline int amp__meeting_init(amp__meeting *m, int n)
{
    return pthread_barrier_init(m, NULL, (unsigned)n);
}
static inline int amp__meeting_wait(amp__meeting *m)
{
    return pthread_barrier_wait(m) != 0;
}
static inline void amp__meeting_destroy(amp__meeting *m)
{
    (void)pthread_barrier_destroy(m);
}
#else
typedef struct amp__meeting {
    pthread_mutex_t lock;
    pthread_cond_t all;
    int want, here;
    unsigned round;
} amp__meeting;
static inline int amp__meeting_init(amp__meeting *m, int n)
{
    m->want = n;
    m->here = 0;
    m->round = 0;
    return pthread_mutex_init(&m->lock, NULL) != 0 || pthread_cond_init(&m->all, NULL) != 0;
}
static inline int amp__meeting_wait(amp__meeting *m)
{
    int serial = 0;
    amp__take(&m->lock);
    if (++m->here == m->want) {
        m->here = 0;
        m->round++;
        serial = 1;
        (void)pthread_cond_broadcast(&m->all);
    } else {
        const unsigned round = m->round;
        while (round == m->round) {
            (void)pthread_cond_wait(&m->all, &m->lock);
        }
    }
    amp__give(&m->lock);
    return serial;
}
static inline void amp__meeting_destroy(amp__meeting *m)
{
    (void)pthread_mutex_destroy(&m->lock);
    (void)pthread_cond_destroy(&m->all);
}
#endif

/* One OS thread of a team. */
typedef struct amp__member {
    amp__tile tile; /* this thread's own view of the tile */
    const char *site;
    jmp_buf leave;
    pthread_t os;
    unsigned round;
} amp__member;

/* A team runs tile after tile. Each barrier is one meeting; the slots, used in
   turn, say who came first and whether all came to the same site. A member
   whose thread has returned, or is in trouble, goes on meeting, at no site, so
   that nobody waits for it in vain. */
typedef struct amp__team {
    amp__work *work;
    amp__meeting meeting;
    pthread_mutex_t gate;
    struct { amp__member *first; int apart; } slot[3];
    amp__member *member;
    int cancelled;
} amp__team;

enum { AMP__LEFT_IN_TROUBLE = 1, AMP__LEFT_WITH_TEAM = 2 };

/* Meets the team at site (NULL: returned; broken: it must not go on); 1 where
   the tile has fallen apart, else 0. */
static inline int amp__team_meet(amp__team *team, amp__member *m, const char *site, int broken)
{
    const unsigned s = m->round++ % 3;
    amp__member *first = NULL;
    m->site = site;
    if (broken) {
        __atomic_store_n(&team->slot[s].apart, 1, __ATOMIC_RELAXED);
    } else if (!__atomic_compare_exchange_n(&team->slot[s].first, &first, m, 0,
                                            __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
               && first->site != site
               && (first->site == NULL || site == NULL || strcmp(first->site, site) != 0)) {
        amp__apart(&m->tile, first->tile.thread, first->site, m->tile.thread, site);
        amp__report(&m->tile);
        __atomic_store_n(&team->slot[s].apart, 1, __ATOMIC_RELAXED);
    }
    if (amp__meeting_wait(&team->meeting)) {
        const unsigned old = (s + 2) % 3; /* nobody looks at it until the next meeting */
        __atomic_store_n(&team->slot[old].first, NULL, __ATOMIC_RELAXED);
        __atomic_store_n(&team->slot[old].apart, 0, __ATOMIC_RELAXED);
    }
    return __atomic_load_n(&team->slot[s].apart, __ATOMIC_RELAXED);
}

/* Runs a member's thread of the team's tile; 1 where the threads did not meet. */
static AMP__NOINLINE int amp__team_tile(amp__team *team, amp__member *m)
{
    amp__tile *t = &m->tile;
    t->used = t->carved = t->private_used = 0;
    switch (setjmp(m->leave)) {
    case 0:
        t->launch->kernel->thread(t->launch->arguments, t);
        if (t->open) {
            amp__phase_left(t);
        }
        return amp__team_meet(team, m, NULL, 0);
    case AMP__LEFT_IN_TROUBLE:
        return amp__team_meet(team, m, NULL, 1);
    default:
        return 1;
    }
}

static AMP__NOINLINE void amp__team_thread(amp__team *team, amp__member *m)
{
    long long p;
    amp__take(&team->gate);
    amp__give(&team->gate);
    amp__now = &m->tile;
    for (p = 0; !team->cancelled && p < team->work->count; p++) {
        amp__tile_set(&m->tile, p);
        if (amp__team_tile(team, m)) {
            break;
        }
    }
    amp__now = NULL;
}

static inline void *amp__team_extra(void *argument)
{
    amp__member *m = (amp__member *)argument;
    amp__team_thread(m->tile.team, m);
    return NULL;
}

/* What the first member does: it starts the OS threads that OpenMP did not grant, lets
   all begin, and works along. */
static AMP__RARE void amp__team_lead(amp__team *team, int have, int n)
{
    int made = have, k;
    for (; made < n; made++) {
        if (pthread_create(&team->member[made].os, NULL, amp__team_extra,
                           &team->member[made]) != 0) {
            team->cancelled = 1;
            amp__fault(team->work, AMP_OUT_OF_MEMORY, "the system gave %d of the %d OS threads "
                       "that kernel %s needs: use AMP_ENGINE=fibers", made, n,
                       team->work->launch->kernel->name);
            break;
        }
    }
    amp__give(&team->gate);
    amp__team_thread(team, &team->member[0]);
    for (k = have; k < made; k++) {
        (void)pthread_join(team->member[k].os, NULL);
    }
}

/* Runs a tiled or phased launch: an OS thread for each thread of a tile, tile after tile.
   A failure is the fault of w. */
static AMP__NOINLINE void amp__run_threads(amp__work *w)
{
    char *memory = (char *)amp__alloc(2 * AMP_MAX_TILE_STATIC + 63);
    amp__team team;
    const int n = w->launch->tile[0] * w->launch->tile[1] * w->launch->tile[2];
    char *shared = NULL;
    int i, alone = 1;
    memset(&team, 0, sizeof(team));
    team.member = (amp__member *)amp__alloc_zero((size_t)n * sizeof(amp__member));
    if (w->launch->kernel->model == AMP__PHASED) {
        shared = (char *)amp__alloc(AMP__PRIVATE_BYTES);
    }
    if (memory == NULL || team.member == NULL
        || (w->launch->kernel->model == AMP__PHASED && shared == NULL)
        || amp__meeting_init(&team.meeting, n) != 0) {
        amp__free(memory);
        amp__free(team.member);
        amp__free(shared);
        amp__fault(w, AMP_OUT_OF_MEMORY, "no memory for a team of %d threads", n);
        return;
    }
    (void)pthread_mutex_init(&team.gate, NULL);
    team.work = w;
    for (i = 0; i < n; i++) {
        amp__tile *t = &team.member[i].tile;
        t->launch = w->launch;
        t->work = w;
        t->team = &team;
        t->member = &team.member[i];
        t->leave = &team.member[i].leave;
        t->memory = memory + (64 - (uintptr_t)memory % 64) % 64;
        t->private_memory = shared;
        t->threads = n;
        t->thread = i;
    }
    amp__take(&team.gate);
#if AMP__OPENMP
    if (amp__crew_to_be_had(n)) {
        alone = 0;
#pragma omp parallel num_threads(n)
        {
            if (omp_get_thread_num() == 0) {
                amp__team_lead(&team, omp_get_num_threads(), n);
            } else {
                amp__team_thread(&team, &team.member[omp_get_thread_num()]);
            }
        }
    }
#endif
    if (alone) {
        amp__team_lead(&team, 1, n);
    }
    (void)pthread_mutex_destroy(&team.gate);
    amp__meeting_destroy(&team.meeting);
    amp__free(memory);
    amp__free(shared);
    amp__free(team.member);
}

AMP__API_FAST void amp__team_barrier(amp__tile *tile, const char *site)
{
    if (amp__team_meet(tile->team, tile->member, site, 0)) {
        longjmp(tile->member->leave, AMP__LEFT_WITH_TEAM);
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_EMU_THREADS_H */
