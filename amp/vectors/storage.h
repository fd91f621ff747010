/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_STORAGE_H
#define AMP_VECTORS_STORAGE_H
/*
amp/vectors/storage.h: the storage class of each variable: local to a loop over threads, scalar,
rematerialised, expanded. */

#include "schedule.h"

#if AMP__IMPLEMENT

/* Notes as pure the variables whose value follows from what does not change in their scope: they
   are rematerialised where they are used, which is cheaper than an array. */
static AMP__COLD void amp__vec_find_pure(amp__vec_file *f)
{
    int k, i, j;
    for (k = 0; k < f->var_count; k++) {
        amp__vec_var *v = &f->vars[k];
        v->pure = v->kind == AMP__VEC_LOCAL && v->init != 0 && v->writes == 0 && !v->address
                  && !v->array && !v->pointer && !amp__c_is(&f->c, v->init, '{')
                  && !amp__vec_must_not_move(f, v);
        for (i = v->init; i < v->init_end && v->pure; i++) {
            const amp__c_token *t = &f->c.t[i];
            const amp__vec_note *note = &f->note[i];
            const amp__vec_var *u = note->var >= 0 ? &f->vars[note->var] : NULL;
            if (t->kind != AMP__C_NAME || (note->flags & AMP__VEC_MEMBER)) {
                continue;
            }
            if (u == NULL) {
                v->pure = !amp__c_is(&f->c, i + 1, '(') && !amp__c_is(&f->c, i + 1, '[');
            } else if (u->kind == AMP__VEC_VIEW || u->kind == AMP__VEC_TILE || u->array) {
                v->pure = 0;
            } else if (u->kind == AMP__VEC_LOCAL && u->candidate) {
                for (j = v->init_end; j < v->scope_end; j++) { /* changes while v is alive */
                    if (f->note[j].var == note->var && (f->note[j].flags & AMP__VEC_WRITTEN)) {
                        v->pure = 0;
                    }
                }
                if (u->pointer) {
                    v->pure = 0;
                }
            } else if (u->kind == AMP__VEC_LOCAL) {
                v->pure = u->pure;
            } else if (u->kind == AMP__VEC_VALUE && u->writes) {
                v->pure = 0;
            }
        }
    }
}

/* The first token of s that is its own: of one variable of `int a, b`, its declarator. */
static AMP__COLD int amp__vec_stmt_from(const amp__vec_file *f, const amp__vec_stmt *s)
{
    return s->kind == AMP__VEC_DECL ? f->vars[s->var].type : s->from;
}

/* Notes that the group mentions the variables in [from, to). A variable that it reads before it
   surely wrote it is `unsafe`: its value comes from another loop. seen: which were mentioned
   already; first: the token where a statement begins that every thread does, or -1. What is said
   of a view that the kernel made holds for its shape, which amp_at reads. */
static AMP__COLD void amp__vec_note_mentions(amp__vec_file *f, int group, int from, int to,
                                             int *seen, int first)
{
    int i, n, shape = 0;
    for (i = from; i < to; i += !shape) {
        amp__vec_var *v;
        n = shape ? shape : f->note[i].var;
        v = n >= 0 ? &f->vars[n] : NULL;
        shape = v != NULL && !shape && i != v->name ? v->shape : 0;
        if (v == NULL || v->kind != AMP__VEC_LOCAL || v->storage == AMP__VEC_SCALAR) {
            continue;
        }
        if (v->group >= 0 && v->group != group) {
            v->many = 1;
        }
        v->group = group;
        if (!seen[n]) {
            seen[n] = 1;
            if (i == first && (f->note[i].flags & AMP__VEC_WRITTEN)
                && amp__c_is(&f->c, i + 1, '=')) {
                int j; /* v = something without v */
                for (j = i + 1; j < to && !amp__c_is(&f->c, j, ';'); j++) {
                    v->unsafe |= f->note[j].var == n;
                }
            } else if (!(v->init && i == v->name)) {
                v->unsafe = 1;
            }
        }
        if (v->pure && v->planned) {
            amp__vec_note_mentions(f, group, v->init, v->init_end, seen, -1);
        }
    }
}

/* Goes through the plan from o on. scalars = 1: notes what is a scalar of the tile; 0: which loops
   mention which variables. */
static AMP__COLD void amp__vec_walk_plan(amp__vec_file *f, amp__vec_op *o, int scalars)
{
    for (; o != NULL; o = o->next) {
        const amp__vec_stmt *s = o->stmt, *d;
        int k;
        if (scalars && o->kind == AMP__VEC_UNIFORM && s->kind == AMP__VEC_DECL) {
            f->vars[s->var].storage = AMP__VEC_SCALAR;
        }
        if (scalars && (o->kind == AMP__VEC_NEST || o->kind == AMP__VEC_STRIPS)
            && s->kind == AMP__VEC_FOR && o->test == NULL) {
            for (d = s->init; d != NULL; d = d->next) {
                if (d->kind == AMP__VEC_DECL) {
                    f->vars[d->var].storage = AMP__VEC_SCALAR;
                }
            }
        }
        if (!scalars && o->kind == AMP__VEC_LANES) {
            int *seen = (int *)amp__c_new(&f->c, sizeof(int) * (size_t)(f->var_count + 1));
            for (k = 0; k < o->count; k++) {
                const amp__vec_stmt *t = o->list[k];
                const int from = amp__vec_stmt_from(f, t);
                const int first =
                    t->kind == AMP__VEC_FOR && t->init != NULL && t->init->kind == AMP__VEC_EXPR
                        ? t->init->a
                        : from;
                amp__vec_note_mentions(f, o->group, from, t->to, seen, o->clipped ? -1 : first);
            }
            for (k = 0; k < o->rests; k++) {
                amp__vec_note_mentions(f, o->group, o->rest[k], o->rest_end[k], seen, -1);
            }
            amp__vec_note_mentions(f, o->group, o->a, o->a_end, seen, -1);
        }
        amp__vec_walk_plan(f, o->init, scalars);
        amp__vec_walk_plan(f, o->test, scalars);
        amp__vec_walk_plan(f, o->child, scalars);
        amp__vec_walk_plan(f, o->step, scalars);
        amp__vec_walk_plan(f, o->other, scalars);
    }
}

/* Gives each variable its storage class. */
static AMP__COLD void amp__vec_assign_storage(amp__vec_file *f, amp__vec_op *plan)
{
    int k;
    amp__vec_walk_plan(f, plan, 1);
    amp__vec_walk_plan(f, plan, 0);
    for (k = 0; k < f->var_count; k++) {
        amp__vec_var *v = &f->vars[k];
        if (v->kind != AMP__VEC_LOCAL || v->storage == AMP__VEC_SCALAR) {
            continue;
        }
        v->storage = AMP__VEC_IN_LOOP;
        if (v->planned && v->pure) {
            v->storage = AMP__VEC_REMATERIALISED;
        } else if (!v->planned || (amp__vec_model(f, AMP__SIMPLE) && !f->in_rows)) {
            continue; /* a statement within one loop is all of its life */
        } else if (v->address || (v->many && (v->unsafe != 0 || v->array))) {
            v->storage = AMP__VEC_EXPANDED; /* one with an address: a pointer may live on to it */
        }
        AMP__ASSERT(v->storage != AMP__VEC_REMATERIALISED
                    || (v->init < v->init_end && v->writes == 0 && !v->address && !v->array));
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_STORAGE_H */
