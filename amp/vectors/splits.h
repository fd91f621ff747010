/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_SPLITS_H
#define AMP_VECTORS_SPLITS_H
/*
amp/vectors/splits.h: a loop over the threads of a row, split where a choice changes: its edges,
which choose, and its inside, where all choose alike.

    west = tx - 1 < left ? left : tx - 1        inside: tx - 1
    t[ty][tx] = col < n ? at(x, row, col) : 0   inside: at(x, row, col)
    c = tx == 0 ? at(x, row, 0) : t[ty][tx - 1] inside: t[ty][tx - 1]

With a choice of indices a compiler loads element by element; inside they are neighbours. (Compilers
know it as index set splitting.) Conditions on the tile's outer dimensions are the same along a row:
they stay, for the compiler to take out of the loop.
*/

#include "strips.h"
#include "unparse.h"

/* Whether all variables in [from, to) are there before the loop: scalars of the tile. */
static AMP__COLD int amp__vec_is_there_before(const amp__vec_code *f, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        const int n = f->note[i].var;
        if (n >= 0 && f->vars[n].kind == AMP__VEC_LOCAL
            && f->place[n].storage != AMP__VEC_SCALAR) {
            return 0;
        }
    }
    return 1;
}

/* Takes the condition e as known to hold inside (holds), or not to, where that is a range of the
   last dimension: adds the range to *bounds. */
static AMP__COLD void amp__vec_split_at(amp__vec_code *f, amp__vec_bound **bounds,
                                        const amp__c_expr *e, int holds)
{
    const int last = f->kernel->rank - 1, equal = amp__c_is(f->c, e->op, AMP__C_EQUAL);
    amp__vec_op *o = amp__vec_new_op(f->c, AMP__VEC_LANES);
    const amp__vec_term *t;
    amp__vec_bound *b;
    int k, known = 0;
    if (f->known_count == AMP__VEC_KNOWN || (equal && holds)
        || !amp__vec_clip(f->levels, o, e, !equal && !holds) || o->bounds[last] == NULL) {
        return;
    }
    b = o->bounds[last];
    if (!amp__vec_is_there_before(f, b->from, b->to)) {
        return;
    }
    for (t = b->terms; t != NULL; t = t->next) {
        if (!amp__vec_is_there_before(f, t->from, t->to)) {
            return;
        }
    }
    for (k = 0; k < f->known_count; k++) {
        known |= f->known[k].from == e->from && f->known[k].to == e->to;
    }
    if (known) {
        return;
    }
    if (equal) {
        b->but = 1;
        b->one_more = 0;
    }
    amp__vec_add_bound(f->c, bounds, *b);
    f->known[f->known_count].from = e->from;
    f->known[f->known_count].to = e->to;
    f->known[f->known_count++].value = holds;
}

/* That for each part of the condition e: of &&, which all hold inside, or of ||, of which none
   does. */
static AMP__COLD void amp__vec_split_by(amp__vec_code *f, amp__vec_bound **bounds,
                                        const amp__c_expr *e, int holds)
{
    const amp__c_expr *t;
    e = amp__vec_condition(f->levels, e);
    if (e == NULL || e->kind != AMP__C_BINARY) {
        return;
    }
    if (amp__c_rank(f->c, e->op) == (holds ? AMP__C_RANK_AND : AMP__C_RANK_OR)) {
        for (t = e->child; t != NULL; t = t->next) {
            amp__vec_split_by(f, bounds, t, holds);
        }
    } else if (e->child->next == e->last) {
        amp__vec_split_at(f, bounds, e, holds);
    }
}

/* The choices in [from, to). Where one of the two values is the same for all threads, as an edge's
   is, the other one is chosen inside. */
static AMP__COLD void amp__vec_split_choices(amp__vec_code *f, amp__vec_bound **bounds, int from,
                                             int to)
{
    int i;
    for (i = from; i < to; i++) {
        const amp__c_expr *e = amp__c_is(f->c, i, '?') ? f->tree->expr[i] : NULL, *a, *b;
        int both;
        if (e == NULL || e->kind != AMP__C_CHOICE || e->child->next == e->last) {
            continue;
        }
        a = e->child->next;
        b = e->last;
        both = amp__vec_uniform(f->levels, a->from, a->to) == AMP__VEC_VARYING;
        if (both || amp__vec_uniform(f->levels, b->from, b->to) == AMP__VEC_VARYING) {
            const int equal = amp__c_is(f->c, amp__c_ungrouped(e->child)->op, AMP__C_EQUAL);
            amp__vec_split_by(f, bounds, e->child, both && !equal);
        }
    }
}

/* Finds what splits the loop o; what is known inside is in f->known then. NULL: nothing does. */
static AMP__COLD const amp__vec_bound *amp__vec_find_splits(amp__vec_code *f, const amp__vec_op *o)
{
    char used[AMP__VEC_VARS] = { 0 }, written[AMP__VEC_VARS] = { 0 };
    amp__vec_bound *bounds = NULL;
    int k, tidx = 0;
    f->known_count = 0;
    for (k = 0; k < o->count && !f->levels->in_rows; k++) {
        const amp__c_stmt *s = o->list[k];
        if (s->kind != AMP__C_DECLARATION || !f->levels->pure[f->note[s->name].var]) {
            amp__vec_collect_variables(f, used, written, amp__vec_stmt_from(s), s->to, &tidx);
            amp__vec_split_choices(f, &bounds, amp__vec_stmt_from(s), s->to);
        }
    }
    for (k = 0; k < f->tree->var_count; k++) {
        if (used[k] && f->place[k].storage == AMP__VEC_REMATERIALISED && !f->place[k].lockstep) {
            amp__vec_split_choices(f, &bounds, f->vars[k].init, f->vars[k].init_end);
        }
    }
    return bounds;
}

#endif /* AMP_VECTORS_SPLITS_H */
