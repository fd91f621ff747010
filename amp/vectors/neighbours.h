/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_NEIGHBOURS_H
#define AMP_VECTORS_NEIGHBOURS_H
/*
amp/vectors/neighbours.h: what neighbouring threads of a row have as an index, for the sentences
about it.

strides.h asks whether neighbours surely use neighbouring elements: what it does not know counts as
apart. Here nothing is moved, and what is not known is said to be so.
*/

#include "strides.h"

/* What neighbouring threads of a row have as an index: the same; neighbouring ones; ones that lie
   apart, by a factor; one that comes from memory; it is not known. */
enum { AMP__VEC_LANES_SHARE, AMP__VEC_LANES_ADJOIN, AMP__VEC_LANES_SPREAD, AMP__VEC_LANES_READ,
       AMP__VEC_LANES_UNKNOWN };
/* The most variables that are computed from each other and looked through. */
enum { AMP__VEC_LANES_DEEPEST = 8 };

static AMP__COLD int amp__vec_lanes_of_index(const amp__vec_levels *f, const amp__c_expr *e,
                                             const amp__c_expr **factor, int depth);

/* That of the sum or product e. */
static AMP__COLD int amp__vec_lanes_of_terms(const amp__vec_levels *f, const amp__c_expr *e,
                                             const amp__c_expr **factor, int depth)
{
    const int sum = amp__c_rank(f->c, e->op) == AMP__C_RANK_SUM;
    const amp__c_expr *t, *shared = NULL;
    int all = AMP__VEC_LANES_SHARE, plain = 1, i;
    for (t = e->child; t != NULL; t = t->next) {
        const int of = amp__vec_lanes_of_index(f, t, factor, depth);
        const int sign = t == e->child ? 0 : f->c->t[t->from - 1].number;
        plain &= sum ? sign != '-' || of == AMP__VEC_LANES_SHARE || of == AMP__VEC_LANES_READ
            : sign == 0 || sign == '*';
        shared = of == AMP__VEC_LANES_SHARE ? t : shared;
        all = of == AMP__VEC_LANES_READ || all == AMP__VEC_LANES_READ ? AMP__VEC_LANES_READ
            : of == AMP__VEC_LANES_SHARE ? all
            : all == AMP__VEC_LANES_SHARE ? of : AMP__VEC_LANES_UNKNOWN;
    }
    if (all == AMP__VEC_LANES_READ || all == AMP__VEC_LANES_SHARE || (plain && sum)) {
        return all;
    }
    for (i = e->from; i < e->to && plain; i++) {
        plain = !amp__c_named(f->c, i, "0") && !amp__c_named(f->c, i, "1");
    }
    if (all == AMP__VEC_LANES_ADJOIN && plain && shared != NULL) {
        *factor = shared;
        return AMP__VEC_LANES_SPREAD;
    }
    return AMP__VEC_LANES_UNKNOWN;
}

/* That of variable number n. */
static AMP__COLD int amp__vec_lanes_of_variable(const amp__vec_levels *f, int n,
                                                const amp__c_expr **factor, int depth)
{
    const amp__vec_var *v = &f->vars[n];
    if (f->lockstep[n] || f->by_row[n]) {
        return f->lockstep[n] ? AMP__VEC_LANES_ADJOIN : AMP__VEC_LANES_SHARE;
    }
    return v->kind == AMP__VEC_LOCAL && !v->array && !v->pointer && !v->address && v->init != 0
        && v->writes == 0 && depth < AMP__VEC_LANES_DEEPEST
        ? amp__vec_lanes_of_index(f, amp__vec_value_of(f->tree, n), factor, depth + 1)
        : AMP__VEC_LANES_UNKNOWN;
}

/* That of e, by one of the constants above. *factor: what spreads them. */
static AMP__COLD int amp__vec_lanes_of_index(const amp__vec_levels *f, const amp__c_expr *e,
                                             const amp__c_expr **factor, int depth)
{
    const amp__c_expr *t;
    int n, number, of = AMP__VEC_LANES_UNKNOWN, other;
    e = amp__c_ungrouped(e);
    if (e == NULL) {
        return AMP__VEC_LANES_UNKNOWN;
    }
    if (amp__vec_uniform(f, e->from, e->to) != AMP__VEC_VARYING) {
        return AMP__VEC_LANES_SHARE;
    }
    if (amp__vec_memory_of(f->tree, e) >= 0) {
        return AMP__VEC_LANES_READ;
    }
    n = f->note[e->from].var;
    if (n >= 0 && f->vars[n].kind == AMP__VEC_TIDX && e->kind == AMP__C_INDEX) {
        number = amp__vec_plain_index(f->tree, e->from);
        return number == 0 || number + 2 != e->to ? AMP__VEC_LANES_UNKNOWN
            : atoi(f->c->t[number].s) == f->kernel->rank - 1 ? AMP__VEC_LANES_ADJOIN
            : AMP__VEC_LANES_SHARE;
    }
    switch (e->kind) {
    case AMP__C_IDENTIFIER:
        return n >= 0 ? amp__vec_lanes_of_variable(f, n, factor, depth) : AMP__VEC_LANES_UNKNOWN;
    case AMP__C_CAST:
        return amp__vec_lanes_of_index(f, e->child, factor, depth);
    case AMP__C_BINARY:
        number = amp__c_rank(f->c, e->op);
        if (number == AMP__C_RANK_SUM || amp__c_is(f->c, e->op, '*')
            || amp__c_is(f->c, e->op, '/') || amp__c_is(f->c, e->op, '%')) {
            return amp__vec_lanes_of_terms(f, e, factor, depth);
        }
        break;
    case AMP__C_CHOICE: /* a neighbour's, or the edge's */
        if (e->child->next != e->last) {
            of = amp__vec_lanes_of_index(f, e->child->next, factor, depth);
            other = amp__vec_lanes_of_index(f, e->last, factor, depth);
            return of == AMP__VEC_LANES_SHARE ? other : other == AMP__VEC_LANES_SHARE ? of
                : of == other ? of : AMP__VEC_LANES_UNKNOWN;
        }
        break;
    default:
        break;
    }
    for (t = e->child; t != NULL; t = t->next) { /* what is computed of memory comes from there */
        other = amp__vec_lanes_of_index(f, t, factor, depth);
        of = other == AMP__VEC_LANES_READ ? other : of;
    }
    return of;
}

#endif /* AMP_VECTORS_NEIGHBOURS_H */
