/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_PATHS_H
#define AMP_LENS_PATHS_H
/*
amp/lens/paths.h: the way of each thread through its kernel, from one barrier to the next.

  1 types, and the object that holds them
  2 calls    chains of calls, by number
  3 nodes    places in a chain of calls, by number
  4 ways     what a thread has come to, in order

Where a kernel's file is compiled with -fsanitize-coverage=trace-pc a thread announces each basic
block that it comes to, and with -fsanitize=thread each access, each function and its end. What it
comes to is a node: a block, an access, or the place behind a call. Its way is the numbers of its
nodes, with an address behind that of an access; amp/lens/replay.h makes a warp's schedule of the
ways of its threads. Why, and what else was tried: docs/decisions/0040-a-warp-is-replayed.md.
*/

#include "request.h"

/* ==== 1 types ============================================================ */

enum {
    AMP__LENS_CALLS = 4096,   /* chains of calls of a launch that are told apart */
    AMP__LENS_NODES = 1 << 14, /* and places in them */
    AMP__LENS_LANES = AMP_MAX_TILE_THREADS + 64, /* threads of a tile, in whole warps */
    AMP__LENS_LOOPS = 64,     /* loops of a launch that are told apart */
    AMP__LENS_ADDRESS = 3     /* words of an access in a way: its node, and its address */
};

/* A chain of calls: that of its caller, and one call more. Number 0 is that of the engine, which
   calls the kernel. */
typedef struct amp__lens_call {
    unsigned parent, depth;
    uintptr_t from;    /* behind the call */
    uintptr_t callee;  /* in the function that is called: behind its first announcement */
    unsigned last, run; /* the last block that the thread of part `run` came to in it */
    int blocks;         /* it has announced one */
} amp__lens_call;

/* What a node is, besides the number of an access site. */
enum { AMP__LENS_BLOCK = -1, AMP__LENS_BEHIND = -2 /* a call, or a barrier */ };

/* A place in a kernel. */
typedef struct amp__lens_node {
    uintptr_t pc;  /* behind what announced it */
    unsigned call;
    int what;      /* the number of a site, AMP__LENS_BLOCK or AMP__LENS_BEHIND */
    unsigned rank; /* in the order in which a warp comes to them */
    unsigned next; /* where the last thread went from here */
    uintptr_t loop;  /* of a block at which a loop begins: the last block that goes back here */
    unsigned entry;  /* and that at which threads come into it: the test, where that lies behind */
    int loop_parted; /* threads of a warp have left the loop in different turns */
    unsigned long long loop_entered; /* how often a warp came into it */
    /* of a kernel that is kept: a bit for each loop around it; what its warps wait for (cache.h) */
    unsigned long long within, waits[3];
    amp__lens_counts sum, before;   /* before: when the tile at work began */
} amp__lens_node;

/* The way of a thread since the last barrier. */
typedef struct amp__lens_way {
    unsigned *at;
    size_t used, room;
    int cut; /* it went on, and there was no room */
} amp__lens_way;

typedef struct amp__lens_paths {
    int on;      /* the kernel at work announces blocks: they are kept; else requests, by visits */
    int seen;    /* any block was announced in this launch */
    int partly;  /* a function accessed arrays and announced no block; or there were too many */
    uintptr_t left; /* the stack pointer of the function that was left last */
    unsigned call;  /* of the thread at work */
    unsigned last;  /* the node that it came to last; 0: none */
    amp__lens_way *way; /* of the thread at work; NULL: not found yet */
    size_t most;        /* words that a way may have */
    unsigned calls, nodes, ranked;
    unsigned loops;  /* told apart; more than AMP__LENS_LOOPS: not all */
    int loops_new;   /* one was found since */
    unsigned heads[AMP__LENS_LOOPS];             /* the nodes at which they begin */
    /* Of the warp at work: the threads in each loop, the turn in which each is, and, a bit for each
       loop, whether its threads are in different turns. */
    unsigned long long inside[AMP__LENS_LOOPS], uneven;
    unsigned turn[AMP__LENS_LOOPS][64];
    /* Loops that some of their threads have left, and in which turn the first of those did. */
    unsigned long long some_left;
    unsigned turn_left[AMP__LENS_LOOPS];
    unsigned long long *within;                  /* of each node: a bit for each loop around it */
    unsigned long long done, missed; /* what threads came to: looked at, and not */
    struct amp__lens_probing *probing; /* flags.h; while amp__lens_on is AMP__LENS_PROBES */
    amp__lens_call *call_of;
    amp__lens_node *node_of;
    amp__lens_counts (*group_of)[AMP__LENS_GROUPS]; /* of each node: by half samples */
    unsigned short *slot_of; /* where a node is, by its place: twice as many as nodes */
    unsigned *order;         /* nodes, by rank */
    amp__lens_way ways[AMP__LENS_LANES];
    unsigned chain[AMP_MAX_TILE_THREADS]; /* the call in which each thread is */
    unsigned short lost[AMP_MAX_TILE_THREADS]; /* calls deeper than are told apart */
} amp__lens_paths;
#define amp__lens_path AMP__VERSIONED(amp__lens_path)
AMP__ONE_COPY amp__lens_paths amp__lens_path;

/* What a probe of a file announces, on the thread that tries it. */
typedef struct amp__lens_probing {
    pthread_t thread;
    int entered, count, fresh;  /* fresh: the block that came last was a new one */
    uintptr_t block[32], next[32]; /* different ones, as they came, before the second function; and
                                      what came behind each first */
} amp__lens_probing;

/* Memory of the ways, once a process; 0 where there is none. */
static AMP__COLD int amp__lens_paths_memory(void)
{
    amp__lens_paths *p = &amp__lens_path;
    return amp__check_make(&p->call_of, AMP__LENS_CALLS, sizeof(*p->call_of))
           && amp__check_make(&p->node_of, AMP__LENS_NODES, sizeof(*p->node_of))
           && amp__check_make(&p->group_of, AMP__LENS_NODES, sizeof(*p->group_of))
           && amp__check_make(&p->slot_of, 2 * AMP__LENS_NODES, sizeof(*p->slot_of))
           && amp__check_make(&p->order, AMP__LENS_NODES, sizeof(*p->order))
           && amp__check_make(&p->within, AMP__LENS_NODES, sizeof(*p->within));
}

/* Begins a launch, of which nothing is known. */
static AMP__COLD void amp__lens_paths_begin(void)
{
    amp__lens_paths *p = &amp__lens_path;
    int i;
    p->on = p->seen = p->partly = 0;
    p->calls = p->nodes = 1; /* number 0 of both is none */
    p->ranked = p->loops = 0;
    p->loops_new = 0;
    p->done = p->missed = 0;
    __builtin_memset(&p->call_of[0], 0, sizeof(p->call_of[0]));
    __builtin_memset(&p->node_of[0], 0, sizeof(p->node_of[0]));
    __builtin_memset(p->slot_of, 0, 2 * AMP__LENS_NODES * sizeof(*p->slot_of));
    for (i = 0; i < AMP__LENS_LANES; i++) {
        p->ways[i].used = 0;
        p->ways[i].cut = 0;
    }
}

/* Frees the ways, at a launch's end. */
static AMP__COLD void amp__lens_paths_end(void)
{
    amp__lens_paths *p = &amp__lens_path;
    int i;
    for (i = 0; i < AMP__LENS_LANES; i++) {
        amp__check_drop(&p->ways[i].at);
        p->ways[i].used = p->ways[i].room = 0;
    }
}

/* How many words a way may have, so that all that are kept have AMP__LENS_MEMORY bytes: those of a
   warp, where threads run in their order, which is one at a time; else those of the tile. */
static AMP__CHECK size_t amp__lens_way_most(void)
{
    const amp__lens_state *l = &amp__lens_shared;
    const int lanes = AMP__ORDER == 0 || l->tile_threads < l->model.warp ? l->model.warp
        : l->tile_threads;
    return AMP__LENS_MEMORY / sizeof(unsigned) / 3 / (size_t)lanes; /* 3: while a list grows */
}

/* Begins a tile, whose threads have called nothing. */
static AMP__CHECK void amp__lens_paths_tile(void)
{
    amp__lens_paths *p = &amp__lens_path;
    int i;
    p->most = amp__lens_way_most();
    for (i = 0; i < AMP_MAX_TILE_THREADS; i++) {
        p->chain[i] = 0;
        p->lost[i] = 0;
    }
}

/* A tile that was measured has ended: what its warps did is its half samples', too. */
static AMP__CHECK void amp__lens_group_nodes(void)
{
    amp__lens_paths *p = &amp__lens_path;
    amp__lens_state *l = &amp__lens_shared;
    unsigned i, g;
    for (g = 0; g < AMP__LENS_GROUPS; g++) {
        l->now.group_threads[g] += l->halves >> g & 1 ? l->tile_threads : 0;
    }
    for (i = 1; i < p->nodes && l->halves != 0; i++) {
        amp__lens_node *n = &p->node_of[i];
        if (n->sum.issues != n->before.issues) {
            amp__lens_add_to_groups(p->group_of[i], &n->sum, &n->before, sizeof(n->sum));
        }
    }
}

/* ==== 2 calls ============================================================ */

/* The number of a chain of calls: `parent`, and a call more; 0 where there are too many. */
static AMP__CHECK unsigned amp__lens_call_number(unsigned parent, uintptr_t from, uintptr_t callee)
{
    amp__lens_paths *p = &amp__lens_path;
    amp__lens_call *c;
    unsigned i;
    for (i = p->calls - 1; i > 0; i--) {
        c = &p->call_of[i];
        if (c->parent == parent && c->from == from && c->callee == callee) {
            return i;
        }
    }
    if (p->calls == AMP__LENS_CALLS) {
        return 0;
    }
    c = &p->call_of[p->calls];
    amp__lens_clear(c, sizeof(*c));
    c->parent = parent;
    c->depth = p->call_of[parent].depth + 1;
    c->from = from;
    c->callee = callee;
    return p->calls++;
}

/* Whether node a comes before node b: the chains of their calls are compared from the outermost
   call on, then their places; of two at one place, an access that reads first. What a function
   does comes before the place behind its call. */
static AMP__CHECK int amp__lens_node_before(const amp__lens_node *a, const amp__lens_node *b)
{
    const amp__lens_call *const call = amp__lens_path.call_of;
    unsigned x = a->call, y = b->call;
    uintptr_t from_x = a->pc, from_y = b->pc;
    int in_x = 0, in_y = 0; /* from_x is a call, in which a lies */
    for (; call[x].depth > call[y].depth; x = call[x].parent) {
        from_x = call[x].from;
        in_x = 1;
    }
    for (; call[y].depth > call[x].depth; y = call[y].parent) {
        from_y = call[y].from;
        in_y = 1;
    }
    while (x != y) {
        from_x = call[x].from;
        from_y = call[y].from;
        in_x = in_y = 1;
        if (call[x].parent == call[y].parent && from_x == from_y) { /* by a pointer */
            return call[x].callee < call[y].callee;
        }
        x = call[x].parent;
        y = call[y].parent;
    }
    return from_x != from_y ? from_x < from_y : in_x != in_y ? in_x : a->what < b->what;
}

/* ==== 3 nodes ============================================================ */

/* The number of a node, the one there is or a new one; 0 where there are too many. */
static AMP__CHECK unsigned amp__lens_find_node(unsigned call, uintptr_t pc, int what)
{
    amp__lens_paths *p = &amp__lens_path;
    const unsigned long long mixed = ((unsigned long long)pc * 31 + call * 1009ull
                                      + (unsigned)(what + 2)) * 0x9e3779b97f4a7c15ull;
    unsigned i = (unsigned)(mixed >> 40) & (2 * AMP__LENS_NODES - 1);
    amp__lens_node *n;
    for (; p->slot_of[i] != 0; i = (i + 1) & (2 * AMP__LENS_NODES - 1)) {
        n = &p->node_of[p->slot_of[i]];
        if (n->pc == pc && n->call == call && n->what == what) {
            return p->slot_of[i];
        }
    }
    if (p->nodes == AMP__LENS_NODES) {
        return 0;
    }
    n = &p->node_of[p->nodes];
    amp__lens_clear(n, sizeof(*n));
    amp__lens_clear(p->group_of[p->nodes], sizeof(*p->group_of));
    n->pc = pc;
    n->call = call;
    n->what = what;
    p->slot_of[i] = (unsigned short)p->nodes;
    return p->nodes++;
}

/* Sorts `n` numbers of nodes by their order, with room for as many. */
static AMP__COLD void amp__lens_sort_nodes(unsigned *list, unsigned n, unsigned *room)
{
    unsigned half = n / 2, i = 0, j = half, k;
    if (n < 2) {
        return;
    }
    amp__lens_sort_nodes(list, half, room);
    amp__lens_sort_nodes(list + half, n - half, room);
    for (k = 0; k < n; k++) {
        const amp__lens_node *const all = amp__lens_path.node_of;
        room[k] = j == n || (i < half && !amp__lens_node_before(&all[list[j]], &all[list[i]]))
            ? list[i++] : list[j++];
    }
    for (k = 0; k < n; k++) {
        list[k] = room[k];
    }
}

/* Whether a node lies in a chain of calls, or in what is called from there. */
static AMP__COLD int amp__lens_node_is_in(const amp__lens_node *n, unsigned call)
{
    const amp__lens_call *const all = amp__lens_path.call_of;
    unsigned c = n->call;
    while (all[c].depth > all[call].depth) {
        c = all[c].parent;
    }
    return c == call;
}

/* Finds which loops are around each node. A loop has a block to which threads go back, and ends
   before the block that comes behind the last one that goes back. Of two that overlap, one is in
   the other: the outer one is that at whose head threads were first, for who comes to the inner one
   has passed it. It begins later in the text where it begins with the test of an inner loop, which
   lies behind that one's body; it ends earlier where a break out of the inner one goes back at
   once. */
static AMP__COLD void amp__lens_find_loops(void)
{
    amp__lens_paths *p = &amp__lens_path;
    const unsigned count = p->nodes - 1;
    unsigned from[AMP__LENS_LOOPS], to[AMP__LENS_LOOPS], i, j, told_apart, again = 1;
    p->loops = 0;
    p->loops_new = 0;
    __builtin_memset(p->within, 0, p->nodes * sizeof(*p->within));
    for (i = 0; i < count; i++) {
        const amp__lens_node *const head = &p->node_of[p->order[i]];
        int ending = 0;
        if (head->loop == 0 || p->loops++ >= AMP__LENS_LOOPS) {
            continue;
        }
        p->heads[p->loops - 1] = p->order[i];
        from[p->loops - 1] = i;
        for (j = i; j < count; j++) {
            const amp__lens_node *const n = &p->node_of[p->order[j]];
            const int block = n->call == head->call && n->what == AMP__LENS_BLOCK;
            if (!amp__lens_node_is_in(n, head->call) || (ending && block)) {
                break;
            }
            ending |= block && n->pc == head->loop;
        }
        to[p->loops - 1] = j; /* behind it */
    }
    told_apart = p->loops < (int)AMP__LENS_LOOPS ? p->loops : (int)AMP__LENS_LOOPS;
    while (again) {
        again = 0;
        for (i = 0; i < told_apart; i++) {
            for (j = 0; j < told_apart; j++) {
                if (from[j] < from[i] && from[i] < to[j] && to[j] < to[i]
                    && p->node_of[p->heads[i]].call == p->node_of[p->heads[j]].call) {
                    if (p->heads[i] < p->heads[j]) {
                        from[i] = from[j];
                    } else {
                        to[j] = to[i];
                    }
                    again = 1;
                }
            }
        }
    }
    for (i = 1; i < told_apart; i++) { /* the outermost first */
        for (j = i; j > 0 && (from[j] < from[j - 1]
                              || (from[j] == from[j - 1] && to[j] > to[j - 1])); j--) {
            const unsigned f = from[j], t = to[j], h = p->heads[j];
            from[j] = from[j - 1];
            to[j] = to[j - 1];
            p->heads[j] = p->heads[j - 1];
            from[j - 1] = f;
            to[j - 1] = t;
            p->heads[j - 1] = h;
        }
    }
    for (i = 0; i < told_apart; i++) {
        for (j = from[i]; j < to[i]; j++) {
            p->within[p->order[j]] |= 1ull << i;
        }
    }
}

/* Gives all nodes their ranks, where there are new ones; 0 where memory ran out. */
static AMP__COLD int amp__lens_rank_nodes(void)
{
    amp__lens_paths *p = &amp__lens_path;
    unsigned i, *room;
    if (p->ranked == p->nodes) {
        if (p->loops_new) {
            amp__lens_find_loops();
        }
        return 1;
    }
    room = (unsigned *)amp__check_alloc(p->nodes * sizeof(*room));
    if (room == NULL) {
        return 0;
    }
    for (i = 1; i < p->nodes; i++) {
        p->order[i - 1] = i;
    }
    amp__lens_sort_nodes(p->order, p->nodes - 1, room);
    for (i = 0; i + 1 < p->nodes; i++) {
        p->node_of[p->order[i]].rank = i;
    }
    p->ranked = p->nodes;
    amp__check_free(room);
    amp__lens_find_loops();
    return 1;
}

/* ==== 4 ways ============================================================= */

/* The place in the tile's memory for what the threads of a warp do until the next barrier. */
static AMP__CHECK int amp__lens_slot(unsigned warp)
{
    amp__lens_state *l = &amp__lens_shared;
    int slot = l->slot_of[warp];
    if (slot < 0) {
        for (slot = 0; l->slot_used[slot]; slot++) {
            AMP__ASSERT(slot + 1 < AMP__LENS_WARPS); /* there is one for each warp of a tile */
        }
        l->slot_used[slot] = 1;
        l->slot_of[warp] = slot;
    }
    return slot;
}

/* Room for `words` more of the way of the thread at work; NULL where there is none. */
static AMP__CHECK unsigned *amp__lens_way_room(size_t words)
{
    amp__lens_paths *p = &amp__lens_path;
    amp__lens_state *l = &amp__lens_shared;
    amp__lens_way *w = p->way;
    if (w == NULL) {
        const unsigned lane = l->thread & (unsigned)(l->model.warp - 1);
        w = &p->ways[amp__lens_slot(l->thread / (unsigned)l->model.warp) * l->model.warp
                     + (int)lane];
        p->way = w;
    }
    if (w->cut || w->used + words > p->most || w->room - w->used < words) {
        const int on = amp__lens_on;
        w->cut |= w->used + words > p->most;
        amp__lens_on = 0; /* what grows the list may be announced, too */
        w->cut |= !w->cut && !amp__list_grow(&w->at, w->used, &w->room, words, sizeof(*w->at),
                                             &amp__check_memory);
        amp__lens_on = on;
        if (w->cut) {
            return NULL;
        }
    }
    w->used += words;
    return &w->at[w->used - words];
}

/* The thread at work comes to a node: puts it into its way, with room for `more` words; NULL where
   there is none. */
static AMP__CHECK unsigned *amp__lens_comes_to(uintptr_t pc, int what, size_t more)
{
    amp__lens_paths *p = &amp__lens_path;
    amp__lens_node *const last = &p->node_of[p->last];
    unsigned n = last->next, *to;
    const amp__lens_node *hint = &p->node_of[n];
    if (hint->pc != pc || hint->call != p->call || hint->what != what || n == 0) {
        n = amp__lens_find_node(p->call, pc, what);
        last->next = n;
    }
    p->last = n;
    to = n != 0 ? amp__lens_way_room(1 + more) : NULL;
    if (to == NULL) {
        p->partly |= n == 0;
        p->missed += (unsigned)amp__lens_shared.counts;
        return NULL;
    }
    to[0] = n;
    return to + 1;
}

/* A part of the thread at work between two barriers begins: from the kernel's beginning, or behind
   a barrier. */
static AMP__CHECK void amp__lens_paths_thread(unsigned thread)
{
    amp__lens_paths *p = &amp__lens_path;
    p->call = p->chain[thread];
    p->last = 0;
    p->left = 0;
    p->way = NULL;
    if (p->on && p->call != 0 && amp__lens_resumed != 0) {
        (void)amp__lens_comes_to(amp__lens_resumed, AMP__LENS_BEHIND, 0);
    }
    amp__lens_resumed = 0;
}

/* A block of a probe. */
static AMP__COLD void amp__lens_probe_block(uintptr_t pc)
{
    amp__lens_probing *p = amp__lens_path.probing;
    int i;
    if (p->entered != 1 || !pthread_equal(p->thread, pthread_self())) {
        return;
    }
    if (p->fresh) {
        p->next[p->count - 1] = pc;
    }
    for (i = 0; i < p->count && p->block[i] != pc; i++) {
    }
    p->fresh = i == p->count && i < (int)(sizeof(p->block) / sizeof(p->block[0]));
    if (p->fresh) {
        p->block[p->count++] = pc;
    }
}

/* See amp__lens_table in amp/watch/lens_hooks.h, also for the next two. */
static AMP__CHECK void amp__lens_block(uintptr_t pc, uintptr_t frame)
{
    amp__lens_paths *p = &amp__lens_path;
    amp__lens_call *c = &p->call_of[p->call];
    if (amp__lens_on == AMP__LENS_PROBES) {
        amp__lens_probe_block(pc);
        return;
    }
    if (p->call == 0 || frame <= p->left) {
        return; /* of the engine; or of a function that has said that it ends, as gcc announces */
    }
    p->seen = 1;
    c->blocks = 1;
    if (!p->on) {
        if (amp__lens_shared.accesses != 0) {
            return; /* the launch is counted by visits: its kernel announces no block */
        }
        p->on = 1;
    }
    (void)amp__lens_comes_to(pc, AMP__LENS_BLOCK, 0);
    if (c->run == amp__lens_shared.run && c->last != 0 && p->last != 0
        && pc <= p->node_of[c->last].pc) { /* a loop */
        amp__lens_node *head = &p->node_of[p->last];
        if (p->node_of[c->last].pc > head->loop) {
            head->loop = p->node_of[c->last].pc;
            p->loops_new = 1;
        }
    }
    c->run = amp__lens_shared.run;
    c->last = p->last;
}

static AMP__CHECK void amp__lens_enter(uintptr_t from, uintptr_t pc)
{
    amp__lens_paths *p = &amp__lens_path;
    unsigned call;
    if (amp__lens_on == AMP__LENS_PROBES) {
        p->probing->entered += pthread_equal(p->probing->thread, pthread_self()) != 0;
        return;
    }
    p->left = 0;
    /* a tile's first thread and the others are called from different places of the engine */
    call = p->lost[amp__lens_shared.thread] != 0 ? 0
        : amp__lens_call_number(p->call, p->call == 0 ? 0 : from, pc);
    if (call == 0) {
        p->lost[amp__lens_shared.thread]++;
        p->partly = 1;
        return;
    }
    p->call = call;
    p->call_of[call].last = 0; /* of a call before */
}

static AMP__CHECK void amp__lens_leave(uintptr_t frame)
{
    amp__lens_paths *p = &amp__lens_path;
    if (amp__lens_on == AMP__LENS_PROBES) {
        return;
    }
    p->left = frame;
    if (p->lost[amp__lens_shared.thread] != 0) {
        p->lost[amp__lens_shared.thread]--;
    } else if (p->call != 0) {
        const uintptr_t from = p->call_of[p->call].from;
        p->call = p->call_of[p->call].parent;
        if (p->on && p->call != 0) {
            (void)amp__lens_comes_to(from, AMP__LENS_BEHIND, 0);
        }
    }
}

/* Puts an access into the way of the thread at work: 0 where there was no room. at: as a device has
   it. */
static AMP__CHECK int amp__lens_way_access(unsigned site, uintptr_t pc, uintptr_t at, unsigned size)
{
    amp__lens_paths *p = &amp__lens_path;
    unsigned *to = amp__lens_comes_to(pc, (int)site, AMP__LENS_ADDRESS - 1);
    p->partly |= !p->call_of[p->call].blocks;
    if (to == NULL) {
        return 0;
    }
    to[0] = (unsigned)at; /* in 59 bits, with the size, which is 1 to 16 */
    to[1] = (unsigned)((unsigned long long)at >> 32) << 5 | size;
    return 1;
}

#endif /* AMP_LENS_PATHS_H */
