/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_STACKS_H
#define AMP_EMU_STACKS_H
/*
amp/emu/stacks.h: pools of fibers: a worker's stacks, kept from launch to launch.
*/

#include "stack_fault.h"

#if AMP__ASAN
/* Where a fiber that is given up is switched to once more: address sanitizer frees its fake
   stack (of variables that outlive their scope) only when it leaves that for the last time. */
static AMP__RAW void amp__fiber_bury(amp__fiber *self)
{
    __sanitizer_finish_switch_fiber(self->fake, NULL, NULL);
    amp__fiber_switch(self, &amp__my_pool->scheduler, 1);
}
#endif

/* Makes fiber i stand at its start, on an empty stack. The top is set off by
   an uneven number of cache lines, so that stacks do not share a cache set. */
static AMP__COLD void amp__fiber_reset(amp__pool *p, int i, void (*start)(amp__fiber *))
{
    amp__fiber *f = &p->fiber[i];
    char *top = p->memory + p->stride * (size_t)(i + 1) - (size_t)(i * 17 % 64) * 64 - 64;
    f->bottom = p->memory + p->stride * (size_t)i + p->guard;
    f->size = p->stride - p->guard;
    f->start = start;
#if AMP__ASAN
    __asan_unpoison_memory_region(f->bottom, f->size);
#endif
    memset(top - 8, 0, 72);
    amp__fiber_stand(f, top);
}

/* Gives up what fiber i was doing: what a sanitizer keeps for it is freed, and it stands at its
   start again. */
static AMP__COLD void amp__fiber_drop(amp__pool *p, int i)
{
#if AMP__ASAN
    if (p->fiber[i].fake != NULL) {
        amp__fiber_reset(p, i, amp__fiber_bury);
        amp__fiber_switch(&p->scheduler, &p->fiber[i], 0);
    }
#endif
#if AMP__TSAN
    if (p->fiber[i].tsan != NULL) {
        __tsan_destroy_fiber(p->fiber[i].tsan);
        p->fiber[i].tsan = NULL;
    }
#endif
    amp__fiber_reset(p, i, p->start);
}

/* Ends the pool's fibers, and frees their stacks. */
static AMP__COLD void amp__pool_unmap(amp__pool *p)
{
    int i;
    for (i = 0; i < p->count; i++) {
        amp__fiber_drop(p, i);
        (void)amp__valgrind(AMP__STACK_DEREGISTER, (void *)(uintptr_t)p->fiber[i].valgrind, NULL);
    }
    if (p->memory != NULL) {
        amp__unmap_pages(p->memory, p->stride * (size_t)p->count);
    }
    p->memory = NULL;
    p->count = 0;
}

/* Frees an OS thread's pool; called when the thread ends. */
static AMP__COLD void amp__pool_free(void *pool)
{
    amp__pool *p = (amp__pool *)pool;
    amp__my_pool = p; /* other destructors may have run before */
    amp__pool_unmap(p);
    amp__my_pool = NULL;
    amp__free(p->tile_block);
    amp__free(p);
}

/* Once a process: has amp__pool_free called at the end of each OS thread that has a pool. */
static AMP__COLD void amp__pool_make_key(void)
{
    (void)pthread_key_create(&amp__pool_key, amp__pool_free);
}

/* The calling OS thread's pool with at least n fibers of at least `stack`
   bytes, each standing at its start; NULL where memory is short. */
static inline AMP__HOT amp__pool *amp__pool_get(int n, size_t stack, void (*start)(amp__fiber *))
{
    amp__pool *p = amp__my_pool;
    size_t page, guard;
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
        p->tile_block = (char *)amp__alloc(AMP__TILE_BLOCK);
        if (p->tile_block == NULL) {
            amp__free(p);
            return NULL;
        }
        p->tile_memory = p->tile_block + (64 - (uintptr_t)p->tile_block % 64) % 64;
        amp__stay_loaded();
        (void)pthread_once(&amp__pool_once, amp__pool_make_key);
        (void)pthread_setspecific(amp__pool_key, p);
        amp__my_pool = p;
        amp__catch_faults();
    }
    AMP__ASSERT(p->tile == NULL); /* nobody stands on the stacks that go */
    amp__pool_unmap(p);
    p->start = start;
    page = amp__page_size();
    p->stack = stack;
    for (guard = AMP__GUARD; ; guard = AMP__GUARD_SMALL) { /* where address space is short */
        p->guard = (guard + page - 1) / page * page;
        p->stride = p->guard + (stack + page - 1) / page * page + (page > 4096 ? page : 4096);
        m = amp__map_pages(p->stride * (size_t)n, AMP__PAGES_CLOSED);
        if (m != NULL || guard == AMP__GUARD_SMALL) {
            break;
        }
    }
    if (m == NULL) {
        return NULL;
    }
    p->memory = (char *)m;
    p->count = n;
    for (i = 0; i < n; i++) {
        char *bottom = p->memory + p->stride * (size_t)i + p->guard;
        if (!amp__open_pages(bottom, p->stride - p->guard)) {
            amp__unmap_pages(m, p->stride * (size_t)n);
            p->memory = NULL;
            p->count = 0;
            return NULL;
        }
        p->fiber[i].valgrind = (unsigned)amp__valgrind(
            AMP__STACK_REGISTER, bottom, bottom + (p->stride - p->guard));
        amp__fiber_reset(p, i, start);
    }
    return p;
}

#endif /* AMP_EMU_STACKS_H */
