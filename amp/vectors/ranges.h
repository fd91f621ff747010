/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_RANGES_H
#define AMP_VECTORS_RANGES_H
/*
amp/vectors/ranges.h: `if (l < U)` as the bound of the loop over l.

A flag that is set to 0 for all threads, and to 1 for those of a range, is that range, which two
numbers a dimension say; `if (flag)` has these as its bounds.

    done = 0;                                   past = 0;
    if (l > 0 && l < n) { done = 1; ... }       from = 1; past = n; ...
    barrier
    if (done) { ... }                           for (l = from; l < past; l++) ...

An int that begins as a place, and that ifs alone change which cut it off, is that place for all
threads of a range, too: int u = x - 1; if (u < 0) { u = 0; }.
*/

#include "plan.h"
#include "sums.h"

/* Whether the variable v is an int. */
static AMP__COLD int amp__vec_is_int(const amp__vec_levels *f, const amp__vec_var *v)
{
    return amp__vec_is_int_of(f->c, v);
}

/* Whether the variable v is unsigned. */
static AMP__COLD int amp__vec_is_unsigned(const amp__vec_levels *f, const amp__vec_var *v)
{
    static const int words[] = { AMP__C_CONST, AMP__C_UNSIGNED, AMP__C_INT, 0 };
    int k, is = 0;
    for (k = v->spec; k < v->spec_end && amp__c_among(f->c, k, words); k++) {
        is |= amp__c_is(f->c, k, AMP__C_UNSIGNED);
    }
    return is && k == v->spec_end && !v->pointer;
}

/* The type of e, as its variables, elements, indices, sizes and numbers tell: int; unsigned, in
   sums and products alone; or another one, or that is not seen. */
enum { AMP__VEC_ANOTHER_TYPE, AMP__VEC_INT_TYPE, AMP__VEC_UNSIGNED_TYPE };
static AMP__COLD int amp__vec_whole_type(const amp__vec_levels *f, const amp__c_expr *e)
{
    static const int words[] = { AMP__C_CONST, AMP__C_INT, AMP__C_SHORT, AMP__C_UNSIGNED, 0 };
    static const int sums[] = { '+', '-', '*', '/', '%', '(', ')', '&', '|', '^', ',', '[', ']',
        '.', '~', 0 };
    int i, unsigned_one = 0, others = 0;
    for (i = e->from; i < e->to; i++) {
        const amp__c_token *t = &f->c->t[i];
        const amp__vec_note *note = &f->note[i];
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        const amp__c_expr *element = amp__vec_element(f->tree, i);
        if (t->kind == AMP__C_TEXT || (note->flags & AMP__VEC_WRITTEN)) {
            return AMP__VEC_ANOTHER_TYPE;
        }
        if (t->kind == AMP__C_NUMBER) {
            const int digits = (int)strspn(t->s, "0123456789");
            const int u = digits == t->n - 1 && (t->s[digits] == 'u' || t->s[digits] == 'U');
            if (digits < t->n && !u) {
                return AMP__VEC_ANOTHER_TYPE;
            }
            unsigned_one |= u;
        }
        others |= t->kind == AMP__C_SIGN && !amp__c_among(f->c, i, sums);
        others |= amp__c_is(f->c, i, AMP__C_INT) || amp__c_is(f->c, i, AMP__C_SHORT);
        unsigned_one |= amp__c_is(f->c, i, AMP__C_UNSIGNED);
        if (t->kind == AMP__C_NAME && v == NULL && !(note->flags & AMP__VEC_MEMBER)
            && !amp__c_is_access(f->c, i) && (amp__c_is(f->c, i + 1, '(')
                || (!amp__c_among(f->c, i, words) && !amp__vec_is_constant_int(f->c, i)))) {
            return AMP__VEC_ANOTHER_TYPE;
        }
        if (v != NULL && v->kind != AMP__VEC_SHAPE && v->kind != AMP__VEC_TIDX
            && !amp__vec_is_int(f, v)) {
            if (!amp__vec_is_unsigned(f, v)) {
                return AMP__VEC_ANOTHER_TYPE;
            }
            unsigned_one = 1;
        }
        if (v != NULL && v->kind == AMP__VEC_SHAPE && !amp__c_is(f->c, i + 2, AMP__C_EXTENT)) {
            return AMP__VEC_ANOTHER_TYPE;
        }
        i = element != NULL ? element->to - 1 : i; /* not what its index is made of */
    }
    return !unsigned_one ? AMP__VEC_INT_TYPE : others ? AMP__VEC_ANOTHER_TYPE
        : AMP__VEC_UNSIGNED_TYPE;
}

/* Whether e is uniform, and of type int, so that it may bound a loop. */
static AMP__COLD int amp__vec_is_uniform_int(const amp__vec_levels *f, const amp__c_expr *e)
{
    return amp__vec_uniform(f, e->from, e->to) == AMP__VEC_SAME
        && amp__vec_whole_type(f, e) == AMP__VEC_INT_TYPE;
}

/* Whether e is a call of amp_clamp: by its name, or by what that is in C11, a _Generic that chooses
   a function by the type of the sum of all three (amp/language/math.h). */
static AMP__COLD int amp__vec_is_clamp(const amp__vec_levels *f, const amp__c_expr *e)
{
    const amp__c_expr *const callee = e->kind == AMP__C_CALL ? e->child : NULL;
    int i;
    if (callee == NULL || callee->kind != AMP__C_CALL
        || !amp__c_is(f->c, callee->child->op, AMP__C_GENERIC)) {
        return callee != NULL && amp__c_named(f->c, e->from, "amp_clamp");
    }
    for (i = callee->op; i < callee->to && !amp__c_named(f->c, i, "amp__clamp_int"); i++) {
    }
    return i < callee->to;
}

/* What the call e of amp_imin, amp_imax or amp_clamp cuts off at bounds: *low and *high, each NULL
   where it has none; NULL where e is another expression. */
static AMP__COLD const amp__c_expr *amp__vec_cut_by(const amp__vec_levels *f, const amp__c_expr *e,
                                                    const amp__c_expr **low,
                                                    const amp__c_expr **high)
{
    const amp__c_expr *a, *b, *cut;
    const int which = e->kind == AMP__C_CALL ? amp__vec_extreme(f->tree, e, &a, &b) : 0;
    *low = *high = NULL;
    if (amp__vec_is_clamp(f, e)) {
        a = e->child->next;
        *low = a != NULL ? a->next : NULL;
        *high = *low != NULL ? (*low)->next : NULL;
        return *high == e->last ? a : NULL;
    }
    if (which == 0) {
        return NULL;
    }
    cut = amp__vec_is_uniform_int(f, a) ? a : b;
    *(which > 0 ? low : high) = cut;
    return cut == a ? b : a;
}

/* What is left of the int e without the calls that cut it off; NULL where there is none. */
static AMP__COLD const amp__c_expr *amp__vec_uncut(const amp__vec_levels *f, const amp__c_expr *e)
{
    const amp__c_expr *low, *high, *core = e, *in;
    while ((in = amp__vec_cut_by(f, core, &low, &high)) != NULL) {
        core = amp__c_ungrouped(in);
    }
    return core != e && amp__vec_whole_type(f, core) == AMP__VEC_INT_TYPE ? core : NULL;
}

/* Whether e is the same for all threads of a row, and of type int. */
static AMP__COLD int amp__vec_is_row_int(const amp__vec_levels *f, const amp__c_expr *e)
{
    return (amp__vec_uniform(f, e->from, e->to) == AMP__VEC_SAME
            || amp__vec_is_same_in_row(f, e->from, e->to))
        && amp__vec_whole_type(f, e) == AMP__VEC_INT_TYPE;
}

/* Whether e is the variable n alone. */
static AMP__COLD int amp__vec_is_variable(const amp__vec_levels *f, const amp__c_expr *e, int n)
{
    return e != NULL && e->kind == AMP__C_IDENTIFIER && f->note[e->op].var == n;
}

/* Adds a term to the list whose end is *last, where there is one. */
static AMP__COLD amp__vec_term *amp__vec_add_term(amp__c_unit *c, amp__vec_term ***last, int sign,
                                                  int from, int to)
{
    amp__vec_term *t = (amp__vec_term *)amp__c_new(c, sizeof(*t));
    t->sign = sign;
    t->from = from;
    t->to = to;
    if (last != NULL) {
        **last = t;
        *last = &t->next;
    }
    return t;
}

/* Whether something is called at token i, but at and at_index. */
static AMP__COLD int amp__vec_calls_at(const amp__c_unit *f, int i)
{
    return f->t[i].kind == AMP__C_NAME && amp__c_is(f, i + 1, '(') && !amp__c_is(f, i, AMP__C_IF)
        && !amp__c_is_type(f, i) && !amp__c_is_access(f, i);
}

/* Whether the expression [from, to) changes nothing, and calls nothing but at and at_index. */
static AMP__COLD int amp__vec_only_reads(const amp__vec_tree *f, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        if ((f->note[i].flags & (AMP__VEC_WRITTEN | AMP__VEC_MEMORY_WRITE))
            || amp__vec_calls_at(f->c, i)) {
            return 0;
        }
    }
    return 1;
}

/* Whether a term of the list mentions the counter of a loop over neighbours. */
static AMP__COLD int amp__vec_has_offset(const amp__vec_levels *f, const amp__vec_term *t)
{
    int i;
    for (; t != NULL && f->offsets != NULL; t = t->next) {
        for (i = t->from; i < t->to; i++) {
            if (f->note[i].var >= 0 && f->offsets->counts[f->note[i].var]) {
                return 1;
            }
        }
    }
    return 0;
}

/* The dimension of the index of a simple kernel in rows that t is, one that a row has one of; -1:
   it is none. */
static AMP__COLD int amp__vec_index_of_rows(const amp__vec_levels *f, const amp__c_expr *t)
{
    const int n = t != NULL && f->in_rows ? f->note[t->from].var : -1;
    const amp__vec_var *v = n >= 0 ? &f->vars[n] : NULL;
    const int number = v != NULL && v->kind == AMP__VEC_TIDX
        ? amp__vec_plain_index(f->tree, t->from) : 0;
    if (number && number + 2 == t->to) {
        const int dim = atoi(f->c->t[number].s);
        return dim < f->kernel->rank - 1 ? dim : -1;
    }
    return v != NULL && t->kind == AMP__C_IDENTIFIER && v->kind == AMP__VEC_LOCAL && v->init != 0
        && v->writes == 0 && amp__vec_is_int(f, v)
        ? amp__vec_index_of_rows(f, amp__c_ungrouped(amp__vec_value_of(f->tree, n))) : -1;
}

/* Whether e differs from thread to thread, or, of a simple kernel in rows, from row to row. */
static AMP__COLD int amp__vec_row_or_thread_differs(const amp__vec_levels *f, const amp__c_expr *e)
{
    int i = e->from;
    while (i < e->to && amp__vec_index_of_rows(f, f->tree->expr[i]) < 0) {
        i++;
    }
    return i < e->to || amp__vec_uniform(f, e->from, e->to) == AMP__VEC_VARYING;
}

/* The dimension of such an index that is among terms with the counter of a loop over neighbours,
   which makes a place of it; else -1. */
static AMP__COLD int amp__vec_offset_of_rows(const amp__vec_levels *f, const amp__vec_term *terms)
{
    const amp__vec_term *t = amp__vec_has_offset(f, terms) ? terms : NULL;
    int dim = -1;
    for (; t != NULL && dim < 0; t = t->next) {
        dim = t->sign > 0
            ? amp__vec_index_of_rows(f, amp__vec_expression(f->tree, t->from, t->to)) : -1;
    }
    return dim;
}

/* The dimension k where e is tidx.local[k] or tidx.global[k], or of a simple kernel in rows the
   last index, or another one with the counter of a loop over neighbours, or a pure variable of such
   a value, plus something uniform: that goes to the end of a list of terms, *last, which is empty.
   -1 where it is nothing of the kind. */
static AMP__COLD int amp__vec_affine(const amp__vec_levels *f, const amp__c_expr *e,
                                     amp__vec_term ***last)
{
    amp__vec_term **const first = last != NULL ? *last : NULL;
    const amp__c_expr *t;
    int dim = -1;
    e = amp__c_ungrouped(e);
    for (t = amp__c_first_of(f->c, e, AMP__C_RANK_SUM); t != NULL; t = amp__c_next_of(e, t)) {
        const int minus = amp__c_is_subtracted(f->c, e, t), n = f->note[t->from].var;
        const int number = n >= 0 && f->vars[n].kind == AMP__VEC_TIDX
            ? amp__vec_plain_index(f->tree, t->from) : 0;
        if (last != NULL ? amp__vec_is_uniform_int(f, t) : amp__vec_is_row_int(f, t)) {
            (void)amp__vec_add_term(f->c, last, minus ? -1 : 1, t->from, t->to);
            continue;
        }
        if (dim >= 0 || minus || n < 0) {
            return -1;
        }
        if (number && number + 2 == t->to && (!amp__vec_model(f, AMP__SIMPLE) || f->in_rows)) {
            const int part = f->in_rows ? 'g' : amp__vec_index_part(f->tree, t->from);
            dim = atoi(f->c->t[number].s);
            if (dim >= f->kernel->rank || (part != 'l' && part != 'g')) {
                return -1;
            }
            if (part == 'g') {
                (void)amp__vec_add_term(f->c, last, 1, 0, 0);
            }
        } else if (t->kind == AMP__C_IDENTIFIER && f->lockstep[n]) {
            dim = f->kernel->rank - 1;
            amp__vec_add_term(f->c, last, 1, 0, 0)->lockstep = n + 1;
        } else if (t->kind == AMP__C_IDENTIFIER && f->vars[n].kind == AMP__VEC_LOCAL && f->pure[n]
                   && amp__vec_is_int(f, &f->vars[n])) {
            dim = amp__vec_affine(f, amp__vec_value_of(f->tree, n), last);
        }
        if (dim < 0) {
            return -1;
        }
    }
    return dim < 0 && first != NULL ? amp__vec_offset_of_rows(f, *first) : dim;
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

/* Whether the uniform e is such an index of a row, of one of its neighbours. */
static AMP__COLD int amp__vec_is_offset_of_rows(const amp__vec_levels *f, const amp__c_expr *e)
{
    amp__vec_term *terms = NULL, **end = &terms;
    return amp__vec_affine(f, e, &end) >= 0;
}

/* Narrows the loop o to the threads for which e, one condition of an `if`, holds (no: does not
   hold); 0 where it is no range of threads. */
static AMP__COLD int amp__vec_clip(const amp__vec_levels *f, amp__vec_op *o, const amp__c_expr *e,
                                   int no)
{
    enum { AMP__LESS, AMP__LESS_EQUAL, AMP__GREATER, AMP__GREATER_EQUAL, AMP__EQUAL, AMP__NONE };
    static const int ops[] = { '<', AMP__C_LESS_EQUAL, '>', AMP__C_GREATER_EQUAL, AMP__C_EQUAL };
    static const int turned[] = { AMP__GREATER, AMP__GREATER_EQUAL, AMP__LESS, AMP__LESS_EQUAL,
                                  AMP__EQUAL };
    static const int opposite[] = { AMP__GREATER_EQUAL, AMP__GREATER, AMP__LESS_EQUAL, AMP__LESS,
                                    AMP__NONE };
    const amp__c_expr *varying, *uniform;
    amp__vec_bound bound = { 0, 0, 0, 0, 0, 0, 0, NULL, NULL };
    amp__vec_term **last = &bound.terms;
    int op = AMP__NONE, dim;
    e = amp__c_ungrouped(e);
    if (e->kind == AMP__C_BINARY && e->child->next == e->last) {
        for (op = 0; op < AMP__NONE && !amp__c_is(f->c, e->op, ops[op]); op++) {
        }
    }
    op = no && op != AMP__NONE ? opposite[op] : op;
    if (op == AMP__NONE) {
        return 0;
    }
    varying = e->child;
    uniform = e->last;
    if (amp__vec_is_uniform_int(f, varying)
        && (!amp__vec_is_uniform_int(f, uniform) || !amp__vec_is_offset_of_rows(f, varying))) {
        op = turned[op]; /* U < V */
        varying = e->last;
        uniform = e->child;
    } else if (!amp__vec_is_uniform_int(f, uniform)) {
        return 0;
    }
    bound.from = uniform->from;
    bound.to = uniform->to;
    dim = amp__vec_affine(f, varying, &last);
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
    o->equal |= op == AMP__EQUAL;
    o->one |= op == AMP__EQUAL && dim == f->kernel->rank - 1;
    o->clipped = 1;
    return 1;
}

/* Whether e compares, or joins conditions: its value is 0 or 1. */
static AMP__COLD int amp__vec_is_truth(const amp__vec_levels *f, const amp__c_expr *e)
{
    static const int ops[] = { AMP__C_OR, AMP__C_AND, AMP__C_EQUAL, AMP__C_NOT_EQUAL, '<', '>',
                               AMP__C_LESS_EQUAL, AMP__C_GREATER_EQUAL, 0 };
    return e != NULL && e->kind == AMP__C_BINARY && amp__c_among(f->c, e->op, ops);
}

/* The expression that e stands for as a condition: without brackets around it, and where it is a
   variable that is computed again from conditions, those. An int of another value may be 0 where
   that is not: of 0.5f, say. */
static AMP__COLD const amp__c_expr *amp__vec_condition(const amp__vec_levels *f,
                                                       const amp__c_expr *e)
{
    const amp__c_expr *value;
    int n;
    for (e = amp__c_ungrouped(e); e != NULL && e->kind == AMP__C_IDENTIFIER; e = value) {
        n = f->note[e->op].var;
        value = n >= 0 && f->pure[n] && amp__vec_is_int(f, &f->vars[n])
            ? amp__c_ungrouped(amp__vec_value_of(f->tree, n)) : NULL;
        if (!amp__vec_is_truth(f, value)) {
            break;
        }
    }
    return e;
}

static AMP__COLD amp__vec_op *amp__vec_clipped(const amp__vec_levels *f, const amp__c_stmt *s);

/* The flag that the statement s, a declaration or an assignment, sets to 0 or 1, as *value says:
   its number; else -1. A declaration without a value counts as one of 0. */
static AMP__COLD int amp__vec_set_flag(const amp__vec_levels *f, const amp__c_stmt *s, int *value)
{
    static const char *const words[] = { "0", "false", "1", "true", NULL };
    const amp__c_expr *e = s->kind != AMP__C_EXPRESSION ? NULL
        : amp__vec_expression(f->tree, s->a, s->a_end);
    int n = -1, from = 0, to = 0;
    *value = 0;
    if (s->kind == AMP__C_DECLARATION) {
        n = f->note[s->name].var;
        from = s->value;
        to = s->value_end;
    } else if (amp__c_expr_is(f->c, e, AMP__C_ASSIGN, '=')
               && e->child->kind == AMP__C_IDENTIFIER) {
        n = f->note[e->child->op].var;
        from = e->last->from;
        to = e->last->to;
    }
    if (n < 0 || from == 0) {
        return n;
    }
    *value = amp__c_named_among(f->c, from, words + 2);
    return to == from + 1 && amp__c_named_among(f->c, from, words) ? n : -1;
}

/* The operation that the `if` s is, where its condition is a range of threads, and it sets flag n
   to 1, and nothing else that is no line of its own; else NULL. */
static AMP__COLD const amp__vec_op *amp__vec_sets_range(const amp__vec_levels *f,
                                                        const amp__c_stmt *s, int n)
{
    const amp__vec_op *o;
    const amp__c_stmt *t;
    int i, k, value, times = 0;
    for (i = s->a; i < s->a_end; i++) { /* no other flag, which may ask for this one */
        const int m = f->note[i].var;
        if (m == n || (m >= 0 && f->vars[m].writes > 0
                       && amp__vec_uniform(f, i, i + 1) == AMP__VEC_VARYING)) {
            return NULL;
        }
    }
    for (t = amp__c_inside(s->child); t != NULL; t = t->next) {
        if (t->kind != AMP__C_EXPRESSION && t->kind != AMP__C_DECLARATION) {
            return NULL;
        }
        for (i = t->from, k = 0; i < t->to; i++) {
            k += f->note[i].var == n;
        }
        if (k > 0 && (amp__vec_set_flag(f, t, &value) != n || !value)) {
            return NULL;
        }
        times += k;
    }
    o = times == 1 ? amp__vec_clipped(f, s) : NULL;
    return o != NULL && o->rests == 0 ? o : NULL;
}

/* Whether the list s, which all threads go through together, writes variable n as a flag that is a
   range: it sets it to 0, or behind that, where no other statement writes it, for a range of
   threads to 1. */
static AMP__COLD int amp__vec_keeps_range(const amp__vec_levels *f, const amp__c_stmt *s, int n)
{
    int empty = 0, value, i;
    for (; s != NULL; s = s->next) {
        const int from = s->kind == AMP__C_DECLARATION ? s->type : s->from;
        empty &= s->kind != AMP__C_CASE; /* another way leads there */
        if (amp__vec_set_flag(f, s, &value) == n) {
            if (value) {
                return 0;
            }
            empty = 1;
            continue;
        }
        for (i = from; i < s->to && (f->note[i].var != n || !(f->note[i].flags & AMP__VEC_WRITTEN));
             i++) {
        }
        if (i == s->to) {
            continue;
        }
        if (f->convergent[s->number]) {
            if ((s->child != NULL && i < s->child->from)
                || !amp__vec_keeps_range(f, s->child, n) || !amp__vec_keeps_range(f, s->other, n)) {
                return 0;
            }
        } else if (!empty || s->kind != AMP__C_IF || s->other != NULL
                   || amp__vec_sets_range(f, s, n) == NULL) {
            return 0;
        }
        empty = 0;
    }
    return 1;
}

/* Whether variable n is a flag that is a range of threads wherever they are together. A kernel
   without a barrier asks for none in another loop than sets it. */
static AMP__COLD int amp__vec_is_range(const amp__vec_levels *f, int n)
{
    static const int words[] = { AMP__C_INT, AMP__C_BOOL, 0 };
    const amp__vec_var *v = &f->vars[n];
    return v->kind == AMP__VEC_LOCAL && v->spec_end == v->spec + 1
        && amp__c_among(f->c, v->spec, words) && !v->pointer && !v->array && !v->address
        && !f->pure[n] && v->writes > 0 && f->declared[n] == 1
        && amp__vec_model(f, AMP__TILED) && !f->tree->reports && amp__vec_has_barrier(f->tree->root)
        && !amp__c_has(f->c, f->kernel->body, f->kernel->body_end, AMP__C_RETURN)
        && amp__vec_keeps_range(f, f->tree->root->child, n);
}

/* Narrows o to the threads for which !c, the condition e, holds (no: does not hold), where c is a
   range; 0 where it is none. */
static AMP__COLD int amp__vec_clip_not(const amp__vec_levels *f, amp__vec_op *o,
                                       const amp__c_expr *e, int no, int first, int only_reads)
{
    e = amp__vec_condition(f, e->child);
    return e != NULL && (first || (only_reads && !amp__vec_divides(f->tree, e->from, e->to)))
        && amp__vec_only_reads(f->tree, e->from, e->to) && amp__vec_clip(f, o, e, !no);
}

/* Narrows o to the threads for which the condition e holds (no: does not hold), or has it among its
   rests. first: it is asked for each thread; *only_reads: what is asked before it changes nothing.
   0: there is no room, or what is left cannot be a rest. */
static AMP__COLD int amp__vec_narrow(const amp__vec_levels *f, amp__vec_op *o, const amp__c_expr *e,
                                     int no, int first, int *only_reads)
{
    const int rank = no ? AMP__C_RANK_OR : AMP__C_RANK_AND;
    const amp__c_expr *t;
    int may_narrow;
    e = amp__vec_condition(f, e);
    if (amp__c_expr_is(f->c, e, AMP__C_PREFIX, '!')
        && amp__vec_clip_not(f, o, e, no, first, *only_reads)) {
        return 1;
    }
    if (e != NULL && e->kind == AMP__C_BINARY && amp__c_rank(f->c, e->op) == rank) {
        for (t = e->child; t != NULL; t = t->next) {
            if (!amp__vec_narrow(f, o, t, no, first && t == e->child, only_reads)) {
                return 0;
            }
        }
        return 1;
    }
    if (e == NULL) {
        return 0;
    }
    if (!no && e->kind == AMP__C_IDENTIFIER && f->note[e->op].var >= 0
        && amp__vec_is_range(f, f->note[e->op].var)) {
        amp__vec_bound bound = { 0, 0, 0, 0, 0, 0, 0, NULL, NULL };
        int k;
        bound.range = f->note[e->op].var + 1;
        for (k = 0; k < 2 * f->kernel->rank; k++) {
            bound.below = k & 1;
            amp__vec_add_bound(f->c, &o->bounds[k / 2], bound);
        }
        o->clipped = 1;
        return 1;
    }
    may_narrow = first || (*only_reads && !amp__vec_divides(f->tree, e->from, e->to));
    *only_reads &= amp__vec_only_reads(f->tree, e->from, e->to);
    if (!may_narrow || !amp__vec_clip(f, o, e, no)) {
        if (o->rests == AMP__VEC_RESTS) {
            return 0;
        }
        o->rest[o->rests] = e->from;
        o->rest_end[o->rests++] = e->to;
    }
    return 1;
}

/* The `if` s as an operation of that kind which runs the threads for which it holds, its other
   conditions as rests; NULL where none of its conditions narrows a loop. One that narrows it is
   computed for all threads, before the rests: so none does behind one that changes something, nor
   behind another one where it divides. no: the threads for which it does not hold; no
   rest holds then. */
static AMP__COLD amp__vec_op *amp__vec_narrowed(const amp__vec_levels *f, const amp__c_stmt *s,
                                                int kind, int no)
{
    amp__vec_op *o = amp__vec_new_op(f->c, kind);
    int only_reads = 1;
    return amp__vec_narrow(f, o, amp__vec_expression(f->tree, s->a, s->a_end), no, 1, &only_reads)
        && o->clipped && !amp__vec_writes_variable(f->tree, s->a, s->a_end) ? o : NULL;
}

/* The `if` s as a clipped loop; NULL where it is none. */
static AMP__COLD amp__vec_op *amp__vec_clipped(const amp__vec_levels *f, const amp__c_stmt *s)
{
    amp__vec_op *o = s->kind == AMP__C_IF && s->other == NULL
        ? amp__vec_narrowed(f, s, AMP__VEC_LANES, 0) : NULL;
    if (o != NULL) {
        o->stmt = s;
        o->list[o->count++] = s->child;
    }
    return o;
}

/* Whether a variable in [from, to) is ever changed. */
static AMP__COLD int amp__vec_has_changed(const amp__vec_levels *f, int from, int to)
{
    while (from < to && (f->note[from].var < 0 || f->vars[f->note[from].var].writes == 0)) {
        from++;
    }
    return from < to;
}

/* The comparison of the if around the assignment at token i, to the variable n that it compares
   with what is one number in the whole kernel; NULL where that is none. *with: that; *sign: as n
   stands on the left. */
static AMP__COLD const amp__c_expr *amp__vec_cut_if(const amp__vec_levels *f, int i, int n,
                                                    const amp__c_expr **with, int *sign)
{
    static const int signs[] = { '<', '>', AMP__C_LESS_EQUAL, AMP__C_GREATER_EQUAL };
    static const int turned[] = { '>', '<', AMP__C_GREATER_EQUAL, AMP__C_LESS_EQUAL };
    const amp__c_expr *e = f->tree->expr[i];
    const amp__c_stmt *s = f->note[i].owner;
    int k, left;
    if (e == NULL || !amp__c_expr_is(f->c, e->parent, AMP__C_ASSIGN, '=') || s == NULL
        || s->kind != AMP__C_EXPRESSION) {
        return NULL;
    }
    s = s->parent != NULL && s->parent->kind == '{' ? s->parent->parent : s->parent;
    e = s != NULL && s->kind == AMP__C_IF && s->other == NULL
        ? amp__vec_expression(f->tree, s->a, s->a_end) : NULL;
    if (e == NULL || e->kind != AMP__C_BINARY || e->child->next != e->last) {
        return NULL;
    }
    left = amp__vec_is_variable(f, e->child, n);
    *with = left ? e->last : e->child;
    for (k = 0; k < 4 && !amp__c_is(f->c, e->op, signs[k]); k++) {
    }
    *sign = k == 4 ? 0 : left ? signs[k] : turned[k];
    return *sign != 0 && (left || amp__vec_is_variable(f, e->last, n))
        && amp__vec_is_uniform_int(f, *with)
        && !amp__vec_has_changed(f, (*with)->from, (*with)->to) ? e : NULL;
}

/* What the int at token i was declared with, where that is of the thread's place, and all that
   changes it are ifs that cut it off: if (u < 0) { u = 0; }. Else NULL. *dim, *terms: of its
   place. */
static AMP__COLD const amp__c_expr *amp__vec_cut_value(const amp__vec_levels *f, int i, int *dim,
                                                       amp__vec_term **terms)
{
    const int n = f->note[i].var;
    const amp__vec_var *v = n >= 0 ? &f->vars[n] : NULL;
    const amp__c_expr *value, *with;
    amp__vec_term **end = terms;
    int k, sign;
    *terms = NULL;
    if (v == NULL || v->writes == 0 || !amp__vec_is_int(f, v) || !amp__vec_begins_fixed(f, v)) {
        return NULL;
    }
    value = amp__c_ungrouped(amp__vec_expression(f->tree, v->init, v->init_end));
    if (value == NULL || amp__vec_whole_type(f, value) != AMP__VEC_INT_TYPE) {
        return NULL;
    }
    for (k = v->init_end; k < f->kernel->body_end; k++) {
        if (f->note[k].var == n && (f->note[k].flags & AMP__VEC_WRITTEN)
            && amp__vec_cut_if(f, k, n, &with, &sign) == NULL) {
            return NULL;
        }
    }
    *dim = amp__vec_affine(f, value, &end);
    return *dim >= 0 ? value : NULL;
}

#endif /* AMP_VECTORS_RANGES_H */
