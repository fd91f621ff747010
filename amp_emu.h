/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_H
#define AMP_EMU_H
/*
amp_emu.h: the CPU backend of amp.h. How a launch becomes threads.

  1 settings              engine, workers, order
  2 fibers                a GPU thread is a fiber, a barrier is a switch
  3 threads               a GPU thread is an OS thread
  4 loops and launching   OpenMP over tiles

Include amp.h, which includes this file.
*/

#ifndef AMP_H
#include "amp.h"
#else

#include <pthread.h>  /* the threads engine; the lock on the error */
#include <setjmp.h>   /* a faulty OS thread leaves its kernel */
#include <sys/mman.h> /* fiber stacks and their guards */
#include <unistd.h>   /* sysconf */
#ifdef _OPENMP
#include <omp.h>
#define AMP__PARALLEL(n) AMP__PRAGMA(omp parallel num_threads(n))
#define AMP__PRAGMA(x) _Pragma(#x)
#else
#define AMP__PARALLEL(n)
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
AMP__C __attribute__((weak)) amp__settings amp__set;
AMP__C __attribute__((weak)) pthread_mutex_t amp__lock = PTHREAD_MUTEX_INITIALIZER;

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
            s = amp__fail(AMP_INVALID_ARGUMENT, "AMP_ENGINE is '%s': it may be loops, fibers or threads", e);
        }
    }
    if (w != NULL && w[0] != '\0' && amp__set.workers == 0) {
        amp__set.workers = atoi(w);
        if (amp__set.workers < 1 || amp__set.workers > 4096) {
            amp__set.workers = 0;
            s = amp__fail(AMP_INVALID_ARGUMENT, "AMP_WORKERS is '%s': it may be 1 to 4096", w);
        }
    }
    if (o != NULL && o[0] != '\0' && amp__set.order == AMP_ORDER_FORWARD) {
        if (strcmp(o, "reverse") == 0) {
            amp__set.order = AMP_ORDER_REVERSE;
        } else if (strncmp(o, "random:", 7) == 0) {
            amp__set.order = AMP_ORDER_RANDOM;
            amp__set.seed = (unsigned)strtoul(o + 7, NULL, 10);
        } else if (strcmp(o, "forward") != 0) {
            s = amp__fail(AMP_INVALID_ARGUMENT, "AMP_ORDER is '%s': it may be forward, reverse or random:SEED", o);
        }
    }
    amp__set.stack = 128 * 1024;
    if (k != NULL && k[0] != '\0') {
        amp__set.stack = (size_t)strtoul(k, NULL, 10);
        if (amp__set.stack < 16384 || amp__set.stack > ((size_t)1 << 30)) {
            amp__set.stack = 128 * 1024;
            s = amp__fail(AMP_INVALID_ARGUMENT, "AMP_STACK is '%s': it may be 16384 to 1073741824 bytes", k);
        }
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
        return amp__fail(AMP_INVALID_ARGUMENT, "%d workers: 0 (as many as OpenMP) to 4096", workers);
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
    long long count;    /* tiles, or units of a simple kernel */
    int tiles[3];
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
static inline long long amp__ordered(long long p, long long n, unsigned long long key)
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

/* Reports two threads of a tile that do not meet; a NULL site has returned. */
static AMP__NOINLINE void amp__diverged(amp__tile *tile, int a, const char *site_a,
                                        int b, const char *site_b)
{
    char ta[48], tb[48], tt[48];
    const char *sa = site_a != NULL ? site_a : "returned", *sb = site_b != NULL ? site_b : "returned";
    amp__fault(tile->work, AMP_BARRIER_DIVERGED, "kernel %s, tile %s: thread %s %s%.*s, thread "
               "%s %s%.*s: all threads of a tile must reach the same barrier",
               tile->launch->kernel->name,
               amp__text(tt, sizeof(tt), tile->launch->rank, tile->index),
               amp__thread_text(ta, sizeof(ta), tile, a), site_a ? "waits at " : "has ",
               (int)strcspn(sa, "#"), sa,
               amp__thread_text(tb, sizeof(tb), tile, b), site_b ? "waits at " : "has ",
               (int)strcspn(sb, "#"), sb);
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

/* ==== 2 fibers =========================================================== */

/* A fiber: a stack and where it stands. The switch saves the stack pointer,
   the frame pointer and the place to go on by a jump (a return would confuse
   the return predictor); the compiler saves what else is alive, told so by
   the clobber list. */
typedef struct amp__fiber {
    void *sp, *fp, *pc;
    amp__tile *tile;
    int thread;
} amp__fiber;

#if !defined(__x86_64__)
#error "amp: fibers are written for x86-64 in this version"
#endif

static AMP__NOINLINE void amp__switch(amp__fiber *from, amp__fiber *to)
{
    __asm__ volatile(
        "movq %%rsp, 0(%0)\n\t"
        "movq %%rbp, 8(%0)\n\t"
        "leaq 1f(%%rip), %%rax\n\t"
        "movq %%rax, 16(%0)\n\t"
        "movq 0(%1), %%rsp\n\t"
        "movq 8(%1), %%rbp\n\t"
        "movq %1, %%rdi\n\t"
        "jmpq *16(%1)\n"
        "1:\n\t"
        : "+D"(from), "+S"(to)
        :
        : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13",
          "r14", "r15", "memory", "cc");
}

/* A worker's fibers: kept from launch to launch, freed when its OS thread
   ends. Each stack has a guard below it, and its top is set off by an uneven
   number of cache lines, so that the stacks do not share one cache set. */
typedef struct amp__pool {
    amp__fiber scheduler;
    amp__fiber fiber[AMP_MAX_TILE_THREADS];
    char *memory;
    size_t stride;
    int count;
    char *private_memory;
    size_t private_size;
} amp__pool;

static inline void amp__pool_free(void *p)
{
    amp__pool *pool = (amp__pool *)p;
    if (pool != NULL) {
        if (pool->memory != NULL) {
            (void)munmap(pool->memory, pool->stride * (size_t)pool->count);
        }
        free(pool->private_memory);
        free(pool);
    }
}
AMP__C __attribute__((weak)) __thread amp__pool *amp__my_pool;
AMP__C __attribute__((weak)) pthread_key_t amp__pool_key;
AMP__C __attribute__((weak)) pthread_once_t amp__pool_once = PTHREAD_ONCE_INIT;
static inline void amp__pool_make_key(void)
{
    (void)pthread_key_create(&amp__pool_key, amp__pool_free);
}

static AMP__NOINLINE void amp__fiber_main(amp__fiber *self);

static inline void amp__fiber_reset(amp__pool *p, int i)
{
    char *top = p->memory + p->stride * (size_t)(i + 1) - (size_t)(i * 17 % 64) * 64 - 64;
    amp__fiber *f = &p->fiber[i];
    memset(top, 0, 64); /* a return address of 0 ends a backtrace */
    top -= 8;
    memset(top, 0, 8);
    f->sp = top;
    f->fp = NULL;
    f->pc = (void *)(uintptr_t)amp__fiber_main;
}

/* The calling worker's pool with at least n fibers, or NULL. */
static inline amp__pool *amp__pool_get(int n)
{
    amp__pool *p = amp__my_pool;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), guard = 16 * page;
    int i;
    if (p == NULL) {
        p = (amp__pool *)calloc(1, sizeof(*p));
        if (p == NULL) {
            return NULL;
        }
        (void)pthread_once(&amp__pool_once, amp__pool_make_key);
        (void)pthread_setspecific(amp__pool_key, p);
        amp__my_pool = p;
    }
    if (p->count >= n) {
        return p;
    }
    if (p->memory != NULL) {
        (void)munmap(p->memory, p->stride * (size_t)p->count);
        p->memory = NULL;
        p->count = 0;
    }
    p->stride = guard + (amp__set.stack + page - 1) / page * page + page;
    {
        void *m = mmap(NULL, p->stride * (size_t)n, PROT_NONE,
                       MAP_PRIVATE | 0x20 /* MAP_ANONYMOUS, hidden by -std=c99 */, -1, 0);
        if (m == MAP_FAILED) {
            return NULL;
        }
        p->memory = (char *)m;
        p->count = n;
    }
    for (i = 0; i < n; i++) {
        if (mprotect(p->memory + p->stride * (size_t)i + guard, p->stride - guard,
                     PROT_READ | PROT_WRITE) != 0) {
            (void)munmap(p->memory, p->stride * (size_t)n);
            p->memory = NULL;
            p->count = 0;
            return NULL;
        }
        amp__fiber_reset(p, i);
    }
    return p;
}

/* Leaves the kernel for good after a fault. */
static inline void amp__fiber_abandon(amp__tile *tile)
{
    amp__switch(tile->fiber, &amp__my_pool->scheduler);
}

/* One thread after another; a thread that meets a barrier hands over to the
   next fiber, which starts the next thread. */
static AMP__NOINLINE void amp__fiber_main(amp__fiber *self)
{
    __asm__ volatile(".cfi_undefined rip"); /* a backtrace ends here */
    for (;;) {
        amp__tile *t = self->tile;
        amp__fiber *next = self + 1;
        do {
            self->thread = t->order[t->started++];
            t->thread = self->thread;
            t->used = t->private_used = 0;
            t->launch->kernel->thread(t->launch->arguments, t);
            t = self->tile;
            if (self == t->begin) {
                t->round_site = NULL;
            } else if (t->round_site != NULL) {
                amp__diverged(t, t->begin->thread, t->round_site, self->thread, NULL);
                amp__fiber_abandon(t);
            }
            t->finished++;
        } while (!t->met && t->started < t->threads);
        if (t->finished == t->threads) {
            next = &amp__my_pool->scheduler;
        } else {
            t->fiber = next;
        }
        amp__switch(self, next);
    }
}

static AMP__NOINLINE void amp__fiber_mismatch(amp__tile *t, const char *site)
{
    amp__fiber *self = t->fiber;
    if (t->round_site != NULL && strcmp(t->round_site, site) == 0) {
        return; /* one call site, twice in the program text's copies */
    }
    amp__diverged(t, self == t->begin ? t->order[0] : t->begin->thread, t->round_site,
                  self->thread, site);
    amp__fiber_abandon(t);
}

/* The threads of a tile go round: the first fiber says where this round
   meets, the others compare, the last hands over to the first. */
static inline void amp__fiber_barrier(amp__tile *t, const char *site)
{
    amp__fiber *self = t->fiber, *next = self + 1;
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
    if (next != self) {
        amp__switch(self, next);
    }
}

static inline void amp__fiber_tile(amp__tile *t)
{
    amp__pool *p = amp__my_pool;
    int i;
    t->started = t->finished = t->met = 0;
    t->round_site = NULL;
    t->fiber = t->begin;
    amp__switch(&p->scheduler, t->begin);
    if (t->work->stopped) {
        for (i = 0; i < t->threads; i++) {
            amp__fiber_reset(p, i);
        }
    }
}

/* ==== 3 threads ========================================================== */

/* pthread_barrier_t where the system declares it; strict C99 and macOS do
   not, and get the same from a mutex and a condition. */
#ifdef PTHREAD_BARRIER_SERIAL_THREAD
typedef pthread_barrier_t amp__meeting;
static inline int amp__meeting_init(amp__meeting *m, int n) { return pthread_barrier_init(m, NULL, (unsigned)n); }
static inline int amp__meeting_wait(amp__meeting *m) { return pthread_barrier_wait(m) != 0; }
static inline void amp__meeting_destroy(amp__meeting *m) { (void)pthread_barrier_destroy(m); }
#else
typedef struct amp__meeting { pthread_mutex_t lock; pthread_cond_t all; int want, here; unsigned round; } amp__meeting;
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
   member whose thread has returned goes on meeting, at no site, so that
   nobody waits for it in vain. */
typedef struct amp__team {
    amp__work *work;
    amp__meeting meeting;
    pthread_mutex_t gate;
    struct { amp__member *first; int apart; } slot[3];
    amp__member *member;
    int threads, cancelled, next;
    char *memory;
} amp__team;

/* Meets the team at site (NULL: returned); 1 where the tile has fallen apart,
   else 0. */
static inline int amp__team_meet(amp__team *team, amp__member *m, const char *site)
{
    const unsigned s = m->round++ % 3;
    amp__member *first = NULL;
    m->site = site;
    if (!__atomic_compare_exchange_n(&team->slot[s].first, &first, m, 0,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
        && first->site != site
        && (first->site == NULL || site == NULL || strcmp(first->site, site) != 0)) {
        amp__diverged(&m->tile, first->tile.thread, first->site, m->tile.thread, site);
        __atomic_store_n(&team->slot[s].apart, 1, __ATOMIC_RELAXED);
    }
    if (amp__meeting_wait(&team->meeting)) {
        const unsigned old = (s + 2) % 3; /* nobody looks at it until the next meeting */
        __atomic_store_n(&team->slot[old].first, NULL, __ATOMIC_RELAXED);
        __atomic_store_n(&team->slot[old].apart, 0, __ATOMIC_RELAXED);
    }
    return __atomic_load_n(&team->slot[s].apart, __ATOMIC_RELAXED);
}

static void amp__team_thread(amp__team *team, amp__member *m)
{
    amp__tile *t = &m->tile;
    volatile long long p;
    (void)pthread_mutex_lock(&team->gate);
    (void)pthread_mutex_unlock(&team->gate);
    if (team->cancelled) {
        return;
    }
    for (p = 0; p < team->work->count; p++) {
        int apart;
        amp__tile_place(t, p);
        t->used = t->private_used = 0;
        if (setjmp(m->leave) != 0) {
            return;
        }
        team->work->launch->kernel->thread(team->work->launch->arguments, t);
        apart = amp__team_meet(team, m, NULL);
        if (apart) {
            return;
        }
    }
}

static inline void *amp__team_extra(void *argument)
{
    amp__member *m = (amp__member *)argument;
    amp__team_thread(m->tile.team, m);
    return NULL;
}

static void amp__run_threads(amp__work *w)
{
    char memory[AMP_MAX_TILE_STATIC + 4096] __attribute__((aligned(64)));
    amp__team team;
    const int n = w->launch->tile[0] * w->launch->tile[1] * w->launch->tile[2];
    amp__member *members = (amp__member *)calloc((size_t)n, sizeof(amp__member));
    int i;
    memset(&team, 0, sizeof(team));
    if (members == NULL || amp__meeting_init(&team.meeting, n) != 0) {
        free(members);
        amp__fault(w, AMP_OUT_OF_MEMORY, "no memory for a team of %d threads", n);
        return;
    }
    if (w->launch->kernel->model == AMP__PHASED) {
        members[0].tile.private_memory = (char *)malloc(AMP__PRIVATE_BYTES);
        if (members[0].tile.private_memory == NULL) {
            amp__meeting_destroy(&team.meeting);
            free(members);
            amp__fault(w, AMP_OUT_OF_MEMORY, "no memory for thread_private");
            return;
        }
    }
    (void)pthread_mutex_init(&team.gate, NULL);
    team.work = w;
    team.member = members;
    team.threads = n;
    team.memory = memory;
    for (i = 0; i < n; i++) {
        amp__tile *t = &members[i].tile;
        t->launch = w->launch;
        t->work = w;
        t->team = &team;
        t->member = &members[i];
        t->memory = memory;
        t->private_memory = members[0].tile.private_memory;
        t->threads = n;
        t->thread = i;
    }
    (void)pthread_mutex_lock(&team.gate);
    AMP__PARALLEL(n)
    {
        int me = 0, have = 1;
#ifdef _OPENMP
        me = omp_get_thread_num();
        have = omp_get_num_threads();
#endif
        if (me == 0) { /* OpenMP may grant fewer threads: make up for them */
            int k, made = have;
            for (; made < n; made++) {
                if (pthread_create(&members[made].os, NULL, amp__team_extra, &members[made]) != 0) {
                    team.cancelled = 1;
                    amp__fault(w, AMP_OUT_OF_MEMORY, "the system gave %d of the %d OS threads "
                               "that kernel %s needs: use AMP_ENGINE=fibers", made, n,
                               w->launch->kernel->name);
                    break;
                }
            }
            (void)pthread_mutex_unlock(&team.gate);
            amp__team_thread(&team, &members[0]);
            for (k = have; k < made; k++) {
                (void)pthread_join(members[k].os, NULL);
            }
        } else {
            amp__team_thread(&team, &members[me]);
        }
    }
    (void)pthread_mutex_destroy(&team.gate);
    amp__meeting_destroy(&team.meeting);
    free(members[0].tile.private_memory);
    free(members);
}

/* ---- what both share ---- */

static void amp__barrier(amp__tile *tile, const char *site)
{
    if (tile->team != NULL) {
        if (amp__team_meet(tile->team, tile->member, site)) {
            longjmp(tile->member->leave, 1);
        }
    } else {
        amp__fiber_barrier(tile, site);
    }
}

static AMP__NOINLINE void *amp__tile_static(amp__tile *tile, size_t bytes)
{
    const size_t align = bytes % 64 == 0 ? 64 : 16;
    const size_t at = (tile->used + align - 1) / align * align;
    if (bytes > AMP_MAX_TILE_STATIC || at + bytes > AMP_MAX_TILE_STATIC) {
        amp__fault(tile->work, AMP_OUT_OF_MEMORY, "kernel %s needs more than %d bytes of "
                   "tile_static: %lu and %lu more", tile->launch->kernel->name,
                   AMP_MAX_TILE_STATIC, (unsigned long)tile->used, (unsigned long)bytes);
        if (tile->team != NULL) {
            longjmp(tile->member->leave, 1); /* each thread of the tile comes here */
        }
        if (tile->begin != NULL) {
            amp__fiber_abandon(tile);
        }
        return tile->memory;
    }
    tile->used = at + bytes;
    return tile->memory + at;
}

/* thread_private of a phased kernel that runs as threads: one array for the
   tile, as in loops, in memory that the tile's threads share. */
static AMP__NOINLINE void *amp__private(amp__tile *tile, size_t bytes)
{
    const size_t at = tile->private_used;
    tile->private_used = at + (bytes + 63) / 64 * 64;
    if (tile->private_used > AMP__PRIVATE_BYTES) {
        amp__fault(tile->work, AMP_OUT_OF_MEMORY, "kernel %s needs more than %d bytes of "
                   "thread_private a tile", tile->launch->kernel->name, AMP__PRIVATE_BYTES);
        if (tile->team != NULL) {
            longjmp(tile->member->leave, 1);
        }
        amp__fiber_abandon(tile);
    }
    return tile->private_memory + at;
}

/* ==== 4 loops and launching ============================================== */

static inline int amp__has_avx2(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return 0;
#endif
}

/* A worker's share of the tiles of a tiled or phased launch. */
static void amp__run_tiles(amp__work *w, int fibers, long long *next)
{
    char memory[AMP_MAX_TILE_STATIC + 4096] __attribute__((aligned(64)));
    int order[AMP_MAX_TILE_THREADS];
    amp__tile t;
    amp__pool *pool = NULL;
    const amp__kernel *k = w->launch->kernel;
    const int wide = amp__has_avx2();
    int i;
    memset(&t, 0, sizeof(t));
    t.launch = w->launch;
    t.work = w;
    t.memory = memory;
    t.threads = w->launch->tile[0] * w->launch->tile[1] * w->launch->tile[2];
    if (fibers) {
        pool = amp__pool_get(t.threads);
        if (pool != NULL && k->model == AMP__PHASED && pool->private_memory == NULL) {
            pool->private_memory = (char *)malloc(AMP__PRIVATE_BYTES);
        }
        if (pool == NULL || (k->model == AMP__PHASED && pool->private_memory == NULL)) {
            amp__fault(w, AMP_OUT_OF_MEMORY, "no memory for the stacks of %d fibers of %lu bytes: "
                       "lower AMP_STACK or AMP_WORKERS", t.threads, (unsigned long)amp__set.stack);
            return;
        }
        t.private_memory = pool->private_memory;
        t.order = order;
        t.begin = pool->fiber;
        t.end = pool->fiber + t.threads;
        for (i = 0; i < t.threads; i++) {
            pool->fiber[i].tile = &t;
            order[i] = i;
        }
    }
    for (;;) {
        const long long p = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED);
        if (p >= w->count || __atomic_load_n(&w->stopped, __ATOMIC_RELAXED)) {
            return;
        }
        amp__tile_place(&t, p);
        t.used = 0;
        if (!fibers) {
            k->whole[wide](w->launch->arguments, &t);
            continue;
        }
        if (amp__set.order != AMP_ORDER_FORWARD) {
            for (i = 0; i < t.threads; i++) {
                order[i] = (int)amp__ordered(i, t.threads, (unsigned long long)p + 2);
            }
        }
        amp__fiber_tile(&t);
    }
}

/* Unit u of a simple launch: some rows of the innermost dimension; with an
   order other than forward one thread a unit. */
static inline void amp__run_unit(amp__work *w, long long u, int wide)
{
    const amp__launch *l = w->launch;
    const int shift = 3 - l->rank;
    int e[3] = { 1, 1, 1 }, k;
    amp__box b;
    for (k = 0; k < l->rank; k++) {
        e[k + shift] = l->extent[k];
    }
    if (amp__set.order != AMP_ORDER_FORWARD) {
        long long n = amp__ordered(u, w->count, 1);
        for (k = 2; k >= 0; k--) {
            b.low[k] = (int)(n % e[k]);
            b.high[k] = b.low[k] + 1;
            n /= e[k];
        }
        l->kernel->simple[wide](l->arguments, &b);
        return;
    }
    {   /* one row, or a piece of it: w->tiles[2] pieces a row */
        const long long row = u / w->tiles[2], piece = u % w->tiles[2];
        b.low[0] = (int)(row / e[1]);
        b.low[1] = (int)(row % e[1]);
        b.high[0] = b.low[0] + 1;
        b.high[1] = b.low[1] + 1;
        b.low[2] = (int)(e[2] * piece / w->tiles[2]);
        b.high[2] = (int)(e[2] * (piece + 1) / w->tiles[2]);
        l->kernel->simple[wide](l->arguments, &b);
    }
}

static inline amp_status amp__emu_launch(const amp__launch *launch)
{
    amp__work w;
    int workers, engine, k;
    const amp__kernel *kernel = launch->kernel;
    const amp_status s = amp__settings_read();
    if (s != AMP_OK) {
        return s;
    }
    memset(&w, 0, offsetof(amp__work, why));
    w.launch = launch;
    w.count = 1;
    workers = amp__set.workers;
#ifdef _OPENMP
    if (workers == 0) {
        workers = omp_get_max_threads();
    }
#else
    workers = 1;
#endif
    engine = amp__set.engine;
    if (engine == AMP_ENGINE_DEFAULT || (engine == AMP_ENGINE_LOOPS && kernel->model == AMP__TILED)) {
        engine = kernel->model == AMP__TILED ? AMP_ENGINE_FIBERS : AMP_ENGINE_LOOPS;
    }
    for (k = 0; k < AMP_MAX_RANK; k++) {
        w.tiles[k] = launch->extent[k] / launch->tile[k];
        w.count *= w.tiles[k];
    }
    if (kernel->model == AMP__SIMPLE) {
        const int wide = amp__has_avx2(), row = launch->extent[launch->rank - 1];
        long long rows = w.count / row, u;
        w.tiles[2] = 1;
        if (amp__set.order == AMP_ORDER_FORWARD) {
            if (rows < workers) {
                w.tiles[2] = row < workers ? row : workers;
            }
            w.count = rows * w.tiles[2];
        }
        if (workers > w.count) {
            workers = (int)w.count;
        }
#ifdef _OPENMP
        if (workers > 1) {
#pragma omp parallel for num_threads(workers) schedule(static)
            for (u = 0; u < w.count; u++) {
                amp__run_unit(&w, u, wide);
            }
            return AMP_OK;
        }
#endif
        for (u = 0; u < w.count; u++) {
            amp__run_unit(&w, u, wide);
        }
        return AMP_OK;
    }
    if (engine == AMP_ENGINE_THREADS) {
        amp__run_threads(&w);
    } else {
        long long next = 0;
        const int fibers = engine == AMP_ENGINE_FIBERS;
        if (workers > w.count) {
            workers = (int)w.count;
        }
        if (workers > 1) {
            AMP__PARALLEL(workers)
            amp__run_tiles(&w, fibers, &next);
        } else {
            amp__run_tiles(&w, fibers, &next);
        }
    }
    return w.status == AMP_OK ? AMP_OK : amp__fail(w.status, "%s", w.why);
}

#endif /* AMP_H */
#endif /* AMP_EMU_H */
