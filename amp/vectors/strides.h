/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_STRIDES_H
#define AMP_VECTORS_STRIDES_H
/*
amp/vectors/strides.h: whether a uniform loop of a simple or phased kernel pays outside of the
loop over the threads: where neighbours use neighbouring elements, or the same one.

    for (k = 0; k < n; k++) { sum += at(A, y, k) * at(B, k, x); }     outside
    for (k = 0; k < n; k++) { sum += at(A, x, k); }                   stays where it is

The second one goes along memory itself, as the engine `loops` runs it. A tiled kernel's threads
are neighbours by custom, so its uniform loops all go outside.
*/

#include "ranges.h"

/* Whether v is a whole number that its declaration gives, and nothing else. */
static AMP__COLD int amp__vec_is_one_value(const amp__vec_levels *f, const amp__vec_var *v)
{
    return v->init != 0 && v->writes == 0 && !v->address && !v->array && !v->pointer
        && amp__vec_is_int(f, v);
}

/* How the index e goes from a thread to its neighbour: not at all; by one; otherwise. row:
   neighbours are those of a row of the tile: what its outer dimensions choose stays. */
enum { AMP__VEC_STAYS, AMP__VEC_BY_ONE, AMP__VEC_JUMPS };
static AMP__COLD int amp__vec_stride(const amp__vec_levels *f, const amp__c_expr *e, int row)
{
    const amp__c_expr *term, *low, *high;
    int stride = AMP__VEC_STAYS;
    e = amp__c_ungrouped(e);
    if (e == NULL) {
        return AMP__VEC_JUMPS;
    }
    for (term = amp__c_first_of(f->c, e, AMP__C_RANK_SUM); term != NULL;
         term = amp__c_next_of(e, term)) {
        const amp__c_expr *t = term->kind == AMP__C_CAST ? term->child : term;
        const int n = f->note[t->from].var;
        int by = AMP__VEC_JUMPS;
        if (amp__vec_uniform(f, t->from, t->to) != AMP__VEC_VARYING
            || (row && amp__vec_is_same_in_row(f, t->from, t->to))) {
            continue;
        }
        if (n >= 0 && f->vars[n].kind == AMP__VEC_TIDX) {
            const int number = amp__vec_plain_index(f->tree, t->from);
            const int outer = number && atoi(f->c->t[number].s) != f->kernel->rank - 1;
            by = row && outer && amp__vec_uniform(f, number + 2, t->to) != AMP__VEC_VARYING
                ? AMP__VEC_STAYS
                : number && !outer && number + 2 == t->to ? AMP__VEC_BY_ONE : AMP__VEC_JUMPS;
        } else if (t->kind == AMP__C_IDENTIFIER && n >= 0 && (f->lockstep[n] || f->by_row[n])) {
            by = f->lockstep[n] ? AMP__VEC_BY_ONE : row ? AMP__VEC_STAYS : AMP__VEC_JUMPS;
        } else if (t->kind == AMP__C_IDENTIFIER && n >= 0 && f->vars[n].kind == AMP__VEC_LOCAL
                   && (f->pure[n] || amp__vec_is_one_value(f, &f->vars[n]))) {
            by = amp__vec_stride(f, amp__vec_value_of(f->tree, n), row);
        } else if (t->kind == AMP__C_GROUP) {
            by = amp__vec_stride(f, t, row);
        } else if (t->kind == AMP__C_CHOICE && t->child->next != t->last) { /* a neighbour's, or the
                                                                             edge's */
            const int one = amp__vec_stride(f, t->child->next, row);
            const int other = amp__vec_stride(f, t->last, row);
            by = one > other ? one : other;
        } else if (amp__vec_cut_by(f, t, &low, &high) != NULL) {
            by = amp__vec_stride(f, amp__vec_cut_by(f, t, &low, &high), row);
        }
        if (by != AMP__VEC_STAYS
            && (amp__c_is_subtracted(f->c, e, term) || stride != AMP__VEC_STAYS)) {
            return AMP__VEC_JUMPS;
        }
        stride = by != AMP__VEC_STAYS ? by : stride;
    }
    return stride;
}

/* How far apart neighbours' elements are in at(V, ...), by its indices, of which `e` is the first
   and most significant one. */
static AMP__COLD int amp__vec_strides(const amp__vec_levels *f, const amp__c_expr *e, int row)
{
    int stride = AMP__VEC_STAYS;
    for (; e != NULL; e = e->next) {
        if (stride != AMP__VEC_STAYS) {
            return AMP__VEC_JUMPS; /* of an outer dimension */
        }
        stride = amp__vec_stride(f, e, row);
    }
    return stride;
}

/* That of the element e, of a view by at or of an array. */
static AMP__COLD int amp__vec_element_stride(const amp__vec_levels *f, const amp__c_expr *e)
{
    const amp__c_expr *x;
    int stride = AMP__VEC_STAYS;
    if (e->kind == AMP__C_CALL) {
        return amp__vec_strides(f, e->child->next->next, 1);
    }
    for (x = e; x->kind == AMP__C_INDEX; x = x->child) { /* the last index comes first */
        const int by = amp__vec_stride(f, x->last, 1);
        stride = x == e ? by : by != AMP__VEC_STAYS ? AMP__VEC_JUMPS : stride;
    }
    return stride;
}

/* Whether some access in [from, to) is neither to the same element for all threads nor to
   neighbouring ones, or to an array or through a pointer of the thread's own. */
static AMP__COLD int amp__vec_strided(const amp__vec_levels *f, int from, int to, int row)
{
    int i;
    for (i = from; i < to; i++) {
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        const amp__c_expr *e = f->tree->expr[i], *of = e != NULL ? e->parent : NULL;
        const int call = of != NULL && of->kind == AMP__C_CALL;
        if (call && of->child == e && amp__c_word_is(f->c, i, AMP__C_AT) && e->next != NULL) {
            if (amp__vec_strides(f, e->next->next, row) == AMP__VEC_JUMPS) {
                return 1;
            }
        } else if (v == NULL) {
            continue;
        } else if (v->kind == AMP__VEC_LOCAL && (v->array || v->pointer)
                   && !f->candidate[f->note[i].var]) {
            return 1;
        } else if (v->kind == AMP__VEC_VIEW && call
                   && amp__c_word_is(f->c, of->child->op, AMP__C_AT_INDEX)) {
            if (!amp__vec_plain_at(f->tree, of->child->op) || v->rank != f->kernel->rank) {
                return 1;
            }
        } else if (v->kind == AMP__VEC_VIEW || v->kind == AMP__VEC_TILE
                   || (v->kind == AMP__VEC_LOCAL && v->pointer)) {
            int stride = AMP__VEC_STAYS;
            for (; of != NULL && of->kind == AMP__C_INDEX && of->child == e; of = e->parent) {
                if (stride != AMP__VEC_STAYS) {
                    return 1;
                }
                stride = amp__vec_stride(f, e->next, row);
                e = of;
            }
            if (stride == AMP__VEC_JUMPS) {
                return 1;
            }
        }
    }
    return 0;
}

/* The value of the tile's last dimension where it is one number, else 0; 0 for a simple kernel. */
static AMP__COLD int amp__vec_row_length(const amp__vec_tree *f)
{
    const int last = f->kernel->rank - 1;
    const int at = amp__vec_model(f, AMP__SIMPLE) ? 0 : f->kernel->dims[last];
    return at != 0 && f->kernel->dims_end[last] == at + 1 && f->c->t[at].kind == AMP__C_NUMBER
        ? atoi(f->c->t[at].s) : 0;
}

/* How often [from, to) mentions variable n, itself or by variables that follow from it. */
static AMP__COLD int amp__vec_mentions(const amp__vec_levels *f, int from, int to, int n)
{
    int i, times = 0;
    for (i = from; i < to; i++) {
        const int m = f->note[i].var;
        times += m == n;
        if (m >= 0 && m != n && f->vars[m].kind == AMP__VEC_LOCAL && f->pure[m]) {
            times += 2 * amp__vec_mentions(f, f->vars[m].init, f->vars[m].init_end, n);
        }
    }
    return times;
}

/* Whether each thread finds in memory what [from, to) comes to: an element at a place of its own is
   in it, as in x[p[i]], or a variable that is declared in [first, past) with such a value. */
static AMP__COLD int amp__vec_is_found(const amp__vec_levels *f, int from, int to, int first,
                                       int past)
{
    int i, is = 0;
    for (i = from; i < to && !is; i++) {
        const amp__c_expr *e = amp__vec_element(f->tree, i);
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        is = e != NULL ? amp__vec_uniform(f, i + 1, e->to) == AMP__VEC_VARYING
            : v != NULL && v->kind == AMP__VEC_LOCAL && v->init != 0 && v->writes == 0
            && v->name >= first && v->name < past
            && amp__vec_is_found(f, v->init, v->init_end, first, past);
    }
    return is;
}

/* The operator that writes the element e; 0: none does. */
static AMP__COLD int amp__vec_written_by(const amp__vec_levels *f, const amp__c_expr *e)
{
    while (amp__c_expr_is(f->c, e->parent, AMP__C_MEMBER, '.')) {
        e = e->parent;
    }
    return e->parent != NULL && e->parent->child == e
        && (f->note[e->parent->op].flags & AMP__VEC_MEMORY_WRITE) ? e->parent->op : 0;
}

/* The most indices of stores that are kept apart (emit_loop.h). */
enum { AMP__VEC_SPREAD = 16 };

/* Whether [from, to) uses two elements, or two members, of one view or tile array whose neighbours
   lie apart: x[3 * i] and x[3 * i + 1]. how: which uses count: all; reads; or writes. Of the last
   two kinds one in a loop counts as two, as gcc may write out its turns. gcc loads and stores such
   a group together, and where that is under a condition, gcc 12 gives the whole group the condition
   of its first elements (docs/compiler-faults.md, "Reads under a condition"). */
enum { AMP__VEC_ANY_USE, AMP__VEC_ANY_READ, AMP__VEC_ANY_WRITE };
static AMP__COLD int amp__vec_has_interleaved_group(const amp__vec_levels *f, int from, int to,
                                                    int how)
{
    enum { AMP__VEC_ACCESSES = 64 };
    int at[AMP__VEC_ACCESSES], past[AMP__VEC_ACCESSES], var[AMP__VEC_ACCESSES], count = 0, i, k;
    const int row = amp__vec_row_length(f->tree) > 1; /* or the loop over rows may become vectors */
    for (i = from; i < to; i++) {
        const amp__c_expr *e = amp__vec_element(f->tree, i);
        const int member = e != NULL && amp__c_expr_is(f->c, e->parent, AMP__C_MEMBER, '.');
        const int by = e != NULL ? amp__vec_written_by(f, e) : 0;
        if (e == NULL || (how == AMP__VEC_ANY_READ && amp__c_is(f->c, by, '='))
            || (how == AMP__VEC_ANY_WRITE && !by)
            || amp__vec_is_found(f, i + 1, e->to, 0, f->c->count)
            || (!member && !amp__vec_strided(f, e->from, e->to, row))) {
            continue;
        }
        e = member ? e->parent : e;
        if (how != AMP__VEC_ANY_USE && amp__vec_is_in_loop(f->tree, from, i)) {
            return 1;
        }
        for (k = 0; k < count; k++) {
            if (var[k] == f->note[i].var
                && !amp__vec_same_text(f->tree, e->from, e->to, at[k], past[k])) {
                return 1;
            }
        }
        if (count == AMP__VEC_ACCESSES) {
            return 1;
        }
        var[count] = f->note[i].var;
        at[count] = e->from;
        past[count++] = e->to;
    }
    return 0;
}

/* Whether the element e is one of a view, or of tile memory: its kind; else -1. */
static AMP__COLD int amp__vec_memory_of(const amp__vec_tree *f, const amp__c_expr *e)
{
    const int name = amp__vec_name_of_element(f, e);
    return name >= 0 ? f->vars[f->note[name].var].kind : -1;
}

/* The assignment that s is, where that is one of a value to an element of a view or of tile memory,
   and changes nothing else; else NULL. Its variables are the same in each loop over the threads. */
static AMP__COLD const amp__c_expr *amp__vec_assignment(const amp__vec_levels *f,
                                                        const amp__c_stmt *s)
{
    const amp__c_expr *e = s->kind == AMP__C_EXPRESSION && !f->convergent[s->number]
        ? amp__vec_expression(f->tree, s->a, s->a_end) : NULL;
    int i;
    if (!amp__c_expr_is(f->c, e, AMP__C_ASSIGN, '=') || amp__vec_memory_of(f->tree, e->child) < 0
        || !amp__vec_only_reads(f->tree, s->a, e->op)
        || !amp__vec_only_reads(f->tree, e->op + 1, s->a_end)) {
        return NULL;
    }
    for (i = s->a; i < s->a_end; i++) {
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        if (v != NULL && (v->kind == AMP__VEC_PRIVATE || v->kind == AMP__VEC_LOCAL)
            && !f->pure[f->note[i].var] && !f->candidate[f->note[i].var]) {
            return NULL;
        }
    }
    return e;
}

/* Whether s copies elements of a row that has 64 or more, of a view or to one. Each such copy is
   a loop of its own, which runs along memory: two in one loop took up to twice as long, as
   memcpy did, or a loop that was unrolled. */
static AMP__COLD int amp__vec_is_row_copy(const amp__vec_levels *f, const amp__c_stmt *s)
{
    const int length = amp__vec_row_length(f->tree);
    const amp__c_expr *e;
    int to, of;
    if (amp__vec_model(f, AMP__SIMPLE) || (length ? length < 64 : f->kernel->rank > 1)
        || (e = amp__vec_assignment(f, s)) == NULL) {
        return 0;
    }
    to = amp__vec_memory_of(f->tree, e->child);
    of = amp__vec_memory_of(f->tree, e->last);
    return of >= 0 && (to == AMP__VEC_VIEW || of == AMP__VEC_VIEW)
        && !amp__vec_strided(f, s->a, s->a_end, 1);
}

/* Whether s stores to neighbouring elements of a view, in a short row, what it reads across
   tile memory, as a transpose does. Then a row is read first: clang stores each element
   when it has read it, which took 1.35 times as long as a row at once. */
static AMP__COLD int amp__vec_is_transposing_store(const amp__vec_levels *f, const amp__c_stmt *s)
{
    const int length = amp__vec_row_length(f->tree);
    const amp__c_expr *e;
    if (amp__vec_model(f, AMP__SIMPLE) || f->kernel->rank < 2 || length < 2 || length > 32
        || (e = amp__vec_assignment(f, s)) == NULL) {
        return 0;
    }
    return amp__vec_memory_of(f->tree, e->child) == AMP__VEC_VIEW
        && !amp__vec_strided(f, s->a, e->op, 1) && amp__vec_strided(f, e->op + 1, s->a_end, 1);
}

/* Whether s uses elements of views or of tile memory. */
static AMP__COLD int amp__vec_has_elements(const amp__vec_tree *f, const amp__c_stmt *s)
{
    int i = s->from;
    while (i < s->to && amp__vec_element(f, i) == NULL) {
        i++;
    }
    return i < s->to;
}

/* Whether a loop with the condition [from, to) has at most eight turns, for all to see: k < 8. Then
   compilers put it away. */
static AMP__COLD int amp__vec_ends_soon(const amp__c_unit *f, int from, int to)
{
    static const int signs[] = { '<', AMP__C_LESS_EQUAL, AMP__C_NOT_EQUAL, 0 };
    return to - from == 3 && amp__c_among(f, from + 1, signs)
        && f->t[from + 2].kind == AMP__C_NUMBER && atoi(f->t[from + 2].s) <= 8;
}
static AMP__COLD int amp__vec_short_loop(const amp__vec_tree *f, const amp__c_stmt *s)
{
    return amp__vec_ends_soon(f->c, s->a, s->a_end);
}

#endif /* AMP_VECTORS_STRIDES_H */
