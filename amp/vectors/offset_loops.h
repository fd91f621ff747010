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
threads long, and keep the sum in memory. Inside, compilers write out the turns, and the conditions
hold in all of them for all threads but those on the edges of the matrix: splits.h takes the range
in which they do from the most and the least that the counters are.
*/

#include "if_conversion.h"
#include "whole_loops.h"

/* The most turns of such a loop, which gcc writes out where it is asked to; of loops within each
   other; and words when all turns are written out. */
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
            if (amp__c_is(f->c, s->a + 1, '<')) {
                f->offsets->high[n]--;
            } else if (amp__c_is(f->c, s->a + 1, '>')) {
                f->offsets->low[n]++;
            }
            f->offsets->counts[n] = 1;
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

/* Whether a term of the list mentions the counter of a loop over neighbours. */
static AMP__COLD int amp__vec_has_offset(const amp__vec_levels *f, const amp__vec_term *t)
{
    int i;
    for (; t != NULL && f->offsets != NULL; t = t->next) {
        for (i = t->from; i < t->to; i++) {
            if (f->note[i].var >= 0 && f->offsets->counts[f->note[i].var]) {
                return 1;
            }
        }
    }
    return 0;
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
        found |= amp__vec_find_offset_loops(f, s->child);
        found |= amp__vec_find_offset_loops(f, s->other);
    }
    return found;
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
