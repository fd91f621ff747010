/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_TURN_BLOCKS_H
#define AMP_VECTORS_TURN_BLOCKS_H
/*
amp/vectors/turn_blocks.h: loops whose turns each sum up something in a loop of their own, several
turns at once.

    for (j...) {
        float sum = 0;
        for (i...) { sum += at(x, i, l) * at(y, i, j); }
        at(z, l, j) = sum;
    }

    for (j by 8...) {
        float sum[8] = 0;
        for (i...) {
            sum[0] += at(x, i, l) * at(y, i, j); ... sum[7] += at(x, i, l) * at(y, i, j + 7);
        }
        at(z, l, j) = sum[0]; ... at(z, l, j + 7) = sum[7];
    }

So x is read once for eight turns, and no sum waits for the one before. What stands up to the end of
the inner loop reads memory, and writes variables of its turn; what stands behind it is done turn by
turn, in their order, as it was. It must not write what the next turns read: that is looked at here
where it has the same name, and else while the program runs (AMP__VEC_SPAN_1 and so on).
*/

#include "explicit_vectors.h"

/* Notes in reads[], and in writes[], which views and tile arrays [from, to) has elements of; 0
   where it uses memory otherwise. */
static AMP__COLD int amp__vec_memory_used(const amp__vec_code *f, int from, int to, char *reads,
                                          char *writes)
{
    int i;
    for (i = from; i < to; i++) {
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        const amp__c_expr *e = amp__vec_element(f->tree, i), *of = e;
        while (of != NULL && (of == e || of->kind == AMP__C_GROUP)) {
            of = of->parent;
        }
        if (of != NULL && amp__c_expr_is(f->c, of, AMP__C_PREFIX, '&')) {
            return 0; /* an atomic operation, or a pointer */
        }
        if (v != NULL && (v->pointer || v->address || v->kind == AMP__VEC_PRIVATE
                          || ((v->kind == AMP__VEC_VIEW || v->kind == AMP__VEC_TILE)
                              && (e == NULL || v->given)))) {
            return 0;
        }
        if (e != NULL && e->parent != NULL && e->parent->kind == AMP__C_ASSIGN
            && e->parent->child == e) {
            writes[f->note[i].var] = 1;
            reads[f->note[i].var] |= !amp__c_is(f->c, e->parent->op, '=');
        } else if (e != NULL) {
            reads[f->note[i].var] = 1;
        } else if (f->note[i].flags & AMP__VEC_MEMORY_WRITE) {
            const amp__c_expr *x = f->tree->expr[i];
            if (x == NULL || x->kind != AMP__C_ASSIGN
                || amp__vec_name_of_element(f->tree, x->child) < 0) {
                return 0;
            }
        }
    }
    return 1;
}

/* Whether the loop o over the threads does nothing but compute variables of a turn of the loop s.
   Notes what it uses. */
static AMP__COLD int amp__vec_sums_up(amp__vec_code *f, const amp__vec_op *o, const amp__c_stmt *s,
                                      amp__vec_turns *t, char *used)
{
    char written[AMP__VEC_VARS] = { 0 }, memory[AMP__VEC_VARS] = { 0 };
    int k, n, tidx = 0;
    if (o->thread_limit || o->row || !amp__vec_is_explicit(f, o, &t->type)) {
        return 0;
    }
    for (k = 0; k < o->count; k++) {
        const int from = amp__vec_stmt_from(o->list[k]), to = o->list[k]->to;
        amp__vec_collect_variables(f, used, written, from, to, &tidx);
        if (!amp__vec_memory_used(f, from, to, t->reads, memory)) {
            return 0;
        }
    }
    for (n = 0; n < f->tree->var_count; n++) {
        if (memory[n] || (written[n] && !amp__vec_is_declared_in(s, &f->vars[n]))) {
            return 0;
        }
    }
    return 1;
}

/* Whether the plan from o on, within the loops of a turn of s, does nothing else, either. */
static AMP__COLD int amp__vec_loops_sum_up(amp__vec_code *f, const amp__vec_op *o,
                                           const amp__c_stmt *s, amp__vec_turns *t, char *used)
{
    const int outer = f->row_counter;
    int i, sum_up;
    for (; o != NULL; o = o->next) {
        if (o->kind != AMP__VEC_STRIPS) {
            if (o->kind != AMP__VEC_LANES || !amp__vec_sums_up(f, o, s, t, used)) {
                return 0;
            }
            continue;
        }
        if (o->stmt->kind != AMP__C_FOR || o->lockstep || o->by_row || o->masked) {
            return 0;
        }
        for (i = o->stmt->from; i <= o->stmt->b_end; i++) { /* as many turns for each of s */
            if (f->note[i].var == t->counter) {
                return 0;
            }
        }
        f->row_counter = amp__vec_row_counter_of(f, o);
        sum_up = amp__vec_loops_sum_up(f, o->child, s, t, used);
        f->row_counter = outer;
        if (!sum_up) {
            return 0;
        }
    }
    return 1;
}

/* Whether the one loop over the threads behind that may be done turn by turn. */
static AMP__COLD int amp__vec_ends_turn(amp__vec_code *f, const amp__vec_op *o, amp__vec_turns *t)
{
    char reads[AMP__VEC_VARS] = { 0 };
    int k;
    if (o->kind != AMP__VEC_LANES || o->next != NULL || o->clipped || o->thread_limit || o->row
        || o->sum || o->cases != NULL) {
        return 0;
    }
    for (k = 0; k < o->count; k++) {
        const amp__c_stmt *s = o->list[k];
        if (amp__vec_returns(f->tree, s)
            || (f->tree->reports && amp__vec_reports(f->tree, s->from, s->to) >= 0)
            || !amp__vec_memory_used(f, amp__vec_stmt_from(s), s->to, reads, t->writes)) {
            return 0;
        }
    }
    return 1;
}

/* Whether several turns of the loop o can be done at once. Notes in f->blocked[] the variables of a
   turn that are kept in the loop in it. */
static AMP__COLD int amp__vec_can_join_turns(amp__vec_code *f, const amp__vec_op *o,
                                             amp__vec_turns *t)
{
    const amp__c_stmt *s = o->stmt, *d = s->kind == AMP__C_FOR ? s->init : NULL;
    const amp__vec_op *k, *behind = o->child;
    char used[AMP__VEC_VARS] = { 0 };
    int n, loops = 0;
    memset(t, 0, sizeof(*t));
    if (d == NULL || d->kind != AMP__C_DECLARATION || d->next != NULL || d->value == 0
        || o->masked || o->by_row || f->joined || f->of_blocks || f->narrowed
        || !amp__vec_has_single_exit(f->tree, s)) {
        return 0;
    }
    t->counter = n = f->note[d->name].var;
    if (!amp__vec_is_int(f->levels, &f->vars[n]) || f->vars[n].address || f->vars[n].array
        || (!o->lockstep && f->place[n].storage != AMP__VEC_SCALAR)
        || amp__vec_is_written(f->levels, n, s->a, s->a_end)
        || amp__vec_is_written(f->levels, n, s->b_end, s->to)) {
        return 0;
    }
    t->end = amp__vec_loop_end(f->levels, s, n);
    t->step = amp__vec_loop_step(f->levels, s, n);
    for (k = o->child; k != NULL; k = k->next) { /* up to the last loop */
        loops += k->kind == AMP__VEC_STRIPS;
        behind = k->kind == AMP__VEC_STRIPS ? k->next : behind;
    }
    if (loops == 0 || t->end == NULL || t->step == NULL
        || (behind != NULL && !amp__vec_ends_turn(f, behind, t))) {
        return 0;
    }
    f->turns = t;
    for (k = o->child; k != behind && loops > 0; k = k->next) {
        amp__vec_op one = *k;
        one.next = NULL;
        loops = amp__vec_loops_sum_up(f, &one, s, t, used);
    }
    f->turns = NULL;
    for (n = 0; n < f->tree->var_count; n++) {
        const int kept = used[n] && f->place[n].storage == AMP__VEC_EXPANDED;
        f->blocked[n] = kept && amp__vec_is_declared_in(s, &f->vars[n]);
        t->sums += f->blocked[n];
        t->sum = f->blocked[n] ? n : t->sum;
        if ((t->reads[n] && t->writes[n])
            || (kept && !f->blocked[n]
                && amp__vec_is_written(f->levels, n, s->child->from, s->child->to))) {
            return 0;
        }
    }
    return loops > 0 && (t->sums == 1 || t->sums == 2);
}

/* Adds the step of the loop. */
static AMP__COLD void amp__vec_put_step(amp__vec_code *f, const amp__vec_turns *t)
{
    if (t->step->kind == AMP__C_PREFIX || t->step->kind == AMP__C_POSTFIX) {
        amp__text_puts(&f->out, "1");
    } else {
        amp__vec_unparse(f, &f->out, t->step->from, t->step->to, 0);
    }
}

/* Adds the end of the loop s, which n counts, behind an open bracket, as the number behind its last
   one. */
static AMP__COLD void amp__vec_put_loop_end(amp__vec_code *f, const amp__c_stmt *s, int n,
                                            int lanes)
{
    const amp__c_expr *end = amp__vec_row_end(f->levels, s, n);
    amp__vec_unparse(f, &f->out, end->from, end->to, lanes);
    amp__text_puts(&f->out, amp__c_is(f->c, end->from - 1, AMP__C_LESS_EQUAL) ? ") + 1" : ")");
}

/* Adds a condition: what a turn writes shares no memory with what is read in front. */
static AMP__COLD void amp__vec_put_apart(amp__vec_code *f, const amp__vec_turns *t)
{
    int n, m;
    for (n = 0; n < f->tree->var_count; n++) {
        for (m = 0; m < f->tree->var_count && t->writes[n]; m++) {
            if (t->reads[m] && f->vars[n].kind == AMP__VEC_VIEW
                && f->vars[m].kind == AMP__VEC_VIEW) {
                amp__text_printf(&f->out, " && amp__apart(AMP__VEC_SPAN_%d(", f->vars[n].rank);
                amp__vec_name(f, &f->out, n, 1);
                amp__text_printf(&f->out, "), AMP__VEC_SPAN_%d(", f->vars[m].rank);
                amp__vec_name(f, &f->out, m, 1);
                amp__text_puts(&f->out, "))");
            }
        }
    }
}

#endif /* AMP_VECTORS_TURN_BLOCKS_H */
