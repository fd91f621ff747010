/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_RECORD_H
#define AMP_LENS_RECORD_H
/*
amp/lens/record.h: from accesses to requests, and what they add up to, while a launch runs.

  1 requests by visits
  2 accesses
  3 threads, tiles

Threads run one after another. What a warp's threads do between two barriers is kept until all of
them have come to the second, so the order in which they run means nothing. Where the kernel
announces its blocks amp/lens/replay.h makes requests of it. Else the n-th visits of the threads to
an instruction are taken for one request, which is right where they all go the same way.
*/

#include "sample.h"
#include "occupancy.h"
#include "replay.h"
#include "../check/findings.h"
#include <unistd.h> /* isatty */

/* ==== 1 requests by visits =============================================== */

/* The threads of a warp have all come to a barrier, or ended: its requests are complete. */
static AMP__CHECK void amp__lens_flush(unsigned warp)
{
    amp__lens_state *l = &amp__lens_shared;
    const int slot = l->slot_of[warp];
    unsigned i, n;
    if (slot < 0) {
        return;
    }
    amp__lens_caches.node = 0;
    amp__lens_caches.loads_tile = amp__lens_caches.loads_global = 0;
    if (amp__lens_path.on) {
        amp__lens_replay(warp, slot);
    }
    for (i = 0; i < l->site_count; i++) {
        amp__lens_list *list = &l->lists[slot * AMP__LENS_SITES + (int)i];
        for (n = 0; n < list->count; n++) {
            const amp__lens_request *r =
                (const amp__lens_request *)(const void *)(list->at + n * l->request_bytes);
            if (r->lanes != 0) {
                amp__lens_add_request(&l->sites[i], r, warp);
            }
        }
        list->count = 0;
    }
    l->slot_used[slot] = 0;
    l->slot_of[warp] = -1;
}

/* The request of visit n to a site by the warp of the thread at work; NULL where memory ran out. */
static AMP__CHECK amp__lens_request *amp__lens_request_of(unsigned site, unsigned n)
{
    amp__lens_state *l = &amp__lens_shared;
    const int slot = amp__lens_slot(l->thread / (unsigned)l->model.warp);
    amp__lens_list *list = &l->lists[slot * AMP__LENS_SITES + (int)site];
    if (n >= list->room) {
        const size_t before = list->room;
        if (l->kept + (before + 16) * l->request_bytes > AMP__LENS_MEMORY /* it doubles */
            || !amp__list_grow(&list->at, list->count, &list->room, n + 1 - list->count,
                               l->request_bytes, &amp__check_memory)) {
            return NULL;
        }
        l->kept += (list->room - before) * l->request_bytes;
    }
    while (list->count <= n) {
        ((amp__lens_request *)(void *)(list->at + list->count++ * l->request_bytes))->lanes = 0;
    }
    return (amp__lens_request *)(void *)(list->at + n * l->request_bytes);
}

/* ==== 2 accesses ========================================================= */

/* Whether the elements of view number i of the kernel are doubles. */
static AMP__CHECK int amp__lens_has_doubles(int i)
{
    const amp__parameter *p = amp__lens_shared.launch->kernel->parameters;
    for (; i > 0 || p->access == AMP__ACCESS_value; p++) {
        i -= p->access != AMP__ACCESS_value;
    }
    return p->type.kind == AMP__KIND_FLOAT && p->type.size == sizeof(double);
}

/* Copies the arrays that the checker has up to number i, as they are met: their numbers in
   amp__lens_kernel.arrays are the same. */
static AMP__CHECK void amp__lens_copy_arrays(int i)
{
    amp__lens_state *l = &amp__lens_shared;
    AMP__ASSERT(i < amp__check_shared.array_count);
    for (; l->now.array_count <= i; l->now.array_count++) {
        const amp__check_array *from = &amp__check_shared.array[l->now.array_count];
        amp__lens_array *to = &l->now.arrays[l->now.array_count];
        unsigned c;
        int d;
        for (c = 0; c + 1 < sizeof(to->name) && from->name[c] != '\0'; c++) {
            to->name[c] = from->name[c];
        }
        to->name[c] = '\0';
        to->size = from->size;
        to->tile = from->tile;
        to->rank = from->rank;
        to->offset = (unsigned)from->offset;
        for (d = 0; d < from->rank; d++) {
            to->extent[d] = from->extent[d];
            to->stride[d] = from->stride[d];
        }
        to->is_double = !to->tile && amp__lens_has_doubles(l->now.array_count);
        if (to->tile) {
            const size_t end = from->offset + (from->high - from->low);
            l->now.tile_memory = end > l->now.tile_memory ? end : l->now.tile_memory;
        }
    }
}

/* The widest access that a GPU makes of elements of that many bytes: 16, or less where elements of
   that size are not all aligned so. */
static AMP__CHECK unsigned amp__lens_widest_access(size_t size)
{
    unsigned piece = 16;
    while (size % piece != 0) {
        piece /= 2;
    }
    return piece;
}

/* The site of an access, the one there is or a new one; NULL where the address is in no array, or
   there are too many sites. */
static AMP__NOINLINE AMP__CHECK amp__lens_site *amp__lens_find_site(uintptr_t at, unsigned kind,
                                                                    uintptr_t pc)
{
    amp__lens_state *l = &amp__lens_shared;
    const amp__check_state *k = &amp__check_shared;
    amp__lens_site *s;
    unsigned i;
    int a, best = -1;
    for (i = 0; i < l->site_count; i++) {
        s = &l->sites[i];
        if (s->pc == pc && s->kind == kind && at >= s->low && at < s->high) {
            return s;
        }
    }
    for (a = 0; a < k->array_count; a++) {
        if (at >= k->array[a].low && at < k->array[a].high
            && (best < 0 || (kind != AMP__CHECK_READ && k->array[a].writable))) {
            best = a;
        }
    }
    if (best < 0) {
        return NULL;
    }
    if (l->site_count == AMP__LENS_SITES) {
        l->now.cut = 1;
        return NULL;
    }
    amp__lens_copy_arrays(best);
    s = &l->sites[l->site_count++];
    amp__lens_clear(s, sizeof(*s));
    amp__lens_clear(l->groups[s - l->sites], sizeof(*l->groups));
    s->pc = pc;
    s->kind = kind;
    s->array = (unsigned)best;
    s->low = k->array[best].low;
    s->high = k->array[best].high;
    s->piece = amp__lens_widest_access(k->array[best].size);
    if (k->array[best].tile) {
        s->base = s->low - k->array[best].offset;
    } else { /* data begin at 0 on a device: a view lies where its data source has it */
        int p, view = -1;
        for (p = 0; view < best; p++) {
            view += l->launch->kernel->parameters[p].access != AMP__ACCESS_value;
        }
        s->base = s->low - l->launch->arguments[p - 1].offset;
    }
    s->check_site = amp__check_site_of(pc, NULL, at == amp__watch_next.at ? amp__watch_next.at_text
                                                                          : NULL);
    return s;
}

/* Notes an access of at most 16 bytes. */
static AMP__CHECK void amp__lens_note_access(amp__lens_site *s, uintptr_t at, unsigned size)
{
    amp__lens_state *l = &amp__lens_shared;
    const unsigned lane = l->thread & (unsigned)(l->model.warp - 1);
    amp__lens_request *r;
    AMP__ASSERT(size <= 16 && at >= s->base && (int)s->array < l->now.array_count);
    if (s->run != l->run) {
        s->run = l->run;
        s->visits = 0;
    }
    if (amp__lens_path.on) {
        if (!amp__lens_way_access((unsigned)(s - l->sites), s->pc, at - s->base, size)) {
            s->sum.beyond += (unsigned)l->counts;
        }
    } else {
        r = s->visits < AMP__LENS_VISITS
            ? amp__lens_request_of((unsigned)(s - l->sites), s->visits++) : NULL;
        if (r == NULL) {
            s->sum.beyond += (unsigned)l->counts;
            return;
        }
        r->size = r->lanes == 0 || size > r->size ? size : r->size;
        r->lanes |= 1ull << lane;
        r->at[lane] = at - s->base;
    }
    if (l->tile == l->shown && l->trace_count < AMP__LENS_TRACE) {
        amp__lens_step *step = &l->trace[l->trace_count++];
        step->site = (unsigned short)(s - l->sites);
        step->thread = (unsigned short)l->thread;
        step->interval = (unsigned short)l->interval;
        step->element = (unsigned)((at - s->low) / l->now.arrays[s->array].size);
    } else if (l->tile == l->shown) {
        l->now.shown_cut = 1;
    }
}

/* Says on a terminal how far the launch is, once it takes more than a few seconds. */
static AMP__NOINLINE AMP__CHECK void amp__lens_say_progress(long long number)
{
    amp__lens_state *l = &amp__lens_shared;
    const time_t now = time(NULL);
    if (now - l->began > 3 && now != l->told && isatty(2)) {
        l->told = now;
        (void)fprintf(stderr, "\ramp lens: kernel %s, tile %lld of %lld ", l->now.name, number,
                      l->tiles);
    }
}

static AMP__CHECK void amp__lens_access(uintptr_t at, size_t size, int kind, uintptr_t pc)
{
    amp__lens_state *l = &amp__lens_shared;
    const unsigned plain = (unsigned)kind & ~(unsigned)AMP__CHECK_REPLACES;
    const unsigned c = (unsigned)(pc ^ pc >> 9) & 1023;
    amp__lens_site *s = &l->sites[l->cache[c]];
    if (s->pc != pc || s->kind != plain || at < s->low || at >= s->high) {
        s = amp__lens_find_site(at, plain, pc);
        if (s == NULL) {
            return;
        }
        l->cache[c] = (unsigned short)(s - l->sites);
    }
    if (__builtin_expect((++l->accesses & 0xfffff) == 0, 0)) {
        amp__lens_say_progress(l->tile); /* a tile may take long */
    }
    l->thread_accesses++;
    while (size > s->piece) {
        amp__lens_note_access(s, at, s->piece);
        at += s->piece;
        size -= s->piece;
    }
    amp__lens_note_access(s, at, (unsigned)size);
}

/* ==== 3 threads, tiles =================================================== */

/* Sets the windows whose partitions are counted: as many tiles as run at a time, at the launch's
   beginning and at even distances. After its first tile, whose tile memory is known by then. */
static AMP__CHECK void amp__lens_set_windows(void)
{
    amp__lens_state *l = &amp__lens_shared;
    int i;
    l->in_flight = l->model.multiprocessors * amp__lens_residents();
    for (i = 0, l->windows = 0; i < AMP__LENS_WINDOWS; i++) {
        const long long first = l->tiles / AMP__LENS_WINDOWS * i / l->in_flight * l->in_flight;
        if (i == 0 || (first > l->window_first[i - 1] && first + l->in_flight <= l->tiles)) {
            l->window_first[l->windows++] = first;
        } else {
            break;
        }
    }
}

static AMP__CHECK int amp__lens_tile_begin(long long number)
{
    amp__lens_state *l = &amp__lens_shared;
    unsigned w;
    int i;
    if (!l->measuring) {
        return 0;
    }
    amp__lens_say_progress(number);
    l->tile = number;
    l->counts = amp__lens_drawn(number);
    if (!l->simple) {
        l->tile_threads = (int)amp__check_shared.threads;
    }
    if (l->in_flight == 0 && l->first >= 0) {
        amp__lens_set_windows();
    }
    l->window = l->in_flight == 0 && number == 0 ? 0 : -1;
    for (i = 0; i < l->windows && l->in_flight != 0; i++) {
        l->window = number >= l->window_first[i] && number < l->window_first[i] + l->in_flight
            ? i : l->window;
    }
    l->window = l->model.partitions > 0 ? l->window : -1;
    l->watches = amp__lens_caches_tile(number, l->counts) || l->counts || l->window >= 0;
    amp__lens_skips = l->only && !l->watches;
    l->first = l->first < 0 && l->watches ? number : l->first;
    l->shown = l->shown < 0 && l->counts ? number : l->shown;
    l->arrived = l->interval = l->idle = 0;
    amp__lens_clear(&l->phase, sizeof(l->phase));
    l->before = l->accesses;
    amp__lens_paths_tile();
    for (w = 0; w < AMP__LENS_WARPS; w++) {
        l->slot_of[w] = -1;
        l->warp_arrived[w] = l->warp_busy[w] = 0;
    }
    l->now.counted += l->counts;
    l->now.threads_counted += l->counts ? l->tile_threads : 0;
    return l->watches;
}

static AMP__CHECK void amp__lens_tile_end(void)
{
    amp__lens_state *l = &amp__lens_shared;
    unsigned w, i;
    amp__lens_on = 0;
    amp__lens_skips = 0;
    if (!l->measuring || !l->watches) {
        return;
    }
    for (w = 0; w < AMP__LENS_WARPS; w++) { /* of a tile that was left in the middle */
        amp__lens_flush(w);
    }
    amp__lens_caches_tile_ends();
    if (l->tile == l->shown) {
        l->now.intervals = (int)l->interval;
    }
    if (l->counts && l->most > 0) {
        amp__lens_group_tile();
        amp__lens_group_nodes();
    }
    if (l->counts) {
        const unsigned long long made = l->accesses - l->before;
        l->now.tile_accesses += made;
        l->now.busiest_tile = made > l->now.busiest_tile ? made : l->now.busiest_tile;
    }
    for (i = 0; i < l->touched_count; i++) {
        l->bytes[l->touched[i]].count = 0;
    }
    l->touched_count = 0;
}

static AMP__CHECK int amp__lens_simple(long long number)
{
    amp__lens_state *l = &amp__lens_shared;
    const long long tile = number / AMP__LENS_SIMPLE_TILE;
    if (!l->measuring) {
        return 0;
    }
    if (tile != l->tile) {
        const long long left = amp__check_shared.tile_count - tile * AMP__LENS_SIMPLE_TILE;
        if (l->tile >= 0) {
            amp__lens_tile_end();
        }
        l->tile_threads = left < AMP__LENS_SIMPLE_TILE ? (int)left : AMP__LENS_SIMPLE_TILE;
        (void)amp__lens_tile_begin(tile);
    }
    l->thread = (unsigned)(number % AMP__LENS_SIMPLE_TILE);
    return l->watches;
}

static AMP__CHECK void amp__lens_thread_runs(unsigned thread)
{
    amp__lens_state *l = &amp__lens_shared;
    if (!l->measuring) {
        return;
    }
    if (!l->simple) {
        l->thread = thread;
    }
    l->run++;
    l->thread_accesses = 0;
    amp__lens_paths_thread(l->thread);
    amp__lens_on = l->watches;
}

/* Counts a round of the barrier `site` (NULL: the end of the kernel), to which all threads of the
   tile have come. */
static AMP__CHECK void amp__lens_round(const char *site)
{
    amp__lens_state *l = &amp__lens_shared;
    const unsigned warps = ((unsigned)l->tile_threads + (unsigned)l->model.warp - 1)
                           / (unsigned)l->model.warp;
    amp__lens_barrier *b = l->now.barriers;
    unsigned w;
    int i;
    for (i = 0; i < l->now.barrier_count; i++) {
        if (b[i].site == site
            || (site != NULL && b[i].site != NULL && strcmp(b[i].site, site) == 0)) {
            break;
        }
    }
    if (i == AMP__LENS_BARRIERS) {
        l->now.cut = 1;
        return;
    }
    l->now.barrier_count += i == l->now.barrier_count;
    b[i].site = site;
    amp__lens_add_more(&b[i].phase, &l->phase, NULL, sizeof(l->phase));
    amp__lens_clear(&l->phase, sizeof(l->phase));
    b[i].sum.rounds++;
    b[i].sum.threads += (unsigned)l->tile_threads;
    b[i].sum.idle += l->idle;
    b[i].warps += warps;
    if (l->tile == l->shown && l->interval < AMP__LENS_ENDS) {
        l->now.ends[l->interval] = (unsigned char)i;
    }
    for (w = 0; w < warps; w++) {
        b[i].idle_warps += !l->warp_busy[w];
    }
}

static AMP__CHECK void amp__lens_arrive(const char *site)
{
    amp__lens_state *l = &amp__lens_shared;
    const unsigned warp = l->measuring ? l->thread / (unsigned)l->model.warp : 0;
    unsigned left;
    amp__lens_on = 0;
    if (!l->measuring || !l->watches) {
        return;
    }
    amp__lens_path.chain[l->thread] = amp__lens_path.call; /* where it goes on */
    l->idle += l->thread_accesses == 0;
    l->warp_busy[warp] |= l->thread_accesses != 0;
    left = (unsigned)l->tile_threads - warp * (unsigned)l->model.warp;
    if (++l->warp_arrived[warp] == (left < (unsigned)l->model.warp ? left
                                                                    : (unsigned)l->model.warp)) {
        amp__lens_flush(warp);
    }
    if (++l->arrived == (unsigned)l->tile_threads) {
        unsigned w;
        amp__lens_caches_interval();
        if (l->counts) {
            amp__lens_round(site);
        }
        for (w = 0; w < AMP__LENS_WARPS; w++) {
            l->warp_arrived[w] = l->warp_busy[w] = 0;
        }
        l->arrived = l->idle = 0;
        l->interval++;
    }
}

#endif /* AMP_LENS_RECORD_H */
