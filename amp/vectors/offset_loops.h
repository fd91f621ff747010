/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_OFFSET_LOOPS_H
#define AMP_VECTORS_OFFSET_LOOPS_H
/*
amp/vectors/offset_loops.h: short loops over a thread's neighbours, which stay inside of the loop
over threads.

    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (y + dy >= 0 && y + dy < n && x + dx >= 0 && x + dx < n) {
                sum += at(A, y + dy, x + dx);
            }
        }
    }

Outside of the loop over threads (strips.h) each turn would find its own range of a row, a few
threads long, and keep the sum in memory. Inside, all turns are written out, but of a loop with a
`continue`, which compilers write out. The conditions hold in all of them for all threads but those
on the edges of the matrix: splits.h takes the range in which they do from the most and the least
that the counters are; also of the loops of whole_loops.h.
*/

#include "if_conversion.h"
#include "whole_loops.h"

/* The most turns of such a loop, which gcc writes out, too, where it is asked to; of loops within
   each other; and words when all turns are written out. */
enum { AMP__VEC_OFFSET_TURNS = 16, AMP__VEC_OFFSET_NEST = 64, AMP__VEC_OFFSET_WORDS = 2048 };

/* The counter of the loop s, where that has a few turns, for all to see, and writes no element;
   else -1. w, or NULL, gets its bounds. *turns: how many. */
static AMP__COLD int amp__vec_short_counter(const amp__vec_levels *f, const amp__c_stmt *s,
                                            amp__vec_whole *w, int *turns)
{
    const amp__c_expr *first = NULL;
    const int n = amp__vec_whole_counter(f, s, &first);
    if (n < 0) {
        return -1;
    }
    if (w == NULL) {
        w = (amp__vec_whole *)amp__c_new(f->c, sizeof(*w));
        w->f = f;
    }
    *turns = amp__vec_whole_turns(w, s, n, first);
    return *turns > AMP__VEC_OFFSET_TURNS
        || *turns * (s->to - s->b_end) > AMP__VEC_OFFSET_WORDS
        || amp__vec_stores_element(&f->tree->body, s->b_end, s->to) ? -1 : n;
}

/* Takes the end of the loop s from the bounds of its counter n, where it has no turn. */
static AMP__COLD void amp__vec_leave_out_end(amp__vec_levels *f, const amp__c_stmt *s, int n)
{
    f->offsets->high[n] -= amp__c_is(f->c, s->a + 1, '<');
    f->offsets->low[n] += amp__c_is(f->c, s->a + 1, '>');
    f->offsets->counts[n] = 1;
}

/* Notes the bounds of the counters of the loop s and of those in it, and multiplies *turns by its
   turns. Whether all are short, and nothing jumps but to the next turn. */
static AMP__COLD int amp__vec_note_offsets(amp__vec_levels *f, const amp__c_stmt *s, int *turns)
{
    int own, n;
    for (; s != NULL; s = s->next) {
        if (s->kind == AMP__C_FOR) {
            n = s->init != NULL && s->init->kind == AMP__C_DECLARATION && !f->whole[s->number]
                ? amp__vec_short_counter(f, s, f->offsets, &own) : -1;
            if (n < 0 || own < 1 || *turns * own > AMP__VEC_OFFSET_NEST) {
                return 0;
            }
            *turns *= own;
            amp__vec_leave_out_end(f, s, n);
            if (!amp__vec_note_offsets(f, amp__c_inside(s->child), turns)) {
                return 0;
            }
        } else if (s->kind == AMP__C_IF || s->kind == '{') {
            if (!amp__vec_note_offsets(f, amp__c_inside(s->child), turns)
                || !amp__vec_note_offsets(f, amp__c_inside(s->other), turns)) {
                return 0;
            }
        } else if (s->kind != AMP__C_EXPRESSION && s->kind != AMP__C_DECLARATION
                   && s->kind != AMP__C_CONTINUE && s->kind != ';') {
            return 0;
        }
    }
    return 1;
}

/* Whether a condition in [from, to), what wraps around, or what a call cuts off, is of the thread's
   place and such a counter. */
static AMP__COLD int amp__vec_tests_neighbour(const amp__vec_levels *f, int from, int to)
{
    static const int signs[] = { '<', '>', AMP__C_LESS_EQUAL, AMP__C_GREATER_EQUAL, '%', 0 };
    const amp__c_expr *cut;
    int i, k;
    for (i = from; i < to; i++) {
        const amp__c_expr *e = amp__c_among(f->c, i, signs) ? f->tree->expr[i] : NULL;
        amp__vec_term *terms = NULL, **end = &terms;
        if (amp__vec_cut_value(f, i, &k, &terms) != NULL && amp__vec_has_offset(f, terms)) {
            return 1;
        }
        terms = NULL;
        end = &terms;
        cut = amp__c_expr_is(f->c, f->tree->expr[i], AMP__C_CALL, '(')
            ? amp__vec_uncut(f, f->tree->expr[i]) : NULL;
        if (cut != NULL && amp__vec_affine(f, cut, &end) >= 0 && amp__vec_has_offset(f, terms)) {
            return 1;
        }
        terms = NULL;
        end = &terms;
        if (e == NULL || e->kind != AMP__C_BINARY || e->child->next != e->last) {
            continue;
        }
        if (amp__c_is(f->c, i, '%')) {
            if (f->c->t[e->last->from].kind != AMP__C_NUMBER
                && amp__vec_affine(f, e->child, &end) >= 0 && amp__vec_has_offset(f, terms)) {
                return 1;
            }
        } else {
            amp__vec_op *o = amp__vec_new_op(f->c, AMP__VEC_LANES);
            for (k = amp__vec_clip(f, o, e, 0) ? f->kernel->rank - 1 : -1; k >= 0; k--) {
                if (o->bounds[k] != NULL && amp__vec_has_offset(f, o->bounds[k]->terms)) {
                    return 1;
                }
            }
        }
    }
    return 0;
}

/* Whether the comparison e, or one that it joins, is of the thread's place in its row. */
static AMP__COLD int amp__vec_asks_row_place(const amp__vec_levels *f, const amp__c_expr *e)
{
    const int last = f->kernel->rank - 1;
    amp__vec_op *const o = amp__vec_new_op(f->c, AMP__VEC_LANES);
    const amp__c_expr *t;
    e = amp__vec_condition(f, e);
    if (e == NULL || e->kind != AMP__C_BINARY || last < 0) {
        return 0;
    }
    if (amp__c_is(f->c, e->op, AMP__C_AND) || amp__c_is(f->c, e->op, AMP__C_OR)) {
        for (t = e->child; t != NULL && !amp__vec_asks_row_place(f, t); t = t->next) {
        }
        return t != NULL;
    }
    return e->child->next == e->last && amp__vec_clip(f, o, e, 0) && o->bounds[last] != NULL;
}

/* Whether token i stands in an element's index, or in what a variable is declared with, which may
   become one. */
static AMP__COLD int amp__vec_may_be_index(const amp__vec_levels *f, int i)
{
    const amp__c_expr *e = f->tree->expr[i];
    while (e != NULL && !(e->kind == AMP__C_CALL && amp__c_is_access(f->c, e->child->op))) {
        e = e->parent;
    }
    return e != NULL
        || (f->note[i].owner != NULL && f->note[i].owner->kind == AMP__C_DECLARATION);
}

/* Whether an int in [from, to) wraps around, or is cut off, by the thread's place in its row, or an
   index is chosen by that: an index of neighbours. */
static AMP__COLD int amp__vec_chooses_neighbour(const amp__vec_levels *f, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        const amp__c_expr *const e = f->tree->expr[i];
        const amp__c_expr *of = amp__c_expr_is(f->c, e, AMP__C_CALL, '(') ? amp__vec_uncut(f, e)
            : amp__c_expr_is(f->c, e, AMP__C_BINARY, '%') && e->child->next == e->last
                && f->c->t[e->last->from].kind != AMP__C_NUMBER ? e->child : NULL;
        amp__vec_term *terms = NULL, **end = &terms;
        int dim = of != NULL ? amp__vec_affine(f, of, &end) : -1;
        if (of == NULL && amp__vec_cut_value(f, i, &dim, &terms) == NULL) {
            dim = -1;
        }
        if ((dim >= 0 && dim == f->kernel->rank - 1)
            || (e != NULL && e->kind == AMP__C_CHOICE && amp__c_is(f->c, i, '?')
                && amp__vec_whole_type(f, e) == AMP__VEC_INT_TYPE && amp__vec_may_be_index(f, i)
                && amp__vec_asks_row_place(f, e->child))) {
            return 1;
        }
    }
    return 0;
}

/* Marks the loop s and those in it. */
static AMP__COLD void amp__vec_mark_offsets(amp__vec_levels *f, const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if (s->kind == AMP__C_FOR) {
            f->whole[s->number] = AMP__VEC_OFFSETS;
        }
        amp__vec_mark_offsets(f, s->child);
        amp__vec_mark_offsets(f, s->other);
    }
}

/* Notes the bounds of the counter of s, a loop that is whole. */
static AMP__COLD void amp__vec_note_whole(amp__vec_levels *f, const amp__c_stmt *s)
{
    const amp__c_expr *first = NULL;
    const int n = s->init != NULL && s->init->kind == AMP__C_DECLARATION
        ? amp__vec_whole_counter(f, s, &first) : -1;
    if (n >= 0 && amp__vec_whole_turns(f->offsets, s, n, first) <= AMP__VEC_WHOLE_TURNS) {
        amp__vec_leave_out_end(f, s, n);
    }
}

/* Finds such loops in the list s. Whether there is one. */
static AMP__COLD int amp__vec_find_offset_loops(amp__vec_levels *f, const amp__c_stmt *s)
{
    int found = 0;
    for (; s != NULL; s = s->next) {
        amp__c_stmt one = *s;
        unsigned char counts[AMP__VEC_VARS];
        int turns = 1;
        one.next = NULL;
        if (f->offsets == NULL) {
            f->offsets = (amp__vec_whole *)amp__c_new(f->c, sizeof(*f->offsets));
            f->offsets->f = f;
        }
        memcpy(counts, f->offsets->counts, sizeof(counts));
        if (s->kind == AMP__C_FOR && !f->convergent[s->number] && !f->whole[s->number]
            && amp__vec_note_offsets(f, &one, &turns)
            && amp__vec_tests_neighbour(f, s->b_end, s->to)) {
            amp__vec_mark_offsets(f, &one);
            found = 1;
            continue;
        }
        memcpy(f->offsets->counts, counts, sizeof(counts));
        if (s->kind == AMP__C_FOR && f->whole[s->number] == AMP__VEC_WHOLE) {
            amp__vec_note_whole(f, s);
        }
        found |= amp__vec_find_offset_loops(f, s->child);
        found |= amp__vec_find_offset_loops(f, s->other);
    }
    return found;
}

/* Takes the marks of the loop s and of those in it away, as no row is split. */
static AMP__COLD void amp__vec_forget_offset_loops(amp__vec_levels *f, const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if (f->whole[s->number] == AMP__VEC_OFFSETS) {
            f->whole[s->number] = 0;
        }
        amp__vec_forget_offset_loops(f, s->child);
        amp__vec_forget_offset_loops(f, s->other);
    }
}

/* The most and the least that the expression [from, to) is, where it follows from the counters of
   such loops and numbers. Whether it does. */
static AMP__COLD int amp__vec_offset_bounds(const amp__vec_levels *f, int from, int to, int *low,
                                            int *high)
{
    return f->offsets != NULL
        && amp__vec_find_bounds(f->offsets, amp__vec_expression(f->tree, from, to), low, high);
}

#endif /* AMP_VECTORS_OFFSET_LOOPS_H */
