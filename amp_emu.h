/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_H
#define AMP_EMU_H
/*
amp_emu.h: the CPU backend of amp.h. How a launch becomes threads.

  1 settings              engine, workers, order
  2 crew                  several OS threads at one launch
  3 trouble               what a kernel did wrong, and the way out of it
  4 fibers                a GPU thread is a fiber, a barrier is a switch
  5 threads               a GPU thread is an OS thread
  6 loops and launching   tiles and rows among the workers

Include amp.h, which includes this file.

WHAT A KERNEL MAY DO WRONG
  Found by every engine, reported as the launch's status, with the process and
  the next launch unharmed: a barrier that a tile's threads do not meet
  together, too much tile_static or thread_private, a phase left by `return`, a
  launch from inside a kernel, a stack overflow of a fiber. Not found: a stack
  overflow where the system owns the stack (the threads engine, loops), and a
  kernel that never ends.

OPENMP
  Workers and teams are OpenMP's. They are plain pthreads under
  ThreadSanitizer, which would report gcc's OpenMP runtime, and in a child of
  fork(), where that runtime hangs; and, without -fopenmp, where AMP_WORKERS or
  the threads engine ask for several (helgrind is best given such a build).
*/

#ifndef AMP_H
#undef AMP_EMU_H /* amp.h includes this file */
#include "amp.h"
#else

#include <errno.h>    /* a setting that is too large */
#include <pthread.h>  /* the threads engine; the lock on the error */
#include <setjmp.h>   /* a faulty OS thread leaves its kernel */
#include "amp_fiber.h"
#if defined(_OPENMP) && !AMP__TSAN
#define AMP__OPENMP 1
#include <omp.h>
#else
#define AMP__OPENMP 0
#endif

/* ==== 1 settings ========================================================= */

/* How the emulator runs a GPU thread. A tiled kernel has no loop form: under
   AMP_ENGINE_LOOPS it runs on fibers. */
typedef enum amp_emu_engine {
    AMP_ENGINE_DEFAULT, AMP_ENGINE_LOOPS, AMP_ENGINE_FIBERS, AMP_ENGINE_THREADS
} amp_emu_engine;

typedef enum amp_emu_order {
    AMP_ORDER_FORWARD, AMP_ORDER_REVERSE, AMP_ORDER_RANDOM
} amp_emu_order;

typedef struct amp__settings {
    int ready, engine, workers, order;
    unsigned seed;
    size_t stack;
} amp__settings;
AMP__C_BEGIN
__attribute__((weak)) amp__settings amp__set;
__attribute__((weak)) pthread_mutex_t amp__lock = PTHREAD_MUTEX_INITIALIZER;
__attribute__((weak)) int amp__forked; /* OpenMP's threads are gone */
__attribute__((weak)) __thread amp__tile *amp__now; /* what this OS thread is at, in a kernel */
AMP__C_END

static inline void amp__after_fork(void)
{
    const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    memcpy(&amp__lock, &fresh, sizeof(fresh)); /* another thread may have held it */
    amp__forked = 1;
}

/* A whole number between low and high; low - 1 for anything else. */
static inline long long amp__number(const char *text, long long low, long long high)
{
    char *end = NULL;
    long long n;
    errno = 0;
    n = strtoll(text, &end, 10);
    return errno != 0 || end == text || *end != '\0' || n < low || n > high ? low - 1 : n;
}

/* Reads the environment once a process. A value that means nothing is refused
   at the launch, so that a typing error does not test the wrong engine. */
static inline amp_status amp__settings_read(void)
{
    const char *e = getenv("AMP_ENGINE"), *w = getenv("AMP_WORKERS");
    const char *o = getenv("AMP_ORDER"), *k = getenv("AMP_STACK");
    amp_status s = AMP_OK;
    if (__atomic_load_n(&amp__set.ready, __ATOMIC_ACQUIRE)) {
        return AMP_OK;
    }
    (void)pthread_mutex_lock(&amp__lock);
    if (e != NULL && e[0] != '\0' && amp__set.engine == AMP_ENGINE_DEFAULT) {
        if (strcmp(e, "loops") == 0) {
            amp__set.engine = AMP_ENGINE_LOOPS;
        } else if (strcmp(e, "fibers") == 0) {
            amp__set.engine = AMP_ENGINE_FIBERS;
        } else if (strcmp(e, "threads") == 0) {
            amp__set.engine = AMP_ENGINE_THREADS;
        } else {
            s = amp__fail(AMP_INVALID_ARGUMENT,
                          "AMP_ENGINE is '%s': it may be loops, fibers or threads", e);
        }
    }
    if (w != NULL && w[0] != '\0' && amp__set.workers == 0) {
        amp__set.workers = (int)amp__number(w, 1, 4096);
        if (amp__set.workers == 0) {
            s = amp__fail(AMP_INVALID_ARGUMENT, "AMP_WORKERS is '%s': it may be 1 to 4096", w);
        }
    }
    if (o != NULL && o[0] != '\0' && amp__set.order == AMP_ORDER_FORWARD) {
        if (strcmp(o, "reverse") == 0) {
            amp__set.order = AMP_ORDER_REVERSE;
        } else if (strncmp(o, "random:", 7) == 0 && amp__number(o + 7, 0, UINT_MAX) >= 0) {
            amp__set.order = AMP_ORDER_RANDOM;
            amp__set.seed = (unsigned)amp__number(o + 7, 0, UINT_MAX);
        } else if (strcmp(o, "forward") != 0) {
            s = amp__fail(AMP_INVALID_ARGUMENT,
                          "AMP_ORDER is '%s': it may be forward, reverse or random:SEED", o);
        }
    }
    amp__set.stack = 128 * 1024;
    if (k != NULL && k[0] != '\0') {
        amp__set.stack = (size_t)amp__number(k, 16384, 1 << 30);
        if (amp__set.stack == 16383) {
            amp__set.stack = 128 * 1024;
            s = amp__fail(AMP_INVALID_ARGUMENT,
                          "AMP_STACK is '%s': it may be 16384 to 1073741824 bytes", k);
        }
    }
    if (s == AMP_OK && !amp__forked) {
        (void)pthread_atfork(NULL, NULL, amp__after_fork);
    }
    __atomic_store_n(&amp__set.ready, s == AMP_OK, __ATOMIC_RELEASE);
    (void)pthread_mutex_unlock(&amp__lock);
    return s;
}

/* Chooses the engine, the number of workers (0: OpenMP's), the order of
   threads and tiles for all launches that follow; each overrides the
   environment. Not while a launch runs. */
static inline amp_status amp_emu_set_engine(amp_emu_engine engine)
{
    if ((int)engine < 0 || engine > AMP_ENGINE_THREADS) {
        return amp__fail(AMP_INVALID_ARGUMENT, "there is no engine %d", (int)engine);
    }
    (void)amp__settings_read();
    amp__set.engine = (int)engine;
    return AMP_OK;
}
static inline amp_status amp_emu_set_workers(int workers)
{
    if (workers < 0 || workers > 4096) {
        return amp__fail(AMP_INVALID_ARGUMENT,
                         "%d workers: 0 (as many as OpenMP) to 4096", workers);
    }
    (void)amp__settings_read();
    amp__set.workers = workers;
    return AMP_OK;
}
static inline amp_status amp_emu_set_order(amp_emu_order order, unsigned seed)
{
    if ((int)order < 0 || order > AMP_ORDER_RANDOM) {
        return amp__fail(AMP_INVALID_ARGUMENT, "there is no order %d", (int)order);
    }
    (void)amp__settings_read();
    amp__set.order = (int)order;
    amp__set.seed = seed;
    return AMP_OK;
}

/* What all workers of one launch share. */
typedef struct amp__work {
    const amp__launch *launch;
    long long count;    /* tiles, or threads of a simple kernel */
    long long next;     /* the first tile that no worker has taken yet */
    long long grain;    /* tiles that a worker takes at a time */
    int tiles[3];
    int engine, pieces; /* pieces: into which the crew divides the work */
    int stopped;        /* set by the first fault */
    amp_status status;
    char why[1024];
} amp__work;

/* Records a launch's first fault; workers stop at their next tile. */
__attribute__((format(printf, 3, 4), unused))
static void amp__fault(amp__work *w, amp_status s, const char *format, ...)
{
    va_list list;
    (void)pthread_mutex_lock(&amp__lock);
    if (w->status == AMP_OK) {
        va_start(list, format);
        (void)vsnprintf(w->why, sizeof(w->why), format, list);
        va_end(list);
        w->status = s;
    }
    (void)pthread_mutex_unlock(&amp__lock);
    __atomic_store_n(&w->stopped, 1, __ATOMIC_RELAXED);
}

static inline unsigned long long amp__mix(unsigned long long x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
}

/* Position p of n in the order set: a keyed permutation without memory
   (a four-round Feistel network, walked until the result is below n). */
static inline AMP__UNSEEN long long amp__ordered(long long p, long long n, unsigned long long key)
{
    unsigned half = 1;
    unsigned long long x = (unsigned long long)p;
    int r;
    if (amp__set.order == AMP_ORDER_FORWARD) {
        return p;
    }
    if (amp__set.order == AMP_ORDER_REVERSE) {
        return n - 1 - p;
    }
    while ((1ULL << (2 * half)) < (unsigned long long)n) {
        half++;
    }
    do {
        unsigned long long a = x >> half, b = x & ((1ULL << half) - 1);
        for (r = 0; r < 4; r++) {
            const unsigned long long f = amp__mix(b + key * 5 + (unsigned)r
                + ((unsigned long long)amp__set.seed << 20)) & ((1ULL << half) - 1);
            const unsigned long long t = a ^ f;
            a = b;
            b = t;
        }
        x = (a << half) | b;
    } while (x >= (unsigned long long)n);
    return (long long)x;
}

static inline void amp__tile_place(amp__tile *t, long long p)
{
    long long n = amp__ordered(p, t->work->count, 1);
    int k;
    for (k = 2; k >= 0; k--) {
        t->index[k] = (int)(n % t->work->tiles[k]);
        n /= t->work->tiles[k];
        t->origin[k] = t->index[k] * t->launch->tile[k];
    }
}

/* ==== 2 crew ============================================================= */

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
static AMP__NOINLINE void amp__crew_plain(int n, void (*run)(void *, int), void *argument)
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

/* Calls run(argument, piece) for every piece below n, on as many OS threads as
   there are; returns when all have ended. */
static inline void amp__crew(int n, void (*run)(void *, int), void *argument)
{
    if (n <= 1) {
        run(argument, 0);
        return;
    }
#if AMP__OPENMP
    if (!amp__forked) {
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

/* ==== 3 trouble ========================================================== */

/* "(3, 1)" of the tile's thread t. */
static inline const char *amp__thread_text(char *buffer, size_t size, const amp__tile *tile, int t)
{
    int at[3] = { 0, 0, 0 }, k;
    for (k = 2; k >= 0; k--) {
        at[k] = t % tile->launch->tile[k];
        t /= tile->launch->tile[k];
    }
    return amp__text(buffer, size, tile->launch->rank, at);
}

/* What an amp__tile's `trouble.what` says. */
enum { AMP__FINE, AMP__APART, AMP__TILE_STATIC_SPENT, AMP__PRIVATE_SPENT, AMP__PRIVATE_MISSING,
       AMP__PHASE_LEFT, AMP__STACK_SPENT, AMP__ABORTED, AMP__CHECKED };

/* Makes the tile's trouble the launch's fault, unless another came first. */
static AMP__NOINLINE void amp__report(amp__tile *t)
{
    char ta[48], tb[48], tt[48];
    const char *name = t->launch->kernel->name;
    const char *sa = t->trouble.site_a, *sb = t->trouble.site_b;
    (void)amp__thread_text(ta, sizeof(ta), t, t->trouble.a);
    (void)amp__thread_text(tb, sizeof(tb), t, t->trouble.b);
    (void)amp__text(tt, sizeof(tt), t->launch->rank, t->index);
    switch (t->trouble.what) {
    case AMP__APART:
        amp__fault(t->work, AMP_BARRIER_DIVERGED, "kernel %s, tile %s: thread %s %s%.*s, thread "
                   "%s %s%.*s: all threads of a tile must reach the same barrier", name, tt,
                   ta, sa != NULL ? "waits at " : "has returned",
                   sa != NULL ? (int)strcspn(sa, "#") : 0, sa != NULL ? sa : "",
                   tb, sb != NULL ? "waits at " : "has returned",
                   sb != NULL ? (int)strcspn(sb, "#") : 0, sb != NULL ? sb : "");
        break;
    case AMP__TILE_STATIC_SPENT:
        amp__fault(t->work, AMP_OUT_OF_MEMORY, "kernel %s needs more than %d bytes of "
                   "tile_static: %lu and %lu more", name, AMP_MAX_TILE_STATIC,
                   (unsigned long)t->used, (unsigned long)t->trouble.bytes);
        break;
    case AMP__PRIVATE_SPENT:
        amp__fault(t->work, AMP_OUT_OF_MEMORY, "kernel %s needs more than %d bytes of "
                   "thread_private a tile: %lu and %lu more", name, AMP__PRIVATE_BYTES,
                   (unsigned long)t->private_used, (unsigned long)t->trouble.bytes);
        break;
    case AMP__PRIVATE_MISSING:
        amp__fault(t->work, AMP_OUT_OF_MEMORY, "kernel %s: no memory for thread_private", name);
        break;
    case AMP__PHASE_LEFT:
        amp__fault(t->work, AMP_KERNEL_FAULT, "kernel %s, tile %s: a phase did not run to its "
                   "end: `return` and `goto` may not leave it, and it may not hold another; "
                   "`continue` ends a thread's part of it", name, tt);
        break;
    case AMP__ABORTED:
        break; /* said by amp__kernel_error */
    default:
        amp__fault(t->work, AMP_KERNEL_FAULT, "kernel %s, tile %s, thread %s: the stack of %lu "
                   "bytes overflowed: set AMP_STACK higher or use less automatic memory",
                   name, tt, ta, (unsigned long)t->trouble.bytes);
        break;
    }
}

/* Leaves the kernel for good: a fiber to the scheduler, which reports, on a
   larger stack; an OS thread to where it entered the kernel. */
static AMP__RAW void amp__leave(amp__tile *t)
{
    if (t->begin != NULL) {
        amp__fiber_switch(t->fiber, &amp__my_pool->scheduler, 1);
    }
    amp__report(t);
    longjmp(*(jmp_buf *)t->leave, 1);
}

/* Threads a and b of a tile do not meet; a NULL site has returned. */
static inline void amp__apart(amp__tile *t, int a, const char *site_a, int b, const char *site_b)
{
    t->trouble.what = AMP__APART;
    t->trouble.a = a;
    t->trouble.b = b;
    t->trouble.site_a = site_a;
    t->trouble.site_b = site_b;
}

static AMP__NOINLINE void amp__phase_left(amp__tile *t)
{
    t->trouble.what = AMP__PHASE_LEFT;
    amp__leave(t);
}

/* Carves an array of tile_static. The limit counts the arrays' own bytes, so
   that their order does not matter; an array wastes fewer bytes on alignment
   than it has, so that the buffer of twice the limit is always enough. */
static AMP__NOINLINE AMP__UNSEEN void *amp__tile_static(amp__tile *t, size_t bytes, size_t align)
{
    const size_t a = bytes >= 256 && align < 64 ? 64 : align;
    const size_t at = (t->carved + a - 1) / a * a;
    if (bytes > AMP_MAX_TILE_STATIC - t->used) {
        t->trouble.what = AMP__TILE_STATIC_SPENT;
        t->trouble.bytes = bytes;
        amp__leave(t);
    }
    t->used += bytes;
    t->carved = at + bytes;
    return t->memory + at;
}

/* thread_private: one array for the tile, in memory that the tile's threads
   share. kept: the kernel's function has the array, it is only counted. */
static AMP__NOINLINE AMP__UNSEEN void *amp__private(amp__tile *t, size_t bytes, int kept)
{
    const size_t at = t->private_used;
    if (at > AMP__PRIVATE_BYTES || bytes > AMP__PRIVATE_BYTES - at) {
        t->trouble.what = AMP__PRIVATE_SPENT;
        t->trouble.bytes = bytes;
        amp__leave(t);
    }
    t->private_used = at + (bytes + 63) / 64 * 64;
    if (kept) {
        return NULL;
    }
    if (t->private_memory == NULL) { /* never so where a team shares it */
        t->private_memory = (char *)amp__alloc(AMP__PRIVATE_BYTES);
        if (t->private_memory == NULL) {
            t->trouble.what = AMP__PRIVATE_MISSING;
            amp__leave(t);
        }
    }
    return t->private_memory + at;
}

/* amp_errorf and amp_abort: the first of a launch is its fault. A simple
   kernel's threads are not numbered while they run. */
static AMP__NOINLINE void amp__kernel_error(int leave, const char *site, const char *format, ...)
{
    amp__tile *t = amp__now;
    char text[512], tile[48], thread[48];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    if (t == NULL) {
        (void)amp__fail(AMP_KERNEL_FAULT, "%.*s, on the host: %s", (int)strcspn(site, "#"), site,
                        text);
        return;
    }
    if (t->launch->kernel->model == AMP__TILED) {
        amp__fault(t->work, AMP_KERNEL_FAULT, "kernel %s, tile %s, thread %s, %.*s: %s",
                   t->launch->kernel->name,
                   amp__text(tile, sizeof(tile), t->launch->rank, t->index),
                   amp__thread_text(thread, sizeof(thread), t,
                                    t->fiber != NULL ? t->fiber->thread : t->thread),
                   (int)strcspn(site, "#"), site, text);
    } else {
        amp__fault(t->work, AMP_KERNEL_FAULT, "kernel %s, %.*s: %s", t->launch->kernel->name,
                   (int)strcspn(site, "#"), site, text);
    }
    if (leave) {
        t->trouble.what = AMP__ABORTED;
        amp__leave(t);
    }
}

/* ==== 4 fibers =========================================================== */

#ifdef AMP_CHECK
/* The checker has found that a tile cannot go on; it has said so. */
static AMP__NOINLINE void amp__checked_out(void *tile)
{
    amp__tile *t = (amp__tile *)tile;
    t->trouble.what = AMP__CHECKED;
    amp__leave(t);
}
static AMP__NOINLINE void amp__checked_wait(void *tile)
{
    amp__wait((amp__tile *)tile, amp__ck_parked, AMP__FENCE_ALL);
}
#endif

/* One thread, from its beginning to its end. Under the checker a thread that
   has ended meets the others once more, so that all that they do is known. */
static AMP__INLINE void amp__thread_runs(amp__tile *t)
{
#ifdef AMP_CHECK
    amp__check_thread_runs((unsigned)t->thread);
    t->launch->kernel->thread(t->launch->arguments, t);
    amp__check_thread_pauses();
    if (t->open) {
        amp__phase_left(t);
    }
    (void)amp__check_arrive(NULL, AMP__FENCE_ALL);
    amp__barrier(t, "");
#else
    t->launch->kernel->thread(t->launch->arguments, t);
#endif
}

/* One thread after another; a thread that meets a barrier hands over to the
   next fiber, which starts the next thread. */
static AMP__RAW void amp__fiber_main(amp__fiber *self)
{
    AMP__NO_CALLER;
    amp__fiber_arrive(amp__my_pool, self);
    for (;;) {
        amp__tile *t = self->tile;
        amp__fiber *next = self + 1;
        do {
            self->thread = t->order[t->started++];
            t->thread = self->thread;
            t->used = t->carved = t->private_used = 0;
            amp__thread_runs(t);
            if (t->open) {
                amp__phase_left(t);
            }
            if (self == t->begin) {
                t->round_site = NULL;
            } else if (t->round_site != NULL) {
                amp__apart(t, t->begin->thread, t->round_site, self->thread, NULL);
                amp__leave(t);
            }
            t->finished++;
        } while (!t->met && t->started < t->threads);
        if (t->finished == t->threads) {
            next = &amp__my_pool->scheduler;
        } else {
            t->fiber = next;
        }
        amp__fiber_switch(self, next, 0);
    }
}

static AMP__NOINLINE void amp__fiber_mismatch(amp__tile *t, const char *site)
{
    amp__fiber *self = t->fiber;
    if (t->round_site != NULL && strcmp(t->round_site, site) == 0) {
        return; /* one call site, twice in the program text's copies */
    }
    amp__apart(t, self == t->begin ? t->order[0] : t->begin->thread, t->round_site,
               self->thread, site);
    amp__leave(t);
}

/* The threads of a tile go round: the first fiber says where this round
   meets, the others compare, the last hands over to the first. */
typedef struct amp__handover { amp__fiber *from, *to; } amp__handover;
#ifdef AMP_CHECK /* instructions that the checker does not see are a function's */
#define AMP__HANDOVER_CODE static AMP__NOINLINE AMP__UNSEEN
#else
#define AMP__HANDOVER_CODE static AMP__INLINE
#endif
AMP__HANDOVER_CODE amp__handover amp__fiber_handover(amp__tile *t, const char *site)
{
    amp__fiber *self = t->fiber, *next = self + 1;
    amp__handover turn;
    if (self == t->begin) {
        if (__builtin_expect(t->finished != 0, 0)) {
            t->round_site = NULL;
            amp__fiber_mismatch(t, site);
        }
        t->round_site = site;
        t->met = 1;
    } else if (__builtin_expect(t->round_site != site, 0)) {
        amp__fiber_mismatch(t, site);
    }
    if (next == t->end) {
        next = t->begin;
    }
    t->fiber = next;
    turn.from = self;
    turn.to = next;
    return turn;
}
AMP__BARRIER_CODE void amp__fiber_barrier(amp__tile *t, const char *site)
{
    const amp__handover turn = amp__fiber_handover(t, site);
    if (turn.to != turn.from) {
        amp__fiber *from = turn.from, *to = turn.to;
        amp__fiber_switch_here(from, to);
    }
}

static inline void amp__fiber_tile(amp__tile *t, amp__pool *p)
{
    int i;
    t->started = t->finished = t->met = 0;
    t->round_site = NULL;
    t->fiber = t->begin;
#ifdef AMP_CHECK
    amp__check_tile_begin(((long long)t->index[0] * t->work->tiles[1] + t->index[1])
                          * t->work->tiles[2] + t->index[2], amp__checked_out,
                          amp__checked_wait, t);
#endif
    amp__fiber_switch(&p->scheduler, t->begin, 0);
#ifdef AMP_CHECK
    amp__check_tile_end();
#endif
    if (p->overflowed) {
        p->overflowed = 0;
        t->trouble.what = AMP__STACK_SPENT;
        t->trouble.a = t->fiber->thread;
        t->trouble.bytes = p->stack;
    }
    if (t->trouble.what != AMP__FINE) {
        if (t->trouble.what == AMP__CHECKED) {
            t->trouble.what = AMP__FINE; /* the next tile may show more */
            t->open = 0;
#ifdef AMP_CHECK
            t->work->stopped = amp__check_gives_up();
#endif
        } else {
            amp__report(t);
        }
        for (i = 0; i < t->threads; i++) {
            amp__fiber_drop(p, i);
        }
    }
}

/* ==== 5 threads ========================================================== */

/* pthread_barrier_t where the system declares it; strict C99 and macOS do
   not, and get the same from a mutex and a condition. */
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
    (void)pthread_mutex_lock(&m->lock);
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
    (void)pthread_mutex_unlock(&m->lock);
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

/* A team runs tile after tile. Each barrier is one meeting; the slots, used
   in turn, say who came first and whether all came to the same place. A
   member whose thread has returned, or is in trouble, goes on meeting, at no
   site, so that nobody waits for it in vain. */
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

/* A member's part of the tile that it is placed at; 1 where it fell apart. */
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
    (void)pthread_mutex_lock(&team->gate);
    (void)pthread_mutex_unlock(&team->gate);
    amp__now = &m->tile;
    for (p = 0; !team->cancelled && p < team->work->count; p++) {
        amp__tile_place(&m->tile, p);
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

/* The first member's way: it makes up for the threads that OpenMP did not
   grant, opens the gate, and works along. */
static AMP__NOINLINE void amp__team_lead(amp__team *team, int have, int n)
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
    (void)pthread_mutex_unlock(&team->gate);
    amp__team_thread(team, &team->member[0]);
    for (k = have; k < made; k++) {
        (void)pthread_join(team->member[k].os, NULL);
    }
}

static AMP__NOINLINE void amp__run_threads(amp__work *w)
{
    char memory[2 * AMP_MAX_TILE_STATIC] __attribute__((aligned(64)));
    amp__team team;
    const int n = w->launch->tile[0] * w->launch->tile[1] * w->launch->tile[2];
    char *shared = NULL;
    int i, alone = 1;
    memset(&team, 0, sizeof(team));
    team.member = (amp__member *)amp__alloc_zero((size_t)n * sizeof(amp__member));
    if (w->launch->kernel->model == AMP__PHASED) {
        shared = (char *)amp__alloc(AMP__PRIVATE_BYTES);
    }
    if (team.member == NULL || (w->launch->kernel->model == AMP__PHASED && shared == NULL)
        || amp__meeting_init(&team.meeting, n) != 0) {
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
        t->memory = memory;
        t->private_memory = shared;
        t->threads = n;
        t->thread = i;
    }
    (void)pthread_mutex_lock(&team.gate);
#if AMP__OPENMP
    if (!amp__forked) {
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
    amp__free(shared);
    amp__free(team.member);
}

static AMP__NOINLINE void amp__team_barrier(amp__tile *tile, const char *site)
{
    if (amp__team_meet(tile->team, tile->member, site, 0)) {
        longjmp(tile->member->leave, AMP__LEFT_WITH_TEAM);
    }
}

/* The barrier of both. */
AMP__BARRIER_CODE void amp__barrier(amp__tile *tile, const char *site)
{
#ifndef AMP_CHECK /* under it there are only fibers */
    if (__builtin_expect(tile->team != NULL, 0)) {
        amp__team_barrier(tile, site);
        return;
    }
#endif
    amp__fiber_barrier(tile, site);
}

/* ==== 6 loops and launching ============================================== */

static inline int amp__has_avx2(void)
{
#if defined(__x86_64__) && !defined(AMP_CHECK)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return 0;
#endif
}

/* Tile after tile, until there is none left or a kernel did wrong. */
static AMP__NOINLINE AMP__UNSEEN void amp__tiles_run(amp__tile *t, amp__pool *pool, int *order)
{
    jmp_buf leave;
    amp__work *w = t->work;
    const amp__kernel *k = w->launch->kernel;
    const int wide = amp__has_avx2();
    int i;
    if (setjmp(leave) != 0) {
        return; /* a phased kernel in trouble */
    }
    t->leave = &leave;
    while (!__atomic_load_n(&w->stopped, __ATOMIC_RELAXED)) {
        const long long first = __atomic_fetch_add(&w->next, w->grain, __ATOMIC_RELAXED);
        const long long end = first + w->grain < w->count ? first + w->grain : w->count;
        long long p;
        if (first >= w->count) {
            break;
        }
        for (p = first; p < end && !__atomic_load_n(&w->stopped, __ATOMIC_RELAXED); p++) {
            amp__tile_place(t, p);
            if (pool == NULL) {
                t->used = t->carved = t->private_used = 0;
                k->whole[wide](w->launch->arguments, t);
                if (t->open) {
                    amp__phase_left(t);
                }
                continue;
            }
            if (amp__set.order != AMP_ORDER_FORWARD) {
                for (i = 0; i < t->threads; i++) {
                    order[i] = (int)amp__ordered(i, t->threads, (unsigned long long)p + 2);
                }
            }
            amp__fiber_tile(t, pool);
        }
    }
    t->leave = NULL;
}

/* A worker's share of the tiles of a tiled or phased launch. */
static AMP__NOINLINE void amp__tiles_piece(void *work, int piece)
{
    char memory[2 * AMP_MAX_TILE_STATIC] __attribute__((aligned(64)));
    int order[AMP_MAX_TILE_THREADS];
    amp__tile t;
    amp__pool *pool = NULL;
    amp__work *w = (amp__work *)work;
    int i;
    (void)piece;
    memset(&t, 0, sizeof(t));
    t.launch = w->launch;
    t.work = w;
    t.memory = memory;
    t.threads = w->launch->tile[0] * w->launch->tile[1] * w->launch->tile[2];
    if (w->engine == AMP_ENGINE_FIBERS) {
        pool = amp__pool_get(t.threads, amp__set.stack);
        if (pool == NULL) {
            amp__fault(w, AMP_OUT_OF_MEMORY, "no memory for the stacks of %d fibers of %lu bytes: "
                       "lower AMP_STACK or AMP_WORKERS", t.threads, (unsigned long)amp__set.stack);
            return;
        }
        t.order = order;
        t.begin = pool->fiber;
        t.end = pool->fiber + t.threads;
        for (i = 0; i < t.threads; i++) {
            pool->fiber[i].tile = &t;
            order[i] = i;
        }
        pool->tile = &t;
#if AMP__TSAN
        pool->scheduler.tsan = __tsan_get_current_fiber();
#endif
    }
    amp__now = &t;
    amp__tiles_run(&t, pool, order);
    amp__now = NULL;
    if (pool != NULL) {
        pool->tile = NULL;
    }
    amp__free(t.private_memory);
}

/* Threads of a simple launch one by one: on `threads` every so many, so that
   neighbours run at the same time, else a run of positions of the order. */
static inline AMP__UNSEEN void amp__singles_piece(amp__work *w, int piece, int wide)
{
    const amp__launch *l = w->launch;
    const int cyclic = w->engine == AMP_ENGINE_THREADS;
    const long long step = cyclic ? w->pieces : 1;
    const long long end = cyclic ? w->count : w->count * (piece + 1) / w->pieces;
    long long u = cyclic ? piece : w->count * piece / w->pieces;
    for (; u < end; u += step) {
        long long n = amp__ordered(u, w->count, 1);
        amp__box b;
        int k;
#ifdef AMP_CHECK
        const long long number = n;
#endif
        for (k = 2; k >= 0; k--) { /* the outermost needs no division */
            const long long rest = n < w->tiles[k] ? 0 : n / w->tiles[k];
            b.low[k] = (int)(n - rest * w->tiles[k]);
            b.high[k] = b.low[k] + 1;
            n = rest;
        }
#ifdef AMP_CHECK
        amp__check_simple(l, &b, number);
        if (amp__check_gives_up()) {
            break;
        }
#else
        l->kernel->simple[wide](l->arguments, &b);
#endif
    }
    (void)wide;
}

/* A piece of a simple launch as boxes: some rows of the innermost dimension,
   or, where there are fewer rows than pieces, a part of each row. */
static inline void amp__boxes_piece(amp__work *w, int piece, int wide)
{
    const amp__launch *l = w->launch;
    const int *e = w->tiles;
    const long long rows = (long long)e[0] * e[1];
    amp__box b;
    if (rows < w->pieces) {
        b.low[0] = b.low[1] = 0;
        b.high[0] = e[0];
        b.high[1] = e[1];
        b.low[2] = (int)((long long)e[2] * piece / w->pieces);
        b.high[2] = (int)((long long)e[2] * (piece + 1) / w->pieces);
        l->kernel->simple[wide](l->arguments, &b);
    } else {
        long long r = rows * piece / w->pieces;
        const long long end = rows * (piece + 1) / w->pieces;
        b.low[2] = 0;
        b.high[2] = e[2];
        while (r < end) {
            const int y = (int)(r % e[1]);
            b.low[0] = (int)(r / e[1]);
            b.low[1] = y;
            if (y == 0 && end - r >= e[1]) { /* whole planes */
                b.high[0] = (int)(end / e[1]);
                b.high[1] = e[1];
                r = (long long)b.high[0] * e[1];
            } else {
                b.high[0] = b.low[0] + 1;
                b.high[1] = end - r < e[1] - y ? y + (int)(end - r) : e[1];
                r += b.high[1] - y;
            }
            l->kernel->simple[wide](l->arguments, &b);
        }
    }
}

static AMP__NOINLINE AMP__UNSEEN void amp__simple_piece(void *work, int piece)
{
    jmp_buf leave;
    amp__work *w = (amp__work *)work;
    const int wide = amp__has_avx2();
    amp__tile t; /* no tile: the way out for amp_abort */
    memset(&t, 0, sizeof(t));
    t.launch = w->launch;
    t.work = w;
    t.leave = &leave;
    if (setjmp(leave) == 0) {
        amp__now = &t;
        if (w->engine == AMP_ENGINE_LOOPS) {
            amp__boxes_piece(w, piece, wide);
        } else {
            amp__singles_piece(w, piece, wide);
        }
    }
    amp__now = NULL;
}

/* The engine for a kernel: a tiled kernel has no loop form; a loop has its own
   order, so that another order wants the threads one by one. */
static inline int amp__engine_for(const amp__kernel *k)
{
#ifdef AMP_CHECK
    (void)k;
    return AMP_ENGINE_FIBERS; /* one thread at a time, each known */
#else
    if (amp__set.engine == AMP_ENGINE_THREADS || amp__set.engine == AMP_ENGINE_FIBERS) {
        return amp__set.engine;
    }
    return k->model == AMP__TILED || amp__set.order != AMP_ORDER_FORWARD
        ? AMP_ENGINE_FIBERS : AMP_ENGINE_LOOPS;
#endif
}

enum { AMP__SIMPLE_TEAM = 16 }; /* OS threads of a simple kernel on `threads` */

/* Runs a launch. host_arguments: the same arguments as the host has them, for the
   kernel checker; NULL where launch->arguments are in host memory. */
static inline amp_status amp__emu_launch(const amp__launch *launch,
                                         const amp__argument *host_arguments)
{
    amp__work w;
    int workers, k;
    const amp__kernel *kernel = launch->kernel;
    const amp_status s = amp__settings_read();
    if (s != AMP_OK) {
        return s;
    }
    if (amp__now != NULL) {
        return amp__fail(AMP_UNSUPPORTED, "kernel %s was launched from inside a kernel: only the "
                         "host may launch", kernel->name);
    }
    memset(&w, 0, offsetof(amp__work, why));
    w.launch = launch;
    w.count = 1;
    w.engine = amp__engine_for(kernel);
    workers = amp__set.workers;
#ifdef _OPENMP
#if AMP__OPENMP
    workers = workers != 0 ? workers : omp_get_max_threads();
#else
    workers = workers != 0 ? workers : 2; /* under ThreadSanitizer: enough to see a race */
#endif
#else
    workers = workers != 0 ? workers : 1;
#endif
#ifdef AMP_CHECK
    workers = 1;
#endif
    for (k = 0; k < AMP_MAX_RANK; k++) {
        w.tiles[k] = launch->extent[k] / launch->tile[k];
        w.count *= w.tiles[k];
    }
#ifdef AMP_CHECK
    amp__check_launch_begin(launch, host_arguments, kernel->model == AMP__SIMPLE, w.count,
                            AMP__CK_SEES);
#else
    (void)host_arguments;
#endif
    if (kernel->model == AMP__SIMPLE) {
        const int shift = 3 - launch->rank; /* rows are innermost */
        long long most = w.count;
        for (k = 2; k >= 0; k--) {
            w.tiles[k] = k >= shift ? launch->extent[k - shift] : 1;
        }
        if (w.engine == AMP_ENGINE_LOOPS) {
            const long long rows = (long long)w.tiles[0] * w.tiles[1];
            most = rows > w.tiles[2] ? rows : w.tiles[2];
        } else if (w.engine == AMP_ENGINE_THREADS) {
            workers = AMP__SIMPLE_TEAM;
        }
        w.pieces = workers < most ? workers : (int)most;
        amp__crew(w.pieces, amp__simple_piece, &w);
    } else if (w.engine == AMP_ENGINE_THREADS) {
        amp__run_threads(&w);
    } else {
        w.pieces = workers < w.count ? workers : (int)w.count;
        /* Small tiles take less time than the line that holds `next` takes to
           travel between cores, and neighbours share lines of the views; but
           every worker shall come often enough for the load to be even. */
        w.grain = w.count / (16LL * w.pieces);
        w.grain = w.grain < 1 ? 1 : w.grain < 64 ? w.grain : 64;
        amp__crew(w.pieces, amp__tiles_piece, &w);
    }
#ifdef AMP_CHECK
    if (w.status == AMP_OK) {
        return amp__check_launch_end(AMP_OK);
    }
    (void)amp__check_launch_end(w.status);
#endif
    return w.status == AMP_OK ? AMP_OK : amp__fail(w.status, "%s", w.why);
}

#endif /* AMP_H */
#endif /* AMP_EMU_H */
