/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_STACK_FAULT_H
#define AMP_EMU_STACK_FAULT_H
/*
amp/emu/stack_fault.h: a fiber that runs out of stack: from a fault in a guard back to the
scheduler.
*/

#include "pool.h"
#include "../base/memory.h"
#include "../base/plugin.h"
#include "../base/signals.h"
#include "crash.h"

#if AMP__IMPLEMENT

/* A fiber that runs out of stack touches the guard below it: a memory fault.
   The handler, on a stack of its own, finds that the address lies in a guard
   of this OS thread's pool, and changes where the interrupted code continues:
   at amp__fiber_overflowed, on the fiber's emptied stack. Every other fault
   goes to the handler that was there before, or kills the process as it would
   have without amp.

   What it cannot see: a function whose frame is larger than the guard (1 MB; 64 KB
   where address space is short) may step over it into the next fiber's stack: compile with
   -fstack-clash-protection where kernels have such frames. A lock that the
   kernel's thread held, in malloc say, stays locked. */
static AMP__RAW void amp__fiber_overflowed(amp__fiber *f)
{
    amp__pool *p = amp__my_pool;
    p->tile->fault.what = AMP__STACK_SPENT;
    p->tile->fault.a = f->thread;
    p->tile->fault.bytes = p->stack;
    amp__fiber_switch(f, &p->scheduler, 1);
}

#if AMP__HAS_SIGNALS
#define AMP__CATCH 1
#elif defined(__APPLE__) && (defined(__x86_64__) || defined(__aarch64__))
#define AMP__CATCH 1 /* written from the headers of the system, and not tested */
#endif

#ifdef AMP__CATCH
#ifdef __APPLE__
typedef struct sigaction amp__old_action;
#else
typedef amp__sigaction amp__old_action;
#endif
/* The handlers that were there before ours. */
#define amp__faults AMP__VERSIONED(amp__faults)
#define amp__faults_once AMP__VERSIONED(amp__faults_once)
typedef struct amp__faults_state {
    amp__old_action segv, bus;
    int watched; /* 1: the handler is there; 2: and the program had one before */
} amp__faults_state;
AMP__C_BEGIN
__attribute__((weak)) amp__faults_state amp__faults;
__attribute__((weak)) pthread_once_t amp__faults_once = PTHREAD_ONCE_INIT;
AMP__C_END
/* Bytes of the stack that the handler runs on: the fiber's own is used up. */
enum { AMP__SIGNAL_STACK = 65536 };

/* The fiber that ran out of stack, if a fault at `address`, with the stack pointer sp, in the
   tile at work, means that; else NULL. */
static AMP__COLD amp__fiber *amp__overflow_of(uintptr_t address, uintptr_t sp,
                                              struct amp__tile *tile);

/* The handler of memory faults: where a fiber ran out of stack, the interrupted code
   continues in amp__fiber_overflowed; any other fault goes to the handler that was there before. */
#ifdef __APPLE__
static AMP__COLD void amp__on_fault(int signal_number, siginfo_t *info, void *context)
{
    ucontext_t *u = (ucontext_t *)context;
    amp__pool *p = amp__my_pool;
    amp__fiber *f = NULL;
    const amp__old_action *old = signal_number == SIGBUS ? &amp__faults.bus : &amp__faults.segv;
#if defined(__x86_64__)
    if (p != NULL && p->tile != NULL) {
        f = amp__overflow_of((uintptr_t)info->si_addr,
                             (uintptr_t)u->uc_mcontext->__ss.__rsp, p->tile);
    }
    if (f != NULL) {
        u->uc_mcontext->__ss.__rsp = (uintptr_t)f->bottom + f->size - 4096 - 64 - 8;
        u->uc_mcontext->__ss.__rip = (uintptr_t)amp__fiber_overflowed;
        u->uc_mcontext->__ss.__rdi = (uintptr_t)f;
        return;
    }
#else
    if (p != NULL && p->tile != NULL) {
        f = amp__overflow_of((uintptr_t)info->si_addr,
                             (uintptr_t)u->uc_mcontext->__ss.__sp, p->tile);
    }
    if (f != NULL) {
        u->uc_mcontext->__ss.__sp = (uintptr_t)f->bottom + f->size - 4096 - 64;
        u->uc_mcontext->__ss.__pc = (uintptr_t)amp__fiber_overflowed;
        u->uc_mcontext->__ss.__x[0] = (uintptr_t)f;
        return;
    }
#endif
    if (old->sa_flags & SA_SIGINFO) {
        old->sa_sigaction(signal_number, info, context);
    } else if (old->sa_handler == SIG_DFL || old->sa_handler == SIG_IGN) {
        (void)sigaction(signal_number, old, NULL); /* it comes again, and kills */
    } else {
        old->sa_handler(signal_number);
    }
}

/* Once a process: the handler takes the place of those that were there. */
static AMP__COLD void amp__faults_install(void)
{
    struct sigaction a;
    memset(&a, 0, sizeof(a));
    a.sa_sigaction = amp__on_fault;
    a.sa_flags = SA_SIGINFO | SA_ONSTACK;
    (void)sigaction(SIGSEGV, &a, &amp__faults.segv);
    (void)sigaction(SIGBUS, &a, &amp__faults.bus);
    __atomic_store_n(&amp__faults.watched, 1, __ATOMIC_RELEASE);
}
/* Installs the handler, at the first launch. */
static inline AMP__HOT void amp__faults_watch(void)
{
    (void)pthread_once(&amp__faults_once, amp__faults_install);
}


/* Makes overflows of the calling OS thread's fibers, those of p, end as a status; once a
   thread. A signal stack that the program has set is kept. */
static inline AMP__HOT void amp__catch_faults(amp__pool *p)
{
    stack_t s, old;
    memset(&s, 0, sizeof(s));
    (void)pthread_once(&amp__faults_once, amp__faults_install);
    if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE)) {
        p->signal_stack = (char *)amp__alloc_quietly(AMP__SIGNAL_STACK);
        s.ss_sp = p->signal_stack;
        s.ss_size = AMP__SIGNAL_STACK;
        if (p->signal_stack != NULL) {
            (void)sigaltstack(&s, NULL);
        }
    }
}

/* Undoes it, when the thread ends: its signal stack is freed. */
static inline AMP__HOT void amp__catch_no_faults(amp__pool *p)
{
    stack_t s, old;
    memset(&s, 0, sizeof(s));
    s.ss_flags = SS_DISABLE;
    if (p->signal_stack != NULL && sigaltstack(NULL, &old) == 0 && old.ss_sp == p->signal_stack) {
        (void)sigaltstack(&s, NULL);
    }
    amp__free(p->signal_stack);
}
#else
static AMP__COLD void amp__on_fault(int signal_number, void *info, void *context)
{
    amp__pool *p = amp__my_pool;
    const amp__old_action *old = &amp__faults.segv;
    int code;
    uintptr_t address, sp;
    memcpy(&code, (char *)info + 8, sizeof(code));
    memcpy(&address, (char *)info + 16, sizeof(address));
    memcpy(&sp, (char *)context + AMP__REG_SP, sizeof(sp));
    if (code > 0 && p != NULL && p->tile != NULL) { /* else it was sent by somebody */
        amp__fiber *f = amp__overflow_of(address, sp, p->tile);
        if (f != NULL) {
            const uintptr_t top = ((uintptr_t)f->bottom + f->size - 4096 - 64)
                & ~(uintptr_t)63, pc = (uintptr_t)amp__fiber_overflowed;
            sp = top - AMP__CALL_PUSHES;
            memcpy((char *)context + AMP__REG_ARGUMENT, &f, sizeof(f));
            memcpy((char *)context + AMP__REG_SP, &sp, sizeof(sp));
            memcpy((char *)context + AMP__REG_PC, &pc, sizeof(pc));
            return;
        }
    }
    if (code > 0 && amp__my_tile != NULL && amp__my_tile->launch != NULL
        && amp__faults.watched != 2 && !AMP__ASAN && !AMP__TSAN) {
        amp__old_action none; /* what the kernel wrote before may have changed *old */
        memset(&none, 0, sizeof(none));
        amp__crash_say(amp__my_tile, address);
        (void)amp__sigaction_call(signal_number, &none, NULL); /* it comes again, and kills */
    } else if (old->flags & AMP__SA_SIGINFO) {
        old->handler.full(signal_number, info, context);
    } else if ((uintptr_t)old->handler.plain <= 1) { /* SIG_DFL, SIG_IGN */
        (void)amp__sigaction_call(signal_number, old, NULL); /* it comes again, and kills */
        if (code <= 0) {
            (void)amp__raise_call(signal_number);
        }
    } else {
        old->handler.plain(signal_number);
    }
}

/* Once a process: the handler takes the place of the one that was there. */
static AMP__COLD void amp__faults_install(void)
{
    amp__sigaction a;
    memset(&a, 0, sizeof(a));
    a.handler.full = amp__on_fault;
    a.flags = AMP__SA_SIGINFO | AMP__SA_ONSTACK;
    (void)amp__sigaction_call(AMP__SIGSEGV, &a, &amp__faults.segv);
    __atomic_store_n(&amp__faults.watched, amp__faults.segv.flags & AMP__SA_SIGINFO
                     || (uintptr_t)amp__faults.segv.handler.plain > 1 ? 2 : 1, __ATOMIC_RELEASE);
}

/* Installs the handler, at the first launch, whatever its engine. */
static AMP__COLD void amp__faults_watch(void)
{
    amp__stay_loaded();
    (void)pthread_once(&amp__faults_once, amp__faults_install);
}

/* Makes overflows of the calling OS thread's fibers, those of p, end as a status; once a
   thread. A signal stack that the program has set is kept. */
static inline AMP__HOT void amp__catch_faults(amp__pool *p)
{
    amp__sigaltstack s, old;
    memset(&s, 0, sizeof(s));
    (void)pthread_once(&amp__faults_once, amp__faults_install);
    if (amp__sigaltstack_call(NULL, &old) == 0 && (old.flags & AMP__SS_DISABLE)) {
        p->signal_stack = (char *)amp__alloc_quietly(AMP__SIGNAL_STACK);
        s.sp = p->signal_stack;
        s.size = AMP__SIGNAL_STACK;
        if (p->signal_stack != NULL) {
            (void)amp__sigaltstack_call(&s, NULL);
        }
    }
}

/* Undoes it, when the thread ends: its signal stack is freed. */
static inline AMP__HOT void amp__catch_no_faults(amp__pool *p)
{
    amp__sigaltstack s, old;
    memset(&s, 0, sizeof(s));
    s.flags = AMP__SS_DISABLE;
    if (p->signal_stack != NULL && amp__sigaltstack_call(NULL, &old) == 0
        && old.sp == p->signal_stack) {
        (void)amp__sigaltstack_call(&s, NULL);
    }
    amp__free(p->signal_stack);
}
#endif

static AMP__COLD amp__fiber *amp__overflow_of(uintptr_t address, uintptr_t sp,
                                              struct amp__tile *tile)
{
    const amp__pool *p = amp__my_pool;
    amp__fiber *f = tile->fiber;
    const uintptr_t low = (uintptr_t)p->memory, bottom = (uintptr_t)f->bottom;
    if (address - low < p->stride * (size_t)p->count && (address - low) % p->stride < p->guard) {
        return f;
    }
    /* a large frame that lies below all of the pool */
    return sp < bottom && address < bottom && address >= sp - 256 ? f : NULL;
}
#else
/* On this system an overflow ends in the guard, and the process with it: there is nothing to
   set up. */
static inline AMP__HOT void amp__catch_faults(amp__pool *p) { (void)p; }
static inline AMP__HOT void amp__catch_no_faults(amp__pool *p) { (void)p; }
#endif

/* At each launch. */
static inline AMP__HOT void amp__faults_begin(void)
{
#ifdef AMP__CATCH
    if (__builtin_expect(__atomic_load_n(&amp__faults.watched, __ATOMIC_ACQUIRE) == 0, 0)) {
        amp__faults_watch();
    }
#endif
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_EMU_STACK_FAULT_H */
