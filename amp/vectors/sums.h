/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_SUMS_H
#define AMP_VECTORS_SUMS_H
/*
amp/vectors/sums.h: sums of ints in the text: what they are made of, by how much two of them differ,
and which one an expression chooses.

    i < n - 1 ? i + 1 : n      is the smaller one of i + 1 and n, as the condition follows from them
*/

#include "thread_index.h"

/* Whether the variable v of a text is an int. */
static AMP__COLD int amp__vec_is_int_of(const amp__c_unit *c, const amp__vec_var *v)
{
    static const int words[] = { AMP__C_CONST, AMP__C_INT, 0 };
    int k;
    for (k = v->spec; k < v->spec_end && amp__c_among(c, k, words); k++) {
    }
    return k == v->spec_end && !v->pointer;
}

/* Whether the name at i is of an int at file scope: a constant, or one of an enumeration. */
static AMP__COLD int amp__vec_is_constant_int(const amp__c_unit *c, int i)
{
    static const int words[] = { AMP__C_STATIC, AMP__C_CONST, AMP__C_INT, AMP__C_SHORT, 0 };
    int k, j, end;
    for (k = 0; k < c->item_count; k++) {
        for (j = c->items[k].from; amp__c_among(c, j, words); j++) {
        }
        if (j > c->items[k].from && amp__c_same(c, j, i) && c->t[j + 1].kind == AMP__C_SIGN) {
            return 1;
        }
        for (; j < c->items[k].to && c->items[k].name < 0; j++) {
            end = amp__c_is(c, j, '{') && (amp__c_is(c, j - 1, AMP__C_ENUM)
                                           || amp__c_is(c, j - 2, AMP__C_ENUM)) ? c->t[j].match : j;
            for (; j < end; j++) {
                if (amp__c_same(c, j, i)) {
                    return 1;
                }
            }
        }
    }
    return 0;
}

/* Whether [from, to) and [also, end) are the same text. */
static AMP__COLD int amp__vec_same_text(const amp__vec_tree *f, int from, int to, int also, int end)
{
    if (to - from != end - also) {
        return 0;
    }
    while (from < to && amp__c_same(f->c, from, also)) {
        from++;
        also++;
    }
    return from == to;
}

/* Whether [from, to) asks for the thread's place, or names a variable whose value does, as far as
   so many of them in each other are followed. */
enum { AMP__VEC_VALUES = 6 };
static AMP__COLD int amp__vec_asks_place(const amp__vec_tree *f, int from, int to, int values)
{
    int i;
    for (i = from; i < to; i++) {
        const amp__vec_var *v = amp__vec_var_at(f, i);
        const int part = v != NULL && v->kind == AMP__VEC_TIDX ? amp__vec_index_part(f, i) : 0;
        if (part == 'l' || part == 'g'
            || (v != NULL && v->kind == AMP__VEC_LOCAL && v->init != 0 && values > 0
                && amp__vec_asks_place(f, v->init, v->init_end, values - 1))) {
            return 1;
        }
    }
    return 0;
}

/* Whether t is a number of digits alone. */
static AMP__COLD int amp__vec_has_digits(const amp__c_token *t)
{
    int k = 0;
    while (k < t->n && amp__c_digit(t->s[k])) {
        k++;
    }
    return k == t->n;
}

/* Whether [from, to) is made of ints by +, - and * alone; constant: of such as nobody changes. */
static AMP__COLD int amp__vec_is_plain_sum(const amp__vec_tree *f, int from, int to, int constant)
{
    static const int signs[] = { '+', '-', '*', '(', ')', 0 };
    int i;
    for (i = from; i < to; i++) {
        const amp__c_token *t = &f->c->t[i];
        const amp__vec_var *v = amp__vec_var_at(f, i);
        if (v != NULL && v->kind == AMP__VEC_TIDX) {
            const int number = amp__vec_plain_index(f, i);
            i = number ? number + 1 : to;
        } else if (v != NULL ? (v->kind != AMP__VEC_LOCAL && v->kind != AMP__VEC_VALUE)
                   || v->array || v->address || !amp__vec_is_int_of(f->c, v)
                   || (constant && v->writes > 0)
                   : t->kind == AMP__C_SIGN ? !amp__c_among(f->c, i, signs)
                   : t->kind == AMP__C_NUMBER ? t->n > 6 || !amp__vec_has_digits(t)
                   : !amp__vec_is_constant_int(f->c, i)) {
            return 0;
        }
    }
    return i == to;
}

/* Adds `sign` times the sum e to *number, and to count[] its other terms, which are in of[].
   Whether there is room for these. */
enum { AMP__VEC_TERMS = 8 };
static AMP__COLD int amp__vec_add_terms(const amp__vec_tree *f, const amp__c_expr *e, int sign,
                                        const amp__c_expr **of, int *count, long *number)
{
    const amp__c_expr *t;
    int k;
    e = amp__c_ungrouped(e);
    for (t = amp__c_first_of(f->c, e, AMP__C_RANK_SUM); t != NULL; t = amp__c_next_of(e, t)) {
        const int by = amp__c_is_subtracted(f->c, e, t) ? -sign : sign;
        if (t != e && amp__c_ungrouped(t) != t) {
            if (!amp__vec_add_terms(f, t, by, of, count, number)) {
                return 0;
            }
        } else if (t->kind == AMP__C_CONSTANT && amp__c_whole_number(f->c, t) >= 0) {
            *number += by * amp__c_whole_number(f->c, t);
        } else {
            for (k = 0; k < AMP__VEC_TERMS && of[k] != NULL
                 && !amp__vec_same_text(f, of[k]->from, of[k]->to, t->from, t->to); k++) {
            }
            if (k == AMP__VEC_TERMS) {
                return 0;
            }
            of[k] = t;
            count[k] += by;
        }
    }
    return 1;
}

/* What sign * (a - b) - (c - d) is, where sign is 1 or -1: *number. Whether that is one number. */
static AMP__COLD int amp__vec_differs_by(const amp__vec_tree *f, const amp__c_expr *a,
                                         const amp__c_expr *b, const amp__c_expr *c,
                                         const amp__c_expr *d, int sign, long *number)
{
    const amp__c_expr *of[AMP__VEC_TERMS] = { NULL };
    int count[AMP__VEC_TERMS] = { 0 }, k;
    *number = 0;
    if (!amp__vec_add_terms(f, a, sign, of, count, number)
        || !amp__vec_add_terms(f, b, -sign, of, count, number)
        || !amp__vec_add_terms(f, c, -1, of, count, number)
        || !amp__vec_add_terms(f, d, 1, of, count, number)) {
        return 0;
    }
    for (k = 0; k < AMP__VEC_TERMS && count[k] == 0; k++) {
    }
    return k == AMP__VEC_TERMS;
}

/* What e is of *a and *b: 1: the greater one; -1: the smaller one; 0: something else.
   c ? a : b is one of them where c says that a - b is at least 0, or 1, or at most 0, or -1. */
static AMP__COLD int amp__vec_extreme(const amp__vec_tree *f, const amp__c_expr *e,
                                      const amp__c_expr **a, const amp__c_expr **b)
{
    const amp__c_expr *c;
    long apart;
    int sign, less;
    if (e->kind == AMP__C_CALL && e->child->kind == AMP__C_IDENTIFIER && e->child->next != NULL
        && e->child->next->next == e->last) {
        *a = amp__c_ungrouped(e->child->next);
        *b = amp__c_ungrouped(e->last);
        return amp__c_named(f->c, e->from, "amp_imax") ? 1
            : amp__c_named(f->c, e->from, "amp_imin") ? -1 : 0;
    }
    c = e->kind == AMP__C_CHOICE ? amp__c_ungrouped(e->child) : NULL;
    if (c == NULL || e->child->next == e->last || c->kind != AMP__C_BINARY
        || amp__c_rank(f->c, c->op) != AMP__C_RANK_COMPARE || c->child->next != c->last) {
        return 0;
    }
    *a = amp__c_ungrouped(e->child->next);
    *b = amp__c_ungrouped(e->last);
    if (!amp__vec_is_plain_sum(f, c->from, c->op, 1)
        || !amp__vec_is_plain_sum(f, c->op + 1, c->to, 1)
        || !amp__vec_is_plain_sum(f, (*a)->from, (*a)->to, 1)
        || !amp__vec_is_plain_sum(f, (*b)->from, (*b)->to, 1)) {
        return 0;
    }
    less = amp__c_is(f->c, c->op, '<') || amp__c_is(f->c, c->op, AMP__C_LESS_EQUAL);
    for (sign = 1; sign >= -1; sign -= 2) { /* sign * (left - right) == a - b + apart */
        if (amp__vec_differs_by(f, c->child, c->last, *a, *b, sign, &apart)) {
            const int up = less == (sign < 0); /* c: a - b + apart is more than 0, or than -1 */
            const int more = amp__c_is(f->c, c->op, '<') || amp__c_is(f->c, c->op, '>');
            const long least = up ? more - apart : more + apart;
            return least < 0 || least > 1 ? 0 : up ? 1 : -1;
        }
    }
    return 0;
}

/* Whether each name in [from, to) is of one variable, or of one constant, wherever it stands. */
static AMP__COLD int amp__vec_means_one(const amp__vec_tree *f, int from, int to)
{
    int i, k, most;
    for (i = from; i < to; i++) {
        most = f->note[i].var >= 0;
        for (k = 0; f->c->t[i].kind == AMP__C_NAME && k < f->var_count; k++) {
            most -= amp__c_same(f->c, f->vars[k].name, i);
        }
        if (most < 0) {
            return 0;
        }
    }
    return 1;
}

/* What e stands for, where it is a variable that is declared so and never changed: its value. */
static AMP__COLD const amp__c_expr *amp__vec_declared_value(const amp__vec_tree *f,
                                                            const amp__c_expr *e)
{
    const amp__vec_var *v = e->kind == AMP__C_IDENTIFIER ? amp__vec_var_at(f, e->op) : NULL;
    const amp__c_expr *value = v != NULL && v->kind == AMP__VEC_LOCAL && v->init != 0
        && v->writes == 0 && !v->address && amp__vec_is_int_of(f->c, v)
        && amp__vec_means_one(f, v->init, v->init_end)
        ? amp__vec_expression(f, v->init, v->init_end) : NULL;
    return value != NULL ? amp__c_ungrouped(value) : e;
}

#endif /* AMP_VECTORS_SUMS_H */
