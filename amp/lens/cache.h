/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_CACHE_H
#define AMP_LENS_CACHE_H
/*
amp/lens/cache.h: what the caches of a GPU would have of what tiles ask for.

  1 a cache   sets of lines, of which sectors are there
  2 streams   what each warp asks for until the next barrier, kept
  3 a tile    its warps take turns, in the cache of a multiprocessor
  4 a run     tiles that follow each other take turns, in the cache that all share

The threads of a tile run one after another, and so do tiles. A GPU has them take turns: so what
warps ask for is kept until all have come to a barrier, and what a multiprocessor's cache did not
have, until a run of tiles is complete. Each tile that a multiprocessor has at a time has its share
of its cache; those of a run have theirs of the shared one.
*/

#include "sample.h"
#include "occupancy.h"

/* ==== 1 a cache ========================================================== */

/* A line: its number, 0: none; which of its sectors are there, and which were written. */
typedef struct amp__lens_cached {
    unsigned long long line;
    unsigned sectors, dirty;
} amp__lens_cached;

/* Sets one after another, each with the line that was used last at its beginning. */
typedef struct amp__lens_cache {
    amp__lens_cached *at;
    size_t room;
    unsigned sets, ways;
    int spread; /* which set a line is in follows from all of its number; else from the last bits */
} amp__lens_cache;

/* A line that a request touches. */
typedef struct amp__lens_touch {
    unsigned long long line;
    unsigned sectors;
    unsigned site : 10, node : 14, group : 5, kind : 2, first : 1; /* first: of its request */
} amp__lens_touch;

typedef struct amp__lens_stream {
    amp__lens_touch *at;
    size_t used, room;
} amp__lens_stream;

/* How deep a group of loads goes. */
enum { AMP__LENS_IN_TILE, AMP__LENS_IN_L1, AMP__LENS_BEYOND, AMP__LENS_DEPTHS };
enum { AMP__LENS_LOADS, AMP__LENS_STORES, AMP__LENS_ATOMICS }; /* kinds of a touch */

typedef struct amp__lens_caching {
    int on;             /* what the tile at work asks for is kept */
    int begun;          /* its cache is there, as large as what it has of tile memory leaves it */
    unsigned node;      /* the block in which the warp at work is */
    unsigned group;     /* of loads that nothing keeps from being under way together */
    int loads_tile, loads_global; /* whether this one has such */
    size_t most;        /* touches that a warp may have until a barrier */
    amp__lens_stream warp[AMP__LENS_WARPS];
    amp__lens_cache l1, l2;
    uintptr_t source[64]; /* where data sources begin, which lie apart on a device */
    unsigned sources;
    /* the run */
    long long run_first, run_tiles; /* how many follow each other, at most */
    amp__lens_stream run;           /* what they ask of the shared cache */
    size_t run_end[64];             /* where each ends in it */
    int run_count, in_run;          /* the tile at work is one */
} amp__lens_caching;
#define amp__lens_caches AMP__VERSIONED(amp__lens_caches)
AMP__ONE_COPY amp__lens_caching amp__lens_caches;

enum { AMP__LENS_RUN = 16, AMP__LENS_RUN_MOST = 64 }; /* tiles of a run, of a sample and at most */
#define AMP__LENS_TOUCHES ((size_t)1 << 20)           /* that are kept at a time */

/* Makes an empty cache of so many bytes; 0 where there is no memory. ways 0: as many as the bytes
   are for. */
static AMP__CHECK int amp__lens_cache_begin(amp__lens_cache *c, double bytes, int line, int sets,
                                            int ways)
{
    const double of = bytes / line / (ways == 0 ? sets : ways);
    const unsigned lines = of < 1 ? 1 : (unsigned)of;
    c->spread = ways != 0;
    c->sets = c->spread ? lines : (unsigned)sets;
    c->ways = c->spread ? (unsigned)ways : lines;
    if (c->room < (size_t)c->sets * c->ways) {
        amp__check_drop(&c->at);
        c->room = amp__check_make(&c->at, (size_t)c->sets * c->ways, sizeof(*c->at))
            ? (size_t)c->sets * c->ways : 0;
    }
    if (c->at != NULL) {
        amp__lens_clear(c->at, (size_t)c->sets * c->ways * sizeof(*c->at));
    }
    return c->at != NULL;
}

/* Asks a cache for sectors of a line, and has it keep them: those that it had. writes: they are
   written, without being asked for. *lost: sectors that were written, and had to make room. */
static AMP__CHECK unsigned amp__lens_cache_take(amp__lens_cache *c, unsigned long long line,
                                                unsigned sectors, int writes, unsigned *lost)
{
    const unsigned set = c->spread
        ? (unsigned)((line * 0x9e3779b97f4a7c15ull >> 32) % c->sets) : (unsigned)(line % c->sets);
    amp__lens_cached *const way = c->at + (size_t)set * c->ways;
    amp__lens_cached found;
    unsigned i, had;
    for (i = 0; i + 1 < c->ways && way[i].line != line + 1 && way[i].line != 0; i++) {
    }
    found = way[i];
    *lost = 0;
    if (found.line != line + 1) {
        *lost = amp__lens_bits(found.dirty);
        found.line = line + 1;
        found.sectors = found.dirty = 0;
    }
    had = found.sectors & sectors;
    found.sectors |= sectors;
    found.dirty |= writes ? sectors : 0;
    for (; i > 0; i--) {
        way[i] = way[i - 1];
    }
    way[0] = found;
    return had;
}

/* ==== 2 streams ========================================================== */

/* Begins a launch: where its run of tiles lies. */
static AMP__COLD void amp__lens_caches_begin(void)
{
    amp__lens_caching *c = &amp__lens_caches;
    amp__lens_state *l = &amp__lens_shared;
    int w;
    c->on = c->in_run = c->run_count = 0;
    c->sources = 0;
    c->run.used = 0;
    for (w = 0; w < AMP__LENS_WARPS; w++) {
        c->warp[w].used = 0;
    }
    c->run_tiles = AMP__LENS_RUN_MOST;
    if (l->most > 0 && l->tiles > l->most) {
        c->run_tiles = l->most < (long long)AMP__LENS_RUN ? l->most : (long long)AMP__LENS_RUN;
    }
    c->run_tiles = l->model.l2 > 0 ? c->run_tiles : 0;
    c->run_tiles = c->run_tiles > l->tiles ? l->tiles : c->run_tiles;
    c->run_first = c->run_tiles > 0 && l->tiles > c->run_tiles
        ? (long long)(amp__lens_random(l->seed, ~2ull)
                      % (unsigned long long)(l->tiles - c->run_tiles + 1)) : 0;
}

/* Frees what a launch needed, or another launch would have of another size. */
static AMP__COLD void amp__lens_caches_end(void)
{
    amp__lens_caching *c = &amp__lens_caches;
    int w;
    for (w = 0; w < AMP__LENS_WARPS; w++) {
        amp__check_drop(&c->warp[w].at);
        c->warp[w].used = c->warp[w].room = 0;
    }
    amp__check_drop(&c->run.at);
    amp__check_drop(&c->l1.at);
    amp__check_drop(&c->l2.at);
    c->run.used = c->run.room = c->l1.room = c->l2.room = 0;
}

/* How many tiles a multiprocessor has at a time, at least 1. */
static AMP__CHECK int amp__lens_residents(void)
{
    const amp__lens_state *l = &amp__lens_shared;
    const int n = amp__lens_fit_of(&l->model, l->tile_threads, l->now.tile_memory, 0).tiles;
    return n > 0 ? n : 1;
}

/* A tile begins: whether it is one of the run, and needs to be watched for that. Its cache is
   empty. */
static AMP__CHECK int amp__lens_caches_tile(long long number, int counts)
{
    amp__lens_caching *c = &amp__lens_caches;
    const amp__lens_state *l = &amp__lens_shared;
    const amp_lens_model *m = &l->model;
    const unsigned warps = ((unsigned)l->tile_threads + (unsigned)m->warp - 1) / (unsigned)m->warp;
    c->in_run = number >= c->run_first && number < c->run_first + c->run_tiles
        && c->run.used < AMP__LENS_TOUCHES && c->run_count < AMP__LENS_RUN_MOST
        && (l->in_flight == 0 || c->run_count < l->in_flight);
    c->on = counts || c->in_run;
    c->most = AMP__LENS_TOUCHES / (warps > 0 ? warps : 1);
    c->begun = 0;
    return c->in_run;
}

/* Begins the cache of the tile at work: its share of that of a multiprocessor; 0 where there is no
   memory. */
static AMP__CHECK int amp__lens_begin_l1(void)
{
    amp__lens_caching *c = &amp__lens_caches;
    const amp__lens_state *l = &amp__lens_shared;
    const amp_lens_model *m = &l->model;
    const int residents = amp__lens_residents();
    double bytes = (double)m->l1 - (m->l1_tile_memory
                                    ? (double)residents * (double)l->now.tile_memory : 0);
    bytes = bytes < m->line ? m->line : bytes;
    c->begun = m->l1 == 0
        || amp__lens_cache_begin(&c->l1, bytes / residents, m->line, m->l1_sets, 0);
    return c->begun;
}

/* Where the data source that begins at `base` begins on a device: each far behind the one before,
   and not in the same sets. */
static AMP__CHECK unsigned long long amp__lens_source_at(uintptr_t base)
{
    enum { AMP__LENS_SKEW = 17 * 512 };
    amp__lens_caching *c = &amp__lens_caches;
    unsigned i;
    for (i = 0; i < c->sources && c->source[i] != base; i++) {
    }
    if (i == c->sources && i < sizeof(c->source) / sizeof(c->source[0])) {
        c->source[c->sources++] = base;
    }
    return ((unsigned long long)i << 40) + (unsigned long long)i * AMP__LENS_SKEW;
}

/* Room for one more touch of a stream; NULL where there is none. */
static AMP__CHECK amp__lens_touch *amp__lens_touch_room(amp__lens_stream *s, size_t most)
{
    if (s->used >= most
        || (s->used == s->room && !amp__list_grow(&s->at, s->used, &s->room, 1, sizeof(*s->at),
                                                  &amp__check_memory))) {
        return NULL;
    }
    return &s->at[s->used++];
}

/* Keeps what a request of the warp at work asks for: the n sectors of the list, of a site. */
static AMP__CHECK void amp__lens_keep_touches(unsigned warp, const amp__lens_site *s,
                                              const amp__lens_sector *list, int n)
{
    amp__lens_caching *c = &amp__lens_caches;
    const amp__lens_state *l = &amp__lens_shared;
    amp__lens_stream *to = &c->warp[warp];
    const size_t begin = to->used;
    const unsigned in_line = (unsigned)(l->model.line / l->model.sector);
    const unsigned long long base = amp__lens_source_at(s->base) / (unsigned)l->model.line;
    int i;
    for (i = 0; i < n; i++) {
        const unsigned long long line = base + list[i].number / in_line;
        const unsigned bit = 1u << (list[i].number % in_line);
        size_t at = to->used;
        amp__lens_touch *t;
        while (at > begin && to->at[at - 1].line != line) {
            at--;
        }
        if (at > begin) {
            to->at[at - 1].sectors |= bit;
            continue;
        }
        t = amp__lens_touch_room(to, c->most);
        if (t == NULL) {
            return;
        }
        t->line = line;
        t->sectors = bit;
        t->site = (unsigned)(s - l->sites) & 1023;
        t->node = c->node & 16383;
        t->group = c->group & 31;
        t->kind = s->kind == AMP__CHECK_READ ? AMP__LENS_LOADS
            : s->kind == AMP__CHECK_WRITE ? AMP__LENS_STORES : AMP__LENS_ATOMICS;
        t->first = to->used - 1 == begin;
    }
}

/* ==== 3 a tile =========================================================== */

/* Where a warp is in its stream, and what it waits for. */
typedef struct amp__lens_turn {
    size_t at;
    unsigned group, node;
    int deepest; /* of its group; 0: it has loaded nothing */
} amp__lens_turn;

/* A group of loads of a warp ends: it waited for the deepest. */
static AMP__CHECK void amp__lens_group_ends(amp__lens_turn *t)
{
    amp__lens_state *l = &amp__lens_shared;
    if (t->deepest > 0 && l->counts) {
        l->waits[t->node][t->deepest]++;
        l->phase.waits[t->deepest]++;
    }
    t->deepest = 0;
}

/* A warp's next request: what the multiprocessor's cache has of it. */
static AMP__CHECK void amp__lens_take_turn(const amp__lens_stream *s, amp__lens_turn *t)
{
    amp__lens_caching *c = &amp__lens_caches;
    amp__lens_state *l = &amp__lens_shared;
    do {
        const amp__lens_touch *touch = &s->at[t->at++];
        amp__lens_sum *sum = &l->sites[touch->site].sum;
        const unsigned asked = amp__lens_bits(touch->sectors);
        unsigned had = 0, lost;
        if (touch->kind == AMP__LENS_LOADS) {
            if (touch->group != t->group || touch->node != t->node) {
                amp__lens_group_ends(t);
                t->group = touch->group;
                t->node = touch->node;
            }
            had = l->model.l1 > 0
                ? amp__lens_cache_take(&c->l1, touch->line, touch->sectors, 0, &lost) : 0;
            if (had != touch->sectors) {
                t->deepest = AMP__LENS_BEYOND;
            } else if (t->deepest == 0) {
                t->deepest = AMP__LENS_IN_L1;
            }
            if (l->counts) {
                sum->looked += asked;
                sum->found += amp__lens_bits(had);
            }
        }
        if (c->in_run && had != touch->sectors) {
            amp__lens_touch *next = amp__lens_touch_room(&c->run, AMP__LENS_TOUCHES);
            if (next != NULL) {
                *next = *touch;
                next->sectors &= ~had;
            }
        }
        l->phase.beyond += l->counts ? amp__lens_bits(touch->sectors & ~had) : 0;
    } while (t->at < s->used && !s->at[t->at].first);
}

/* All warps of the tile have come to a barrier, or ended: they take turns. */
static AMP__CHECK void amp__lens_caches_interval(void)
{
    amp__lens_caching *c = &amp__lens_caches;
    amp__lens_turn turn[AMP__LENS_WARPS];
    int w, warps = 0, left = c->on && (c->begun || amp__lens_begin_l1());
    for (w = 0; w < AMP__LENS_WARPS; w++) {
        turn[w].at = 0;
        turn[w].group = turn[w].node = ~0u;
        turn[w].deepest = 0;
        warps = c->warp[w].used > 0 ? w + 1 : warps;
    }
    while (left) {
        for (w = 0, left = 0; w < warps; w++) {
            if (turn[w].at < c->warp[w].used) {
                amp__lens_take_turn(&c->warp[w], &turn[w]);
                left = 1;
            }
        }
    }
    for (w = 0; w < warps; w++) {
        amp__lens_group_ends(&turn[w]);
        c->warp[w].used = 0;
    }
}

/* ==== 4 a run ============================================================ */

/* The tile at work has ended. */
static AMP__CHECK void amp__lens_caches_tile_ends(void)
{
    amp__lens_caching *c = &amp__lens_caches;
    amp__lens_caches_interval();
    if (c->in_run) {
        c->run_end[c->run_count++] = c->run.used;
    }
    c->on = c->in_run = 0;
}

/* Has the shared cache answer a touch. */
static AMP__COLD void amp__lens_ask_shared(const amp__lens_touch *t)
{
    amp__lens_caching *c = &amp__lens_caches;
    amp__lens_kernel *k = &amp__lens_shared.now;
    const unsigned asked = amp__lens_bits(t->sectors);
    unsigned lost;
    const unsigned had = amp__lens_bits(amp__lens_cache_take(&c->l2, t->line, t->sectors,
                                                             t->kind != AMP__LENS_LOADS, &lost));
    k->shared_asked += asked;
    k->shared_missed += t->kind != AMP__LENS_STORES ? asked - had : 0;
    k->shared_loads += t->kind == AMP__LENS_LOADS ? asked : 0;
    k->shared_load_misses += t->kind == AMP__LENS_LOADS ? asked - had : 0;
    k->written_back += lost;
}

/* The launch has ended: the tiles of its run take turns in their share of the shared cache. What
   was written, and is in it at the end, is written back. */
static AMP__COLD void amp__lens_caches_run(void)
{
    amp__lens_caching *c = &amp__lens_caches;
    const amp__lens_state *l = &amp__lens_shared;
    const double in_flight = l->in_flight > 0 && l->in_flight < l->tiles ? l->in_flight
        : (double)l->tiles;
    size_t at[AMP__LENS_RUN_MOST], i;
    int t, left = 1;
    if (c->run_count == 0
        || !amp__lens_cache_begin(&c->l2, (double)l->model.l2
                                  * (c->run_count < in_flight ? c->run_count / in_flight : 1),
                                  l->model.line, 0, l->model.l2_ways)) {
        return;
    }
    for (t = 0; t < c->run_count; t++) {
        at[t] = t > 0 ? c->run_end[t - 1] : 0;
    }
    while (left) {
        for (t = 0, left = 0; t < c->run_count; t++) {
            if (at[t] < c->run_end[t]) {
                do {
                    amp__lens_ask_shared(&c->run.at[at[t]++]);
                } while (at[t] < c->run_end[t] && !c->run.at[at[t]].first);
                left = 1;
            }
        }
    }
    for (i = 0; i < (size_t)c->l2.sets * c->l2.ways; i++) {
        amp__lens_shared.now.written_back += amp__lens_bits(c->l2.at[i].dirty);
    }
    amp__lens_shared.now.run = c->run_count;
}

#endif /* AMP_LENS_CACHE_H */
