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
#include "thread_index.h"

#if AMP__IMPLEMENT

/* How the index [from, to) goes from a thread to its neighbour: not at all; by one; otherwise. row:
   neighbours are those of a row of the tile: what its outer dimensions choose stays. */
enum { AMP__VEC_STAYS, AMP__VEC_BY_ONE, AMP__VEC_JUMPS };
static AMP__COLD int amp__vec_stride(const amp__vec_levels *f, int from, int to, int row)
{
    int i, start, stride = AMP__VEC_STAYS, minus = 0;
    amp__c_take_brackets_off(f->c, &from, &to);
    if (amp__vec_uniform(f, from, to) != AMP__VEC_VARYING) {
        return AMP__VEC_STAYS;
    }
    for (i = start = from; i <= to; i++) {
        const int sign = i < to && i > start && (amp__c_is(f->c, i, '+')
                                                 || amp__c_is(f->c, i, '-'));
        if (i < to && f->c->t[i].match > i) {
            i = f->c->t[i].match;
            continue;
        }
        if (i < to && !sign) {
            continue;
        }
        if (start < i && amp__vec_uniform(f, start, i) == AMP__VEC_VARYING) {
            const int cast = amp__c_is(f->c, start, '(') && f->c->t[start].match + 1 < i
                && amp__c_is_type(f->c, start + 1);
            const int term = cast ? f->c->t[start].match + 1 : start;
            const amp__vec_var *v = f->note[term].var >= 0 ? &f->vars[f->note[term].var] : NULL;
            int by = AMP__VEC_JUMPS;
            if (v != NULL && v->kind == AMP__VEC_TIDX) {
                const int number = amp__vec_plain_index(f->tree, term);
                const int outer = number && atoi(f->c->t[number].s) != f->kernel->rank - 1;
                by = row && outer
                    && amp__vec_uniform(f, number + 2, i) != AMP__VEC_VARYING ? AMP__VEC_STAYS
                    : number && !outer && number + 2 == i ? AMP__VEC_BY_ONE : AMP__VEC_JUMPS;
            } else if (v != NULL && v->kind == AMP__VEC_LOCAL && f->pure[f->note[term].var]
                       && term + 1 == i) {
                by = amp__vec_stride(f, v->init, v->init_end, row);
            } else if (amp__c_is(f->c, term, '(') && f->c->t[term].match == i - 1) {
                by = amp__vec_stride(f, term, i, row);
            }
            if (by != AMP__VEC_STAYS && (minus || stride != AMP__VEC_STAYS)) {
                return AMP__VEC_JUMPS;
            }
            stride = by != AMP__VEC_STAYS ? by : stride;
        }
        minus = i < to && amp__c_is(f->c, i, '-');
        start = i + 1;
    }
    return stride;
}

/* How far apart neighbours' elements are, by the indices [from, to), which commas separate, the
   most significant first. */
static AMP__COLD int amp__vec_strides(const amp__vec_levels *f, int from, int to, int row)
{
    int i, start = from, stride = AMP__VEC_STAYS;
    for (i = from; i <= to; i++) {
        if (i < to && f->c->t[i].match > i) {
            i = f->c->t[i].match;
        } else if (i == to || amp__c_is(f->c, i, ',')) {
            if (stride != AMP__VEC_STAYS) {
                return AMP__VEC_JUMPS; /* of an outer dimension */
            }
            stride = amp__vec_stride(f, start, i, row);
            start = i + 1;
        }
    }
    return stride;
}

/* Whether some access in [from, to) is neither to the same element for all threads nor to
   neighbouring ones, or to an array or through a pointer of the thread's own. */
static AMP__COLD int amp__vec_strided(const amp__vec_levels *f, int from, int to, int row)
{
    int i;
    for (i = from; i < to; i++) {
        const amp__vec_var *v = f->note[i].var >= 0 ? &f->vars[f->note[i].var] : NULL;
        if (amp__c_word_is(f->c, i, AMP__C_AT) && amp__c_is(f->c, i + 1, '(')) {
            const int close = amp__c_match(f->c, i + 1);
            if (amp__vec_strides(f, amp__c_until(f->c, i + 2, ',', close) + 1, close, row)
                == AMP__VEC_JUMPS) {
                return 1;
            }
        } else if (v == NULL) {
            continue;
        } else if (v->kind == AMP__VEC_LOCAL && (v->array || v->pointer)
                   && !f->candidate[f->note[i].var]) {
            return 1;
        } else if (v->kind == AMP__VEC_VIEW && amp__c_is(f->c, i - 1, '(')
                   && amp__c_word_is(f->c, i - 2, AMP__C_AT_INDEX)) {
            if (!amp__vec_plain_at(f->tree, i - 2) || v->rank != f->kernel->rank) {
                return 1;
            }
        } else if (v->kind == AMP__VEC_VIEW || v->kind == AMP__VEC_TILE
                   || (v->kind == AMP__VEC_LOCAL && v->pointer)) {
            int k, stride = AMP__VEC_STAYS;
            for (k = i + 1; amp__c_is(f->c, k, '[') && f->c->t[k].match > k;
                 k = f->c->t[k].match + 1) {
                if (stride != AMP__VEC_STAYS) {
                    return 1;
                }
                stride = amp__vec_stride(f, k + 1, f->c->t[k].match, row);
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

/* Where the access to an element of a view or of tile memory that begins at i ends; -1 where none
   begins there. *view = 1: of a view. */
static AMP__COLD int amp__vec_access_end(const amp__vec_tree *f, int i, int *view)
{
    const int call = amp__c_is_access(f->c, i);
    const int name = call && amp__c_is(f->c, i + 1, '(') ? i + 2 : i;
    const amp__vec_var *v = f->note[name].var >= 0 ? &f->vars[f->note[name].var] : NULL;
    if (v == NULL || (v->kind != AMP__VEC_VIEW && v->kind != AMP__VEC_TILE)) {
        return -1;
    }
    *view |= v->kind == AMP__VEC_VIEW;
    if (name != i) {
        return f->c->t[i + 1].match + 1;
    }
    for (i++; amp__c_is(f->c, i, '[') && f->c->t[i].match > i; i = f->c->t[i].match + 1) {
    }
    return i > name + 1 ? i : -1;
}

/* Whether the expression [from, to) changes nothing, and calls nothing but at and at_index. */
static AMP__COLD int amp__vec_only_reads(const amp__vec_tree *f, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        if ((f->note[i].flags & (AMP__VEC_WRITTEN | AMP__VEC_MEMORY_WRITE))
            || (f->c->t[i].kind == AMP__C_NAME && amp__c_is(f->c, i + 1, '(')
                && !amp__c_is_type(f->c, i) && !amp__c_is_access(f->c, i))) {
            return 0;
        }
    }
    return 1;
}

/* Whether the index [from, to) of an element reads memory itself: x[p[i]]. */
static AMP__COLD int amp__vec_indirect(const amp__vec_tree *f, int from, int to)
{
    int i, view;
    for (i = from; i < to; i++) {
        if (amp__vec_access_end(f, i, &view) > i) {
            return 1;
        }
    }
    return 0;
}

/* Whether [from, to) and [also, end) are the same text. */
static AMP__COLD int amp__vec_same_text(const amp__vec_tree *f, int from, int to, int also, int end)
{
    if (to - from != end - also) {
        return 0;
    }
    while (from < to && amp__c_same(f->c, from, also)) {
        from++;
        also++;
    }
    return from == to;
}

/* Whether [from, to) uses two elements, or two members, of one view or tile array whose neighbours
   lie apart: x[3 * i] and x[3 * i + 1]. gcc loads and stores such a group together, and where that
   is under a condition, gcc 12 gives the whole group the condition of its first elements
   (docs/design.md, "gcc 12 and reads under a condition"). */
static AMP__COLD int amp__vec_has_interleaved_group(const amp__vec_levels *f, int from, int to)
{
    enum { AMP__VEC_ACCESSES = 64 };
    int at[AMP__VEC_ACCESSES], past[AMP__VEC_ACCESSES], count = 0, i, k, view;
    for (i = from; i < to; i++) {
        const int name = amp__c_is(f->c, i + 1, '(') ? i + 2 : i;
        int end = amp__vec_access_end(f->tree, i, &view);
        const int member = end > i && amp__c_is(f->c, end, '.');
        if (end <= i || amp__vec_indirect(f->tree, name + 1, end)
            || (!member && !amp__vec_strided(f, i, end, 0))) {
            continue;
        }
        end += member ? 2 : 0;
        for (k = 0; k < count; k++) {
            const int other = amp__c_is(f->c, at[k] + 1, '(') ? at[k] + 2 : at[k];
            if (f->note[other].var == f->note[name].var
                && !amp__vec_same_text(f->tree, i, end, at[k], past[k])) {
                return 1;
            }
        }
        if (count == AMP__VEC_ACCESSES) {
            return 1;
        }
        at[count] = i;
        past[count++] = end;
    }
    return 0;
}

/* The `=` of s, where s is an assignment to an element of a view or of tile memory, and nothing
   else; else -1. Its variables are the same in each loop over the threads. */
static AMP__COLD int amp__vec_assignment(const amp__vec_levels *f, const amp__vec_stmt *s,
                                        int *view)
{
    int i, equals;
    *view = 0;
    if (s->kind != AMP__VEC_EXPR || f->convergent[s->number]) {
        return -1;
    }
    equals = amp__vec_access_end(f->tree, s->a, view);
    if (equals < 0 || !amp__c_is(f->c, equals, '=') || !amp__vec_only_reads(f->tree, s->a, equals)
        || !amp__vec_only_reads(f->tree, equals + 1, s->a_end)) {
        return -1;
    }
    for (i = s->a; i < s->a_end; i++) {
        const amp__vec_var *v = f->note[i].var >= 0 ? &f->vars[f->note[i].var] : NULL;
        if (v != NULL && (v->kind == AMP__VEC_PRIVATE || v->kind == AMP__VEC_LOCAL)
            && !f->pure[f->note[i].var] && !f->candidate[f->note[i].var]) {
            return -1;
        }
    }
    return equals;
}

/* Whether s copies elements of a row that has 64 or more, of a view or to one. Each such copy is
   a loop of its own, which runs along memory: two in one loop took up to twice as long, as
   memcpy did, or a loop that was unrolled. */
static AMP__COLD int amp__vec_is_row_copy(const amp__vec_levels *f, const amp__vec_stmt *s)
{
    const int length = amp__vec_row_length(f->tree);
    int view, equals;
    if (amp__vec_model(f, AMP__SIMPLE) || (length ? length < 64 : f->kernel->rank > 1)) {
        return 0;
    }
    equals = amp__vec_assignment(f, s, &view);
    return equals >= 0 && amp__vec_access_end(f->tree, equals + 1, &view) == s->a_end && view
        && !amp__vec_strided(f, s->a, s->a_end, 1);
}

/* Whether s stores to neighbouring elements of a view, in a short row, what it reads across
   tile memory, as a transpose does. Then a row is read first: clang stores each element
   when it has read it, which took 1.35 times as long as a row at once. */
static AMP__COLD int amp__vec_is_transposing_store(const amp__vec_levels *f, const amp__vec_stmt *s)
{
    const int length = amp__vec_row_length(f->tree);
    int view, equals;
    if (amp__vec_model(f, AMP__SIMPLE) || f->kernel->rank < 2 || length < 2 || length > 32) {
        return 0;
    }
    equals = amp__vec_assignment(f, s, &view);
    return equals >= 0 && view && !amp__vec_strided(f, s->a, equals, 1)
        && amp__vec_strided(f, equals + 1, s->a_end, 1);
}

/* Whether the loop s has at most eight turns, for all to see: then compilers put it away. */
static AMP__COLD int amp__vec_short_loop(const amp__vec_tree *f, const amp__vec_stmt *s)
{
    return s->a_end - s->a == 3 && f->c->t[s->a + 2].kind == AMP__C_NUMBER
        && atoi(f->c->t[s->a + 2].s) <= 8;
}

/* Whether a simple kernel is to be run by 64 threads of a row at a time: where that brings a
   uniform loop outside of them, and no thread leaves before its end. */
static AMP__COLD int amp__vec_pays_in_rows(const amp__vec_levels *f)
{
    const amp__vec_stmt *s;
    int pays = 0, i;
    for (i = f->kernel->body; i < f->kernel->body_end; i++) {
        if (amp__c_is(f->c, i, AMP__C_RETURN)) {
            return 0;
        }
    }
    for (s = f->tree->root->child; s != NULL; s = s->next) {
        pays |= amp__vec_can_interchange(f, s) && !amp__vec_short_loop(f->tree, s)
            && !amp__vec_strided(f, s->from, s->to, 0);
    }
    return pays && !f->tree->reports && !amp__c_ordered(f->c, f->kernel->body, f->kernel->body_end);
}

/* The pass `convergence`: what all threads do together, and what is the same for all of them. */
static AMP__COLD void amp__vec_find_convergence(amp__vec_levels *f, const amp__vec_tree *tree)
{
    amp__vec_begin_levels(f, tree);
    amp__vec_find_levels(f);
    f->in_rows = amp__vec_model(f, AMP__SIMPLE) && f->kernel->rank <= 3;
    amp__vec_find_scalars(f);
    amp__vec_find_pure(f);
    if (f->in_rows && !amp__vec_pays_in_rows(f)) {
        f->in_rows = 0;
        amp__vec_find_scalars(f);
        amp__vec_find_pure(f);
    }
}

/* Whether each statement of the list s that must be done by all threads together stands among such
   statements alone. */
static AMP__COLD int amp__vec_levels_are_closed(const amp__vec_levels *f, const amp__vec_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if ((f->convergent[s->number]
             && !(f->level[s->number] && f->convergent[s->parent->number]))
            || !amp__vec_levels_are_closed(f, s->child)
            || !amp__vec_levels_are_closed(f, s->other)) {
            return 0;
        }
    }
    return 1;
}

/* Behind it: what all threads do together stands in nothing that only some do; and only what has
   one value, or none yet, may be one for the tile. */
static AMP__COLD int amp__vec_levels_hold(const amp__vec_levels *f)
{
    int k;
    for (k = 0; k < f->tree->var_count; k++) {
        const amp__vec_var *v = &f->vars[k];
        if ((f->candidate[k] && v->kind != AMP__VEC_LOCAL)
            || (f->pure[k] && (v->init == 0 || v->writes != 0 || v->address))) {
            return 0;
        }
    }
    return amp__vec_levels_are_closed(f, f->tree->root->child);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_STRIDES_H */
