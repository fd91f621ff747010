/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_REPORTS_H
#define AMP_VECTORS_REPORTS_H
/*
amp/vectors/reports.h: whether a tile in which a thread reports, by amp_abort or amp_errorf,
may be run again on fibers.

A thread that reports leaves its loop and sets a variable, which is asked behind the loop: the tile
then ends, and is run once more on fibers, for what they say and write. So does a tile whose threads
go different ways around a barrier where they may yet meet, in another turn of a loop. That is exact
where the tile had not changed what it reads: either it has written nothing before its last report;
or it has no amp_abort, so that fibers run it to its end, and reads no view that it writes.
*/

#include "plan.h"

/* What is done to the element at(V, ...) or V[...] whose view is named at i. */
static AMP__COLD int amp__vec_element_access(const amp__vec_tree *f, int i)
{
    enum { AMP__BOTH = AMP__VEC_READS | AMP__VEC_WRITES };
    const amp__c_expr *e = amp__vec_element(f, i), *of;
    int member = 0;
    if (e == NULL) {
        return AMP__BOTH; /* its address goes elsewhere */
    }
    for (of = e->parent; of != NULL && of->child == e
         && (of->kind == AMP__C_GROUP || of->kind == AMP__C_INDEX
             || amp__c_expr_is(f->c, of, AMP__C_MEMBER, '.')); of = e->parent) {
        member = of->kind == AMP__C_MEMBER || (of->kind == AMP__C_GROUP && member);
        e = of;
    }
    if (of != NULL && of->child == e && amp__c_expr_is(f->c, of, AMP__C_ASSIGN, '=')) {
        return AMP__VEC_WRITES;
    }
    if (of != NULL && of->child == e
        && (amp__c_expr_assigns(f->c, of) || of->kind == AMP__C_MEMBER
            || amp__c_expr_is(f->c, of, AMP__C_PREFIX, '&'))) {
        return AMP__BOTH;
    }
    if (of != NULL && of->kind == AMP__C_CALL && amp__c_word_is(f->c, of->child->op, AMP__C_RACY)) {
        return AMP__BOTH;
    }
    if (member && (amp__c_is(f->c, e->to, ',') || amp__c_is(f->c, e->to, ')')
                   || amp__c_is(f->c, e->to, ';'))) {
        return AMP__BOTH; /* it may be an array, and so a pointer */
    }
    return AMP__VEC_READS;
}

/* What [from, to) does to memory that others see; touched[], where it is there, gets what it does
   to each view, by the variable's number. */
static AMP__COLD int amp__vec_memory_accesses(const amp__vec_tree *f, int from, int to,
                                              unsigned char *touched)
{
    int i, k, all = 0;
    for (i = from; i < to; i++) {
        const amp__vec_var *v = amp__vec_var_at(f, i);
        if (amp__c_is_report(f->c, i) && f->note[i].past > i) {
            i = f->note[i].past - 1;
        } else if (amp__c_word_is(f->c, i, AMP__C_PRINTF)) {
            all |= AMP__VEC_READS | AMP__VEC_WRITES;
        } else if (v != NULL && v->kind == AMP__VEC_VIEW) {
            const int touch = v->read_only ? AMP__VEC_READS : amp__vec_element_access(f, i);
            if (touched != NULL) {
                touched[f->note[i].var] |= (unsigned char)touch;
            }
            all |= touch;
        } else if (v != NULL && v->kind == AMP__VEC_VALUE) {
            for (k = v->spec; k < v->spec_end; k++) { /* a pointer of the host's */
                all |= amp__c_is(f->c, k, '*') ? AMP__VEC_READS | AMP__VEC_WRITES : 0;
            }
        }
    }
    return all;
}

/* Whether [from, to) writes memory that others see. */
static AMP__COLD int amp__vec_writes(const amp__vec_tree *f, int from, int to)
{
    return (amp__vec_memory_accesses(f, from, to, NULL) & AMP__VEC_WRITES) != 0;
}

/* Whether a tile may be run again when it has written: see above. */
static AMP__COLD int amp__vec_can_run_again(const amp__vec_tree *f)
{
    unsigned char touched[AMP__VEC_VARS] = { 0 };
    int i, k;
    if (f->aborts) {
        return 0;
    }
    for (i = f->kernel->body; i < f->kernel->body_end; i++) {
        if (amp__c_word_is(f->c, i, AMP__C_PRINTF)
            || (f->note[i].var >= 0 && f->vars[f->note[i].var].kind == AMP__VEC_VALUE
                && amp__vec_memory_accesses(f, i, i + 1, NULL))) {
            return 0;
        }
    }
    (void)amp__vec_memory_accesses(f, f->kernel->body, f->kernel->body_end, touched);
    for (k = 0; k < f->var_count; k++) {
        if (f->vars[k].kind == AMP__VEC_VIEW
            && touched[k] == (AMP__VEC_READS | AMP__VEC_WRITES)) {
            return 0;
        }
    }
    return 1;
}

/* Fails where the tile has written, and then needs to be run again. */
static AMP__COLD void amp__vec_check_no_write(const amp__vec_tree *f, const amp__vec_op *o,
                                              int written)
{
    if (o->may_diverge && written) {
        amp__c_fail(f->c, o->stmt->from, "%.*s around a barrier or a jump, whose condition may "
                    "differ from thread to thread, where the tile may have written what it "
                    "reads", f->c->t[o->stmt->from].n, f->c->t[o->stmt->from].s);
    }
}

/* Fails where the plan has a report, or a condition that may diverge, behind something that others
   see.
   `written`: whether the tile has written before; returns whether it has behind it. */
static AMP__COLD int amp__vec_check_no_write_before_report(const amp__vec_tree *f,
                                                           const amp__vec_op *o, int written)
{
    for (; o != NULL; o = o->next) {
        const int loop = o->kind == AMP__VEC_STRIPS
            || (o->kind == AMP__VEC_NEST && amp__c_is_loop(o->stmt));
        int k, turn, reports = -1, writes = 0, other;
        if (o->kind == AMP__VEC_NEST && o->stmt->kind == AMP__C_RETURN) {
            return 0; /* nothing continues from here */
        }
        for (k = 0; k < o->count; k++) {
            const amp__c_stmt *s = o->list[k];
            const int at = amp__vec_reports(f, s->from, s->to);
            reports = at >= 0 ? at : reports;
            writes |= amp__vec_writes(f, amp__vec_stmt_from(s), s->to);
        }
        written |= writes;
        if (reports >= 0 && written) {
            amp__c_fail(f->c, reports, "%.*s where the tile may have written what it reads: it "
                        "cannot be run again", f->c->t[reports].n, f->c->t[reports].s);
        }
        if (o->kind == AMP__VEC_UNIFORM) {
            written |= amp__vec_writes(f, o->stmt->from, o->stmt->to);
        }
        for (turn = 0; turn <= loop; turn++) {
            written = amp__vec_check_no_write_before_report(f, o->init, written);
            if (o->test != NULL) {
                written |= amp__vec_writes(f, o->test->a, o->test->a_end);
            }
            amp__vec_check_no_write(f, o, written);
            other = amp__vec_check_no_write_before_report(f, o->other, written);
            written = amp__vec_check_no_write_before_report(f, o->child, written) | other;
            written = amp__vec_check_no_write_before_report(f, o->step, written);
            amp__vec_check_no_write(f, o, loop && written);
        }
    }
    return written;
}

#endif /* AMP_VECTORS_REPORTS_H */
