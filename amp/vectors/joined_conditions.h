/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_JOINED_CONDITIONS_H
#define AMP_VECTORS_JOINED_CONDITIONS_H
/*
amp/vectors/joined_conditions.h: && and || of conditions that may all be computed, as & and |.

    t[k] < t[l] || (t[k] == t[l] && k < l)      t[k] < t[l] | (t[k] == t[l] & k < l)

clang 14 makes jumps of the first text, and then no vectors, or dear ones. What stands behind the
operator reads nothing that the first condition has not read, and computes nothing that might go
wrong: an int's sum that may be too large for it is no part of it, unless it was computed, too.
*/

#include "strides.h"

/* Whether e is a list of conditions between && or between ||. */
static AMP__COLD int amp__vec_is_chain(const amp__c_unit *c, const amp__c_expr *e)
{
    return e->kind == AMP__C_BINARY && (amp__c_rank(c, e->op) == AMP__C_RANK_AND
                                        || amp__c_rank(c, e->op) == AMP__C_RANK_OR);
}

/* Whether e is 0 or 1: a comparison, or such conditions with !, && and || between them. */
static AMP__COLD int amp__vec_is_condition(const amp__c_unit *c, const amp__c_expr *e)
{
    const amp__c_expr *t;
    e = amp__c_ungrouped(e);
    if (!amp__vec_is_chain(c, e)) {
        const int rank = e->kind == AMP__C_BINARY ? amp__c_rank(c, e->op) : 0;
        return rank == AMP__C_RANK_EQUAL || rank == AMP__C_RANK_COMPARE
            || amp__c_expr_is(c, e, AMP__C_PREFIX, '!');
    }
    for (t = e->child; t != NULL && amp__vec_is_condition(c, t); t = t->next) {
    }
    return t == NULL;
}

/* Whether the condition `done`, which is always computed, computes e, too. */
static AMP__COLD int amp__vec_computes(const amp__vec_tree *f, const amp__c_expr *done,
                                       const amp__c_expr *e)
{
    int i;
    for (i = done->from; i < done->to; i++) {
        const amp__c_expr *of = f->expr[i];
        if (of != NULL && of->op == i && of->kind == e->kind
            && amp__vec_same_text(f, of->from, of->to, e->from, e->to)) {
            return 1;
        }
    }
    return 0;
}

/* Whether e may be computed wherever the condition `done` is. */
static AMP__COLD int amp__vec_may_compute(const amp__vec_levels *f, const amp__c_expr *done,
                                          const amp__c_expr *e)
{
    const amp__vec_var *v = amp__vec_var_at(f->tree, e->from);
    const amp__c_expr *t = e->child;
    if (e->kind == AMP__C_IDENTIFIER) {
        return v != NULL ? (v->kind == AMP__VEC_LOCAL || v->kind == AMP__VEC_VALUE) && !v->array
            && !v->address : amp__vec_is_constant_int(f->c, e->op);
    }
    if (e->kind == AMP__C_CONSTANT || (amp__c_expr_is(f->c, e, AMP__C_PREFIX, '-')
                                       && t->kind == AMP__C_CONSTANT)) {
        return f->c->t[e->to - 1].kind == AMP__C_NUMBER;
    }
    if (e->kind == AMP__C_GROUP || amp__vec_is_condition(f->c, e)) {
        for (; t != NULL && amp__vec_may_compute(f, done, t); t = t->next) {
        }
        return t == NULL;
    }
    return (v != NULL && v->kind == AMP__VEC_TIDX && amp__vec_plain_index(f->tree, e->from))
        || (amp__vec_only_reads(f->tree, e->from, e->to) && amp__vec_computes(f->tree, done, e));
}

/* Whether all of the chain e of && or || may be computed where its first condition is. */
static AMP__COLD int amp__vec_may_join(const amp__vec_levels *f, const amp__c_expr *e)
{
    const amp__c_expr *const first = e->child, *t;
    int i;
    for (i = first->from; i < first->to; i++) {
        if (amp__c_is(f->c, i, '?') || amp__c_is(f->c, i, AMP__C_AND)
            || amp__c_is(f->c, i, AMP__C_OR)) {
            return 0;
        }
    }
    for (t = first->next; t != NULL && amp__vec_may_compute(f, first, t); t = t->next) {
    }
    return t == NULL && amp__vec_is_condition(f->c, e)
        && amp__vec_only_reads(f->tree, first->from, first->to);
}

/* Whether the && or || at token i may be an & or |: it, or what is around it, may be joined. */
static AMP__COLD int amp__vec_is_joined(const amp__vec_levels *f, int i)
{
    const amp__c_expr *e = f->tree->expr[i + 1];
    while (e != NULL && e->parent != NULL && e->from == i + 1
           && (e->parent->kind != AMP__C_BINARY || e == e->parent->child)) {
        e = e->parent;
    }
    if (e == NULL || e->from != i + 1) {
        return 0;
    }
    for (e = e->parent; e != NULL && (e->kind == AMP__C_GROUP || amp__vec_is_chain(f->c, e));
         e = e->parent) {
        if (e->kind != AMP__C_GROUP && amp__vec_may_join(f, e)) {
            return 1;
        }
    }
    return 0;
}

#endif /* AMP_VECTORS_JOINED_CONDITIONS_H */
