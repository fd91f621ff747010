/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_BLOCKED_ARRANGEMENT_H
#define AMP_VECTORS_BLOCKED_ARRANGEMENT_H
/*
amp/vectors/blocked_arrangement.h: a few neighbouring elements of each thread, in a loop.

    for (int k = 0; k < 4; k++) { sum += i + k < n ? at(x, i + k) : 0; }        i = first + 4 * l

Outside of the loop over threads, one turn after another, a turn's elements lie four apart: gcc
makes single reads of them. Inside of it, turn by turn, all elements of eight threads are four
vectors, which compilers shuffle. They do so where no element is read under a condition. So the
conditions are asked for the last thread's last turn, as none holds there that does not hold before:

    if (i + 3 < n for the last thread) { for each thread { sum += at(x, i); ...; at(x, i + 3); } }
    else { ...turn by turn outside... }
*/

#include "blocks.h"

/* The most turns of such a loop. */
enum { AMP__VEC_ITEMS = 8 };

/* By how much the int e grows from a thread to the next in a row, where it is a sum of uniform
   values, of places of the thread, and of products of these by numbers, so that it never falls from
   thread to thread, nor from turn to turn of the loop whose counter has the number n; else -1. */
static AMP__COLD int amp__vec_rises_by(const amp__vec_code *f, const amp__c_expr *e, int n)
{
    const amp__c_expr *t;
    int by = 0;
    e = amp__c_ungrouped(e);
    for (t = amp__c_first_of(f->c, e, AMP__C_RANK_SUM); t != NULL; t = amp__c_next_of(e, t)) {
        const int minus = amp__c_is_subtracted(f->c, e, t), m = f->note[t->from].var;
        const int number = m >= 0 && f->vars[m].kind == AMP__VEC_TIDX
            ? amp__vec_plain_index(f->tree, t->from) : 0;
        int of = -1;
        if (amp__vec_is_uniform_int(f->levels, t)) {
            of = amp__vec_mentions(f->levels, t->from, t->to, n) == 0
                || (!minus && amp__vec_is_variable(f->levels, t, n)) ? 0 : -1;
        } else if (minus) {
            return -1;
        } else if (number && number + 2 == t->to) {
            of = atoi(f->c->t[number].s) == f->kernel->rank - 1;
        } else if (t->kind == AMP__C_GROUP) {
            of = amp__vec_rises_by(f, t, n);
        } else if (t->kind == AMP__C_IDENTIFIER && m >= 0 && f->vars[m].kind == AMP__VEC_LOCAL
                   && f->levels->pure[m] && amp__vec_is_int(f->levels, &f->vars[m])) {
            of = amp__vec_rises_by(f, amp__vec_value_of(f->tree, m), n);
        } else if (t->kind == AMP__C_BINARY && amp__c_is(f->c, t->op, '*')
                   && t->child->next == t->last) {
            const int first = amp__vec_is_number_of(f, t->child->from, AMP__C_INT)
                && t->child->to == t->child->from + 1;
            const amp__c_expr *times = first ? t->child : t->last, *x = first ? t->last : t->child;
            of = times->to == times->from + 1
                && amp__vec_is_number_of(f, times->from, AMP__C_INT)
                ? amp__vec_rises_by(f, x, n) : -1;
            of = of > 0 ? of * atoi(f->c->t[times->from].s) : of;
        }
        if (of < 0 || by + of > 1024) {
            return -1;
        }
        by += of;
    }
    return by;
}

/* Whether the condition e holds for all threads and turns where it holds for the last ones: each
   part of it says that what rises is below something uniform. */
static AMP__COLD int amp__vec_holds_before(const amp__vec_code *f, const amp__c_expr *e, int n)
{
    const amp__c_expr *t;
    e = amp__c_ungrouped(e);
    for (t = amp__c_first_of(f->c, e, AMP__C_RANK_AND); t != NULL; t = amp__c_next_of(e, t)) {
        const amp__c_expr *x = amp__c_ungrouped(t);
        const int below = x->kind == AMP__C_BINARY && x->child->next == x->last
            && (amp__c_is(f->c, x->op, '<') || amp__c_is(f->c, x->op, AMP__C_LESS_EQUAL));
        if (!below || !amp__vec_is_uniform_int(f->levels, x->last)
            || amp__vec_mentions(f->levels, x->last->from, x->last->to, n) != 0
            || amp__vec_rises_by(f, x->child, n) < 0) {
            return 0;
        }
    }
    return 1;
}

/* Whether the element e, whose name is token i, is one of few that are neighbours, `turns` of
   each thread's (1), or where it is, is that of no consequence (0); else -1. */
static AMP__COLD int amp__vec_is_item(amp__vec_code *f, const amp__c_expr *e, int i, int turns)
{
    int stride;
    if (e->kind == AMP__C_CALL && !amp__c_word_is(f->c, e->child->op, AMP__C_AT)) {
        return -1;
    }
    stride = amp__vec_element_stride(f->levels, e);
    return stride != AMP__VEC_JUMPS ? 0
        : amp__vec_goes_along_row(f, e, e->kind == AMP__C_CALL ? i + 1 : e->from + 1, e->last)
          && amp__vec_rises_by(f, e->last, f->row_counter - 1) == turns ? 1 : -1;
}

/* Whether token i, in the loop s, writes what all threads share: inside of the loop over threads
   each of them would. */
static AMP__COLD int amp__vec_writes_shared(const amp__vec_code *f, const amp__c_stmt *s, int i)
{
    const int n = f->note[i].var;
    return n >= 0 && (f->note[i].flags & AMP__VEC_WRITTEN)
        && !amp__vec_is_declared_in(s, &f->vars[n])
        && (f->vars[n].kind != AMP__VEC_LOCAL || f->place[n].storage == AMP__VEC_SCALAR);
}

/* Whether the condition e may be asked in front of the loop s: what a turn declares is computed
   again there, or is not there. */
static AMP__COLD int amp__vec_may_go_before(const amp__vec_code *f, const amp__c_stmt *s,
                                            const amp__c_expr *e)
{
    int i;
    for (i = e->from; i < e->to; i++) {
        const int n = f->note[i].var;
        if (n >= 0 && amp__vec_is_declared_in(s, &f->vars[n]) && !f->levels->pure[n]) {
            return 0;
        }
    }
    return 1;
}

/* The turns of the loop o of a strip, where it is such a loop; else 0. Its conditions are in
   f->known[] then. */
static AMP__COLD int amp__vec_count_items(amp__vec_code *f, const amp__vec_op *o)
{
    static const int others[] = { AMP__C_FOR, AMP__C_WHILE, AMP__C_DO, AMP__C_BREAK,
            AMP__C_CONTINUE, AMP__C_RETURN, AMP__C_SWITCH, AMP__C_ELSE, 0 };
    const amp__c_stmt *s = o->stmt;
    const amp__c_expr *e;
    int i, turns = 0, items = 0;
    f->known_count = 0;
    f->row_counter = amp__vec_model(f, AMP__TILED) && !f->joined ? amp__vec_counter_by_one(f, o)
        : 0;
    if (f->row_counter != 0) {
        e = amp__c_ungrouped(amp__vec_loop_end(f->levels, s, f->row_counter - 1));
        turns = e->to == e->from + 1 && amp__vec_is_number_of(f, e->from, AMP__C_INT)
            && amp__c_named(f->c, s->init->value, "0") && s->init->value_end == s->init->value + 1
            ? atoi(f->c->t[e->from].s) : 0;
        turns += turns && amp__c_is(f->c, s->a + 1, AMP__C_LESS_EQUAL);
        f->row_counter = turns > 1 && turns <= AMP__VEC_ITEMS ? f->row_counter : 0;
    }
    for (i = s->b_end; i < s->to && f->row_counter != 0; i++) {
        const amp__c_expr *condition = NULL;
        int is = 0;
        if (amp__c_is(f->c, i, AMP__C_IF)) {
            condition = amp__vec_expression(f->tree, i + 2, f->c->t[i + 1].match);
        } else if (amp__c_is(f->c, i, '?') && f->tree->expr[i] != NULL) {
            condition = f->tree->expr[i]->child;
        }
        if (condition != NULL
            && (!amp__vec_may_go_before(f, s, condition)
                || !amp__vec_holds_before(f, condition, f->row_counter - 1)
                || amp__vec_add_known(f, condition, 1) == NULL)) {
            is = -1;
        }
        e = amp__vec_element(f->tree, i);
        if (e != NULL && amp__vec_memory_of(f->tree, e) >= 0) {
            is = amp__vec_is_item(f, e, i, turns);
        }
        if (is < 0 || amp__c_among(f->c, i, others) || amp__vec_writes_shared(f, s, i)
            || amp__vec_calls_at(f->c, i)) {
            f->row_counter = 0;
        }
        items += is;
    }
    turns = f->row_counter != 0 && items > 0 ? turns : 0;
    f->known_count = turns ? f->known_count : 0;
    f->row_counter = 0;
    return turns;
}

/* The loop o of a strip as one inside of the loop over threads, where it is such a loop. Where it
   has conditions, the other way follows. Returns whether nothing needs to follow. */
static AMP__COLD int amp__vec_emit_items(amp__vec_code *f, const amp__vec_op *o)
{
    const int turns = amp__vec_count_items(f, o), count = f->known_count;
    char used[AMP__VEC_VARS] = { 0 }, none[AMP__VEC_VARS] = { 0 };
    amp__text *b = &f->out;
    amp__vec_op *in;
    int k, tidx = 0;
    if (turns == 0) {
        return 0;
    }
    if (count > 0) {
        amp__vec_op nothing;
        memset(&nothing, 0, sizeof(nothing));
        for (k = 0; k < count; k++) {
            amp__vec_collect_variables(f, used, none, f->known[k].from, f->known[k].to, &tidx);
        }
        amp__text_printf(b, "int amp__all%d; { const int ", ++f->exit_label);
        for (k = 0; k < f->kernel->rank; k++) {
            amp__text_printf(b, "amp__l%d = amp__d%d - 1, ", k, k);
        }
        amp__vec_name(f, b, f->note[o->stmt->init->name].var, 1);
        amp__text_printf(b, " = %d; ", turns - 1);
        amp__vec_emit_loop_body(f, &nothing, used, none, tidx, 0, 0);
        amp__text_printf(b, "amp__all%d = 1", f->exit_label);
        for (k = 0; k < count; k++) {
            f->known_count = 0;
            amp__text_puts(b, " && (");
            amp__vec_unparse(f, b, f->known[k].from, f->known[k].to, 1);
            amp__text_puts(b, ")");
        }
        f->known_count = count;
        amp__text_printf(b, "; } if (amp__all%d) ", f->exit_label);
    }
    in = amp__vec_new_op(f->c, AMP__VEC_LANES);
    in->list[in->count++] = o->stmt;
    amp__text_puts(b, "{ ");
    f->unrolled = 1;
    amp__vec_emit_thread_loop(f, in, 0);
    f->unrolled = 0;
    f->known_count = 0;
    amp__text_puts(b, count > 0 ? "} else " : "} ");
    return count == 0;
}

#endif /* AMP_VECTORS_BLOCKED_ARRANGEMENT_H */
