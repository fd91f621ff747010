/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_PASSED_ARRAYS_H
#define AMP_VECTORS_PASSED_ARRAYS_H
/*
amp/vectors/passed_arrays.h: small arrays of a thread that helpers are called with.

    float v[8]; ... sort8(v); swap(&v[0], &v[3]);

A pointer into an array would forbid that threads' arrays are interleaved (storage.h). But where
helpers alone get one, and give none back, the loop over threads has the array as a variable of its
own around the calls: it is read from the interleaved one before them, and written to it behind.
The helpers' loops are then whole in the loop over threads, and its elements in registers.
*/

#include "ranges.h"

/* The most elements of such an array: each is copied. */
enum { AMP__VEC_PASSED = 32 };

/* Whether the function g keeps no pointer: it gives back a number, or nothing, and has no pointer
   to a pointer. */
static AMP__COLD int amp__vec_keeps_no_pointer(const amp__c_unit *f, const amp__c_function *g)
{
    static const int words[] = { AMP__C_STATIC, AMP__C_INLINE, AMP__C_CONST, AMP__C_VOID,
            AMP__C_INT, AMP__C_UNSIGNED, AMP__C_FLOAT, AMP__C_DOUBLE, AMP__C_BOOL, 0 };
    int i = g->name - 1, k, stars = 0;
    while (amp__c_among(f, i, words)) {
        i--;
    }
    for (k = g->name + 1; k < f->t[g->name + 1].match && stars < 2; k++) {
        stars = amp__c_is(f, k, ',') ? 0 : stars + (amp__c_is(f, k, '*') || amp__c_is(f, k, '['));
    }
    return i < g->name - 1 && !amp__c_is(f, i, '*') && f->t[i].kind != AMP__C_NAME && stars < 2;
}

/* Whether some type of the file is a pointer, or has one, which a helper could keep one in. */
static AMP__COLD int amp__vec_has_pointer_type(const amp__c_unit *f)
{
    int k, i;
    for (k = 0; k < f->item_count; k++) {
        const amp__c_item *m = &f->items[k];
        if (m->name < 0 && (amp__c_is(f, m->from, AMP__C_TYPEDEF)
                            || amp__c_has(f, m->from, m->to, '{'))) {
            for (i = m->from; i < m->to; i++) {
                if (amp__c_is(f, i, '*')) {
                    return 1;
                }
            }
        }
    }
    return 0;
}

/* How the array whose name stands at i is used there: an element of it, which is the same in all
   threads; an argument of a helper, as it is or from an element on; in another way. */
enum { AMP__VEC_USED_OTHERWISE, AMP__VEC_USED_ELEMENT, AMP__VEC_USED_AS_ARGUMENT };
static AMP__COLD int amp__vec_use_of_array(const amp__vec_levels *f, int i)
{
    const amp__c_expr *e = f->tree->expr[i], *call;
    int g;
    if (amp__c_is(f->c, i + 1, '[')) {
        if (amp__vec_uniform(f, i + 1, f->c->t[i + 1].match) != AMP__VEC_SAME) {
            return AMP__VEC_USED_OTHERWISE;
        }
        e = e != NULL && e->parent != NULL && e->parent->kind == AMP__C_INDEX ? e->parent : NULL;
        if (e == NULL || !amp__c_expr_is(f->c, e->parent, AMP__C_PREFIX, '&')) {
            return AMP__VEC_USED_ELEMENT;
        }
        e = e->parent;
    }
    call = e != NULL ? e->parent : NULL;
    if (call == NULL || call->kind != AMP__C_CALL || call->child == e
        || call->child->kind != AMP__C_IDENTIFIER) {
        return AMP__VEC_USED_OTHERWISE;
    }
    g = amp__c_find_function(f->c, call->child->op);
    return g >= 0 && amp__vec_keeps_no_pointer(f->c, &f->c->functions[g])
        ? AMP__VEC_USED_AS_ARGUMENT : AMP__VEC_USED_OTHERWISE;
}

/* Whether variable n is such an array. */
static AMP__COLD int amp__vec_is_passed_array(const amp__vec_levels *f, int n)
{
    const amp__vec_var *v = &f->vars[n];
    const int size = v->dims + 1;
    int i, passed = 0;
    if (v->kind != AMP__VEC_LOCAL || !v->array || !v->address || v->pointer
        || v->dims_end != v->dims + 3 || f->c->t[size].kind != AMP__C_NUMBER
        || atoi(f->c->t[size].s) > AMP__VEC_PASSED || amp__vec_has_pointer_type(f->c)) {
        return 0;
    }
    for (i = f->kernel->body; i < f->kernel->body_end; i++) {
        if (f->note[i].var == n && i != v->name) {
            const int use = amp__vec_use_of_array(f, i);
            if (use == AMP__VEC_USED_OTHERWISE) {
                return 0;
            }
            passed |= use == AMP__VEC_USED_AS_ARGUMENT;
        }
    }
    return passed;
}

/* Whether [from, to) calls a helper with the array n. */
static AMP__COLD int amp__vec_passes_array(const amp__vec_levels *f, int n, int from, int to)
{
    while (from < to && (f->note[from].var != n || from == f->vars[n].name
                         || amp__vec_use_of_array(f, from) != AMP__VEC_USED_AS_ARGUMENT)) {
        from++;
    }
    return from < to;
}

#endif /* AMP_VECTORS_PASSED_ARRAYS_H */
