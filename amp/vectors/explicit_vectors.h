/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_EXPLICIT_VECTORS_H
#define AMP_VECTORS_EXPLICIT_VECTORS_H
/*
amp/vectors/explicit_vectors.h: loops over the threads of a block that are written as
operations on vectors, in the form that gcc and clang have in common:

    for (l...) { float sum = b[r][l]; sum += at(a, y, k) * at(x, k, l); b[r][l] = sum; }

    amp__v sum = *(amp__v *)b[r];
    sum += at(a, y, k) * *(amp__u *)&at(x, k, l);
    *(amp__v *)b[r] = sum;

Then it is no question whether a compiler finds the vectors, nor whether it keeps the block's sums
in registers: clang 14 does neither of a loop, and a matrix product took 1.2 times as long.

Where each thread goes along a row of its own, as in sum += at(a, l, k) * at(x, k), so many turns as
a vector has numbers are done at once: each thread's next numbers are read as a vector, and these
are turned round.

    thread l      a b c d        k      a e i m
           l + 1  e f g h   ->   k + 1  b f j n
           l + 2  i j k l        k + 2  c g k o
           l + 3  m n o p        k + 3  d h l p

Sums, differences and products of numbers of one type can be written so (quotients too, of floating
ones), of which neighbours have neighbouring ones, or all the same one. Each operation is that of
the thread, so the result has the same bits.
*/

#include "strips.h"
#include "unparse.h"

/* What an operand is, as operations on vectors see it. */
enum { AMP__VEC_NO_OPERAND, AMP__VEC_ONE_NUMBER, AMP__VEC_ONE_VECTOR, AMP__VEC_ROW_OF_THREAD };

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

/* Whether the element whose indices are [first, e->to), the last of them `index`, is the next one
   in memory in the next turn of the loop that f->row_counter counts. */
static AMP__COLD int amp__vec_goes_along_row(const amp__vec_code *f, const amp__c_expr *e,
                                             int first, const amp__c_expr *index)
{
    const int n = f->row_counter - 1;
    const amp__c_expr *term;
    if (n < 0 || amp__vec_mentions(f->levels, first, e->to, n) != 1
        || (f->turns != NULL
            && amp__vec_mentions(f->levels, first, e->to, f->turns->counter) != 0)) {
        return 0;
    }
    index = amp__c_ungrouped(index);
    for (term = amp__c_first_of(f->c, index, AMP__C_RANK_SUM); term != NULL;
         term = amp__c_next_of(index, term)) {
        if (amp__vec_is_variable(f->levels, term, n)) {
            return !amp__c_is_subtracted(f->c, index, term);
        }
    }
    return 0;
}

/* What the element e is, whose name is token i: its type, and where neighbours have theirs. */
static AMP__COLD int amp__vec_operand_element(const amp__vec_code *f, const amp__c_expr *e, int i,
                                            int type)
{
    const amp__vec_var *v = &f->vars[f->note[i].var];
    const int first = e->kind == AMP__C_CALL ? i + 1 : e->from + 1;
    int k, stride;
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
    stride = amp__vec_element_stride(f->levels, e);
    return stride == AMP__VEC_STAYS ? AMP__VEC_ONE_NUMBER
        : stride == AMP__VEC_BY_ONE ? AMP__VEC_ONE_VECTOR
        : amp__vec_goes_along_row(f, e, first, e->last) ? AMP__VEC_ROW_OF_THREAD
        : AMP__VEC_NO_OPERAND;
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
        of = is > AMP__VEC_ONE_NUMBER ? AMP__VEC_ONE_VECTOR : of;
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

/* Marks the tokens of o with which elements begin that are vectors, and notes in f->rows[] those
   that go along rows; 0 where they are too many, or o writes memory, which the next turns may
   read. */
static AMP__COLD int amp__vec_mark_vectors(amp__vec_code *f, const amp__vec_op *o, int type)
{
    int i, k, n, writes = 0;
    f->vector_at = (char *)amp__c_new(f->c, (size_t)f->c->count);
    f->row_count = 0;
    for (k = 0; k < o->count; k++) {
        const amp__c_expr *to;
        (void)amp__vec_value_given(f, o->list[k], &n, &to);
        writes |= n < 0;
        for (i = o->list[k]->from; i < o->list[k]->to; i++) {
            const amp__c_expr *e = amp__vec_element(f->tree, i);
            const int is = e != NULL ? amp__vec_operand_element(f, e, i, type)
                : AMP__VEC_NO_OPERAND;
            if (is == AMP__VEC_ONE_VECTOR) {
                f->vector_at[e->from] = 1;
            } else if (is == AMP__VEC_ROW_OF_THREAD) {
                if (f->row_count == AMP__VEC_ROW_OPERANDS) {
                    return 0;
                }
                f->rows[f->row_count] = e;
                f->vector_at[e->from] = (char)(f->row_count++ + 2);
            }
        }
    }
    return !writes || f->row_count == 0;
}

/* The number of the counter of the loop o, and 1, where it counts by one, as all threads do, and
   nothing else writes it; else 0. */
static AMP__COLD int amp__vec_counter_by_one(const amp__vec_code *f, const amp__vec_op *o)
{
    const amp__c_stmt *s = o->stmt, *d = s->kind == AMP__C_FOR ? s->init : NULL;
    const int n = d != NULL && d->kind == AMP__C_DECLARATION && d->next == NULL && d->value != 0
        ? f->note[d->name].var : -1;
    const amp__c_expr *end, *step;
    if (n < 0 || o->lockstep || o->by_row || o->masked || !amp__vec_is_int(f->levels, &f->vars[n])
        || f->place[n].storage != AMP__VEC_SCALAR || f->vars[n].address || f->vars[n].array
        || !amp__vec_has_single_exit(f->tree, s)
        || amp__vec_is_written(f->levels, n, s->a, s->a_end)
        || amp__vec_is_written(f->levels, n, s->b_end, s->to)) {
        return 0;
    }
    end = amp__vec_loop_end(f->levels, s, n);
    step = amp__vec_loop_step(f->levels, s, n);
    return end != NULL && step != NULL
        && (step->kind == AMP__C_PREFIX || step->kind == AMP__C_POSTFIX) ? n + 1 : 0;
}

/* That counter, where threads may go along rows: up to what is no small number, around one loop
   over the threads. */
static AMP__COLD int amp__vec_row_counter_of(const amp__vec_code *f, const amp__vec_op *o)
{
    return o->child != NULL && o->child->kind == AMP__VEC_LANES && o->child->next == NULL
        && o->stmt->kind == AMP__C_FOR && !amp__vec_short_loop(f->tree, o->stmt)
        ? amp__vec_counter_by_one(f, o) : 0;
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

#endif /* AMP_VECTORS_EXPLICIT_VECTORS_H */
