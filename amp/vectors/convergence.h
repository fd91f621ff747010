/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CONVERGENCE_H
#define AMP_VECTORS_CONVERGENCE_H
/*
amp/vectors/convergence.h: what all threads of a tile do together, and what is the same for all of
them.

kernel_text.h says what tile level, candidates and uniform mean.
*/

#include "pure_calls.h"
#include "statements.h"
#include "thread_index.h"

/* Which statements all threads of a tile do together, and which variables are one for all of them.
   This is what the pass `convergence` makes. */
typedef struct amp__vec_levels {
    const amp__vec_tree *tree;
    amp__c_unit *c; /* the tree's, as those that follow */
    const amp__c_kernel *kernel;
    const amp__vec_note *note;
    const amp__vec_var *vars;
    unsigned char *convergent; /* of each statement: all threads must do it together: tile level */
    unsigned char *level;      /* of each: only such statements are around it */
    unsigned char *whole;      /* of each: a loop that stays in its thread: below */
    unsigned char declared[AMP__VEC_VARS];  /* of each variable: where all threads are together; 2:
                                               further inside, and it stays as it is */
    unsigned char candidate[AMP__VEC_VARS]; /* of each: it may be one for the whole tile */
    unsigned char pure[AMP__VEC_VARS];      /* of each: it follows from what does not change */
    unsigned char lockstep[AMP__VEC_VARS];  /* of each: a counter in lockstep: strips.h */
    unsigned char by_row[AMP__VEC_VARS];    /* of each: one that a row shares: strips.h */
    unsigned char whole_array[AMP__VEC_VARS]; /* of each: an array of such loops */
    struct amp__vec_whole *offsets; /* the counters of loops that stay in their thread, or NULL */
    int in_rows; /* of a simple kernel: 64 threads of a row stand for a tile */
} amp__vec_levels;

/* What is known of the counters of short loops that stay in their thread, and of an array that
   they go through. */
typedef struct amp__vec_whole {
    const amp__vec_levels *f;
    const amp__c_stmt *list;             /* around the statements that use it */
    int from, to;                        /* these statements */
    unsigned char counts[AMP__VEC_VARS]; /* of each variable: it counts a loop that is looked at */
    int low[AMP__VEC_VARS], high[AMP__VEC_VARS]; /* its values then */
    unsigned char follows[AMP__VEC_VARS]; /* of each: what it holds follows from such counters: 1;
                                             it does not: 2; not asked yet: 0 */
} amp__vec_whole;

/* Loops that stay in their thread: those of whole_loops.h; of offset_loops.h. */
enum { AMP__VEC_WHOLE = 1, AMP__VEC_OFFSETS = 2 };

/* Marks s and its ancestors as convergent: all threads of the tile do them together. */
static AMP__COLD void amp__vec_mark_convergent(amp__vec_levels *f, const amp__c_stmt *s)
{
    for (; s != NULL && !f->convergent[s->number]; s = s->parent) {
        f->convergent[s->number] = 1;
    }
}

/* Whether there is a barrier in the list s. */
static AMP__COLD int amp__vec_has_barrier(const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if (s->kind == AMP__C_TILE_BARRIER_WAIT || amp__vec_has_barrier(s->child)
            || amp__vec_has_barrier(s->other)) {
            return 1;
        }
    }
    return 0;
}

/* Marks the barriers in the list s, and their ancestors, as convergent. */
static AMP__COLD void amp__vec_mark_convergent_barriers(amp__vec_levels *f,
                                                        const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if (s->kind == AMP__C_TILE_BARRIER_WAIT) {
            amp__vec_mark_convergent(f, s);
        }
        amp__vec_mark_convergent_barriers(f, s->child);
        amp__vec_mark_convergent_barriers(f, s->other);
    }
}

/* Marks break, continue and return that leave convergent statements as convergent, too: all threads
   must leave together. tail: no barrier follows behind this list, so that a return may be one
   thread's own. Returns whether it marked one: then it is called again. */
static AMP__COLD int amp__vec_mark_convergent_jumps(amp__vec_levels *f, const amp__c_stmt *s,
                                                   int tail)
{
    int changed = 0;
    for (; s != NULL; s = s->next) {
        const amp__c_stmt *n;
        int last = tail;
        for (n = s->next; n != NULL; n = n->next) {
            last &= !f->convergent[n->number];
        }
        if (amp__c_is_loop(s)) {
            last &= !f->convergent[s->number];
        }
        if ((s->kind == AMP__C_BREAK || s->kind == AMP__C_CONTINUE)
            && !f->convergent[s->number]) {
            const amp__c_stmt *to = amp__c_jump_target(s);
            if (to == NULL) {
                amp__c_fail(f->c, s->from, "a jump out of nothing");
            }
            if (f->convergent[to->number]) {
                amp__vec_mark_convergent(f, s);
                changed = 1;
            }
        }
        if (s->kind == AMP__C_RETURN && !f->convergent[s->number]
            && (!last
                || (f->convergent[s->parent->number] && s->parent->kind == '{'))) {
            amp__vec_mark_convergent(f, s); /* or all of a tile-level list's threads do it */
            changed = 1;
        }
        if (s->kind == AMP__C_CASE && !f->convergent[s->number]) {
            const amp__c_stmt *to = s->parent;
            while (to->kind != AMP__C_SWITCH) {
                to = to->parent;
                if (to == NULL) {
                    amp__c_fail(f->c, s->from, "a case outside of a switch");
                }
            }
            if (f->convergent[to->number]) {
                amp__vec_mark_convergent(f, s);
                changed = 1;
            }
        }
        changed |= amp__vec_mark_convergent_jumps(f, s->child, last);
        changed |= amp__vec_mark_convergent_jumps(f, s->other, last);
    }
    return changed;
}

/* Notes which statements have only tile-level statements around them. */
static AMP__COLD void amp__vec_note_levels(amp__vec_levels *f, const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        const amp__c_stmt *d;
        f->level[s->number] = 1;
        if (f->convergent[s->number]) {
            for (d = s->init; d != NULL; d = d->next) {
                f->level[d->number] = 1;
            }
            amp__vec_note_levels(f, s->child);
            amp__vec_note_levels(f, s->other);
        }
    }
}

/* Notes which variables declared in the list s are declared at tile level, or in a for's head; or
   further inside, with a value that stays: that may be the same in each thread that comes there. */
static AMP__COLD void amp__vec_note_declarations(amp__vec_levels *f, const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        const amp__c_stmt *d;
        if (s->kind == AMP__C_DECLARATION) {
            const int n = f->note[s->name].var;
            f->declared[n] = f->level[s->number] ? 1
                : f->vars[n].init != 0 && f->vars[n].writes == 0 && !f->vars[n].pointer ? 2 : 0;
        }
        for (d = s->kind == AMP__C_FOR ? s->init : NULL; d != NULL; d = d->next) {
            if (d->kind == AMP__C_DECLARATION) {
                f->declared[f->note[d->name].var] = 1;
            }
        }
        amp__vec_note_declarations(f, s->child);
        amp__vec_note_declarations(f, s->other);
    }
}

/* Marks what stands in the list s, outside the phases of a phased kernel, as convergent. */
static AMP__COLD void amp__vec_mark_convergent_phases(amp__vec_levels *f, const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        const amp__c_stmt *d;
        f->convergent[s->number] = 1;
        for (d = s->init; d != NULL; d = d->next) {
            f->convergent[d->number] = 1;
        }
        if (s->kind != AMP__C_PHASE) {
            amp__vec_mark_convergent_phases(f, s->child);
            amp__vec_mark_convergent_phases(f, s->other);
            continue;
        }
        if (s->child != NULL && s->child->kind == '{') {
            f->convergent[s->child->number] = !f->tree->single[s->number];
        }
    }
}

/* ---- uniform ------------------------------------------------------------ */

/* What amp__vec_uniform finds: threads may differ; they do not, if none writes the memory that
   is read; they do not. */
enum { AMP__VEC_VARYING, AMP__VEC_BY_MEMORY, AMP__VEC_SAME };
/* Of two such findings, the one that promises less. */
static AMP__COLD int amp__vec_least_uniform(int a, int b)
{
    return a < b ? a : b;
}

/* A thread's place in its warp, as it is written here: warps.h. */
static const char *const amp__vec_places[] = { "AMP__VEC_LANE", "AMP__VEC_WARP",
                                               "AMP__VEC_WARP_LANES", NULL };

/* Whether all threads find the same value in the expression [from, to): one of the above.
   Assignments count as what is assigned, if it is to a candidate. */
static AMP__COLD int amp__vec_uniform(const amp__vec_levels *f, int from, int to)
{
    int i, does, r = AMP__VEC_SAME;
    for (i = from; i < to && r != AMP__VEC_VARYING; i++) {
        const amp__c_token *t = &f->c->t[i];
        const amp__vec_note *note = &f->note[i];
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        if (note->flags & AMP__VEC_MEMORY_WRITE) {
            return AMP__VEC_VARYING;
        }
        if (t->kind != AMP__C_NAME || (note->flags & AMP__VEC_MEMBER)) {
            continue;
        }
        if (v == NULL) {
            if (amp__c_named_among(f->c, i, amp__vec_places)) {
                return AMP__VEC_VARYING;
            }
            if (!amp__c_is(f->c, i + 1, '(') || amp__c_is_type(f->c, i)) {
                continue;
            }
            if (amp__c_is_access(f->c, i)) {
                r = amp__vec_least_uniform(r, AMP__VEC_BY_MEMORY);
                continue;
            }
            does = 0;
            if (!amp__vec_is_pure_call(f->c, i, &does) || (does & AMP__VEC_CALL_DIVIDES)) {
                return AMP__VEC_VARYING;
            }
        } else if (v->kind == AMP__VEC_PRIVATE) {
            return AMP__VEC_VARYING;
        } else if (v->kind == AMP__VEC_TIDX && amp__vec_model(f, AMP__SIMPLE)) {
            if (!f->in_rows || !amp__c_is(f->c, i + 1, '[') || !amp__c_is(f->c, i + 3, ']')
                || f->c->t[i + 2].kind != AMP__C_NUMBER
                || atoi(f->c->t[i + 2].s) >= f->kernel->rank - 1) {
                return AMP__VEC_VARYING; /* else the row, the same for all of its part */
            }
        } else if (v->kind == AMP__VEC_TIDX) {
            if (!amp__vec_is_part_of_tile(amp__vec_index_part(f->tree, i))) {
                return AMP__VEC_VARYING;
            }
        } else if (v->kind == AMP__VEC_TILE || v->kind == AMP__VEC_VIEW) {
            r = amp__vec_least_uniform(r, AMP__VEC_BY_MEMORY);
        } else if (v->kind == AMP__VEC_LOCAL) {
            if (!f->candidate[note->var]) {
                return AMP__VEC_VARYING;
            }
            if (v->pointer || v->array) {
                r = amp__vec_least_uniform(r, AMP__VEC_BY_MEMORY);
            }
        } else if (v->kind == AMP__VEC_VALUE && (note->flags & AMP__VEC_WRITTEN)) {
            return AMP__VEC_VARYING;
        }
    }
    return r;
}

/* Whether all threads of a row of the tile, those that differ in the last index alone, find the
   same value in the expression [from, to), wherever in its scope they ask for it. What is read is
   in views that the kernel only reads, and that share no memory with others. */
static AMP__COLD int amp__vec_is_same_in_row(const amp__vec_levels *f, int from, int to)
{
    int i, number;
    for (i = from; i < to; i++) {
        const int n = f->note[i].var;
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        if (f->note[i].flags & (AMP__VEC_WRITTEN | AMP__VEC_MEMORY_WRITE)) {
            return 0;
        }
        if (v == NULL || (f->note[i].flags & AMP__VEC_MEMBER)) {
            if (amp__vec_uniform(f, i, i + 1) == AMP__VEC_VARYING) {
                return 0;
            }
        } else if (v->kind == AMP__VEC_TIDX) {
            number = amp__vec_plain_index(f->tree, i);
            if (!number || (atoi(f->c->t[number].s) >= f->kernel->rank - 1
                            && !amp__vec_is_part_of_tile(amp__vec_index_part(f->tree, i)))) {
                return 0;
            }
        } else if (v->kind == AMP__VEC_VIEW ? !v->read_only || f->tree->body.shared
                   : v->kind == AMP__VEC_LOCAL
                   ? v->array || v->pointer || (!f->candidate[n] && !f->by_row[n]
                       && (v->init == 0 || v->writes != 0 || v->address || v->init_end > from
                           || !amp__vec_is_same_in_row(f, v->init, v->init_end)))
                   : v->kind != AMP__VEC_VALUE && v->kind != AMP__VEC_SHAPE) {
            return 0;
        }
    }
    return 1;
}

/* Whether [from, to) divides whole numbers, as far as one sees, by something that may be 0. */
static AMP__COLD int amp__vec_divides(const amp__vec_tree *f, int from, int to)
{
    static const int signs[] = { '/', '%', AMP__C_DIVIDE_ASSIGN, AMP__C_REMAINDER_ASSIGN, 0 };
    int i;
    for (i = from; i < to; i++) {
        if (f->c->t[i].kind == AMP__C_SIGN && amp__c_among(f->c, i, signs)
            && (f->c->t[i + 1].kind != AMP__C_NUMBER || atof(f->c->t[i + 1].s) < 1)
            && amp__c_whole_number(f->c, f->expr[i + 1]) < 1) {
            return 1;
        }
    }
    return 0;
}

/* Whether the value of v may not be computed before its declaration: where it divides, and some
   threads may have returned before, or left the phase, so as not to. */
static AMP__COLD int amp__vec_must_not_move(const amp__vec_tree *f, const amp__vec_var *v)
{
    int i;
    if (!amp__vec_divides(f, v->init, v->init_end)) {
        return 0;
    }
    for (i = f->kernel->body; i < v->init; i++) {
        if (amp__c_is(f->c, i, AMP__C_RETURN) || (f->note[i].flags & AMP__VEC_LEAVES)) {
            return 1;
        }
    }
    return 0;
}

/* The number of the variable that the for s begins with by v = ..., which stands where all threads
   of a tile come; -1 where it begins otherwise. */
static AMP__COLD int amp__vec_loop_counter(const amp__vec_levels *f, const amp__c_stmt *s)
{
    const amp__c_stmt *d = s->kind == AMP__C_FOR && f->level[s->number] ? s->init : NULL;
    return d != NULL && d->kind == AMP__C_EXPRESSION && d->next == NULL
        && amp__c_is(f->c, d->a + 1, '=') ? f->note[d->a].var : -1;
}

/* Whether no thread leaves the loop s but by its condition. */
static AMP__COLD int amp__vec_has_single_exit(const amp__vec_tree *f, const amp__c_stmt *s)
{
    int i;
    for (i = s->b_end; i < s->to; i++) {
        i = amp__vec_reached(f, i);
        if (amp__c_is(f->c, i, AMP__C_RETURN) || amp__c_is(f->c, i, AMP__C_BREAK)
                   || amp__c_is(f->c, i, AMP__C_CONTINUE)) {
            return 0;
        }
    }
    return 1;
}

/* Whether s is `if (c) break;`, or with continue, in the list of a loop's body, where c is the same
   for all threads of the tile: then they leave the loop, or its turn, together. */
static AMP__COLD int amp__vec_is_common_jump(const amp__vec_levels *f, const amp__c_stmt *s)
{
    const amp__c_stmt *jump = s->kind == AMP__C_IF && s->other == NULL && !f->convergent[s->number]
        ? amp__c_inside(s->child) : NULL;
    const amp__c_stmt *around = s->parent != NULL && s->parent->kind == '{' ? s->parent->parent
        : s->parent;
    return jump != NULL && jump->next == NULL
        && (jump->kind == AMP__C_BREAK || jump->kind == AMP__C_CONTINUE)
        && amp__vec_model(f, AMP__TILED) && around != NULL && around->kind == AMP__C_FOR
        && amp__vec_uniform(f, s->a, s->a_end) != AMP__VEC_VARYING
        && !amp__vec_writes_variable(f->tree, s->a, s->a_end);
}

/* Whether no thread leaves the loop s, or a turn of it, but together with all others. */
static AMP__COLD int amp__vec_has_common_exits(const amp__vec_levels *f, const amp__c_stmt *s)
{
    const amp__c_stmt *in;
    int i, jumps = 0;
    for (i = s->b_end; i < s->to; i++) {
        i = amp__vec_reached(f->tree, i);
        if (amp__c_is(f->c, i, AMP__C_RETURN)) {
            return 0;
        }
        jumps += amp__c_is(f->c, i, AMP__C_BREAK) || amp__c_is(f->c, i, AMP__C_CONTINUE);
    }
    for (in = amp__c_inside(s->child); in != NULL && jumps > 0; in = in->next) {
        jumps -= amp__vec_is_common_jump(f, in);
        if (in->kind == AMP__C_FOR && !amp__vec_has_single_exit(f->tree, in)
            && amp__vec_has_common_exits(f, in)) { /* its own */
            for (i = in->b_end; i < in->to; i++) {
                jumps -= amp__c_is(f->c, i, AMP__C_BREAK) || amp__c_is(f->c, i, AMP__C_CONTINUE);
            }
        }
    }
    return jumps == 0;
}

/* Whether what the head of the loop s reads in memory stays as it is in its turns: elements of
   views that are only read, or of arrays that the loop does not mention otherwise. */
static AMP__COLD int amp__vec_head_stays(const amp__vec_levels *f, const amp__c_stmt *s)
{
    int i, k;
    for (i = s->a; i < s->b_end; i++) {
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        if (v == NULL || (v->kind == AMP__VEC_VIEW && v->read_only)) {
            continue;
        }
        if (v->kind == AMP__VEC_LOCAL && (v->pointer || v->array)) {
            return 0;
        }
        for (k = s->b_end; k < s->to && (v->kind == AMP__VEC_VIEW || v->kind == AMP__VEC_TILE);
             k++) {
            if (f->note[k].var == f->note[i].var) {
                return 0;
            }
        }
    }
    return 1;
}

/* The `for` that begins at token i; or NULL. */
static AMP__COLD const amp__c_stmt *amp__vec_for_loop_at(const amp__vec_levels *f, int i)
{
    const amp__c_stmt *s = amp__c_is(f->c, i, AMP__C_FOR) /* by its condition */
        ? f->note[amp__c_until(f->c, i + 2, ';', f->c->count) + 1].owner : NULL;
    return s != NULL && s->kind == AMP__C_FOR && s->from == i ? s : NULL;
}

/* That which stays in its thread, all its turns written out: it has no `continue`, nor has a loop
   around it that stays there, too, whose turns its own may depend on. */
static AMP__COLD const amp__c_stmt *amp__vec_whole_loop_at(const amp__vec_levels *f, int i)
{
    const amp__c_stmt *const s = amp__vec_for_loop_at(f, i), *p = s;
    while (p != NULL
           && !(f->whole[p->number] && amp__c_has(f->c, p->from, p->to, AMP__C_CONTINUE))) {
        p = p->parent;
    }
    return s != NULL && f->whole[s->number] && p == NULL ? s : NULL;
}

/* A loop within a phase whose turns are the same for all threads, with its counter left alone: the
   loop over the threads goes inside, where any compiler makes vectors of it. */
static AMP__COLD int amp__vec_can_interchange(const amp__vec_levels *f, const amp__c_stmt *s)
{
    const amp__c_stmt *d;
    const int counter = amp__vec_loop_counter(f, s), head = amp__vec_uniform(f, s->a, s->b_end);
    if (s->kind != AMP__C_FOR || f->convergent[s->number] || f->whole[s->number]
        || s->init == NULL || s->a == s->a_end || s->b == s->b_end
        || !amp__vec_has_common_exits(f, s)) {
        return 0;
    }
    for (d = s->init; d != NULL; d = d->next) {
        if (counter >= 0 ? !f->candidate[counter] || f->vars[counter].once
            : d->kind != AMP__C_DECLARATION || !f->candidate[f->note[d->name].var]
              || d->value == 0) {
            return 0;
        }
    }
    return head == AMP__VEC_SAME || (head == AMP__VEC_BY_MEMORY && amp__vec_head_stays(f, s));
}

/* Whether the write to v at token i is one that all threads do alike: at tile level, of
   something uniform. Where a loop of tile level has a condition that may differ, it is
   compared at run time, and they continue together or not at all. */
static AMP__COLD int amp__vec_is_uniform_write(const amp__vec_levels *f, const amp__vec_var *v,
                                               int i)
{
    const amp__c_stmt *s = f->note[i].owner;
    const int step = s != NULL && s->kind == AMP__C_FOR && i >= s->b && i < s->b_end;
    if (s == NULL || s->kind == AMP__C_DECLARATION) {
        return 0;
    }
    if (s->kind == AMP__C_EXPRESSION && s->parent != NULL && s->parent->init == s) {
        return f->level[s->number] ? amp__vec_uniform(f, s->a, s->a_end) != AMP__VEC_VARYING
            : amp__vec_loop_counter(f, s->parent) >= 0
              && &f->vars[amp__vec_loop_counter(f, s->parent)] == v
              && amp__vec_has_single_exit(f->tree, s->parent)
              && amp__vec_uniform(f, s->a, s->a_end) == AMP__VEC_SAME;
    }
    if (s->kind == AMP__C_EXPRESSION) {
        return f->level[s->number] && amp__vec_uniform(f, s->a, s->a_end) != AMP__VEC_VARYING;
    }
    if (f->convergent[s->number]) {
        return step ? amp__vec_uniform(f, s->b, s->b_end) != AMP__VEC_VARYING
            : amp__vec_uniform(f, s->a, s->a_end) != AMP__VEC_VARYING;
    }
    return step /* the counter of a loop within a phase */
        && (v->head == s->from
            || (amp__vec_loop_counter(f, s) >= 0 && &f->vars[amp__vec_loop_counter(f, s)] == v
                && amp__vec_has_single_exit(f->tree, s)))
        && amp__vec_uniform(f, s->a, s->b_end) != AMP__VEC_VARYING;
}

/* Whether a token that is written changes a candidate in a way that threads do not share; if so
   it is no candidate any more. */
static AMP__COLD int amp__vec_drop_candidate(amp__vec_levels *f, int i)
{
    const int n = f->note[i].var;
    const amp__vec_var *v = n >= 0 ? &f->vars[n] : NULL;
    if (v == NULL || !(f->note[i].flags & AMP__VEC_WRITTEN) || !f->candidate[n] || v->once
        || f->note[i].owner == NULL || amp__vec_is_uniform_write(f, v, i)) {
        return 0;
    }
    f->candidate[n] = 0;
    return 1;
}

/* Candidates are scalars of the tile until one write says otherwise. Those of a simple kernel
   whose boxes are one loop are constants of it; what a phased kernel declares outside its phases
   is always one. */
static AMP__COLD void amp__vec_find_scalars(amp__vec_levels *f)
{
    const int box = amp__vec_model(f, AMP__SIMPLE) && !f->in_rows;
    int changed = 1, k, i;
    for (k = 0; k < f->tree->var_count; k++) {
        const amp__vec_var *v = &f->vars[k];
        int may = v->kind == AMP__VEC_LOCAL && !v->array && !v->address && f->declared[k]
            && !(box && f->declared[k] == 2);
        for (i = v->spec; i < v->spec_end; i++) {
            may &= !amp__c_is(f->c, i, AMP__C_VOLATILE);
        }
        if (box && (v->writes != 0 || v->init == 0 || v->head != 0
                    || amp__vec_must_not_move(f->tree, v))) {
            may = 0;
        }
        f->candidate[k] = may || v->once;
    }
    while (changed) {
        changed = 0;
        for (k = 0; k < f->tree->var_count; k++) {
            const amp__vec_var *v = &f->vars[k];
            if (f->candidate[k] && v->init && !v->once
                && amp__vec_uniform(f, v->init, v->init_end)
                < (box ? AMP__VEC_SAME : AMP__VEC_BY_MEMORY)) {
                f->candidate[k] = 0;
                changed = 1;
            }
        }
        for (i = f->kernel->body; i < f->kernel->body_end; i++) {
            changed |= amp__vec_drop_candidate(f, i);
        }
        for (i = f->tree->body.generated_from; i < f->c->count; i++) {
            changed |= amp__vec_drop_candidate(f, i);
        }
    }
}

/* Whether what the variable v is declared with follows from what does not change in its scope. */
static AMP__COLD int amp__vec_begins_fixed(const amp__vec_levels *f, const amp__vec_var *v)
{
    int i, j, is = v->kind == AMP__VEC_LOCAL && v->init != 0 && !v->address && !v->array
        && !v->pointer && !amp__c_is(f->c, v->init, '{') && !amp__vec_must_not_move(f->tree, v);
    for (i = v->init; i < v->init_end && is; i++) {
        const amp__c_token *t = &f->c->t[i];
        const amp__vec_note *note = &f->note[i];
        const amp__vec_var *u = amp__vec_var_at(f->tree, i);
        if (t->kind != AMP__C_NAME || (note->flags & AMP__VEC_MEMBER)) {
            continue;
        }
        if (u == NULL) {
            int does = 0;
            is = amp__c_is(f->c, i + 1, '(')
                ? amp__vec_is_pure_call(f->c, i, &does) && does == 0
                : !amp__c_is(f->c, i + 1, '[');
        } else if (u->kind == AMP__VEC_VIEW || u->kind == AMP__VEC_TILE || u->array) {
            is = 0;
        } else if (u->kind == AMP__VEC_LOCAL && f->candidate[note->var]) {
            for (j = v->init_end; j < v->scope_end; j++) { /* changes while v is alive */
                if (f->note[j].var == note->var && (f->note[j].flags & AMP__VEC_WRITTEN)) {
                    is = 0;
                }
            }
            if (u->pointer) {
                is = 0;
            }
        } else if (u->kind == AMP__VEC_LOCAL) {
            is = f->pure[note->var] || f->by_row[note->var];
        } else if (u->kind == AMP__VEC_VALUE && u->writes) {
            is = 0;
        }
    }
    return is;
}

/* Notes as pure the variables that are this and nothing else: they are rematerialised where they
   are used, which is cheaper than an array. */
static AMP__COLD void amp__vec_find_pure(amp__vec_levels *f)
{
    int k;
    for (k = 0; k < f->tree->var_count; k++) {
        f->pure[k] = (unsigned char)(f->vars[k].writes == 0
                                     && amp__vec_begins_fixed(f, &f->vars[k]));
    }
}

/* Begins the work on a tree: nothing is known of its statements and variables. */
static AMP__COLD void amp__vec_begin_levels(amp__vec_levels *f, const amp__vec_tree *tree)
{
    memset(f, 0, sizeof(*f));
    f->tree = tree;
    f->c = tree->c;
    f->kernel = tree->kernel;
    f->note = tree->note;
    f->vars = tree->vars;
    f->convergent = (unsigned char *)amp__c_new(f->c, 3 * (size_t)tree->stmt_count);
    f->level = f->convergent + tree->stmt_count;
    f->whole = f->level + tree->stmt_count;
}

/* Marks what all threads do together, and notes what is at tile level. */
static AMP__COLD void amp__vec_find_levels(amp__vec_levels *f)
{
    const amp__c_stmt *body = f->tree->root->child;
    f->convergent[f->tree->root->number] = 1;
    if (amp__vec_model(f, AMP__PHASED)) {
        amp__vec_mark_convergent_phases(f, body);
    } else if (amp__vec_model(f, AMP__TILED)) {
        amp__vec_mark_convergent_barriers(f, body);
        while (amp__vec_mark_convergent_jumps(f, body, 1)) {
        }
    }
    amp__vec_note_levels(f, body);
    amp__vec_note_declarations(f, body);
}

#endif /* AMP_VECTORS_CONVERGENCE_H */
