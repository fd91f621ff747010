/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_EXPLICIT_VECTORS_H
#define AMP_VECTORS_EXPLICIT_VECTORS_H
/*
amp/vectors/explicit_vectors.h: loops over the threads of a block (blocks.h) that are written as
operations on vectors, in the form that gcc and clang have in common:

    for (l...) { float sum = b[r][l]; sum += at(a, y, k) * at(x, k, l); b[r][l] = sum; }

    amp__v sum = *(amp__v *)b[r];
    sum += at(a, y, k) * *(amp__u *)&at(x, k, l);
    *(amp__v *)b[r] = sum;

Then it is no question whether a compiler finds the vectors, nor whether it keeps the block's sums
in registers: clang 14 does neither of a loop, and a matrix product took 1.2 times as long.

Sums, differences and products of numbers of one type can be written so (quotients too, of floating
ones), of which neighbours have neighbouring ones, or all the same one. Each operation is that of
the thread, so the result has the same bits.
*/

#include "masks.h"
#include "unparse.h"

#if AMP__IMPLEMENT

/* What an operand is, as operations on vectors see it. */
enum { AMP__VEC_NO_OPERAND, AMP__VEC_ONE_NUMBER, AMP__VEC_ONE_VECTOR };

/* The word of v's type where that is one of a vector's elements: float, double, int, unsigned; else
   0. */
static AMP__COLD int amp__vec_element_type(const amp__vec_code *f, const amp__vec_var *v)
{
    static const int words[] = { AMP__C_FLOAT, AMP__C_DOUBLE, AMP__C_INT, AMP__C_UNSIGNED, 0 };
    int k, type = 0;
    for (k = v->spec; k < v->spec_end; k++) {
        if (amp__c_among(f->c, k, words) && type == 0) {
            type = f->c->t[k].number;
        } else if (!amp__c_is(f->c, k, AMP__C_CONST)) {
            return 0;
        }
    }
    return v->pointer || v->array || v->address || v->type != v->type_end ? 0 : type;
}

/* Whether the number at token i is of that type, or a small whole number. */
static AMP__COLD int amp__vec_is_number_of(const amp__vec_code *f, int i, int type)
{
    const amp__c_token *t = &f->c->t[i];
    const char last = t->s[t->n - 1];
    int k, digits = 0;
    if (t->kind != AMP__C_NUMBER || t->n > 15) {
        return 0;
    }
    for (k = 0; k < t->n; k++) {
        digits += amp__c_digit(t->s[k]);
    }
    return digits == t->n ? t->n <= 6
        : memchr(t->s, '.', (size_t)t->n) == NULL || t->s[1] == 'x' ? 0
        : type == AMP__C_FLOAT ? last == 'f' : type == AMP__C_DOUBLE && amp__c_digit(last);
}

static AMP__COLD int amp__vec_operand(const amp__vec_code *f, const amp__c_expr *e, int type);

/* What the element e is, whose name is token i: its type, and where neighbours have theirs. */
static AMP__COLD int amp__vec_operand_element(const amp__vec_code *f, const amp__c_expr *e, int i,
                                            int type)
{
    const amp__vec_var *v = &f->vars[f->note[i].var];
    const int first = e->kind == AMP__C_CALL ? i + 1 : e->from + 1;
    const amp__c_expr *x;
    int k, stride = AMP__VEC_STAYS;
    for (k = v->spec; k < v->spec_end; k++) { /* address and array are of the name, not of this */
        if (!amp__c_is(f->c, k, AMP__C_CONST) && f->c->t[k].number != type) {
            return AMP__VEC_NO_OPERAND;
        }
    }
    if (v->spec == v->spec_end || (e->kind == AMP__C_CALL
                                   && !amp__c_word_is(f->c, e->child->op, AMP__C_AT))
        || !amp__vec_is_even(f->levels, first, e->to)
        || !amp__vec_only_reads(f->tree, first, e->to)) {
        return AMP__VEC_NO_OPERAND;
    }
    if (e->kind == AMP__C_CALL) {
        stride = amp__vec_strides(f->levels, e->child->next->next, 1);
    } else {
        for (x = e; x->kind == AMP__C_INDEX; x = x->child) { /* the last index comes first */
            const int by = amp__vec_stride(f->levels, x->last, 1);
            if (by != AMP__VEC_STAYS && x != e) {
                return AMP__VEC_NO_OPERAND;
            }
            stride = x == e ? by : stride;
        }
    }
    return stride == AMP__VEC_STAYS ? AMP__VEC_ONE_NUMBER
        : stride == AMP__VEC_BY_ONE ? AMP__VEC_ONE_VECTOR : AMP__VEC_NO_OPERAND;
}

/* What the operands of the BINARY e are together. */
static AMP__COLD int amp__vec_operand_binary(const amp__vec_code *f, const amp__c_expr *e, int type)
{
    const amp__c_expr *x;
    int of = AMP__VEC_ONE_NUMBER;
    for (x = e->child; x != NULL; x = x->next) {
        const int is = amp__vec_operand(f, x, type);
        const int sign = x == e->child ? '+' : x->from - 1;
        if (is == AMP__VEC_NO_OPERAND
            || (x != e->child && !amp__c_is(f->c, sign, '+') && !amp__c_is(f->c, sign, '-')
                && !amp__c_is(f->c, sign, '*')
                && !(amp__c_is(f->c, sign, '/')
                     && (type == AMP__C_FLOAT || type == AMP__C_DOUBLE)))) {
            return AMP__VEC_NO_OPERAND;
        }
        of = is > of ? is : of;
    }
    return of;
}

/* What e is, where all in it are numbers of that type. */
static AMP__COLD int amp__vec_operand(const amp__vec_code *f, const amp__c_expr *e, int type)
{
    const int name = amp__vec_name_of_element(f->tree, e);
    int n;
    if (name >= 0) {
        return amp__vec_operand_element(f, e, name, type);
    }
    switch (e->kind) {
    case AMP__C_GROUP:
        return amp__vec_operand(f, e->child, type);
    case AMP__C_PREFIX:
        return amp__c_is(f->c, e->op, '-') ? amp__vec_operand(f, e->child, type)
            : AMP__VEC_NO_OPERAND;
    case AMP__C_CONSTANT:
        return amp__vec_is_number_of(f, e->op, type) ? AMP__VEC_ONE_NUMBER : AMP__VEC_NO_OPERAND;
    case AMP__C_BINARY:
        return amp__vec_operand_binary(f, e, type);
    case AMP__C_IDENTIFIER:
        n = f->note[e->op].var;
        if (n < 0 || amp__vec_element_type(f, &f->vars[n]) != type
            || (f->vars[n].kind != AMP__VEC_LOCAL && f->vars[n].kind != AMP__VEC_VALUE)
            || f->place[n].storage == AMP__VEC_REMATERIALISED
            || (f->vars[n].kind == AMP__VEC_VALUE && f->vars[n].writes != 0)) {
            return AMP__VEC_NO_OPERAND;
        }
        return f->vars[n].kind == AMP__VEC_VALUE || f->place[n].storage == AMP__VEC_SCALAR
            ? AMP__VEC_ONE_NUMBER : AMP__VEC_ONE_VECTOR;
    default:
        return AMP__VEC_NO_OPERAND;
    }
}

/* What the statement s gives a value: a variable of the thread, *n, or an element, *to (*n is -1
   then); returns the value, or NULL where it is another statement. */
static AMP__COLD const amp__c_expr *amp__vec_value_given(const amp__vec_code *f,
                                                         const amp__c_stmt *s, int *n,
                                                         const amp__c_expr **to)
{
    static const int ops[] = { '=', AMP__C_ADD_ASSIGN, AMP__C_SUBTRACT_ASSIGN,
        AMP__C_MULTIPLY_ASSIGN, 0 };
    const amp__c_expr *e = s->kind == AMP__C_EXPRESSION
        ? amp__vec_expression(f->tree, s->a, s->a_end) : NULL;
    *n = -1;
    *to = NULL;
    if (s->kind == AMP__C_DECLARATION) {
        *n = f->note[s->name].var;
        return amp__vec_value_of(f->tree, *n);
    }
    if (e == NULL || e->kind != AMP__C_ASSIGN || !amp__c_among(f->c, e->op, ops)) {
        return NULL;
    }
    *to = e->child;
    *n = e->child->kind == AMP__C_IDENTIFIER ? f->note[e->child->op].var : -1;
    return e->last;
}

/* Whether the loop o over the threads of a block can be written so. *type: of all its numbers, or 0
   where that is open. */
static AMP__COLD int amp__vec_is_explicit(const amp__vec_code *f, const amp__vec_op *o, int *type)
{
    int k, n;
    for (k = 0; k < o->count; k++) {
        const amp__c_expr *to, *value = amp__vec_value_given(f, o->list[k], &n, &to);
        if (n >= 0 && f->place[n].storage == AMP__VEC_REMATERIALISED) {
            continue;
        }
        if (value == NULL || (n >= 0 && (f->vars[n].kind != AMP__VEC_LOCAL
                                         || f->place[n].storage == AMP__VEC_SCALAR))) {
            return 0;
        }
        *type = *type == 0 && n >= 0 ? amp__vec_element_type(f, &f->vars[n]) : *type;
        if (*type == 0 || amp__vec_operand(f, value, *type) == AMP__VEC_NO_OPERAND
            || (n >= 0 ? amp__vec_element_type(f, &f->vars[n]) != *type
                : amp__vec_name_of_element(f->tree, to) < 0
                  || amp__vec_operand(f, to, *type) != AMP__VEC_ONE_VECTOR)) {
            return 0;
        }
    }
    return o->rests == 0 && o->sum == 0 && o->cases == NULL && !o->clipped;
}

/* Marks the tokens of [from, to) with which elements begin that are vectors. */
static AMP__COLD void amp__vec_mark_vectors(amp__vec_code *f, int from, int to, int type)
{
    int i;
    for (i = from; i < to; i++) {
        const amp__c_expr *e = amp__vec_element(f->tree, i);
        if (e != NULL && amp__vec_operand_element(f, e, i, type) == AMP__VEC_ONE_VECTOR) {
            f->vector_at[e->from] = 1;
        }
    }
}

/* The statement s, of numbers of that type, on vectors. */
static AMP__COLD void amp__vec_emit_explicit(amp__vec_code *f, const amp__c_stmt *s, int type)
{
    amp__text *b = &f->out;
    int n;
    const amp__c_expr *to, *value = amp__vec_value_given(f, s, &n, &to);
    if (n >= 0 && f->place[n].storage == AMP__VEC_REMATERIALISED) {
        return;
    }
    amp__vec_line(f, b, s->from);
    if (to != NULL) {
        amp__vec_unparse(f, b, to->from, value->from, 1);
    } else {
        if (f->place[n].storage == AMP__VEC_IN_LOOP && !f->place[n].many) {
            amp__text_puts(b, "amp__v ");
        }
        amp__vec_name(f, b, n, 1);
        amp__text_puts(b, " = ");
    }
    amp__vec_unparse(f, b, value->from, value->to, 1);
    amp__text_puts(b, (to == NULL || amp__c_is(f->c, value->from - 1, '='))
                   && amp__vec_operand(f, value, type) == AMP__VEC_ONE_NUMBER
                   ? "- (amp__v){ 0 }; " : "; ");
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_EXPLICIT_VECTORS_H */
