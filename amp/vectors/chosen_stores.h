/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CHOSEN_STORES_H
#define AMP_VECTORS_CHOSEN_STORES_H
/*
amp/vectors/chosen_stores.h: a store of one value to one of two places, as one store.

    if (c) { t[i] = v; i++; } else { t[j] = v; }      t[c ? i : j] = v; if (c) { i++; }

Of the first text compilers make a jump, which a CPU guesses wrong where data has no order.
*/

#include "strides.h"

#if AMP__IMPLEMENT

/* Whether the index e may be computed where it is not used: sums and products of ints, of which one
   may be an element of tile memory at a constant index: *read, else NULL. */
static AMP__COLD int amp__vec_is_cheap_index(const amp__vec_levels *f, const amp__c_expr *e,
                                             const amp__c_expr **read)
{
    static const int signs[] = { '+', '-', '*', '(', ')', 0 };
    int i;
    *read = NULL;
    for (i = e->from; i < e->to; i++) {
        const amp__c_token *t = &f->c->t[i];
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        const int inside = *read != NULL && i < (*read)->to;
        if (v != NULL && v->kind == AMP__VEC_TILE && !v->given && *read == NULL) {
            *read = amp__vec_element(f->tree, i++);
            if (*read == NULL || (*read)->child->kind != AMP__C_IDENTIFIER) {
                return 0;
            }
        } else if (inside && i == (*read)->to - 1) {
            continue;
        } else if (v != NULL ? inside || v->array || v->address
                   || (v->kind != AMP__VEC_LOCAL && v->kind != AMP__VEC_VALUE)
                   : t->kind == AMP__C_SIGN ? !amp__c_among(f->c, i, signs)
                   : t->kind != AMP__C_NUMBER || t->n > 6 || !amp__c_digit(t->s[t->n - 1])) {
            return 0;
        }
        if (v != NULL && !amp__vec_is_int(f, v)) {
            return 0;
        }
    }
    return 1;
}

/* The store that the side s of an `if` begins with, of an element with one index; else NULL. */
static AMP__COLD const amp__c_expr *amp__vec_first_store(const amp__vec_levels *f,
                                                         const amp__c_stmt *s)
{
    const amp__c_expr *e = s == NULL || s->kind != AMP__C_EXPRESSION ? NULL
        : amp__vec_expression(f->tree, s->a, s->a_end);
    return amp__c_expr_is(f->c, e, AMP__C_ASSIGN, '=') && e->child->kind == AMP__C_INDEX
        && e->child->child->kind == AMP__C_IDENTIFIER && amp__vec_memory_of(f->tree, e->child) >= 0
        && amp__vec_only_reads(f->tree, e->last->from, e->last->to) ? e : NULL;
}

/* The `if` at i where both sides begin with such a store, *yes and *no, and neighbours' elements
   lie apart on one; else NULL. */
static AMP__COLD const amp__c_stmt *amp__vec_chosen_store(const amp__vec_levels *f, int i,
                                                          const amp__c_expr **yes,
                                                          const amp__c_expr **no)
{
    const amp__c_stmt *s = amp__c_is(f->c, i, AMP__C_IF) ? f->note[i + 2].owner : NULL;
    const amp__c_expr *a, *b, *read;
    if (s == NULL || s->kind != AMP__C_IF || s->from != i || s->other == NULL) {
        return NULL;
    }
    *yes = a = amp__vec_first_store(f, amp__c_inside(s->child));
    *no = b = amp__vec_first_store(f, amp__c_inside(s->other));
    return a != NULL && b != NULL
        && amp__vec_same_text(f->tree, a->from, a->child->op, b->from, b->child->op)
        && amp__vec_same_text(f->tree, a->last->from, a->last->to, b->last->from, b->last->to)
        && (amp__vec_stride(f, a->child->last, 1) == AMP__VEC_JUMPS
            || amp__vec_stride(f, b->child->last, 1) == AMP__VEC_JUMPS)
        && amp__vec_is_cheap_index(f, a->child->last, &read)
        && amp__vec_is_cheap_index(f, b->child->last, &read) ? s : NULL;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_CHOSEN_STORES_H */
