/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_IF_CONVERSION_H
#define AMP_VECTORS_IF_CONVERSION_H
/*
amp/vectors/if_conversion.h: loops that choose, of which gcc must not make vectors.

gcc 12 makes wrong ones of two kinds of loops (docs/compiler-faults.md). A loop of the text which
may be one, as it sets a variable and has two conditions, or has few turns, stores an element and
has one, gets an AMP__VEC_SCALAR_TURN in its condition: for gcc an empty asm, of which, and around
which, it makes no vectors. One with loops over threads inside has it where the tile is one thread
(AMP__VEC_TILE_TURN): such loops vanish.
*/

#include "convergent_calls.h"
#include "resolve.h"

/* The most functions that call each other which are looked into. */
enum { AMP__VEC_CHOICE_DEPTH = 8 };

/* Whether the name at i is of a function of the language that chooses, as amp_imax and fminf; mine
   is not. */
static AMP__COLD int amp__vec_is_select_function(const amp__vec_body *f, int i)
{
    static const char *const parts[] = { "min", "max", "clamp", "step", "saturate" };
    const amp__c_token *t = &f->c->t[i];
    size_t k;
    int at;
    for (k = 0; k < sizeof(parts) / sizeof(*parts); k++) {
        const int n = (int)strlen(parts[k]);
        for (at = 0; at + n <= t->n; at++) {
            const char behind = (char)(at + n < t->n ? t->s[at + n] : '_');
            if (memcmp(t->s + at, parts[k], (size_t)n) == 0
                && (behind == 'f' || behind < 'a' || behind > 'z')) {
                return 1;
            }
        }
    }
    return 0;
}

/* Where the statement at i ends. */
static AMP__COLD int amp__vec_statement_end(const amp__vec_body *f, int i, int end)
{
    return amp__c_statement_end(f->c, i, end, amp__vec_model_of(&f->kernel) == AMP__PHASED);
}

/* How often a value may be chosen in one turn of what [from, to) is the body of: conditions, twice
   as many where they stand in a loop, which the compiler may unroll. 2 stands for more. */
static AMP__COLD int amp__vec_count_selects(const amp__vec_body *f, int from, int to, int depth)
{
    int i, n = 0;
    for (i = from; i < to && n < 2; i++) {
        if (amp__c_is(f->c, i, AMP__C_IF) || amp__c_is(f->c, i, '?')) {
            n++;
        } else if (amp__c_is(f->c, i, AMP__C_SWITCH)) {
            n = 2;
        } else if (amp__c_is(f->c, i, AMP__C_FOR) || amp__c_is(f->c, i, AMP__C_WHILE)
                   || amp__c_is(f->c, i, AMP__C_DO)) {
            const int end = amp__vec_statement_end(f, i, to);
            n += 2 * amp__vec_count_selects(f, i + 1, end < to ? end : to, depth);
            i = end - 1;
        } else if (f->c->t[i].kind == AMP__C_NAME && amp__c_is(f->c, i + 1, '(')) {
            const int g = amp__c_find_function(f->c, i);
            n += g < 0 ? amp__vec_is_select_function(f, i)
                : depth == AMP__VEC_CHOICE_DEPTH ? 2
                : amp__vec_count_selects(f, f->c->functions[g].from, f->c->functions[g].to,
                                         depth + 1);
        }
    }
    return n < 2 ? n : 2;
}

/* Whether the `=` at i sets what may be a variable: it is no declaration's, and what it sets no
   element of a view, nor of an array at an index that is computed. */
static AMP__COLD int amp__vec_is_variable_assignment(const amp__vec_body *f, int i)
{
    if (amp__c_is(f->c, i - 1, ']')) {
        return f->c->t[i - 2].kind == AMP__C_NUMBER;
    }
    if (amp__c_is(f->c, i - 1, ')')) {
        return f->c->t[i - 1].match < 0 || amp__c_is(f->c, f->c->t[i - 1].match + 1, '*');
    }
    return f->c->t[i - 2].kind != AMP__C_NAME || amp__c_is(f->c, i - 2, AMP__C_ELSE)
        || amp__c_is(f->c, i - 2, AMP__C_DO);
}

/* Whether [from, to) sets what may be a variable, but for the first part of a for's head. */
static AMP__COLD int amp__vec_assigns_variable(const amp__vec_body *f, int from, int to, int depth)
{
    int i;
    for (i = from; i < to; i++) {
        if (amp__c_is(f->c, i, '=') && amp__vec_is_variable_assignment(f, i)) {
            return 1;
        }
        if (amp__c_is(f->c, i, AMP__C_FOR) && amp__c_is(f->c, i + 1, '(')) {
            i = amp__c_until(f->c, i + 2, ';', to);
        } else if (f->c->t[i].kind == AMP__C_NAME && amp__c_is(f->c, i + 1, '(')) {
            const int g = amp__c_find_function(f->c, i);
            if (g >= 0 && (depth == AMP__VEC_CHOICE_DEPTH
                           || amp__vec_assigns_variable(f, f->c->functions[g].from,
                                                        f->c->functions[g].to,
                                                        depth + 1))) {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether the compiler may know how many turns the `for` at i has: no variable of the kernel stands
   in the first two parts of its head but its counter. */
static AMP__COLD int amp__vec_has_known_turns(const amp__vec_tree *f, int i)
{
    int parts = 0, counter = -1;
    for (i += 2; f->c->t[i].kind != AMP__C_EOF && parts < 2; i++) {
        if (counter < 0) {
            counter = f->note[i].var;
        } else if ((f->note[i].var >= 0 && f->note[i].var != counter) || amp__c_is(f->c, i, '(')) {
            return 0;
        }
        parts += amp__c_is(f->c, i, ';');
    }
    return 1;
}

/* Whether [from, to) stores an element: of a view, or of an array. */
static AMP__COLD int amp__vec_stores_element(const amp__vec_body *f, int from, int to)
{
    for (; from < to; from++) {
        if (amp__c_assigns(f->c, from) && !amp__vec_is_variable_assignment(f, from)
            && (amp__c_is(f->c, from - 1, ')') || amp__c_is(f->c, from - 1, ']'))) {
            return 1;
        }
    }
    return 0;
}

/* Whether the variable at token i is changed by what it was: s += x, s++, s = x + s. */
static AMP__COLD int amp__vec_is_summed(const amp__vec_tree *f, int i)
{
    const amp__c_expr *e = f->expr[i];
    int k;
    while (e != NULL && e->parent != NULL && e->parent->child == e
           && (e->parent->kind == AMP__C_MEMBER || e->parent->kind == AMP__C_GROUP)) {
        e = e->parent;
    }
    e = e != NULL ? e->parent : NULL;
    if (e == NULL || e->kind != AMP__C_ASSIGN || !amp__c_is(f->c, e->op, '=')) {
        return 1;
    }
    for (k = e->op + 1; k < e->to; k++) {
        if (f->note[k].var == f->note[i].var) {
            return 1;
        }
    }
    return 0;
}

/* How many sums of the loop whose text is [from, to), and elements that it stores, gcc may find
   side by side: from them on it looks for groups of elements. A variable whose address is taken is
   one wherever it is named, and what stands in a loop within counts twice; 2 stands for more. */
static AMP__COLD int amp__vec_count_roots(const amp__vec_tree *f, int from, int to)
{
    int i, n = 0;
    for (i = from; i < to && n < 2; i++) {
        const amp__vec_var *v = amp__vec_var_at(f, i);
        const int written = (f->note[i].flags & AMP__VEC_WRITTEN) != 0;
        if ((f->note[i].flags & AMP__VEC_MEMORY_WRITE)
            || (v != NULL && v->kind == AMP__VEC_LOCAL && (v->name < from || v->name >= to)
                && (v->address || (written && (v->array || amp__vec_is_summed(f, i)))))) {
            n += amp__vec_is_in_loop(f, from, i) ? 2 : 1;
        }
    }
    return n < 2 ? n : 2;
}

/* Whether the loop at i, with the text [from, to), may choose a variable's value twice, or store in
   few turns what it reads under a condition, or have a group of elements under one. */
static AMP__COLD int amp__vec_needs_scalar_loop(const amp__vec_tree *f, int i, int from, int to)
{
    const int n = amp__vec_count_selects(&f->body, from, to, 0);
    const int body = amp__c_is(f->c, i, AMP__C_FOR) ? amp__c_closing(f->c, i + 1) + 1 : from;
    return (n >= 2 && amp__vec_assigns_variable(&f->body, from, to, 0))
        || (n >= 1 && amp__vec_count_roots(f, body, to) >= 2)
        || (n >= 1 && amp__c_is(f->c, i, AMP__C_FOR) && amp__vec_has_known_turns(f, i)
            && amp__vec_stores_element(&f->body, from, to));
}

/* Of the `for` or `while` at i, the first token of its condition where the loop is not to become
   vectors; -1 where it may, and where at i is none. */
static AMP__COLD int amp__vec_scalar_loop_condition(const amp__vec_tree *f, int i)
{
    const int is_for = amp__c_is(f->c, i, AMP__C_FOR), end = f->c->count;
    int body, from, to;
    if ((!is_for && !amp__c_is(f->c, i, AMP__C_WHILE)) || !amp__c_is(f->c, i + 1, '(')) {
        return -1;
    }
    body = amp__c_closing(f->c, i + 1) + 1;
    if (!is_for && amp__c_is(f->c, body, ';')) { /* of a do, or with nothing in it */
        if (amp__c_named(f->c, i + 2, "0") && body == i + 4) {
            return -1; /* no loop */
        }
        if (amp__c_is(f->c, i - 1, '}')
            && !amp__vec_needs_scalar_loop(f, i, amp__c_match(f->c, i - 1), body + 1)) {
            return -1;
        }
        return i + 2;
    }
    from = is_for ? amp__c_until(f->c, i + 2, ';', end) + 1 : i + 2;
    to = amp__vec_statement_end(&f->body, body, end);
    return amp__vec_needs_scalar_loop(f, i, from, to < end ? to : end) ? from : -1;
}

#endif /* AMP_VECTORS_IF_CONVERSION_H */
