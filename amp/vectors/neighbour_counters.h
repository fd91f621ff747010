/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_NEIGHBOUR_COUNTERS_H
#define AMP_VECTORS_NEIGHBOUR_COUNTERS_H
/*
amp/vectors/neighbour_counters.h: a loop that counts from near the thread's place to near it, as one
that counts how far each turn is from there.

    for (int k = x - 4; k <= x + 4; k++) { sum += t[k]; }

    for (int o = -4; o <= 4; o++) { const int k = x + o; sum += t[k]; }

All threads have the turns of the second one together: it goes outside of the loop over threads, or
stays within, as one over neighbours (strips.h, offset_loops.h). Where the first one is cut off at
an end, each turn asks whether it is past that:

    for (int k = x > 4 ? x - 4 : 0; k <= x + 4 && k < n; k++) { sum += t[k]; }

    for (int o = -4; o <= 4; o++) { const int k = x + o; if (k >= 0 && k < n) { sum += t[k]; } }
*/

#include "chosen_starts.h"
#include "sums.h"

/* The most such loops of a kernel. */
enum { AMP__VEC_NEIGHBOUR_COUNTERS = 32 };

/* One end of such a loop: a sum, the term of it that is the thread's place, and where it is cut
   off, or NULL; the sign between the counter and the sum, and that between it and the cut: tokens,
   or 0 for what follows from where the loop goes. */
typedef struct amp__vec_neighbour_end {
    const amp__c_expr *sum, *place, *cut;
    int sign, cut_sign;
} amp__vec_neighbour_end;

/* One: the loop s, with the counter n; up: that grows. */
typedef struct amp__vec_neighbour_counter {
    const amp__c_stmt *s;
    int n, up;
    amp__vec_neighbour_end first, last;
} amp__vec_neighbour_counter;

/* All of them, in the order of the text. */
typedef struct amp__vec_neighbour_counters {
    const amp__vec_tree *f;
    amp__vec_neighbour_counter of[AMP__VEC_NEIGHBOUR_COUNTERS];
    int count;
} amp__vec_neighbour_counters;

/* Finds the sum that e is, or is the greater one, or the smaller one (which) of, and where that is
   cut off. Whether it is such a one. */
static AMP__COLD int amp__vec_find_end(const amp__vec_tree *f, const amp__c_expr *e, int which,
                                       amp__vec_neighbour_end *end)
{
    const amp__c_expr *const value = amp__vec_declared_value(f, amp__c_ungrouped(e)), *a, *b;
    end->cut = NULL;
    end->sum = amp__c_ungrouped(e);
    if (amp__vec_extreme(f, value, &a, &b) == which) {
        end->sum = amp__vec_asks_place(f, a->from, a->to, AMP__VEC_VALUES) ? a : b;
        end->cut = end->sum == a ? b : a;
        return amp__vec_is_plain_sum(f, a->from, a->to, 1)
            && amp__vec_is_plain_sum(f, b->from, b->to, 1);
    }
    return amp__vec_is_plain_sum(f, end->sum->from, end->sum->to, 0);
}

/* Finds where the loop ends: at its condition, a comparison with its counter, or at two of them, of
   which one is a cut. Whether it is such a one. */
static AMP__COLD int amp__vec_find_last(const amp__vec_tree *f, amp__vec_neighbour_counter *g)
{
    const amp__c_expr *const e = amp__vec_expression(f, g->s->a, g->s->a_end), *t;
    amp__vec_neighbour_end *const end = &g->last;
    const amp__c_expr *cut = NULL; /* a comparison of its own */
    const int two = e != NULL && e->kind == AMP__C_BINARY
        && amp__c_rank(f->c, e->op) == AMP__C_RANK_AND;
    int k = 0, found = 0;
    for (t = two ? e->child : e; t != NULL && k < 2; t = two ? t->next : NULL, k++) {
        const amp__c_expr *const in = amp__c_ungrouped(t);
        const int up = in->kind == AMP__C_BINARY
            && (amp__c_is(f->c, in->op, '<') || amp__c_is(f->c, in->op, AMP__C_LESS_EQUAL));
        if (in->kind != AMP__C_BINARY || amp__c_rank(f->c, in->op) != AMP__C_RANK_COMPARE
            || in->child->next != in->last || in->child->kind != AMP__C_IDENTIFIER
            || f->note[in->child->op].var != g->n || (k == 1 && up != g->up)) {
            return 0;
        }
        g->up = up;
        if (two && amp__vec_is_plain_sum(f, in->last->from, in->last->to, 1)
            && !amp__vec_asks_place(f, in->last->from, in->last->to, AMP__VEC_VALUES)) {
            cut = in;
        } else if (found || !amp__vec_find_end(f, in->last, up ? -1 : 1, end)) {
            return 0;
        } else {
            end->sign = end->cut_sign = in->op;
            found = 1;
        }
    }
    if (t != NULL || !found || two != (cut != NULL) || (two && end->cut != NULL)) {
        return 0;
    }
    end->cut = two ? cut->last : end->cut;
    end->cut_sign = two ? cut->op : end->cut_sign;
    return 1;
}

/* Finds the same term of the thread's place in both sums. Whether there is one. */
static AMP__COLD int amp__vec_find_place(const amp__vec_tree *f, amp__vec_neighbour_counter *g)
{
    const amp__c_expr *const first = g->first.sum, *const last = g->last.sum, *t, *u;
    for (t = amp__c_first_of(f->c, first, AMP__C_RANK_SUM); t != NULL;
         t = amp__c_next_of(first, t)) {
        if (amp__c_is_subtracted(f->c, first, t)
            || !amp__vec_asks_place(f, t->from, t->to, AMP__VEC_VALUES)
            || !amp__vec_is_plain_sum(f, t->from, t->to, 1)) {
            continue;
        }
        for (u = amp__c_first_of(f->c, last, AMP__C_RANK_SUM); u != NULL;
             u = amp__c_next_of(last, u)) {
            if (!amp__c_is_subtracted(f->c, last, u)
                && amp__vec_same_text(f, t->from, t->to, u->from, u->to)) {
                g->first.place = t;
                g->last.place = u;
                return 1;
            }
        }
    }
    return 0;
}

/* That in the sums, or where one is a variable, in what that was declared with. */
static AMP__COLD int amp__vec_find_places(const amp__vec_tree *f, amp__vec_neighbour_counter *g)
{
    const amp__c_expr *const first = g->first.sum, *const last = g->last.sum;
    int k;
    for (k = 0; k < 4; k++) {
        g->first.sum = k & 1 ? amp__vec_declared_value(f, first) : first;
        g->last.sum = k & 2 ? amp__vec_declared_value(f, last) : last;
        if ((g->first.sum == first
             || amp__vec_is_plain_sum(f, g->first.sum->from, g->first.sum->to, 1))
            && (g->last.sum == last
                || amp__vec_is_plain_sum(f, g->last.sum->from, g->last.sum->to, 1))
            && amp__vec_find_place(f, g)) {
            return 1;
        }
    }
    return 0;
}

/* Whether all that the loop s does in its third part is to add a number to variable n, or to
   subtract one. */
static AMP__COLD int amp__vec_only_counts(const amp__vec_tree *f, const amp__c_stmt *s, int n)
{
    static const int signs[] = { AMP__C_INCREMENT, AMP__C_DECREMENT, 0 };
    static const int by[] = { AMP__C_ADD_ASSIGN, AMP__C_SUBTRACT_ASSIGN, 0 };
    const int i = s->b, first = f->note[i].var == n;
    return s->b_end - i == 2
        ? (first || f->note[i + 1].var == n) && amp__c_among(f->c, i + first, signs)
        : s->b_end - i == 3 && first && amp__c_among(f->c, i + 1, by)
            && f->c->t[i + 2].kind == AMP__C_NUMBER && amp__vec_has_digits(&f->c->t[i + 2]);
}

/* Whether the loop s is such a one: *g. */
static AMP__COLD int amp__vec_counts_neighbours(const amp__vec_tree *f, const amp__c_stmt *s,
                                                amp__vec_neighbour_counter *g)
{
    const amp__c_stmt *d = s->kind == AMP__C_FOR ? s->init : NULL;
    const amp__vec_var *v = d != NULL && d->kind == AMP__C_DECLARATION && d->next == NULL
        && d->value != 0 && f->note[d->name].var >= 0 ? &f->vars[f->note[d->name].var] : NULL;
    const amp__c_expr *e = v != NULL ? amp__vec_expression(f, d->value, d->value_end) : NULL;
    int i;
    if (e == NULL || !amp__vec_is_int_of(f->c, v) || v->array || v->address || v->writes != 1) {
        return 0;
    }
    memset(g, 0, sizeof(*g));
    g->s = s;
    g->n = (int)(v - f->vars);
    if (!amp__vec_only_counts(f, s, g->n) || !amp__vec_find_last(f, g)
        || !amp__vec_find_end(f, e, g->up ? 1 : -1, &g->first)) {
        return 0;
    }
    for (i = g->last.sum->from; i < g->last.sum->to && f->note[i].var != g->n; i++) {
    }
    if (i < g->last.sum->to || !amp__vec_find_places(f, g)) {
        return 0;
    }
    i = s->b + (f->note[s->b].var == g->n);
    return (g->first.cut == NULL && g->last.cut == NULL)
        || (s->b_end - s->b == 2
            && amp__c_is(f->c, i, g->up ? AMP__C_INCREMENT : AMP__C_DECREMENT));
}

/* Finds those of the list s. */
static AMP__COLD void amp__vec_find_neighbour_counters(amp__vec_neighbour_counters *r,
                                                       const amp__c_stmt *s)
{
    for (; s != NULL && r->count < AMP__VEC_NEIGHBOUR_COUNTERS; s = s->next) {
        r->count += amp__vec_counts_neighbours(r->f, s, &r->of[r->count]);
        amp__vec_find_neighbour_counters(r, s->child);
        amp__vec_find_neighbour_counters(r, s->other);
    }
}

/* Puts the name of that loop's counter. */
static AMP__COLD void amp__vec_put_offset(amp__vec_body *f, const amp__vec_neighbour_counter *g)
{
    const amp__c_name name = amp__vec_new_name(f, "amp__near%d", g->s->from);
    (void)amp__vec_put_token(f, g->s->from, name.s, name.n);
}

/* Puts the sum e without its term t. */
static AMP__COLD void amp__vec_put_without(amp__vec_body *f, const amp__c_expr *e,
                                           const amp__c_expr *t)
{
    if (t == e) {
        amp__vec_put_words(f, e->from, "0");
    } else if (t == e->child) {
        amp__vec_copy_tokens(f, NULL, NULL, t->to + amp__c_is(f->c, t->to, '+'), e->to);
    } else {
        amp__vec_copy_tokens(f, NULL, NULL, e->from, t->from - 1);
        amp__vec_copy_tokens(f, NULL, NULL, t->to, e->to);
    }
}

/* Puts the condition that the counter is on this side of the cut of that end. */
static AMP__COLD void amp__vec_put_uncut(amp__vec_body *f, const amp__vec_neighbour_counter *g,
                                         const amp__vec_neighbour_end *end)
{
    const int name = g->s->init->name;
    amp__vec_copy_tokens(f, NULL, NULL, name, name + 1);
    if (end->cut_sign != 0) {
        amp__vec_copy_tokens(f, NULL, NULL, end->cut_sign, end->cut_sign + 1);
    } else {
        amp__vec_put_words(f, name, g->up ? ">=" : "<=");
    }
    amp__vec_copy_tokens(f, NULL, NULL, end->cut->from, end->cut->to);
}

/* Puts that loop's head, and how its body begins. Returns the bracket that is open then. */
static AMP__COLD int amp__vec_put_neighbour_head(amp__vec_body *f, const amp__vec_tree *tree,
                                                 const amp__vec_neighbour_counter *g)
{
    const amp__c_stmt *s = g->s;
    const int like = s->from, name = s->init->name;
    int open, i;
    amp__vec_add(f, f->c->t[like], f->origin[like]); /* `for`: whose loop it is */
    open = amp__vec_put(f, like, "(");
    amp__vec_put_words(f, like, "int");
    amp__vec_put_offset(f, g);
    amp__vec_put_words(f, like, "=");
    amp__vec_put_without(f, g->first.sum, g->first.place);
    amp__vec_put_words(f, like, ";");
    amp__vec_put_offset(f, g);
    amp__vec_copy_tokens(f, NULL, NULL, g->last.sign, g->last.sign + 1);
    amp__vec_put_without(f, g->last.sum, g->last.place);
    amp__vec_put_words(f, like, ";");
    for (i = s->b; i < s->b_end; i++) {
        if (tree->note[i].var == g->n) {
            amp__vec_put_offset(f, g);
        } else {
            amp__vec_copy_tokens(f, NULL, NULL, i, i + 1);
        }
    }
    amp__vec_put_close(f, open, like, ")");
    open = amp__vec_put(f, like, "{");
    amp__vec_put_words(f, like, "const int");
    amp__vec_copy_tokens(f, NULL, NULL, name, name + 1);
    amp__vec_put_words(f, like, "=");
    amp__vec_copy_tokens(f, NULL, NULL, g->first.place->from, g->first.place->to);
    amp__vec_put_words(f, like, "+");
    amp__vec_put_offset(f, g);
    amp__vec_put_words(f, like, ";");
    if (g->first.cut != NULL || g->last.cut != NULL) {
        amp__vec_put_words(f, like, "if");
        i = amp__vec_put(f, like, "(");
        if (g->first.cut != NULL) {
            amp__vec_put_uncut(f, g, &g->first);
        }
        if (g->last.cut != NULL) {
            amp__vec_put_words(f, like, g->first.cut != NULL ? "&&" : "");
            amp__vec_put_uncut(f, g, &g->last);
        }
        amp__vec_put_close(f, i, like, ")");
    }
    return open;
}

/* Whether the kernel at work may have such loops, by its words alone: a counter that begins at
   something with a name, and goes on by one, or has that name in its condition. */
static AMP__COLD int amp__vec_may_count_neighbours(const amp__vec_body *f)
{
    int i;
    for (i = f->kernel.body; i < f->kernel.body_end; i++) {
        const int close = amp__c_is(f->c, i, AMP__C_FOR) ? amp__c_match(f->c, i + 1) : 0;
        const int from = close > 0 && amp__c_is(f->c, i + 2, AMP__C_INT)
            ? amp__c_find_sign(f->c, i + 2, ';', close) : close;
        const int to = from < close ? amp__c_find_sign(f->c, from + 1, ';', close) : close;
        if (to < close && (amp__vec_shares_name(f->c, i + 5, from, from + 2, to)
                           || (close - to == 3 && f->c->t[i + 5].kind == AMP__C_NAME))) {
            return 1;
        }
    }
    return 0;
}

/* Copies the body of the kernel at work, whose names the tree knows, with such loops anew; nothing
   where it has none. */
static AMP__COLD void amp__vec_put_neighbour_counters(amp__vec_body *f, const amp__vec_tree *tree)
{
    amp__c_kernel *k = &f->kernel;
    const int from = k->body, to = k->body_end + 1;
    amp__vec_neighbour_counters *r = (amp__vec_neighbour_counters *)amp__c_new(f->c, sizeof(*r));
    int open[AMP__VEC_NEIGHBOUR_COUNTERS], end[AMP__VEC_NEIGHBOUR_COUNTERS];
    amp__vec_brackets copied;
    int i, next = 0, depth = 0;
    r->f = tree;
    amp__vec_find_neighbour_counters(r, tree->root->child);
    if (r->count == 0) {
        return;
    }
    k->body = f->c->count;
    copied.depth = 0;
    for (i = from; i < to; i++) {
        for (; depth > 0 && end[depth - 1] == i; depth--) {
            amp__vec_put_close(f, open[depth - 1], i - 1, "}");
        }
        if (next < r->count && i == r->of[next].s->from) {
            open[depth] = amp__vec_put_neighbour_head(f, tree, &r->of[next]);
            end[depth++] = r->of[next].s->to;
            i = amp__c_match(f->c, i + 1);
            next++;
        } else {
            amp__vec_add_copy(f, &copied, f->c->t[i], f->origin[i], i, from, to);
        }
    }
    k->body_end = f->c->count - 1;
}

#endif /* AMP_VECTORS_NEIGHBOUR_COUNTERS_H */
