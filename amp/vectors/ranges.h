/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_RANGES_H
#define AMP_VECTORS_RANGES_H
/*
amp/vectors/ranges.h: `if (l < U)` as the bound of the loop over l.
*/

#include "plan.h"

#if AMP__IMPLEMENT

/* Whether [from, to) is uniform, and of type int, so that it may bound a loop. */
static AMP__COLD int amp__vec_is_uniform_int(const amp__vec_levels *f, int from, int to)
{
    int i, k;
    if (amp__vec_uniform(f, from, to) != AMP__VEC_SAME) {
        return 0;
    }
    for (i = from; i < to; i++) {
        const amp__c_token *t = &f->c->t[i];
        const amp__vec_note *note = &f->note[i];
        const amp__vec_var *v = note->var >= 0 ? &f->vars[note->var] : NULL;
        if (t->kind == AMP__C_TEXT || (note->flags & AMP__VEC_WRITTEN)) {
            return 0;
        }
        if (t->kind == AMP__C_NUMBER) {
            for (k = 0; k < t->n; k++) {
                if (!amp__c_digit(t->s[k])) {
                    return 0;
                }
            }
        }
        if (t->kind == AMP__C_NAME
            && (amp__c_is(f->c, i, AMP__C_FLOAT) || amp__c_is(f->c, i, AMP__C_DOUBLE)
                || amp__c_is(f->c, i, AMP__C_UNSIGNED) || amp__c_is(f->c, i, AMP__C_SIZE_T)
                || amp__c_is(f->c, i + 1, '('))) {
            return 0;
        }
        if (v != NULL && (v->kind == AMP__VEC_LOCAL || v->kind == AMP__VEC_VALUE)) {
            if (v->pointer) {
                return 0;
            }
            for (k = v->spec; k < v->spec_end; k++) {
                if (!amp__c_is(f->c, k, AMP__C_CONST) && !amp__c_is(f->c, k, AMP__C_INT)
                    && !amp__c_is(f->c, k, AMP__C_SHORT)) {
                    return 0;
                }
            }
        }
        if (v != NULL && v->kind == AMP__VEC_SHAPE && !amp__c_is(f->c, i + 2, AMP__C_EXTENT)) {
            return 0;
        }
    }
    return 1;
}

/* Adds a term to the list whose end is *last. */
static AMP__COLD void amp__vec_add_term(amp__c_unit *c, amp__vec_term ***last, int sign, int from,
                                        int to)
{
    amp__vec_term *t = (amp__vec_term *)amp__c_new(c, sizeof(*t));
    t->sign = sign;
    t->from = from;
    t->to = to;
    **last = t;
    *last = &t->next;
}

/* The dimension k where [from, to) is tidx.local[k] or tidx.global[k], or a pure variable of
   such a value, plus something uniform: that goes to the end of a list of terms, *last. -1 where it
   is nothing of the kind. */
static AMP__COLD int amp__vec_affine(const amp__vec_levels *f, int from, int to,
                                     amp__vec_term ***last)
{
    int i, start, sign = 1, dim = -1, depth_end;
    amp__c_take_brackets_off(f->c, &from, &to);
    for (start = i = from; i <= to; i++) {
        if (i < to && f->c->t[i].match > i) {
            i = f->c->t[i].match;
            continue;
        }
        if (i < to && f->c->t[i].kind == AMP__C_SIGN && !amp__c_is(f->c, i, '+')
            && !amp__c_is(f->c, i, '-') && !amp__c_is(f->c, i, '*') && !amp__c_is(f->c, i, '/')
            && !amp__c_is(f->c, i, '.') && !amp__c_is(f->c, i, ']')) {
            return -1;
        }
        if (i == to || ((amp__c_is(f->c, i, '+') || amp__c_is(f->c, i, '-')) && i > start)) {
            depth_end = i;
            if (start == depth_end) {
                return -1;
            }
            if (amp__vec_is_uniform_int(f, start, depth_end)) {
                amp__vec_add_term(f->c, last, sign, start, depth_end);
            } else {
                const amp__vec_var *v = f->note[start].var >= 0 ? &f->vars[f->note[start].var]
                    : NULL;
                if (dim >= 0 || sign < 0 || v == NULL) {
                    return -1;
                }
                if (v->kind == AMP__VEC_TIDX && depth_end == start + 6
                    && amp__c_is(f->c, start + 3, '[')
                    && (amp__c_is(f->c, start + 2, AMP__C_LOCAL)
                        || amp__c_is(f->c, start + 2, AMP__C_GLOBAL))) {
                    dim = atoi(f->c->t[start + 4].s);
                    if (f->c->t[start + 4].kind != AMP__C_NUMBER || dim >= f->kernel->rank) {
                        return -1;
                    }
                    if (amp__c_is(f->c, start + 2, AMP__C_GLOBAL)) {
                        amp__vec_add_term(f->c, last, 1, 0, 0);
                    }
                } else if (v->kind == AMP__VEC_LOCAL && f->pure[f->note[start].var]
                           && depth_end == start + 1) {
                    int k;
                    for (k = v->spec; k < v->spec_end; k++) {
                        if (!amp__c_is(f->c, k, AMP__C_CONST)
                            && !amp__c_is(f->c, k, AMP__C_INT)) {
                            return -1;
                        }
                    }
                    dim = amp__vec_affine(f, v->init, v->init_end, last);
                    if (dim < 0) {
                        return -1;
                    }
                } else {
                    return -1;
                }
            }
            sign = i < to && amp__c_is(f->c, i, '-') ? -1 : 1;
            start = i + 1;
        }
    }
    return dim;
}

/* Adds a bound behind those of a list. */
static AMP__COLD void amp__vec_add_bound(amp__c_unit *c, amp__vec_bound **at, amp__vec_bound bound)
{
    amp__vec_bound *b = (amp__vec_bound *)amp__c_new(c, sizeof(*b));
    *b = bound;
    while (*at != NULL) {
        at = &(*at)->next;
    }
    *at = b;
}

/* Narrows the loop o to the threads for which [from, to), one condition of an `if`, holds; 0
   where it is no range of threads. */
static AMP__COLD int amp__vec_clip(const amp__vec_levels *f, amp__vec_op *o, int from, int to)
{
    enum { AMP__LESS, AMP__LESS_EQUAL, AMP__GREATER, AMP__GREATER_EQUAL, AMP__EQUAL };
    static const int ops[] = { '<', AMP__C_LESS_EQUAL, '>', AMP__C_GREATER_EQUAL, AMP__C_EQUAL, 0 };
    static const int turned[] = { AMP__GREATER, AMP__GREATER_EQUAL, AMP__LESS, AMP__LESS_EQUAL,
                                  AMP__EQUAL };
    amp__vec_bound bound = { 0, 0, 0, 0, NULL, NULL };
    amp__vec_term **last = &bound.terms;
    int i, j, op = -1, at = -1, dim;
    amp__c_take_brackets_off(f->c, &from, &to);
    for (i = from; i < to; i++) {
        if (f->c->t[i].match > i) {
            i = f->c->t[i].match;
            continue;
        }
        for (j = 0; ops[j] != 0; j++) {
            if (amp__c_is(f->c, i, ops[j])) {
                if (at >= 0) {
                    return 0;
                }
                at = i;
                op = j;
            }
        }
    }
    if (at < 0) {
        return 0;
    }
    if (amp__vec_is_uniform_int(f, from, at)) { /* U < V */
        op = turned[op];
        bound.from = from;
        bound.to = at;
        from = at + 1;
    } else if (amp__vec_is_uniform_int(f, at + 1, to)) {
        bound.from = at + 1;
        bound.to = to;
        to = at;
    } else {
        return 0;
    }
    dim = amp__vec_affine(f, from, to, &last); /* of what varies */
    if (dim < 0) {
        return 0;
    }
    if (op == AMP__LESS || op == AMP__LESS_EQUAL || op == AMP__EQUAL) {
        bound.below = 1;
        bound.one_more = op != AMP__LESS;
        amp__vec_add_bound(f->c, &o->bounds[dim], bound);
    }
    if (op == AMP__GREATER || op == AMP__GREATER_EQUAL || op == AMP__EQUAL) {
        bound.below = 0;
        bound.one_more = op == AMP__GREATER;
        amp__vec_add_bound(f->c, &o->bounds[dim], bound);
    }
    if (op == AMP__EQUAL && dim == f->kernel->rank - 1) {
        o->one = 1;
    }
    o->clipped = 1;
    return 1;
}

/* The `if` s as a clipped loop, its other conditions as rests; NULL where none of its conditions
   narrows a loop. */
static AMP__COLD amp__vec_op *amp__vec_clipped(const amp__vec_levels *f,
                                             const amp__vec_stmt *s)
{
    amp__vec_op *o = amp__vec_new_op(f->c, AMP__VEC_LANES);
    int i, start;
    if (s->kind != AMP__VEC_IF || s->other != NULL) {
        return NULL;
    }
    for (i = start = s->a; i <= s->a_end; i++) {
        if (i < s->a_end && f->c->t[i].match > i) {
            i = f->c->t[i].match;
            continue;
        }
        if (i < s->a_end
            && (amp__c_is(f->c, i, AMP__C_OR) || amp__c_is(f->c, i, '?')
                || amp__c_assigns(f->c, i)
                || amp__c_is(f->c, i, AMP__C_INCREMENT)
                || amp__c_is(f->c, i, AMP__C_DECREMENT))) {
            return NULL;
        }
        if (i == s->a_end || amp__c_is(f->c, i, AMP__C_AND)) {
            if (!amp__vec_clip(f, o, start, i)) {
                if (o->rests == AMP__VEC_RESTS) {
                    return NULL;
                }
                o->rest[o->rests] = start;
                o->rest_end[o->rests++] = i;
            }
            start = i + 1;
        }
    }
    if (!o->clipped) {
        return NULL;
    }
    o->stmt = s;
    o->list[o->count++] = s->child;
    return o;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_RANGES_H */
