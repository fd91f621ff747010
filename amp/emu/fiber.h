/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_FIBER_H
#define AMP_EMU_FIBER_H
/*
amp/emu/fiber.h: fibers and the switch between them.

The switch is written for x86-64, for AArch64, for WebAssembly, and with ucontext for other CPUs;
sanitizers are notified of every switch. A fiber never leaves the OS thread that it was
made on. -DAMP_EMU_UCONTEXT takes the portable switch on every CPU.
*/

#include "tile.h"
#include "../base/build.h"

#ifdef AMP_EMU_UCONTEXT
#include <ucontext.h>
#endif

#ifdef __APPLE__
#include <signal.h>
#include <sys/ucontext.h>
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
#define AMP__RAW AMP__NO_BLOCKS                                               \
    __attribute__((noinline, no_sanitize("address", "thread"), unused))
#elif defined(__OPTIMIZE__)
#define AMP__RAW AMP__NO_BLOCKS                                               \
    __attribute__((noinline, noipa, no_sanitize_address, no_sanitize_thread, unused))
#else /* see AMP__NOINLINE */
#define AMP__RAW inline AMP__NO_BLOCKS                                        \
    __attribute__((no_sanitize_address, no_sanitize_thread, unused))
#endif

/* A fiber: a stack and its saved registers. */
typedef struct amp__fiber {
    void *sp, *fp, *pc;
#ifdef _WIN32
    void *base, *limit;              /* the ends of its stack, as the system knows them */
#endif
    struct amp__tile *tile;
    amp__declared declared;          /* by its thread */
    int thread;                      /* of the tile, linear */
    unsigned valgrind;               /* its stack's number there */
    void (*start)(struct amp__fiber *);
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
#ifdef __wasm__
    struct { char *at, *end, *low; } kept; /* its calls and their variables, from `low` up */
#endif
} amp__fiber;

/* amp__switch(from, to): continues where `to` stands; returns when somebody switches to `from`. A
   fresh fiber begins at its start with itself as the argument. The hand-written forms save the
   stack pointer, the frame pointer and where to continue, and get there by a jump (a return would
   confuse the return predictor); the compiler saves what else is alive, because of the clobber
   list. The floating-point control word is the OS thread's, not the fiber's. */
#if defined(AMP_EMU_UCONTEXT)
/* The fiber to which this OS thread switches: a fresh one finds itself here. */
#define amp__starting AMP__FLAVOURED(amp__starting)
AMP__ONE_COPY __thread amp__fiber *amp__starting;
/* The switch of this form, by the system: slow, and right everywhere. */
static AMP__RAW void amp__switch(amp__fiber *from, amp__fiber *to)
{
    amp__starting = to;
    (void)swapcontext(&from->context, &to->context);
}
/* The function that a fresh context begins with. */
static inline void amp__fiber_enter(void)
{
    amp__fiber *self = amp__starting;
    self->start(self);
}
/* Makes f stand at f->start, on an empty stack whose high end is `top`. */
static inline void amp__fiber_stand(amp__fiber *f, char *top)
{
    (void)getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->bottom;
    f->context.uc_stack.ss_size = (size_t)(top - f->bottom);
    f->context.uc_link = NULL;
    makecontext(&f->context, amp__fiber_enter, 0);
}
#elif defined(__wasm__)
/* WebAssembly has one stack of calls, which no program sees. `wasm-opt --asyncify` (binaryen), run
   over the linked program, makes it one that can be put away: after start_unwind each function that
   is at work keeps where it is and its variables, and returns; after start_rewind, when the first
   of them is called again, each goes to where it was. Which functions are at work between these
   calls it sees by who makes them: amp__fiber_away those above it, amp__fibers_turn none, since it
   is what they return to. What a function has in memory lies on a stack that is plain memory, as
   elsewhere; its end is `__stack_pointer`. */
AMP__C_BEGIN
void amp__start_unwind(void *kept) __attribute__((import_module("asyncify"),
                                                  import_name("start_unwind")));
void amp__stop_unwind(void) __attribute__((import_module("asyncify"), import_name("stop_unwind")));
void amp__start_rewind(void *kept) __attribute__((import_module("asyncify"),
                                                  import_name("start_rewind")));
void amp__stop_rewind(void) __attribute__((import_module("asyncify"), import_name("stop_rewind")));
/* The fiber that runs next; and whether it is on its way to where it was. */
#define amp__rota AMP__FLAVOURED(amp__rota)
typedef struct amp__rota_state { amp__fiber *next; int returns; } amp__rota_state;
AMP__ONE_COPY amp__rota_state amp__rota;
AMP__C_END
__asm__(".globaltype __stack_pointer, i32");
/* Where the stack in memory ends; and makes it end there. */
static AMP__INLINE char *amp__stack_end(void)
{
    char *sp;
    __asm__ volatile("global.get __stack_pointer\n\tlocal.set %0" : "=r"(sp));
    return sp;
}
static AMP__INLINE void amp__stack_set(void *sp)
{
    __asm__ volatile("local.get %0\n\tglobal.set __stack_pointer" : : "r"(sp) : "memory");
}
/* Runs fiber after fiber, from amp__rota.next, until one switches to the scheduler. */
static AMP__RAW void amp__fibers_turn(amp__fiber *scheduler)
{
    char *const sp = amp__stack_end();
    while (amp__rota.next != scheduler) {
        amp__fiber *f = amp__rota.next;
        amp__stack_set(f->sp);
        amp__rota.returns = f->kept.at != f->kept.low;
        if (amp__rota.returns) {
            amp__start_rewind(&f->kept);
        }
        f->start(f);
        amp__stop_unwind();
    }
    amp__stack_set(sp);
}
/* Puts the fiber at work away. */
static AMP__RAW void amp__fiber_away(amp__fiber *from)
{
    if (amp__rota.returns) {
        amp__rota.returns = 0;
        amp__stop_rewind();
        from->kept.at = from->kept.low;
        return;
    }
    amp__start_unwind(&from->kept);
}
/* Says that `to` comes next, before `from` is put away, whose stack in memory ends here: in the
   caller's frame, since amp__fiber_away begins a second time when `from` continues. */
static AMP__INLINE void amp__fiber_leaves(amp__fiber *from, amp__fiber *to)
{
    amp__rota.next = to;
    from->sp = from->kept.end = amp__stack_end();
}
/* The switch of this form, between fibers. */
static AMP__RAW void amp__switch(amp__fiber *from, amp__fiber *to)
{
    amp__fiber_leaves(from, to);
    amp__fiber_away(from);
}
/* Makes f stand at f->start, on an empty stack whose high end is `top`. */
static inline void amp__fiber_stand(amp__fiber *f, char *top)
{
    f->sp = top;
    /* set off as far as the top is */
    f->kept.at = f->kept.low = f->bottom + (f->bottom + f->size - top);
}
#elif defined(__x86_64__)
/* Everything but rsp and rbp, which the switch keeps itself: a fiber may have any of it alive. The
   registers of AVX-512 have names only where the program is compiled for it. */
#if defined(__AVX512F__)
#define AMP__CLOBBER_WIDE                                                          \
    "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", \
    "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k0", "k1", "k2", \
    "k3", "k4", "k5", "k6", "k7",
#else
#define AMP__CLOBBER_WIDE
#endif
/* Where a function finds its first argument; and Windows keeps the ends of the stack at work in
   the thread's block, by which it handles exceptions. */
#ifdef _WIN32
#define AMP__FIRST_ARGUMENT "rcx"
#define AMP__SWITCH_ENDS                                                           \
    "movq %%gs:8, %%rax\n\t"                                                       \
    "movq %%rax, 24(%0)\n\t"                                                       \
    "movq %%gs:16, %%rax\n\t"                                                      \
    "movq %%rax, 32(%0)\n\t"                                                       \
    "movq 24(%1), %%rax\n\t"                                                       \
    "movq %%rax, %%gs:8\n\t"                                                       \
    "movq 32(%1), %%rax\n\t"                                                       \
    "movq %%rax, %%gs:16\n\t"
#else
#define AMP__FIRST_ARGUMENT "rdi"
#define AMP__SWITCH_ENDS
#endif
/* A macro, because a barrier's code has it in place: see amp__fiber_switch_here. It changes from
   and to. */
#define AMP__SWITCH(from, to)                                                      \
    __asm__ volatile(                                                              \
        "movq %%rsp, 0(%0)\n\t"                                                    \
        "movq %%rbp, 8(%0)\n\t"                                                    \
        "leaq 1f(%%rip), %%rax\n\t"                                                \
        "movq %%rax, 16(%0)\n\t"                                                   \
        AMP__SWITCH_ENDS                                                           \
        "movq 0(%1), %%rsp\n\t"                                                    \
        "movq 8(%1), %%rbp\n\t"                                                    \
        "movq %1, %%" AMP__FIRST_ARGUMENT "\n\t"                                    \
        "jmpq *16(%1)\n"                                                           \
        "1:\n\t"                                                                   \
        : "+D"(from), "+S"(to)                                                     \
        :                                                                          \
        : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13",      \
          "r14", "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",    \
          "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",     \
          "xmm15", AMP__CLOBBER_WIDE "st", "st(1)", "st(2)", "st(3)", "st(4)",     \
          "st(5)", "st(6)", "st(7)", "memory", "cc")
/* The switch of this form, where it is called as a function. */
static AMP__RAW void amp__switch(amp__fiber *from, amp__fiber *to)
{
    AMP__SWITCH(from, to);
}

/* Makes f stand at f->start, on an empty stack whose high end is `top`. */
static inline void amp__fiber_stand(amp__fiber *f, char *top)
{
    f->sp = top - 8; /* as after a call; the return address there is 0 */
    f->fp = NULL;
    f->pc = (void *)(uintptr_t)f->start;
#ifdef _WIN32
    f->sp = top - 40; /* a function may use four words above its return address */
    f->base = f->bottom + f->size;
    f->limit = f->bottom;
#endif
}
#else
/* The switch for AArch64. x18, the platform's own, is left alone. */
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
        "hint #38\n\t" /* bti jc: may be jumped to, where branches are checked */
        : "+r"(a), "+r"(b)
        :
        : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14",
          "x15", "x16", "x17", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27",
          "x28", "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10",
          "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22",
          "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31", "memory", "cc");
}

/* Makes f stand at f->start, on an empty stack whose high end is `top`. */
static inline void amp__fiber_stand(amp__fiber *f, char *top)
{
    f->sp = top;
    f->fp = NULL;
    f->pc = (void *)(uintptr_t)f->start;
}
#endif

/* Shows a debugger that a fiber's first function has no caller. */
#if defined(__GCC_HAVE_DWARF2_CFI_ASM) && defined(__x86_64__)
#define AMP__NO_CALLER __asm__ volatile(".cfi_undefined rip")
#elif defined(__GCC_HAVE_DWARF2_CFI_ASM) && defined(__aarch64__)
#define AMP__NO_CALLER __asm__ volatile(".cfi_undefined x30")
#else
#define AMP__NO_CALLER (void)0
#endif

/* The switch that kernels and scheduler use. last: `from` will not be resumed; what
   a sanitizer keeps for it is freed. */
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

/* The switch from the scheduler to the first fiber. */
static AMP__INLINE void amp__fibers_enter(amp__fiber *scheduler, amp__fiber *first)
{
#ifdef __wasm__
    amp__rota.next = first;
    amp__fibers_turn(scheduler);
#else
    amp__fiber_switch(scheduler, first, 0);
#endif
}

/* The switch of a thread that waits at a barrier. Where neither sanitizer nor checker is at work,
   its code stands in the kernel itself: a return from a function, after the jump, would go
   elsewhere than the predictor thinks whenever a loop holds two barriers, and the kernel need save
   only what it has alive. (Measured with two barriers a step: 2.5 to 4 times faster, of which the
   returns are most.) */
#if defined(__x86_64__) && defined(__OPTIMIZE__) && !defined(AMP_EMU_UCONTEXT)                 \
    && !AMP__ASAN && !AMP__TSAN
#define AMP__BARRIER_CODE static AMP__INLINE
static AMP__INLINE void amp__fiber_switch_here(amp__fiber *from, amp__fiber *to)
{
    AMP__SWITCH(from, to);
}
#elif defined(__wasm__) && defined(__OPTIMIZE__) && !AMP__CHECKING
#define AMP__BARRIER_CODE static AMP__INLINE
static AMP__INLINE void amp__fiber_switch_here(amp__fiber *from, amp__fiber *to)
{
    amp__fiber_leaves(from, to);
    amp__fiber_away(from);
}
#else
#define AMP__BARRIER_CODE static AMP__NOINLINE
static AMP__INLINE void amp__fiber_switch_here(amp__fiber *from, amp__fiber *to)
{
    amp__fiber_switch(from, to, 0);
}
#endif

#endif /* AMP_EMU_FIBER_H */
