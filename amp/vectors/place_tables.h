/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_PLACE_TABLES_H
#define AMP_VECTORS_PLACE_TABLES_H
/*
amp/vectors/place_tables.h: calls of mathematics that give the same in each tile, as tables.

    for (int k = 1; k < 8; k++) { a[k] *= cosf(TURN * (float)(k * tidx.local[0]) / 512); }

What such a call is given follows from the thread's place in its tile, numbers of the text, and
counters of loops whose turns the text says: factors of a Fourier or cosine transform, weights of a
window. It is of the C library, or of a helper that has such a call and reads no memory. A table
has its results, by counter and thread, and is made once, where the file is loaded, by the calls
themselves: so they have the same bits.
*/

#include "strides.h"

/* Whether there is a table of what the call at i gives back, if of anything: a number that takes
   long. */
static AMP__COLD int amp__vec_is_worth_table(const amp__c_unit *c, int i)
{
    static const int types[] = { AMP__C_FLOAT, AMP__C_DOUBLE, 0 };
    const int g = amp__c_is(c, i + 1, '(') ? amp__c_find_function(c, i) : -1;
    int does = 0;
    return g >= 0 ? amp__c_among(c, c->functions[g].name - 1, types)
        && amp__vec_is_pure_call(c, i, &does) && (does & AMP__VEC_CALL_IS_SLOW)
        : amp__vec_function_at(c, i) >= 0 && memcmp(c->t[i].s, "amp", 3) != 0;
}

/* A kernel's tables at the most; the counters by which one goes; the turns of their loops, all
   multiplied: a table has as many elements a thread. */
enum { AMP__VEC_TABLES = 16, AMP__VEC_COUNTERS = 3, AMP__VEC_TABLE_TURNS = 32 };
/* What the call at token `call` is a table of. */
typedef struct amp__vec_table {
    int call, end; /* its name; behind its bracket */
    int by_thread; /* it differs from thread to thread */
    int loops;
    const amp__c_stmt *loop[AMP__VEC_COUNTERS]; /* by whose counters it goes, in the text's order */
    unsigned char uses[AMP__VEC_VARS];          /* of each variable: it follows from that one */
} amp__vec_table;

/* The for that begins at token `from`, among the statements s and what stands in them. */
static AMP__COLD const amp__c_stmt *amp__vec_for_at(const amp__c_stmt *s, int from)
{
    for (; s != NULL; s = s->next) {
        if (s->kind == AMP__C_FOR && s->from == from) {
            return s;
        }
        if (from >= s->from && from < s->to) {
            const amp__c_stmt *in = amp__vec_for_at(s->child, from);
            return in != NULL ? in : amp__vec_for_at(s->other, from);
        }
    }
    return NULL;
}

/* How many values from 0 on hold those of the counter n of the for s, `int k = 1; k < 8; k++`, as
   the text says; 0: it does not. */
static AMP__COLD int amp__vec_counted_turns(const amp__vec_levels *f, const amp__c_stmt *s, int n)
{
    const amp__vec_var *v = &f->vars[n];
    const amp__c_unit *c = f->c;
    const int up = s != NULL ? s->b : 0, end = s != NULL ? s->a + 2 : 0;
    int most, less, by_one, by_number;
    if (s == NULL || v->init_end != v->init + 1 || c->t[v->init].kind != AMP__C_NUMBER
        || v->writes != 1 || v->address || !amp__vec_is_int(f, v) || s->a_end != end + 1
        || f->note[s->a].var != n || c->t[end].kind != AMP__C_NUMBER || c->t[end].n > 3) {
        return 0;
    }
    less = amp__c_is(c, end - 1, '<');
    by_one = s->b_end == up + 2
        && ((f->note[up].var == n && amp__c_is(c, up + 1, AMP__C_INCREMENT))
            || (f->note[up + 1].var == n && amp__c_is(c, up, AMP__C_INCREMENT)));
    by_number = s->b_end == up + 3 && f->note[up].var == n
        && amp__c_is(c, up + 1, AMP__C_ADD_ASSIGN) && c->t[up + 2].kind == AMP__C_NUMBER;
    if (!(less || amp__c_is(c, end - 1, AMP__C_LESS_EQUAL)) || !(by_one || by_number)) {
        return 0;
    }
    most = atoi(c->t[end].s) + !less;
    return most > 0 && most <= AMP__VEC_TABLE_TURNS ? most : 0;
}

/* Whether the expression [from, to) follows from what tables go by, which is noted in *t; depth:
   of variables whose values it is. */
static AMP__COLD int amp__vec_follows_from_place(const amp__vec_levels *f, amp__vec_table *t,
                                                 int from, int to, int depth)
{
    int i, k, does = 0;
    for (i = from; i < to; i++) {
        const amp__c_token *token = &f->c->t[i];
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        const int n = f->note[i].var, part = v != NULL && v->kind == AMP__VEC_TIDX
            ? amp__vec_index_part(f->tree, i) : 0;
        if (part == 'l' && amp__vec_plain_index(f->tree, i)) {
            t->by_thread = 1;
            i = amp__vec_plain_index(f->tree, i) + 1;
        } else if (f->note[i].flags != 0 || amp__c_is(f->c, i, '[') || amp__c_is(f->c, i, '{')
                   || token->kind == AMP__C_TEXT || depth > 8) {
            return 0;
        } else if (v == NULL) {
            if (amp__c_named_among(f->c, i, amp__vec_places)) {
                return 0;
            }
            if (token->kind == AMP__C_NAME && amp__c_is(f->c, i + 1, '(')
                && !amp__c_is_type(f->c, i) && !amp__vec_is_pure_call(f->c, i, &does)) {
                return 0;
            }
        } else if (v->kind != AMP__VEC_LOCAL || v->array || v->pointer || v->address) {
            return 0;
        } else if (f->pure[n] && v->init != 0) {
            t->uses[n] = 1;
            if (!amp__vec_follows_from_place(f, t, v->init, v->init_end, depth + 1)) {
                return 0;
            }
        } else {
            const amp__c_stmt *s = v->head != 0 ? amp__vec_for_at(f->tree->root, v->head) : NULL;
            if (amp__vec_counted_turns(f, s, n) == 0) {
                return 0;
            }
            for (k = 0; k < t->loops && t->loop[k] != s; k++) {
            }
            if (k == AMP__VEC_COUNTERS) {
                return 0;
            }
            t->loop[k] = s;
            t->loops += k == t->loops;
            t->uses[n] = 1;
        }
    }
    return 1;
}

/* The counter of the loop s of a table. */
static AMP__COLD int amp__vec_counter_of(const amp__vec_levels *f, const amp__c_stmt *s)
{
    return f->note[s->a].var;
}

/* Whether the call at token i becomes a table, and which: *t. */
static AMP__COLD int amp__vec_is_table(const amp__vec_levels *f, int i, amp__vec_table *t)
{
    int k, turns = 1;
    if (amp__vec_model(f, AMP__SIMPLE) || f->note[i].flags != 0 || f->note[i].var >= 0
        || !amp__vec_is_worth_table(f->c, i)) {
        return 0;
    }
    memset(t, 0, sizeof(*t));
    t->call = i;
    t->end = f->c->t[i + 1].match + 1;
    if (!amp__vec_follows_from_place(f, t, i + 2, t->end - 1, 0) || !t->by_thread) {
        return 0;
    }
    for (k = 0; k < t->loops; k++) {
        turns *= amp__vec_counted_turns(f, t->loop[k], amp__vec_counter_of(f, t->loop[k]));
    }
    return turns <= AMP__VEC_TABLE_TURNS;
}

/* Whether there is such a call in [from, to). */
static AMP__COLD int amp__vec_has_table(const amp__vec_levels *f, int from, int to)
{
    amp__vec_table t;
    while (from < to && !amp__vec_is_table(f, from, &t)) {
        from++;
    }
    return from < to;
}

#endif /* AMP_VECTORS_PLACE_TABLES_H */
