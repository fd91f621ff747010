/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CHOSEN_STORES_H
#define AMP_VECTORS_CHOSEN_STORES_H
/*
amp/vectors/chosen_stores.h: a store under a condition, as one that all threads do.

    if (c) { t[i] = v; i++; } else { t[j] = v; }      t[c ? i : j] = v; if (c) { i++; }
    if (c) { t[x] = next[x]; }                        t[x] = c ? next[x] : t[x];

Of the first text compilers make a jump, which a CPU guesses wrong where data has no order. Of the
second they make a store under a mask: with AVX2 some CPUs take eleven times as long for it as for a
whole one, and SSE2 has none. A tile's memory is one worker's, so what it writes back is what stands
there; x is the thread's place in the tile, so there is such an element.
*/

#include "masks.h"
#include "strides.h"

/* Whether the index e may be computed where it is not used: sums and products of ints, of which one
   may be an element of tile memory at a constant index: *read, else NULL. */
static AMP__COLD int amp__vec_is_cheap_index(const amp__vec_levels *f, const amp__c_expr *e,
                                             const amp__c_expr **read)
{
    const amp__vec_var *v = NULL;
    int i;
    *read = NULL;
    for (i = e->from; i < e->to && *read == NULL; i++) {
        v = amp__vec_var_at(f->tree, i);
        *read = v != NULL && v->kind == AMP__VEC_TILE && !v->given ? amp__vec_element(f->tree, i)
            : NULL;
    }
    if (*read == NULL) {
        return amp__vec_is_plain_sum(f->tree, e->from, e->to, 0);
    }
    return amp__vec_is_int(f, v) && (*read)->child->kind == AMP__C_IDENTIFIER
        && amp__c_whole_number(f->c, (*read)->last) >= 0
        && amp__vec_is_plain_sum(f->tree, e->from, (*read)->from, 0)
        && amp__vec_is_plain_sum(f->tree, (*read)->to, e->to, 0);
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

/* Whether e is the thread's own element of an array of tile memory: each index is its place in a
   dimension of the tile. That the array has so many elements is not asked here. *real: it is a
   floating number. */
static AMP__COLD int amp__vec_is_own_element(const amp__vec_levels *f, const amp__c_expr *e,
                                             int *real)
{
    const amp__vec_var *v;
    if (e->kind != AMP__C_INDEX) {
        return 0;
    }
    for (; e->kind == AMP__C_INDEX; e = e->child) {
        amp__vec_term *terms = NULL, **last = &terms;
        if (amp__vec_affine(f, e->last, &last) < 0 || terms != NULL) {
            return 0;
        }
    }
    v = e->kind == AMP__C_IDENTIFIER ? amp__vec_var_at(f->tree, e->op) : NULL;
    return v != NULL && v->kind == AMP__VEC_TILE && !v->given && !v->pointer
        && amp__vec_is_masked_type(f, v, real);
}

/* Whether each thread may have the value e, of a floating type or of none as `real` says: its own
   element of tile memory, a variable or a number. */
static AMP__COLD int amp__vec_is_at_hand(const amp__vec_levels *f, const amp__c_expr *e, int real)
{
    const amp__vec_var *v;
    int has = 0;
    e = amp__c_ungrouped(e);
    if (e->kind == AMP__C_INDEX) {
        return amp__vec_is_own_element(f, e, &has) && has == real;
    }
    if (e->kind != AMP__C_IDENTIFIER) {
        return e->to == e->from + 1 && f->c->t[e->from].kind == AMP__C_NUMBER;
    }
    v = amp__vec_var_at(f->tree, e->op);
    return v != NULL && (v->kind == AMP__VEC_LOCAL || v->kind == AMP__VEC_VALUE) && !v->array
        && amp__vec_is_masked_type(f, v, &has) && has == real;
}

/* The store that statement s is, of a value that each thread may have to its own element of tile
   memory; else NULL. */
static AMP__COLD const amp__c_expr *amp__vec_own_store(const amp__vec_levels *f,
                                                       const amp__c_stmt *s)
{
    const amp__c_expr *e = s->kind != AMP__C_EXPRESSION ? NULL
        : amp__vec_expression(f->tree, s->a, s->a_end);
    int real = 0;
    return amp__c_expr_is(f->c, e, AMP__C_ASSIGN, '=')
        && amp__vec_is_own_element(f, e->child, &real)
        && amp__vec_is_at_hand(f, e->last, real) ? e : NULL;
}

/* The `if` at i of which each thread may do all stores, writing back what stands there where the
   condition does not hold; else NULL. In a loop of the thread compilers make no vectors of it. */
static AMP__COLD const amp__c_stmt *amp__vec_blended_stores(const amp__vec_levels *f, int i)
{
    const amp__c_stmt *s = amp__c_is(f->c, i, AMP__C_IF) ? f->note[i + 2].owner : NULL, *t;
    if (s == NULL || s->kind != AMP__C_IF || s->from != i || s->other != NULL
        || !amp__vec_only_reads(f->tree, s->a, s->a_end)
        || amp__vec_uniform(f, s->a, s->a_end) != AMP__VEC_VARYING) {
        return NULL;
    }
    for (t = s->parent; t != NULL; t = t->parent) {
        if (amp__c_is_loop(t) && !f->convergent[t->number]) {
            return NULL;
        }
    }
    for (t = amp__c_inside(s->child); t != NULL; t = t->next) {
        if (amp__vec_own_store(f, t) == NULL) {
            return NULL;
        }
    }
    return amp__c_inside(s->child) != NULL ? s : NULL;
}

/* The most such stores of one loop. */
enum { AMP__VEC_OWN = 8 };

/* Whether the loop o, of a condition, may be one over threads for which that does not hold: it
   has nothing but declarations, values of variables and stores of the thread's own elements of tile
   memory, own[0] to own[*count - 1], at least one; each array is stored to once, and not read
   behind that. */
static AMP__COLD int amp__vec_own_stores(const amp__vec_levels *f, const amp__vec_op *o,
                                         const amp__c_expr **own, int *count)
{
    const amp__c_stmt *s = o->count == 1 ? amp__c_inside(o->list[0]) : NULL;
    int k, i, real;
    for (*count = 0; s != NULL; s = s->next) {
        const amp__c_expr *e = s->kind != AMP__C_EXPRESSION ? NULL
            : amp__vec_expression(f->tree, s->a, s->a_end);
        const int store = e != NULL && e->kind == AMP__C_ASSIGN
            && amp__vec_is_own_element(f, e->child, &real);
        if ((s->kind != AMP__C_DECLARATION && (e == NULL || e->kind != AMP__C_ASSIGN))
            || (store && *count == AMP__VEC_OWN)) {
            return 0;
        }
        for (k = 0; k < *count; k++) {
            const int array = amp__vec_name_of_element(f->tree, own[k]);
            if (amp__vec_mentions(f, s->from, s->to, f->note[array].var) > 0) {
                return 0;
            }
        }
        for (i = store ? e->last->from : s->from; i < s->to; i++) {
            if ((f->note[i].flags & AMP__VEC_MEMORY_WRITE) || amp__vec_calls_at(f->c, i)) {
                return 0;
            }
        }
        if (store) {
            own[(*count)++] = e->child;
        }
    }
    return *count > 0;
}

#endif /* AMP_VECTORS_CHOSEN_STORES_H */
