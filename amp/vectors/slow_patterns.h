/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_SLOW_PATTERNS_H
#define AMP_VECTORS_SLOW_PATTERNS_H
/*
amp/vectors/slow_patterns.h: what in a kernel's text is slow as vectors, why, and the faster text:
sentences with file and line, for AMP_LOG=1.

They are about the loops over threads of the plan, not what is done once for the tile. What the pass
is not sure of it does not say. docs/slow-kernels.md has each, and tests/check_slow_kernels.sh.
*/

#include "advice.h"
#include "joins.h"
#include "neighbours.h"
#include "place_tables.h"

/* ==== memory ============================================================== */

/* Whether the index e goes with the counter of a loop around it that all threads share. */
static AMP__COLD int amp__vec_goes_with_loop(const amp__vec_advice *f, const amp__c_expr *e)
{
    int i, goes = 0;
    for (i = e->from; i < e->to; i++) {
        const int n = f->note[i].var;
        goes |= n >= 0 && f->vars[n].kind == AMP__VEC_LOCAL && f->vars[n].head != 0;
    }
    return goes;
}

/* Whether the statement that token i stands in has an element of a view, neighbouring ones for
   neighbouring threads, next to that of tile memory: one of both goes across, as in a transpose. */
static AMP__COLD int amp__vec_is_transposed(const amp__vec_advice *f, int i)
{
    const amp__c_stmt *s = f->note[i].owner;
    int k, is = 0;
    for (k = s != NULL ? s->from : i; s != NULL && k < s->to; k++) {
        const amp__c_expr *e = amp__vec_element(f->tree, k), *factor = NULL;
        is |= e != NULL && f->vars[f->note[k].var].kind == AMP__VEC_VIEW
            && (e->kind != AMP__C_CALL || e->last == NULL
                || amp__vec_lanes_of_index(f->levels, e->last, &factor, 0)
                    == AMP__VEC_LANES_ADJOIN);
    }
    return is;
}

/* Whether the element e is what an atomic operation changes, which has a sentence of its own. */
static AMP__COLD int amp__vec_is_of_atomic(const amp__vec_advice *f, const amp__c_expr *e)
{
    do {
        e = e->parent;
    } while (e != NULL && (e->kind == AMP__C_GROUP || e->kind == AMP__C_PREFIX));
    return e != NULL && e->kind == AMP__C_CALL
        && amp__c_is(f->c, e->child->op, AMP__C_AMP | AMP__C_ATOMIC);
}

/* The element e of a view, whose index comes from memory. That of an index which another one has,
   too, is told once. */
static AMP__COLD void amp__vec_advise_gather(amp__vec_advice *f, const amp__c_expr *e, int name)
{
    amp__text *b;
    int k;
    for (k = 0; k < f->count; k++) {
        if (f->pattern[k].index > 0
            && amp__vec_same_text(f->tree, f->pattern[k].index, f->pattern[k].past, e->last->from,
                                  e->last->to)) {
            return;
        }
    }
    b = amp__vec_quote_pattern(f, AMP__VEC_SLOW_GATHER, name, e->from, e->to);
    for (k = 0; b != NULL && k < f->count; k++) {
        if (&f->pattern[k].text == b) {
            f->pattern[k].index = e->last->from;
            f->pattern[k].past = e->last->to;
            amp__text_puts(b, "the index comes from memory, so each thread goes to an element of "
                              "its own. Faster: an order of the data in which neighbouring threads "
                              "have neighbouring indices");
        }
    }
}

/* The element e of a view, at(V, ...), whose name is token i. In a kernel with loops those outside
   of them count for little. */
static AMP__COLD void amp__vec_advise_view(amp__vec_advice *f, const amp__c_expr *e, int i)
{
    const amp__c_expr *index, *factor = NULL;
    const int name = f->vars[f->note[i].var].name;
    int lanes = 0, outer = AMP__VEC_LANES_SHARE, read = 0, kind;
    amp__text *b;
    for (index = e->child->next->next; index != NULL; index = index->next) {
        lanes = amp__vec_lanes_of_index(f->levels, index, &factor, 0);
        read |= lanes == AMP__VEC_LANES_READ;
        outer = index->next != NULL && lanes > outer ? lanes : outer;
    }
    kind = read ? AMP__VEC_SLOW_GATHER
        : outer == AMP__VEC_LANES_ADJOIN || outer == AMP__VEC_LANES_SPREAD ? AMP__VEC_SLOW_ROWS
        : outer == AMP__VEC_LANES_SHARE && lanes == AMP__VEC_LANES_SPREAD ? AMP__VEC_SLOW_APART
        : -1;
    if (kind < 0 || amp__vec_is_of_atomic(f, e) || (f->loops && !amp__vec_is_in_loop(f->tree, 0, i))
        || amp__vec_is_done_alone(f, i)) {
        return;
    }
    if (kind == AMP__VEC_SLOW_GATHER) {
        amp__vec_advise_gather(f, e, name);
        return;
    }
    b = amp__vec_quote_pattern(f, kind, name, e->from, e->to);
    if (b != NULL && kind == AMP__VEC_SLOW_APART) {
        amp__text_puts(b, "neighbouring threads' elements lie ");
        amp__vec_put_quote(f, b, factor->from, factor->to);
        amp__text_puts(b, " apart. Faster: neighbouring elements for neighbouring threads, or "
                       "bring a block of them through tile memory");
    } else if (b != NULL) {
        const int walks = amp__vec_goes_with_loop(f, e->last);
        amp__text_printf(b, "%sneighbouring threads' elements lie a row of %.*s apart. Faster: %s",
                         walks ? "each thread walks memory by itself, and " : "", f->c->t[i].n,
                         f->c->t[i].s, f->kernel->rank > 1 && !walks
                         ? "the index of the last dimension as the last one"
                         : "turn the array around once, or bring blocks of it through tile memory");
    }
}

/* The element e of tile memory, t[...][...], whose name is token i. */
static AMP__COLD void amp__vec_advise_tile(amp__vec_advice *f, const amp__c_expr *e, int i)
{
    const amp__c_expr *factor = NULL;
    amp__text *b;
    if (e->kind != AMP__C_INDEX || e->child->kind != AMP__C_INDEX
        || !amp__vec_is_in_loop(f->tree, 0, i)
        || amp__vec_lanes_of_index(f->levels, e->last, &factor, 0) != AMP__VEC_LANES_SHARE
        || amp__vec_lanes_of_index(f->levels, e->child->last, &factor, 0) != AMP__VEC_LANES_ADJOIN
        || amp__vec_is_done_alone(f, i) || amp__vec_is_transposed(f, i)) {
        return;
    }
    b = amp__vec_quote_pattern(f, AMP__VEC_SLOW_COLUMN, f->vars[f->note[i].var].name, e->from,
                               e->to);
    if (b != NULL) {
        amp__text_printf(b, "neighbouring threads' elements lie a row of %.*s apart. Faster: keep "
                         "it turned around, with the thread's index as the last one",
                         f->c->t[i].n, f->c->t[i].s);
    }
}

/* The atomic operation at token i. */
static AMP__COLD void amp__vec_advise_atomic(amp__vec_advice *f, int i)
{
    const amp__c_expr *e = f->tree->expr[i], *all = e != NULL ? e->parent : NULL;
    const amp__c_expr *to = all != NULL && all->kind == AMP__C_CALL ? e->next : NULL, *index;
    const amp__c_expr *factor = NULL;
    int lanes = AMP__VEC_LANES_SHARE, k;
    amp__text *b;
    for (k = 0; k < f->sum_count; k++) {
        if (all == f->sums[k]) {
            return;
        }
    }
    to = amp__c_ungrouped(to);
    to = amp__c_expr_is(f->c, to, AMP__C_PREFIX, '&') ? amp__c_ungrouped(to->child) : NULL;
    if (to == NULL || to->kind != AMP__C_CALL || amp__vec_memory_of(f->tree, to) != AMP__VEC_VIEW
        || amp__vec_is_done_alone(f, i)) {
        return;
    }
    for (index = to->child->next->next; index != NULL; index = index->next) {
        const int of = amp__vec_lanes_of_index(f->levels, index, &factor, 0);
        lanes = of > lanes ? of : lanes;
    }
    if (lanes == AMP__VEC_LANES_ADJOIN && !amp__vec_is_in_loop(f->tree, 0, i)) {
        return; /* a tile's results, each once */
    }
    b = amp__vec_quote_pattern(f, AMP__VEC_SLOW_ATOMIC, i, all->from, all->to);
    if (b != NULL) {
        amp__text_puts(b, lanes == AMP__VEC_LANES_SHARE
                       ? "all threads of a tile change one element, one after the other. Faster: "
                       "amp_tile_reduce, and one thread that adds its result"
                       : "an instruction with a lock, for each thread. Faster: an array in tile "
                       "memory, and at the end each of its elements once");
    }
}

/* ==== arithmetic ========================================================== */

/* A call of such a function, at token i. Those of one line share a sentence. */
static AMP__COLD void amp__vec_advise_math(amp__vec_advice *f, int i)
{
    const int function = amp__vec_function_at(f->c, i);
    amp__text *b;
    int k;
    /* None, or one that has vectors. */
    if (function < f->functions && (f->fast || function < 0 || amp__vec_is_of_floats(f->c, i))) {
        return;
    }
    for (k = 0; k < f->maths; k++) {
        if (amp__c_same(f->c, f->math[k], i)) {
            return;
        }
    }
    if (f->maths == AMP__VEC_PATTERNS) {
        return;
    }
    f->math[f->maths++] = i;
    b = amp__vec_new_pattern(f, AMP__VEC_SLOW_MATH, i, i);
    for (k = 0; k < f->count; k++) {
        amp__vec_pattern *p = &f->pattern[k];
        if (p->kind == AMP__VEC_SLOW_MATH && amp__vec_on_one_line(f->c, p->at, i)) {
            amp__text_puts(&p->text, b == NULL ? " and " : "");
            amp__text_put(&p->text, f->c->t[i].s, (size_t)f->c->t[i].n);
            p->exact |= !f->fast && function < AMP__VEC_MOST;
        }
    }
}

/* Whether the expression e is of whole numbers, as far as its names tell. */
static AMP__COLD int amp__vec_is_whole(const amp__vec_advice *f, const amp__c_expr *e)
{
    int i;
    for (i = e->from; i < e->to; i++) {
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        const amp__c_token *t = &f->c->t[i];
        if ((v != NULL && v->kind != AMP__VEC_TIDX && v->kind != AMP__VEC_SHAPE
             && !((v->kind == AMP__VEC_LOCAL || v->kind == AMP__VEC_VALUE)
                  && amp__vec_is_int(f->levels, v)))
            || (v == NULL && t->kind == AMP__C_NAME && amp__c_is(f->c, i + 1, '('))
            || (t->kind == AMP__C_NUMBER && strspn(t->s, "0123456789uUlL") < (size_t)t->n)) {
            return 0;
        }
    }
    return 1;
}

/* Whether s is an `if` in a loop that all threads go through together, by a rest of the thread's
   index: if (l % (2 * by) == 0). */
static AMP__COLD int amp__vec_goes_by_rest(const amp__vec_advice *f, const amp__c_stmt *s)
{
    const amp__c_expr *factor = NULL, *e;
    const amp__c_stmt *p;
    int turns = 0;
    for (p = s; p != NULL; p = p->parent) {
        turns |= amp__c_is_loop(p) && f->levels->convergent[p->number];
    }
    e = s != NULL && s->kind == AMP__C_IF && turns
        ? amp__c_ungrouped(amp__vec_expression(f->tree, s->a, s->a_end)) : NULL;
    e = amp__c_expr_is(f->c, e, AMP__C_BINARY, AMP__C_EQUAL) ? amp__c_ungrouped(e->child) : NULL;
    return amp__c_expr_is(f->c, e, AMP__C_BINARY, '%') && e->child->next == e->last
        && amp__vec_lanes_of_index(f->levels, e->child, &factor, 0) == AMP__VEC_LANES_ADJOIN;
}

/* The operator / or % at token i, of whole numbers. */
static AMP__COLD void amp__vec_advise_division(amp__vec_advice *f, int i)
{
    const amp__c_expr *e = f->tree->expr[i], *by, *factor = NULL;
    amp__text *b;
    int differs = 0;
    if (e == NULL || (e->kind != AMP__C_BINARY && e->kind != AMP__C_ASSIGN) || e->op != i) {
        return; /* of several only the first */
    }
    by = amp__c_ungrouped(e->child->next);
    if (amp__c_whole_number(f->c, by) > 0 || by->kind == AMP__C_CAST || !amp__vec_is_whole(f, e)
        || amp__vec_uniform(f->levels, e->from, e->to) != AMP__VEC_VARYING) {
        return;
    }
    if (by->kind == AMP__C_IDENTIFIER && f->note[by->from].var < 0) {
        return; /* a constant of an enumeration */
    }
    for (by = e->child; by != NULL; by = by->next) { /* not of what a row of threads shares */
        differs |= amp__vec_lanes_of_index(f->levels, by, &factor, 0) != AMP__VEC_LANES_SHARE;
    }
    if (!differs || amp__vec_goes_by_rest(f, f->note[i].owner)) {
        return;
    }
    b = amp__vec_quote_pattern(f, AMP__VEC_SLOW_DIVISION, f->kernel->name, e->from, e->to);
    if (b != NULL) {
        amp__text_puts(b, "there is no instruction that divides a vector of whole numbers. Faster: "
                       "a tile of more dimensions, whose indices are the quotient and the rest; "
                       "or a divisor that is a constant");
    }
}

/* How many operations of arithmetic the number at token i makes ones of doubles: those around it,
   up to what makes a float of their value. *all: all of them. */
static AMP__COLD int amp__vec_operations_around(const amp__vec_advice *f, int i,
                                                const amp__c_expr **all)
{
    const amp__c_expr *e = f->tree->expr[i], *of, *o;
    int operations = 0;
    for (of = e; of != NULL; of = of->parent) {
        if (of->kind == AMP__C_BINARY && amp__c_rank(f->c, of->op) >= AMP__C_RANK_SUM) {
            for (o = of->child->next; o != NULL; o = o->next) {
                operations++;
            }
        } else if (of->kind == AMP__C_ASSIGN && !amp__c_is(f->c, of->op, '=')) {
            operations++;
            break;
        } else if (of != e && of->kind != AMP__C_GROUP && of->kind != AMP__C_PREFIX) {
            break;
        }
        *all = of;
    }
    return operations;
}

/* The number at token i, where it makes a double of what is float in a kernel without doubles. One
   operation on a number that is a float, too, compilers do as float. */
static AMP__COLD void amp__vec_advise_double(amp__vec_advice *f, int i)
{
    const amp__c_token *t = &f->c->t[i];
    const amp__c_expr *all = f->tree->expr[i];
    const char last = t->s[t->n - 1];
    const double value = atof(t->s);
    int k, operations, plain = 0;
    amp__text *b;
    for (k = 0; k < t->n; k++) {
        plain |= t->s[k] == '.' || t->s[k] == 'e' || t->s[k] == 'E';
    }
    if (!plain || !(last == '.' || amp__c_digit(last)) || memchr(t->s, 'x', (size_t)t->n) != NULL
        || all == NULL || amp__c_has(f->c, f->kernel->param, f->kernel->body_end, AMP__C_DOUBLE)) {
        return;
    }
    operations = amp__vec_operations_around(f, i, &all);
    if (operations == 0 || (operations == 1 && (double)(float)value == value)
        || amp__vec_uniform(f->levels, all->from, all->to) != AMP__VEC_VARYING
        || (b = amp__vec_quote_pattern(f, AMP__VEC_SLOW_DOUBLE, f->kernel->name, all->from,
                                       all->to)) == NULL) {
        return;
    }
    amp__text_printf(b, "%.*s is a double, and so what it is added to or multiplied with: half as "
                     "many threads a vector. Faster: %.*sf, and so all such numbers", t->n, t->s,
                     t->n, t->s);
}

/* ==== statements ========================================================== */

/* Whether the number of turns of the loop s goes by something that differs from thread to thread:
   AMP__VEC_DIFFER, by their place or by memory; AMP__VEC_MAY_DIFFER; or not. In a simple kernel
   whose boxes are one loop nobody has asked which variables threads share. */
enum { AMP__VEC_MAY_DIFFER = 1, AMP__VEC_DIFFER };
static AMP__COLD int amp__vec_turns_differ(const amp__vec_advice *f, const amp__c_stmt *s)
{
    const int boxes = amp__vec_model(f, AMP__SIMPLE) && !f->levels->in_rows;
    int i, differ = !boxes && amp__vec_uniform(f->levels, s->a, s->a_end) == AMP__VEC_VARYING;
    for (i = s->a; i < s->a_end && (differ || boxes); i++) {
        const int n = f->note[i].var;
        const amp__c_expr *e = f->tree->expr[i], *factor = NULL;
        int lanes = AMP__VEC_LANES_SHARE;
        if (n < 0 || e == NULL || (f->note[i].flags & AMP__VEC_MEMBER)) {
            continue;
        }
        if (amp__vec_element(f->tree, i) != NULL) {
            e = amp__vec_element(f->tree, i);
        } else if (f->vars[n].head == s->from && f->vars[n].init != 0) {
            e = amp__vec_value_of(f->tree, n);
        } else if (f->vars[n].kind != AMP__VEC_LOCAL) {
            continue;
        }
        lanes = amp__vec_lanes_of_index(f->levels, e, &factor, 0);
        differ = lanes != AMP__VEC_LANES_SHARE && lanes != AMP__VEC_LANES_UNKNOWN
            ? AMP__VEC_DIFFER : differ;
    }
    return differ;
}

/* A `break`, `continue` or `return` of some threads in the loop s; -1: there is none. */
static AMP__COLD int amp__vec_first_jump(const amp__vec_advice *f, const amp__c_stmt *s)
{
    int i;
    for (i = s->b_end; i < s->to; i++) {
        i = amp__vec_reached(f->tree, i);
        if (amp__c_is(f->c, i, AMP__C_RETURN) || amp__c_is(f->c, i, AMP__C_BREAK)
            || amp__c_is(f->c, i, AMP__C_CONTINUE)) {
            return i;
        }
    }
    return -1;
}

/* The condition around the loop s of a simple kernel for which some threads do not come to it, of
   which nothing is known but that it differs from thread to thread; NULL: there is none. */
static AMP__COLD const amp__c_stmt *amp__vec_condition_around(const amp__vec_advice *f,
                                                              const amp__c_stmt *s)
{
    const amp__c_stmt *p = s->parent;
    while (p != NULL && p->kind == '{') {
        p = p->parent;
    }
    return amp__vec_model(f, AMP__SIMPLE) && s->kind == AMP__C_FOR && p != NULL
        && p->kind == AMP__C_IF
        && amp__vec_uniform(f->levels, p->a, p->a_end) == AMP__VEC_VARYING
        && amp__vec_strip_condition(f->levels, p, 0) == NULL ? p : NULL;
}

/* Why each thread goes through the loop s by itself; -1: that is not known. jump: of some threads
   in it, or -1. */
static AMP__COLD int amp__vec_why_each(const amp__vec_advice *f, const amp__c_stmt *s, int jump)
{
    int k, far = 0;
    if (amp__vec_is_done_alone(f, s->from)) {
        return AMP__VEC_SLOW_ALONE;
    }
    if (amp__vec_turns_differ(f, s)) {
        return AMP__VEC_SLOW_TURNS;
    }
    if (jump >= 0 && !amp__vec_has_common_exits(f->levels, s)) {
        return AMP__VEC_SLOW_LEFT;
    }
    if (amp__vec_uniform(f->levels, s->a, s->a_end) == AMP__VEC_BY_MEMORY) {
        return AMP__VEC_SLOW_READ;
    }
    for (k = 0; k < f->count; k++) {
        far |= f->pattern[k].kind == AMP__VEC_SLOW_ROWS
            || f->pattern[k].kind == AMP__VEC_SLOW_APART;
    }
    return !far && !f->tree->reports && amp__vec_condition_around(f, s) != NULL
        ? AMP__VEC_SLOW_COMES : -1;
}

/* The loop s, which each thread goes through by itself. */
static AMP__COLD void amp__vec_advise_loop(amp__vec_advice *f, const amp__c_stmt *s)
{
    static const char itself[] = "so each goes through it by itself. Faster:";
    static const char choose[] = "in a turn load first, then let a condition choose the value";
    const int jump = s->kind == AMP__C_FOR ? amp__vec_first_jump(f, s) : -1;
    const int head = s->kind == AMP__C_DO || s->child == NULL ? s->from + 1 : s->child->from;
    const int kind = amp__vec_why_each(f, s, jump);
    const amp__c_token *t = jump >= 0 ? &f->c->t[jump] : NULL;
    amp__text *b = kind >= 0 ? amp__vec_quote_pattern(f, kind, s->from, s->from, head) : NULL;
    if (b == NULL) {
        return;
    }
    switch (kind) {
    case AMP__VEC_SLOW_ALONE:
        amp__text_puts(b, "one thread of a row does this loop, and the others wait for it. Faster: "
                       "all threads of the tile, each with its part, and amp_tile_reduce");
        break;
    case AMP__VEC_SLOW_TURNS:
        amp__text_printf(b, "how many turns it has %s from thread to thread, %s the same turns for "
                         "all threads; %s%s", amp__vec_turns_differ(f, s) == AMP__VEC_DIFFER
                         ? "differs" : "may differ", itself, choose,
                         amp__c_has(f->c, s->b, s->b_end, AMP__C_INCREMENT)
                         ? "; where rows are long, a warp or a tile for each" : "");
        break;
    case AMP__VEC_SLOW_LEFT:
        amp__text_printf(b, "some threads leave it, or a turn of it, by the %.*s of line %d, %s "
                         "all turns for all threads; %s", t->n, t->s, t->line, itself, choose);
        break;
    case AMP__VEC_SLOW_READ:
        amp__text_printf(b, "its condition reads memory in each turn, %s read it into a const int "
                         "before the loop", itself);
        break;
    default:
        amp__text_printf(b, "some threads do not come to it, by the condition of line %d, %s the "
                         "loop for all threads, and the condition around what is stored",
                         f->c->t[amp__vec_condition_around(f, s)->from].line, itself);
    }
}

/* The loops and conditions in the statement s. Of loops in each other the outer one is told. */
static AMP__COLD void amp__vec_advise_statement(amp__vec_advice *f, const amp__c_stmt *s,
                                                int in_loop)
{
    const amp__c_stmt *p;
    amp__text *b;
    if (amp__vec_goes_by_rest(f, s)
        && (b = amp__vec_quote_pattern(f, AMP__VEC_SLOW_TREE, s->from, s->from, s->a_end + 1))
            != NULL) {
        amp__text_puts(b, "threads that go in lie apart, further in each turn. Faster: the first "
                       "ones: if (l < by) { t[l] += t[l + by]; }, with by halved in each turn");
    }
    if (amp__c_is_loop(s) && !in_loop && !amp__vec_short_loop(f->tree, s)) {
        amp__vec_advise_loop(f, s);
    }
    in_loop |= amp__c_is_loop(s);
    for (p = s->child; p != NULL; p = p->next) {
        amp__vec_advise_statement(f, p, in_loop);
    }
    for (p = s->other; p != NULL; p = p->next) {
        amp__vec_advise_statement(f, p, in_loop);
    }
}

/* ==== helpers ============================================================= */

/* Whether the loop at token i of a helper has at most eight turns, for all to see: for (int k = 0;
   k < 8; k++). */
static AMP__COLD int amp__vec_is_short_in_helper(const amp__c_unit *c, int i)
{
    const int end = c->t[i + 1].match, a = amp__c_find_sign(c, i + 2, ';', end) + 1;
    return amp__c_is(c, i, AMP__C_FOR)
        && amp__vec_ends_soon(c, a, amp__c_find_sign(c, a, ';', end));
}

/* The call at token i, of a function of the text that stays one. */
static AMP__COLD void amp__vec_advise_helper(amp__vec_advice *f, int i, int depth)
{
    enum { AMP__DEEPEST = 8 };
    static const int loops[] = { AMP__C_FOR, AMP__C_WHILE, AMP__C_DO, 0 };
    const int g = amp__c_find_function(f->c, i);
    const amp__c_function *h = g >= 0 ? &f->c->functions[g] : NULL;
    const amp__c_token *t = &f->c->t[i];
    int k, j, atomics = 0, tile = 0;
    amp__text *b;
    for (k = h != NULL ? h->from : 0; h != NULL && k < h->to; k++) {
        atomics |= amp__c_is(f->c, k, AMP__C_AMP | AMP__C_ATOMIC);
        if (amp__c_among(f->c, k, loops) && !amp__c_is(f->c, k - 1, '}')
            && !amp__vec_is_short_in_helper(f->c, k)
            && (b = amp__vec_new_pattern(f, AMP__VEC_SLOW_HELPER, i, h->name)) != NULL) {
            amp__text_printf(b, "%.*s has a loop, at line %d: a thread calls it, and goes through "
                             "it by itself. Faster: a call that all threads make, of a loop whose "
                             "turns are the same for all", t->n, t->s, f->c->t[k].line);
        }
        amp__vec_advise_math(f, k);
        if (f->c->t[k].kind == AMP__C_NAME && amp__c_is(f->c, k + 1, '(') && depth < AMP__DEEPEST) {
            amp__vec_advise_helper(f, k, depth + 1);
        }
    }
    for (j = i + 2; atomics && depth == 0 && j < f->c->t[i + 1].match; j++) {
        tile |= f->note[j].var >= 0 && f->vars[f->note[j].var].kind == AMP__VEC_TILE;
    }
    if (tile && (b = amp__vec_new_pattern(f, AMP__VEC_SLOW_POINTER, i, h->name)) != NULL) {
        amp__text_printf(b, "%.*s is given tile memory, and does not know it: its atomics are "
                         "instructions with a lock. Faster: the atomic in the kernel, on the array "
                         "by its name", t->n, t->s);
    }
}

/* ==== the plan ============================================================ */

/* What stands in [from, to) of a loop over the threads. */
static AMP__COLD void amp__vec_advise_tokens(amp__vec_advice *f, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        const amp__c_expr *e;
        i = amp__vec_reached(f->tree, i);
        e = amp__vec_element(f->tree, i);
        if (e != NULL && f->vars[f->note[i].var].kind == AMP__VEC_TILE) {
            amp__vec_advise_tile(f, e, i);
        } else if (e != NULL && e->kind == AMP__C_CALL
                   && amp__c_word_is(f->c, e->child->op, AMP__C_AT)) {
            amp__vec_advise_view(f, e, i);
        } else if (amp__c_is(f->c, i, AMP__C_AMP | AMP__C_ATOMIC)) {
            amp__vec_advise_atomic(f, i);
        } else if (f->c->t[i].kind == AMP__C_NAME && amp__c_is(f->c, i + 1, '(')
                   && f->note[i].var < 0) {
            amp__text *b = amp__c_named(f->c, i, "AMP__VEC_GIVE")
                ? amp__vec_new_pattern(f, AMP__VEC_SLOW_WARP, i, f->kernel->name) : NULL;
            if (b != NULL) {
                amp__text_puts(b, "an operation of warps: the threads' values go through an array, "
                               "warp by warp. Faster: amp_tile_reduce or a tree in tile memory, "
                               "with barriers");
            }
            e = f->tree->expr[i] != NULL ? f->tree->expr[i]->parent : NULL;
            if ((e == NULL || amp__vec_uniform(f->levels, e->from, e->to) == AMP__VEC_VARYING)
                && !amp__vec_has_table(f->levels, i, i + 1)) {
                amp__vec_advise_math(f, i);
                amp__vec_advise_helper(f, i, 0);
            }
        } else if (f->c->t[i].kind == AMP__C_NUMBER) {
            amp__vec_advise_double(f, i);
        } else if (amp__c_is(f->c, i, '/') || amp__c_is(f->c, i, '%')
                   || amp__c_is(f->c, i, AMP__C_DIVIDE_ASSIGN)
                   || amp__c_is(f->c, i, AMP__C_REMAINDER_ASSIGN)) {
            amp__vec_advise_division(f, i);
        }
    }
}

/* The plan from o on. alone: one thread of a row does it; own: it is a masked loop. */
static AMP__COLD void amp__vec_advise_plan(amp__vec_advice *f, const amp__vec_op *o, int alone,
                                           int own)
{
    int k;
    for (; o != NULL; o = o->next) {
        f->alone = alone | o->one;
        if (f->alone && o->kind == AMP__VEC_STRIPS && o->stmt->kind == AMP__C_FOR
            && !amp__vec_short_loop(f->tree, o->stmt)) {
            amp__vec_advise_loop(f, o->stmt);
        }
        f->sum_count = o->kind == AMP__VEC_LANES ? amp__vec_find_sums(f->levels, o, f->sums) : 0;
        for (k = 0; k < o->count; k++) {
            const amp__c_stmt *s = o->list[k];
            amp__vec_advise_tokens(f, amp__vec_stmt_from(s), f->alone ? 0 : s->to);
            amp__vec_advise_statement(f, s, own);
        }
        amp__vec_advise_plan(f, o->init, alone | o->one, 0);
        amp__vec_advise_plan(f, o->child, alone | o->one, o->masked);
        amp__vec_advise_plan(f, o->step, alone | o->one, 0);
        amp__vec_advise_plan(f, o->other, alone, 0);
    }
}

/* Whether one of the list s, or in it, is a loop, other than one over a tree, of few turns. */
static AMP__COLD int amp__vec_has_loops(const amp__vec_advice *f, const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if ((amp__c_is_loop(s) && !amp__vec_is_tree_loop(f->tree, s))
            || amp__vec_has_loops(f, s->child) || amp__vec_has_loops(f, s->other)) {
            return 1;
        }
    }
    return 0;
}

/* The tile itself. */
static AMP__COLD void amp__vec_advise_tile_size(amp__vec_advice *f)
{
    const int length = amp__vec_row_length(f->tree);
    amp__text *b = length > 0 && length < AMP__VEC_SLOW_ROW
        ? amp__vec_new_pattern(f, AMP__VEC_SLOW_TILE, f->kernel->name, f->kernel->name) : NULL;
    if (b != NULL) {
        amp__text_printf(b, "the tile's last dimension is %d: vectors are no longer than a row of "
                         "the tile, and AVX2 has room for 8 floats. Faster: a last dimension of 16 "
                         "and more, better 64", length);
    }
}

/* Puts the patterns into the order of their lines. */
static AMP__COLD void amp__vec_sort_patterns(amp__vec_advice *f)
{
    int k, j;
    for (k = 1; k < f->count; k++) {
        const amp__vec_pattern p = f->pattern[k];
        for (j = k; j > 0 && f->c->t[f->pattern[j - 1].at].line > f->c->t[p.at].line; j--) {
            f->pattern[j] = f->pattern[j - 1];
        }
        f->pattern[j] = p;
    }
}

/* The pass `advise`: what of the kernel's text is slow in the loops of that schedule. So many
   `functions` are vectors, of floats alone but with AMP_VECTORS_FAST=1 (fast). */
static AMP__COLD void amp__vec_find_slow_patterns(amp__vec_advice *f,
                                                  const amp__vec_schedule *schedule, int fast,
                                                  int functions)
{
    int k;
    memset(f, 0, sizeof(*f));
    f->fast = fast;
    f->functions = functions;
    f->levels = schedule->levels;
    f->tree = schedule->tree;
    f->c = schedule->c;
    f->kernel = schedule->kernel;
    f->note = schedule->note;
    f->vars = schedule->vars;
    f->out = amp__c_empty(&f->c->store);
    f->loops = amp__vec_has_loops(f, f->tree->root->child);
    if (!amp__vec_joins(schedule)) {
        amp__vec_advise_tile_size(f);
    }
    amp__vec_advise_plan(f, schedule->plan, 0, 0);
    amp__vec_sort_patterns(f);
    for (k = 0; k < f->count && k < AMP__VEC_PATTERNS_TOLD; k++) {
        const amp__c_token *t = &f->c->t[f->pattern[k].at];
        amp__text_printf(&f->out, "%.*s:%d: ", t->file_n, t->file, t->line);
        amp__text_put(&f->out, f->pattern[k].text.at, f->pattern[k].text.used);
        if (f->pattern[k].kind == AMP__VEC_SLOW_MATH) {
            amp__text_printf(&f->out, ": there are no vectors of this%s fewer calls: a table, a "
                             "recurrence, or sqrt and products", f->pattern[k].exact
                             ? " with the last bits of fibers, so each thread calls it. Faster: "
                             "AMP_VECTORS_FAST=1, or" : ", so each thread calls it. Faster:");
        }
        amp__text_puts(&f->out, "\n");
    }
}

/* Behind it: each sentence is there, in the order of the lines. */
static AMP__COLD int amp__vec_advice_holds(const amp__vec_advice *f)
{
    int k;
    for (k = 0; k < f->count; k++) {
        if (f->pattern[k].text.used == 0
            || (k > 0 && f->c->t[f->pattern[k - 1].at].line > f->c->t[f->pattern[k].at].line)) {
            return f->pattern[k].text.failed;
        }
    }
    return 1;
}

#endif /* AMP_VECTORS_SLOW_PATTERNS_H */
