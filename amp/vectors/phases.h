/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_PHASES_H
#define AMP_VECTORS_PHASES_H
/*
amp/vectors/phases.h: plain variables that a phased kernel carries over: one phase sets them, and
another, or the same one in the next turn of a loop, reads them.
*/

#include "bodies.h"

/* The phase that token i stands in, of those in the statements s; NULL: it stands in none. */
static AMP__COLD const amp__c_stmt *amp__rules_phase_of(const amp__c_stmt *s, int i)
{
    while (s != NULL && !(s->kind == AMP__C_PHASE && s->from <= i && i < s->to)) {
        s = i < s->from || i >= s->to ? s->next
            : s->other != NULL && i >= s->other->from ? s->other : s->child;
    }
    return s;
}

/* The expression that changes the variable whose name is e; NULL where none does, or what is
   changed is memory that it points to. */
static AMP__COLD const amp__c_expr *amp__rules_write_of(const amp__rules *r, const amp__c_expr *e)
{
    const amp__c_unit *f = r->f;
    const amp__c_stmt *d = r->declared[e->op];
    const amp__c_expr *all = e, *by;
    int pointer = amp__rules_pointer_kind(f, d) != 0 && d->dims == d->dims_end;
    for (; (by = all->parent) != NULL && by->child == all
         && (by->kind == AMP__C_GROUP || by->kind == AMP__C_MEMBER || by->kind == AMP__C_INDEX);
         all = by) {
        if (amp__c_expr_is(f, by, AMP__C_MEMBER, AMP__C_ARROW)
            || (by->kind == AMP__C_INDEX && pointer)) {
            return NULL;
        }
        pointer &= by->kind == AMP__C_GROUP;
    }
    return by != NULL && by->child == all && amp__c_expr_assigns(f, by) ? by : NULL;
}

/* What is done to a variable. */
enum { AMP__RULES_READS = 1, AMP__RULES_WRITES = 2 };
/* What token i does to the variable d, as bits; 0: it does not mean that. *when: the token behind
   which a write has happened. */
static AMP__COLD int amp__rules_use_of(const amp__rules *r, const amp__c_stmt *d, int i, int *when)
{
    const amp__c_expr *e = r->declared[i] == d ? amp__rules_use(r, i) : NULL, *by;
    *when = i;
    if (e == NULL) {
        return 0;
    }
    if (amp__c_expr_is(r->f, e->parent, AMP__C_PREFIX, '&')) {
        return AMP__RULES_WRITES; /* or a read: it is not known */
    }
    by = amp__rules_write_of(r, e);
    *when = by != NULL ? by->to : i;
    return by == NULL ? AMP__RULES_READS : amp__c_is(r->f, by->op, '=') ? AMP__RULES_WRITES
        : AMP__RULES_READS | AMP__RULES_WRITES;
}

/* Whether a loop among the statements s is around both tokens. */
static AMP__COLD int amp__rules_loop_around(const amp__c_stmt *s, int i, int k)
{
    for (; s != NULL; s = s->next) {
        if (s->from <= i && i < s->to && s->from <= k && k < s->to
            && (amp__c_is_loop(s) || amp__rules_loop_around(s->child, i, k)
                || amp__rules_loop_around(s->other, i, k))) {
            return 1;
        }
    }
    return 0;
}
/* Whether what token `write` sets in a phase may be what token `read` reads: the same phase, in
   which the threads run one after another; or one that has run before, and nothing outside of the
   phases has set the variable d since. */
static AMP__COLD int amp__rules_reaches_read(const amp__rules *r, const amp__c_stmt *body,
                                             const amp__c_stmt *d, int write, int read)
{
    int k, when;
    if (amp__rules_phase_of(body, write) == amp__rules_phase_of(body, read)
        || amp__rules_loop_around(body, write, read)) {
        return 1;
    }
    for (k = write + 1; k < read; k++) {
        if (amp__rules_use_of(r, d, k, &when) == AMP__RULES_WRITES && when <= read
            && amp__rules_phase_of(body, k) == NULL) {
            return 0;
        }
    }
    return write < read;
}

/* Looks at the variable d, which kernel b declares outside of its phases: finds a write in a phase,
   and a read of what it left. */
static AMP__COLD void amp__rules_carried(amp__rules *r, const amp__rules_body *b,
                                         const amp__c_stmt *d)
{
    const amp__c_unit *f = r->f;
    const amp__c_token *t = f->t, *name = &t[d->name];
    const amp__c_stmt *const body = b->root->child;
    const int array = d->dims < d->dims_end;
    amp__text type = amp__c_empty(&r->f->store);
    int i, k, when, later, write = -1, read = -1;
    for (i = d->name + 1; i < b->to && write < 0; i++) {
        const amp__c_stmt *const in = amp__rules_phase_of(body, i), *of;
        int covered = 0;
        if (!(amp__rules_use_of(r, d, i, &when) & AMP__RULES_READS)) {
            continue;
        }
        for (k = d->name + 1; k < i && in != NULL && !covered; k++) {
            covered = amp__rules_use_of(r, d, k, &later) == AMP__RULES_WRITES && later < i
                && amp__rules_phase_of(body, k) == in;
        }
        read = i;
        for (k = d->name + 1; k < b->to && !covered; k++) { /* rather of another phase */
            if ((amp__rules_use_of(r, d, k, &later) & AMP__RULES_WRITES)
                && (of = amp__rules_phase_of(body, k)) != NULL && (write < 0 || of != in)
                && amp__rules_reaches_read(r, body, d, k, i)) {
                write = k;
                covered = of != in;
            }
        }
    }
    if (read < 0 || write < 0) {
        return;
    }
    for (i = d->spec; i < d->name; i = i + 1 == d->spec_end ? d->type : i + 1) {
        amp__text_printf(&type, "%s%.*s", i > d->spec ? " " : "", t[i].n, t[i].s);
    }
    if (t[write].line != t[read].line) {
        (void)snprintf(r->found.message, sizeof(r->found.message),
                       "a phase sets the plain variable %.*s in line %d, and line %d reads it %s: "
                       "where phases run as loops, all threads of the tile have one %.*s",
                       name->n, name->s, t[write].line, t[read].line,
                       amp__rules_phase_of(body, read) == NULL ? "outside of it"
                       : amp__rules_phase_of(body, read) == amp__rules_phase_of(body, write)
                       ? "before that" : "in another phase", name->n, name->s);
    } else {
        (void)snprintf(r->found.message, sizeof(r->found.message),
                       "a phase changes the plain variable %.*s, which is declared outside of it: "
                       "where phases run as loops, all threads of the tile have one %.*s",
                       name->n, name->s, name->n, name->s);
    }
    (void)snprintf(r->found.fix, sizeof(r->found.fix),
                   "thread_private(%s, %.*s%s) in line %d, and mine(%.*s%s) in the phases",
                   type.at, name->n, name->s, array ? ", its size" : "", name->line,
                   name->n, name->s, array ? ", i" : "");
    amp__rules_report(r, AMP__RULES_PHASE, b, write, read, write);
}

/* Whether one of the conditions that were assumed stands in the body. */
static AMP__COLD int amp__rules_assumed(const amp__rules *r, const amp__rules_body *b)
{
    int k;
    for (k = 0; k < r->assumptions; k++) {
        if (r->assumed[k] >= r->f->t[b->from].line && r->assumed[k] <= r->f->t[b->to].line) {
            return 1;
        }
    }
    return 0;
}

/* Looks at the variables of a phased kernel. */
static AMP__COLD void amp__rules_phases(amp__rules *r, const amp__rules_body *b)
{
    int i;
    for (i = b->from; i < b->to && b->root != NULL; i++) {
        const amp__c_stmt *d = amp__rules_declared_at(r, i);
        if (d != NULL && d->kind == AMP__C_DECLARATION
            && !amp__c_has(r->f, d->spec, d->spec_end, AMP__C_STATIC)
            && amp__rules_phase_of(b->root->child, i) == NULL) {
            amp__rules_carried(r, b, d);
        }
    }
}

#endif /* AMP_VECTORS_PHASES_H */
