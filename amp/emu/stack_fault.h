/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_STACK_FAULT_H
#define AMP_EMU_STACK_FAULT_H
/*
amp/emu/stack_fault.h: a kernel that runs out of stack, a fiber's or an OS thread's own: from the
memory fault back to the scheduler, or to where the kernel was entered.
*/

#include "fault.h"
#include "../base/pages.h"
#include "../base/plugin.h"
#include "../base/signals.h"
#include "crash.h"

/* A kernel that runs out of stack touches the guard below it: a memory fault.
   The handler, on a stack of its own, finds that the address lies in a guard
   of this OS thread's pool, or, of a kernel on an OS thread's own stack, below
   where it was entered; and changes where the interrupted code continues: at
   amp__fiber_overflowed or amp__stack_overflowed, on the emptied stack. Every
   other fault goes to the handler that was there before, or kills the process
   as it would have without amp.

   What it cannot see: a function whose frame is larger than the guard (1 MB; 64 KB
   where address space is short; 4 KB of an OS thread) may step over it into the next stack: compile
   with -fstack-clash-protection where kernels have such frames. A lock that the
   kernel's thread held, in malloc say, stays locked. */
static AMP__RAW void amp__fiber_overflowed(amp__fiber *f)
{
    amp__pool *p = amp__my_pool;
    p->tile->fault.what = AMP__STACK_SPENT;
    p->tile->fault.a = f->thread;
    p->tile->fault.bytes = p->stack;
    amp__fiber_switch(f, &p->scheduler, 1);
}

static AMP__RAW void amp__stack_overflowed(amp__tile *t)
{
#if AMP__ASAN
    __asan_unpoison_memory_region(t->stack - t->fault.bytes, t->fault.bytes);
#endif
    (void)amp__watch_aside();
    t->fault.what = AMP__OWN_STACK_SPENT;
    t->fault.a = t->thread;
    amp__leave_kernel(t);
}

/* An address below the calling function's frame, where those of the kernel that it enters begin:
   for amp__tile.stack. */
static AMP__NOINLINE AMP__HOT char *amp__stack_here(void)
{
    return (char *)__builtin_frame_address(0);
}

#if AMP__HAS_SIGNALS
#define AMP__CATCH 1
#elif defined(__APPLE__) && (defined(__x86_64__) || defined(__aarch64__))
#define AMP__CATCH 1 /* written from the headers of the system, and not tested */
#endif

#ifdef AMP__CATCH
#ifdef __APPLE__
typedef struct sigaction amp__old_action;
typedef stack_t amp__sigaltstack;
#define amp__sigaltstack_call sigaltstack
#define AMP__SS_DISABLE SS_DISABLE
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
AMP__ONE_COPY amp__faults_state amp__faults;
AMP__ONE_COPY pthread_once_t amp__faults_once = PTHREAD_ONCE_INIT;
/* Whether the calling OS thread has been given a signal stack, or has its own; the library's are
   freed when their thread ends. */
#define amp__faults_caught AMP__VERSIONED(amp__faults_caught)
#define amp__signal_stack_key AMP__VERSIONED(amp__signal_stack_key)
#define amp__signal_stack_once AMP__VERSIONED(amp__signal_stack_once)
AMP__ONE_COPY __thread int amp__faults_caught;
AMP__ONE_COPY pthread_key_t amp__signal_stack_key;
AMP__ONE_COPY pthread_once_t amp__signal_stack_once = PTHREAD_ONCE_INIT;
/* Bytes of the stack that the handler runs on: the kernel's is used up. */
enum { AMP__SIGNAL_STACK = 65536 };

/* Where the interrupted code continues: a function, its argument, the highest address of its
   stack, of which the last 6 bits are 0. */
typedef struct amp__way_out { uintptr_t function, argument, top; } amp__way_out;

/* Whether a fault at `address`, with the stack pointer sp, means that the calling thread's kernel
   ran out of stack; then also *out, and, of an OS thread's own, how much it had. */
static AMP__COLD int amp__overflow_of(uintptr_t address, uintptr_t sp, amp__way_out *out)
{
    const amp__pool *p = amp__my_pool;
    amp__tile *t = amp__my_tile;
    if (p != NULL && p->tile != NULL) {
        amp__fiber *f = p->tile->fiber;
        const uintptr_t low = (uintptr_t)p->memory, bottom = (uintptr_t)f->bottom;
        out->function = (uintptr_t)amp__fiber_overflowed;
        out->argument = (uintptr_t)f;
        out->top = (bottom + f->size - 4096 - 64) & ~(uintptr_t)63;
        return (address - low < p->stride * (size_t)p->count
                && (address - low) % p->stride < p->guard)
            /* a large frame that lies below all of the pool */
            || (sp < bottom && address < bottom && address >= sp - 256);
    }
    /* all between sp and t->stack is stack, and would be there if it were not spent */
    if (t != NULL && t->stack != NULL && address >= sp - 256 && address < (uintptr_t)t->stack) {
        out->function = (uintptr_t)amp__stack_overflowed;
        out->argument = (uintptr_t)t;
        out->top = ((uintptr_t)t->stack - 256) & ~(uintptr_t)63;
        t->fault.bytes = (uintptr_t)t->stack - sp;
        return 1;
    }
    return 0;
}

/* The handler of memory faults: where a kernel ran out of stack, the interrupted code
   continues elsewhere; any other fault goes to the handler that was there before. */
#ifdef __APPLE__
static AMP__COLD void amp__on_fault(int signal_number, siginfo_t *info, void *context)
{
    ucontext_t *u = (ucontext_t *)context;
    const amp__old_action *old = signal_number == SIGBUS ? &amp__faults.bus : &amp__faults.segv;
    amp__way_out out;
#if defined(__x86_64__)
    if (amp__overflow_of((uintptr_t)info->si_addr, (uintptr_t)u->uc_mcontext->__ss.__rsp, &out)) {
        u->uc_mcontext->__ss.__rsp = out.top - 8;
        u->uc_mcontext->__ss.__rip = out.function;
        u->uc_mcontext->__ss.__rdi = out.argument;
        return;
    }
#else
    if (amp__overflow_of((uintptr_t)info->si_addr, (uintptr_t)u->uc_mcontext->__ss.__sp, &out)) {
        u->uc_mcontext->__ss.__sp = out.top;
        u->uc_mcontext->__ss.__pc = out.function;
        u->uc_mcontext->__ss.__x[0] = out.argument;
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
    struct sigaction a = AMP__ZERO;
    a.sa_sigaction = amp__on_fault;
    a.sa_flags = SA_SIGINFO | SA_ONSTACK;
    (void)sigaction(SIGSEGV, &a, &amp__faults.segv);
    (void)sigaction(SIGBUS, &a, &amp__faults.bus);
    AMP__STORE(&amp__faults.watched, 1);
}
/* Installs the handler, at the first launch. */
static inline AMP__HOT void amp__faults_watch(void)
{
    (void)pthread_once(&amp__faults_once, amp__faults_install);
}
#else
/* Has the handler that was there before have the signal, whose code says who sent it. */
static AMP__COLD void amp__fault_pass_on(const amp__old_action *old, int number, void *info,
                                         void *context, int code)
{
    if (old->flags & AMP__SA_SIGINFO) {
        old->handler.full(number, info, context);
    } else if ((uintptr_t)old->handler.plain <= 1) { /* SIG_DFL, SIG_IGN */
        (void)amp__sigaction_call(number, old, NULL); /* it comes again, and kills */
        if (code <= 0) {
            (void)amp__raise_call(number);
        }
    } else {
        old->handler.plain(number);
    }
}

static AMP__COLD void amp__on_fault(int signal_number, void *info, void *context)
{
    amp__way_out out;
    int code;
    uintptr_t address, sp;
    memcpy(&code, (char *)info + 8, sizeof(code));
    memcpy(&address, (char *)info + 16, sizeof(address));
    memcpy(&sp, (char *)context + AMP__REG_SP, sizeof(sp));
    if (code > 0 && amp__overflow_of(address, sp, &out)) { /* code <= 0: sent by somebody */
        sp = out.top - AMP__CALL_PUSHES;
        memcpy((char *)context + AMP__REG_ARGUMENT, &out.argument, sizeof(out.argument));
        memcpy((char *)context + AMP__REG_SP, &sp, sizeof(sp));
        memcpy((char *)context + AMP__REG_PC, &out.function, sizeof(out.function));
        return;
    }
    if (code > 0 && amp__my_tile != NULL && amp__my_tile->launch != NULL
        && amp__faults.watched != 2 && !AMP__ASAN && !AMP__TSAN) {
        amp__old_action none = AMP__ZERO; /* what the kernel wrote before may have changed *old */
        amp__crash_say(amp__my_tile, address);
        (void)amp__sigaction_call(signal_number, &none, NULL); /* it comes again, and kills */
    } else {
        amp__fault_pass_on(&amp__faults.segv, signal_number, info, context, code);
    }
}

/* Once a process: the handler takes the place of the one that was there. */
static AMP__COLD void amp__faults_install(void)
{
    amp__sigaction a = AMP__ZERO;
    a.handler.full = amp__on_fault;
    a.flags = AMP__SA_SIGINFO | AMP__SA_ONSTACK;
    (void)amp__sigaction_call(AMP__SIGSEGV, &a, &amp__faults.segv);
    AMP__STORE(&amp__faults.watched, amp__faults.segv.flags & AMP__SA_SIGINFO
               || (uintptr_t)amp__faults.segv.handler.plain > 1 ? 2 : 1);
}

/* Installs the handler, at the first launch, whatever its engine. */
static AMP__COLD void amp__faults_watch(void)
{
    amp__stay_loaded();
    (void)pthread_once(&amp__faults_once, amp__faults_install);
}

#endif

/* The lowest address of the calling OS thread's signal stack; NULL where it has none. */
static AMP__COLD char *amp__signal_stack_now(void)
{
    amp__sigaltstack s;
    return amp__sigaltstack_call(NULL, &s) == 0 && !(s.ss_flags & AMP__SS_DISABLE)
        ? (char *)s.ss_sp : NULL;
}

/* Gives it one of AMP__SIGNAL_STACK bytes at `low`; NULL: none. */
static AMP__COLD void amp__signal_stack_set(char *low)
{
    amp__sigaltstack s = AMP__ZERO;
    s.ss_sp = low;
    s.ss_size = AMP__SIGNAL_STACK;
    s.ss_flags = low != NULL ? 0 : AMP__SS_DISABLE;
    (void)amp__sigaltstack_call(&s, NULL);
}

/* Frees the signal stack of an OS thread that ends. */
static AMP__COLD void amp__signal_stack_free(void *low)
{
    if (amp__signal_stack_now() == (char *)low) {
        amp__signal_stack_set(NULL);
    }
    amp__unmap_pages(low, AMP__SIGNAL_STACK);
    amp__faults_caught = 0; /* other destructors may launch */
}

/* Once a process: has that called at the end of each OS thread that has one of the library's. */
static AMP__COLD void amp__signal_stack_make_key(void)
{
    (void)pthread_key_create(&amp__signal_stack_key, amp__signal_stack_free);
}

/* amp__catch_faults, where it is called by an OS thread for the first time. */
static AMP__COLD void amp__catch_faults_first(void)
{
    void *low;
    amp__faults_caught = 1;
    (void)pthread_once(&amp__faults_once, amp__faults_install);
    if (amp__signal_stack_now() == NULL) {
        low = amp__map_pages(AMP__SIGNAL_STACK, 0);
        if (low != NULL) {
            amp__stay_loaded();
            (void)pthread_once(&amp__signal_stack_once, amp__signal_stack_make_key);
            (void)pthread_setspecific(amp__signal_stack_key, low);
            amp__signal_stack_set((char *)low);
        }
    }
}

/* Has the calling OS thread's kernels end as a status where they run out of stack. A signal stack
   that the program has set is kept. */
static AMP__INLINE void amp__catch_faults(void)
{
    if (__builtin_expect(!amp__faults_caught, 0)) {
        amp__catch_faults_first();
    }
}
#else
/* On this system an overflow ends in the guard, and the process with it: there is nothing to
   set up. */
static AMP__INLINE void amp__catch_faults(void) {}
#endif

/* At each launch. */
static inline AMP__HOT void amp__faults_begin(void)
{
#ifdef AMP__CATCH
    if (__builtin_expect(AMP__LOAD(&amp__faults.watched) == 0, 0)) {
        amp__faults_watch();
    }
#endif
}

#endif /* AMP_EMU_STACK_FAULT_H */
