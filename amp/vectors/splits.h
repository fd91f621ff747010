/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_SPLITS_H
#define AMP_VECTORS_SPLITS_H
/*
amp/vectors/splits.h: a loop over the threads of a row, split where a choice changes: its edges,
which choose, and its inside, where all choose alike.

    west = tx - 1 < left ? left : tx - 1        inside: tx - 1
    t[ty][tx] = col < n ? at(x, row, col) : 0   inside: at(x, row, col)
    c = tx == 0 ? at(x, row, 0) : t[ty][tx - 1] inside: t[ty][tx - 1]
    if (tx > 0) { ... }                         inside: ...
    west = at(x, row, (col - 1 + n) % n)        inside: at(x, row, col - 1)
    west = at(x, row, amp_imax(col - 1, 0))     inside: at(x, row, col - 1)
    int c = col - 1; if (c < 0) { c = 0; }      inside: col - 1 in place of c

With a choice of indices a compiler loads element by element; inside they are neighbours. (Compilers
know it as index set splitting.) Conditions on the tile's outer dimensions are the same along a row:
clang takes them out of the loop, gcc makes no vectors with them. So a row for which they do not
hold is an edge as a whole.
*/

#include "strips.h"
#include "unparse.h"

/* The dimension k of which what narrows a row's inside to a range may be one: the last one; and an
   outer one, of which a row has one index, for an if, or with the counter of a loop over
   neighbours: by_offset. */
static AMP__COLD int amp__vec_may_split(const amp__vec_code *f, int k, int by_offset)
{
    return k == f->kernel->rank - 1
        || (k >= 0 && (by_offset || (f->by_if && !amp__vec_model(f, AMP__SIMPLE))));
}

/* Whether all variables in [from, to) are there before the loop, and stay as they are in it:
   scalars of the tile. */
static AMP__COLD int amp__vec_is_there_before(const amp__vec_code *f, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        const int n = f->note[i].var;
        if (n >= 0 && f->vars[n].kind == AMP__VEC_LOCAL
            && (f->place[n].storage != AMP__VEC_SCALAR || f->written_here[n])) {
            return 0;
        }
    }
    return 1;
}

/* Whether all that the bound b is made of is there before the loop, and may be computed where no
   thread asks for it; or is a counter of a loop over neighbours, whose bounds stand for it. */
static AMP__COLD int amp__vec_is_bound_before(const amp__vec_code *f, const amp__vec_bound *b)
{
    amp__vec_term *t;
    for (t = b->terms; t != NULL; t = t->next) {
        t->by_offset = t->from < t->to
            && amp__vec_offset_bounds(f->levels, t->from, t->to, &t->least, &t->most);
        if (!t->by_offset && (!amp__vec_is_there_before(f, t->from, t->to)
                              || amp__vec_divides(f->tree, t->from, t->to))) {
            break;
        }
    }
    return t == NULL && amp__vec_is_there_before(f, b->from, b->to)
        && !amp__vec_divides(f->tree, b->from, b->to);
}

/* Adds the bound that e, a whole number of all threads, is to the terms of the last dimension,
   where the loop can have it: no less than it, or no more. Returns whether it can. */
static AMP__COLD int amp__vec_split_cut(amp__vec_code *f, amp__vec_bound **bounds,
                                        amp__vec_term *terms, const amp__c_expr *e, int below)
{
    amp__vec_bound b = { 0, 0, 0, 0, 0, 0, 0, NULL, NULL };
    b.below = b.one_more = below;
    b.from = e->from;
    b.to = e->to;
    b.terms = terms;
    if (!amp__vec_is_uniform_int(f->levels, e) || !amp__vec_is_bound_before(f, &b)) {
        return 0;
    }
    amp__vec_add_bound(f->c, bounds, b);
    return 1;
}

/* Takes the call e, which cuts an index at bounds that all threads share, as that index inside. */
static AMP__COLD void amp__vec_split_clamped(amp__vec_code *f, amp__vec_bound **bounds,
                                             const amp__c_expr *e)
{
    const amp__c_expr *const core = amp__vec_uncut(f->levels, e), *low, *high, *in;
    amp__vec_bound *found = NULL;
    amp__vec_term *terms = NULL, **end = &terms;
    amp__vec_known *known;
    int k, fits = 1, dim;
    for (k = 0; k < f->known_count; k++) {
        fits &= f->known[k].from > e->from || f->known[k].to < e->to;
    }
    if (core == NULL || !fits) {
        return;
    }
    dim = amp__vec_affine(f->levels, core, &end);
    if (!amp__vec_may_split(f, dim, amp__vec_has_offset(f->levels, terms))) {
        return;
    }
    for (in = e; fits && in != core; ) {
        const amp__c_expr *const next = amp__vec_cut_by(f->levels, in, &low, &high);
        fits = (low == NULL || amp__vec_split_cut(f, &found, terms, low, 0))
            && (high == NULL || amp__vec_split_cut(f, &found, terms, high, 1));
        in = amp__c_ungrouped(next);
    }
    known = fits ? amp__vec_add_known(f, e, 0) : NULL;
    for (; known != NULL && found != NULL; found = found->next) {
        amp__vec_bound b = *found;
        b.next = NULL;
        known->is = core;
        amp__vec_add_bound(f->c, &bounds[dim], b);
    }
}

/* Takes the condition e as known to hold inside (holds), or not to, where that is a range of a
   dimension: adds the range to its bounds. */
static AMP__COLD void amp__vec_split_at(amp__vec_code *f, amp__vec_bound **bounds,
                                        const amp__c_expr *e, int holds)
{
    const int equal = amp__c_is(f->c, e->op, AMP__C_EQUAL);
    amp__vec_op *o = amp__vec_new_op(f->c, AMP__VEC_LANES);
    amp__vec_bound *b;
    int k, known = 0, dim = f->kernel->rank - 1, by_offset;
    if (f->known_count == AMP__VEC_KNOWN || (equal && holds)
        || !amp__vec_clip(f->levels, o, e, !equal && !holds)) {
        return;
    }
    while (dim >= 0 && o->bounds[dim] == NULL) {
        dim--;
    }
    b = dim >= 0 ? o->bounds[dim] : NULL;
    by_offset = b != NULL && amp__vec_has_offset(f->levels, b->terms);
    if (b == NULL || !amp__vec_may_split(f, dim, by_offset) || (equal && by_offset)
        || !amp__vec_is_bound_before(f, b)) {
        return;
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
    b->by_if = f->by_if && !by_offset
        && !(f->by_if == AMP__VEC_OF_CHOICE && dim == f->kernel->rank - 1);
    b->next = NULL;
    amp__vec_add_bound(f->c, &bounds[dim], *b);
    amp__vec_add_known(f, e, holds)->by_if = b->by_if;
}

/* Takes e, `(a + n) % n` or `a % n`, as a inside, where that is an index from 0 to n - 1: what
   wraps around, as at a border that meets the other one. */
static AMP__COLD void amp__vec_split_wrapped(amp__vec_code *f, amp__vec_bound **bounds,
                                             const amp__c_expr *e)
{
    const amp__c_expr *const sum = amp__c_ungrouped(e->child), *const n = e->last, *t;
    const int terms = n->to - n->from;
    amp__vec_bound b = { 0, 0, 0, 0, 0, 0, 0, NULL, NULL };
    amp__vec_term **end = &b.terms;
    amp__vec_known *known;
    int gone = -1, dim;
    if (e->child->next != n || f->c->t[n->from].kind == AMP__C_NUMBER
        || !amp__vec_is_uniform_int(f->levels, n)
        || amp__vec_whole_type(f->levels, sum) != AMP__VEC_INT_TYPE) {
        return;
    }
    dim = amp__vec_affine(f->levels, sum, &end);
    if (!amp__vec_may_split(f, dim, sum->kind == AMP__C_BINARY)) { /* a row's + or - something */
        return;
    }
    for (t = amp__c_first_of(f->c, sum, AMP__C_RANK_SUM); t != NULL; t = amp__c_next_of(sum, t)) {
        int k = t->to - t->from == terms && !amp__c_is_subtracted(f->c, sum, t) ? 0 : terms + 1;
        while (k < terms && amp__c_same(f->c, t->from + k, n->from + k)) {
            k++;
        }
        gone = gone < 0 && k == terms ? t->from : gone;
    }
    if (gone >= 0) {
        (void)amp__vec_add_term(f->c, &end, -1, n->from, n->to);
    }
    b.from = n->from;
    b.to = n->to;
    known = amp__vec_is_bound_before(f, &b) ? amp__vec_add_known(f, e, 0) : NULL;
    if (known != NULL) {
        known->is = sum;
        known->gone = gone;
        b.below = 1;
        amp__vec_add_bound(f->c, &bounds[dim], b);
        b.below = b.from = b.to = 0; /* not below 0 */
        amp__vec_add_bound(f->c, &bounds[dim], b);
    }
}

/* Takes the variable at token i, which ifs cut off, as what it was declared with inside: where none
   of these ifs holds. */
static AMP__COLD void amp__vec_split_cut_off(amp__vec_code *f, amp__vec_bound **bounds, int i)
{
    const amp__vec_levels *l = f->levels;
    amp__vec_bound *found = NULL;
    amp__vec_term *terms;
    int k, dim, sign, fits = 1;
    const amp__c_expr *with, *const value = (f->note[i].flags & AMP__VEC_WRITTEN) ? NULL
        : amp__vec_cut_value(l, i, &dim, &terms);
    amp__vec_known *known;
    if (value == NULL || f->tree->expr[i] == NULL
        || !amp__vec_may_split(f, dim, amp__vec_has_offset(l, terms))) {
        return;
    }
    for (k = f->vars[f->note[i].var].init_end; k < f->kernel->body_end && fits; k++) {
        if (f->note[k].var == f->note[i].var && (f->note[k].flags & AMP__VEC_WRITTEN)) {
            amp__vec_bound b = { 0, 0, 0, 0, 0, 0, 0, NULL, NULL };
            (void)amp__vec_cut_if(l, k, f->note[i].var, &with, &sign);
            b.below = sign == '>' || sign == AMP__C_GREATER_EQUAL;
            b.one_more = sign == '>' || sign == AMP__C_LESS_EQUAL;
            b.from = with->from;
            b.to = with->to;
            b.terms = terms;
            fits = amp__vec_is_bound_before(f, &b);
            amp__vec_add_bound(f->c, &found, b);
        }
    }
    known = fits ? amp__vec_add_known(f, f->tree->expr[i], 0) : NULL;
    for (; known != NULL && found != NULL; found = found->next) {
        amp__vec_bound b = *found;
        b.next = NULL;
        known->is = value;
        known->gone = -1;
        amp__vec_add_bound(f->c, &bounds[dim], b);
    }
}

/* That for each part of the condition e: of &&, which all hold inside, or of ||, of which none
   does. */
static AMP__COLD void amp__vec_split_by(amp__vec_code *f, amp__vec_bound **bounds,
                                        const amp__c_expr *e, int holds)
{
    const amp__c_expr *t;
    e = amp__vec_condition(f->levels, e);
    if (amp__c_expr_is(f->c, e, AMP__C_PREFIX, '!')) {
        amp__vec_split_by(f, bounds, e->child, !holds);
        return;
    }
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
        amp__vec_split_cut_off(f, bounds, i);
        if (amp__c_expr_is(f->c, f->tree->expr[i], AMP__C_BINARY, '%')) {
            amp__vec_split_wrapped(f, bounds, f->tree->expr[i]);
        }
        if (amp__c_expr_is(f->c, f->tree->expr[i], AMP__C_CALL, '(')) {
            amp__vec_split_clamped(f, bounds, f->tree->expr[i]);
        }
        if (e == NULL || e->kind != AMP__C_CHOICE || e->child->next == e->last) {
            continue;
        }
        a = e->child->next;
        b = e->last;
        both = amp__vec_row_or_thread_differs(f->levels, a);
        if (both || amp__vec_row_or_thread_differs(f->levels, b)) {
            const int equal = amp__c_is(f->c, amp__c_ungrouped(e->child)->op, AMP__C_EQUAL);
            amp__vec_split_by(f, bounds, e->child, both && !equal);
        }
    }
}

/* What the side s of an if assigns something to, and does nothing else; else NULL. */
static AMP__COLD const amp__c_expr *amp__vec_assigned_by(const amp__vec_levels *f,
                                                         const amp__c_stmt *s)
{
    const amp__c_expr *e;
    s = s != NULL ? amp__c_inside(s) : NULL;
    e = s != NULL && s->next == NULL && s->kind == AMP__C_EXPRESSION
        ? amp__vec_expression(f->tree, s->a, s->a_end) : NULL;
    return amp__c_expr_is(f->c, e, AMP__C_ASSIGN, '=') ? e->child : NULL;
}

/* Whether the if s assigns one of two values to the same thing. */
static AMP__COLD int amp__vec_chooses_value(const amp__vec_levels *f, const amp__c_stmt *s)
{
    const amp__c_expr *const a = amp__vec_assigned_by(f, s->child);
    const amp__c_expr *const b = amp__vec_assigned_by(f, s->other);
    return a != NULL && b != NULL && amp__vec_same_text(f->tree, a->from, a->to, b->from, b->to);
}

/* The conditions of the ifs in the list s: inside, the longer one of their two sides is done. For
   gcc alone: it cannot read a neighbour under a condition. clang can, and a Jacobi step with its
   loops split took 1.5 times as long; but where the if chooses between two values of one thing, it
   cuts the loop in two itself, and then makes no vectors. */
static AMP__COLD void amp__vec_split_ifs(amp__vec_code *f, amp__vec_bound **bounds,
                                         const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if (s->kind == AMP__C_IF) {
            const int holds = s->other == NULL
                || s->child->to - s->child->from >= s->other->to - s->other->from;
            f->by_if = amp__vec_chooses_value(f->levels, s) ? AMP__VEC_OF_CHOICE : AMP__VEC_OF_IF;
            amp__vec_split_by(f, bounds, amp__vec_expression(f->tree, s->a, s->a_end), holds);
            f->by_if = 0;
            amp__vec_split_ifs(f, bounds, s->other);
        }
        if (s->kind == AMP__C_IF || s->kind == '{'
            || (s->kind == AMP__C_FOR && f->levels->whole[s->number] == AMP__VEC_OFFSETS)) {
            amp__vec_split_ifs(f, bounds, s->child);
        }
    }
}

/* Finds what splits the loop o: the bounds of each dimension; what is known inside is in f->known
   then. Whether there is something. */
static AMP__COLD int amp__vec_find_splits(amp__vec_code *f, const amp__vec_op *o,
                                          amp__vec_bound **bounds)
{
    char used[AMP__VEC_VARS] = { 0 }, written[AMP__VEC_VARS] = { 0 };
    amp__c_stmt one;
    int k, tidx = 0;
    f->known_count = 0;
    f->written_here = written;
    for (k = 0; k < o->count; k++) {
        const amp__c_stmt *s = o->list[k];
        if (s->kind != AMP__C_DECLARATION || !f->levels->pure[f->note[s->name].var]) {
            amp__vec_collect_variables(f, used, written, amp__vec_stmt_from(s), s->to, &tidx);
        }
    }
    for (k = 0; k < o->count; k++) {
        const amp__c_stmt *s = o->list[k];
        if (s->kind != AMP__C_DECLARATION || !f->levels->pure[f->note[s->name].var]) {
            amp__vec_split_choices(f, bounds, amp__vec_stmt_from(s), s->to);
        }
    }
    for (k = 0; k < f->tree->var_count; k++) {
        if (used[k] && f->place[k].storage == AMP__VEC_REMATERIALISED && !f->place[k].lockstep) {
            amp__vec_split_choices(f, bounds, f->vars[k].init, f->vars[k].init_end);
        }
    }
    for (k = 0; k < o->count; k++) { /* behind the choices, whose splits are for all compilers */
        one = *o->list[k];
        one.next = NULL;
        amp__vec_split_ifs(f, bounds, &one);
    }
    f->written_here = NULL;
    for (k = 0; k < f->kernel->rank && bounds[k] == NULL; k++) {
    }
    return k < f->kernel->rank;
}

#endif /* AMP_VECTORS_SPLITS_H */
