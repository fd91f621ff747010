/* SPDX-License-Identifier: MIT */
#ifndef AMP_FIBER_H
#define AMP_FIBER_H
/*
amp_fiber.h: fibers, their stacks, and the switch between them.

  1 observers       sanitizers and valgrind are told of every stack
  2 the switch      x86-64, AArch64, ucontext
  3 pools           a worker's stacks, kept from launch to launch
  4 stack overflow  from a fault in a guard back to the scheduler

A fiber never leaves the OS thread that it was made on. Which GPU thread runs
on which fiber is the business of amp_emu.h; it supplies amp__fiber_main, at
which every fiber begins. -DAMP_EMU_UCONTEXT takes the portable switch on every
CPU. Include amp.h, which includes this file.
*/

#ifndef AMP_H
#undef AMP_FIBER_H /* amp.h includes this file */
#include "amp.h"
#else

#include <pthread.h>  /* a pool ends with its OS thread */
#include <sys/mman.h> /* stacks and their guards */
#include <unistd.h>   /* sysconf */
#if !defined(__x86_64__) && !defined(__aarch64__) && !defined(AMP_EMU_UCONTEXT)
#define AMP_EMU_UCONTEXT
#endif
#ifdef AMP_EMU_UCONTEXT
#include <ucontext.h>
#endif
#ifdef __APPLE__
#include <signal.h>
#include <sys/ucontext.h>
#endif

/* ==== 1 observers ======================================================== */

/* The compiler's sanitizers. A program that is compiled with -fsanitize=thread
   for the kernel checker is linked without ThreadSanitizer: nothing of it may
   be named then. */
#if defined(__SANITIZE_ADDRESS__)
#define AMP__ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AMP__ASAN 1
#endif
#endif
#if defined(AMP_CHECK)
#define AMP__TSAN 0
#elif defined(__SANITIZE_THREAD__)
#define AMP__TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define AMP__TSAN 1
#endif
#endif
#ifndef AMP__ASAN
#define AMP__ASAN 0
#endif
#ifndef AMP__TSAN
#define AMP__TSAN 0
#endif

/* Parts of the sanitizers' interfaces; their headers may be missing. */
AMP__C_BEGIN
#if AMP__ASAN
void __sanitizer_start_switch_fiber(void **fake_stack, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fake_stack, const void **bottom, size_t *size);
void __asan_unpoison_memory_region(void const volatile *address, size_t size);
#endif
#if AMP__TSAN
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
#endif
AMP__C_END

/* Functions that run while the stack changes are not instrumented, and are
   opaque to their callers: gcc would see which vector registers the switch
   leaves alone, and keep a kernel's variables there. */
#if defined(__clang__)
#define AMP__RAW __attribute__((noinline, no_sanitize("address", "thread"), unused))
#else
#define AMP__RAW __attribute__((noinline, noipa, no_sanitize_address, no_sanitize_thread, unused))
#endif

/* Asks valgrind, where the program runs under it, with the sequence of
   instructions that means nothing elsewhere. 0 where nobody listens. */
static inline uintptr_t amp__valgrind(uintptr_t request, const void *a, const void *b)
{
    uintptr_t answer = 0;
#if defined(__x86_64__) && defined(__linux__)
    volatile uintptr_t question[6];
    question[0] = request;
    question[1] = (uintptr_t)a;
    question[2] = (uintptr_t)b;
    question[3] = question[4] = question[5] = 0;
    __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\t"
                     "rolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
                     : "+d"(answer)
                     : "a"(question)
                     : "cc", "memory");
#else
    (void)request;
    (void)a;
    (void)b;
#endif
    return answer;
}
enum { AMP__STACK_REGISTER = 0x1501, AMP__STACK_DEREGISTER = 0x1502 };

/* ==== 2 the switch ======================================================= */

/* A fiber: a stack and where it stands. */
typedef struct amp__fiber {
    void *sp, *fp, *pc;
    struct amp__tile *tile;
    int thread;                      /* of the tile, linear */
    unsigned valgrind;               /* its stack's number there */
    void (*entry)(struct amp__fiber *);
    char *bottom;                    /* of the stack; for the scheduler only under ASan */
    size_t size;
#if AMP__ASAN
    void *fake;                      /* the stack of variables that outlive their scope */
#endif
#if AMP__TSAN
    void *tsan;
#endif
#ifdef AMP_EMU_UCONTEXT
    ucontext_t context;
#endif
} amp__fiber;

typedef struct amp__pool {
    amp__fiber scheduler;
    amp__fiber fiber[AMP_MAX_TILE_THREADS];
    amp__fiber *starting;   /* ucontext: whose first switch this is */
    struct amp__tile *tile; /* at work, or NULL */
    char *memory;           /* count stacks, a guard below each, stride bytes apart */
    size_t stride, guard, stack;
    int count;
    int overflowed;         /* the fiber that left was out of stack */
    char *private_memory;   /* thread_private of phased kernels that run as threads */
    char *signal_stack;     /* where the handler of section 4 runs */
} amp__pool;

/* The calling OS thread's pool. The name holds what changes the layout, so
   that translation units built apart do not share what differs. */
#ifdef AMP_EMU_UCONTEXT
#define amp__my_pool AMP__CAT(AMP__CAT(amp__my_pool_u, AMP__ASAN), AMP__TSAN)
#define amp__pool_key AMP__CAT(AMP__CAT(amp__pool_key_u, AMP__ASAN), AMP__TSAN)
#define amp__pool_once AMP__CAT(AMP__CAT(amp__pool_once_u, AMP__ASAN), AMP__TSAN)
#else
#define amp__my_pool AMP__CAT(AMP__CAT(amp__my_pool_, AMP__ASAN), AMP__TSAN)
#define amp__pool_key AMP__CAT(AMP__CAT(amp__pool_key_, AMP__ASAN), AMP__TSAN)
#define amp__pool_once AMP__CAT(AMP__CAT(amp__pool_once_, AMP__ASAN), AMP__TSAN)
#endif
AMP__C_BEGIN
__attribute__((weak)) __thread amp__pool *amp__my_pool;
__attribute__((weak)) pthread_key_t amp__pool_key;
__attribute__((weak)) pthread_once_t amp__pool_once = PTHREAD_ONCE_INIT;
AMP__C_END

/* amp__switch(from, to): goes on where `to` stands; returns when somebody
   switches to `from`. A fresh fiber begins at its entry with itself as the
   argument. The hand-written forms save the stack pointer, the frame pointer
   and the place to go on, by a jump (a return would confuse the return
   predictor); the compiler saves what else is alive, told so by the clobber
   list. The floating-point control word is the OS thread's, not the fiber's. */
#if defined(AMP_EMU_UCONTEXT)
static AMP__RAW void amp__switch(amp__fiber *from, amp__fiber *to)
{
    amp__my_pool->starting = to;
    (void)swapcontext(&from->context, &to->context);
}
static inline void amp__fiber_begin(void)
{
    amp__fiber *self = amp__my_pool->starting;
    self->entry(self);
}
static inline void amp__fiber_stand(amp__fiber *f, char *top)
{
    (void)getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->bottom;
    f->context.uc_stack.ss_size = (size_t)(top - f->bottom);
    f->context.uc_link = NULL;
    makecontext(&f->context, amp__fiber_begin, 0);
}
#elif defined(__x86_64__)
/* Everything but rsp and rbp, which the switch keeps itself: a fiber may have
   any of it alive. The registers of AVX-512 have names only where the program
   is compiled for it. */
#if defined(__AVX512F__)
#define AMP__CLOBBER_WIDE                                                          \
    "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", \
    "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k0", "k1", "k2", \
    "k3", "k4", "k5", "k6", "k7",
#else
#define AMP__CLOBBER_WIDE
#endif
#define AMP__SWITCH(from, to)                                                      \
    __asm__ volatile(                                                              \
        "movq %%rsp, 0(%0)\n\t"                                                    \
        "movq %%rbp, 8(%0)\n\t"                                                    \
        "leaq 1f(%%rip), %%rax\n\t"                                                \
        "movq %%rax, 16(%0)\n\t"                                                   \
        "movq 0(%1), %%rsp\n\t"                                                    \
        "movq 8(%1), %%rbp\n\t"                                                    \
        "movq %1, %%rdi\n\t"                                                       \
        "jmpq *16(%1)\n"                                                           \
        "1:\n\t"                                                                   \
        : "+D"(from), "+S"(to)                                                     \
        :                                                                          \
        : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13",      \
          "r14", "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",    \
          "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",     \
          "xmm15", AMP__CLOBBER_WIDE "st", "st(1)", "st(2)", "st(3)", "st(4)",     \
          "st(5)", "st(6)", "st(7)", "memory", "cc")
static AMP__RAW void amp__switch(amp__fiber *from, amp__fiber *to)
{
    AMP__SWITCH(from, to);
}
static inline void amp__fiber_stand(amp__fiber *f, char *top)
{
    f->sp = top - 8; /* as after a call; the return address there is 0 */
    f->fp = NULL;
    f->pc = (void *)(uintptr_t)f->entry;
}
#else
static AMP__RAW void amp__switch(amp__fiber *from, amp__fiber *to)
{
    register amp__fiber *a __asm__("x0") = from;
    register amp__fiber *b __asm__("x1") = to;
    __asm__ volatile(
        "mov x9, sp\n\t"
        "adr x10, 1f\n\t"
        "str x9, [x0]\n\t"
        "stp x29, x10, [x0, #8]\n\t"
        "ldr x9, [x1]\n\t"
        "ldp x29, x16, [x1, #8]\n\t"
        "mov sp, x9\n\t"
        "mov x0, x1\n\t"
        "mov x30, xzr\n\t"
        "br x16\n"
        "1:\n\t"
        "hint #38\n\t" /* bti jc: a landing place, where branches are checked */
        : "+r"(a), "+r"(b)
        :
        : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14",
          "x15", "x16", "x17", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27",
          "x28", "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10",
          "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22",
          "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31", "memory", "cc");
}
static inline void amp__fiber_stand(amp__fiber *f, char *top)
{
    f->sp = top;
    f->fp = NULL;
    f->pc = (void *)(uintptr_t)f->entry;
}
#endif

/* Tells a debugger that a fiber's first function has no caller. */
#if defined(__GCC_HAVE_DWARF2_CFI_ASM) && defined(__x86_64__)
#define AMP__NO_CALLER __asm__ volatile(".cfi_undefined rip")
#elif defined(__GCC_HAVE_DWARF2_CFI_ASM) && defined(__aarch64__)
#define AMP__NO_CALLER __asm__ volatile(".cfi_undefined x30")
#else
#define AMP__NO_CALLER (void)0
#endif

/* The switch that kernels and scheduler use. last: `from` is never gone on
   with, what an observer keeps for it is given up. */
static AMP__INLINE void amp__fiber_switch(amp__fiber *from, amp__fiber *to, int last)
{
    (void)last;
#if AMP__ASAN
    __sanitizer_start_switch_fiber(last ? NULL : &from->fake, to->bottom, to->size);
    if (last) {
        from->fake = NULL;
    }
#endif
#if AMP__TSAN
    if (to->tsan == NULL) {
        to->tsan = __tsan_create_fiber(0);
    }
    __tsan_switch_to_fiber(to->tsan, 0);
#endif
    amp__switch(from, to);
#if AMP__ASAN
    __sanitizer_finish_switch_fiber(from->fake, NULL, NULL);
#endif
}

/* The same from a barrier. Where nobody observes, its code stands in the kernel
   itself: a return from a function, after the jump, would go elsewhere than the
   predictor thinks whenever a loop holds two barriers, and the kernel need save
   only what it has alive. (Measured with two barriers a step: 2.5 to 4 times
   faster, of which the returns are most.) */
#if defined(__x86_64__) && defined(__OPTIMIZE__) && !defined(AMP_EMU_UCONTEXT)                 \
    && !AMP__ASAN && !AMP__TSAN
#define AMP__BARRIER_CODE static AMP__INLINE
static AMP__INLINE void amp__fiber_switch_here(amp__fiber *from, amp__fiber *to)
{
    AMP__SWITCH(from, to);
}
#else
#define AMP__BARRIER_CODE static AMP__NOINLINE
static AMP__INLINE void amp__fiber_switch_here(amp__fiber *from, amp__fiber *to)
{
    amp__fiber_switch(from, to, 0);
}
#endif

/* The first thing that a fresh fiber does. A pool's first fiber is entered
   from the scheduler, whose stack address sanitizer tells here. */
static AMP__INLINE void amp__fiber_arrive(amp__pool *p, amp__fiber *self)
{
#if AMP__ASAN
    if (self == p->fiber) {
        const void *bottom = NULL;
        __sanitizer_finish_switch_fiber(self->fake, &bottom, &p->scheduler.size);
        memcpy(&p->scheduler.bottom, &bottom, sizeof(bottom));
    } else {
        __sanitizer_finish_switch_fiber(self->fake, NULL, NULL);
    }
#endif
    (void)p;
    (void)self;
}

/* ==== 3 pools ============================================================ */

static AMP__RAW void amp__fiber_main(amp__fiber *self); /* in amp_emu.h */

/* Makes fiber i stand at its entry, on an empty stack. The top is set off by
   an uneven number of cache lines, so that stacks do not share a cache set. */
static inline void amp__fiber_place(amp__pool *p, int i, void (*entry)(amp__fiber *))
{
    amp__fiber *f = &p->fiber[i];
    char *top = p->memory + p->stride * (size_t)(i + 1) - (size_t)(i * 17 % 64) * 64 - 64;
    f->bottom = p->memory + p->stride * (size_t)i + p->guard;
    f->size = p->stride - p->guard;
    f->entry = entry;
#if AMP__ASAN
    __asan_unpoison_memory_region(f->bottom, f->size);
#endif
    memset(top - 8, 0, 72);
    amp__fiber_stand(f, top);
}

#if AMP__ASAN
/* A fiber that is given up takes its fake stack on once more, to free it. */
static AMP__RAW void amp__fiber_bury(amp__fiber *self)
{
    __sanitizer_finish_switch_fiber(self->fake, NULL, NULL);
    amp__fiber_switch(self, &amp__my_pool->scheduler, 1);
}
#endif

/* Gives up whatever fiber i was doing. */
static inline void amp__fiber_drop(amp__pool *p, int i)
{
#if AMP__ASAN
    if (p->fiber[i].fake != NULL) {
        amp__fiber_place(p, i, amp__fiber_bury);
        amp__fiber_switch(&p->scheduler, &p->fiber[i], 0);
    }
#endif
#if AMP__TSAN
    if (p->fiber[i].tsan != NULL) {
        __tsan_destroy_fiber(p->fiber[i].tsan);
        p->fiber[i].tsan = NULL;
    }
#endif
    amp__fiber_place(p, i, amp__fiber_main);
}

static inline void amp__pool_unmap(amp__pool *p)
{
    int i;
    for (i = 0; i < p->count; i++) {
        amp__fiber_drop(p, i);
        (void)amp__valgrind(AMP__STACK_DEREGISTER, (void *)(uintptr_t)p->fiber[i].valgrind, NULL);
    }
    if (p->memory != NULL) {
        (void)munmap(p->memory, p->stride * (size_t)p->count);
    }
    p->memory = NULL;
    p->count = 0;
}

static inline void amp__catch_faults(amp__pool *p);
static inline void amp__catch_no_faults(amp__pool *p);

static inline void amp__pool_free(void *pool)
{
    amp__pool *p = (amp__pool *)pool;
    amp__my_pool = p; /* other destructors may have run before */
    amp__pool_unmap(p);
    amp__catch_no_faults(p);
    amp__my_pool = NULL;
    amp__free(p->private_memory);
    amp__free(p);
}
static inline void amp__pool_make_key(void)
{
    (void)pthread_key_create(&amp__pool_key, amp__pool_free);
}

/* The calling OS thread's pool with at least n fibers of at least `stack`
   bytes, or NULL where memory is short. */
static inline amp__pool *amp__pool_get(int n, size_t stack)
{
    amp__pool *p = amp__my_pool;
    size_t page;
    void *m;
    int i;
    if (p != NULL && p->count >= n) {
        return p;
    }
    if (p == NULL) {
        p = (amp__pool *)amp__alloc_zero(sizeof(*p));
        if (p == NULL) {
            return NULL;
        }
        (void)pthread_once(&amp__pool_once, amp__pool_make_key);
        (void)pthread_setspecific(amp__pool_key, p);
        amp__my_pool = p;
        amp__catch_faults(p);
    }
    amp__pool_unmap(p);
    page = (size_t)sysconf(_SC_PAGESIZE);
    p->stack = stack;
    p->guard = (65536 + page - 1) / page * page;
    p->stride = p->guard + (stack + page - 1) / page * page + (page > 4096 ? page : 4096);
    m = mmap(NULL, p->stride * (size_t)n, PROT_NONE,
#ifdef MAP_ANONYMOUS
             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#elif defined(__linux__) && !defined(__mips__) && !defined(__alpha__) && !defined(__hppa__)
             MAP_PRIVATE | 0x20, -1, 0); /* MAP_ANONYMOUS, hidden by -std=c99 */
#else
#error "amp: compile with -std=gnu99, so that sys/mman.h shows MAP_ANONYMOUS"
#endif
    if (m == MAP_FAILED) {
        return NULL;
    }
    p->memory = (char *)m;
    p->count = n;
    for (i = 0; i < n; i++) {
        char *bottom = p->memory + p->stride * (size_t)i + p->guard;
        if (mprotect(bottom, p->stride - p->guard, PROT_READ | PROT_WRITE) != 0) {
            (void)munmap(m, p->stride * (size_t)n);
            p->memory = NULL;
            p->count = 0;
            return NULL;
        }
        p->fiber[i].valgrind = (unsigned)amp__valgrind(
            AMP__STACK_REGISTER, bottom, bottom + (p->stride - p->guard));
        amp__fiber_place(p, i, amp__fiber_main);
    }
    return p;
}

/* ==== 4 stack overflow =================================================== */

/* A fiber that runs out of stack touches the guard below it: a memory fault.
   The handler, on a stack of its own, finds that the address lies in a guard
   of this OS thread's pool, and changes where the interrupted code goes on:
   at amp__fiber_overflowed, on the fiber's emptied stack. Every other fault
   goes to the handler that was there before, or kills the process as it would
   have without amp.

   What it cannot see: a function whose frame is larger than the guard (64 KB)
   may step over it into the next fiber's stack; compile with
   -fstack-clash-protection where kernels have such frames. A lock that the
   kernel's thread held, in malloc say, stays locked. */
static AMP__RAW void amp__fiber_overflowed(amp__fiber *f)
{
    amp__pool *p = amp__my_pool;
    p->overflowed = 1;
    amp__fiber_switch(f, &p->scheduler, 1);
}

#if defined(__linux__) && !defined(__ANDROID__) && (defined(__x86_64__) || defined(__aarch64__))
#define AMP__CATCH 1
/* Strict C99 hides these; the names and layouts are those of the system's ABI
   (glibc and musl have the same). */
typedef struct amp__sigaction {
    union { void (*plain)(int); void (*full)(int, void *, void *); } handler;
    unsigned long mask[16];
    int flags;
    void (*restorer)(void);
} amp__sigaction;
typedef struct amp__sigaltstack { void *sp; int flags; size_t size; } amp__sigaltstack;
AMP__C_BEGIN
int amp__sigaction_call(int, const amp__sigaction *, amp__sigaction *) __asm__("sigaction");
int amp__sigaltstack_call(const amp__sigaltstack *, amp__sigaltstack *) __asm__("sigaltstack");
int amp__raise_call(int) __asm__("raise");
AMP__C_END
enum { AMP__SIGSEGV = 11, AMP__SIGBUS = 7, AMP__SA_SIGINFO = 4, AMP__SA_ONSTACK = 0x08000000,
       AMP__SS_DISABLE = 2 };
#elif defined(__APPLE__) && (defined(__x86_64__) || defined(__aarch64__))
#define AMP__CATCH 1 /* written from the headers; no machine of ours has run it */
#endif

#ifdef AMP__CATCH
#ifdef __APPLE__
typedef struct sigaction amp__old_action;
#else
typedef amp__sigaction amp__old_action;
#endif
/* The handlers that were there before ours. */
typedef struct amp__faults_state { amp__old_action segv, bus; } amp__faults_state;
AMP__C_BEGIN
__attribute__((weak)) amp__faults_state amp__faults;
__attribute__((weak)) pthread_once_t amp__faults_once = PTHREAD_ONCE_INIT;
AMP__C_END
enum { AMP__SIGNAL_STACK = 65536 };

/* The fiber that ran out of stack, where a fault at `address`, with the stack
   pointer sp, means that; else NULL. */
static inline amp__fiber *amp__overflow_of(uintptr_t address, uintptr_t sp, struct amp__tile *tile);

#ifdef __APPLE__
static inline void amp__on_fault(int signal_number, siginfo_t *info, void *context)
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
static inline void amp__faults_install(void)
{
    struct sigaction a;
    memset(&a, 0, sizeof(a));
    a.sa_sigaction = amp__on_fault;
    a.sa_flags = SA_SIGINFO | SA_ONSTACK;
    (void)sigaction(SIGSEGV, &a, &amp__faults.segv);
    (void)sigaction(SIGBUS, &a, &amp__faults.bus);
}
static inline void amp__catch_faults(amp__pool *p)
{
    stack_t s, old;
    memset(&s, 0, sizeof(s));
    (void)pthread_once(&amp__faults_once, amp__faults_install);
    if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE)) {
        p->signal_stack = (char *)amp__alloc(AMP__SIGNAL_STACK);
        s.ss_sp = p->signal_stack;
        s.ss_size = AMP__SIGNAL_STACK;
        if (p->signal_stack != NULL) {
            (void)sigaltstack(&s, NULL);
        }
    }
}
static inline void amp__catch_no_faults(amp__pool *p)
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
/* The registers of interrupted code, by the kernel's layout of ucontext. */
#if defined(__x86_64__)
enum { AMP__REG_ARGUMENT = 40 + 8 * 8, AMP__REG_SP = 40 + 15 * 8, AMP__REG_PC = 40 + 16 * 8,
       AMP__CALL_PUSHES = 8 };
#else
enum { AMP__REG_ARGUMENT = 184, AMP__REG_SP = 184 + 31 * 8, AMP__REG_PC = 184 + 32 * 8,
       AMP__CALL_PUSHES = 0 };
#endif
static inline void amp__on_fault(int signal_number, void *info, void *context)
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
    if (old->flags & AMP__SA_SIGINFO) {
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
static inline void amp__faults_install(void)
{
    amp__sigaction a;
    memset(&a, 0, sizeof(a));
    a.handler.full = amp__on_fault;
    a.flags = AMP__SA_SIGINFO | AMP__SA_ONSTACK;
    (void)amp__sigaction_call(AMP__SIGSEGV, &a, &amp__faults.segv);
}
/* Once an OS thread. A signal stack that is there already is kept. */
static inline void amp__catch_faults(amp__pool *p)
{
    amp__sigaltstack s, old;
    memset(&s, 0, sizeof(s));
    (void)pthread_once(&amp__faults_once, amp__faults_install);
    if (amp__sigaltstack_call(NULL, &old) == 0 && (old.flags & AMP__SS_DISABLE)) {
        p->signal_stack = (char *)amp__alloc(AMP__SIGNAL_STACK);
        s.sp = p->signal_stack;
        s.size = AMP__SIGNAL_STACK;
        if (p->signal_stack != NULL) {
            (void)amp__sigaltstack_call(&s, NULL);
        }
    }
}
static inline void amp__catch_no_faults(amp__pool *p)
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

static inline amp__fiber *amp__overflow_of(uintptr_t address, uintptr_t sp, struct amp__tile *tile)
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
/* An overflow on this system ends in the guard, and the process with it. */
static inline void amp__catch_faults(amp__pool *p) { (void)p; }
static inline void amp__catch_no_faults(amp__pool *p) { (void)p; }
#endif

#endif /* AMP_H */
#endif /* AMP_FIBER_H */
