/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_MASKS_H
#define AMP_VECTORS_MASKS_H
/*
amp/vectors/masks.h: loops whose number of turns differs from thread to thread, and which pay as
vectors.

    while (n < most && x * x + y * y <= 4) { ... }     numbers of the thread alone
    while (low < high) { ... at(edges, middle) ... }   and elements at places that it finds

Some threads of a row go through such a loop side by side, turn by turn, as long as one of them
has a turn; those that are through keep what they have. What the loop does stays right;
but only what compilers make vectors of under a condition is faster than each by itself. A loop
that reads neighbours' elements,

    for (k = 0; k < at(length, row); k++) { sum += at(value, k, row); }

goes so as long as all of them have a turn; then each goes on by itself. Where no thread may read
past an end, it goes so as long as a quarter of them have a turn (AMP__VEC_WHILE_MANY): the others
read what their neighbours' places are followed by, and keep what they have. A place that such a
thread finds in memory is 0 instead:

    sum += at(value, k, row) * at(x, at(column, k, row));     at(x, absent thread ? 0 : ...)
*/

#include "if_conversion.h"
#include "strides.h"
#include "structures.h"

/* Whether variable n is written in [from, to). */
static AMP__COLD int amp__vec_is_written(const amp__vec_levels *f, int n, int from, int to)
{
    int i, is = 0;
    for (i = from; i < to; i++) {
        is |= f->note[i].var == n && (f->note[i].flags & AMP__VEC_WRITTEN);
    }
    return is;
}

/* What the `for` s adds to variable n in its third part, something uniform; NULL where it does
   something else. n++ adds itself: the operator. */
static AMP__COLD const amp__c_expr *amp__vec_loop_step(const amp__vec_levels *f,
                                                       const amp__c_stmt *s, int n)
{
    const amp__c_expr *e = amp__vec_expression(f->tree, s->b, s->b_end);
    if (e == NULL || !amp__vec_is_variable(f, e->child, n)) {
        return NULL;
    }
    if (amp__c_expr_is(f->c, e, AMP__C_ASSIGN, AMP__C_ADD_ASSIGN)) {
        return amp__vec_is_uniform_int(f, e->last) ? e->last : NULL;
    }
    return amp__c_expr_is(f->c, e, AMP__C_PREFIX, AMP__C_INCREMENT)
        || amp__c_expr_is(f->c, e, AMP__C_POSTFIX, AMP__C_INCREMENT) ? e : NULL;
}

/* The counter of the loop s of a thread: declared in it, it grows by something uniform in each
   turn; nobody else writes it, or leaves the loop but with all others. -1: it has none. */
static AMP__COLD int amp__vec_own_counter(const amp__vec_levels *f, const amp__c_stmt *s)
{
    const amp__c_stmt *d = s->kind == AMP__C_FOR ? s->init : NULL;
    const int n = d != NULL && d->kind == AMP__C_DECLARATION && d->next == NULL && d->value != 0
        ? f->note[d->name].var : -1;
    const amp__vec_var *v = n >= 0 ? &f->vars[n] : NULL;
    return v == NULL || f->convergent[s->number] || f->candidate[n] || v->address || v->array
        || !amp__vec_is_int(f, v) || !amp__vec_has_common_exits(f, s)
        || amp__vec_loop_step(f, s, n) == NULL || amp__vec_is_written(f, n, s->a, s->a_end)
        || amp__vec_is_written(f, n, s->b_end, s->to) ? -1 : n;
}

/* Whether n is a variable of one turn of the loop s: declared in it, with a value, and not written
   again. */
static AMP__COLD int amp__vec_is_of_turn(const amp__vec_levels *f, const amp__c_stmt *s, int n)
{
    const amp__vec_var *v = &f->vars[n];
    return v->kind == AMP__VEC_LOCAL && v->name >= s->child->from && v->name < s->child->to
        && v->init != 0 && v->writes == 0 && !v->address && !v->array && !v->pointer;
}

/* Whether a thread finds in a turn of the loop s what [from, to) comes to. */
static AMP__COLD int amp__vec_is_found_in(const amp__vec_levels *f, const amp__c_stmt *s, int from,
                                          int to)
{
    return amp__vec_is_found(f, from, to, s->child->from, s->child->to);
}

/* The counter of the loop s of a thread that pays while all threads have a turn: neighbours, which
   have the same counter then, read elements side by side, or found by such. -1: it is none. turn:
   what is known in such a turn. */
static AMP__COLD int amp__vec_common_counter(const amp__vec_levels *f, const amp__c_stmt *s,
                                             amp__vec_levels *turn)
{
    const int n = amp__vec_own_counter(f, s);
    int i, pays = 0;
    if (n < 0 || !amp__vec_has_single_exit(f->tree, s)
        || amp__vec_uniform(f, f->vars[n].init, f->vars[n].init_end) == AMP__VEC_VARYING) {
        return -1;
    }
    *turn = *f;
    turn->candidate[n] = 1;
    for (i = 0; i < f->tree->var_count; i++) {
        turn->pure[i] |= amp__vec_is_of_turn(f, s, i) && amp__vec_is_int(f, &f->vars[i])
            && !amp__vec_is_found_in(f, s, f->vars[i].init, f->vars[i].init_end);
    }
    for (i = s->child->from; i < s->child->to; i++) {
        const amp__c_expr *e = amp__vec_element(f->tree, i);
        if (e != NULL && !amp__vec_is_found_in(f, s, i + 1, e->to)) {
            if (amp__vec_strided(turn, e->from, e->to, 0)) {
                return -1;
            }
            pays |= amp__vec_uniform(turn, i + 1, e->to) == AMP__VEC_VARYING;
        }
    }
    return pays ? n : -1;
}

/* Whether the first and the last of some neighbouring threads say between which places those of all
   are that [from, to) stands for, an index or a part of one in which neighbours have the same place
   or the next one, by turn. */
static AMP__COLD int amp__vec_is_even(const amp__vec_levels *turn, int from, int to)
{
    static const int others[] = { '?', AMP__C_CHAR, AMP__C_SHORT, AMP__C_BOOL, 0 };
    int i;
    for (i = from; i < to; i++) {
        const int n = turn->note[i].var;
        const amp__vec_var *v = n >= 0 ? &turn->vars[n] : NULL;
        if (amp__c_among(turn->c, i, others) || amp__c_find_type(turn->c, i) >= 0
            || amp__vec_element(turn->tree, i) != NULL) {
            return 0;
        }
        if (v != NULL && v->kind == AMP__VEC_LOCAL && !turn->candidate[n] && !turn->lockstep[n]
            && !turn->by_row[n] && (!turn->pure[n] || !amp__vec_is_int(turn, v)
                                    || !amp__vec_is_even(turn, v->init, v->init_end))) {
            return 0;
        }
    }
    return 1;
}

/* Whether one can say before a turn of the loop s, if all threads may read
   what those read that have a turn: elements of views, at places that are even, or that such a
   thread finds. What is read to ask for the next turn each has read before. */
static AMP__COLD int amp__vec_can_all_read(const amp__vec_levels *f, const amp__c_stmt *s,
                                           const amp__vec_levels *turn)
{
    static const int selects[] = { '?', AMP__C_AND, AMP__C_OR, 0 };
    int i, k, selected = 0;
    for (i = s->a; i < s->child->to; i++) {
        const amp__c_expr *e = amp__vec_element(f->tree, i);
        selected |= i < s->a_end && amp__c_among(f->c, i, selects);
        if (e == NULL) {
            continue;
        }
        if (e->kind != AMP__C_CALL || !amp__c_word_is(f->c, e->child->op, AMP__C_AT)
            || f->vars[f->note[i].var].kind != AMP__VEC_VIEW || (i >= s->b && i < s->b_end)) {
            return 0;
        }
        for (k = i + 1; k < e->to && i < s->a_end; k++) {
            const int m = f->note[k].var;
            if (selected || (m >= 0 && amp__vec_is_written(f, m, s->a, s->to))) {
                return 0;
            }
        }
        if (i >= s->child->from && !amp__vec_is_found_in(f, s, i + 1, e->to)
            && !amp__vec_is_even(turn, i + 1, e->to)) {
            return 0;
        }
    }
    return 1;
}

/* Whether v is a number of 4 bytes, or a double, or a structure of such numbers: an element of a
   view or of tile memory, or a variable. *real: it is a floating one. */
static AMP__COLD int amp__vec_is_masked_type(const amp__vec_levels *f, const amp__vec_var *v,
                                             int *real)
{
    static const char *const words[] = { "const", "register", "int", "unsigned", "signed", "float",
        "double", "int32_t", "uint32_t", NULL };
    int k;
    if (v->pointer || v->type != v->type_end || v->spec == v->spec_end) {
        return 0;
    }
    for (k = v->spec; k < v->spec_end && amp__c_named_among(f->c, k, words); k++) {
        *real |= amp__c_is(f->c, k, AMP__C_FLOAT) || amp__c_is(f->c, k, AMP__C_DOUBLE);
    }
    return k == v->spec_end || amp__vec_structure(f->tree, v) >= 0;
}

/* Whether the division at token i may be one of a vector: of floating numbers, as far as the names
   and numbers in it tell, or by a number. */
static AMP__COLD int amp__vec_is_masked_division(const amp__vec_levels *f, int i)
{
    const amp__c_expr *e = f->tree->expr[i];
    int k, real = 0;
    if (!amp__vec_divides(f->tree, i, i + 1)) {
        return 1;
    }
    for (k = e != NULL ? e->from : i; e != NULL && k < e->to; k++) {
        const int n = f->note[k].var;
        const amp__c_token *t = &f->c->t[k];
        if (n >= 0 && f->vars[n].spec < f->vars[n].spec_end) {
            (void)amp__vec_is_masked_type(f, &f->vars[n], &real);
        }
        real |= t->kind == AMP__C_NUMBER && memchr(t->s, '.', (size_t)t->n) != NULL;
    }
    return real;
}

/* The most helpers that call each other in such a loop. */
enum { AMP__VEC_MASKED_DEPTH = 5 };

/* Whether a call of the name at i, by so many helpers that call each other, stays in vectors: of a
   function that is one instruction, or of a helper with neither loops nor memory. */
static AMP__COLD int amp__vec_is_masked_call(const amp__vec_levels *f, int i, int depth)
{
    static const char *const names[] = { "fabs", "fabsf", "sqrt", "sqrtf", "floor", "floorf",
        "ceil", "ceilf", "trunc", "truncf", "rint", "rintf", "abs", NULL };
    static const int others[] = { '[', '&', '/', '%', AMP__C_ARROW, AMP__C_FOR, AMP__C_WHILE,
        AMP__C_DO, AMP__C_SWITCH, AMP__C_GOTO, AMP__C_LONG, AMP__C_CHAR, AMP__C_SHORT, AMP__C_BOOL,
        0 };
    const int g = amp__c_find_function(f->c, i);
    const amp__c_function *h = g >= 0 ? &f->c->functions[g] : NULL;
    int k;
    if (h == NULL) {
        return amp__c_named_among(f->c, i, names);
    }
    for (k = h->name + 1; k < h->to && depth < AMP__VEC_MASKED_DEPTH; k++) {
        if (amp__c_among(f->c, k, others)
            || (f->c->t[k].kind == AMP__C_NAME && amp__c_is(f->c, k + 1, '(')
                && !amp__c_is(f->c, k, AMP__C_IF) && !amp__c_is(f->c, k, AMP__C_RETURN)
                && !amp__vec_is_masked_call(f, k, depth + 1))) {
            return 0;
        }
    }
    return depth < AMP__VEC_MASKED_DEPTH;
}

/* Whether the element at token i of the loop s, which is read, is one that vectors gather: of one
   dimension, at an index that the turn finds. Of neighbours under a condition gcc 12 makes no
   vectors, and a turn took ten times as long; along memory each thread is as fast by itself. */
static AMP__COLD int amp__vec_is_masked_read(const amp__vec_levels *f, const amp__c_stmt *s, int i)
{
    const amp__c_expr *e = amp__vec_element(f->tree, i);
    int k, j, own = 0;
    if (e == NULL || i < s->child->from || i >= s->child->to
        || (e->kind == AMP__C_CALL ? f->vars[f->note[i].var].rank != 1
            || !amp__c_word_is(f->c, e->child->op, AMP__C_AT) : e->child->kind == AMP__C_INDEX)) {
        return 0;
    }
    for (k = i + 1; k < e->to; k++) {
        const int n = f->note[k].var;
        const amp__vec_var *v = n >= 0 ? &f->vars[n] : NULL;
        int written = 0;
        if (v == NULL || v->kind == AMP__VEC_SHAPE || v->kind == AMP__VEC_VALUE) {
            continue;
        }
        for (j = s->child->from; j < s->child->to && v->kind == AMP__VEC_LOCAL; j++) {
            written |= f->note[j].var == n
                && (j == v->name || (f->note[j].flags & AMP__VEC_WRITTEN));
        }
        for (j = s->b; j < s->b_end; j++) {
            written &= f->note[j].var != n;
        }
        if (!written && (v->kind != AMP__VEC_LOCAL || !f->candidate[n])) {
            return 0;
        }
        own |= written;
    }
    return own;
}

/* Whether token i, in the loop s of a thread, is nothing that keeps compilers from vectors. common:
   each turn is one of all threads. */
static AMP__COLD int amp__vec_can_mask_token(const amp__vec_levels *f, const amp__c_stmt *s, int i,
                                             int common)
{
    static const int others[] = { AMP__C_FOR, AMP__C_WHILE, AMP__C_DO, AMP__C_SWITCH,
        AMP__C_RETURN, AMP__C_GOTO, AMP__C_LONG, AMP__C_CHAR, AMP__C_SHORT, AMP__C_BOOL, 0 };
    const int n = f->note[i].var;
    const amp__vec_var *v = n >= 0 ? &f->vars[n] : NULL;
    int real = 0;
    if (amp__c_among(f->c, i, others) || (f->note[i].flags & AMP__VEC_MEMORY_WRITE)
        || f->c->t[i].kind == AMP__C_TEXT) {
        return 0;
    }
    if ((f->note[i].flags & AMP__VEC_MEMBER) || f->c->t[i].kind != AMP__C_NAME) {
        return !(f->c->t[i].kind == AMP__C_SIGN
                 && (amp__c_is(f->c, i, '/') || amp__c_is(f->c, i, '%')
                     || amp__c_is(f->c, i, AMP__C_DIVIDE_ASSIGN)
                     || amp__c_is(f->c, i, AMP__C_REMAINDER_ASSIGN)))
            || amp__vec_is_masked_division(f, i);
    }
    if (v == NULL) {
        return !amp__c_is(f->c, i + 1, '(') || amp__c_is_access(f->c, i)
            || amp__c_is(f->c, i, AMP__C_IF) || amp__c_is(f->c, i, AMP__C_SIZEOF)
            || amp__vec_is_masked_call(f, i, 0);
    }
    switch (v->kind) {
    case AMP__VEC_SHAPE:
    case AMP__VEC_TIDX:
        return 1;
    case AMP__VEC_VIEW:
    case AMP__VEC_TILE:
        return amp__vec_is_masked_type(f, v, &real)
            && (common || (amp__vec_structure(f->tree, v) < 0 && amp__vec_is_masked_read(f, s, i)));
    case AMP__VEC_VALUE:
    case AMP__VEC_LOCAL:
        return !v->address && !v->array && amp__vec_is_masked_type(f, v, &real);
    default:
        return 0;
    }
}

/* The kind of the loop s where it has turns of its own for each thread, and is made of what
   compilers make vectors of, under a condition or where all threads have a turn; else 0. */
static AMP__COLD int amp__vec_is_masked(const amp__vec_levels *f, const amp__c_stmt *s)
{
    amp__vec_levels turn;
    int i, jumps = 0, differ, kind;
    if (!amp__c_is_loop(s) || f->convergent[s->number] || f->whole[s->number]
        || amp__vec_short_loop(f->tree, s) || s->child == NULL) {
        return 0;
    }
    kind = amp__vec_common_counter(f, s, &turn) < 0 ? AMP__VEC_WHILE_ANY
        : amp__vec_can_all_read(f, s, &turn) ? AMP__VEC_WHILE_MANY : AMP__VEC_WHILE_ALL;
    for (i = s->from + 1; i < s->to; i++) {
        if (s->kind == AMP__C_DO && i == s->child->to) {
            i++; /* its own while */
        }
        if (!amp__vec_can_mask_token(f, s, i, kind != AMP__VEC_WHILE_ANY)) {
            return 0;
        }
        jumps |= amp__c_is(f->c, i, AMP__C_BREAK) || amp__c_is(f->c, i, AMP__C_CONTINUE);
    }
    differ = amp__vec_uniform(f, s->a, s->a_end) == AMP__VEC_VARYING;
    return (differ || (jumps && !amp__vec_has_common_exits(f, s)))
        && amp__vec_reports(f->tree, s->from, s->to) < 0
        && !amp__vec_has_interleaved_group(f, s->from, s->to, AMP__VEC_ANY_USE) ? kind : 0;
}

#endif /* AMP_VECTORS_MASKS_H */
