/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_RUN_H
#define AMP_VECTORS_RUN_H
/*
amp/vectors/run.h: the engine `vectors`: a launch of a kernel that was made into vectors.
*/

#include "engine.h"
#include "../emu/launch.h"

/* What the workers of such a launch share. */
typedef struct amp__vec_launch {
    amp__work *work;
    const amp__vec_compiled *made;
} amp__vec_launch;

/* Runs a tile of a phased kernel once more, as loops: for what amp_abort and amp_errorf say. */
static AMP__NOINLINE void amp__vec_rerun_on_loops(amp__work *w, long long p)
{
    jmp_buf leave;
    const amp__tile_entry *builds = w->launch->kernel->whole;
    amp__tile t, *const before = amp__my_tile;
    memset(&t, 0, sizeof(t));
    t.launch = w->launch;
    t.work = w;
    t.threads = w->launch->tile[0] * w->launch->tile[1] * w->launch->tile[2];
    t.leave = &leave;
    t.stack = amp__stack_here();
    amp__catch_faults();
    amp__tile_set(&t, p);
    if (setjmp(leave) == 0) {
        amp__my_tile = &t;
        amp__phased_tile(&t, amp__widest_entry(builds[1] != NULL, builds[2] != NULL), NULL);
    }
    amp__my_tile = before;
    amp__free(t.block);
    amp__free(t.private_memory);
}

/* Runs a tile once more, on fibers: for what amp_abort and amp_errorf say, or where its threads
   diverge around the barrier at `line`. Where fibers find nothing (a race, or contraction here
   alone) the tile is done, unless its threads diverge: then it may have changed its own input. */
static AMP__NOINLINE void amp__vec_rerun_on_fibers(amp__work *w, long long p, int line)
{
    int order[AMP_MAX_TILE_THREADS];
    amp__tile t, *const before = amp__my_tile;
    amp__pool *pool;
    memset(&t, 0, sizeof(t));
    pool = amp__fiber_begin(&t, w, order);
    if (pool != NULL) {
        amp__tile_set(&t, p);
        amp__my_tile = &t;
        amp__fiber_tile(&t, pool);
        amp__my_tile = before;
        pool->tile = NULL;
        amp__free(t.block);
        amp__free(t.private_memory);
    }
    if (line > 0) {
        char tile[48];
        amp__fault(w, AMP_BARRIER_DIVERGED, "kernel %s, tile %s: its threads do not all go the "
                   "same way around a barrier, at line %d: all threads of a tile must reach the "
                   "same barrier", w->launch->kernel->name,
                   amp__index_text(tile, sizeof(tile), w->launch->rank, t.index), line);
    }
}

/* The bytes of tile memory that the launch gives: parameters tile(T, name). */
static inline size_t amp__vec_given_bytes(const amp__launch *launch)
{
    const amp__kernel *k = launch->kernel;
    size_t bytes = 0;
    int i;
    for (i = 0; i < k->parameter_count; i++) {
        const size_t size = amp__vec_given_size(&k->parameters[i]);
        if (size != 0) {
            bytes += size * (size_t)*(const int *)launch->arguments[i].data;
        }
    }
    return bytes;
}

/* Runs tile t and those behind it in its last dimension, at most `most` in all, and goes on to the
   last of them; returns how many. */
static AMP__HOT int amp__vec_run_joined(const amp__vec_launch *v, amp__tile *t, long long most)
{
    const int last = v->made->rank - 1;
    const int row = v->work->tiles[last] - t->index[last];
    const int many = row < most ? row : (int)most;
    int place[4] = { t->index[0], t->index[1], t->index[2], 0 };
    place[last + 1] = many;
    (void)v->made->run(v->work->launch->arguments, place, t->origin, t->count);
    t->index[last] += many - 1;
    t->origin[last] += (many - 1) * t->launch->tile[last];
    return many;
}

/* A worker's share of the tiles; none where its stack is too small. */
static AMP__NOINLINE void amp__vec_piece(void *launch, int piece)
{
    const amp__vec_launch *v = (const amp__vec_launch *)launch;
    amp__work *w = v->work;
    amp__taker taker = { piece, 0 };
    const size_t bytes =
        v->made->tile_bytes + v->made->kept_bytes + amp__vec_given_bytes(w->launch);
    amp__tile t;
    if (!amp__vec_fits_on_stack(bytes)) {
        static int said;
        if (amp__logs() && !__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED)) {
            (void)fprintf(stderr, "amp: kernel %s, on a worker whose stack has no room for %lu "
                          "bytes more: %s do its tiles\n", v->made->name, (unsigned long)bytes,
                          amp__vec_else(v->made->model));
        }
        return;
    }
    memset(&t, 0, sizeof(t));
    t.launch = w->launch;
    t.work = w;
    amp__my_tile = &t;
    while (!__atomic_load_n(&w->stopped, __ATOMIC_RELAXED)) {
        long long end = 0, p;
        const long long first = amp__work_take(w, &taker, &end);
        if (first < 0) {
            break;
        }
        for (p = first; p < end && !__atomic_load_n(&w->stopped, __ATOMIC_RELAXED); p++) {
            int line;
            if (p == first) {
                amp__tile_set(&t, p);
            } else {
                amp__tile_next(&t);
            }
            if (v->made->joined) {
                p += amp__vec_run_joined(v, &t, end - p) - 1;
                continue;
            }
            line = v->made->run(w->launch->arguments, t.index, t.origin, t.count);
            if (line != 0 && v->made->model == AMP__PHASED) {
                amp__vec_rerun_on_loops(w, p);
            } else if (line != 0) {
                amp__vec_rerun_on_fibers(w, p, line);
            }
        }
    }
    amp__my_tile = NULL;
}

/* Whether memory that the launch writes is also that of another of its views, some of which share
   memory. */
static AMP__COLD int amp__vec_written_shared(const amp__launch *launch)
{
    int i, shared = 0;
    for (i = 0; i < launch->kernel->parameter_count; i++) {
        shared |= amp__comes_back(&launch->kernel->parameters[i])
            && amp__argument_shared(launch, i);
    }
    return shared;
}

/* That of any launch. *views: how many views it has, 0 where it writes none. */
static inline int amp__vec_outputs_overlap(const amp__launch *launch, int *views)
{
    const amp__parameter *p = launch->kernel->parameters;
    const int count = launch->kernel->parameter_count;
    uintptr_t low[AMP_MAX_PARAMETERS], high[AMP_MAX_PARAMETERS];
    int i, k, n = 0, shared = 0, writes = 0;
    for (i = 0; i < count; i++) {
        if (p[i].access != AMP__ACCESS_value) {
            low[n] = (uintptr_t)launch->arguments[i].data;
            high[n] = low[n] + amp__argument_span(&p[i], &launch->arguments[i]);
            for (k = 0; k < n; k++) {
                shared |= low[k] < high[n] && low[n] < high[k];
            }
            n++;
            writes |= amp__comes_back(&p[i]);
        }
    }
    *views = writes ? n : 0;
    return shared && writes && amp__vec_written_shared(launch);
}

/* Whether the launch is one of views that are apart: of a kernel that writes some, but no memory
   that another of its views has. */
static inline int amp__vec_is_apart(const amp__launch *launch, int *overlap)
{
    int views;
    *overlap = amp__vec_outputs_overlap(launch, &views);
    return views > 0 && !*overlap;
}

/* Whether a tile of the launch begins where none does that runs as vectors. */
static inline int amp__vec_is_too_far(const amp__launch *launch)
{
    int d, far = 0;
    for (d = 0; d < launch->rank; d++) {
        far |= launch->extent[d] - launch->tile[d] >= AMP__VEC_FARTHEST;
    }
    return far && launch->kernel->model != AMP__SIMPLE;
}

/* Whether the launch runs as vectors: not with another engine asked for, or an order of threads;
   where the kernel is not made; a tile begins too far, or could not be run again, as views share
   memory; or it has more tile memory than it may. w->needs_fibers: a kernel that would be wrong as
   loops (carried.h). w->found: it as vectors. A fault: it was made from another text. */
static AMP__NOINLINE int amp__vec_may_run(amp__work *w)
{
    const int asked = amp__process.settings.engine;
    const amp__launch *launch = w->launch;
    const amp__vec_compiled *made;
    int overlap, apart;
    if (amp__process.settings.order != AMP_ORDER_FORWARD
        || (asked != AMP_ENGINE_DEFAULT && asked != AMP_ENGINE_VECTORS)
        || (launch->kernel->debug && asked == AMP_ENGINE_DEFAULT)) {
        return 0;
    }
    apart = amp__vec_is_apart(launch, &overlap);
    if (amp__vec_find(launch->kernel, apart, &made, &w->needs_fibers) != AMP_OK) {
        w->failed = amp__error;
        return 0;
    }
    w->found = made;
    return made != NULL && !amp__vec_is_too_far(launch)
        && made->tile_bytes + amp__vec_given_bytes(launch) <= amp__most_tile_static()
        && !(made->again && overlap);
}

/* Runs a box of threads of a simple kernel as vectors. 0: one reports, by amp_abort or amp_errorf,
   so loops have to run the box again. */
static AMP__NOINLINE int amp__vec_box(const amp__work *w, const amp__box *b)
{
    const amp__launch *l = w->launch;
    const amp__vec_compiled *made = (const amp__vec_compiled *)w->found;
#if AMP_MAX_RANK > 3
    if (l->rank > 3) {
        int low[3 + AMP_MAX_RANK] = { b->low[0], b->low[1], b->low[2] }, k;
        for (k = 0; k < l->rank - 2; k++) {
            low[3 + k] = l->extent[k];
        }
        return made->run(l->arguments, low, b->high, NULL) == 0;
    }
#endif
    return made->run(l->arguments, b->low, b->high, NULL) == 0;
}

/* Simple kernels: the boxes of the engine `loops`, each as vectors. */
static AMP__NOINLINE int amp__vec_run_simple(amp__work *w)
{
    w->box = amp__vec_box;
    return amp__loops_run(w);
}

/* Tiled and phased kernels. 0: the stack of every worker was too small. */
static AMP__NOINLINE int amp__vec_run_tiles(amp__work *w)
{
    int k, left = 0;
    amp__vec_launch v;
    v.work = w;
    v.made = (const amp__vec_compiled *)w->found;
    (void)amp__tiles_share(w, amp__vec_piece, &v);
    for (k = 0; k < w->shares; k++) {
        left |= w->share[k].next < w->share[k].end;
    }
    return w->stopped || !left;
}

/* The engine for simple kernels, and for tiled and phased ones, in front of the emulator's own. */
static const amp__emulator_engine amp__vec_simple = {
    "vectors", amp__vec_may_run, amp__vec_run_simple, &amp__simple_loops
};
static const amp__emulator_engine amp__vec_tiles = {
    "vectors", amp__vec_may_run, amp__vec_run_tiles, &amp__tile_loops
};

/* Launches in a file that has this engine, as amp__engine of amp/core/backend.h. */
static AMP__NOINLINE AMP__HOT amp_status amp__vec_launch_simple( const amp__launch *launch,
                                                                const amp__argument *host_arguments)
{
    const unsigned long long begun = amp__vec_launch_begins();
    int overlap;
    const amp_status s = amp__emu_run_simple(launch, host_arguments, &amp__vec_simple);
    if (begun != 0) {
        amp__vec_note_launch(launch, amp__vec_is_apart(launch, &overlap), begun);
    }
    return s;
}

static AMP__NOINLINE AMP__HOT amp_status amp__vec_launch_tiled( const amp__launch *launch,
                                                               const amp__argument *host_arguments)
{
    const unsigned long long begun = amp__vec_launch_begins();
    int overlap;
    const amp_status s = amp__emu_run_tiled(launch, host_arguments, &amp__vec_tiles);
    if (begun != 0) {
        amp__vec_note_launch(launch, amp__vec_is_apart(launch, &overlap), begun);
    }
    return s;
}

#endif /* AMP_VECTORS_RUN_H */
