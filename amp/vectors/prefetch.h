/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_PREFETCH_H
#define AMP_VECTORS_PREFETCH_H
/*
amp/vectors/prefetch.h: the memory that tiles behind this one will use, asked for ahead of them.

    for (y...) { for (x...) { t[y][x] = at(from, gy, gx); } }
    for (y...) { prefetch(at(to, gy, gx) of the last thread of the row, four tiles on) }
    for (y...) { prefetch(at(from, gy, gx) of that thread) }
    for (y...) { for (x...) { at(to, gy, gx) = ...; } }

A tile with short rows goes through memory in many places at once, 34 in a heat step of 16 x 16,
and the CPU does not follow so many by itself: 1.1 to 1.3 of the time. With gcc they stand together,
before the first loop that stores to such a view, or at the tile's end: before a loop that reads
they keep its own loads waiting (1.04 to 1.12). A worker's tiles follow each other along the last
dimension, so a tile's origin there says what comes. Nothing but time depends on it: a prefetch of
an address that is no memory does nothing.

A loop in lockstep whose turns lie further apart than the tile is wide asks for its next turn's
elements: a CPU follows memory within a page, and such turns leave it (1.25 of the time without).
*/

#include "strides.h"
#include "unparse.h"

/* Whether the indices [from, to) are sums of numbers and of the thread's indices, so that they
   can be computed for another tile. Notes in used[], by number, the variables in it, which are
   computed anew; *moves = 1 where the tile's place in the last dimension is in it. */
static AMP__COLD int amp__vec_movable(const amp__vec_code *f, int from, int to, char *used,
                                      int *moves)
{
    static const int signs[] = { '+', '-', '(', ')', ',', 0 };
    int i;
    for (i = from; i < to; i++) {
        const amp__c_token *t = &f->c->t[i];
        const amp__vec_note *note = &f->note[i];
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        if (v != NULL && v->kind == AMP__VEC_TIDX) {
            const int number = amp__vec_plain_index(f->tree, i);
            const int part = amp__vec_index_part(f->tree, i);
            if (number == 0 || part == 't' || part == 'c') {
                return 0;
            }
            *moves |= part != 'l' && atoi(f->c->t[number].s) == f->kernel->rank - 1;
            i = number + 1;
        } else if (v != NULL) {
            if (v->kind != AMP__VEC_LOCAL || !f->levels->pure[note->var]
                || !amp__vec_movable(f, v->init, v->init_end, used, moves)) {
                return 0;
            }
            used[note->var] = 1;
        } else if (t->kind == AMP__C_NUMBER ? t->n > 4 : !amp__c_among(f->c, i, signs)) {
            return 0;
        }
    }
    return 1;
}

/* The view whose element the tokens from i on are, in at or at_index; NULL where they are none, or
   one of a view of rank 1. */
static AMP__COLD const amp__vec_var *amp__vec_element_of(const amp__vec_code *f, int i)
{
    const amp__c_expr *e = amp__c_is_access(f->c, i) && amp__c_is(f->c, i + 1, '(')
        ? amp__vec_element(f->tree, i + 2) : NULL;
    const amp__vec_var *v = e != NULL && e->child->op == i ? &f->vars[f->note[i + 2].var] : NULL;
    return v != NULL && v->kind == AMP__VEC_VIEW && v->rank > 1 ? v : NULL;
}

/* Whether that element is one of the same row of the view in the next tile, which lies behind this
   one in the last dimension. used: of amp__vec_movable. */
static AMP__COLD int amp__vec_along_row(const amp__vec_code *f, int i, char *used)
{
    const amp__c_expr *call = f->tree->expr[i]->parent, *first = call->child->next->next;
    int moves = 0;
    if (amp__c_word_is(f->c, i, AMP__C_AT_INDEX)) {
        return amp__vec_plain_at(f->tree, i) && amp__vec_index_part(f->tree, i + 4) == 'g'
            && f->vars[f->note[i + 2].var].rank == f->kernel->rank;
    }
    return first != NULL
        && amp__vec_movable(f, first->from, call->last->from, used, &moves) && !moves
        && amp__vec_movable(f, call->last->from, call->last->to, used, &moves) && moves;
}

/* Whether all elements that the kernel uses of views with rows are such ones. In others a
   prefetch gains nothing: the rows that a transpose stores to, or a matrix product comes back to,
   are where they were, or more than a cache's set has room for. */
static AMP__COLD int amp__vec_all_along_rows(const amp__vec_code *f)
{
    char used[AMP__VEC_VARS];
    int i;
    for (i = f->kernel->body; i < f->kernel->body_end; i++) {
        if (amp__vec_element_of(f, i) != NULL && !amp__vec_along_row(f, i, used)) {
            return 0;
        }
    }
    return 1;
}

/* Adds to b a prefetch for the element of a view at token i, where neighbours in a row of the tile
   use neighbouring ones; the first such element of its view in the kernel stands for all. */
static AMP__COLD void amp__vec_prefetch(amp__vec_code *f, amp__text *b, int i)
{
    char used[AMP__VEC_VARS] = { 0 };
    const int last = f->kernel->rank - 1, close = f->c->t[i + 1].match;
    const amp__vec_var *view = amp__vec_element_of(f, i);
    int k, stride = AMP__VEC_BY_ONE;
    if (view == NULL || f->prefetched[f->note[i + 2].var] || !amp__vec_along_row(f, i, used)) {
        return;
    }
    if (amp__c_word_is(f->c, i, AMP__C_AT)) {
        stride = amp__vec_strides(f->levels, f->tree->expr[i + 2]->next, 1);
    }
    if (stride != AMP__VEC_BY_ONE) {
        return;
    }
    f->prefetched[f->note[i + 2].var] = 1;
    amp__text_printf(b, "{ const int amp__ahead = amp__o%d + AMP__VEC_AHEAD(", last);
    amp__vec_name(f, b, f->note[i + 2].var, 1);
    amp__text_printf(b, ", amp__d%d); ", last);
    for (k = 0; k < last; k++) {
        amp__text_printf(b, "AMP__VEC_ROLLED for (int amp__l%d = 0; amp__l%d < amp__d%d; "
                         "amp__l%d++) ", k, k, k, k);
    }
    amp__text_printf(b, "for (int amp__l%d = amp__d%d - 1; amp__l%d >= 0; amp__l%d -= "
                     "AMP__VEC_LINE(", last, last, last, last);
    amp__vec_name(f, b, f->note[i + 2].var, 1);
    amp__text_printf(b, ")) { const int amp__o%d = amp__ahead; ", last);
    for (k = 0; k <= last; k++) {
        amp__text_printf(b, "const int amp__g%d AMP__UNUSED = amp__o%d + amp__l%d; ", k, k, k);
    }
    for (k = 0; k < f->tree->var_count; k++) {
        if (used[k]) {
            amp__vec_type_of(f, b, &f->vars[k], 0);
            amp__vec_name(f, b, k, 1);
            amp__text_puts(b, " AMP__UNUSED = ");
            amp__vec_unparse(f, b, f->vars[k].init, f->vars[k].init_end, 1);
            amp__text_puts(b, "; ");
        }
    }
    amp__text_puts(b, "__builtin_prefetch(&");
    amp__vec_unparse(f, b, i, close + 1, 1);
    amp__text_printf(b, ", %d); } } ", amp__c_assigns(f->c, close + 1));
    f->stores |= amp__c_assigns(f->c, close + 1);
}

/* The prefetches for the loop o over a tile's threads; f->stores: one is of memory that the loop
   stores to. There are none where its rows are long, for those the
   CPU follows; where it is narrower than the tile; or within a loop of the kernel, whose next
   turn comes before the next tile. */
static AMP__COLD amp__text amp__vec_prefetches(amp__vec_code *f, const amp__vec_op *o)
{
    amp__text b = amp__c_empty(&f->c->store);
    const int length = amp__vec_row_length(f->tree);
    int k, i;
    f->stores = 0;
    if (f->kernel->rank < 2 || amp__vec_model(f, AMP__SIMPLE) || f->loops_around != 0 || length < 8
        || length >= 64 || o->clipped || o->thread_limit || o->one || o->sum
        || !amp__vec_all_along_rows(f)) {
        return b;
    }
    for (k = 0; k < o->count; k++) {
        const amp__c_stmt *s = o->list[k];
        if (s->kind == AMP__C_EXPRESSION || s->kind == AMP__C_DECLARATION) {
            for (i = amp__vec_stmt_from(s); i < s->to; i++) {
                amp__vec_prefetch(f, &b, i);
            }
        }
    }
    return b;
}

/* Writes the prefetches, if there are any, as the last argument of the macro `call`: where they
   stand is for the compiler to choose, see AMP__VEC_PREFETCH_FIRST of ahead.h. They may stand
   anywhere at tile level: they use parameters, the tile's origin, and what they declare. */
static AMP__COLD void amp__vec_put_prefetches(amp__text *b, const char *call,
                                              const amp__text *ahead)
{
    if (ahead->used != 0) {
        amp__text_puts(b, call);
        amp__text_put(b, ahead->at, ahead->used);
        amp__text_puts(b, ") ");
    }
}

/* Before a loop whose prefetches are `ahead`: they wait with those of earlier loops, and stand here
   if the loop stores to memory that it prefetches, its own first. */
static AMP__COLD void amp__vec_gather_prefetches(amp__vec_code *f, const amp__text *ahead)
{
    amp__text all = amp__c_empty(&f->c->store);
    amp__text_put(&all, ahead->at, ahead->used);
    amp__text_put(&all, f->ahead.at, f->ahead.used);
    f->ahead = all;
    if (f->stores) {
        amp__vec_put_prefetches(&f->out, "AMP__VEC_PREFETCH_FIRST(", &f->ahead);
        f->ahead = amp__c_empty(&f->c->store);
    }
}

/* Whether the indices [from, to) are sums and products of numbers, of the counter n, and of what is
   the same for the tile and known before the loop s. */
static AMP__COLD int amp__vec_of_turn(const amp__vec_code *f, const amp__c_stmt *s, int n, int from,
                                      int to)
{
    static const int signs[] = { '+', '-', '*', '(', ')', ',', 0 };
    int i;
    for (i = from; i < to; i++) {
        const int k = f->note[i].var;
        const amp__vec_var *v = k >= 0 ? &f->vars[k] : NULL;
        if (v == NULL ? f->c->t[i].kind != AMP__C_NUMBER && !amp__c_among(f->c, i, signs)
            : k != n && v->kind != AMP__VEC_VALUE
            && (v->kind != AMP__VEC_LOCAL || f->place[k].storage != AMP__VEC_SCALAR || v->array
                || (v->name >= s->from && v->name < s->to))) {
            return 0;
        }
    }
    return 1;
}

/* For a whole strip's turn of the loop s in lockstep, whose counter is n and grows by `step`:
   prefetches for the elements of views that a whole strip uses in the next turn. */
static AMP__COLD amp__text amp__vec_prefetches_of_turn(amp__vec_code *f, const amp__c_stmt *s,
                                                       int n, const amp__c_expr *step)
{
    amp__text b = amp__c_empty(&f->c->store), by = amp__c_empty(&f->c->store);
    int i, k;
    if (step->kind == AMP__C_PREFIX || step->kind == AMP__C_POSTFIX) {
        return b; /* by 1 */
    }
    amp__vec_unparse(f, &by, step->from, step->to, 0);
    for (i = s->b_end; i < s->to; i++) {
        const amp__c_expr *e = amp__c_word_is(f->c, i, AMP__C_AT) ? f->tree->expr[i] : NULL;
        const amp__c_expr *first = e != NULL && e->next != NULL ? e->next->next : NULL;
        const int view = f->note[i + 2].var, close = f->c->t[i + 1].match;
        if (first == NULL || view < 0 || f->vars[view].kind != AMP__VEC_VIEW
            || amp__vec_strides(f->levels, first, 1) != AMP__VEC_BY_ONE
            || !amp__vec_of_turn(f, s, n, first->from, close)) {
            continue;
        }
        for (k = s->b_end; k < i && !amp__vec_same_text(f->tree, k, k + close - i, i, close); k++) {
        }
        if (k == i) {
            amp__text_printf(&b, "AMP__VEC_ROLLED for (int amp__q = 0; amp__q < amp__strip; "
                             "amp__q += AMP__VEC_LINE(");
            amp__vec_name(f, &b, view, 1);
            amp__text_puts(&b, ")) { const int ");
            amp__vec_name(f, &b, n, 1);
            amp__text_printf(&b, " AMP__UNUSED = amp__u%d + (%s) + amp__q; __builtin_prefetch(&", n,
                             amp__text_string(&by));
            amp__vec_unparse(f, &b, i, close + 1, 1);
            amp__text_puts(&b, "); } ");
        }
    }
    if (b.used != 0) {
        amp__text all = amp__c_empty(&f->c->store);
        amp__text_printf(&all, "if (amp__strip >= 64 && (%s) > amp__strip && ",
                         amp__text_string(&by));
        amp__text_printf(&all, "amp__m%d - amp__u%d - (%s) >= amp__strip) { ", n, n,
                         amp__text_string(&by));
        amp__text_put(&all, b.at, b.used);
        amp__text_puts(&all, "} ");
        return all;
    }
    return b;
}

#endif /* AMP_VECTORS_PREFETCH_H */
