/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_LAUNCH_H
#define AMP_CHECK_LAUNCH_H
/*
amp/check/launch.h: what the emulator calls: around a launch, a tile, the part of a
thread between two barriers, and at a barrier.
*/

#include "workers.h"
#include "probe.h"
#if AMP_CHECK_REGIONS
#include "regions.h"
#endif

/* The launch takes stack from here up to the end of what it was given, as far as that lies on
   this stack: all of it is the library's, with the kernel's arguments in it. */
static AMP__CHECK void amp__check_engine_stack(const amp__launch *l)
{
    amp__check_state *k = &amp__check_shared;
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    uintptr_t high = here;
    int i;
    for (i = -2; i < l->kernel->parameter_count; i++) {
        uintptr_t p = (uintptr_t)l, n = sizeof(*l);
        if (i == -1) {
            p = (uintptr_t)l->arguments;
            n = (uintptr_t)l->kernel->parameter_count * sizeof(*l->arguments);
        } else if (i >= 0) {
            if (l->kernel->parameters[i].access != AMP__ACCESS_value) {
                continue;
            }
            p = (uintptr_t)l->arguments[i].data;
            n = l->kernel->parameters[i].type.size;
        }
        if (p > here && p - here < 65536 && p + n > high) {
            high = p + n;
        }
    }
    k->engine_low = here - 65536;
    k->engine_size = high - k->engine_low;
}

/* Watches [low, high), views of parameter number `argument`. Views that overlap become
   one watched memory. */
static inline AMP__CHECK void amp__check_watch_memory(uintptr_t low, uintptr_t high, int argument,
                                                      int undefined)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_watched w = AMP__ZERO;
    int i;
    w.begin = low;
    w.end = high;
    w.argument = argument;
    w.undefined = undefined;
    for (i = 0; i < k->watched_count; i++) {
        const amp__check_watched *r = &k->watched[i];
        if (w.begin - w.begin % 4 < r->high && r->low < w.end) { /* join: that may join more */
            w.begin = w.begin < r->begin ? w.begin : r->begin;
            w.end = w.end > r->end ? w.end : r->end;
            w.undefined &= r->undefined;
            w.shared = 1;
            w.argument = w.argument < r->argument ? w.argument : r->argument;
            k->watched[i] = k->watched[--k->watched_count];
            i = -1;
        }
    }
    w.low = w.begin & ~(uintptr_t)3;
    w.high = (w.end + 3) & ~(uintptr_t)3;
    k->watched[k->watched_count++] = w;
}

/* Keeps what the views of r hold, to see at the launch's end what has been written unannounced. */
static AMP__CHECK void amp__check_save_views(amp__check_watched *r)
{
    const size_t bytes = r->high - r->low, head = r->begin - r->low;
    r->before = (unsigned char *)amp__check_alloc(bytes);
    if (r->before != NULL) {
        amp__check_copy_changed(r->before + head, (const void *)r->begin, r->end - r->begin, 1);
    } else {
        amp__check_shared.incomplete = 1;
    }
}

/* The order of run number `turn`: of several the last is that of the settings, whose results
   stay; the first is forward or reverse, the others at random. */
static AMP__CHECK void amp__check_order_turn(void)
{
    const amp__check_state *k = &amp__check_shared;
    amp__check_turn.order = amp__process.settings.order;
    amp__check_turn.seed = amp__process.settings.seed;
    if (k->turn + 1 < k->orders) {
        amp__check_turn.order = k->turn > 0 ? AMP_ORDER_RANDOM
                                : amp__check_turn.order == AMP_ORDER_REVERSE ? AMP_ORDER_FORWARD
                                                                             : AMP_ORDER_REVERSE;
        amp__check_turn.seed = (unsigned)k->turn;
    }
}

/* Before a launch: watches its views. Launches of a process are checked one
   after another. host_arguments: the arguments as the host has them, NULL where
   launch->arguments are in host memory; tiles: how many, or threads of a simple kernel; sees: the
   translation unit is instrumented. */
static AMP__CHECK void amp__check_launch_begin(const amp__launch *launch,
                                                      const amp__argument *host_arguments,
                                                      int simple, long long tiles, int sees)
{
    amp__check_state *k = &amp__check_shared;
    const unsigned threads = (unsigned)(launch->tile[0] * launch->tile[1] * launch->tile[2]);
    int i, d;
    amp__take(&amp__check_locks.launch);
    amp__check_load_settings();
    k->launch = launch;
    k->host_arguments = host_arguments;
    k->launches++;
    k->simple = simple;
    k->threads = threads;
    k->tile_count = tiles;
    k->sees = sees;
    k->watched_count = k->view_count = 0;
    k->bytes_watched = k->bytes_kept = 0;
    k->outer_size = 0;
    k->settled = 0;
    k->of_wide = NULL;
    amp__check_reset_state(k);
    for (i = 0; i < launch->kernel->parameter_count; i++) {
        const amp__parameter *p = &launch->kernel->parameters[i];
        const amp__argument *a = &launch->arguments[i];
        amp__check_array *n = &k->array[k->array_count];
        if (p->access == AMP__ACCESS_value) {
            continue;
        }
        __builtin_memset(n, 0, sizeof(*n));
        n->name = amp__check_plain_name(p->name);
        n->low = (uintptr_t)a->data;
        n->high = n->low + amp__bytes_spanned(p->type.size, p->rank, a->extent, a->stride);
        n->host = host_arguments != NULL ? (uintptr_t)host_arguments[i].data : 0;
        n->size = p->type.size;
        n->rank = p->rank;
        n->parts = p->type.kind == AMP__KIND_OTHER;
        n->writable = p->access != AMP__ACCESS_in;
        n->out = p->access == AMP__ACCESS_out;
        if (p->type.kind == AMP__KIND_WIDE && n->writable) {
            k->of_wide = n->name;
        }
        for (d = 0; d < p->rank; d++) {
            n->extent[d] = a->extent[d];
            n->stride[d] = d < p->rank - 1 ? a->stride[d] : 1;
        }
        amp__check_watch_memory(n->low, n->high, k->array_count, p->access == AMP__ACCESS_out);
        k->array_count++;
    }
    k->view_count = k->array_count;
    if (AMP__JUDGING) {
        amp__check_taken_launch();
    }
    k->hull_low = (uintptr_t)-1;
    k->hull_high = 0;
    for (i = 0; i < k->watched_count; i++) {
        amp__check_watched *r = &k->watched[i];
        const amp__check_bytes *m;
        if (!AMP__JUDGING) { /* watched for threads that spin, without a memory of accesses */
            k->hull_low = r->low < k->hull_low ? r->low : k->hull_low;
            k->hull_high = r->high > k->hull_high ? r->high : k->hull_high;
            continue;
        }
        r->words = (r->high - r->low) / 4;
        r->small = k->array[r->argument].size <= 2 ? (int)k->array[r->argument].size : 0;
        k->bytes_watched += r->high - r->low;
        for (m = k->bytes; m != NULL; m = m->next) {
            r->partly |= m->kind == AMP__CHECK_BYTES_DISCARDED && m->low < r->high
                         && r->low < m->high;
        }
        r->constant = !r->undefined && !r->partly;
        for (d = 0; d < k->view_count; d++) {
            r->constant &= !k->array[d].writable || k->array[d].high <= r->low
                           || k->array[d].low >= r->high;
        }
        if (!r->constant && !amp__check_shadow_begin(r)) {
            *r-- = k->watched[--k->watched_count];
            i--;
            continue;
        }
        if ((sees || k->orders > 1) && !r->constant) {
            amp__check_save_views(r);
        }
        k->hull_low = r->low < k->hull_low ? r->low : k->hull_low;
        k->hull_high = r->high > k->hull_high ? r->high : k->hull_high;
    }
    k->turn = 0;
    amp__check_order_turn();
    k->os_thread = pthread_self();
    amp__check_engine_stack(launch);
    if (sees) {
        amp__check_watchdog();
        amp__check_catch_crashes();
    }
    amp__check_shared.active = 1;
    amp__check_probe_units(sees);
#if AMP_CHECK_REGIONS
    amp__check_read_regions(launch->kernel);
    amp__check_uninitialised_begin(launch->kernel->name);
#endif
    if (amp__watch_lens != NULL) {
        amp__watch_lens->launch_begin(launch, simple, tiles, sees);
    }
}

/* Whether the option tiles lets this tile be watched. */
static inline AMP__CHECK int amp__check_tile_chosen(long long tile, long long tiles)
{
    const amp__check_state *k = &amp__check_shared;
    if (!k->tiles_first && !k->tiles_last && !k->tiles_sample) {
        return 1;
    }
    return (k->tiles_first && tile == 0) || (k->tiles_last && tile == tiles - 1)
           || (k->tiles_sample
               && ((unsigned long long)tile * 0x9e3779b97f4a7c15ull >> 32)
                          % (unsigned)k->tiles_sample == 0);
}

/* See hooks.h, also for the functions that follow. */
static AMP__CHECK void amp__check_tile_begin(long long number, void (*leave)(void *),
                                                    void (*park)(void *), void *argument)
{
    amp__check_state *k = &amp__check_shared;
    int i;
    const int lens = amp__watch_lens != NULL && amp__watch_lens->tile_begin(number);
    k->watch = AMP__JUDGING ? amp__check_tile_chosen(number, k->tile_count) : lens;
    k->tile_count_watched += k->watch;
    k->tile_number = number;
    k->base = (unsigned)number * k->threads;
    k->round = k->wrote = 0;
    k->idle_from = AMP__CHECK_NONE;
    k->arrivals = 0;
    k->epoch[0]++;
    k->epoch[1]++;
    k->first_epoch = k->epoch[0];
    k->first_global = k->epoch[1];
    k->heads.used = 1;
    if (k->private_used != 0) {
        __builtin_memset(k->private_set, 0, (k->private_used + 7) / 8);
        k->private_used = 0;
    }
    k->leaving = 0;
    k->leave = leave;
    k->park = park;
    k->leave_argument = argument;
    for (i = k->view_count; i < k->array_count; i++) {
        amp__check_poison((char *)k->array[i].low, k->array[i].high - k->array[i].low);
    }
}

/* Looks in a tile array for a word that has changed since the tile began and was not written, as
   announced, nor anything of its element. */
static AMP__CHECK void amp__check_find_unseen_in_tile(const amp__check_array *a)
{
    amp__check_state *k = &amp__check_shared;
    const uintptr_t base = (uintptr_t)k->tile_memory;
    uintptr_t at;
    for (at = a->low; at + 4 <= a->high; at += 4) {
        const amp__check_head *first = &k->tile_head[(at - base) >> 2];
        if (*(const amp__check_word *)at != AMP__CHECK_POISON
            && (first->epoch < k->first_epoch || first->set == 0)) {
            uintptr_t p = at - (at - a->low) % a->size, end = p + a->size;
            int seen = 0;
            for (; p < end && !seen; p += 4) {
                const amp__check_head *h = &k->tile_head[(p - base) >> 2];
                seen = h->epoch >= k->first_epoch && h->set != 0;
            }
            if (!seen) {
                k->unseen.array = a->name;
                k->unseen.at = (at - a->low) / a->size;
                return;
            }
        }
    }
}

/* Judges what the tile did in its last interval. */
static AMP__CHECK void amp__check_tile_end(void)
{
    amp__check_state *k = &amp__check_shared;
    size_t i;
    if (amp__watch_lens != NULL) {
        amp__watch_lens->tile_end();
    }
    amp__check_on = 0; /* the tile may have been left in the middle */
    k->busy = 0;
    k->pending.on = 0;
    for (i = 0; i < k->touched_tile.used; i++) {
        amp__check_judge_interval(&k->tile_head[((unsigned *)k->touched_tile.at)[i]]);
    }
    k->touched_tile.used = 0;
    for (i = (size_t)k->view_count; i < (size_t)k->array_count; i++) {
        if (AMP__JUDGING && k->sees && k->watch && !k->leaving && k->unseen.array == NULL) {
            amp__check_find_unseen_in_tile(&k->array[i]);
        }
        k->array[i].uneven |= !k->leaving && k->array[i].declared % k->threads != 0;
        k->array[i].declared = 0;
    }
    for (i = 1; i < k->heads.used; i++) {
        amp__check_judge_interval(&((amp__check_head *)k->heads.at)[i]);
    }
    k->nodes.used = k->users.used = 0;
    k->free_node = 0;
}

/* Whether so much has gone wrong that the launch is to end. */
static AMP__CHECK int amp__check_gives_up(void)
{
    const amp__check_state *k = &amp__check_shared;
    return k->stuck >= AMP__CHECK_STUCK || k->crashes >= AMP__CHECK_CRASHES
           || (k->sharing && *(const volatile int *)&amp__check_process.suspect);
}

static AMP__CHECK void amp__check_thread_runs(unsigned thread)
{
    amp__check_state *k = &amp__check_shared;
    k->thread = thread;
    k->stack_low = k->bottom[thread];
    amp__watch_next.racy = amp__watch_next.at = k->last_read = k->last_block = 0;
    k->steps++;
    k->started = k->seen;
    if (amp__watch_lens != NULL) {
        amp__watch_lens->thread_runs(thread);
    }
    amp__check_on = k->watch | amp__lens_on;
    k->busy = k->watch;
}

static AMP__CHECK void amp__check_thread_starts(unsigned thread)
{
    amp__check_state *k = &amp__check_shared;
    const amp__pool *p = amp__my_pool;
    const amp__tile *t = (const amp__tile *)k->leave_argument;
    if (k->simple) {
        k->bottom[thread] = (uintptr_t)__builtin_frame_address(0) - AMP__CHECK_STACK;
        k->own_size = AMP__CHECK_STACK;
        k->stack_size = AMP__CHECK_STACK + 256;
    } else { /* with the guard below it, where an access means that the stack is spent */
        k->bottom[thread] = (uintptr_t)t->fiber->bottom - p->guard;
        k->own_size = k->stack_size = p->stride;
    }
    amp__check_thread_runs(thread);
    if (amp__check_uninitialised.run) {
        /* The last call: what it fills begins near its caller's frame. */
        amp__check_uninitialised_fill(amp__check_uninitialised.run, thread);
    }
}

static AMP__CHECK int amp__check_aside(void)
{
    const int on = amp__check_on;
    if (on) {
        amp__check_judge_pending();
        amp__check_on = 0;
    }
    return on;
}

static AMP__CHECK void amp__check_resume(int on)
{
    amp__check_on = on;
}

/* A round in which threads arrived at different barriers, or at none: finds one thread
   for each barrier that is not that of thread 0. */
static AMP__NOINLINE AMP__CHECK void amp__check_find_divergence(void)
{
    amp__check_state *k = &amp__check_shared;
    const char *const first = k->arrived[0];
    unsigned t, u;
    k->diverged++;
    for (t = 1; t < k->threads; t++) {
        const char *here = k->arrived[t];
        amp__check_finding f;
        for (u = 0; u < t; u++) {
            if (k->arrived[u] == here
                || (here != NULL && k->arrived[u] != NULL && strcmp(k->arrived[u], here) == 0)) {
                break;
            }
        }
        if (u < t) {
            continue; /* was reported for an earlier thread */
        }
        amp__check_clear_finding(&f, AMP_CHECK_BARRIER_DIVERGENCE);
        f.site_a = first == NULL ? (unsigned short)0 : amp__check_text_site(first, 0);
        f.site_b = here == NULL ? (unsigned short)0 : amp__check_text_site(here, 0);
        f.key_a = k->base;
        f.key_b = k->base + t;
        f.round = k->round;
        amp__check_find(&f);
    }
}

/* All threads of the tile have come to a barrier or ended, not all at one text's address: leaves
   the tile where that means that they are not together, or one is parked. */
static AMP__NOINLINE AMP__CHECK void amp__check_require_converged(void)
{
    const amp__check_state *k = &amp__check_shared;
    unsigned t;
    for (t = 0; t < k->threads; t++) {
        if (k->arrived[t] == amp__check_parked) {
            amp__check_leave();
        }
    }
    for (t = 1; t < k->threads; t++) {
        const char *a = k->arrived[0], *b = k->arrived[t];
        if (a != b && (a == NULL || b == NULL || strcmp(a, b) != 0)) {
            amp__check_find_divergence();
            amp__check_leave();
        }
    }
}

/* The tile has passed very many barriers, the last at `site`, and written nothing meanwhile: looks
   whether it does so for ever, which is a matter of time, and leaves the tile then. */
static AMP__NOINLINE AMP__CHECK void amp__check_test_idle_tile(const char *site)
{
    amp__check_state *k = &amp__check_shared;
    if (k->idle_from != k->wrote) {
        k->idle_from = k->wrote;
        k->idle_since = clock();
    } else if (amp__check_cpu_time_passed(k->idle_since, k->patience)) {
        amp__check_finding f;
        amp__check_clear_finding(&f, AMP_CHECK_LIVELOCK);
        f.site_a = f.site_b = amp__check_text_site(site, 0);
        f.kind_a = AMP__CHECK_EITHER;
        f.key_a = k->base;
        f.dimension = -4; /* around a barrier */
        k->stuck++;
        amp__check_find(&f);
        amp__check_leave();
    }
}

/* The last thread of the tile has come: the others are at barriers, or have ended. */
static AMP__NOINLINE AMP__CHECK void amp__check_all_arrived(int fence)
{
    amp__check_state *k = &amp__check_shared;
    const char *const first = k->arrived[0];
    uintptr_t apart = first == amp__check_parked;
    unsigned t;
    for (t = 1; t < k->threads; t++) {
        apart |= (uintptr_t)k->arrived[t] ^ (uintptr_t)first;
    }
    k->arrivals = 0;
    if (apart != 0) {
        amp__check_require_converged();
    }
    k->round++;
    if (__builtin_expect(k->round - k->wrote >= AMP__CHECK_SPIN_READS, 0) && first != NULL
        && k->round % 1024 == 0 && AMP__JUDGING) {
        amp__check_test_idle_tile(first);
    }
    k->epoch[0] += (unsigned)fence & 1;
    k->epoch[1] += (unsigned)fence >> 1;
}

static AMP__CHECK void amp__check_arrive(const char *site, int fence)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_on = 0;
    k->arrived[k->thread] = site;
    if (amp__watch_lens != NULL) {
        amp__watch_lens->arrive(site);
    }
    amp__check_judge_all();
    if (++k->arrivals == k->threads) {
        amp__check_all_arrived(fence);
    }
}

static AMP__CHECK int amp__check_ended(int fence)
{
    amp__check_arrive(NULL, fence);
    amp__check_shared.busy = 0;
    return amp__check_shared.arrivals == 0;
}

static AMP__CHECK void amp__check_simple(const amp__launch *l, const amp__box *b,
                                         long long number)
{
    const int lens = amp__watch_lens != NULL && amp__watch_lens->simple(number);
    amp__check_shared.watch = !AMP__JUDGING ? lens
        : amp__check_tile_chosen(number / 256, (amp__check_shared.tile_count + 255) / 256);
    amp__check_shared.tile_count_watched += amp__check_shared.watch;
    amp__check_shared.base = (unsigned)number;
    amp__check_shared.box = b;
    amp__check_shared.leaving = 0;
#if AMP__TWINS
    if (amp__lens_skips) {
        return;
    }
#endif
    if (setjmp(amp__check_shared.simple_leave) == 0) {
        amp__check_thread_starts(0);
#if AMP__TWINS
        if (!amp__lens_on && l->kernel->simple_untold != NULL) {
            l->kernel->simple_untold(l->arguments, b);
        } else
#endif
        {
            l->kernel->simple[0](l->arguments, b);
        }
        amp__check_judge_all();
        amp__check_on = 0;
        amp__check_shared.busy = 0;
    }
    if (amp__watch_lens != NULL) {
        amp__watch_lens->arrive(NULL);
    }
}

/* Judges one watched memory block by block, notes what it wrote for the stale-read
   check where the run was the last, and clears its shadow. */
static AMP__CHECK void amp__check_judge_watched(amp__check_watched *r, int last)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_bytes *m;
    size_t from;
    if (k->sees && r->before != NULL && !k->incomplete && !k->crashes && !k->livelocked
        && !k->diverged && k->tile_count_watched == k->tile_count && k->unseen.array == NULL) {
        const amp__check_array *a = &k->array[r->argument];
        const size_t unseen = amp__check_unseen_word(r);
        k->unseen.array = unseen < r->words ? a->name : NULL;
        k->unseen.at = (r->low + unseen * 4 - a->low) / a->size;
    }
    m = last ? amp__check_written_begin(r) : NULL;
    for (from = 0; r->touched != NULL && from < r->words; from += AMP__CHECK_BLOCK) {
        if (r->touched[from / AMP__CHECK_BLOCK] & AMP__CHECK_FIRSTS) {
            amp__check_judge_block(r, from, amp__check_block_end(r, from));
            if (m != NULL) {
                amp__check_written_block(r, m, from, amp__check_block_end(r, from));
            }
        }
        amp__check_clear_block(r, from);
    }
    if (m != NULL) {
        amp__check_written_end(r, m);
    }
}

/* Whether kernels of the launch make, or may make, accesses that the compiler does not announce. */
static AMP__CHECK int amp__check_is_blind(void)
{
    const amp__check_state *k = &amp__check_shared;
    return k->unseen.array != NULL
           || (k->sees && (k->wide || (k->of_wide != NULL
                                       && !amp__check_any_size(k->launch->kernel))));
}

/* Takes back what was found because a write was not announced: that nobody wrote what is read. The
   launch is refused for it. */
static AMP__CHECK void amp__check_drop_blind_findings(void)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_finding *f = (amp__check_finding *)k->findings.at;
    size_t i, n = 0;
    if (k->findings.used != 0 && AMP__JUDGING && amp__check_is_blind()) {
        for (i = 0; i < k->findings.used; i++) {
            if (f[i].rule != AMP_CHECK_UNINITIALISED_READ) {
                f[n++] = f[i];
            }
        }
        k->findings.used = n;
    }
}

/* Adds what a list takes to bytes_kept; frees it where it has grown above 4 MB. */
static AMP__CHECK void amp__check_shrink(amp__list *g, size_t size)
{
    amp__check_shared.bytes_kept += g->room * size;
    if (g->room * size > (size_t)4 << 20) {
        amp__check_drop(&g->at);
        g->used = g->room = 0;
    }
}

/* See hooks.h. */
static AMP__CHECK int amp__check_again(int failed)
{
    amp__check_state *k = &amp__check_shared;
    int i, spoilt;
    amp__check_on = 0;
    k->busy = 0;
    if (k->sharing) {
        return amp__check_judge_shared_launch(failed);
    }
    spoilt = k->stuck || k->livelocked || k->incomplete; /* it would take as long again, or cannot
                                                            be restored */
    if (!AMP__JUDGING || failed) {
        return 0;
    }
    if (k->turn + 1 < k->orders) {
        k->turn = spoilt ? k->orders - 1 : k->turn + 1;
    } else if (!amp__check_uninitialised_again(!spoilt && !k->crashes && !k->diverged
                                               && k->findings.used == 0)) {
        return 0;
    }
    if (spoilt) {
        return 0;
    }
    for (i = 0; i < k->watched_count; i++) {
        amp__check_watched *r = &k->watched[i];
        amp__check_judge_watched(r, 0);
        if (r->before != NULL) {
            amp__check_copy_changed((void *)r->begin, r->before + (r->begin - r->low),
                                    r->end - r->begin, 0);
        }
    }
    amp__check_drop_blind_findings();
    amp__check_collect();
    k->more.used = 0;
    k->tile_count_watched = 0;
    amp__check_order_turn();
    return 1;
}

/* Judges the launch as a whole, reports, and gives back the lock that amp__check_launch_begin
   took. */
static AMP__CHECK amp_status amp__check_launch_end(amp_status status)
{
    amp__check_state *k = &amp__check_shared;
    const char *const name = k->launch->kernel->name;
    amp_status found;
    int i, partly;
    amp__check_on = 0;
    k->busy = 0;
    for (i = 0; AMP__JUDGING && !k->settled && i < k->watched_count; i++) {
        amp__check_judge_watched(&k->watched[i], 1);
    }
    amp__check_uninitialised_end();
    amp__check_watch_host();
    amp__check_shrink(&k->nodes, sizeof(amp__check_node));
    amp__check_shrink(&k->heads, sizeof(amp__check_head));
    amp__check_shrink(&k->users, sizeof(uint64_t));
    amp__check_shrink(&k->more, sizeof(amp__check_more));
    amp__check_shrink(&k->touched_tile, sizeof(unsigned));
    partly = AMP__JUDGING && (k->tiles_first | k->tiles_last | k->tiles_sample)
             && k->tile_count_watched < k->tile_count;
    k->report.partly += (unsigned)partly;
    k->report.dirty |= partly;
    amp__check_drop_blind_findings();
    found = amp__check_report_launch();
    if (found != AMP_OK || status != AMP_OK) {
        amp__check_forget_unset(); /* that follows from it */
    }
    if (partly) {
        (void)fprintf(stderr,
                      "amp check: kernel %s: %lld of %lld %s were watched "
                      "(AMP_CHECK_OPTIONS=tiles): " AMP__CHECK_UNWATCHED "\n",
                      name, k->tile_count_watched, k->tile_count, k->simple ? "threads" : "tiles");
    }
    if (amp__watch_lens != NULL) {
        amp__watch_lens->launch_end(status == AMP_OK && found == AMP_OK);
    }
    amp__check_watched_free(k);
    k->array_count = 0;
    amp__check_shared.active = k->bytes != NULL;
    found = k->keep_going ? AMP_OK : found;
    if (AMP__JUDGING && k->unseen.array != NULL) {
        found = amp__fail(AMP_UNSUPPORTED,
                          "kernel %s wrote %s(%ld) by an access that the compiler did not "
                          "announce, so that it is not checked: clang announces none of other than "
                          "1 to 16 bytes (long double, vector_size(32); with -mavx2 "
                          AMP__CHECK_NARROW ") without " AMP__CHECK_ALL_SIZES ", and code that is "
                          "compiled without -fsanitize=thread announces none at all",
                          name, k->unseen.array, (long)k->unseen.at);
    } else if (AMP__JUDGING && found == AMP_OK && k->sees && k->of_wide != NULL
               && !amp__check_any_size(k->launch->kernel)) {
        found = amp__fail(AMP_UNSUPPORTED,
                          "the elements of %s are vectors of more than 16 bytes, or long double, "
                          "to which clang announces no access, so that kernel %s is not checked: "
                          "compile with " AMP__CHECK_ALL_SIZES ", or take gcc", k->of_wide, name);
    } else if (AMP__JUDGING && found == AMP_OK && k->sees && k->wide) {
        found = amp__fail(AMP_UNSUPPORTED,
                          "the compiler makes accesses of more than 16 bytes, which clang does not "
                          "announce, so that kernel %s is not checked: " AMP__CHECK_NARROW, name);
    }
    if (found == AMP_UNSUPPORTED) {
        amp__check_mark_process_failed();
    }
    if (found == AMP_OK && k->wrong[0] != '\0') {
        found = amp__fail(AMP_INVALID_ARGUMENT, "the checker's settings: %s", k->wrong);
    } else if (found == AMP_OK && k->report.lost) {
        found = amp__fail(AMP_RUNTIME_ERROR, "the checker's report could not be written to "
                          "AMP_CHECK_OPTIONS=report='%.200s'",
                          amp__setting_of(AMP__SETTING_CHECK_REPORT).text);
    }
    amp__give(&amp__check_locks.launch);
    return status != AMP_OK ? status : found;
}

#endif /* AMP_CHECK_LAUNCH_H */
