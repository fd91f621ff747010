/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_RUN_H
#define AMP_VECTORS_RUN_H
/*
amp/vectors/run.h: a launch of a kernel that was made into vectors.
*/

#include "engine.h"
#include "../emu/crew.h"

#if AMP__IMPLEMENT

/* What the workers of such a launch share. */
typedef struct amp__vec_launch {
    amp__work *work;
    const amp__vec_made *made;
    long long parted; /* the first tile found whose threads part at a barrier, or -1 */
    int line;         /* the line around that barrier */
} amp__vec_launch;

/* The lowest address of the calling thread's stack. */
static AMP__RARE char *amp__vec_stack_low(void)
{
    static __thread char *low;
    if (low == NULL) {
        pthread_attr_t a;
        void *address = NULL;
        size_t size = 0;
        if (amp__vec_getattr(pthread_self(), &a) == 0) {
            (void)amp__vec_getstack(&a, &address, &size);
            (void)pthread_attr_destroy(&a);
        }
        low = address != NULL ? (char *)address : (char *)1;
    }
    return low;
}

/* Whether `bytes` more, and some for the rest, fit on the stack. */
static AMP__RARE int amp__vec_fits(size_t bytes)
{
    char here;
    const uintptr_t top = (uintptr_t)&here, low = (uintptr_t)amp__vec_stack_low();
    return top > low && top - low > bytes + ((size_t)32 << 10);
}

/* A worker's share of the tiles; none where its stack is too small. */
static AMP__NOINLINE void amp__vec_piece(void *launch, int piece)
{
    amp__vec_launch *v = (amp__vec_launch *)launch;
    amp__work *w = v->work;
    amp__tile t;
    (void)piece;
    if (!amp__vec_fits(v->made->tile_bytes + v->made->kept_bytes)) {
        return;
    }
    memset(&t, 0, sizeof(t));
    t.launch = w->launch;
    t.work = w;
    amp__now = &t;
    while (!__atomic_load_n(&w->stopped, __ATOMIC_RELAXED)) {
        const long long first = __atomic_fetch_add(&w->next, w->grain, __ATOMIC_RELAXED);
        const long long end = first + w->grain < w->count ? first + w->grain : w->count;
        long long p;
        for (p = first; p < end && !__atomic_load_n(&w->stopped, __ATOMIC_RELAXED); p++) {
            int line;
            amp__tile_set(&t, p);
            line = v->made->run(w->launch->arguments, t.index, t.origin);
            if (line != 0) {
                amp__take(&amp__lock.fault);
                if (v->parted < 0) {
                    v->parted = p;
                    v->line = line;
                }
                amp__give(&amp__lock.fault);
                __atomic_store_n(&w->stopped, 1, __ATOMIC_RELAXED);
            }
        }
        if (first >= w->count) {
            break;
        }
    }
    amp__now = NULL;
}

/* Whether a tiled kernel may run as vectors: nobody asked for another engine, or for an
   order of threads, which loops do not have. */
static inline int amp__vec_wanted(const amp__kernel *k)
{
    const int asked = amp__process.settings.engine;
    return k->model == AMP__TILED && amp__process.settings.order == AMP_ORDER_FORWARD
        && (asked == AMP_ENGINE_DEFAULT || asked == AMP_ENGINE_VECTORS);
}

/* Runs the tiles of the launch, its w->pieces and w->grain set. 1 where all is done. 0:
   fibers do what is left, from w->next on: tiles of workers whose stack was too small, or
   the one tile whose threads part, for the sentence with both threads and lines. */
static AMP__RARE int amp__vec_run_tiles(amp__work *w, const amp__vec_made *made,
                                        amp__vec_launch *v)
{
    v->work = w;
    v->made = made;
    v->parted = -1;
    v->line = 0;
    w->engine = AMP_ENGINE_VECTORS;
    amp__crew(w->pieces, amp__vec_piece, v);
    if (v->parted >= 0) {
        w->next = v->parted;
        w->count = v->parted + 1;
        w->pieces = 1;
        w->grain = 1;
        w->stopped = 0;
    }
    w->engine = AMP_ENGINE_FIBERS;
    return v->parted < 0 && w->next >= w->count;
}

/* The sentence for a tile whose threads part at a barrier where fibers did not find it when
   they ran it again: the tile had changed its own input before. */
static AMP__RARE void amp__vec_parted(amp__work *w, const amp__vec_launch *v)
{
    if (v->parted >= 0 && w->failed.status == AMP_OK) {
        amp__tile t;
        char tile[48];
        memset(&t, 0, sizeof(t));
        t.launch = w->launch;
        t.work = w;
        amp__tile_set(&t, v->parted);
        amp__fault(w, AMP_BARRIER_DIVERGED, "kernel %s, tile %s: its threads do not all go the "
                   "same way around a barrier, at line %d: all threads of a tile must reach the "
                   "same barrier", w->launch->kernel->name,
                   amp__index_text(tile, sizeof(tile), w->launch->rank, t.index), v->line);
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_RUN_H */
