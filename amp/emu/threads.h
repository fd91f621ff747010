/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_THREADS_H
#define AMP_EMU_THREADS_H
/*
amp/emu/threads.h: the engine `threads`: a GPU thread is an OS thread.
*/

#include "tile.h"
#include "fault.h"
#include "engine.h"
#include "team.h"

/* The barrier of the engine `threads`: returns when all threads of the tile have come to
   the same site; does not return where they have not: the tile is ended. */
AMP__API_HOT void amp__team_barrier(amp__tile *tile, const char *site);

#if AMP__IMPLEMENT

/* A meeting of n OS threads, again and again: amp__meeting_wait returns when n threads
   have called it, 1 in one of them, 0 in the others. amp__meeting_init returns 0, or
   another number where the system refuses.
   It is pthread_barrier_t wherever the system has it. glibc hides it in strict C99, but
   says its size: it is declared here. macOS has none: a mutex and a condition stand in. */
#if defined(PTHREAD_BARRIER_SERIAL_THREAD)
#define AMP__PTHREAD_BARRIER 1
typedef pthread_barrier_t amp__meeting;
#elif defined(__GLIBC__) && defined(__SIZEOF_PTHREAD_BARRIER_T)
#define AMP__PTHREAD_BARRIER 1
typedef union amp__meeting {
    char size[__SIZEOF_PTHREAD_BARRIER_T];
    long align;
} amp__meeting;
#else
#define AMP__PTHREAD_BARRIER 0
#endif

#if AMP__PTHREAD_BARRIER
AMP__C_BEGIN
int amp__barrier_init(amp__meeting *, const void *, unsigned) __asm__("pthread_barrier_init");
int amp__barrier_wait(amp__meeting *) __asm__("pthread_barrier_wait");
int amp__barrier_destroy(amp__meeting *) __asm__("pthread_barrier_destroy");
AMP__C_END
/* Prepares a meeting of n threads. */
static inline AMP__HOT int amp__meeting_init(amp__meeting *m, int n)
{
    return amp__barrier_init(m, NULL, (unsigned)n);
}

/* Waits for the others. */
static inline AMP__HOT int amp__meeting_wait(amp__meeting *m)
{
    return amp__barrier_wait(m) != 0;
}

/* Ends a meeting in which nobody waits. */
static inline AMP__HOT void amp__meeting_destroy(amp__meeting *m)
{
    (void)amp__barrier_destroy(m);
}
#else
/* Here a mutex and a condition: `here` of `want` threads have come in this round. */
typedef struct amp__meeting {
    pthread_mutex_t lock;
    pthread_cond_t all;
    int want, here;
    unsigned round;
} amp__meeting;

/* Prepares a meeting of n threads. */
static inline AMP__HOT int amp__meeting_init(amp__meeting *m, int n)
{
    m->want = n;
    m->here = 0;
    m->round = 0;
    return pthread_mutex_init(&m->lock, NULL) != 0 || pthread_cond_init(&m->all, NULL) != 0;
}

/* Waits for the others; the last to come begins the next round. */
static inline AMP__HOT int amp__meeting_wait(amp__meeting *m)
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

/* Ends a meeting in which nobody waits. */
static inline AMP__HOT void amp__meeting_destroy(amp__meeting *m)
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

/* How many meetings of its own a team uses in turn. ThreadSanitizer orders a thread that is late
   to leave a barrier behind whoever comes to the same barrier again, so that it overlooks a race
   between the two where threads are slow; with two in turn that cannot be. */
enum { AMP__MEETINGS = AMP__TSAN ? 2 : 1 };

/* A team runs tile after tile. Each barrier is one meeting; the slots, used in turn, say who came
   first and whether all came to the same site. A member whose thread has returned, or is in
   trouble, continues to meet, at no site, so that the others do not wait for it without end. */
typedef struct amp__team {
    amp__meeting meeting[AMP__MEETINGS];
    struct { amp__member *first; int apart; } slot[3];
    struct amp__muster *muster;
    int number; /* it runs the tiles number, number + teams, ... */
    char *block, *shared; /* tile_static where the stack has no room for it, thread_private */
} amp__team;

/* The teams of a launch, of n members each: several, so that a thread sanitizer sees
   what tiles do to each other, where that takes few OS threads. */
enum { AMP__TEAMS = 4, AMP__TEAM_THREADS = 256 };
/* Bytes of a team's tile_static that lie on the stack of its first member, an OS thread's, as those
   of a kernel in OpenMP by hand would; 0 where the limit was raised beyond what fits on any. */
enum { AMP__TEAM_BLOCK = AMP__TILE_BLOCK <= 131072 ? AMP__TILE_BLOCK : 0 };
#if defined(__linux__) && defined(__GLIBC__)
/* glibc's, which -std=c99 hides. */
AMP__C_BEGIN
int amp__team_getattr(pthread_t thread, pthread_attr_t *attributes) __asm__("pthread_getattr_np");
int amp__team_getstack(const pthread_attr_t *attributes, void **low, size_t *size)
    __asm__("pthread_attr_getstack");
AMP__C_END
#endif
/* All teams and members of one launch. */
typedef struct amp__muster {
    amp__work *work;
    amp__team team[AMP__TEAMS];
    amp__member *member; /* those of team 0, of team 1, ... */
    pthread_mutex_t gate; /* held until it is known how many teams there are */
    int teams, n;
} amp__muster;

/* What longjmp brings to a member's setjmp: its own trouble, or the end of its team's tile. */
enum { AMP__LEFT_IN_TROUBLE = 1, AMP__LEFT_WITH_TEAM = 2 };

/* Waits until all members have come; 1 in one of them, 0 in the others. */
static inline AMP__HOT int amp__team_wait(amp__team *team, amp__member *m)
{
    return amp__meeting_wait(&team->meeting[m->round++ % AMP__MEETINGS]);
}

/* Meets the team at site (NULL: returned; broken: it must not continue); 1 where
   the tile has fallen apart, else 0. */
static inline AMP__HOT int amp__team_meet(amp__team *team, amp__member *m, const char *site,
                                          int broken)
{
    const unsigned s = m->round % 3;
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
    if (amp__team_wait(team, m)) {
        const unsigned old = (s + 2) % 3; /* nobody looks at it until the next meeting */
        __atomic_store_n(&team->slot[old].first, NULL, __ATOMIC_RELAXED);
        __atomic_store_n(&team->slot[old].apart, 0, __ATOMIC_RELAXED);
    }
    return __atomic_load_n(&team->slot[s].apart, __ATOMIC_RELAXED);
}

/* Runs a member's thread of the team's tile; 1 where the threads did not meet. */
static AMP__NOINLINE AMP__HOT int amp__team_tile(amp__team *team, amp__member *m)
{
    amp__tile *t = &m->tile;
    t->used = t->carved = t->private_used = 0;
    switch (setjmp(m->leave)) {
    case 0:
        t->launch->kernel->thread(t->launch->arguments, t);
        if (t->open) {
            amp__phase_left(t);
        }
        return amp__team_meet(team, m, NULL, m->tile.thread == 0
                              && __atomic_load_n(&t->work->stopped, __ATOMIC_RELAXED));
    case AMP__LEFT_IN_TROUBLE:
        return amp__team_meet(team, m, NULL, 1);
    default:
        return 1;
    }
}

/* Runs member m's threads of all of its team's tiles, between a meeting before the first and one
   behind the last: in between the memory of the tiles is there. */
static AMP__NOINLINE AMP__HOT void amp__team_tiles(amp__team *team, amp__member *m)
{
    const amp__muster *muster = team->muster;
    long long p;
    (void)amp__team_wait(team, m);
    amp__my_tile = &m->tile;
    for (p = team->number; p < muster->work->count; p += muster->teams) {
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
#if defined(__linux__) && defined(__GLIBC__)
    pthread_attr_t a;
    void *low = NULL;
    size_t size = 0;
    if (AMP__TEAM_BLOCK > 0 && amp__team_getattr(pthread_self(), &a) == 0) {
        (void)amp__team_getstack(&a, &low, &size);
        (void)pthread_attr_destroy(&a);
    }
    return low != NULL && (uintptr_t)__builtin_frame_address(0) - (uintptr_t)low
        > AMP__TEAM_BLOCK + ((size_t)256 << 10);
#else
    return 0;
#endif
}

/* Runs a team's tiles, for its first member, with their tile_static at `low`. */
static AMP__NOINLINE AMP__HOT void amp__team_tiles_in(amp__team *team, amp__member *m, char *low)
{
    int i;
    low += (64 - (uintptr_t)low % 64) % 64;
    for (i = 0; i < team->muster->n; i++) {
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
static AMP__NOINLINE AMP__HOT void amp__team_thread(amp__muster *muster, int i)
{
    amp__member *m = &muster->member[i];
    amp__team *team = &muster->team[i / muster->n];
    amp__take(&muster->gate);
    amp__give(&muster->gate);
    if (team->number < muster->teams && i % muster->n == 0) {
        if (amp__team_stack_fits()) {
            amp__team_tiles_on_stack(team, m);
        } else {
            amp__team_tiles_in(team, m, team->block);
        }
    } else if (team->number < muster->teams) {
        amp__team_tiles(team, m);
    }
}

/* The function of an OS thread that the library starts for a member. */
static inline AMP__HOT void *amp__team_extra(void *argument)
{
    amp__member *m = (amp__member *)argument;
    amp__muster *muster = m->tile.team->muster;
    amp__team_thread(muster, (int)(m - muster->member));
    return NULL;
}

/* What the first member does: it starts the OS threads that OpenMP did not grant, lets
   as many teams begin as are whole, and works along. */
static AMP__COLD void amp__team_lead(amp__muster *muster, int have)
{
    const int want = muster->n * muster->teams;
    int made = have, k;
    while (made < want && pthread_create(&muster->member[made].os, NULL, amp__team_extra,
                                         &muster->member[made]) == 0) {
        made++;
    }
    muster->teams = made / muster->n;
    if (muster->teams == 0) {
        amp__fault(muster->work, AMP_OUT_OF_MEMORY, "the system gave %d of the %d OS threads "
                   "that kernel %s needs: use AMP_ENGINE=fibers", made, muster->n,
                   muster->work->launch->kernel->name);
    }
    amp__give(&muster->gate);
    amp__team_thread(muster, 0);
    for (k = have; k < made; k++) {
        (void)pthread_join(muster->member[k].os, NULL);
    }
}

/* Prepares a team's meetings, of n; 0 where the system has none. */
static AMP__COLD int amp__team_meetings(amp__team *team, int n)
{
    int i;
    for (i = 0; i < AMP__MEETINGS; i++) {
        if (amp__meeting_init(&team->meeting[i], n) != 0) {
            while (i > 0) {
                amp__meeting_destroy(&team->meeting[--i]);
            }
            return 0;
        }
    }
    return 1;
}

/* Makes team `number`; 0 where there is no memory. */
static AMP__COLD int amp__team_make(amp__muster *muster, int number)
{
    amp__team *team = &muster->team[number];
    const int phased = muster->work->launch->kernel->model == AMP__PHASED;
    int i;
    team->muster = muster;
    team->number = number;
    team->block = (char *)amp__alloc_quietly(AMP__TILE_BLOCK);
    team->shared = phased ? (char *)amp__alloc_quietly(AMP__PRIVATE_BYTES) : NULL;
    if (team->block == NULL || (phased && team->shared == NULL)
        || !amp__team_meetings(team, muster->n)) {
        amp__free(team->block);
        amp__free(team->shared);
        return 0;
    }
    for (i = 0; i < muster->n; i++) {
        amp__member *m = &muster->member[number * muster->n + i];
        amp__tile *t = &m->tile;
        t->launch = muster->work->launch;
        t->work = muster->work;
        t->team = team;
        t->member = m;
        t->leave = &m->leave;
        t->private_memory = team->shared;
        t->threads = muster->n;
        t->thread = i;
    }
    return 1;
}

#if AMP__OPENMP
/* The parallel region of amp__run_threads. Never inlined, as amp__crew_parallel. */
static AMP__NOINLINE AMP__HOT void amp__team_parallel(amp__muster *muster, int n)
{
#pragma omp parallel num_threads(n)
    if (omp_get_thread_num() == 0) {
        amp__team_lead(muster, omp_get_num_threads());
    } else {
        amp__team_thread(muster, omp_get_thread_num());
    }
}
#endif

/* Runs a tiled or phased launch on teams of OS threads, one for each thread of a tile: as
   many teams as AMP_WORKERS says, if it says so; one where an order of the tiles is asked
   for. A failure is the fault of w. */
static AMP__NOINLINE AMP__HOT void amp__run_threads(amp__work *w)
{
    const int asked = amp__process.settings.order != AMP_ORDER_FORWARD
        ? 1 : amp__process.settings.workers;
    amp__muster muster;
    const int n = w->launch->tile[0] * w->launch->tile[1] * w->launch->tile[2];
    int most = AMP__TEAM_THREADS / n, made = 0, k, alone = 1;
    memset(&muster, 0, sizeof(muster));
    most = most < 1 ? 1 : most < AMP__TEAMS ? most : AMP__TEAMS;
    most = asked == 0 || most < asked ? most : asked;
    most = most < w->count ? most : (int)w->count;
    muster.work = w;
    muster.n = n;
    muster.member = (amp__member *)amp__alloc_zero((size_t)(n * most) * sizeof(amp__member));
    while (muster.member != NULL && made < most && amp__team_make(&muster, made)) {
        made++;
    }
    if (made == 0) {
        amp__free(muster.member);
        amp__fault(w, AMP_OUT_OF_MEMORY, "no memory for a team of %d threads: use "
                   "AMP_ENGINE=fibers", n);
        return;
    }
    muster.teams = made;
    (void)pthread_mutex_init(&muster.gate, NULL);
    amp__take(&muster.gate); /* given back by the leader, which is this thread */
#if AMP__OPENMP
    if (amp__crew_to_be_had(n * made)) {
        alone = 0;
        amp__team_parallel(&muster, n * made);
        amp__crew_leave();
    }
#endif
    if (alone) {
        amp__team_lead(&muster, 1);
    }
    (void)pthread_mutex_destroy(&muster.gate);
    for (k = 0; k < made; k++) {
        int i;
        for (i = 0; i < AMP__MEETINGS; i++) {
            amp__meeting_destroy(&muster.team[k].meeting[i]);
        }
        amp__free(muster.team[k].block);
        amp__free(muster.team[k].shared);
    }
    amp__free(muster.member);
}

/* The engine `threads` for tiled and phased kernels. */
static AMP__COLD int amp__threads_may_run(amp__work *w)
{
    (void)w;
    return amp__engine_asked(AMP_ENGINE_THREADS);
}

static AMP__COLD int amp__threads_run(amp__work *w)
{
    amp__run_threads(w);
    return 1;
}

AMP__API_HOT void amp__team_barrier(amp__tile *tile, const char *site)
{
    if (amp__team_meet(tile->team, tile->member, site, 0)) {
        longjmp(tile->member->leave, AMP__LEFT_WITH_TEAM);
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_EMU_THREADS_H */
