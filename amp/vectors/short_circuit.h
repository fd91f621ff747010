/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_SHORT_CIRCUIT_H
#define AMP_VECTORS_SHORT_CIRCUIT_H
/*
amp/vectors/short_circuit.h: whether a call in an expression is made, and what decides about it.

For calls that are to stand before their statement (inline.h): only &&, ||, ?: and the comma
say in which order an expression is computed, and that some of it need not be.
*/

#include "kernel_text.h"

#if AMP__IMPLEMENT

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

/* Of the operators `sign` in [from, to), outside of brackets and of what stands between ? and
   its colon: the last one before i in *before, the first one behind it in *behind; else -1. An
   0 for a sign: any that assigns. */
static AMP__COLD void amp__vec_enclosing_operators(amp__vec_body *f, int i, int from, int to,
                                                   int sign, int *before, int *behind)
{
    int k, inside = 0;
    *before = *behind = -1;
    for (k = from; k < to; k++) {
        if (f->c->t[k].match > k) {
            k = f->c->t[k].match;
        } else if (inside == 0
                   && (sign != 0 ? amp__c_is(f->c, k, sign) : amp__c_assigns(f->c, k))) {
            if (k < i) {
                *before = k;
            } else if (*behind < 0) {
                *behind = k;
            }
        } else if (amp__c_is(f->c, k, '?')) {
            inside++;
        } else if (amp__c_is(f->c, k, ':') && --inside < 0) {
            amp__vec_fail_not_hoistable(f, i, k);
        }
    }
}

/* How the call at i stands in the expression [from, to), and of all around it the outermost
   that decides about it. calls: what is known already. */
static AMP__COLD amp__vec_control amp__vec_find_control(amp__vec_body *f,
                                                        const amp__vec_hoisted *calls, int i,
                                                        int from, int to)
{
    static const int unmade[] = { AMP__C_SIZEOF, AMP__C_ALIGNOF, AMP__C_TYPEOF, AMP__C_GENERIC,
            0 };
    enum { AMP__COMMA_OPERATORS, AMP__COMMA_ARGUMENTS, AMP__COMMA_UNKNOWN } commas
        = AMP__COMMA_OPERATORS;
    amp__vec_control w;
    for (;;) {
        int before, behind, k, colon = -1, sign;
        w.to = to;
        amp__vec_enclosing_operators(f, i, from, to, ',', &before, &behind);
        if (before >= 0 && commas == AMP__COMMA_UNKNOWN) {
            amp__vec_fail_not_hoistable(f, i, before);
        }
        for (k = 0; k < calls->count
             && (calls->value[k].n >= 0 || calls->end[k] != before); k++) {
        }
        if (before >= 0 && commas == AMP__COMMA_OPERATORS && k == calls->count) {
            w.kind = AMP__VEC_COMMA;
            w.from = from;
            w.op = before;
            return w;
        }
        from = before >= 0 ? before + 1 : from;
        to = behind >= 0 ? behind : to;
        amp__vec_enclosing_operators(f, i, from, to, 0, &before, &behind);
        from = before >= 0 ? before + 1 : from;
        to = behind >= 0 ? behind : to;
        w.from = from;
        for (w.op = from; w.op < to && !amp__c_is(f->c, w.op, '?'); w.op++) {
            w.op = f->c->t[w.op].match > w.op ? f->c->t[w.op].match : w.op;
        }
        if (w.op < to && i > w.op) {
            for (colon = w.op + 1, k = 1; colon < to; colon++) {
                colon = f->c->t[colon].match > colon ? f->c->t[colon].match : colon;
                k += amp__c_is(f->c, colon, '?') - amp__c_is(f->c, colon, ':');
                if (k == 0) {
                    break;
                }
            }
            for (k = calls->count - 1; k >= 0 && (calls->call[k] != from
                 || calls->end[k] != w.op - 1 || calls->value[k].n != 1
                 || calls->value[k].s[0] > '1'); k--) {
            }
            w.to = to;
            if (k < 0 || (calls->value[k].s[0] == '1') != (i < colon)) {
                w.kind = k < 0 ? AMP__VEC_CHOICE : AMP__VEC_NEVER;
                return w;
            }
            from = i < colon ? w.op + 1 : colon + 1;
            to = i < colon ? colon : to;
            commas = AMP__COMMA_OPERATORS;
            continue;
        }
        to = w.op; /* the condition, or all of it */
        for (sign = AMP__VEC_OR; sign >= AMP__VEC_AND; sign--) {
            amp__vec_enclosing_operators(f, i, from, to,
                                         sign == AMP__VEC_OR ? AMP__C_OR : AMP__C_AND, &before,
                                         &behind);
            to = behind >= 0 ? behind : to;
            if (before >= 0) {
                w.kind = sign;
                w.op = before;
                w.to = to;
                return w;
            }
        }
        for (k = from; k < i && !(f->c->t[k].match > i); k++) {
            k = f->c->t[k].match > k ? f->c->t[k].match : k;
        }
        if (k >= i) {
            w.kind = AMP__VEC_MADE;
            if (amp__c_among(f->c, i - 1, unmade)) {
                amp__vec_fail_not_hoistable(f, i, i - 1);
            }
            return w;
        }
        if (k > from && amp__c_is(f->c, k, '(') && amp__c_among(f->c, k - 1, unmade)) {
            amp__vec_fail_not_hoistable(f, i, k - 1);
        }
        commas = amp__c_is(f->c, k, '{') ? AMP__COMMA_UNKNOWN
            : !amp__c_is(f->c, k, '(') || k == from ? AMP__COMMA_OPERATORS
            : f->c->t[k - 1].kind == AMP__C_NAME ? AMP__COMMA_ARGUMENTS
            : f->c->t[k - 1].match < 0 || amp__c_is_type(f->c, f->c->t[k - 1].match + 1)
            ? AMP__COMMA_OPERATORS : AMP__COMMA_UNKNOWN;
        from = k + 1;
        to = f->c->t[k].match;
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_SHORT_CIRCUIT_H */
