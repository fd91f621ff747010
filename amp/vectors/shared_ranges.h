/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_SHARED_RANGES_H
#define AMP_VECTORS_SHARED_RANGES_H
/*
amp/vectors/shared_ranges.h: a range that the threads of a tile share out by their number in it, as
loops along rows.

    const int l = ty * 16 + tx;                          a tile of 16 x 16 threads
    for (int i = l; i < 18 * 18; i += 16 * 16) {         each number below 324 has its thread
        t[i / 18][i % 18] = at(x, y0 + i / 18, x0 + i % 18);
    }

    for (int q = ty; q < 18; q += 16) {                  18 rows of 18
        for (int p = tx; p < 18; p += 16) { t[q][p] = at(x, y0 + q, x0 + p); }
    }

It is how most CUDA programs load a tile and what is around it. Divided, neighbours' elements are
found one by one; along rows they are neighbours, and what a row shares is found once (strips.h).
Which thread has which number does not show: nothing in such a loop depends on the thread but by
that number, and no thread keeps anything of it.

In a tile of more dimensions so too is a range that nobody divides, and one step of one, as those of
a tree. Its rows are of no consequence: one row of threads does it all.

    if (l < s) { t[l] += t[l + s]; }
    if (ty == 0) { for (int p = tx; p < (s < 256 ? s : 256); p += 16) { t[p] += t[p + s]; } }
*/

#include "tile_rows.h"

/* The most such ranges of a kernel, and the longest, in tokens. */
enum { AMP__VEC_SHARED_RANGES = 32, AMP__VEC_LONGEST_SHARED_RANGE = 400 };

/* One: the statement [from, to); the number that its threads share, variable n, below [end,
   end_to), whose value is `count` where that is a number, else -1; what is done, [body, to). row:
   how long its rows are. step: it is an if, of one step; flat: nothing divides the number, and one
   row of threads does it all, one after the other. times: what is put now divides by so many
   rows. */
typedef struct amp__vec_shared_range {
    int from, to, n, end, end_to, body, row, step, flat;
    long count, times;
} amp__vec_shared_range;

/* All of them, and the tile: its threads, and those of a row. */
typedef struct amp__vec_shared_ranges {
    const amp__vec_tree *f;
    amp__vec_shared_range of[AMP__VEC_SHARED_RANGES];
    int count;
    long dims[3], threads;
} amp__vec_shared_ranges;

/* Adds `times` the int e to what a thread's index in each dimension has in it, by[], and to by[3]
   what has none. 0: it is no such sum. */
static AMP__COLD int amp__vec_add_linear(const amp__vec_tree *f, const amp__c_expr *e, long times,
                                         long *by)
{
    const amp__c_expr *t;
    long number = amp__c_whole_number(f->c, e);
    int n;
    e = amp__c_ungrouped(e);
    if (e == NULL || times > 1 << 20) {
        return 0;
    }
    if (number >= 0) {
        by[3] += times * number;
        return 1;
    }
    n = e->kind == AMP__C_BINARY ? -1 : f->note[e->from].var;
    if (n >= 0 && f->vars[n].kind == AMP__VEC_TIDX) {
        const int index = amp__vec_plain_index(f, e->from);
        const int dim = index && index + 2 == e->to && amp__vec_index_part(f, e->from) == 'l'
            ? atoi(f->c->t[index].s) : 3;
        by[dim < 3 ? dim : 3] += times;
        return dim < 3;
    }
    if (e->kind == AMP__C_IDENTIFIER) {
        return n >= 0 && f->vars[n].kind == AMP__VEC_LOCAL && f->vars[n].init != 0
            && f->vars[n].writes == 0 && !f->vars[n].address && !f->vars[n].array
            && amp__vec_is_int_of(f->c, &f->vars[n]) && f->vars[n].init_end <= e->from
            && amp__vec_add_linear(f, amp__vec_value_of(f, n), times, by);
    }
    if (e->kind != AMP__C_BINARY) {
        return 0;
    }
    if (amp__c_is(f->c, e->op, '*') && e->child->next == e->last) {
        const int first = amp__c_whole_number(f->c, e->child) >= 0;
        number = amp__c_whole_number(f->c, first ? e->child : e->last);
        return number >= 0
            && amp__vec_add_linear(f, first ? e->last : e->child, times * number, by);
    }
    for (t = e->child; t != NULL; t = t->next) {
        if ((t != e->child && !amp__c_is(f->c, t->from - 1, '+'))
            || !amp__vec_add_linear(f, t, times, by)) {
            return 0;
        }
    }
    return 1;
}

/* Whether e is the thread's number in its tile, counted along rows. */
static AMP__COLD int amp__vec_is_number_in_tile(const amp__vec_shared_ranges *r,
                                                const amp__c_expr *e)
{
    const int rank = r->f->kernel->rank;
    long by[4] = { 0 }, times = 1;
    int k;
    if (e == NULL || !amp__vec_add_linear(r->f, e, 1, by) || by[3] != 0) {
        return 0;
    }
    for (k = rank - 1; k >= 0; k--) {
        if (by[k] != times && r->dims[k] > 1) {
            return 0;
        }
        times *= r->dims[k];
    }
    return 1;
}

static AMP__COLD int amp__vec_is_told(const amp__vec_shared_ranges *r, int from, int to, int depth);

/* Whether variable n is the same for all threads of the tile: what the launch gives, what follows
   from that, and counters of loops with a barrier, which all go through together. */
static AMP__COLD int amp__vec_is_told_variable(const amp__vec_shared_ranges *r, int n, int depth)
{
    const amp__vec_tree *f = r->f;
    const amp__vec_var *v = &f->vars[n];
    int i;
    if (v->kind == AMP__VEC_VALUE || v->kind == AMP__VEC_SHAPE) {
        return v->writes == 0 && !v->address;
    }
    if (v->kind != AMP__VEC_LOCAL || v->array || v->pointer || v->address || v->init == 0
        || depth == 0 || !amp__vec_is_told(r, v->init, v->init_end, depth - 1)) {
        return 0;
    }
    for (i = v->name + 1; i < f->kernel->body_end && v->writes > 0; i++) {
        const amp__c_stmt *s = f->note[i].owner;
        if (f->note[i].var == n && (f->note[i].flags & AMP__VEC_WRITTEN)
            && (s == NULL || s->kind != AMP__C_FOR || v->head != s->from || i < s->b
                || !amp__vec_has_barrier(s->child) || !amp__vec_is_told(r, s->b, i, depth - 1)
                || !amp__vec_is_told(r, i + 1, s->b_end, depth - 1))) {
            return 0;
        }
    }
    return 1;
}

/* Whether all that stands in [from, to) is: numbers, such variables, the tile's place. */
static AMP__COLD int amp__vec_is_told(const amp__vec_shared_ranges *r, int from, int to, int depth)
{
    const amp__vec_tree *f = r->f;
    int i;
    for (i = from; i < to; i++) {
        const int n = f->note[i].var;
        if (n >= 0 && f->vars[n].kind == AMP__VEC_TIDX) {
            const int index = amp__vec_plain_index(f, i);
            if (!index || !amp__vec_is_part_of_tile(amp__vec_index_part(f, i))) {
                return 0;
            }
            i = index + 1;
        } else if (n >= 0 ? !amp__vec_is_told_variable(r, n, depth)
                   : f->c->t[i].kind == AMP__C_NAME && amp__c_is(f->c, i + 1, '(')) {
            return 0;
        }
    }
    return 1;
}

/* The number by which token i of the range, its variable, is divided there, or of which it is the
   rest; 0: it is used in another way. */
static AMP__COLD long amp__vec_divided_by(const amp__vec_shared_ranges *r, int i)
{
    const amp__c_expr *e = r->f->expr[i], *by = e != NULL && e->parent != NULL
        && e->parent->kind == AMP__C_BINARY && e->parent->child == e ? e->next : NULL;
    const long number = by == NULL ? 0 : amp__c_whole_number(r->f->c, by);
    return by != NULL && number > 0 && (amp__c_is(r->f->c, i + 1, '/')
                                        || amp__c_is(r->f->c, i + 1, '%')) ? number : 0;
}

/* Whether the body of the range depends on its thread by its number alone, and keeps nothing; finds
   how long its rows are. */
static AMP__COLD int amp__vec_has_plain_body(const amp__vec_shared_ranges *r,
                                             amp__vec_shared_range *g)
{
    static const int others[] = { AMP__C_BREAK, AMP__C_CONTINUE, AMP__C_RETURN, AMP__C_SWITCH,
            AMP__C_GOTO, AMP__C_PHASE, AMP__C_TILE_STATIC, AMP__C_THREAD_PRIVATE, 0 };
    const amp__vec_tree *f = r->f;
    const int last = f->kernel->rank - 1;
    long least = 0;
    int i;
    for (i = g->body; i < g->to; i++) {
        const int n = f->note[i].var;
        const amp__vec_var *v = n >= 0 ? &f->vars[n] : NULL;
        const int inside = v != NULL && v->name >= g->body && v->name < g->to;
        if (amp__c_among(f->c, i, others) || amp__c_is_barrier(f->c, i)
            || amp__c_is_warp(f->c, i) || amp__c_is_report(f->c, i)) {
            return 0;
        }
        if (v == NULL || inside || v->kind == AMP__VEC_TILE || v->kind == AMP__VEC_VIEW) {
            continue;
        }
        if (n == g->n) {
            const long by = amp__vec_divided_by(r, i);
            if (f->note[i].flags & AMP__VEC_WRITTEN) {
                return 0;
            }
            least = by > 0 && (least == 0 || by < least) ? by : least;
        } else if (v->kind == AMP__VEC_TIDX) {
            const int index = amp__vec_plain_index(f, i);
            if (!index || !amp__vec_is_part_of_tile(amp__vec_index_part(f, i))) {
                return 0;
            }
            i = index + 1;
        } else if (!amp__vec_is_told_variable(r, n, 8)) {
            return 0;
        }
    }
    for (i = g->body; i < g->to; i++) {
        if (f->note[i].var == g->n && least > 0 && amp__vec_divided_by(r, i) % least != 0) {
            return 0;
        }
    }
    g->flat = least == 0 && last > 0;
    g->row = (int)(g->flat ? r->dims[last] : least);
    return g->row >= AMP__VEC_SHORTEST_ROW && g->row <= 4096
        && !amp__c_ordered(f->c, g->body, g->to);
}

/* Whether the statement s is such a range: *g. */
static AMP__COLD int amp__vec_is_shared_range(const amp__vec_shared_ranges *r, const amp__c_stmt *s,
                                               amp__vec_shared_range *g)
{
    const amp__vec_tree *f = r->f;
    const amp__c_stmt *d = s->init;
    const amp__c_expr *e = s->kind == AMP__C_FOR || s->kind == AMP__C_IF
        ? amp__vec_expression(f, s->a, s->a_end) : NULL;
    e = e != NULL ? amp__c_ungrouped(e) : NULL;
    if (e == NULL || e->kind != AMP__C_BINARY || !amp__c_is(f->c, e->op, '<')
        || e->child->next != e->last || e->child->to != e->child->from + 1 || s->child == NULL
        || s->to - s->from > AMP__VEC_LONGEST_SHARED_RANGE) {
        return 0;
    }
    memset(g, 0, sizeof(*g));
    g->from = s->from;
    g->to = s->to;
    g->body = s->child->from;
    g->n = f->note[e->child->from].var;
    g->end = e->last->from;
    g->end_to = e->last->to;
    g->count = amp__c_whole_number(f->c, e->last);
    g->step = s->kind == AMP__C_IF;
    if (g->n < 0 || !amp__vec_is_told(r, g->end, g->end_to, 8)) {
        return 0;
    }
    if (g->step) {
        return s->other == NULL && f->kernel->rank > 1
            && amp__vec_is_number_in_tile(r, e->child) && amp__vec_has_plain_body(r, g);
    }
    return d != NULL && d->next == NULL && d->kind == AMP__C_DECLARATION
        && f->note[d->name].var == g->n && amp__vec_is_int_of(f->c, &f->vars[g->n])
        && d->value != 0 && amp__c_is(f->c, s->b + 1, AMP__C_ADD_ASSIGN)
        && f->note[s->b].var == g->n && !f->vars[g->n].address
        && amp__c_whole_number(f->c, amp__vec_expression(f, s->b + 2, s->b_end)) == r->threads
        && amp__vec_is_number_in_tile(r, amp__vec_expression(f, d->value, d->value_end))
        && amp__vec_has_plain_body(r, g);
}

/* Whether all threads of the tile surely come to the statement s: nothing stands around it but
   blocks, loops with a barrier, and conditions that all share, and nothing leaves before it. */
static AMP__COLD int amp__vec_all_come_to(const amp__vec_shared_ranges *r, const amp__c_stmt *s)
{
    static const int jumps[] = { AMP__C_RETURN, AMP__C_BREAK, AMP__C_CONTINUE, AMP__C_GOTO, 0 };
    const amp__c_stmt *p;
    int i;
    for (i = r->f->kernel->body; i < s->from; i++) {
        if (amp__c_among(r->f->c, i, jumps)) {
            return 0;
        }
    }
    for (p = s->parent; p != NULL && p->parent != NULL; p = p->parent) {
        if (p->kind != '{' && !(amp__c_is_loop(p) && amp__vec_has_barrier(p->child))
            && !(p->kind == AMP__C_IF && amp__vec_is_told(r, p->a, p->a_end, 8))) {
            return 0;
        }
    }
    return 1;
}

/* Finds those in the list s, outer ones alone. */
static AMP__COLD void amp__vec_find_shared_ranges_in(amp__vec_shared_ranges *r,
                                                     const amp__c_stmt *s)
{
    for (; s != NULL && r->count < AMP__VEC_SHARED_RANGES; s = s->next) {
        if (amp__vec_is_shared_range(r, s, &r->of[r->count]) && amp__vec_all_come_to(r, s)) {
            r->count++;
        } else {
            amp__vec_find_shared_ranges_in(r, s->child);
            amp__vec_find_shared_ranges_in(r, s->other);
        }
    }
}

/* Finds those of the kernel at work, whose names the tree knows. */
static AMP__COLD void amp__vec_find_shared_ranges(amp__vec_shared_ranges *r,
                                                  const amp__vec_tree *tree)
{
    const amp__c_kernel *k = tree->kernel;
    int dim;
    memset(r, 0, sizeof(*r));
    r->f = tree;
    r->threads = 1;
    if (amp__vec_model_of(k) != AMP__TILED) {
        return;
    }
    for (dim = 0; dim < k->rank; dim++) {
        r->dims[dim] = amp__c_whole_number(tree->c, amp__c_read_expression(tree->c, k->dims[dim],
                                                                       k->dims_end[dim]));
        r->threads *= r->dims[dim];
        if (r->dims[dim] < 1 || r->threads > 1 << 16) {
            return;
        }
    }
    amp__vec_find_shared_ranges_in(r, tree->root->child);
}

/* Puts a number. */
static AMP__COLD void amp__vec_put_long(amp__vec_body *f, int like, long number)
{
    const amp__c_name n = amp__vec_new_name(f, "%ld", number);
    (void)amp__vec_put_token(f, like, n.s, n.n);
}

static AMP__COLD void amp__vec_put_shared_text(amp__vec_body *f, const amp__vec_shared_ranges *r,
                                              const amp__vec_shared_range *g, const char *text);

/* Puts what stands for the sign `of` in a text for the range: q, p: the names of a row and of a
   place in it; r: the row's length; e: the range's end; n: how many rows; t, d: the tile's threads,
   and those of a row; y, x: the thread's row and its place in that; Y: how many rows of threads;
   k: g->times. */
static AMP__COLD void amp__vec_put_shared_sign(amp__vec_body *f, const amp__vec_shared_ranges *r,
                                              const amp__vec_shared_range *g, char of)
{
    const int rank = r->f->kernel->rank, like = g->from;
    const long row = r->dims[rank - 1];
    const long count = g->step && g->count > r->threads ? r->threads : g->count;
    switch (of) {
    case 'q':
    case 'p': {
        const amp__c_name name = amp__vec_new_name(f, "amp__%c%d", of, g->from);
        (void)amp__vec_put_token(f, like, name.s, name.n);
        break;
    }
    case 'y':
        amp__vec_put_shared_text(f, r, g, rank == 1 ? "0" : rank == 2 ? "tidx . local [ 0 ]"
                                : "tidx . local [ 0 ] * %h + tidx . local [ 1 ]");
        break;
    case 'x':
        amp__vec_put_place(f, like, "local", rank == 1 ? "0" : rank == 2 ? "1" : "2");
        break;
    case 'e':
        if (count >= 0) {
            amp__vec_put_long(f, like, count);
        } else if (g->step) {
            amp__vec_put_shared_text(f, r, g, "( %E < %t ? %E : %t )");
        } else {
            amp__vec_put_shared_text(f, r, g, "%E");
        }
        break;
    case 'E': {
        const int open = amp__vec_put(f, like, "(");
        amp__vec_copy_tokens(f, NULL, NULL, g->end, g->end_to);
        amp__vec_put_close(f, open, like, ")");
        break;
    }
    case 'n':
        if (count >= 0) {
            amp__vec_put_long(f, like, (count + g->row - 1) / g->row);
        } else {
            amp__vec_put_shared_text(f, r, g, "( %e + %r - 1 ) / %r");
        }
        break;
    default:
        amp__vec_put_long(f, like, of == 'r' ? g->row : of == 't' ? r->threads : of == 'd' ? row
                          : of == 'h' ? r->dims[1] : of == 'Y' ? r->threads / row : g->times);
    }
}

/* Puts the words of the text, cut at blanks, for the range. */
static AMP__COLD void amp__vec_put_shared_text(amp__vec_body *f, const amp__vec_shared_ranges *r,
                                              const amp__vec_shared_range *g, const char *text)
{
    int open[16], depth = 0;
    while (*text != '\0') {
        const int n = (int)strcspn(text, " ");
        if (*text == '%' && n == 2) {
            amp__vec_put_shared_sign(f, r, g, text[1]);
        } else {
            const int at = amp__vec_put_token(f, g->from, text, n);
            if (strchr("([{", *text) != NULL) {
                open[depth++] = at;
            } else if (strchr(")]}", *text) != NULL) {
                amp__c_pair(f->c, open[--depth], at);
            }
        }
        text += n + (text[n] == ' ');
    }
}

/* Puts the range as loops. */
static AMP__COLD void amp__vec_put_shared_range(amp__vec_body *f, const amp__vec_shared_ranges *r,
                                         amp__vec_shared_range *g)
{
    const amp__vec_tree *tree = r->f;
    const int whole = g->count >= 0 && g->count % g->row == 0
        && !(g->step && g->count > r->threads && r->threads % g->row != 0);
    amp__vec_brackets copied;
    const int block = amp__c_is(f->c, g->body, '{') ? 1 : 0;
    int i, outer, inner;
    copied.depth = 0;
    amp__vec_put_shared_text(f, r, g, !g->flat ? "for ( int %q = %y ; %q < %n ; %q += %Y )"
                             : tree->kernel->rank == 2 ? "if ( tidx . local [ 0 ] == 0 )"
                             : "if ( tidx . local [ 0 ] == 0 && tidx . local [ 1 ] == 0 )");
    outer = amp__vec_put(f, g->from, "{");
    amp__vec_put_shared_text(f, r, g, g->flat ? "for ( int %p = %x ; %p < %e ; %p += %d )"
                             : whole ? "for ( int %p = %x ; %p < %r ; %p += %d )"
                             : "for ( int %p = %x ; %p < ( %e - %q * %r < %r ? %e - %q * %r : %r ) "
                               "; %p += %d )");
    inner = amp__vec_put(f, g->from, "{");
    for (i = g->body + block; i < g->to - block; i++) {
        const long by = tree->note[i].var == g->n ? amp__vec_divided_by(r, i) : 0;
        if (tree->note[i].var != g->n) {
            amp__vec_add_copy(f, &copied, f->c->t[i], f->origin[i], i, g->body, g->to);
            continue;
        }
        g->times = by / g->row;
        if (by == 0) {
            amp__vec_put_shared_text(f, r, g, g->flat ? "%p" : "( %q * %r + %p )");
        } else {
            amp__vec_put_shared_text(f, r, g, amp__c_is(f->c, i + 1, '/')
                                    ? g->times == 1 ? "%q" : "( %q / %k )"
                                    : g->times == 1 ? "%p" : "( %q % %k * %r + %p )");
            i = tree->expr[i]->next->to - 1;
        }
    }
    amp__vec_put_close(f, inner, g->from, "}");
    amp__vec_put_close(f, outer, g->from, "}");
}

/* Whether the kernel at work may have such ranges, by its words alone: a loop that goes on by more
   than one, and divides, or is of a tile of more dimensions; or a condition in such a tile. */
static AMP__COLD int amp__vec_may_have_shared_ranges(const amp__vec_body *f)
{
    const int flat = f->kernel.rank == 1;
    int i, divides = 0, loops = 0;
    for (i = f->kernel.body; i < f->kernel.body_end; i++) {
        if (amp__c_is(f->c, i, AMP__C_GOTO)) {
            return 0; /* no pass takes that */
        }
        divides |= amp__c_is(f->c, i, '/') || amp__c_is(f->c, i, '%');
        loops |= amp__c_is(f->c, i, AMP__C_ADD_ASSIGN)
            || (!flat && amp__c_is(f->c, i, AMP__C_IF));
    }
    return amp__vec_model_of(&f->kernel) == AMP__TILED && loops && (divides || !flat);
}

/* Copies the body of the kernel at work, whose names the tree knows, with such ranges as loops
   along rows; nothing where it has none. */
static AMP__COLD void amp__vec_put_shared_ranges(amp__vec_body *f, const amp__vec_tree *tree)
{
    amp__c_kernel *k = &f->kernel;
    const int from = k->body, to = k->body_end + 1;
    amp__vec_shared_ranges *r = (amp__vec_shared_ranges *)amp__c_new(f->c, sizeof(*r));
    amp__vec_brackets copied;
    int i, next = 0;
    amp__vec_find_shared_ranges(r, tree);
    if (r->count == 0) {
        return;
    }
    k->body = f->c->count;
    copied.depth = 0;
    for (i = from; i < to; i++) {
        if (next < r->count && i == r->of[next].from) {
            amp__vec_put_shared_range(f, r, &r->of[next]);
            i = r->of[next++].to - 1;
        } else {
            amp__vec_add_copy(f, &copied, f->c->t[i], f->origin[i], i, from, to);
        }
    }
    k->body_end = f->c->count - 1;
}

#endif /* AMP_VECTORS_SHARED_RANGES_H */
