/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_UNPARSE_H
#define AMP_VECTORS_UNPARSE_H
/*
amp/vectors/unparse.h: tokens written out again, with the names that the new text has for them.
*/

#include "joined_conditions.h"
#include "offset_loops.h"
#include "code.h"

/* Adds the name of the array that has variable n of the threads, or its member m (-1: the whole):
   'k', of the tile; 'b', of a block or of a masked loop. */
static AMP__COLD void amp__vec_put_array(const amp__vec_code *f, amp__text *b, char of, int n,
                                         int m)
{
    const amp__c_token *t = &f->c->t[f->vars[n].name];
    amp__text_printf(b, "amp__%c%d_%.*s", of, n, t->n, t->s);
    if (m >= 0) {
        amp__text_printf(b, "_%.*s", f->c->t[m].n, f->c->t[m].s);
    }
}

/* Adds the thread's element of the tile's. Not by amp__i: of a number that is computed under a
   condition gcc does not see that neighbours' adjoin, and scatters. */
static AMP__COLD void amp__vec_put_element(const amp__vec_code *f, amp__text *b, int n, int m)
{
    static const char *const row[] = { "", " + amp__l0 * amp__d1)",
        " + (amp__l0 * amp__d1 + amp__l1) * amp__d2)" };
    const int last = f->kernel->rank - 1, of = f->levels->in_rows ? 0 : last;
    amp__text_puts(b, of ? "(" : "");
    amp__vec_put_array(f, b, 'k', n, m);
    amp__text_printf(b, "%s[amp__l%d]", row[of], last);
}

/* Adds the name of variable n in the new text. lanes: in a loop over the threads, where an expanded
   variable is an element of its array. */
static AMP__COLD void amp__vec_name(amp__vec_code *f, amp__text *b, int n, int lanes)
{
    const amp__vec_var *v = &f->vars[n];
    const amp__c_token *t = &f->c->t[v->name];
    if (v->kind == AMP__VEC_TILE && !v->given && f->tree->tile_arrays == 1) {
        amp__text_puts(b, "amp__m.");
    }
    if (lanes && v->kind == AMP__VEC_LOCAL && f->place[n].storage == AMP__VEC_EXPANDED
        && (v->address || v->array) && !f->passed[n]) {
        if (f->place[n].interleaved) {
            amp__vec_put_array(f, b, 'k', n, -1);
        } else {
            amp__vec_put_element(f, b, n, -1);
        }
    } else if (v->unique) {
        amp__text_printf(b, "%.*s__%d", t->n, t->s, v->unique);
    } else {
        amp__text_printf(b, "%.*s", t->n, t->s);
    }
}

/* Brings the text in the making to the line of token i, by a #line where need be, so that what a
   compiler or debugger says names the user's line. Other texts than f->out have no lines. */
static AMP__COLD void amp__vec_line(amp__vec_code *f, amp__text *b, int i)
{
    const amp__c_token *t = &f->c->t[i];
    if (b != &f->out) {
        return;
    }
    if (f->file_n != t->file_n || memcmp(f->file, t->file, (size_t)t->file_n) != 0
        || t->line < f->line || t->line > f->line + 3) {
        amp__text_printf(b, "\n#line %d \"%.*s\"\n", t->line, t->file_n, t->file);
        f->file = t->file;
        f->file_n = t->file_n;
        f->line = t->line;
    }
    for (; f->line < t->line; f->line++) {
        amp__text_put(b, "\n", 1);
    }
}

/* Ends a line of text that is not the user's. */
static AMP__COLD void amp__vec_end_generated_line(amp__vec_code *f)
{
    amp__text_put(&f->out, "\n", 1);
    f->line++;
}

/* Adds the name of the thread's index of that part in dimension k. Of a dimension that the kernel
   has not, tidx has a 0, and one tile, and idx the last index, as on the engine `loops`. */
static AMP__COLD void amp__vec_put_index(amp__vec_code *f, amp__text *b, int part, int k)
{
    const int rank = f->kernel->rank;
    if (k >= rank && !amp__vec_model(f, AMP__SIMPLE)) {
        amp__text_puts(b, part == 'c' ? "1" : "0");
    } else {
        amp__text_printf(b, "amp__%c%d", part, k < rank ? k : rank - 1);
    }
}

/* Adds the indices of these parts, one after another, as initial values of arrays of three. */
static AMP__COLD void amp__vec_put_parts(amp__vec_code *f, amp__text *b, const char *parts)
{
    int k;
    for (; *parts != '\0'; parts++) {
        for (k = 0; k < 3; k++) {
            amp__text_puts(b, k == 0 ? "{ " : ", ");
            amp__vec_put_index(f, b, *parts, k);
        }
        amp__text_puts(b, " }, ");
    }
}

/* Writes tidx or idx at i with what follows it, as the new text names that: tidx.local[0] is a
   counter of the loops, .tile, .tile_origin and .tile_count are the function's parameters, tidx and
   idx alone are variables. Returns the last token that it wrote. */
static AMP__COLD int amp__vec_unparse_index(amp__vec_code *f, amp__text *b, int i)
{
    const int part = amp__vec_index_part(f->tree, i), number = amp__vec_plain_index(f->tree, i);
    if (number) {
        amp__vec_put_index(f, b, part, atoi(f->c->t[number].s));
        amp__text_put(b, " ", 1);
        return number + 1;
    }
    if (amp__vec_is_part_of_tile(part)) {
        amp__text_printf(b, "amp__%c ", part - 'a' + 'A');
        return i + 2;
    }
    amp__text_printf(b, "%.*s ", f->c->t[i].n, f->c->t[i].s);
    return i;
}

/* at_index(view, tidx.PART) at i as amp_at with the indices one by one. */
static AMP__COLD int amp__vec_unparse_at(amp__vec_code *f, amp__text *b, int i, int lanes)
{
    const int part = amp__vec_index_part(f->tree, i + 4), rank = f->vars[f->note[i + 2].var].rank;
    int k;
    amp__text_puts(b, "amp_at(");
    amp__vec_name(f, b, f->note[i + 2].var, lanes);
    for (k = 0; k < rank; k++) {
        amp__text_puts(b, ", ");
        amp__vec_put_index(f, b, part, k);
    }
    amp__text_puts(b, ") ");
    return i + 4 + amp__vec_index_tokens(f->tree);
}

/* Whether a space belongs behind token i. */
static AMP__COLD int amp__vec_needs_space(const amp__vec_tree *f, int i)
{
    static const int before[] = { '(', '[', '.', AMP__C_ARROW, 0 };
    static const int behind[] = { '(', '[', '.', 0 };
    return f->c->t[i].kind == AMP__C_SIGN
        || !(amp__c_among(f->c, i, before) || amp__c_among(f->c, i + 1, behind));
}

/* Whether the name at i is of an atomic operation on an element of tile memory, which no other
   worker has: amp_atomic_fetch_add(&t[i], 1), say. *n: how long the name is without amp_atomic_. */
static AMP__COLD int amp__vec_is_tile_atomic(const amp__vec_tree *f, int i, int *n)
{
    static const char *const names[] = { "fetch_add", "fetch_sub", "fetch_max", "fetch_min",
        "fetch_and", "fetch_or", "fetch_xor", "fetch_inc", "fetch_dec", "exchange",
        "compare_exchange", NULL };
    const int front = (int)sizeof("amp_atomic_") - 1, v = f->note[i + 3].var;
    const amp__c_token *t = &f->c->t[i];
    int k;
    if (t->kind != AMP__C_NAME || t->n <= front || memcmp(t->s, "amp_atomic_", (size_t)front) != 0
        || !amp__c_is(f->c, i + 1, '(') || !amp__c_is(f->c, i + 2, '&')
        || v < 0 || f->vars[v].kind != AMP__VEC_TILE) {
        return 0;
    }
    *n = t->n - front;
    for (k = 0; names[k] != NULL; k++) {
        if (*n == (int)strlen(names[k]) && memcmp(t->s + front, names[k], (size_t)*n) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Puts into a loop's condition that it becomes no vectors: of each tile (whole), or where the
   tile is one thread. */
static AMP__COLD void amp__vec_put_scalar_condition(amp__vec_code *f, amp__text *b, int whole)
{
    if (whole || !amp__vec_model(f, AMP__SIMPLE)) {
        amp__text_puts(b, whole ? "AMP__VEC_SCALAR_TURN " : "AMP__VEC_TILE_TURN ");
    }
}

static AMP__COLD void amp__vec_unparse(amp__vec_code *f, amp__text *b, int from, int to,
                                       int lanes);

/* Where token i begins the index of an element, and that is a sum of int, or a variable whose value
   is one, in which neighbours differ by one: makes it a sum of long. What stands under a condition
   compilers compute always, as unsigned; of that they do not see that it does not wrap, so they
   gather and scatter. Whether it has written token i, too. */
static AMP__COLD int amp__vec_unparse_wide(amp__vec_code *f, amp__text *b, int i)
{
    const amp__c_expr *e = f->tree->expr[i], *of, *t;
    int n;
    while (e != NULL && e->parent != NULL && e->parent->from == i) {
        e = e->parent;
    }
    of = e != NULL ? e->parent : NULL;
    if (of == NULL || of->kind != AMP__C_CALL || e->from != i || e == of->child->next
        || !amp__c_word_is(f->c, of->child->op, AMP__C_AT)) {
        return 0;
    }
    n = e->kind == AMP__C_IDENTIFIER ? f->note[i].var : -1;
    n = n >= 0 && f->place[n].storage == AMP__VEC_REMATERIALISED && !f->place[n].lockstep
        && amp__vec_is_int(f->levels, &f->vars[n]) ? n : -1;
    e = n >= 0 ? amp__vec_value_of(f->tree, n) : e;
    if (e == NULL || e->kind != AMP__C_BINARY || amp__c_rank(f->c, e->op) != AMP__C_RANK_SUM
        || amp__vec_stride(f->levels, e, 1) != AMP__VEC_BY_ONE) {
        return 0;
    }
    for (t = amp__c_first_of(f->c, e, AMP__C_RANK_SUM); t != NULL; t = amp__c_next_of(e, t)) {
        const amp__vec_var *v = amp__vec_var_at(f->tree, t->from);
        if (!amp__vec_is_uniform_int(f->levels, t)
            && (v == NULL || (v->kind != AMP__VEC_TIDX && (t->kind != AMP__C_IDENTIFIER
                                                           || !amp__vec_is_int(f->levels, v))))) {
            return 0;
        }
    }
    amp__text_puts(b, "0L + ");
    if (n >= 0) {
        amp__vec_unparse(f, b, e->from, e->to, 1);
    }
    return n >= 0;
}

/* The index of the store `to` as an int; 0 where what it reads is none. What it comes to where it
   is not used may be more than an int holds, so it is reckoned as unsigned. */
static AMP__COLD void amp__vec_unparse_index_of(amp__vec_code *f, amp__text *b,
                                                const amp__c_expr *to)
{
    const amp__c_expr *index = to->child->last, *read;
    int i, end;
    (void)amp__vec_is_cheap_index(f->levels, index, &read);
    if (read != NULL) {
        amp__text_puts(b, "(unsigned)(");
        amp__vec_unparse(f, b, read->last->from, read->last->to, 1);
        amp__text_puts(b, ") >= sizeof(");
        amp__vec_name(f, b, f->note[read->from].var, 1);
        amp__text_puts(b, ") / sizeof(int) ? 0 : ");
    }
    for (i = index->from; i < index->to; i = end) {
        end = read != NULL && i == read->from ? read->to : i + 1;
        amp__text_puts(b, f->note[i].var >= 0 ? "(unsigned)" : "");
        amp__vec_unparse(f, b, i, end, 1);
    }
}

/* The `if` s as one store, by stores of chosen_stores.h, and what stands behind that on each
   side. */
static AMP__COLD void amp__vec_unparse_chosen(amp__vec_code *f, amp__text *b, const amp__c_stmt *s,
                                              const amp__c_expr *yes, const amp__c_expr *no)
{
    const amp__c_stmt *side = s->child;
    amp__text_puts(b, "{ const int amp__yes = (");
    amp__vec_unparse(f, b, s->a, s->a_end, 1);
    amp__text_puts(b, ") ? -1 : 0, amp__one = (int)(");
    amp__vec_unparse_index_of(f, b, yes);
    amp__text_puts(b, "), amp__two = (int)(");
    amp__vec_unparse_index_of(f, b, no);
    amp__text_puts(b, "); ");
    amp__vec_unparse(f, b, yes->from, yes->child->last->from, 1);
    amp__text_puts(b, "amp__two ^ ((amp__one ^ amp__two) & amp__yes) "); /* no jump, as of ?: */
    amp__vec_unparse(f, b, yes->child->last->to, yes->to, 1);
    amp__text_puts(b, "; if (amp__yes) { ");
    for (;; side = s->other) {
        if (side->kind == '{') {
            amp__vec_unparse(f, b, side->child->to, side->to - 1, 1);
        }
        amp__text_puts(b, "} ");
        if (side == s->other) {
            break;
        }
        amp__text_puts(b, "else { ");
    }
    amp__text_puts(b, "} ");
}

/* Adds an element of the array at token `array`, or one of its arrays: with `depth` indices. */
static AMP__COLD void amp__vec_put_first(amp__vec_code *f, amp__text *b, int array, int depth)
{
    amp__vec_unparse(f, b, array, array + 1, 0);
    for (; depth > 0; depth--) {
        amp__text_puts(b, "[0]");
    }
}

/* Adds a condition, which a compiler knows: the tile has no more threads in each dimension than the
   array in e has elements. It may stand in front of the loops over threads. */
static AMP__COLD void amp__vec_unparse_fits(amp__vec_code *f, amp__text *b, const amp__c_expr *e)
{
    const amp__c_expr *array;
    int depth = 0;
    e = amp__c_ungrouped(e);
    for (array = e; array->kind == AMP__C_INDEX; array = array->child) {
        depth++;
    }
    for (; e->kind == AMP__C_INDEX; e = e->child) {
        amp__vec_term *none = NULL, **last = &none;
        amp__text_printf(b, "&& amp__d%d <= (int)(sizeof(",
                         amp__vec_affine(f->levels, e->last, &last));
        amp__vec_put_first(f, b, array->op, --depth);
        amp__text_puts(b, ") / sizeof(");
        amp__vec_put_first(f, b, array->op, depth + 1);
        amp__text_puts(b, ")) ");
    }
}

/* What stands before the `if` s of chosen_stores.h: its stores as those of all threads, for which
   the compiler takes it where that is faster. */
static AMP__COLD void amp__vec_unparse_blended(amp__vec_code *f, amp__text *b, const amp__c_stmt *s)
{
    const amp__c_stmt *t;
    amp__text_puts(b, "if (AMP__VEC_BLENDS ");
    for (t = amp__c_inside(s->child); t != NULL; t = t->next) {
        amp__vec_unparse_fits(f, b, amp__vec_own_store(f->levels, t)->child);
        amp__vec_unparse_fits(f, b, amp__vec_own_store(f->levels, t)->last);
    }
    amp__text_puts(b, ") { const int amp__yes = (");
    amp__vec_unparse(f, b, s->a, s->a_end, 1);
    amp__text_puts(b, ") ? 1 : 0; ");
    for (t = amp__c_inside(s->child); t != NULL; t = t->next) {
        const amp__c_expr *e = amp__vec_own_store(f->levels, t), *to = e->child;
        amp__text_puts(b, "{ const __typeof__(");
        amp__vec_unparse(f, b, to->from, to->to, 1);
        amp__text_puts(b, ") amp__old = ");
        amp__vec_unparse(f, b, to->from, to->to, 1);
        amp__text_puts(b, ", amp__new = ");
        amp__vec_unparse(f, b, e->last->from, e->last->to, 1);
        amp__text_puts(b, "; ");
        amp__vec_unparse(f, b, to->from, to->to, 1);
        amp__text_puts(b, "= amp__yes ? amp__new : amp__old; } ");
    }
    amp__text_puts(b, "} else ");
}

/* The type in which the sum f->sums[k] is made, which wraps. */
static AMP__COLD const char *amp__vec_type_of_sum(const amp__vec_code *f, int k)
{
    const amp__c_expr *to = amp__vec_summed_element(f->levels, f->sums[k]);
    const amp__vec_var *v = &f->vars[f->note[amp__vec_name_of_element(f->tree, to)].var];
    const char *op = amp__vec_summing_at(f->c, f->sums[k]->from)->op;
    return op[1] != '\0' && amp__vec_is_int(f->levels, v) ? "int" : "unsigned";
}

/* In place of the atomic operation f->sums[k]: the loop's own sum changes. */
static AMP__COLD void amp__vec_unparse_sum(amp__vec_code *f, amp__text *b, int k)
{
    const amp__c_expr *e = f->sums[k], *to = amp__vec_summed_element(f->levels, e);
    const amp__c_expr *by = e->child->next->next;
    const struct amp__vec_summing *s = amp__vec_summing_at(f->c, e->from);
    const char *type = amp__vec_type_of_sum(f, k);
    amp__text_printf(b, "(amp__sum%d = ", k);
    if (s->op[1] != '\0') {
        amp__text_printf(b, "amp__%s_%s(amp__sum%d, ", s->op, type, k);
    } else {
        amp__text_printf(b, "amp__sum%d %s (", k, s->op);
    }
    if (by == NULL) {
        amp__text_puts(b, "1)) ");
        return;
    }
    amp__text_printf(b, "(%s)(__typeof__(", type);
    amp__vec_unparse(f, b, to->from, to->to, 0);
    amp__text_puts(b, "))(");
    amp__vec_unparse(f, b, by->from, by->to, 1);
    amp__text_puts(b, "))) ");
}

/* The element of the table number k, at its counters and the thread's place. */
static AMP__COLD void amp__vec_put_table_element(amp__vec_code *f, amp__text *b, int k)
{
    const amp__vec_table *t = &f->tables[k];
    const amp__c_token *name = &f->c->t[f->kernel->name];
    int n;
    amp__text_printf(b, "%.*s__table%d", name->n, name->s, k);
    for (n = 0; n < t->loops; n++) {
        amp__text_puts(b, "[");
        amp__vec_name(f, b, amp__vec_counter_of(f->levels, t->loop[n]), 1);
        amp__text_puts(b, "]");
    }
    for (n = 0; n < f->kernel->rank; n++) {
        amp__text_printf(b, "[amp__l%d]", n);
    }
    amp__text_puts(b, " ");
}

/* Whether the operand `by` of e, products and quotients, divides whole numbers of the thread's own
   by one that all threads share, and that is no number of the text: compilers make vectors of a
   division by such a number alone. *type: of the quotient. */
static AMP__COLD int amp__vec_divides_by_shared(const amp__vec_code *f, const amp__c_expr *e,
                                                const amp__c_expr *by, int *type)
{
    const amp__c_expr *t;
    const int op = by->from - 1;
    int k, shared = 0;
    if (by == e->child || !(amp__c_is(f->c, op, '/') || amp__c_is(f->c, op, '%'))
        || amp__vec_uniform(f->levels, by->from, by->to) != AMP__VEC_SAME
        || amp__vec_uniform(f->levels, e->from, op) != AMP__VEC_VARYING
        || (f->kernel->rank > 1 && !f->levels->in_rows
            && amp__vec_is_same_in_row(f->levels, e->from, op))) { /* done once for the row */
        return 0;
    }
    for (k = by->from; k < by->to; k++) {
        shared |= f->note[k].var >= 0;
    }
    *type = amp__vec_whole_type(f->levels, by);
    for (t = e->child; t != by && *type != AMP__VEC_ANOTHER_TYPE; t = t->next) {
        const int of = amp__vec_whole_type(f->levels, t);
        *type = of == AMP__VEC_ANOTHER_TYPE || of > *type ? of : *type;
    }
    return shared && *type != AMP__VEC_ANOTHER_TYPE;
}

/* The products and quotients that begin with token i and end by `to`, the outermost ones, where one
   of them is such a quotient, or a remainder; NULL where there are none. In a loop that is written
   turn by turn the compiler may know by what is divided: l % (2 * by). */
static AMP__COLD const amp__c_expr *amp__vec_division_at(const amp__vec_code *f, int i, int to)
{
    const amp__c_expr *e = f->vector_at == NULL && !f->in_turns ? f->tree->expr[i] : NULL;
    const amp__c_expr *found = NULL, *by;
    int type;
    for (; e != NULL && e->from == i && e->to <= to; e = e->parent) {
        for (by = e->child; e->kind == AMP__C_BINARY && by != NULL; by = by->next) {
            found = amp__vec_divides_by_shared(f, e, by, &type) ? e : found;
        }
    }
    return found;
}

/* Those of e, up to the operand `last`. */
static AMP__COLD void amp__vec_unparse_division(amp__vec_code *f, amp__text *b,
                                                const amp__c_expr *e, const amp__c_expr *last)
{
    const amp__c_expr *before = e->child;
    int type;
    if (last == e->child) {
        amp__vec_unparse(f, b, last->from, last->to, 1);
        return;
    }
    while (before->next != last) {
        before = before->next;
    }
    if (!amp__vec_divides_by_shared(f, e, last, &type)) {
        amp__vec_unparse_division(f, b, e, before);
        amp__vec_unparse(f, b, last->from - 1, last->to, 1);
        return;
    }
    amp__text_printf(b, "amp__%s_%s(", amp__c_is(f->c, last->from - 1, '/') ? "quotient" : "rest",
                     type == AMP__VEC_INT_TYPE ? "int" : "unsigned");
    amp__vec_unparse_division(f, b, e, before);
    amp__text_puts(b, ", ");
    amp__vec_unparse(f, b, last->from, last->to, 1);
    amp__text_puts(b, ") ");
}

/* The index that begins with token i, of an element that a thread finds in its turn of the loop
   f->many; NULL where that is none. */
static AMP__COLD const amp__c_expr *amp__vec_found_index(const amp__vec_code *f, int i)
{
    const amp__c_expr *e = f->many != NULL && i != f->found_at ? f->tree->expr[i] : NULL, *of;
    while (e != NULL && e->parent != NULL && e->parent->from == i) {
        e = e->parent;
    }
    of = e != NULL ? e->parent : NULL;
    return of != NULL && of->kind == AMP__C_CALL && e->from == i && e != of->child->next
        && amp__c_word_is(f->c, of->child->op, AMP__C_AT)
        && amp__vec_is_found_in(f->levels, f->many, of->child->next->to, of->to) ? e : NULL;
}

/* The number of the index f->spread[] that begins with token i and ends before `to`; -1: none. */
static AMP__COLD int amp__vec_spread_number(const amp__vec_code *f, int i, int to)
{
    int n = f->spread_count - 1;
    while (n >= 0 && (f->spread[n]->from != i || f->spread[n]->to > to
                      || f->spread[n] == f->spread_at)) {
        n--;
    }
    return n;
}

/* Unparses the loop s that stays in its thread, turn by turn, with its counter as a constant. */
static AMP__COLD void amp__vec_unparse_turns(amp__vec_code *f, amp__text *b, const amp__c_stmt *s)
{
    amp__vec_whole *w = f->turns_at;
    const amp__c_expr *first = NULL, *e = amp__vec_expression(f->tree, s->a, s->a_end);
    const int n = amp__vec_whole_counter(f->levels, s, &first);
    const int declared = s->init->kind == AMP__C_DECLARATION;
    int value = amp__vec_value_in_turn(w, first);
    f->turned = 1;
    for (; amp__vec_has_turn(f->levels, e, value, amp__vec_value_in_turn(w, e->last));
         value += amp__vec_whole_step(f->levels, s, n)) {
        w->counts[n] = 1;
        w->low[n] = w->high[n] = value;
        amp__text_puts(b, declared ? "{ const int " : "{ ");
        amp__vec_name(f, b, n, 1);
        amp__text_printf(b, declared ? " AMP__UNUSED = %d; " : " = %d; ", value);
        amp__vec_unparse(f, b, s->b_end + 1, s->to, 1);
        amp__text_puts(b, "} ");
        w->counts[n] = 0;
    }
    if (!declared) {
        amp__vec_name(f, b, n, 1);
        amp__text_printf(b, " = %d; ", value);
    }
}

/* Unparses what is known of an expression. */
static AMP__COLD void amp__vec_unparse_known(amp__vec_code *f, amp__text *b,
                                             const amp__vec_known *known, int lanes)
{
    const amp__c_expr *const e = known->is, *t;
    const int count = f->known_count;
    if (known->by_if) {
        amp__text_printf(b, "(AMP__VEC_SPLIT_IFS ? %d : (", known->value);
        f->known_count = 0;
        amp__vec_unparse(f, b, known->from, known->to, lanes);
        f->known_count = count;
        amp__text_puts(b, ")) ");
        return;
    }
    amp__text_puts(b, e != NULL ? "(0" : known->value ? "1 " : "0 ");
    for (t = e != NULL ? amp__c_first_of(f->c, e, AMP__C_RANK_SUM) : NULL; t != NULL;
         t = amp__c_next_of(e, t)) {
        if (t->from != known->gone) {
            amp__text_puts(b, amp__c_is_subtracted(f->c, e, t) ? " - " : " + ");
            amp__vec_unparse(f, b, t->from, t->to, lanes);
        }
    }
    amp__text_puts(b, e != NULL ? ") " : "");
}

/* Unparses [from, to); lanes: inside a loop over the threads. */
static AMP__COLD void amp__vec_unparse(amp__vec_code *f, amp__text *b, int from, int to,
                                       int lanes)
{
    int i, scalar = -1, counter = -1, whole = 0, conditional = f->conditional, n;
    const amp__c_expr *yes, *no, *index;
    const amp__vec_known *known;
    const amp__c_stmt *s;
    for (i = from; i < to; i++) {
        const amp__c_token *t = &f->c->t[i];
        const amp__vec_note *note = &f->note[i];
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        amp__vec_line(f, b, i);
        if (f->vector_at != NULL && f->vector_at[i] > 1) {
            amp__text_printf(b, "amp__x%d[amp__q] ", f->vector_at[i] - 2);
            i = f->rows[f->vector_at[i] - 2]->to - 1;
            continue;
        }
        for (n = 0; n < f->own_count && f->own[n]->from != i; n++) {
        }
        if (n < f->own_count) {
            amp__text_printf(b, "amp__own%d ", n);
            i = f->own[n]->to - 1;
            continue;
        }
        for (n = 0; n < f->table_count && f->tables[n].call != i; n++) {
        }
        if (n < f->table_count) {
            amp__vec_put_table_element(f, b, n);
            i = f->tables[n].end - 1;
            continue;
        }
        for (n = 0; n < f->sum_count && f->sums[n]->from != i; n++) {
        }
        if (n < f->sum_count) {
            amp__vec_unparse_sum(f, b, n);
            i = f->sums[n]->to - 1;
            continue;
        }
        amp__text_puts(b, f->vector_at != NULL && f->vector_at[i] ? "*(amp__u *)&" : "");
        if (lanes && (s = amp__vec_whole_loop_at(f->levels, i)) != NULL) {
            amp__vec_unparse_turns(f, b, s);
            i = s->to - 1;
            continue;
        }
        if (i == scalar) {
            if (counter >= 0) {
                amp__text_puts(b, "AMP__VEC_COUNTED_TURN(");
                amp__vec_name(f, b, counter, lanes);
                amp__text_puts(b, ") ");
            } else if (!f->unrolled) {
                amp__vec_put_scalar_condition(f, b, whole);
            }
            amp__text_puts(b, amp__c_is(f->c, i, ';') ? "1 " : "");
        } else if (scalar < i) {
            scalar = amp__vec_scalar_loop_condition(f->tree, i);
            whole = scalar < 0 || amp__c_closing(f->c, i + 1) + 1 < to;
            s = lanes ? amp__vec_for_loop_at(f->levels, i) : NULL;
            counter = s != NULL && (scalar >= 0 || f->levels->whole[s->number])
                ? amp__vec_short_counter(f->levels, s, NULL, &n) : -1;
            amp__text_puts(b, counter >= 0 ? "AMP__VEC_UNROLL " : "");
        }
        conditional |= amp__c_is(f->c, i, AMP__C_IF) || amp__c_is(f->c, i, '?');
        if (lanes && !f->joined && (s = amp__vec_blended_stores(f->levels, i)) != NULL) {
            amp__vec_unparse_blended(f, b, s);
        }
        if (lanes && (n = amp__vec_spread_number(f, i, to)) >= 0) {
            const amp__c_expr *const outer = f->spread_at;
            f->spread_at = f->spread[n];
            amp__text_printf(b, "%d * amp__zero + (", n + 1);
            amp__vec_unparse(f, b, i, f->spread[n]->to, lanes);
            amp__text_puts(b, ") ");
            i = f->spread[n]->to - 1;
            f->spread_at = outer;
        } else if (lanes && (index = amp__vec_found_index(f, i)) != NULL) {
            const int outer = f->found_at;
            f->found_at = i;
            amp__text_puts(b, "amp__had & (");
            amp__vec_unparse(f, b, index->from, index->to, lanes);
            amp__text_puts(b, ") ");
            f->found_at = outer;
            i = index->to - 1;
        } else if (lanes && (s = amp__vec_chosen_store(f->levels, i, &yes, &no)) != NULL) {
            amp__vec_unparse_chosen(f, b, s, yes, no);
            i = s->to - 1;
        } else if ((known = amp__vec_known_at(f, i, to)) != NULL) {
            amp__vec_unparse_known(f, b, known, lanes);
            i = known->to - 1;
        } else if (amp__c_is_report(f->c, i) && note->past > i) {
            amp__text_printf(b, "{ amp__r%d |= 1; goto amp__end%d; } ", f->exit_label,
                             f->exit_label);
            i = note->past - 1;
        } else if (lanes && (index = amp__vec_division_at(f, i, to)) != NULL) {
            const int outer = f->conditional;
            f->conditional = conditional;
            amp__vec_unparse_division(f, b, index, index->last);
            f->conditional = outer;
            i = index->to - 1;
        } else if (amp__vec_plain_at(f->tree, i)) {
            i = amp__vec_unparse_at(f, b, i, lanes);
        } else if (lanes && conditional && amp__vec_unparse_wide(f, b, i)) {
            continue;
        } else if (v != NULL && v->kind == AMP__VEC_TIDX) {
            i = amp__vec_unparse_index(f, b, i);
        } else if (lanes && (amp__c_is(f->c, i, AMP__C_RETURN)
                             || (note->flags & AMP__VEC_LEAVES))) {
            amp__text_printf(b, "goto amp__end%d ", f->exit_label);
        } else if (f->masked && (amp__c_is(f->c, i, AMP__C_BREAK)
                                 || amp__c_is(f->c, i, AMP__C_CONTINUE))) {
            amp__text_printf(b, "goto amp__%s%d ", amp__c_is(f->c, i, AMP__C_BREAK) ? "leave"
                             : "turn", f->masked);
        } else if (amp__vec_model(f, AMP__PHASED) && amp__c_word_is(f->c, i, AMP__C_MINE)
                   && amp__c_is(f->c, i + 1, '(')) {
            amp__text_puts(b, "AMP__VEC_MINE");
        } else if (lanes && (amp__c_is(f->c, i, AMP__C_AND) || amp__c_is(f->c, i, AMP__C_OR))
                   && amp__vec_is_joined(f->levels, i)) {
            amp__text_puts(b, amp__c_is(f->c, i, AMP__C_AND) ? "AMP__VEC_BOTH "
                           : "AMP__VEC_EITHER ");
        } else if (amp__vec_is_tile_atomic(f->tree, i, &n)) {
            amp__text_printf(b, "AMP__TILE_%.*s", n, t->s + t->n - n);
        } else if (v != NULL && (v->kind == AMP__VEC_LOCAL || v->kind == AMP__VEC_TILE
                                 || v->unique)) {
            const int elsewhere = f->place[note->var].interleaved && !f->passed[note->var];
            amp__vec_name(f, b, note->var, lanes);
            while (elsewhere && amp__c_is(f->c, i + 1, '[')) {
                n = f->c->t[i + 1].match;
                amp__vec_unparse(f, b, i + 1, n + 1, lanes);
                i = n;
            }
            amp__text_puts(b, elsewhere ? "[amp__i] " : " ");
        } else {
            amp__text_put(b, t->s, (size_t)t->n);
            if (amp__vec_needs_space(f->tree, i)) {
                amp__text_put(b, " ", 1);
            }
        }
    }
}

/* Adds a dimension of the tile, without a line of its own: it may stand in a macro's call. */
static AMP__COLD void amp__vec_put_dimension_of(amp__vec_code *f, const amp__c_kernel *kernel,
                                                int k)
{
    amp__text d = amp__c_empty(&f->c->store);
    amp__vec_unparse(f, &d, kernel->dims[k], kernel->dims_end[k], 0);
    amp__text_put(&f->out, d.at, d.used);
}
static AMP__COLD void amp__vec_put_dimension(amp__vec_code *f, int k)
{
    amp__vec_put_dimension_of(f, f->kernel, k);
}

/* A variable's type, without const where it must be written. */
static AMP__COLD void amp__vec_type_of(amp__vec_code *f, amp__text *b, const amp__vec_var *v,
                                       int plain)
{
    int i;
    if (f->vector_at != NULL && v->kind == AMP__VEC_LOCAL
        && f->place[v - f->vars].storage != AMP__VEC_REMATERIALISED) {
        amp__text_puts(b, "amp__v ");
        return;
    }
    for (i = v->spec; i < v->spec_end; i++) {
        if (!(plain && amp__c_is(f->c, i, AMP__C_CONST) && v->type == v->type_end)
            && !amp__c_is(f->c, i, AMP__C_REGISTER)) {
            amp__vec_unparse(f, b, i, i + 1, 1);
        }
    }
    for (i = v->type; i < v->type_end; i++) {
        if (!(plain && amp__c_is(f->c, i, AMP__C_CONST))) {
            amp__vec_unparse(f, b, i, i + 1, 1);
        }
    }
}

/* Notes in used[] and written[], by number, which variables [from, to) mentions and writes;
   *tidx = 1 where it needs tidx as a variable. */
static AMP__COLD void amp__vec_collect_variables(amp__vec_code *f, char *used, char *written,
                                                 int from, int to, int *tidx)
{
    int i;
    for (i = from; i < to; i++) {
        const int n = f->note[i].var, part = amp__vec_index_part(f->tree, i);
        if (n < 0) {
            continue;
        }
        if (f->vars[n].kind == AMP__VEC_TIDX && !amp__vec_plain_index(f->tree, i)
            && !amp__vec_plain_at(f->tree, i - 4)
            && !amp__vec_is_part_of_tile(part)) {
            *tidx = 1;
        }
        if (f->vars[n].kind != AMP__VEC_LOCAL) {
            continue;
        }
        if (!used[n] && f->place[n].storage == AMP__VEC_REMATERIALISED) {
            amp__vec_collect_variables(f, used, written, f->vars[n].init, f->vars[n].init_end,
                                       tidx);
        }
        used[n] = 1;
        if (f->vars[n].shape != 0 && i != f->vars[n].name) {
            used[f->vars[n].shape] = 1;
        }
        if ((f->note[i].flags & AMP__VEC_WRITTEN) || i == f->vars[n].name) {
            written[n] = 1;
        }
    }
}

#endif /* AMP_VECTORS_UNPARSE_H */
