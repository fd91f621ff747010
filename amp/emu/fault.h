/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_FAULT_H
#define AMP_EMU_FAULT_H
/*
amp/emu/fault.h: what a kernel did wrong, and the way out of it.
*/

#include "tile.h"
#include "../watch/hooks.h"
#include "../base/limits.h"
#include "fiber.h"

/* A phase of the tile did not run to its end: ends the tile with that fault. Does not return. */
AMP__API_HOT __attribute__((noreturn)) void amp__phase_left(amp__tile *t);

/* An array of `bytes` bytes is more than a tile may have: ends the tile. */
AMP__API_HOT __attribute__((noreturn)) void amp__tile_static_spent(amp__tile *t, size_t bytes);
/* It is more than AMP_LIMITS=d3d11 lets a tile have: ends the tile where that is set. */
AMP__API_HOT void amp__tile_static_above_d3d11(amp__tile *t, size_t bytes);
/* Memory for the arrays of a tile that runs as loops, and has none yet. */
AMP__API_HOT void amp__tile_memory_get(amp__tile *t);

/* What the thread at work, or the tile that runs as loops, has declared. */
static AMP__INLINE amp__declared *amp__declared_of(amp__tile *t)
{
    return t->fiber != NULL ? &t->fiber->declared : &t->declared;
}

/* Carves an array of tile_static. The limit counts the arrays' own bytes; an array wastes fewer on
   alignment than it has, so that the buffer of twice the limit is always enough. in_function: the
   kernel's function has the array itself, so it is only counted, and the result is NULL. lazy: the
   tile may run as loops, and then gets memory by its first array. Inlined, since every thread
   passes it, by numbers that the compiler knows. */
AMP__UNSEEN_INLINE void *amp__tile_static(amp__tile *t, size_t bytes, size_t align,
                                          int in_function, int lazy)
{
    const size_t a = bytes >= 256 && align < 64 ? 64 : align;
    amp__declared *d = amp__declared_of(t);
    const size_t at = (d->carved + a - 1) & ~(a - 1);
    AMP__ASSERT((a & (a - 1)) == 0);
    if (__builtin_expect(bytes > AMP_MAX_TILE_STATIC - (size_t)d->tile_static, 0)) {
        amp__tile_static_spent(t, bytes);
    }
    if (AMP_MAX_TILE_STATIC > AMP__D3D11_TILE_STATIC
        && bytes + d->tile_static > AMP__D3D11_TILE_STATIC) {
        amp__tile_static_above_d3d11(t, bytes);
    }
    d->tile_static += (unsigned)bytes;
    d->carved = (unsigned)(at + bytes);
    AMP__ASSERT(d->tile_static <= AMP_MAX_TILE_STATIC && d->carved <= AMP__TILE_STATIC_BUFFER);
    if (in_function) {
        return NULL;
    }
    if (lazy && t->memory == NULL) {
        amp__tile_memory_get(t);
    }
    AMP__ASSERT(t->memory != NULL);
    return t->memory + at;
}

/* The memory of an array of thread_private, `bytes` bytes for all threads of the tile. in_function:
   the kernel's function has the array itself, so it is only counted, and the result is NULL. With
   more than the limit, or without memory, the tile is ended, and this does not return. */
AMP__API_HOT AMP__UNSEEN void *amp__private(amp__tile *t, size_t bytes, int in_function);

/* amp_errorf and amp_abort: the first of a launch is its fault. A simple
   kernel's threads are not numbered while they run. */
AMP__API_HOT void amp__kernel_error(int leave, const char *site, const char *format, ...);

#if AMP__IMPLEMENT
#include "work.h"
#include "pool.h"

#include <setjmp.h> /* an OS thread leaves its kernel */

/* "(3, 1)" of the tile's thread t. */
static AMP__COLD const char *amp__thread_text(char *buffer, size_t size, const amp__tile *tile,
                                              int t)
{
    int at[3];
    amp__index_at(t, 3, tile->launch->tile, at);
    return amp__index_text(buffer, size, tile->launch->rank, at);
}

/* Says that a kernel has used up the stack of its OS thread. As loops its threads have no number
   while they run, and a simple kernel has no tile. */
static AMP__COLD void amp__report_spent_stack(const amp__tile *t)
{
    char tile[48], thread[48];
    const amp__launch *l = t->launch;
    const int tiled = l->kernel->model != AMP__SIMPLE, numbered = t->team != NULL;
    amp__fault(t->work, AMP_KERNEL_FAULT, "kernel %s%s%s%s%s: the stack of an OS thread "
               "overflowed, %lu bytes: does a function call itself without end? Use less "
               "automatic memory, or set `ulimit -s` and OMP_STACKSIZE higher", l->kernel->name,
               tiled ? ", tile " : "",
               tiled ? AMP__INDEX_TEXT(tile, l->rank, t->index) : "",
               numbered ? ", thread " : "",
               numbered ? amp__thread_text(thread, sizeof(thread), t, t->fault.a) : "",
               (unsigned long)t->fault.bytes);
}

/* Makes the tile's fault the launch's, unless another came first. */
static AMP__COLD void amp__report_tile_fault(amp__tile *t)
{
    char ta[48], tb[48], tt[48];
    const char *name = t->launch->kernel->name;
    const char *sa = t->fault.site_a, *sb = t->fault.site_b;
    const amp__declared *d = amp__declared_of(t);
    (void)amp__thread_text(ta, sizeof(ta), t, t->fault.a);
    (void)amp__thread_text(tb, sizeof(tb), t, t->fault.b);
    (void)AMP__INDEX_TEXT(tt, t->launch->rank, t->index);
    switch (t->fault.what) {
    case AMP__DIVERGED:
        amp__fault(t->work, AMP_BARRIER_DIVERGED, "kernel %s, tile %s: thread %s %s%.*s, thread "
                   "%s %s%.*s: all threads of a tile must reach the same barrier", name, tt,
                   ta, sa != NULL ? "waits at " : "has returned",
                   sa != NULL ? (int)strcspn(sa, "#") : 0, sa != NULL ? sa : "",
                   tb, sb != NULL ? "waits at " : "has returned",
                   sb != NULL ? (int)strcspn(sb, "#") : 0, sb != NULL ? sb : "");
        break;
    case AMP__TILE_STATIC_SPENT:
        amp__fault(t->work, AMP_OUT_OF_MEMORY, "kernel %s needs more than %d bytes of "
                   "tile_static: %lu and %lu more: use smaller arrays, or a smaller tile%s", name,
                   (int)amp__most_tile_static(), (unsigned long)d->tile_static,
                   (unsigned long)t->fault.bytes, d->tile_static == 0 ? ""
                   : "; one that is declared in a loop takes memory at each turn: declare it "
                     "before the loop");
        break;
    case AMP__PRIVATE_SPENT:
        amp__fault(t->work, AMP_OUT_OF_MEMORY, "kernel %s needs more than %d bytes of "
                   "thread_private a tile: %lu and %lu more: use smaller arrays, or a smaller "
                   "tile", name, AMP__PRIVATE_BYTES, (unsigned long)d->thread_private,
                   (unsigned long)t->fault.bytes);
        break;
    case AMP__TILE_MISSING:
    case AMP__PRIVATE_MISSING:
        amp__fault(t->work, AMP_OUT_OF_MEMORY, "kernel %s: no memory for %s: release views, or "
                   "lower AMP_WORKERS", name,
                   t->fault.what == AMP__TILE_MISSING ? "tile_static" : "thread_private");
        break;
    case AMP__PHASE_LEFT:
        amp__fault(t->work, AMP_KERNEL_FAULT, "kernel %s, tile %s: a phase did not run to its "
                   "end: `return` and `goto` may not leave it, and it may not hold another; "
                   "`continue` ends a thread's part of it", name, tt);
        break;
    case AMP__ABORTED:
        break; /* said by amp__kernel_error */
    case AMP__OWN_STACK_SPENT:
        amp__report_spent_stack(t);
        break;
    default:
        amp__fault(t->work, AMP_KERNEL_FAULT, "kernel %s, tile %s, thread %s: the stack of %lu "
                   "bytes overflowed: set AMP_STACK higher or use less automatic memory",
                   name, tt, ta, (unsigned long)t->fault.bytes);
        break;
    }
}

/* Leaves the kernel for good: a fiber to the scheduler, which reports, on a
   larger stack; an OS thread to where it entered the kernel. */
static AMP__RAW __attribute__((noreturn)) void amp__leave_kernel(amp__tile *t)
{
    if (t->begin != NULL) {
        amp__fiber_switch(t->fiber, &amp__my_pool->scheduler, 1);
    }
    amp__report_tile_fault(t);
    longjmp(*(jmp_buf *)t->leave, 1);
}

/* Threads a and b of a tile do not meet; a NULL site has returned. */
static inline AMP__HOT void amp__report_divergence(amp__tile *t, int a, const char *site_a, int b,
                                                   const char *site_b)
{
    t->fault.what = AMP__DIVERGED;
    t->fault.a = a;
    t->fault.b = b;
    t->fault.site_a = site_a;
    t->fault.site_b = site_b;
}

AMP__API_HOT void amp__phase_left(amp__tile *t)
{
    (void)amp__watch_aside();
    t->fault.what = AMP__PHASE_LEFT;
    amp__leave_kernel(t);
}

AMP__API_HOT void amp__tile_static_spent(amp__tile *t, size_t bytes)
{
    (void)amp__watch_aside();
    t->fault.what = AMP__TILE_STATIC_SPENT;
    t->fault.bytes = bytes;
    amp__leave_kernel(t);
}

AMP__API_HOT void amp__tile_static_above_d3d11(amp__tile *t, size_t bytes)
{
    const int on = amp__watch_aside();
    if (bytes + amp__declared_of(t)->tile_static > amp__most_tile_static()) {
        amp__tile_static_spent(t, bytes);
    }
    amp__watch_resume(on);
}

AMP__API_HOT void amp__tile_memory_get(amp__tile *t)
{
    const int on = amp__watch_aside();
    t->block = (char *)amp__alloc(AMP__TILE_BLOCK);
    if (t->block == NULL) {
        t->fault.what = AMP__TILE_MISSING;
        amp__leave_kernel(t);
    }
    t->memory = t->block + (64 - (uintptr_t)t->block % 64) % 64;
    amp__watch_resume(on);
}

AMP__API_HOT AMP__UNSEEN void *amp__private(amp__tile *t, size_t bytes, int in_function)
{
    amp__declared *d = amp__declared_of(t);
    const size_t at = d->thread_private;
    const int on = amp__watch_aside();
    if (at > AMP__PRIVATE_BYTES || bytes > AMP__PRIVATE_BYTES - at) {
        t->fault.what = AMP__PRIVATE_SPENT;
        t->fault.bytes = bytes;
        amp__leave_kernel(t);
    }
    d->thread_private = (unsigned)(at + (bytes + 63) / 64 * 64);
    AMP__ASSERT(at + bytes <= AMP__PRIVATE_BYTES);
    if (!in_function && t->private_memory == NULL) { /* never so where a team shares it */
        t->private_memory = (char *)amp__alloc(AMP__PRIVATE_BYTES);
        if (t->private_memory == NULL) {
            t->fault.what = AMP__PRIVATE_MISSING;
            amp__leave_kernel(t);
        }
    }
    amp__watch_resume(on);
    return in_function ? NULL : t->private_memory + at;
}

AMP__API_HOT void amp__kernel_error(int leave, const char *site, const char *format, ...)
{
    const int on = (amp__watch_for_good(), amp__watch_aside());
    amp__tile *t = amp__my_tile;
    char text[512], tile[48], thread[48];
    AMP__PRINT_GIVEN(text, format);
    if (t == NULL) {
        (void)amp__fail(AMP_KERNEL_FAULT, "%.*s, on the host: %s", (int)strcspn(site, "#"), site,
                        text);
        amp__watch_resume(on);
        return;
    }
    if (t->launch->kernel->model == AMP__TILED) {
        amp__fault(t->work, AMP_KERNEL_FAULT, "kernel %s, tile %s, thread %s, %.*s: %s",
                   t->launch->kernel->name,
                   AMP__INDEX_TEXT(tile, t->launch->rank, t->index),
                   amp__thread_text(thread, sizeof(thread), t,
                                    t->fiber != NULL ? t->fiber->thread : t->thread),
                   (int)strcspn(site, "#"), site, text);
    } else {
        amp__fault(t->work, AMP_KERNEL_FAULT, "kernel %s, %.*s: %s", t->launch->kernel->name,
                   (int)strcspn(site, "#"), site, text);
    }
    if (leave) {
        t->fault.what = AMP__ABORTED;
        amp__leave_kernel(t);
    }
    amp__watch_resume(on);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_EMU_FAULT_H */
