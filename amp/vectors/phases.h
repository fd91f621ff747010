/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_PHASES_H
#define AMP_VECTORS_PHASES_H
/*
amp/vectors/phases.h: plain variables that a phased kernel carries over: one phase sets them, and
another, or the same one in the next turn of a loop, reads them.
*/

#include "bodies.h"

#if AMP__IMPLEMENT

/* A copy of the kernel's body behind all tokens, with `if (1)` for each phase, so that it reads
   as C. Sets b to it. phase: the first tokens of these, `if`; returns how many. */
static AMP__COLD int amp__rules_copy_body(amp__vec_body *f, amp__rules_body *b, int *phase)
{
    amp__vec_brackets copied;
    int i, n = 0;
    const int start = f->c->count;
    copied.depth = 0;
    for (i = b->from; i <= b->to; i++) {
        const int plain = amp__c_word_is(f->c, i, AMP__C_PHASE);
        if (plain || amp__c_word_is(f->c, i, AMP__C_PHASE_FIRST)) {
            if (n == AMP__RULES_PHASES || !amp__c_is(f->c, i + 1, plain ? '{' : '(')) {
                amp__c_fail(f->c, i, "a phase that is not understood");
            }
            phase[n++] = amp__vec_put(f, i, "if");
            if (plain) {
                const int bracket = amp__vec_put(f, i, "(");
                (void)amp__vec_put(f, i, "1");
                amp__vec_put_close(f, bracket, i, ")");
            }
            continue;
        }
        amp__vec_add_copy(f, &copied, f->c->t[i], 0, i, b->from, INT_MAX);
    }
    b->from = start;
    b->to = f->c->count - 1;
    return n;
}

/* The number of the phase that token i stands in, or -1. */
static AMP__COLD int amp__rules_phase_of(const amp__vec_tree *f, const int *phase, int count, int i)
{
    int k;
    for (k = 0; k < count; k++) {
        const int block = f->c->t[phase[k] + 1].match + 1;
        if (i > phase[k] && i < f->c->t[block].match) {
            return k;
        }
    }
    return -1;
}

/* What the use of a variable at token i does: reads, writes, or both. *when: the token behind
   which a write has happened. */
static AMP__COLD int amp__rules_use_at(const amp__vec_tree *f, int i, int *when)
{
    const amp__c_expr *e = f->expr[i];
    *when = i;
    if (e != NULL && amp__c_expr_is(f->c, e->parent, AMP__C_PREFIX, '&')) {
        return AMP__VEC_WRITES; /* or a read: it is not known */
    }
    if (e == NULL || !(f->note[i].flags & AMP__VEC_WRITTEN)) {
        return AMP__VEC_READS;
    }
    while (!amp__c_expr_assigns(f->c, e->parent)) {
        e = e->parent;
    }
    *when = e->parent->to;
    return amp__c_is(f->c, e->parent->op, '=') ? AMP__VEC_WRITES
                                               : AMP__VEC_READS | AMP__VEC_WRITES;
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
   phases has set the variable since. */
static AMP__COLD int amp__rules_reaches_read(const amp__vec_tree *f, const int *phase, int count,
                                             int write, int read)
{
    int k, when;
    if (amp__rules_phase_of(f, phase, count, write)
        == amp__rules_phase_of(f, phase, count, read)
        || amp__rules_loop_around(f->root->child, write, read)) {
        return 1;
    }
    for (k = write + 1; k < read; k++) {
        if (f->note[k].var == f->note[write].var && amp__rules_phase_of(f, phase, count, k) < 0
            && amp__rules_use_at(f, k, &when) == AMP__VEC_WRITES && when <= read) {
            return 0;
        }
    }
    return write < read;
}

/* Looks at variable v of the copy b: finds a write in a phase, and a read of what it left. */
static AMP__COLD void amp__rules_carried(amp__rules *r, const amp__rules_body *b, int v,
                                         const int *phase, int count)
{
    const amp__vec_tree *f = r->tree;
    const amp__vec_var *var = &f->vars[v];
    amp__text type = amp__c_empty(&f->c->store);
    int i, k, when, later, write = -1, read = -1;
    for (i = var->name + 1; i < b->to && write < 0; i++) {
        const int in = f->note[i].var == v ? amp__rules_phase_of(f, phase, count, i) : -1;
        int covered = 0;
        if (f->note[i].var != v || !(amp__rules_use_at(f, i, &when) & AMP__VEC_READS)) {
            continue;
        }
        for (k = var->name + 1; k < i && in >= 0 && !covered; k++) {
            covered = f->note[k].var == v && amp__rules_phase_of(f, phase, count, k) == in
                && amp__rules_use_at(f, k, &later) == AMP__VEC_WRITES && later < i;
        }
        read = i;
        for (k = var->name + 1; k < b->to && !covered; k++) { /* rather of another phase */
            const int of = f->note[k].var == v ? amp__rules_phase_of(f, phase, count, k) : -1;
            if (of >= 0 && (write < 0 || of != in)
                && (amp__rules_use_at(f, k, &later) & AMP__VEC_WRITES)
                && amp__rules_reaches_read(f, phase, count, k, i)) {
                write = k;
                covered = of != in;
            }
        }
    }
    if (read < 0 || write < 0) {
        return;
    }
    for (i = var->spec; i < var->type_end; i++) {
        amp__text_printf(&type, "%s%.*s", i > var->spec ? " " : "", f->c->t[i].n, f->c->t[i].s);
    }
    if (f->c->t[write].line != f->c->t[read].line) {
        (void)snprintf(r->found.message, sizeof(r->found.message),
                       "a phase sets the plain variable %.*s in line %d, and line %d reads it %s: "
                       "where phases run as loops, all threads of the tile have one %.*s",
                       f->c->t[write].n, f->c->t[write].s, f->c->t[write].line, f->c->t[read].line,
                       amp__rules_phase_of(f, phase, count, read) < 0 ? "outside of it"
                       : amp__rules_phase_of(f, phase, count, read)
                               == amp__rules_phase_of(f, phase, count, write)
                       ? "before that" : "in another phase",
                       f->c->t[write].n, f->c->t[write].s);
    } else {
        (void)snprintf(r->found.message, sizeof(r->found.message),
                       "a phase changes the plain variable %.*s, which is declared outside of it: "
                       "where phases run as loops, all threads of the tile have one %.*s",
                       f->c->t[write].n, f->c->t[write].s, f->c->t[write].n, f->c->t[write].s);
    }
    (void)snprintf(r->found.fix, sizeof(r->found.fix),
                   "thread_private(%s, %.*s%s) in line %d, and mine(%.*s%s) in the phases",
                   type.at, f->c->t[write].n, f->c->t[write].s, var->array ? ", its size" : "",
                   f->c->t[var->name].line, f->c->t[write].n, f->c->t[write].s,
                   var->array ? ", i" : "");
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

/* Looks at the variables of a phased kernel. A body that is not understood is passed over. */
static AMP__COLD void amp__rules_phases(amp__rules *r, const amp__rules_body *kernel)
{
    amp__vec_tree *f = r->tree;
    const int before = r->f->count;
    if (setjmp(r->f->leave) == 0) {
        amp__vec_body body;
        amp__c_kernel definition;
        amp__rules_body b = *kernel;
        int phase[AMP__RULES_PHASES], count, v;
        memset(&definition, 0, sizeof(definition));
        amp__vec_begin_body(&body, r->f, &definition);
        count = amp__rules_copy_body(&body, &b, phase);
        body.kernel.name = b.name;
        body.kernel.param = b.param;
        body.kernel.param_end = b.param_end;
        body.kernel.body = b.from;
        body.kernel.body_end = b.to;
        (void)amp__vec_read_body(f, &body);
        for (v = 0; v < f->var_count; v++) {
            if (f->vars[v].kind == AMP__VEC_LOCAL
                && amp__rules_phase_of(f, phase, count, f->vars[v].name) < 0) {
                amp__rules_carried(r, &b, v, phase, count);
            }
        }
    }
    r->f->count = before;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_PHASES_H */
