/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_CALL_GRAPH_H
#define AMP_CTEXT_CALL_GRAPH_H
/*
amp/ctext/call_graph.h: which function, type or macro uses which other one, and what follows from
that for its user, and for what it uses.

Whoever asks numbers his functions, says which names each declares, then which names each uses, and
gives each some bits, an effect each: has a barrier, uses doubles, is needed. amp__c_graph_spread
hands them on until nothing changes.
*/

#include "store.h"

/* What follows for who calls a function, as bits: it has a barrier; it calls amp_abort or
   amp_errorf; it has an atomic, or prints: the order of threads shows; it has a static variable; it
   may call itself; it uses double; it may read a variable that nobody set; it has a loop. And what
   follows for what is called: it is needed. */
enum { AMP__C_EFFECT_BARRIER = 1, AMP__C_EFFECT_REPORT = 2, AMP__C_EFFECT_ORDER = 4,
       AMP__C_EFFECT_STATIC = 8, AMP__C_EFFECT_RECURSION = 16, AMP__C_EFFECT_DOUBLE = 32,
       AMP__C_EFFECT_UNSET = 64, AMP__C_NEEDED = 128, AMP__C_EFFECT_LOOP = 256 };

/* A name that a node declares. */
typedef struct amp__c_declared {
    const char *s;
    size_t n;
    int node;
    size_t next; /* behind the one of the same slot with that number; 0: none */
} amp__c_declared;

/* The node `user` uses the node `used`. */
typedef struct amp__c_use {
    int user, used;
} amp__c_use;

/* A call graph. Its names are not copied. */
enum { AMP__C_GRAPH_SLOTS = 1024 };
typedef struct amp__c_graph {
    const amp_allocator *from; /* its memory; NULL: amp__alloc, and amp__c_graph_free */
    amp__c_declared *names;
    size_t count, room, first[AMP__C_GRAPH_SLOTS]; /* first: a number behind it, as `next` */
    amp__c_use *uses;
    size_t use_count, use_room;
    int failed; /* memory ran out: names or uses are missing */
} amp__c_graph;

/* An empty graph. */
static AMP__COLD void amp__c_graph_begin(amp__c_graph *g, const amp_allocator *from)
{
    memset(g, 0, sizeof(*g));
    g->from = from;
}

/* Gives the graph's memory back, of amp__alloc. */
static AMP__COLD void amp__c_graph_free(amp__c_graph *g)
{
    amp__list_free(g->names, g->from);
    amp__list_free(g->uses, g->from);
}

/* The slot that a name is in. */
static AMP__COLD size_t amp__c_graph_hash(const char *s, size_t n)
{
    size_t h = 5381;
    for (; n > 0; n--, s++) {
        h = h * 33 + (unsigned char)*s;
    }
    return h % AMP__C_GRAPH_SLOTS;
}

/* Says that the node declares the name, as others may. */
static AMP__COLD void amp__c_graph_declare(amp__c_graph *g, int node, const char *s, size_t n)
{
    size_t *slot = &g->first[amp__c_graph_hash(s, n)];
    if (!amp__list_grow(&g->names, g->count, &g->room, 1, sizeof(*g->names), g->from)) {
        g->failed = 1;
        return;
    }
    g->names[g->count].s = s;
    g->names[g->count].n = n;
    g->names[g->count].node = node;
    g->names[g->count].next = *slot;
    *slot = ++g->count;
}

/* The last declaration of the name before `next`, a place in g->names and one more; next 0: the
   last of all. 0 where there is none. */
static AMP__COLD size_t amp__c_graph_find(const amp__c_graph *g, const char *s, size_t n,
                                          size_t next)
{
    next = next != 0 ? g->names[next - 1].next : g->first[amp__c_graph_hash(s, n)];
    while (next != 0 && (g->names[next - 1].n != n || memcmp(g->names[next - 1].s, s, n) != 0)) {
        next = g->names[next - 1].next;
    }
    return next;
}

/* Says that the node uses the name: what declares it, by now, is used by the node. */
static AMP__COLD void amp__c_graph_use(amp__c_graph *g, int node, const char *s, size_t n)
{
    size_t k = 0;
    while ((k = amp__c_graph_find(g, s, n, k)) != 0) {
        const amp__c_declared *d = &g->names[k - 1];
        if (!amp__list_grow(&g->uses, g->use_count, &g->use_room, 1, sizeof(*g->uses), g->from)) {
            g->failed = 1;
            return;
        }
        g->uses[g->use_count].user = node;
        g->uses[g->use_count++].used = d->node;
    }
}

/* Hands bits on until nothing changes: to each user those of what it uses (users), or to what is
   used those of its users. bits: of each node. */
static AMP__COLD void amp__c_graph_spread(const amp__c_graph *g, unsigned *bits, int users)
{
    size_t i;
    int more;
    do {
        more = 0;
        for (i = 0; i < g->use_count; i++) {
            const amp__c_use *u = &g->uses[i];
            unsigned *to = &bits[users ? u->user : u->used];
            const unsigned all = *to | bits[users ? u->used : u->user];
            more |= all != *to;
            *to = all;
        }
    } while (more);
}

#endif /* AMP_CTEXT_CALL_GRAPH_H */
