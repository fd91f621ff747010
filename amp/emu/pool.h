/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_POOL_H
#define AMP_EMU_POOL_H
/*
amp/emu/pool.h: the fibers of one OS thread.
*/

#include "fiber.h"

#include <pthread.h> /* a pool ends with its OS thread */

/* The fibers of one OS thread. Their stacks lie in one block, lowest first:

       guard | stack 0 | guard | stack 1 | ...      each `stride` bytes

   A stack grows down, from its high end towards its guard, which takes address space,
   no memory, and stops a function whose frame is not larger than it. */
#ifdef __wasm__ /* where nothing would be found by one */
enum { AMP__GUARD = 0, AMP__GUARD_SMALL = 0 };
#else
enum { AMP__GUARD = sizeof(void *) >= 8 ? 1 << 20 : 65536, AMP__GUARD_SMALL = 65536 };
#endif
typedef struct amp__pool {
    amp__fiber scheduler;
    amp__fiber fiber[AMP_MAX_TILE_THREADS];
    struct amp__tile *tile; /* at work, or NULL */
    char *memory;           /* count stacks, a guard below each, stride bytes apart */
    size_t stride, guard, stack; /* in bytes; stack: of one fiber, without its guard */
    void (*start)(amp__fiber *); /* where a fresh fiber begins */
    int count;
    char *tile_memory;      /* tile_static of the tile at work, from a line of 64 bytes on */
    char *tile_block;       /* what it lies in */
} amp__pool;

/* The calling OS thread's pool, and how it ends with that thread. */
#define amp__my_pool AMP__FLAVOURED(amp__my_pool)
#define amp__pool_key AMP__FLAVOURED(amp__pool_key)
#define amp__pool_once AMP__FLAVOURED(amp__pool_once)
AMP__ONE_COPY __thread amp__pool *amp__my_pool;
AMP__ONE_COPY pthread_key_t amp__pool_key;
AMP__ONE_COPY pthread_once_t amp__pool_once = PTHREAD_ONCE_INIT;

/* The first thing that a fresh fiber does: it notifies address sanitizer that the switch to
   its stack is done. A pool's first fiber learns here where the scheduler's stack is. */
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

/* Whether the calling code runs on the fiber's own stack; for asserts. */
static inline AMP__HOT int amp__on_stack(const amp__fiber *f)
{
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return here - (uintptr_t)f->bottom < f->size;
}

/* Asks valgrind, where the program runs under it, with the sequence of
   instructions that means nothing elsewhere. 0 where nobody listens. */
static inline AMP__HOT uintptr_t amp__valgrind(uintptr_t request, const void *a, const void *b)
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

#endif /* AMP_EMU_POOL_H */
