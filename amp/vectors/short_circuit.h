/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_SHORT_CIRCUIT_H
#define AMP_VECTORS_SHORT_CIRCUIT_H
/*
amp/vectors/short_circuit.h: whether a call in an expression is made, and what decides about it.

For calls that are to stand before their statement (inline.h): only &&, ||, ?: and the comma
say in which order an expression is computed, and that some of it need not be.
*/

#include "../ctext/expressions.h"
#include "kernel_text.h"

/* Substitutions for calls that were hoisted out of one statement. */
enum { AMP__VEC_CALLS = 32, AMP__VEC_WARP_VALUE = -2 };
/* The first and the last token of each such part, and what stands in its place: a name or number,
   nothing for what no longer counts (n == -1), an empty expression for a call that gives nothing
   back (n == 0), what a lane gets of operation k of warps (n == AMP__VEC_WARP_VALUE - k). Of
   parts that begin alike the last one is the longest. */
typedef struct amp__vec_hoisted {
    int count;
    int call[AMP__VEC_CALLS], end[AMP__VEC_CALLS];
    amp__c_name value[AMP__VEC_CALLS];
} amp__vec_hoisted;

/* Notes that `value` stands for the tokens first to last. */
static AMP__COLD void amp__vec_add_substitution(amp__vec_body *f, amp__vec_hoisted *calls,
                                                int first, int last, amp__c_name value)
{
    if (calls->count == AMP__VEC_CALLS) {
        amp__c_fail(f->c, first, "more than %d calls and conditions around them in a statement",
                    AMP__VEC_CALLS);
    }
    if (last < first) { /* or a copy would come to it again without end */
        amp__c_fail(f->c, first, "an operator with nothing in front of it");
    }
    calls->call[calls->count] = first;
    calls->end[calls->count] = last;
    calls->value[calls->count++] = value;
}

/* How a call stands in its expression: it is made; never, as the condition of a ?: is known; if
   what stands before && is true, or before || is not; in one of the two of a ?:; behind a
   comma. */
enum { AMP__VEC_MADE, AMP__VEC_NEVER, AMP__VEC_AND, AMP__VEC_OR, AMP__VEC_CHOICE,
       AMP__VEC_COMMA };
/* How a call stands, and in which operator: [from, op) decides, [op + 1, to) is the rest. */
typedef struct amp__vec_control {
    int kind, from, op, to;
} amp__vec_control;

/* Ends the work: the call at i cannot be put before its statement, because of the token `at`. */
static AMP__COLD void amp__vec_fail_not_hoistable(amp__vec_body *f, int i, int at)
{
    amp__c_fail(f->c, i, "a call of %.*s, which has a barrier or a report, behind %.*s in its "
                "expression", f->c->t[i].n, f->c->t[i].s, f->c->t[at].n, f->c->t[at].s);
}

/* Whether a part of the expression that ends with token `end` is known, and that as `value`; NULL:
   as one that no longer counts. from: where it begins, or -1. */
static AMP__COLD int amp__vec_is_known(const amp__vec_hoisted *calls, int from, int end,
                                       const char *value)
{
    int k;
    for (k = 0; k < calls->count; k++) {
        const amp__c_name *v = &calls->value[k];
        if (calls->end[k] == end && (from < 0 || calls->call[k] == from)
            && (value == NULL ? v->n < 0 : v->n == 1 && v->s[0] == value[0])) {
            return 1;
        }
    }
    return 0;
}

/* How the call at i stands in the expression [from, to), and of all around it the outermost
   that decides about it. calls: what is known already. */
static AMP__COLD amp__vec_control amp__vec_find_control(amp__vec_body *f,
                                                        const amp__vec_hoisted *calls, int i,
                                                        int from, int to)
{
    static const int unmade[] = { AMP__C_SIZEOF, AMP__C_ALIGNOF, 0 };
    const amp__c_expr *e = amp__c_read_expression(f->c, from, to), *part;
    amp__vec_control w = { AMP__VEC_MADE, 0, 0, 0 };
    for (; e->kind != AMP__C_IDENTIFIER || e->op != i; e = part) {
        part = amp__c_operand_at(e, i);
        if (part == NULL || e->kind == AMP__C_OPAQUE || amp__c_among(f->c, e->op, unmade)
            || (e->kind == AMP__C_CALL && amp__c_is(f->c, e->child->op, AMP__C_GENERIC))) {
            amp__vec_fail_not_hoistable(f, i, e->from);
        }
        if (part == e->child) {
            continue;
        }
        w.from = e->from;
        w.op = e->kind == AMP__C_CHOICE ? e->op : part->from - 1;
        w.to = e->kind == AMP__C_CHOICE ? e->to : part->to;
        if (e->kind == AMP__C_BRACES) { /* whose order nobody knows */
            amp__vec_fail_not_hoistable(f, i, w.op);
        }
        if (e->kind == AMP__C_CHOICE) {
            const char *const way = part == e->child->next ? "1" : "0";
            if (!amp__vec_is_known(calls, w.from, w.op - 1, way)) {
                w.kind = amp__vec_is_known(calls, w.from, w.op - 1, way[0] == '1' ? "0" : "1")
                    ? AMP__VEC_NEVER : AMP__VEC_CHOICE;
            }
        } else if (e->kind == AMP__C_BINARY) {
            w.kind = amp__c_is(f->c, w.op, ',') && !amp__vec_is_known(calls, -1, w.op, NULL)
                ? AMP__VEC_COMMA : amp__c_is(f->c, w.op, AMP__C_AND) ? AMP__VEC_AND
                : amp__c_is(f->c, w.op, AMP__C_OR) ? AMP__VEC_OR : AMP__VEC_MADE;
        }
        if (w.kind != AMP__VEC_MADE) {
            return w;
        }
    }
    return w;
}

#endif /* AMP_VECTORS_SHORT_CIRCUIT_H */
