/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_STRIPS_H
#define AMP_VECTORS_STRIPS_H
/*
amp/vectors/strips.h: which statements of one thread go outside of a loop over a strip of threads.

  for (k = 0; k < n; k++) { sum += at(A, y, k); }        a uniform loop: all have the same turns
  for (i = tidx.global[0]; i < n; i += threads) { ... }  a loop in lockstep: neighbours have
      neighbouring counters in each turn, and the last ones are done first
  for (y = tidx.local[0]; y < n; y += 16) { ... }        a loop that all threads of a row share
  for (i = at(start, y); i < at(start, y + 1); i++)      another one, and one in lockstep, of a row
  for (i = at(start, y) + x; i < at(start, y + 1); i += 32)   that its threads go through together
  if (i < n) { for ... }  a condition that narrows the strip, or that the tile shares, around one
  while (low < high) { ... }  a masked loop: masks.h

A jump out of such a loop, or of its turn, that all threads take together stays a jump.
What is inside is then loops over the strip's threads, whose accesses lie side by side in each turn;
or in a thread by itself it would be a loop along a column of memory.
*/

#include "masks.h"
#include "offset_loops.h"

/* Whether the uniform loop s goes outside the loop over a strip of threads. */
static AMP__COLD int amp__vec_goes_outside(const amp__vec_levels *f, const amp__c_stmt *s)
{
    return amp__vec_can_interchange(f, s)
        && (amp__vec_model(f, AMP__TILED) || !amp__vec_strided(f, s->from, s->to, 0));
}

/* The end of a loop in lockstep: the right side of the condition of s, n < end or n <= end; NULL
   where it has another one, or one in which the threads of a row differ. */
static AMP__COLD const amp__c_expr *amp__vec_row_end(const amp__vec_levels *f,
                                                     const amp__c_stmt *s, int n)
{
    const amp__c_expr *e = amp__vec_expression(f->tree, s->a, s->a_end);
    if (e == NULL || e->kind != AMP__C_BINARY || e->child->next != e->last
        || !(amp__c_is(f->c, e->op, '<') || amp__c_is(f->c, e->op, AMP__C_LESS_EQUAL))
        || !amp__vec_is_variable(f, e->child, n) || !amp__vec_is_row_int(f, e->last)) {
        return NULL;
    }
    return e->last;
}

/* That, where it is the same for the whole tile; else NULL. */
static AMP__COLD const amp__c_expr *amp__vec_loop_end(const amp__vec_levels *f,
                                                      const amp__c_stmt *s, int n)
{
    const amp__c_expr *e = amp__vec_row_end(f, s, n);
    return e != NULL && amp__vec_is_uniform_int(f, e) ? e : NULL;
}

/* The dimension of which the counter of the loop s takes the thread's index, 0 for all but the
   last one: it begins with that and something that the threads of a row share, grows by something
   uniform, and ends where they share; -1 where there is none. *counter: its number. */
static AMP__COLD int amp__vec_counted_dimension(const amp__vec_levels *f, const amp__c_stmt *s,
                                                int *counter)
{
    const int n = *counter = amp__vec_own_counter(f, s);
    const amp__vec_var *v = &f->vars[n > 0 ? n : 0];
    if (n < 0 || amp__vec_model(f, AMP__SIMPLE) || amp__vec_row_end(f, s, n) == NULL) {
        return -1;
    }
    if (amp__vec_is_same_in_row(f, v->init, v->init_end)) {
        return f->kernel->rank > 1 ? 0 : -1;
    }
    return amp__vec_affine(f, amp__vec_expression(f->tree, v->init, v->init_end), NULL);
}

/* The counter of the loop s, where it runs in lockstep: it has the index in the tile's last
   dimension. -1: it does not. */
static AMP__COLD int amp__vec_lockstep_counter(const amp__vec_levels *f, const amp__c_stmt *s)
{
    int n;
    return amp__vec_counted_dimension(f, s, &n) == f->kernel->rank - 1 ? n : -1;
}

/* The counter of the loop s, where all threads of a row share it, and it goes outside of the loop
   over them; else -1. */
static AMP__COLD int amp__vec_row_counter(const amp__vec_levels *f, const amp__c_stmt *s)
{
    int n;
    const int dim = amp__vec_counted_dimension(f, s, &n);
    return dim >= 0 && dim < f->kernel->rank - 1
        && (amp__vec_model(f, AMP__TILED) || !amp__vec_strided(f, s->from, s->to, 1)) ? n : -1;
}

/* Whether the condition of s is the same for all threads of the tile, and reads no memory. */
static AMP__COLD int amp__vec_is_shared_condition(const amp__vec_levels *f, const amp__c_stmt *s)
{
    return amp__vec_uniform(f, s->a, s->a_end) == AMP__VEC_SAME
        && amp__vec_only_reads(f->tree, s->a, s->a_end);
}

static AMP__COLD int amp__vec_has_strips(const amp__vec_levels *f, const amp__c_stmt *s);

/* The condition s around such a loop as an operation that narrows the strip, or that has its
   condition as a rest, where the tile shares it; NULL where it is neither. no: it is the other side
   of s that is meant, where its condition does not hold. */
static AMP__COLD amp__vec_op *amp__vec_strip_condition(const amp__vec_levels *f,
                                                       const amp__c_stmt *s, int no)
{
    amp__vec_op *o;
    int k;
    if (s->kind != AMP__C_IF || f->convergent[s->number]) {
        return NULL;
    }
    if (amp__vec_is_shared_condition(f, s)) {
        o = amp__vec_new_op(f->c, AMP__VEC_STRIPS);
        o->rest[0] = s->a;
        o->rest_end[o->rests++] = s->a_end;
    } else {
        o = amp__vec_narrowed(f, s, AMP__VEC_STRIPS, no);
        for (k = 0; o != NULL && k < o->rests; k++) {
            if (amp__vec_uniform(f, o->rest[k], o->rest_end[k]) != AMP__VEC_SAME) {
                return NULL;
            }
        }
    }
    if (o != NULL) {
        o->stmt = s;
        o->no = no;
    }
    return o;
}

/* Whether s is a loop that goes outside, with all threads that have a turn in each of its turns. */
static AMP__COLD int amp__vec_is_outer_loop(const amp__vec_levels *f, const amp__c_stmt *s)
{
    return s->kind == AMP__C_FOR
        && (amp__vec_goes_outside(f, s) || amp__vec_lockstep_counter(f, s) >= 0
            || amp__vec_row_counter(f, s) >= 0);
}

/* Whether s, or a statement in it, is a loop that goes outside, or a masked one, with nothing
   around it but what goes outside with it. */
static AMP__COLD int amp__vec_is_strip(const amp__vec_levels *f, const amp__c_stmt *s)
{
    if (amp__vec_is_outer_loop(f, s) || amp__vec_is_masked(f, s)) {
        return 1;
    }
    return s->kind == AMP__C_IF
        && (amp__vec_has_strips(f, amp__c_inside(s->child))
            || amp__vec_has_strips(f, amp__c_inside(s->other)))
        && amp__vec_strip_condition(f, s, 0) != NULL
        && (s->other == NULL || amp__vec_is_shared_condition(f, s)
            || amp__vec_strip_condition(f, s, 1) != NULL);
}

/* Whether s is done by one thread of a row: if (tidx.local[0] == 0) { ... }. */
static AMP__COLD int amp__vec_is_of_one_thread(const amp__vec_levels *f, const amp__c_stmt *s)
{
    const amp__vec_op *o = s->kind == AMP__C_IF && s->other == NULL && !f->convergent[s->number]
        ? amp__vec_narrowed(f, s, AMP__VEC_LANES, 0) : NULL;
    return o != NULL && o->one;
}

/* Whether s is a block of each thread in which a loop goes outside: then its statements are those
   of the list that it stands in. */
static AMP__COLD int amp__vec_is_open_block(const amp__vec_levels *f, const amp__c_stmt *s)
{
    return s->kind == '{' && !f->convergent[s->number] && amp__vec_has_strips(f, s->child);
}

/* Whether one of the list s does; or is done by one thread, which the loop over all others then
   need not ask for. */
static AMP__COLD int amp__vec_has_strips(const amp__vec_levels *f, const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if (amp__vec_is_strip(f, s) || amp__vec_is_of_one_thread(f, s)
            || amp__vec_is_open_block(f, s)) {
            return 1;
        }
    }
    return 0;
}

/* How many loops that go outside stand in each other in the list s. *through: whether a thread's
   turns in one of them go through memory that its neighbours go through, too. */
static AMP__COLD int amp__vec_strip_depth(const amp__vec_levels *f, const amp__c_stmt *s,
                                          int *through)
{
    int deepest = 0;
    for (; s != NULL; s = s->next) {
        const int inner = amp__vec_strip_depth(f, amp__c_inside(s->child), through);
        const int other = amp__vec_strip_depth(f, amp__c_inside(s->other), through);
        int depth = inner > other ? inner : other, i;
        if (amp__vec_is_outer_loop(f, s)) {
            const int counter = f->note[s->init->kind == AMP__C_DECLARATION ? s->init->name
                                        : s->init->a].var;
            for (i = s->b_end; i < s->to; i++) {
                const amp__c_expr *e = amp__vec_element(f->tree, i);
                int k, is = e != NULL && amp__vec_memory_of(f->tree, e) == AMP__VEC_VIEW
                    && amp__vec_uniform(f, e->from, e->to) == AMP__VEC_VARYING;
                for (k = i; is && k < e->to; k++) {
                    *through |= f->note[k].var == counter;
                }
            }
            depth++;
        }
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

/* How many threads are a strip of the list s; of the statement s alone. */
static AMP__COLD int amp__vec_list_width(const amp__vec_levels *f, const amp__c_stmt *s)
{
    int through = 0;
    const int depth = amp__vec_strip_depth(f, s, &through);
    return depth == 0 || (depth == 1 && through) ? AMP__VEC_ROW_STRIP : AMP__VEC_LONG_STRIP;
}
static AMP__COLD int amp__vec_strip_width(const amp__vec_levels *f, const amp__c_stmt *s)
{
    amp__c_stmt one = *s;
    one.next = NULL;
    return s->kind == AMP__C_FOR && amp__vec_goes_outside(f, s) ? AMP__VEC_SHORT_STRIP
        : amp__vec_list_width(f, &one);
}

/* Whether variable n has one value in each row, which is found once for the row: what follows from
   the row and from memory. Numbers alone are computed again where they are used. */
static AMP__COLD int amp__vec_is_of_row(const amp__vec_levels *f, int n)
{
    const amp__vec_var *v = &f->vars[n];
    return f->kernel->rank > 1 && amp__vec_model(f, AMP__TILED) && v->kind == AMP__VEC_LOCAL
        && v->init != 0 && v->writes == 0 && !v->address && !v->array && !v->pointer
        && !f->candidate[n] && !f->pure[n] && amp__vec_is_same_in_row(f, v->init, v->init_end);
}

/* Notes the counters of loops in lockstep, and what a row shares, in the list s, outer loops
   first. */
static AMP__COLD void amp__vec_note_lockstep(amp__vec_levels *f, const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        int n;
        const int dim = amp__vec_counted_dimension(f, s, &n);
        if (s->kind == AMP__C_DECLARATION && !f->convergent[s->number]) {
            n = f->note[s->name].var;
            f->by_row[n] = (unsigned char)amp__vec_is_of_row(f, n);
            continue;
        }
        if (dim >= 0) {
            f->lockstep[n] = dim == f->kernel->rank - 1;
            f->by_row[n] = !f->lockstep[n] && amp__vec_row_counter(f, s) >= 0;
        }
        amp__vec_note_lockstep(f, s->child);
        amp__vec_note_lockstep(f, s->other);
    }
}

/* Whether there is a loop in the list s. */
static AMP__COLD int amp__vec_has_loop(const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if (amp__c_is_loop(s) || amp__vec_has_loop(s->child) || amp__vec_has_loop(s->other)) {
            return 1;
        }
    }
    return 0;
}

/* Whether the list s of a simple kernel has a uniform loop that uses elements, but for a short one
   alone, or a masked one; also under a condition that narrows a row, or that it shares. */
static AMP__COLD int amp__vec_list_pays_in_rows(const amp__vec_levels *f, const amp__c_stmt *s)
{
    int pays = 0;
    for (; s != NULL; s = s->next) {
        pays |= amp__vec_is_masked(f, s)
            || (s->kind == '{' && amp__vec_list_pays_in_rows(f, s->child))
            || (s->kind == AMP__C_IF && s->other == NULL
                && amp__vec_list_pays_in_rows(f, amp__c_inside(s->child))
                && amp__vec_strip_condition(f, s, 0) != NULL)
            || (amp__vec_can_interchange(f, s) && amp__vec_has_elements(f->tree, s)
                && !(amp__vec_short_loop(f->tree, s) && !amp__vec_has_loop(s->child))
                && !amp__vec_strided(f, s->from, s->to, 0));
    }
    return pays;
}

/* Whether a simple kernel is to be run by 64 threads of a row at a time: where that brings such a
   loop outside of them, or where loops or choices ask which neighbours a thread has, which splits
   rows (splits.h); and no thread leaves before its end. A uniform loop over numbers alone keeps
   them in registers inside. */
static AMP__COLD int amp__vec_pays_in_rows(const amp__vec_levels *f, int neighbours)
{
    return !amp__c_has(f->c, f->kernel->body, f->kernel->body_end, AMP__C_RETURN)
        && (neighbours || amp__vec_list_pays_in_rows(f, f->tree->root->child)) && !f->tree->reports
        && !amp__c_ordered(f->c, f->kernel->body, f->kernel->body_end);
}

/* The pass `convergence`: what all threads do together, and what is the same for all of them. */
static AMP__COLD void amp__vec_find_convergence(amp__vec_levels *f, const amp__vec_tree *tree)
{
    int neighbours;
    amp__vec_begin_levels(f, tree);
    amp__vec_find_levels(f);
    amp__vec_find_whole_loops(f);
    f->in_rows = amp__vec_model(f, AMP__SIMPLE) && f->kernel->rank <= 3;
    amp__vec_find_scalars(f);
    amp__vec_find_pure(f);
    neighbours = amp__vec_find_offset_loops(f, f->tree->root->child);
    if (f->in_rows && !amp__vec_pays_in_rows(f, neighbours || amp__vec_chooses_neighbour(
            f, f->kernel->body, f->kernel->body_end))) {
        f->in_rows = 0;
        neighbours = 1; /* loops over them are none then */
        amp__vec_forget_offset_loops(f, f->tree->root->child);
        f->offsets = NULL;
    }
    if (neighbours) {
        amp__vec_find_scalars(f);
        amp__vec_find_pure(f);
    }
    amp__vec_note_lockstep(f, f->tree->root->child);
    amp__vec_note_lockstep(f, f->tree->root->child); /* by what inner loops are known to be now */
    amp__vec_find_pure(f); /* what follows from a counter that a row shares */
}

/* Whether each statement of the list s that must be done by all threads together stands among such
   statements alone. */
static AMP__COLD int amp__vec_levels_are_closed(const amp__vec_levels *f, const amp__c_stmt *s)
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

#endif /* AMP_VECTORS_STRIPS_H */
