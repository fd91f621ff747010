/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_LIVELOCK_H
#define AMP_CHECK_LIVELOCK_H
/*
amp/check/livelock.h: a thread that spins, with accesses or without, and the way
out of its kernel.
*/

#include "findings.h"
#include "../base/signals.h"

/* Leaves the kernel for good: the tile of the thread at work, or, in a simple kernel,
   that thread. Does not return. */
static AMP__NOINLINE AMP__CHECK void amp__check_leave(void)
{
    amp__check_state *k = &amp__check_shared;
    k->pending.on = 0;
    k->leaving = 1;
    amp__check_on = 0;
    k->busy = 0;
    if (k->simple) {
        longjmp(k->simple_leave, 1);
    }
    k->leave(k->leave_argument);
}

/* See hooks.h. */
static AMP__CHECK void amp__check_for_good(void)
{
    if (amp__check_on && amp__check_shared.sharing) {
        amp__check_suspect();
        amp__check_leave();
    }
}

/* The thread at work waits until all others of its tile have come to a barrier or ended, then
   the tile is left; a thread of a simple kernel leaves at once. Does not return. */
static AMP__NOINLINE AMP__CHECK void amp__check_leave_last(void)
{
    if (!amp__check_shared.simple) {
        amp__check_shared.park(amp__check_shared.leave_argument);
    }
    amp__check_leave();
}

/* The thread at work has spun for too long: notes the finding, and leaves the kernel. at: a word
   that it read, 0 where none is known; tile: it is in tile memory; kind: of its accesses,
   AMP__CHECK_EITHER where it makes none. Does not return. */
static AMP__NOINLINE AMP__CHECK void amp__check_report_livelock(uintptr_t at, int kind,
                                                                unsigned site, int tile)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_finding f;
    amp__check_begin_finding(&f, AMP_CHECK_LIVELOCK, site, kind);
    if (at != 0) {
        amp__check_place_finding(&f, at, tile, 0);
    }
    k->spin = 0;
    k->livelocked = site;
    amp__check_find(&f);
    if (k->stuck >= AMP__CHECK_STUCK) { /* the others of the tile would take as long, each */
        amp__check_leave();
    }
    amp__check_leave_last();
}

/* Whether so much processor time has passed since `since`, in seconds. */
static AMP__CHECK int amp__check_cpu_time_passed(clock_t since, double seconds)
{
    return (double)(clock() - since) >= seconds * (double)CLOCKS_PER_SEC;
}

/* The thread at work has read the same few words many times in turn, or has made very many
   accesses without a barrier: looks whether it is a livelock, which is a matter of time.
   Where the same instruction was one already, in this launch, it is one at once. */
static AMP__NOINLINE AMP__CHECK void amp__check_test_livelock(uintptr_t at, int kind, unsigned site,
                                                              int tile)
{
    amp__check_state *k = &amp__check_shared;
    if (k->spin >= AMP__CHECK_SPIN_READS) {
        k->spin = 1; /* not 0: the next look knows when it began */
        if (k->spin_since == 0) {
            k->spin_since = clock();
        }
        if (k->livelocked == site || amp__check_cpu_time_passed(k->spin_since, k->patience)) {
            amp__check_report_livelock(at, kind, site, tile);
        }
    } else if (k->thread_since == 0) {
        k->thread_since = clock();
    } else if (amp__check_cpu_time_passed(k->thread_since, 30 * k->patience)) {
        amp__check_report_livelock(at, kind, site, tile);
    }
}

/* A loop without an access: it has no end, or a compiler took its accesses out, because
   no other thread may change a plain variable. Such a loop is found by a watchdog: a thread that
   looks whether the kernel's thread at work has made progress, and sends it a signal after 5
   seconds without an access. The handler lets the kernel continue in amp__check_stuck. */
#if AMP__HAS_SIGNALS
enum { AMP__CHECK_SIGNAL = 60 }; /* a real-time signal */
int amp__usleep_call(unsigned) AMP__SYSTEM_CALL("usleep"); /* -std=c99 hides it */
/* Where a kernel's thread that spins without an access is made to continue: notes the finding, and
   leaves the kernel. Its line is where it was interrupted; or where its last basic block began, if
   it announces those: then it is in the library for most of the time. */
static AMP__NOINLINE AMP__CHECK void amp__check_stuck(void)
{
    amp__check_state *k = &amp__check_shared;
    k->stuck++;
    amp__check_report_livelock(k->last_read, AMP__CHECK_EITHER,
                               amp__check_site_of(k->last_block ? k->last_block : k->fault.pc + 1,
                                                  NULL, NULL),
                               k->last_read - k->tile_low < k->tile_size);
}
/* Makes interrupted code, of a signal's third argument, continue at the function `to`, which does
   not return: below what the interrupted function may use unseen. */
static AMP__CHECK void amp__check_divert(void *context, void (*to)(void))
{
    const uintptr_t pc = (uintptr_t)to;
    uintptr_t sp = *(uintptr_t *)(void *)((char *)context + AMP__REG_SP);
    amp__check_shared.fault.pc = *(uintptr_t *)(void *)((char *)context + AMP__REG_PC);
    sp = ((sp - 256) & ~(uintptr_t)63) - AMP__CALL_PUSHES;
    *(uintptr_t *)(void *)((char *)context + AMP__REG_SP) = sp;
    *(uintptr_t *)(void *)((char *)context + AMP__REG_PC) = pc;
}
/* The watchdog's signal: the interrupted kernel continues in amp__check_stuck. */
static AMP__CHECK void amp__check_on_signal(int number, void *info, void *context)
{
    (void)number;
    (void)info;
    if (amp__check_on) {
        amp__check_divert(context, amp__check_stuck);
    }
}
/* What the watchdog saw of a worker when it looked last. */
typedef struct amp__check_worker_progress {
    unsigned long long seen, steps;
    int still; /* how often there was no progress, in turn */
} amp__check_worker_progress;

/* Looks at one worker. */
static AMP__CHECK void amp__check_inspect_worker(volatile amp__check_state *k,
                                                 amp__check_worker_progress *last)
{
    last->still = k->busy && last->seen == k->seen && last->steps == k->steps ? last->still + 1 : 0;
    last->seen = k->seen;
    last->steps = k->steps;
    if (last->still >= (k->stuck != 0 ? 1 : 5)) {
        last->still = 0;
        (void)amp__pthread_kill_call(k->os_thread, AMP__CHECK_SIGNAL);
    }
}

/* The watchdog: looks five times in the time that a thread has, until the process ends. */
static AMP__CHECK void *amp__check_watch(void *nothing)
{
    volatile amp__check_state *k = &amp__check_process;
    amp__check_worker_progress last[1 + AMP__CHECK_WORKERS];
    int i;
    __builtin_memset(last, 0, sizeof(last));
    for (;;) {
        (void)amp__usleep_call((unsigned)(k->patience * 0.5e6)); /* of 2.5 times that time */
        amp__check_inspect_worker(k, last);
        for (i = 0; i < AMP__CHECK_WORKERS && k->worker[i] != NULL; i++) {
            amp__check_inspect_worker(k->worker[i], last + 1 + i);
        }
    }
    return nothing;
}
/* Starts the watchdog, once a process. */
static AMP__CHECK void amp__check_watchdog(void)
{
    amp__sigaction action = AMP__ZERO;
    pthread_t dog;
    action.handler.full = amp__check_on_signal;
    action.flags = AMP__SA_SIGINFO;
    if (!amp__check_shared.watchdog && amp__sigaction_call(AMP__CHECK_SIGNAL, &action, NULL) == 0
        && pthread_create(&dog, NULL, amp__check_watch, NULL) == 0) {
        (void)pthread_detach(dog);
        amp__check_shared.watchdog = 1;
    }
}
#else
/* Elsewhere there is no watchdog. */
static AMP__CHECK void amp__check_watchdog(void) {}
#endif

#endif /* AMP_CHECK_LIVELOCK_H */
