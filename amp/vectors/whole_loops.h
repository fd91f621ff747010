/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_WHOLE_LOOPS_H
#define AMP_VECTORS_WHOLE_LOOPS_H
/*
amp/vectors/whole_loops.h: short loops over a small array of each thread, which stay whole inside of
the loop over threads.

    float v[9];
    int k = 0;
    for (int y = 0; y < 3; y++) { for (int x = 0; x < 3; x++) { v[k++] = t[ty + y][tx + x]; } }
    for (int i = 0; i < 5; i++) { for (int j = i + 1; j < 9; j++) { order(&v[i], &v[j]); } }
    at(dst, row, col) = v[4];

Outside of the loop over threads (strips.h) such an array is memory: one for each thread, in which
neighbours' elements may lie apart. With all turns of its loops written out compilers know each
index, and its elements are registers. So it is where no barrier stands between its uses, the loops
have few turns, for all to see, and each index follows from their counters.
*/

#include "passed_arrays.h"
#include "place_tables.h"

/* The most elements of such an array, turns of a loop, and statements when all turns are written
   out. */
enum { AMP__VEC_WHOLE_ELEMENTS = 64, AMP__VEC_WHOLE_TURNS = 64, AMP__VEC_WHOLE_COST = 1024 };

/* Whether the int e follows from numbers and counters of the loops around; sets its bounds. */
static AMP__COLD int amp__vec_find_bounds(const amp__vec_whole *w, const amp__c_expr *e, int *low,
                                          int *high)
{
    const amp__vec_levels *f = w->f;
    const amp__c_expr *t;
    int a, b;
    e = e != NULL ? amp__c_ungrouped(e) : NULL;
    if (e == NULL) {
        return 0;
    }
    if (e->kind == AMP__C_CONSTANT) {
        *low = *high = (int)amp__c_whole_number(f->c, e);
        return *low >= 0 && *low <= 4096;
    }
    if (e->kind == AMP__C_IDENTIFIER) {
        const int n = f->note[e->from].var;
        if (n < 0 || !w->counts[n]) {
            return 0;
        }
        *low = w->low[n];
        *high = w->high[n];
        return 1;
    }
    if (amp__c_expr_is(f->c, e, AMP__C_PREFIX, '-')) {
        const int known = amp__vec_find_bounds(w, e->child, &a, &b);
        *low = known ? -b : 0;
        *high = known ? -a : 0;
        return known;
    }
    if (e->kind != AMP__C_BINARY || !amp__vec_find_bounds(w, e->child, low, high)) {
        return 0;
    }
    for (t = e->child->next; t != NULL; t = t->next) {
        if (!amp__vec_find_bounds(w, t, &a, &b)) {
            return 0;
        }
        if (amp__c_is(f->c, t->from - 1, '+')) {
            *low += a;
            *high += b;
        } else if (amp__c_is(f->c, t->from - 1, '-')) {
            *low -= b;
            *high -= a;
        } else if (amp__c_is(f->c, t->from - 1, '*') && *low >= 0 && a >= 0) {
            *low *= a;
            *high *= b;
        } else if (amp__c_is(f->c, t->from - 1, '/') && *low >= 0 && a > 0) {
            *low /= b;
            *high /= a;
        } else {
            return 0;
        }
        if (*low < -4096 || *high > 4096) {
            return 0;
        }
    }
    return 1;
}

/* The value of e in a turn that is written out. */
static AMP__COLD int amp__vec_value_in_turn(const amp__vec_whole *w, const amp__c_expr *e)
{
    int value, same;
    const int known = amp__vec_find_bounds(w, e, &value, &same);
    AMP__ASSERT(known && value == same);
    return known ? value : 0;
}

/* The variable that the loop s counts, and its value at first as an expression; -1: none. */
static AMP__COLD int amp__vec_whole_counter(const amp__vec_levels *f, const amp__c_stmt *s,
                                            const amp__c_expr **first)
{
    const amp__c_stmt *d = s->init;
    if (d == NULL || d->next != NULL) {
        return -1;
    }
    if (d->kind == AMP__C_DECLARATION && d->value != 0) {
        *first = amp__vec_expression(f->tree, d->value, d->value_end);
        return f->note[d->name].var;
    }
    if (d->kind == AMP__C_EXPRESSION && amp__c_is(f->c, d->a + 1, '=')) {
        *first = amp__vec_expression(f->tree, d->a + 2, d->a_end);
        return f->note[d->a].var;
    }
    return -1;
}

/* By how much the loop s moves its counter n in each turn; 0: by no number. */
static AMP__COLD int amp__vec_whole_step(const amp__vec_levels *f, const amp__c_stmt *s, int n)
{
    const int i = s->b, first = f->note[i].var == n, by = first ? i + 1 : i;
    long step;
    if (s->b_end - i == 2 && (first || f->note[i + 1].var == n)) {
        return amp__c_is(f->c, by, AMP__C_INCREMENT) - amp__c_is(f->c, by, AMP__C_DECREMENT);
    }
    if (s->b_end - i != 3 || !first) {
        return 0;
    }
    step = amp__c_whole_number(f->c, amp__vec_expression(f->tree, i + 2, i + 3));
    return step < 1 || step > AMP__VEC_WHOLE_TURNS ? 0
        : amp__c_is(f->c, by, AMP__C_ADD_ASSIGN) ? (int)step
        : amp__c_is(f->c, by, AMP__C_SUBTRACT_ASSIGN) ? -(int)step : 0;
}

/* Whether the condition e of such a loop, whose counter comes first, holds for these values. */
static AMP__COLD int amp__vec_has_turn(const amp__vec_levels *f, const amp__c_expr *e, int counter,
                                       int end)
{
    return amp__c_is(f->c, e->op, '<') ? counter < end
        : amp__c_is(f->c, e->op, '>') ? counter > end
        : amp__c_is(f->c, e->op, AMP__C_LESS_EQUAL) ? counter <= end : counter >= end;
}

/* How many turns the loop s has at most, whose counter gets its bounds; more than the limit where
   that cannot be known, or the loop writes an element. */
static AMP__COLD int amp__vec_whole_turns(amp__vec_whole *w, const amp__c_stmt *s, int n,
                                          const amp__c_expr *first)
{
    const amp__vec_levels *f = w->f;
    const int never = AMP__VEC_WHOLE_TURNS + 1;
    const amp__c_expr *e = s->a < s->a_end ? amp__vec_expression(f->tree, s->a, s->a_end) : NULL;
    int low, high, end_low, end_high, turns, up, i;
    if (n < 0 || w->counts[n] || f->vars[n].address || !amp__vec_is_int(f, &f->vars[n])
        || e == NULL || e->kind != AMP__C_BINARY || e->child->next != e->last
        || e->child->from + 1 != e->child->to || f->note[e->child->from].var != n) {
        return never;
    }
    up = amp__c_is(f->c, e->op, '<') || amp__c_is(f->c, e->op, AMP__C_LESS_EQUAL);
    if ((!up && !amp__c_is(f->c, e->op, '>') && !amp__c_is(f->c, e->op, AMP__C_GREATER_EQUAL))
        || (up ? amp__vec_whole_step(f, s, n) <= 0 : amp__vec_whole_step(f, s, n) >= 0)
        || !amp__vec_find_bounds(w, first, &low, &high)
        || !amp__vec_find_bounds(w, e->last, &end_low, &end_high)) {
        return never;
    }
    for (i = s->b_end; i < s->to; i++) {
        if ((f->note[i].var == n && (f->note[i].flags & AMP__VEC_WRITTEN))
            || (f->note[i].flags & AMP__VEC_MEMORY_WRITE)) {
            return never;
        }
    }
    turns = (up ? end_high - low : high - end_low)
        + (amp__c_is(f->c, e->op, AMP__C_LESS_EQUAL)
           || amp__c_is(f->c, e->op, AMP__C_GREATER_EQUAL));
    w->low[n] = up ? low : end_low;
    w->high[n] = up ? end_high : high;
    return turns < 0 ? 0 : turns < never ? turns : never;
}

static AMP__COLD int amp__vec_whole_cost(amp__vec_whole *w, const amp__c_stmt *s);
static AMP__COLD int amp__vec_all_follows(amp__vec_whole *w, int from, int to);

/* How many statements the loop s is with all its turns written out; more than the limit where that
   cannot be known, or may not be. */
static AMP__COLD int amp__vec_whole_loop_cost(amp__vec_whole *w, const amp__c_stmt *s)
{
    const int never = AMP__VEC_WHOLE_COST + 1;
    const amp__c_expr *first = NULL;
    const int n = amp__vec_whole_counter(w->f, s, &first);
    const int turns = amp__vec_whole_turns(w, s, n, first);
    int body;
    if (turns > AMP__VEC_WHOLE_TURNS) {
        return never;
    }
    w->counts[n] = 1;
    body = amp__vec_whole_cost(w, amp__c_inside(s->child));
    w->counts[n] = 0;
    return turns == 0 ? 0 : body > never / turns ? never : turns * body;
}

/* That of the statements of the list s. */
static AMP__COLD int amp__vec_whole_cost(amp__vec_whole *w, const amp__c_stmt *s)
{
    int cost = 0;
    for (; s != NULL && cost <= AMP__VEC_WHOLE_COST; s = s->next) {
        if (s->kind == AMP__C_FOR) {
            cost += amp__vec_whole_loop_cost(w, s);
        } else if (s->kind == AMP__C_EXPRESSION || s->kind == AMP__C_DECLARATION) {
            cost++;
        } else if (s->kind == AMP__C_IF || s->kind == '{') {
            const int yes = amp__vec_whole_cost(w, amp__c_inside(s->child));
            const int no = amp__vec_whole_cost(w, amp__c_inside(s->other));
            const int one = s->kind == AMP__C_IF && amp__vec_all_follows(w, s->a, s->a_end);
            cost += 1 + (!one ? yes + no : yes > no ? yes : no);
        } else if (s->kind != ';') {
            return AMP__VEC_WHOLE_COST + 1;
        }
    }
    return cost;
}

static AMP__COLD int amp__vec_follows(amp__vec_whole *w, int n);

/* Whether all that stands in [from, to) follows from the counters. */
static AMP__COLD int amp__vec_all_follows(amp__vec_whole *w, int from, int to)
{
    const amp__vec_levels *f = w->f;
    int i;
    for (i = from; i < to; i++) {
        if ((f->c->t[i].kind == AMP__C_NAME && amp__c_is(f->c, i + 1, '('))
            || (f->note[i].var >= 0 && !amp__vec_follows(w, f->note[i].var))) {
            return 0;
        }
    }
    return 1;
}

/* Whether what variable n holds follows from the counters of the loops around it: where it is set,
   and under which conditions. */
static AMP__COLD int amp__vec_follows(amp__vec_whole *w, int n)
{
    const amp__vec_levels *f = w->f;
    const amp__vec_var *v = &f->vars[n];
    int i, follows = v->kind == AMP__VEC_LOCAL && !v->array && !v->pointer && !v->address
        && v->name >= w->from && v->name < w->to
        && (amp__vec_is_int(f, v) || amp__vec_is_unsigned(f, v));
    if (w->follows[n]) {
        return w->follows[n] == 1;
    }
    w->follows[n] = 1; /* as long as nothing says otherwise */
    for (i = f->kernel->body; i < f->kernel->body_end && follows; i++) {
        const amp__c_stmt *s = f->note[i].owner;
        const amp__c_expr *e = f->tree->expr[i];
        if (f->note[i].var != n || (i != v->name && !(f->note[i].flags & AMP__VEC_WRITTEN))) {
            continue;
        }
        if (i == v->name) {
            follows = v->init == 0 || amp__vec_all_follows(w, v->init, v->init_end);
            continue;
        }
        if (e == NULL || e->parent == NULL) {
            follows = 0;
        } else if (e->parent->kind == AMP__C_ASSIGN) {
            follows = e->parent->child == e
                && amp__vec_all_follows(w, e->parent->last->from, e->parent->last->to);
        } else {
            follows = e->parent->kind == AMP__C_POSTFIX || e->parent->kind == AMP__C_PREFIX;
        }
        for (; e != NULL && follows; e = e->parent) {
            follows = e->kind != AMP__C_CHOICE
                && !(e->kind == AMP__C_BINARY && (amp__c_is(f->c, e->op, AMP__C_AND)
                                                  || amp__c_is(f->c, e->op, AMP__C_OR)));
        }
        for (; s != NULL && s != w->list && follows; s = s->parent) {
            follows = s->kind != AMP__C_IF || amp__vec_all_follows(w, s->a, s->a_end);
        }
        follows &= s != NULL;
    }
    w->follows[n] = follows ? 1 : 2;
    return follows;
}

/* Whether the array whose name stands at i is used there by indices that follow from the counters:
   an element of it, read, written or given to a helper that keeps no pointer. */
static AMP__COLD int amp__vec_is_whole_use(amp__vec_whole *w, int i)
{
    const amp__vec_levels *f = w->f;
    const amp__c_expr *e = f->tree->expr[i], *in = e;
    int k = i + 1;
    while (e != NULL && e->parent != NULL && e->parent->kind == AMP__C_INDEX
           && e->parent->child == e) {
        if (!amp__c_is(f->c, k, '[') || !amp__vec_all_follows(w, k + 1, f->c->t[k].match)) {
            return 0;
        }
        k = f->c->t[k].match + 1;
        e = e->parent;
    }
    if (e == NULL || e == in) {
        return 0;
    }
    if (amp__c_expr_is(f->c, e->parent, AMP__C_PREFIX, '&')) {
        const amp__c_expr *call = e->parent->parent;
        const int g = call != NULL && call->kind == AMP__C_CALL && call->child != e->parent
            && call->child->kind == AMP__C_IDENTIFIER
            ? amp__c_find_function(f->c, call->child->op) : -1;
        return g >= 0 && amp__vec_keeps_no_pointer(f->c, &f->c->functions[g]);
    }
    return 1;
}

/* The elements of the array v, whose dimensions are numbers; 0: it is none. */
static AMP__COLD int amp__vec_count_elements(const amp__vec_levels *f, const amp__vec_var *v)
{
    amp__vec_whole none;
    int i, low, high, count = 1;
    memset(&none, 0, sizeof(none));
    none.f = f;
    for (i = v->dims; amp__c_is(f->c, i, '[') && i < v->dims_end; i = f->c->t[i].match + 1) {
        const amp__c_expr *e = amp__vec_expression(f->tree, i + 1, f->c->t[i].match);
        if (!amp__vec_find_bounds(&none, e, &low, &high) || low < 1
            || low > AMP__VEC_WHOLE_ELEMENTS) {
            return 0;
        }
        count *= low;
    }
    return i == v->dims_end && count <= AMP__VEC_WHOLE_ELEMENTS ? count : 0;
}

/* The statement of the list in `around` that token i stands in; NULL: it stands elsewhere. */
static AMP__COLD const amp__c_stmt *amp__vec_in_list(const amp__vec_levels *f,
                                                     const amp__c_stmt *around, int i)
{
    const amp__c_stmt *s = f->note[i].owner;
    while (s != NULL && s->parent != around) {
        s = s->parent;
    }
    return s;
}

/* The declaration of the variable whose name is token i, in the list s or inside; NULL: there is
   none. */
static AMP__COLD const amp__c_stmt *amp__vec_declaration_of(const amp__c_stmt *s, int i)
{
    const amp__c_stmt *d = NULL;
    for (; s != NULL && d == NULL; s = s->next) {
        d = s->kind == AMP__C_DECLARATION && s->name == i ? s
            : amp__vec_declaration_of(s->child, i);
        d = d == NULL ? amp__vec_declaration_of(s->other, i) : d;
    }
    return d;
}

/* Marks the loops in the list s, or in s alone. */
static AMP__COLD void amp__vec_mark_whole(amp__vec_levels *f, const amp__c_stmt *s, int alone)
{
    for (; s != NULL; s = alone ? NULL : s->next) {
        f->whole[s->number] |= s->kind == AMP__C_FOR ? AMP__VEC_WHOLE : 0;
        amp__vec_mark_whole(f, s->child, 0);
        amp__vec_mark_whole(f, s->other, 0);
    }
}

/* Marks the loops over the array n as whole where it is such an array. */
static AMP__COLD void amp__vec_find_whole_loops_of(amp__vec_levels *f, amp__vec_whole *w, int n)
{
    const amp__vec_var *v = &f->vars[n];
    const amp__c_stmt *d, *s, *last;
    int i, cost, loops = 0;
    if (v->kind != AMP__VEC_LOCAL || !v->array || v->pointer
        || amp__vec_count_elements(f, v) == 0) {
        return;
    }
    last = d = amp__vec_declaration_of(f->tree->root->child, v->name);
    if (d == NULL || f->convergent[d->number]) {
        return;
    }
    memset(w, 0, sizeof(*w));
    w->f = f;
    w->list = d->parent;
    w->from = d->from;
    for (i = d->to; i < f->kernel->body_end; i++) {
        last = f->note[i].var == n ? amp__vec_in_list(f, w->list, i) : last;
        if (last == NULL) {
            return;
        }
    }
    w->to = last->to;
    for (i = d->to; i < w->to; i++) {
        if (f->note[i].var == n && !amp__vec_is_whole_use(w, i)) {
            return;
        }
    }
    for (s = d, cost = 0; s != NULL && cost <= AMP__VEC_WHOLE_COST;
         s = s == last ? NULL : s->next) {
        amp__c_stmt one = *s;
        one.next = NULL;
        cost += f->convergent[s->number] ? AMP__VEC_WHOLE_COST + 1 : amp__vec_whole_cost(w, &one);
        loops += s->kind == AMP__C_FOR;
    }
    for (i = w->from; i < w->to; i++) {
        loops = amp__vec_is_worth_table(f->c, i) ? 0 : loops; /* no loop with it becomes vectors */
    }
    if (cost <= AMP__VEC_WHOLE_COST && loops > 0) {
        for (s = d; s != last; s = s->next) {
            amp__vec_mark_whole(f, s, 1);
        }
        amp__vec_mark_whole(f, last, 1);
        f->whole_array[n] = 1;
    }
}

/* Whether there is such a loop in the list s. */
static AMP__COLD int amp__vec_has_whole_loop(const amp__vec_levels *f, const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if (f->whole[s->number] || amp__vec_has_whole_loop(f, s->child)
            || amp__vec_has_whole_loop(f, s->other)) {
            return 1;
        }
    }
    return 0;
}

/* Finds all such loops. */
static AMP__COLD void amp__vec_find_whole_loops(amp__vec_levels *f)
{
    amp__vec_whole *w = (amp__vec_whole *)amp__c_new(f->c, sizeof(*w));
    int n;
    for (n = 0; n < f->tree->var_count; n++) {
        amp__vec_find_whole_loops_of(f, w, n);
    }
}

#endif /* AMP_VECTORS_WHOLE_LOOPS_H */
