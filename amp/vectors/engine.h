/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_ENGINE_H
#define AMP_VECTORS_ENGINE_H
/*
amp/vectors/engine.h: which kernels run as vectors: those made ahead of time, and those
that were compiled since the first launch.

A kernel is looked up at every launch; what was found is kept. It is made twice, if need be: for
launches in which no memory that is written is that of two views, and for the others. At its first
launch it is taken from
the cache, or goes to a thread that compiles one kernel after another, while fibers serve, or the
launch waits (AMP_VECTORS=wait). Where the process ends meanwhile, a kernel that was launched more
than once is compiled to its end, for the next run.

Under AMP_LOG=1 launches are timed, and at the end of the process a line for each kernel says what
it cost.
*/

#include "carried.h"
#include "compile.h"
#include "../base/fork.h"
#include "../base/stack.h"

/* A kernel that was launched. WAITING: to be compiled; READY: it runs as vectors; FIBERS: it
   does not; STALE: it was made from another text. All but WAITING are for good. `state` is
   written last, so that whoever reads it finds the rest. */
enum { AMP__VEC_WAITING, AMP__VEC_READY, AMP__VEC_FIBERS, AMP__VEC_STALE };
/* Launches under AMP_LOG=1: how many, of how many threads, for how long. */
typedef struct amp__vec_launches {
    long long count;
    double threads;
    unsigned long long nanoseconds;
} amp__vec_launches;
typedef struct amp__vec_kernel_state {
    const amp__kernel *kernel;
    int apart;                     /* for launches whose views share nothing that is written */
    const amp__vec_compiled *made; /* READY */
    const char *stale;             /* STALE: the file that is */
    int state;
    int asked;                           /* how often it was launched while it was WAITING */
    int number;                          /* of the program's kernels, from 0 */
    int ended;                           /* the process ended before it was compiled */
    amp__vec_cost cost;                  /* READY: of its compilation */
    unsigned long long since;            /* READY: since when; 1: its first launch found it in the
                                            cache; 0: it was made ahead of time */
    amp__vec_launches before, as_vectors;
    int needs_fibers;                    /* its threads want fibers: as loops it would be wrong */
    struct amp__vec_kernel_state *next;  /* in its bucket */
    struct amp__vec_kernel_state *later; /* of those that wait to be compiled */
} amp__vec_kernel_state;

/* Lists by address, so that a launch finds its kernel at once. */
enum { AMP__VEC_BUCKETS = 64 };
/* The stack of the thread that compiles, in bytes. */
enum { AMP__VEC_STACK = 8 << 20 };
/* The kernels of this file (of the program's, with AMP_EXTERN), by address; never freed. */
typedef struct amp__vec_state {
    pthread_mutex_t table; /* guards all here but what `work` guards */
    pthread_mutex_t work;  /* held while a kernel is compiled: setup, and what units get then */
    pthread_mutex_t texts; /* held while a unit is looked for or made: units */
    pthread_cond_t decided; /* a kernel's state was set, or no more will be compiled */
    amp__vec_kernel_state *bucket[AMP__VEC_BUCKETS];
    amp__vec_kernel_state *first, *last; /* wait to be compiled */
    amp__vec_kernel_state *at_work;      /* is compiled */
    int worker;                          /* the thread that compiles them is there */
    pthread_t thread;
    int ready;                           /* setup is set; read without a lock */
    int leaving;                         /* the process ends: compile no more */
    int count;                           /* of kernels */
    int times;                           /* AMP_LOG asks for launches' times: 1 no, 2 yes; 0: it is
                                            not known; read without a lock */
    amp__vec_setup setup;
    amp__vec_unit *units;
} amp__vec_state;

static amp__vec_state amp__vectors = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, { NULL }, NULL, NULL, NULL, 0, 0, 0, 0, 0,
    0, { 0, 0, 0, 0, 0, "", { 0, 0 }, "" }, NULL };

/* What waits to be compiled stays on fibers. Caller holds amp__vectors.table, or is alone. */
static AMP__COLD void amp__vec_forget_queue(void)
{
    for (; amp__vectors.first != NULL; amp__vectors.first = amp__vectors.first->later) {
        amp__vectors.first->ended = 1;
        __atomic_store_n(&amp__vectors.first->state, AMP__VEC_FIBERS, __ATOMIC_RELEASE);
    }
    amp__vectors.last = NULL;
    (void)pthread_cond_broadcast(&amp__vectors.decided);
}

/* In a child that was forked: no thread of the parent is there, so the locks are free, and
   what waited for the compiling thread stays on fibers. */
static AMP__COLD void amp__vec_after_fork(void)
{
    const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    const pthread_cond_t quiet = PTHREAD_COND_INITIALIZER;
    amp__vec_kernel_state *one;
    int k;
    memcpy(&amp__vectors.table, &fresh, sizeof(fresh));
    memcpy(&amp__vectors.work, &fresh, sizeof(fresh));
    memcpy(&amp__vectors.texts, &fresh, sizeof(fresh));
    memcpy(&amp__vectors.decided, &quiet, sizeof(quiet));
    for (k = 0; k < AMP__VEC_BUCKETS; k++) { /* its own launches are told at its end */
        for (one = amp__vectors.bucket[k]; one != NULL; one = one->next) {
            memset(&one->before, 0, sizeof(one->before));
            memset(&one->as_vectors, 0, sizeof(one->as_vectors));
        }
    }
    if (amp__vectors.worker) { /* it may have been in the middle of anything */
        amp__vectors.worker = 0;
        amp__vectors.units = NULL;
        if (amp__vectors.at_work != NULL && amp__vectors.at_work->state == AMP__VEC_WAITING) {
            amp__vectors.at_work->state = AMP__VEC_FIBERS;
        }
        amp__vectors.at_work = NULL;
        amp__vec_forget_queue();
    }
}

/* Kernel number n; NULL where there is none. */
static AMP__COLD amp__vec_kernel_state *amp__vec_kernel_number(int n)
{
    amp__vec_kernel_state *one = NULL;
    int k;
    for (k = 0; k < AMP__VEC_BUCKETS && one == NULL; k++) {
        for (one = amp__vectors.bucket[k]; one != NULL && one->number != n; one = one->next) {
        }
    }
    return one;
}

/* Says how many launches there were, and what they took; ran: "as vectors", say. */
static AMP__COLD void amp__vec_tell_launches(const amp__vec_launches *l, const char *ran)
{
    (void)fprintf(stderr, "%lld launch%s %s took %.1f ms", l->count, l->count == 1 ? "" : "es", ran,
                  1e-6 * (double)l->nanoseconds);
}

/* Says what a kernel cost, and whether the compiler's time was won back: by what its launches as
   vectors would have taken as the ones before them did, thread by thread. */
static AMP__COLD void amp__vec_tell_cost(const amp__vec_kernel_state *one)
{
    const amp__vec_launches *b = &one->before, *v = &one->as_vectors;
    const double cost = 1e-6 * (double)one->cost.nanoseconds;
    const double saved = b->threads > 0 ? 1e-6 * ((double)b->nanoseconds / b->threads * v->threads
                                                  - (double)v->nanoseconds) : 0;
    char other[16];
    if (b->count + v->count == 0) {
        return;
    }
    (void)snprintf(other, sizeof(other), "on %s", one->needs_fibers ? "fibers"
                   : amp__vec_else((int)one->kernel->model));
    (void)fprintf(stderr, "amp: kernel %s at the end%s: ", one->kernel->name,
                  amp__vec_form_said(one->kernel, one->apart));
    if (b->count > 0) {
        amp__vec_tell_launches(b, other);
        (void)fprintf(stderr, v->count > 0 ? ", " : "");
    }
    if (v->count > 0) {
        amp__vec_tell_launches(v, "as vectors");
    }
    if (one->state != AMP__VEC_READY) {
        (void)fprintf(stderr, one->ended ? "; the program ended before it was compiled\n" : "\n");
    } else if (one->since == 0) {
        (void)fprintf(stderr, "; it was made ahead of time\n");
    } else if (one->cost.cached) {
        (void)fprintf(stderr, "; it came from the cache in %.1f ms\n", cost);
    } else if (b->count == 0) {
        (void)fprintf(stderr, "; its compilation took %.1f ms\n", cost);
    } else {
        (void)fprintf(stderr, "; its compilation took %.1f ms and saved %.1f: %swon back\n", cost,
                      saved, saved < cost ? "not " : "");
    }
}

/* Whether the kernel is compiled behind the program's end: it was launched more than once. */
static AMP__COLD int amp__vec_is_worth_the_end(const amp__vec_kernel_state *one)
{
    return __atomic_load_n(&one->asked, __ATOMIC_RELAXED) > 1;
}

/* A kernel that is being compiled when the process ends is compiled to its end, so that the next
   run finds it, if it was launched more than once; those that wait are not, unless none was
   compiled yet. */
static AMP__COLD void amp__vec_at_exit(void)
{
    int joins, k;
    amp__take(&amp__vectors.table);
    amp__vectors.leaving = 1;
    joins = amp__vectors.worker;
    if (amp__vectors.at_work != NULL && !amp__vec_is_worth_the_end(amp__vectors.at_work)) {
        __atomic_store_n(&amp__vectors.setup.stop, 1, __ATOMIC_RELAXED);
    }
    amp__give(&amp__vectors.table);
    if (joins) {
        (void)pthread_join(amp__vectors.thread, NULL);
    }
    for (k = 0; k < amp__vectors.count && !amp__vectors.setup.off && amp__logs(); k++) {
        const amp__vec_kernel_state *one = amp__vec_kernel_number(k);
        if (one != NULL) {
            amp__vec_tell_cost(one);
        }
    }
}

/* Reads the settings and opens the cache, once a process. What goes wrong is no failure:
   amp__error stays what it was. */
static AMP__COLD void amp__vec_prepare(void)
{
    const amp__failure last AMP__PUT_BACK = amp__error;
    amp__take(&amp__vectors.work);
    if (!amp__vectors.ready) {
        amp__vec_set_up(&amp__vectors.setup);
        amp__at_fork(AMP__FORK_VECTORS, amp__vec_after_fork);
        (void)atexit(amp__vec_at_exit);
        __atomic_store_n(&amp__vectors.ready, 1, __ATOMIC_RELEASE);
    }
    amp__give(&amp__vectors.work);
}

/* Sets the kernel's state; `made`, for READY, must be seen before it. */
static AMP__COLD void amp__vec_set_state(amp__vec_kernel_state *one, int state,
                                         const amp__vec_compiled *made)
{
    one->made = made;
    __atomic_store_n(&one->state, state, __ATOMIC_RELEASE);
    amp__take(&amp__vectors.table);
    one->ended = state == AMP__VEC_FIBERS && amp__vectors.leaving;
    (void)pthread_cond_broadcast(&amp__vectors.decided);
    amp__give(&amp__vectors.table);
}

/* The lowest address of the calling thread's stack, asked for once. */
static AMP__COLD char *amp__vec_stack_low(void)
{
    static __thread char *low;
    if (low == NULL) {
        low = amp__stack_low();
        low = low != NULL ? low : (char *)1;
    }
    return low;
}

/* Whether `bytes` more, and some for the rest, fit on the stack. */
static AMP__COLD int amp__vec_fits_on_stack(size_t bytes)
{
    char here;
    const uintptr_t top = (uintptr_t)&here, low = (uintptr_t)amp__vec_stack_low();
    return top > low && top - low > bytes + ((size_t)40 << 10);
}

/* The texts of the kernel's translation unit; NULL where there is no memory for them. */
static AMP__COLD amp__vec_unit *amp__vec_unit_of(const amp__kernel *k)
{
    amp__vec_unit *unit;
    amp__take(&amp__vectors.texts);
    for (unit = amp__vectors.units; unit != NULL && unit->program != k->program;
         unit = unit->next) {
    }
    if (unit == NULL && k->program != NULL) {
        unit = amp__vec_new_unit(&amp__vectors.setup, k->program);
        if (unit != NULL) {
            unit->next = amp__vectors.units;
            amp__vectors.units = unit;
        }
    }
    amp__give(&amp__vectors.texts);
    return unit;
}

/* Decides the kernel, which is `made`, or stays on fibers, which AMP_LOG=1 says with the reason. */
static AMP__COLD void amp__vec_decide(amp__vec_kernel_state *one, const amp__vec_compiled *made,
                                      unsigned long long since, const char *why)
{
    one->since = since;
    if (made == NULL && !__atomic_load_n(&amp__vectors.setup.stop, __ATOMIC_RELAXED)
        && amp__logs()) {
        (void)fprintf(stderr, "amp: kernel %s stays on %s: %s\n", one->kernel->name,
                      amp__vec_else((int)one->kernel->model), why);
    }
    amp__vec_set_state(one, made != NULL ? AMP__VEC_READY : AMP__VEC_FIBERS, made);
}

/* Compiles the kernel and decides it, which is no failure: amp__error stays what it was. Caller
   holds amp__vectors.work. */
static AMP__COLD void amp__vec_compile_kernel(amp__vec_kernel_state *one)
{
    char why[AMP__VEC_SENTENCE] = "there is no memory for this";
    const amp__failure last AMP__PUT_BACK = amp__error;
    const amp__vec_compiled *made = NULL;
    amp__vec_unit *unit = amp__vec_unit_of(one->kernel);
    AMP__ASSERT(amp__holds(&amp__vectors.work));
    if (unit != NULL) {
        made = amp__vec_compile(&amp__vectors.setup, unit, one->kernel, one->apart, &one->cost,
                               why);
    }
    amp__vec_decide(one, made, amp__nanoseconds(), why);
}

/* Takes the kernel from the cache: 1 where it is decided then. That is quicker than a launch on
   fibers, so the launch waits for it, where its stack has room for what loads. */
static AMP__COLD int amp__vec_take_from_cache(amp__vec_kernel_state *one)
{
    enum { AMP__ROOM = 128 << 10 };
    const unsigned long long start = amp__nanoseconds();
    char why[AMP__VEC_SENTENCE];
    const amp__failure last AMP__PUT_BACK = amp__error;
    const amp__vec_compiled *made = NULL;
    const amp__vec_unit *unit = amp__vec_fits_on_stack(AMP__ROOM) ? amp__vec_unit_of(one->kernel)
        : NULL;
    if (unit == NULL || !amp__vec_look_up(&amp__vectors.setup, unit, one->kernel, one->apart,
                                          start, &made, &one->cost, why)) {
        return 0;
    }
    amp__vec_decide(one, made, 1, why);
    return 1;
}

/* The thread that compiles; it ends when nothing waits, and is started again when needed. */
static void *amp__vec_worker(void *unused)
{
    int done = 0;
    for (;; done = 1) {
        amp__vec_kernel_state *one;
        amp__take(&amp__vectors.table);
        one = amp__vectors.first;
        one = amp__vectors.leaving && (done || one == NULL || !amp__vec_is_worth_the_end(one))
            ? NULL : one;
        amp__vectors.at_work = one;
        if (one != NULL) {
            amp__vectors.first = one->later;
        } else {
            amp__vectors.worker = amp__vectors.leaving; /* someone joins it, or nobody */
            amp__vec_forget_queue();
            if (!amp__vectors.leaving) {
                (void)pthread_detach(pthread_self());
            }
        }
        amp__give(&amp__vectors.table);
        if (one == NULL) {
            return unused;
        }
        amp__take(&amp__vectors.work);
        amp__vec_compile_kernel(one);
        amp__give(&amp__vectors.work);
    }
}

/* Starts that thread. Returns whether it could be. */
static AMP__COLD int amp__vec_start_worker(void)
{
    sigset_t all, before;
    pthread_attr_t how;
    int started = 0;
    if (pthread_attr_init(&how) == 0) {
        /* Signals are for the program's own threads. */
        (void)amp__sigfillset(&all);
        (void)amp__sigmask(AMP__SIG_BLOCK, &all, &before);
        started = pthread_attr_setstacksize(&how, AMP__VEC_STACK) == 0
            && pthread_create(&amp__vectors.thread, &how, amp__vec_worker, NULL) == 0;
        (void)amp__sigmask(AMP__SIG_SETMASK, &before, NULL);
        (void)pthread_attr_destroy(&how);
    }
    return started;
}

/* Has the kernel compiled in the background; where no thread can be started, or the process ends,
   it stays on fibers. */
static AMP__COLD void amp__vec_queue_compilation(amp__vec_kernel_state *one)
{
    int leaving;
    amp__take(&amp__vectors.table);
    leaving = amp__vectors.leaving;
    if (!leaving && !amp__vectors.worker) {
        amp__vectors.worker = amp__vec_start_worker();
    }
    if (amp__vectors.worker && !leaving) {
        if (amp__vectors.first == NULL) {
            amp__vectors.first = one;
        } else {
            amp__vectors.last->later = one;
        }
        amp__vectors.last = one;
        one = NULL;
    }
    amp__give(&amp__vectors.table);
    if (one != NULL) {
        if (!leaving && amp__logs()) {
            (void)fprintf(stderr, "amp: kernel %s stays on %s: no thread could be started that "
                          "compiles it, with a stack of %d bytes\n", one->kernel->name,
                          amp__vec_else((int)one->kernel->model), AMP__VEC_STACK);
        }
        amp__vec_set_state(one, AMP__VEC_FIBERS, NULL);
    }
}

/* Waits until the kernel is decided. Returns its state. */
static AMP__COLD int amp__vec_wait_for(amp__vec_kernel_state *one)
{
    int state;
    amp__take(&amp__vectors.table);
    while ((state = __atomic_load_n(&one->state, __ATOMIC_ACQUIRE)) == AMP__VEC_WAITING) {
        (void)pthread_cond_wait(&amp__vectors.decided, &amp__vectors.table);
    }
    amp__give(&amp__vectors.table);
    return state;
}

/* The sum of the program's own regions, as tools/amp_vectors takes it. */
static AMP__COLD amp__cache_key amp__vec_regions_sum(const amp__program *p)
{
    const amp__device_region *r;
    amp__cache_key k = amp__cache_key_start();
    for (r = p->first; r != NULL; r = r->next) {
        if (!r->library) {
            const char *from, *to;
            amp__c_region_lines(r, &from, &to);
            amp__cache_key_add(&k, from, (size_t)(to - from));
        }
    }
    return k;
}

/* Whether the kernel was made ahead of time; if so it is decided. */
static AMP__COLD int amp__vec_was_made_ahead(amp__vec_kernel_state *one)
{
    const amp__kernel *k = one->kernel;
    const amp__vec_ahead *a;
    for (a = amp__vec_all_ahead; a != NULL; a = a->next) {
        if (a->program == k->program && strcmp(a->made.name, k->name) == 0) {
            const amp__cache_key sum = amp__vec_regions_sum(k->program);
            const int same = sum.a == a->sum[0] && sum.b == a->sum[1];
            const char *differs = amp__vec_differs(&a->made, k);
            if (!same) {
                one->stale = a->file;
            } else if (amp__logs()) {
                (void)fprintf(stderr, differs == NULL
                              ? "amp: kernel %s runs as vectors%s, made ahead of time\n"
                              : "amp: kernel %s stays on %s: %s\n", k->name, differs == NULL
                              ? amp__vec_form_said(k, one->apart)
                              : amp__vec_else((int)k->model), differs);
            }
            amp__vec_set_state(one, !same ? AMP__VEC_STALE : differs != NULL ? AMP__VEC_FIBERS
                               : AMP__VEC_READY, &a->made);
            return 1;
        }
    }
    return 0;
}

/* The state in a bucket's list of the kernel, for such launches; NULL where there is none. */
static inline amp__vec_kernel_state *amp__vec_state_of(amp__vec_kernel_state *one,
                                                       const amp__kernel *k, int apart)
{
    while (one != NULL && (one->kernel != k || one->apart != apart)) {
        one = one->next;
    }
    return one;
}

/* At a kernel's first such launch: the amp__vec_kernel_state that another thread has made
   meanwhile, or a new one; NULL where there is no memory for one. */
static AMP__COLD amp__vec_kernel_state *amp__vec_find_or_create_state(const amp__kernel *k,
                                                                      int apart)
{
    const amp__failure last AMP__PUT_BACK = amp__error; /* the launch can do without the memory */
    amp__vec_kernel_state **at = &amp__vectors.bucket[(uintptr_t)k / 64 % AMP__VEC_BUCKETS], *one;
    int fresh = 0, needs_fibers;
    char why[AMP__VEC_CARRIED];
    if (!__atomic_load_n(&amp__vectors.ready, __ATOMIC_ACQUIRE)) {
        amp__vec_prepare();
    }
    needs_fibers = k->model == AMP__PHASED && amp__vec_carries(k, why);
    amp__take(&amp__vectors.table);
    one = amp__vec_state_of(*at, k, apart);
    if (one == NULL) {
        one = (amp__vec_kernel_state *)amp__alloc_quietly(sizeof(*one));
        if (one != NULL) {
            memset(one, 0, sizeof(*one));
            one->kernel = k;
            one->apart = apart;
            one->number = amp__vectors.count++;
            one->next = *at;
            fresh = 1;
            one->needs_fibers = needs_fibers;
            if (amp__vectors.setup.off || needs_fibers) {
                one->state = AMP__VEC_FIBERS;
            }
            __atomic_store_n(at, one, __ATOMIC_RELEASE);
        }
    }
    amp__give(&amp__vectors.table);
    if (needs_fibers && fresh && amp__logs()) {
        (void)fprintf(stderr, "amp: kernel %s runs on fibers: %s: use thread_private\n", k->name,
                      why);
    }
    if (one == NULL || !fresh || one->state != AMP__VEC_WAITING || amp__vec_was_made_ahead(one)) {
        return one;
    }
#ifndef AMP_VECTORS /* only AMP_VECTORS_AHEAD */
    amp__vec_set_state(one, AMP__VEC_FIBERS, NULL);
#else
    if (!amp__vec_take_from_cache(one)) {
        amp__vec_queue_compilation(one);
    }
#endif
    return one;
}

/* *made: the kernel as vectors, for launches whose views are apart or for any, or NULL where it
   runs on fibers or loops, for now or for good. *needs_fibers: 1 where it must not run as loops,
   else 0. AMP_BUILD_FAILED where it was made ahead of time from another text. */
static inline amp_status amp__vec_find(const amp__kernel *k, int apart,
                                       const amp__vec_compiled **made, int *needs_fibers)
{
    amp__vec_kernel_state *one = amp__vec_state_of(__atomic_load_n(
        &amp__vectors.bucket[(uintptr_t)k / 64 % AMP__VEC_BUCKETS], __ATOMIC_ACQUIRE), k, apart);
    int state;
    *made = NULL;
    *needs_fibers = 0;
    if (one == NULL && (one = amp__vec_find_or_create_state(k, apart)) == NULL) {
        return AMP_OK; /* there is no memory to remember it */
    }
    state = __atomic_load_n(&one->state, __ATOMIC_ACQUIRE);
    if (state == AMP__VEC_WAITING) {
        (void)__atomic_add_fetch(&one->asked, 1, __ATOMIC_RELAXED);
        state = amp__vectors.setup.wait ? amp__vec_wait_for(one) : state;
    }
    if (state == AMP__VEC_STALE) {
        return amp__fail(AMP_BUILD_FAILED, "kernel %s: %s was made from another text of its "
                         "device region: make it again with amp_vectors", k->name, one->stale);
    }
    *made = state == AMP__VEC_READY ? one->made : NULL;
    *needs_fibers = one->needs_fibers;
    return AMP_OK;
}

/* When a launch begins, under AMP_LOG=1; else 0. Asked once a process. */
static inline unsigned long long amp__vec_launch_begins(void)
{
    int times = __atomic_load_n(&amp__vectors.times, __ATOMIC_RELAXED);
    if (times == 0) {
        times = 1 + (amp__logs() != 0);
        __atomic_store_n(&amp__vectors.times, times, __ATOMIC_RELAXED);
    }
    return times == 2 ? amp__nanoseconds() : 0;
}

/* Notes what a launch took that began then, of views that are apart or not. One that the compiler
   ended in counts as one before, and not at all where it waited for that. */
static AMP__COLD void amp__vec_note_launch(const amp__launch *launch, int apart,
                                           unsigned long long begun)
{
    const unsigned long long now = amp__nanoseconds();
    const uintptr_t bucket = (uintptr_t)launch->kernel / 64 % AMP__VEC_BUCKETS;
    amp__vec_kernel_state *one;
    double threads = 1;
    int k, late;
    for (k = 0; k < launch->rank; k++) {
        threads *= launch->extent[k];
    }
    amp__take(&amp__vectors.table);
    one = amp__vec_state_of(amp__vectors.bucket[bucket], launch->kernel, apart);
    if (one != NULL) {
        late = __atomic_load_n(&one->state, __ATOMIC_ACQUIRE) == AMP__VEC_READY
            && one->since <= begun;
        if (late || !amp__vectors.setup.wait) {
            amp__vec_launches *l = late ? &one->as_vectors : &one->before;
            l->count++;
            l->threads += threads;
            l->nanoseconds += now - begun;
        }
    }
    amp__give(&amp__vectors.table);
}

#endif /* AMP_VECTORS_ENGINE_H */
