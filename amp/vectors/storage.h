/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_STORAGE_H
#define AMP_VECTORS_STORAGE_H
/*
amp/vectors/storage.h: the storage class of each variable: local to a loop over threads, scalar,
rematerialised, expanded.
*/

#include "passed_arrays.h"

/* The storage class of a variable: local to one loop over the threads, one scalar for the tile,
   rematerialised in each loop, expanded to an array with one element a thread. */
enum { AMP__VEC_IN_LOOP, AMP__VEC_SCALAR, AMP__VEC_REMATERIALISED, AMP__VEC_EXPANDED };
/* Class of a variable, and why: its loop; it is in several; one reads it before it writes it.
   interleaved: of an expanded array, the k-th elements of all threads lie side by side:

       float own[2], 3 threads     own[t][k]   0.0 0.1 1.0 1.1 2.0 2.1
                     interleaved   own[k][t]   0.0 1.0 2.0 0.1 1.1 2.1
*/
typedef struct amp__vec_place {
    int storage, group, many, unsafe, interleaved, read;
    int passed;   /* an array that helpers are called with: passed_arrays.h */
    int lockstep; /* the counter of a loop in lockstep, computed again from that loop's turn */
} amp__vec_place;

/* The place of each variable. This is what the pass `storage` makes. */
typedef struct amp__vec_storage {
    const amp__vec_schedule *schedule;
    const amp__vec_levels *levels;
    const amp__vec_tree *tree;
    amp__c_unit *c; /* the tree's, as those that follow */
    const amp__c_kernel *kernel;
    const amp__vec_note *note;
    const amp__vec_var *vars;
    amp__vec_place place[AMP__VEC_VARS];
} amp__vec_storage;

/* Whether each turn of the loop s begins with a new variable v. */
static AMP__COLD int amp__vec_is_declared_in(const amp__c_stmt *s, const amp__vec_var *v)
{
    return v->name >= (s->kind == AMP__C_FOR ? s->b_end : s->from) && v->name < s->to;
}

/* Notes that the group mentions the variables in [from, to). A variable that it reads before it
   surely wrote it is `unsafe`: its value comes from another loop. seen: which were mentioned
   already; first: the token where a statement begins that every thread does, or -1. loop: the
   innermost loop around the group, or NULL: what is declared outside of it may go from turn to
   turn, as if these were several groups. What is said of a view that the kernel made holds for its
   shape, which amp_at reads. */
static AMP__COLD void amp__vec_note_mentions(amp__vec_storage *f, int group,
                                             const amp__c_stmt *loop, int from, int to, int *seen,
                                             int first)
{
    int i, n, shape = 0;
    for (i = from; i < to; i += !shape) {
        const amp__vec_var *v;
        amp__vec_place *at;
        n = shape ? shape : f->note[i].var;
        v = n >= 0 ? &f->vars[n] : NULL;
        shape = v != NULL && !shape && i != v->name ? v->shape : 0;
        if (v == NULL || v->kind != AMP__VEC_LOCAL
            || f->place[n].storage == AMP__VEC_SCALAR) {
            continue;
        }
        at = &f->place[n];
        if ((at->group >= 0 && at->group != group)
            || (loop != NULL && !amp__vec_is_declared_in(loop, v))) {
            at->many = 1;
        }
        at->group = group;
        at->read |= i != v->name && !(f->note[i].flags & AMP__VEC_WRITTEN);
        if (!seen[n]) {
            seen[n] = 1;
            if (i == first && (f->note[i].flags & AMP__VEC_WRITTEN)
                && amp__c_is(f->c, i + 1, '=')) {
                int j; /* v = something without v */
                for (j = i + 1; j < to && !amp__c_is(f->c, j, ';'); j++) {
                    at->unsafe |= f->note[j].var == n;
                }
            } else if (!(v->init && i == v->name)) {
                at->unsafe = 1;
            }
        }
        if (f->levels->pure[n] && f->schedule->planned[n]) {
            amp__vec_note_mentions(f, group, loop, v->init, v->init_end, seen, -1);
        }
    }
}

/* Goes through the plan from o on, whose innermost loop is `loop`, or NULL. scalars = 1: notes what
   is a scalar of the tile; 0: which loops mention which variables. */
static AMP__COLD void amp__vec_walk_plan(amp__vec_storage *f, const amp__vec_op *o,
                                         const amp__c_stmt *loop, int scalars)
{
    for (; o != NULL; o = o->next) {
        const amp__c_stmt *s = o->stmt, *d;
        const amp__c_stmt *in = s != NULL && amp__c_is_loop(s) ? s : loop;
        int k;
        if (scalars && o->kind == AMP__VEC_UNIFORM && s->kind == AMP__C_DECLARATION) {
            f->place[f->note[s->name].var].storage = AMP__VEC_SCALAR;
        }
        if (scalars && (o->kind == AMP__VEC_NEST || o->kind == AMP__VEC_STRIPS)
            && s->kind == AMP__C_FOR && o->test == NULL && !o->lockstep && !o->masked) {
            for (d = s->init; d != NULL; d = d->next) {
                if (d->kind == AMP__C_DECLARATION) {
                    f->place[f->note[d->name].var].storage = AMP__VEC_SCALAR;
                }
            }
        }
        if (scalars && o->lockstep) {
            f->place[o->lockstep - 1].storage = AMP__VEC_REMATERIALISED;
            f->place[o->lockstep - 1].lockstep = 1;
        }
        if (!scalars && o->kind == AMP__VEC_LANES) {
            int *seen = (int *)amp__c_new(f->c, sizeof(int) * (size_t)(f->tree->var_count + 1));
            for (k = 0; k < o->count; k++) {
                const amp__c_stmt *t = o->list[k];
                const int from = amp__vec_stmt_from(t);
                const int first =
                    t->kind == AMP__C_FOR && t->init != NULL && t->init->kind == AMP__C_EXPRESSION
                        ? t->init->a
                        : from;
                amp__vec_note_mentions(f, o->group, loop, from, t->to, seen,
                                       o->clipped ? -1 : first);
            }
            for (k = 0; k < o->rests; k++) {
                amp__vec_note_mentions(f, o->group, loop, o->rest[k], o->rest_end[k], seen, -1);
            }
            amp__vec_note_mentions(f, o->group, loop, o->a, o->a_end, seen, -1);
        }
        if (!scalars && (o->lockstep || o->by_row)) { /* what the first thread of a row reads */
            const amp__vec_var *v = &f->vars[(o->lockstep ? o->lockstep : o->by_row) - 1];
            const int group = f->schedule->group_count + s->number;
            int *seen = (int *)amp__c_new(f->c, sizeof(int) * (size_t)(f->tree->var_count + 1));
            amp__vec_note_mentions(f, group, loop, v->init, v->init_end, seen, -1);
            if (s->kind == AMP__C_FOR) {
                amp__vec_note_mentions(f, group, loop, s->a, s->a_end, seen, -1);
            }
        }
        amp__vec_walk_plan(f, o->init, loop, scalars);
        amp__vec_walk_plan(f, o->test, in, scalars);
        amp__vec_walk_plan(f, o->child, in, scalars);
        amp__vec_walk_plan(f, o->step, in, scalars);
        amp__vec_walk_plan(f, o->other, in, scalars);
    }
}

/* Whether the array n of a thread can and should be interleaved: all threads use the same element
   at a time, wherever one is used; and nobody has a pointer into it. */
static AMP__COLD int amp__vec_interleaves(const amp__vec_storage *f, int n)
{
    const amp__vec_var *v = &f->vars[n];
    int i, k;
    if (!v->array || v->address || v->pointer || !amp__c_is(f->c, v->dims, '[')) {
        return 0;
    }
    for (i = f->kernel->body; i < f->kernel->body_end; i++) {
        int end = i + 1;
        if (f->note[i].var != n || i == v->name) {
            continue;
        }
        for (k = v->dims; amp__c_is(f->c, k, '['); k = f->c->t[k].match + 1) {
            if (!amp__c_is(f->c, end, '[')
                || amp__vec_uniform(f->levels, end, f->c->t[end].match) != AMP__VEC_SAME) {
                return 0;
            }
            end = f->c->t[end].match + 1;
        }
        if (amp__c_is(f->c, end, '[')) {
            return 0; /* its elements are arrays themselves */
        }
    }
    return 1;
}

/* The pass `storage`: gives each variable its storage class. */
static AMP__COLD void amp__vec_assign_storage(amp__vec_storage *f,
                                              const amp__vec_schedule *schedule)
{
    int k;
    memset(f, 0, sizeof(*f));
    f->schedule = schedule;
    f->levels = schedule->levels;
    f->tree = schedule->tree;
    f->c = schedule->c;
    f->kernel = schedule->kernel;
    f->note = schedule->note;
    f->vars = schedule->vars;
    for (k = 0; k < f->tree->var_count; k++) {
        f->place[k].group = -1;
    }
    amp__vec_walk_plan(f, schedule->plan, NULL, 1);
    amp__vec_walk_plan(f, schedule->plan, NULL, 0);
    for (k = 0; k < f->tree->var_count; k++) {
        const amp__vec_var *v = &f->vars[k];
        amp__vec_place *at = &f->place[k];
        if (v->kind != AMP__VEC_LOCAL || at->storage == AMP__VEC_SCALAR || at->lockstep) {
            continue;
        }
        if (!at->read && amp__vec_is_range(f->levels, k)) {
            continue; /* its range is all that is asked for */
        }
        if (schedule->planned[k] && f->levels->pure[k]) {
            at->storage = AMP__VEC_REMATERIALISED;
        } else if (!schedule->planned[k]
                   || (amp__vec_model(f, AMP__SIMPLE) && !f->levels->in_rows)) {
            continue; /* a statement within one loop is all of its life */
        } else if ((v->address && !amp__vec_is_passed_array(f->levels, k)
                    && !(f->levels->whole_array[k] && !at->many))
                   || (at->many && (at->unsafe != 0 || v->array))) {
            at->storage = AMP__VEC_EXPANDED; /* one with an address: a pointer may live on to it */
            at->passed = amp__vec_is_passed_array(f->levels, k);
            at->interleaved = at->passed || amp__vec_interleaves(f, k);
        }
    }
}

/* Behind it: what is computed again has a value that nobody changes; what is one for the tile is a
   candidate, or of a for's head. */
static AMP__COLD int amp__vec_storage_holds(const amp__vec_storage *f)
{
    int k;
    for (k = 0; k < f->tree->var_count; k++) {
        const amp__vec_var *v = &f->vars[k];
        if (f->place[k].storage == AMP__VEC_REMATERIALISED && !f->place[k].lockstep
            && (v->init == 0 || v->writes != 0 || v->address || v->array)) {
            return 0;
        }
        if (f->place[k].storage == AMP__VEC_SCALAR && !f->levels->candidate[k]
            && !f->levels->by_row[k]) {
            return 0;
        }
    }
    return 1;
}

#endif /* AMP_VECTORS_STORAGE_H */
