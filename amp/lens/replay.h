/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_REPLAY_H
#define AMP_LENS_REPLAY_H
/*
amp/lens/replay.h: what a warp does: a schedule of its threads, from the way of each.

A warp runs one instruction at a time, for those of its threads that are there. Of all that its
threads are to do next, what comes first in the program's text is done first, by all threads that
are there. So threads that part at a branch run apart, and meet again where the text of both sides
ends; those that leave a loop wait behind it for the others. In a loop the threads that are a turn
behind go first: one that continues waits for the others at the turn's end. That holds where the
compiler leaves blocks in the order of the source: docs/lens.md says which flags do.
*/

#include "paths.h"
#include "requests.h"

#define AMP__LENS_DONE (~0u)    /* the rank of a thread that has come to the barrier */

/* The threads of the warp at work: what each is to do, from `at` on, and the rank of that. */
typedef struct amp__lens_lanes {
    const amp__lens_way *way[AMP__LENS_WARP];
    size_t at[AMP__LENS_WARP];
    unsigned rank[AMP__LENS_WARP];
    int count, stuck; /* stuck: one has gone on, and nobody knows how */
} amp__lens_lanes;

/* How many words a node takes in a way. */
static AMP__INLINE AMP__CHECK size_t amp__lens_words(const amp__lens_node *n)
{
    return n->what >= 0 ? AMP__LENS_ADDRESS : 1;
}

/* Sets the rank of what a thread is to do. */
static AMP__INLINE AMP__CHECK void amp__lens_look_ahead(amp__lens_lanes *w, int lane)
{
    const amp__lens_way *way = w->way[lane];
    if (w->at[lane] < way->used) {
        w->rank[lane] = amp__lens_path.node_of[way->at[w->at[lane]]].rank;
    } else {
        w->rank[lane] = AMP__LENS_DONE;
        w->stuck |= way->cut;
    }
}

/* Whether the threads `mask` are to do different things. */
static AMP__INLINE AMP__CHECK int amp__lens_parted(const amp__lens_lanes *w,
                                                   unsigned long long mask)
{
    const unsigned first = w->rank[__builtin_ctzll(mask)];
    int lane;
    for (lane = 0; lane < w->count; lane++) {
        if ((mask >> lane & 1) && w->rank[lane] != first) {
            return 1;
        }
    }
    return 0;
}

/* The loops that a thread is in where it goes on; those it was in, where it has come to a
   barrier. */
static AMP__INLINE AMP__CHECK unsigned long long amp__lens_loops_at(const amp__lens_lanes *w,
                                                                    int lane,
                                                                    unsigned long long before)
{
    const amp__lens_paths *p = &amp__lens_path;
    return w->rank[lane] == AMP__LENS_DONE ? before : p->within[p->order[w->rank[lane]]];
}

/* A thread comes into a loop, as the first or with others. */
static AMP__INLINE AMP__CHECK void amp__lens_enters_loop(const amp__lens_lanes *w, int lane, int i)
{
    amp__lens_paths *p = &amp__lens_path;
    const unsigned at = w->rank[lane] != AMP__LENS_DONE ? p->order[w->rank[lane]] : 0;
    if (p->node_of[at].what == AMP__LENS_BLOCK && at != 0) { /* else it goes on behind a barrier */
        p->node_of[p->heads[i]].entry = at;
    }
    if (p->inside[i] == 0) {
        p->some_left &= ~(1ull << i);
        p->node_of[p->heads[i]].loop_entered += (unsigned)amp__lens_shared.counts;
    }
    p->inside[i] |= 1ull << lane;
    p->turn[i][lane] = 0;
}

/* A thread leaves a loop, from the node of a rank. A turn begins at the test, where there is one.
   If that lies behind the body, a thread that leaves from the body has gone back once more than one
   that leaves at the test of the same turn. */
static AMP__INLINE AMP__CHECK void amp__lens_leaves_loop(int lane, int i, unsigned rank)
{
    amp__lens_paths *p = &amp__lens_path;
    amp__lens_node *head = &p->node_of[p->heads[i]];
    const unsigned entry = p->node_of[head->entry].rank;
    const unsigned turn = p->turn[i][lane] - (entry > head->rank && rank < entry);
    if (!(p->some_left >> i & 1)) {
        p->some_left |= 1ull << i;
        p->turn_left[i] = turn;
    }
    p->inside[i] &= ~(1ull << lane);
    head->loop_parted |= p->turn_left[i] != turn && amp__lens_shared.counts;
}

/* Threads go from inside the loops `before` to what is next for each: which loops they come into
   and leave, and in which turns. */
static AMP__CHECK void amp__lens_change_loops(const amp__lens_lanes *w, unsigned long long mask,
                                              unsigned long long before, unsigned rank)
{
    amp__lens_paths *p = &amp__lens_path;
    unsigned long long turned = 0;
    int lane;
    for (lane = 0; lane < w->count; lane++) {
        const unsigned long long now = mask >> lane & 1 ? amp__lens_loops_at(w, lane, before)
                                                        : before;
        unsigned long long changed = now ^ before, stays = now & before;
        for (; changed != 0; changed &= changed - 1) {
            const int i = __builtin_ctzll(changed);
            turned |= 1ull << i;
            if (now >> i & 1) {
                amp__lens_enters_loop(w, lane, i);
            } else {
                amp__lens_leaves_loop(lane, i, rank);
            }
        }
        if ((mask >> lane & 1) && w->rank[lane] <= rank) { /* it has gone back */
            for (; stays != 0; stays &= stays - 1) {
                const int i = __builtin_ctzll(stays);
                if (p->heads[i] == p->order[w->rank[lane]]) {
                    p->turn[i][lane]++;
                    turned |= 1ull << i;
                }
            }
        }
    }
    for (; turned != 0; turned &= turned - 1) {
        const int i = __builtin_ctzll(turned), first = __builtin_ctzll(p->inside[i] | 1ull << 63);
        int uneven = 0;
        for (lane = first + 1; lane < w->count; lane++) {
            uneven |= (p->inside[i] >> lane & 1) && p->turn[i][lane] != p->turn[i][first];
        }
        p->uneven = (p->uneven & ~(1ull << i)) | (unsigned long long)uneven << i;
    }
}

/* Of the threads that are not done: those that no other one of their loops is a turn behind. Loops
   are asked in their order, the outermost first. */
static AMP__CHECK unsigned long long amp__lens_not_ahead(const amp__lens_lanes *w)
{
    const amp__lens_paths *p = &amp__lens_path;
    unsigned long long some = 0, loops = p->uneven;
    int lane;
    for (lane = 0; lane < w->count; lane++) {
        some |= (unsigned long long)(w->rank[lane] != AMP__LENS_DONE) << lane;
    }
    for (; loops != 0; loops &= loops - 1) {
        const int i = __builtin_ctzll(loops);
        const unsigned long long here = p->inside[i] & some;
        unsigned least = ~0u;
        for (lane = 0; lane < w->count; lane++) {
            least = (here >> lane & 1) && p->turn[i][lane] < least ? p->turn[i][lane] : least;
        }
        for (lane = 0; lane < w->count; lane++) {
            if ((here >> lane & 1) && p->turn[i][lane] > least) {
                some &= ~(1ull << lane);
            }
        }
    }
    return some;
}

/* The warp comes to a block, number `node`: it has waited for what it loaded before, of which that
   in global memory is known when all warps have come to the barrier. */
static AMP__CHECK void amp__lens_next_group(unsigned node)
{
    amp__lens_caching *c = &amp__lens_caches;
    amp__lens_state *l = &amp__lens_shared;
    if (c->loads_tile && !c->loads_global && l->counts) {
        l->waits[c->node][AMP__LENS_IN_TILE]++;
        l->phase.waits[AMP__LENS_IN_TILE]++;
    }
    l->phase.blocks += (unsigned)l->counts;
    c->loads_tile = c->loads_global = 0;
    c->node = node;
    c->group++;
}

/* The threads `mask` do what is next for each, the node n. */
static AMP__CHECK void amp__lens_issue(amp__lens_lanes *w, unsigned long long mask,
                                       amp__lens_node *n, unsigned warp)
{
    amp__lens_state *l = &amp__lens_shared;
    amp__lens_paths *p = &amp__lens_path;
    const size_t words = amp__lens_words(n);
    union {
        amp__lens_request r;
        char room[sizeof(amp__lens_request) + AMP__LENS_WARP * sizeof(uintptr_t)];
    } one;
    int lane;
    one.r.lanes = mask;
    one.r.size = 0;
    for (lane = 0; lane < w->count; lane++) {
        if (mask >> lane & 1) {
            if (n->what >= 0) {
                const unsigned *at = &w->way[lane]->at[w->at[lane]];
                const unsigned size = at[2] & 31;
                one.r.at[lane] = (uintptr_t)((unsigned long long)(at[2] >> 5) << 32 | at[1]);
                one.r.size = size > one.r.size ? size : one.r.size;
            }
            w->at[lane] += words;
            amp__lens_look_ahead(w, lane);
        }
    }
    if (n->what >= 0) {
        amp__lens_add_request(&l->sites[n->what], &one.r, warp);
    } else {
        amp__lens_next_group((unsigned)(n - p->node_of));
    }
    if (l->counts) {
        n->sum.issues++;
        n->sum.lanes += amp__lens_bits(mask);
        p->done += amp__lens_bits(mask);
        n->sum.parted += (unsigned)amp__lens_parted(w, mask);
    }
    if (p->loops != 0) {
        amp__lens_change_loops(w, mask, p->within[n - p->node_of], n->rank);
    }
}

/* The threads of a warp have all come to a barrier, or ended: what it did since the last one. slot:
   where their ways are. */
static AMP__CHECK void amp__lens_replay(unsigned warp, int slot)
{
    amp__lens_state *l = &amp__lens_shared;
    amp__lens_paths *p = &amp__lens_path;
    const int left = l->tile_threads - (int)warp * l->model.warp;
    amp__lens_lanes w;
    int lane, ranked;
    w.count = left < l->model.warp ? left : l->model.warp;
    w.stuck = 0;
    ranked = amp__lens_rank_nodes();
    for (lane = 0; lane < w.count; lane++) {
        w.way[lane] = &p->ways[slot * l->model.warp + lane];
        w.at[lane] = 0;
        w.stuck |= !ranked;
        amp__lens_look_ahead(&w, lane);
    }
    __builtin_memset(p->inside, 0, sizeof(p->inside));
    p->uneven = 0;
    if (ranked && p->loops != 0) {
        amp__lens_change_loops(&w, ~0ull >> (AMP__LENS_WARP - w.count), 0, 0);
    }
    while (!w.stuck) {
        const unsigned long long may = p->uneven != 0 ? amp__lens_not_ahead(&w) : ~0ull;
        unsigned low = AMP__LENS_DONE;
        unsigned long long mask = 0;
        for (lane = 0; lane < w.count; lane++) {
            low = w.rank[lane] < low && (may >> lane & 1) ? w.rank[lane] : low;
        }
        if (low == AMP__LENS_DONE) {
            break;
        }
        for (lane = 0; lane < w.count; lane++) {
            mask |= (unsigned long long)(w.rank[lane] == low && (may >> lane & 1)) << lane;
        }
        amp__lens_issue(&w, mask, &p->node_of[p->order[low]], warp);
    }
    amp__lens_next_group(0);
    for (lane = 0; lane < w.count; lane++) { /* what is left over was not looked at */
        amp__lens_way *way = &p->ways[slot * l->model.warp + lane];
        for (; w.at[lane] < way->used; w.at[lane] += amp__lens_words(&p->node_of[
                 way->at[w.at[lane]]])) {
            const int what = p->node_of[way->at[w.at[lane]]].what;
            p->missed += (unsigned)l->counts;
            if (what >= 0) {
                l->sites[what].sum.beyond += (unsigned)l->counts;
            }
        }
        way->used = 0;
        way->cut = 0;
    }
}

#endif /* AMP_LENS_REPLAY_H */
