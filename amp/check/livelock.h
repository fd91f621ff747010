/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_LIVELOCK_H
#define AMP_CHECK_LIVELOCK_H
/*
amp/check/livelock.h: a thread that spins, with accesses or without, and the way
out of its kernel.
*/

#include "findings.h"
#include "../signals.h"

#if AMP__CHECKING && AMP__IMPLEMENT

/* Leaves the kernel for good: the tile of the thread at work, or, in a simple kernel,
   that thread. Does not return. */
static AMP__NOINLINE AMP__CHECK void amp__check_leave(void)
{
    amp__check_shared.pending.on = 0;
    amp__check_shared.leaving = 1;
    amp__check_on = 0;
    amp__check_shared.busy = 0;
    if (amp__check_shared.simple) {
        longjmp(amp__check_shared.simple_leave, 1);
    }
    amp__check_shared.leave(amp__check_shared.leave_argument);
}

/* The thread at work has read the same few words for very long: notes the finding, and leaves
   the kernel. at: one of the words, 0 where it is not known; tile: it is in tile memory. Does
   not return. */
static AMP__NOINLINE AMP__CHECK void amp__check_spins(uintptr_t at, int kind, unsigned site,
                                                      int tile)
{
    amp__check_finding f;
    amp__check_clear_finding(&f, AMP_CHECK_LIVELOCK);
    f.array = at == 0 ? -1 : amp__check_array_at(at, tile, 0);
    f.at = f.array < 0 ? 0 : (ptrdiff_t)(at - amp__check_shared.array[f.array].low);
    f.site_a = f.site_b = (unsigned short)site;
    f.kind_a = (unsigned char)kind;
    f.key_a = amp__check_shared.base + amp__check_shared.thread;
    amp__check_shared.spin = 0;
    amp__check_shared.livelocked = 1;
    amp__check_find(&f);
    if (!amp__check_shared.simple) { /* the others of the tile continue to their next barrier */
        amp__check_shared.park(amp__check_shared.leave_argument);
    }
    amp__check_leave();
}

/* A compiler may take the accesses out of a loop that waits for a plain variable, because no
   other thread may change it. Such a loop is found by a watchdog: a thread that looks whether the
   kernel's thread at work has made progress, and sends it a signal after 5 seconds without an
   access. The handler lets the kernel continue in amp__check_stuck. */
#if AMP__HAS_SIGNALS
enum { AMP__CHECK_SIGNAL = 60, AMP__CHECK_PATIENCE = 5 }; /* a real-time signal; seconds */
/* Strict C99 hides these. */
int amp__check_pthread_kill(pthread_t, int) __asm__("pthread_kill");
unsigned amp__check_sleep(unsigned) __asm__("sleep");
/* Where a kernel's thread that spins without an access is made to continue: notes the finding, and
   leaves the kernel. */
static AMP__NOINLINE AMP__CHECK void amp__check_stuck(void)
{
    amp__check_state *k = &amp__check_shared;
    k->stuck++;
    if (k->last.at != 0) {
        amp__check_spins(k->last.at, AMP__CHECK_READ, k->last.site, k->last.tile);
    }
    amp__check_spins(0, AMP__CHECK_READ, 0, 0);
}
/* The watchdog's signal: the interrupted kernel continues in amp__check_stuck. */
static AMP__CHECK void amp__check_on_signal(int number, void *info, void *context)
{
    const uintptr_t to = (uintptr_t)amp__check_stuck;
    uintptr_t sp;
    (void)number;
    (void)info;
    if (amp__check_on) { /* below what the interrupted function may use unseen */
        sp = *(uintptr_t *)(void *)((char *)context + AMP__REG_SP);
        sp = ((sp - 256) & ~(uintptr_t)63) - AMP__CALL_PUSHES;
        *(uintptr_t *)(void *)((char *)context + AMP__REG_SP) = sp;
        *(uintptr_t *)(void *)((char *)context + AMP__REG_PC) = to;
    }
}
/* The watchdog: looks once a second, for as long as the process lives. */
static AMP__CHECK void *amp__check_watch(void *nothing)
{
    volatile amp__check_state *k = &amp__check_shared;
    unsigned long long seen = 0, steps = 0;
    int still = 0;
    for (;;) {
        (void)amp__check_sleep(1);
        still = k->busy && seen == k->seen && steps == k->steps ? still + 1 : 0;
        seen = k->seen;
        steps = k->steps;
        if (still >= (k->livelocked ? 1 : AMP__CHECK_PATIENCE)) {
            still = 0;
            (void)amp__check_pthread_kill(k->os_thread, AMP__CHECK_SIGNAL);
        }
    }
    return nothing;
}
/* Starts the watchdog, once a process. */
static AMP__CHECK void amp__check_watchdog(void)
{
    amp__sigaction action;
    pthread_t dog;
    __builtin_memset(&action, 0, sizeof(action));
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

#endif /* AMP__CHECKING && AMP__IMPLEMENT */

#endif /* AMP_CHECK_LIVELOCK_H */
