/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_THREADS_H
#define AMP_EMU_THREADS_H
/*
amp/emu/threads.h: the engine `threads`: a GPU thread is an OS thread.
*/

#include "tile.h"

/* The barrier of the engine `threads`: returns when all threads of the tile have come to
   the same site; does not return where they have not: the tile is ended. */
AMP__API_HOT void amp__team_barrier(amp__tile *tile, const char *site);

#if AMP__IMPLEMENT
#include "stack_fault.h"
#include "engine.h"
#include "workers.h"
#include "../base/stack.h"

/* A barrier of n OS threads, used again and again: amp__host_barrier_wait returns when n threads
   have called it, 1 in one of them, 0 in the others. amp__host_barrier_init returns 0, or
   another number where the system refuses.
   It is pthread_barrier_t wherever the system has it. glibc hides it in strict C99, but
   says its size: it is declared here. macOS has none: a mutex and a condition stand in. */
#if defined(PTHREAD_BARRIER_SERIAL_THREAD)
#define AMP__PTHREAD_BARRIER 1
typedef pthread_barrier_t amp__host_barrier;
#elif defined(__GLIBC__) && defined(__SIZEOF_PTHREAD_BARRIER_T)
#define AMP__PTHREAD_BARRIER 1
typedef union amp__host_barrier {
    char size[__SIZEOF_PTHREAD_BARRIER_T];
    long align;
} amp__host_barrier;
#else
#define AMP__PTHREAD_BARRIER 0
#endif

#if AMP__PTHREAD_BARRIER
int amp__barrier_init(amp__host_barrier *, const void *, unsigned)
    AMP__SYSTEM_CALL("pthread_barrier_init");
int amp__barrier_wait(amp__host_barrier *) AMP__SYSTEM_CALL("pthread_barrier_wait");
int amp__barrier_destroy(amp__host_barrier *) AMP__SYSTEM_CALL("pthread_barrier_destroy");
/* Prepares a barrier of n threads. */
static inline AMP__HOT int amp__host_barrier_init(amp__host_barrier *m, int n)
{
    return amp__barrier_init(m, NULL, (unsigned)n);
}

/* Waits for the others. */
static inline AMP__HOT int amp__host_barrier_wait(amp__host_barrier *m)
{
    return amp__barrier_wait(m) != 0;
}

/* Ends a barrier at which nobody waits. */
static inline AMP__HOT void amp__host_barrier_destroy(amp__host_barrier *m)
{
    (void)amp__barrier_destroy(m);
}
#else
/* Here a mutex and a condition: `here` of `want` threads have come in this round. */
typedef struct amp__host_barrier {
    pthread_mutex_t lock;
    pthread_cond_t all;
    int want, here;
    unsigned round;
} amp__host_barrier;

/* Prepares a barrier of n threads. */
static inline AMP__HOT int amp__host_barrier_init(amp__host_barrier *m, int n)
{
    m->want = n;
    m->here = 0;
    m->round = 0;
    return pthread_mutex_init(&m->lock, NULL) != 0 || pthread_cond_init(&m->all, NULL) != 0;
}

/* Waits for the others; the last to come begins the next round. */
static inline AMP__HOT int amp__host_barrier_wait(amp__host_barrier *m)
{
    int serial = 0;
    AMP__HOLD(&m->lock);
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
    return serial;
}

/* Ends a barrier at which nobody waits. */
static inline AMP__HOT void amp__host_barrier_destroy(amp__host_barrier *m)
{
    (void)pthread_mutex_destroy(&m->lock);
    (void)pthread_cond_destroy(&m->all);
}
#endif

/* One OS thread of a team, and the thread of the tile that it is. */
typedef struct amp__member {
    amp__tile tile; /* this thread's own view of the tile */
    const char *site;
    jmp_buf leave;
    pthread_t os;
    unsigned round;
} amp__member;

/* How many host barriers of its own a team uses in turn. ThreadSanitizer orders a thread that is
   late to leave a barrier behind whoever comes to the same barrier again, so that it overlooks a
   race between the two where threads are slow; with two in turn that cannot be. */
enum { AMP__TEAM_BARRIERS = AMP__TSAN ? 2 : 1 };

/* A team runs tile after tile. Each barrier of the kernel is one of the host; the slots, used in
   turn, say who came first and whether all came to the same site. A member whose thread has
   returned, or has a fault, continues to arrive, at no site, so that the others do not wait for it
   without end. */
typedef struct amp__team {
    amp__host_barrier barrier[AMP__TEAM_BARRIERS];
    struct { amp__member *first; int diverged; } slot[3];
    struct amp__team_set *set;
    int number; /* it runs the tiles number, number + teams, ... */
    char *block, *shared; /* tile_static where the stack has no room for it, thread_private */
} amp__team;

/* The teams of a launch, of n members each: several, so that a thread sanitizer sees
   what tiles do to each other, where that takes few OS threads. */
enum { AMP__TEAMS = 4, AMP__TEAM_THREADS = 256 };
/* Bytes of a team's tile_static that lie on the stack of its first member, an OS thread's, as those
   of a kernel in OpenMP by hand would; 0 where the limit was raised beyond what fits on any. */
enum { AMP__TEAM_BLOCK = AMP__TILE_BLOCK <= 131072 ? AMP__TILE_BLOCK : 0 };
/* All teams and members of one launch. */
typedef struct amp__team_set {
    amp__work *work;
    amp__team team[AMP__TEAMS];
    amp__member *member; /* those of team 0, of team 1, ... */
    pthread_mutex_t gate; /* held until it is known how many teams there are */
    int teams, n;
} amp__team_set;

/* What longjmp brings to a member's setjmp: its own fault, or the end of its team's tile. */
enum { AMP__LEFT_WITH_FAULT = 1, AMP__LEFT_WITH_TEAM = 2 };

/* Waits until all members have come; 1 in one of them, 0 in the others. */
static inline AMP__HOT int amp__team_wait(amp__team *team, amp__member *m)
{
    return amp__host_barrier_wait(&team->barrier[m->round++ % AMP__TEAM_BARRIERS]);
}

/* Arrives at the barrier `site` of the kernel (NULL: returned; broken: it must not continue), and
   waits for the team; 1 where the tile has diverged or ended, else 0. */
static inline AMP__HOT int amp__team_arrive(amp__team *team, amp__member *m, const char *site,
                                            int broken)
{
    const unsigned s = m->round % 3;
    amp__member *first = NULL;
    m->site = site;
    if (broken) {
        __atomic_store_n(&team->slot[s].diverged, 1, __ATOMIC_RELAXED);
    } else if (!__atomic_compare_exchange_n(&team->slot[s].first, &first, m, 0,
                                            __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
               && first->site != site
               && (first->site == NULL || site == NULL || strcmp(first->site, site) != 0)) {
        amp__report_divergence(&m->tile, first->tile.thread, first->site, m->tile.thread, site);
        amp__report_tile_fault(&m->tile);
        __atomic_store_n(&team->slot[s].diverged, 1, __ATOMIC_RELAXED);
    }
    if (amp__team_wait(team, m)) {
        const unsigned old = (s + 2) % 3; /* nobody looks at it until the next barrier */
        __atomic_store_n(&team->slot[old].first, NULL, __ATOMIC_RELAXED);
        __atomic_store_n(&team->slot[old].diverged, 0, __ATOMIC_RELAXED);
    }
    return __atomic_load_n(&team->slot[s].diverged, __ATOMIC_RELAXED);
}

/* Runs a member's thread of the team's tile; 1 where the threads did not meet. */
static AMP__NOINLINE AMP__HOT int amp__team_tile(amp__team *team, amp__member *m)
{
    amp__tile *t = &m->tile;
    t->declared = amp__none_declared;
    t->stack = amp__stack_here();
    switch (setjmp(m->leave)) {
    case 0:
        t->launch->kernel->thread(t->launch->arguments, t);
        if (t->open) {
            amp__phase_left(t);
        }
        return amp__team_arrive(team, m, NULL, m->tile.thread == 0
                                && __atomic_load_n(&t->work->stopped, __ATOMIC_RELAXED));
    case AMP__LEFT_WITH_FAULT:
        return amp__team_arrive(team, m, NULL, 1);
    default:
        return 1;
    }
}

/* Runs member m's threads of all of its team's tiles, between a host barrier before the first and
   one behind the last: in between the memory of the tiles is there. */
static AMP__NOINLINE AMP__HOT void amp__team_tiles(amp__team *team, amp__member *m)
{
    const amp__team_set *set = team->set;
    long long p;
    (void)amp__team_wait(team, m);
    amp__catch_faults();
    amp__my_tile = &m->tile;
    for (p = team->number; p < set->work->count; p += set->teams) {
        amp__tile_set(&m->tile, p);
        if (amp__team_tile(team, m)) {
            break;
        }
    }
    amp__my_tile = NULL;
    (void)amp__team_wait(team, m);
}

/* Whether the calling thread's stack holds a tile's memory and what its kernel needs besides: a
   main thread's may be of any size, and OMP_STACKSIZE says that of the others. */
static AMP__COLD int amp__team_stack_fits(void)
{
    const char *low = AMP__TEAM_BLOCK > 0 ? amp__stack_low() : NULL;
    return low != NULL && (uintptr_t)__builtin_frame_address(0) - (uintptr_t)low
        > AMP__TEAM_BLOCK + ((size_t)256 << 10);
}

/* Runs a team's tiles, for its first member, with their tile_static at `low`. */
static AMP__NOINLINE AMP__HOT void amp__team_tiles_in(amp__team *team, amp__member *m, char *low)
{
    int i;
    low += (64 - (uintptr_t)low % 64) % 64;
    for (i = 0; i < team->set->n; i++) {
        m[i].tile.memory = low;
    }
    amp__team_tiles(team, m);
}

/* Runs a team's tiles with their tile_static on the stack: a function of its own, as its frame is
   large. */
static AMP__NOINLINE AMP__HOT void amp__team_tiles_on_stack(amp__team *team, amp__member *m)
{
    char block[AMP__TEAM_BLOCK + 1];
    amp__team_tiles_in(team, m, block);
}

/* What OS thread i of the launch does. */
static AMP__NOINLINE AMP__HOT void amp__team_thread(amp__team_set *set, int i)
{
    amp__member *m = &set->member[i];
    amp__team *team = &set->team[i / set->n];
    amp__take(&set->gate);
    amp__give(&set->gate);
    if (team->number < set->teams && i % set->n == 0) {
        if (amp__team_stack_fits()) {
            amp__team_tiles_on_stack(team, m);
        } else {
            amp__team_tiles_in(team, m, team->block);
        }
    } else if (team->number < set->teams) {
        amp__team_tiles(team, m);
    }
}

/* The function of an OS thread that the library starts for a member. */
static inline AMP__HOT void *amp__team_thread_main(void *argument)
{
    amp__member *m = (amp__member *)argument;
    amp__team_set *set = m->tile.team->set;
    amp__team_thread(set, (int)(m - set->member));
    return NULL;
}

/* What the first member does: it starts the OS threads that OpenMP did not grant, lets
   as many teams begin as are whole, and works along. */
static AMP__COLD void amp__team_lead(amp__team_set *set, int have)
{
    const int want = set->n * set->teams;
    int made = have, k;
    while (made < want && pthread_create(&set->member[made].os, NULL, amp__team_thread_main,
                                         &set->member[made]) == 0) {
        made++;
    }
    set->teams = made / set->n;
    if (set->teams == 0) {
        amp__fault(set->work, AMP_OUT_OF_MEMORY, "the system gave %d of the %d OS threads "
                   "that kernel %s needs: use AMP_ENGINE=fibers", made, set->n,
                   set->work->launch->kernel->name);
    }
    amp__give(&set->gate);
    amp__team_thread(set, 0);
    for (k = have; k < made; k++) {
        (void)pthread_join(set->member[k].os, NULL);
    }
}

/* Prepares a team's host barriers, of n threads; 0 where the system has none. */
static AMP__COLD int amp__team_init_barriers(amp__team *team, int n)
{
    int i;
    for (i = 0; i < AMP__TEAM_BARRIERS; i++) {
        if (amp__host_barrier_init(&team->barrier[i], n) != 0) {
            while (i > 0) {
                amp__host_barrier_destroy(&team->barrier[--i]);
            }
            return 0;
        }
    }
    return 1;
}

/* Makes team `number`; 0 where there is no memory. */
static AMP__COLD int amp__team_make(amp__team_set *set, int number)
{
    amp__team *team = &set->team[number];
    const int phased = set->work->launch->kernel->model == AMP__PHASED;
    int i;
    team->set = set;
    team->number = number;
    team->block = (char *)amp__alloc_quietly(AMP__TILE_BLOCK);
    team->shared = phased ? (char *)amp__alloc_quietly(AMP__PRIVATE_BYTES) : NULL;
    if (team->block == NULL || (phased && team->shared == NULL)
        || !amp__team_init_barriers(team, set->n)) {
        amp__free(team->block);
        amp__free(team->shared);
        return 0;
    }
    for (i = 0; i < set->n; i++) {
        amp__member *m = &set->member[number * set->n + i];
        amp__tile *t = &m->tile;
        t->launch = set->work->launch;
        t->work = set->work;
        t->team = team;
        t->member = m;
        t->leave = &m->leave;
        t->private_memory = team->shared;
        t->threads = set->n;
        t->thread = i;
    }
    return 1;
}

#if AMP__OPENMP
/* The parallel region of amp__run_threads. Never inlined, as amp__openmp_parallel. */
static AMP__NOINLINE AMP__HOT void amp__team_parallel(amp__team_set *set, int n)
{
#pragma omp parallel num_threads(n)
    if (omp_get_thread_num() == 0) {
        amp__team_lead(set, omp_get_num_threads());
    } else {
        amp__team_thread(set, omp_get_thread_num());
    }
}
#endif

/* Runs a tiled or phased launch on teams of OS threads, one for each thread of a tile: as
   many teams as AMP_WORKERS says, if it says so; one where an order of the tiles is asked
   for. A failure is the fault of w. Returns 1. */
static AMP__NOINLINE AMP__HOT int amp__run_threads(amp__work *w)
{
    const int asked = amp__process.settings.order != AMP_ORDER_FORWARD
        ? 1 : amp__process.settings.workers;
    amp__team_set set = AMP__ZERO;
    const int n = w->launch->tile[0] * w->launch->tile[1] * w->launch->tile[2];
    int most = AMP__TEAM_THREADS / n, made = 0, k, alone = 1;
    most = most < 1 ? 1 : most < AMP__TEAMS ? most : AMP__TEAMS;
    most = asked == 0 || most < asked ? most : asked;
    most = most < w->count ? most : (int)w->count;
    set.work = w;
    set.n = n;
    set.member = (amp__member *)amp__alloc_zero((size_t)(n * most) * sizeof(amp__member));
    while (set.member != NULL && made < most && amp__team_make(&set, made)) {
        made++;
    }
    if (made == 0) {
        amp__free(set.member);
        amp__fault(w, AMP_OUT_OF_MEMORY, "no memory for a team of %d threads: use "
                   "AMP_ENGINE=fibers", n);
        return 1;
    }
    set.teams = made;
    (void)pthread_mutex_init(&set.gate, NULL);
    amp__take(&set.gate); /* given back by the leader, which is this thread */
#if AMP__OPENMP
    if (amp__openmp_enter_team(n * made)) {
        alone = 0;
        amp__team_parallel(&set, n * made);
        amp__openmp_leave();
    }
#endif
    if (alone) {
        amp__team_lead(&set, 1);
    }
    (void)pthread_mutex_destroy(&set.gate);
    for (k = 0; k < made; k++) {
        int i;
        for (i = 0; i < AMP__TEAM_BARRIERS; i++) {
            amp__host_barrier_destroy(&set.team[k].barrier[i]);
        }
        amp__free(set.team[k].block);
        amp__free(set.team[k].shared);
    }
    amp__free(set.member);
    return 1;
}

AMP__API_HOT void amp__team_barrier(amp__tile *tile, const char *site)
{
    if (amp__team_arrive(tile->team, tile->member, site, 0)) {
        longjmp(tile->member->leave, AMP__LEFT_WITH_TEAM);
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_EMU_THREADS_H */
