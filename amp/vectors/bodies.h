/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_BODIES_H
#define AMP_VECTORS_BODIES_H
/*
amp/vectors/bodies.h: the bodies of kernels and helpers in the text of device regions, and
what is found in them.

No kernel is run. What is not understood is passed over, and where a rule is not sure it says
nothing.
*/

#include "../ctext/name_set.h"
#include "../ctext/statements.h"
#include "../ctext/tile_sizes.h"

enum { AMP__RULES_PHASE, AMP__RULES_OPENCL }; /* which rule a finding breaks */

typedef struct amp__rules_finding {
    int rule, line, other_line; /* other_line: the same, where there is one line only */
    const char *file, *name, *body; /* not ended by a 0; name: of what; body: whose */
    int file_n, name_n, body_n;
    int kernel; /* the body is a kernel's; 0: a helper's, or there is none (body_n == 0) */
    char message[320], fix[320];
} amp__rules_finding;

/* A function's body, or a kernel's. */
enum { AMP__RULES_HELPER, AMP__RULES_SIMPLE, AMP__RULES_TILED, AMP__RULES_PHASED };
typedef struct amp__rules_body {
    int model, name;
    int param, param_end; /* tokens between the parentheses; of a kernel from its first comma */
    int from, to;         /* its braces */
    const amp__c_stmt *root; /* a helper's parameters are its init; NULL: it is not understood */
} amp__rules_body;

enum { AMP__RULES_BODIES = 2048 };
typedef struct amp__rules {
    amp__c_unit *f;    /* the regions */
    amp__c_unit *rest; /* what stands outside of them; or NULL: nobody knows */
    amp__c_set *inside, *outside; /* names of macros: preprocess.h */
    const char *options;
    const int *assumed; /* lines of conditions that the host's compiler may see otherwise: */
    int assumptions;    /* kernels with one are not looked at for their phases */
    amp__rules_body body[AMP__RULES_BODIES];
    int bodies;
    /* By a token's number: whose name, operator or bracket it is; which variable of its body it
       means, or declares. */
    const amp__c_expr **expr;
    const amp__c_stmt **declared;
    amp__c_graph calls; /* of the bodies, by their number */
    void (*tell)(void *to, const amp__rules_finding *found);
    void *to;
    amp__rules_finding found; /* the one at work */
} amp__rules;

/* Reports r->found, whose message and fix are there: about the name at token `name`, in the line
   of token `at`, and of `other`. */
static AMP__COLD void amp__rules_report(amp__rules *r, int rule, const amp__rules_body *b, int at,
                                        int other, int name)
{
    const amp__c_token *t = r->f->t;
    amp__rules_finding *x = &r->found;
    x->rule = rule;
    x->file = t[at].file;
    x->file_n = t[at].file_n;
    x->line = t[at].line;
    x->other_line = t[other].line;
    x->name = t[name].s;
    x->name_n = t[name].n;
    x->body = b != NULL ? t[b->name].s : "";
    x->body_n = b != NULL ? t[b->name].n : 0;
    x->kernel = b != NULL && b->model != AMP__RULES_HELPER;
    r->tell(r->to, x);
}

/* Sets what is wrong with the name at token `name`, and what would mend it, and reports it. */
__attribute__((format(printf, 6, 7)))
static AMP__COLD void amp__rules_opencl(amp__rules *r, const amp__rules_body *b, int at, int name,
                                        const char *fix, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)vsnprintf(r->found.message, sizeof(r->found.message), format, list);
    va_end(list);
    (void)snprintf(r->found.fix, sizeof(r->found.fix), "%s", fix);
    amp__rules_report(r, AMP__RULES_OPENCL, b, at, at, name);
}

/* Says of each name in the scope of s, a parameter, a variable or tile memory, that it means that,
   and of what follows. What comes later hides it. */
static AMP__COLD void amp__rules_declare(amp__rules *r, const amp__c_stmt *s)
{
    const amp__c_unit *f = r->f;
    int i;
    for (; s != NULL; s = s->next) {
        for (i = s->name; s->name != 0 && i < s->parent->to; i++) {
            if (f->t[i].kind == AMP__C_NAME && amp__c_same(f, i, s->name)
                && !amp__c_is_member(f, i)) {
                r->declared[i] = s;
            }
        }
        amp__rules_declare(r, s->init);
        amp__rules_declare(r, s->child);
        amp__rules_declare(r, s->other);
    }
}

/* Reads a body, if it is understood. */
static AMP__COLD void amp__rules_read_body(amp__rules *r, amp__rules_body *b)
{
    amp__c_unit *f = r->f;
    jmp_buf outer;
    memcpy(&outer, &f->leave, sizeof(outer));
    if (setjmp(f->leave) == 0) {
        amp__c_body c;
        amp__c_stmt *root;
        memset(&c, 0, sizeof(c));
        c.f = f;
        c.phased = b->model == AMP__RULES_PHASED;
        c.written = 1;
        c.expr = r->expr;
        root = amp__c_read_body(&c, b->from, b->to);
        if (b->model == AMP__RULES_HELPER) {
            amp__c_read_parameters(&c, b->param, b->param_end, root);
        }
        amp__rules_declare(r, root);
        b->root = root;
    }
    memcpy(&f->leave, &outer, sizeof(outer));
}

/* Notes and reads all bodies of the text. */
static AMP__COLD void amp__rules_bodies(amp__rules *r)
{
    const amp__c_unit *f = r->f;
    const size_t count = (size_t)f->count;
    int k;
    r->bodies = 0;
    r->expr = (const amp__c_expr **)amp__c_new(r->f, count * sizeof(*r->expr));
    r->declared = (const amp__c_stmt **)amp__c_new(r->f, count * sizeof(*r->declared));
    for (k = 0; k < f->kernel_count && r->bodies < AMP__RULES_BODIES; k++) {
        const amp__c_kernel *p = &f->kernels[k];
        amp__rules_body *b = &r->body[r->bodies++];
        b->model = p->word == AMP__C_TILED_KERNEL ? AMP__RULES_TILED
            : p->word == AMP__C_PHASED_KERNEL ? AMP__RULES_PHASED : AMP__RULES_SIMPLE;
        b->name = p->name;
        b->param = p->param;
        b->param_end = p->param_end;
        b->from = p->body;
        b->to = p->body_end;
    }
    for (k = 0; k < f->function_count && r->bodies < AMP__RULES_BODIES; k++) {
        const amp__c_function *g = &f->functions[k];
        amp__rules_body *b = &r->body[r->bodies];
        if (f->t[g->name].n > 4 && (memcmp(f->t[g->name].s, "AMP_", 4) == 0 /* a kernel */
                                    || memcmp(f->t[g->name].s, "amp_", 4) == 0)) {
            continue;
        }
        b->model = AMP__RULES_HELPER;
        b->name = g->name;
        b->param = g->name + 2;
        b->param_end = f->t[g->name + 1].match;
        b->from = g->from;
        b->to = g->to;
        r->bodies += b->param_end >= b->param;
    }
    for (k = 0; k < r->bodies; k++) {
        r->body[k].root = NULL;
        amp__rules_read_body(r, &r->body[k]);
    }
}

/* The helper that the call at i is of; NULL where the text has no such function. */
static AMP__COLD const amp__rules_body *amp__rules_called(const amp__rules *r, int i)
{
    const amp__c_unit *f = r->f;
    int k;
    for (k = 0; k < r->bodies && amp__c_is(f, i + 1, '(') && !amp__c_is_member(f, i); k++) {
        if (r->body[k].model == AMP__RULES_HELPER && amp__c_same(f, r->body[k].name, i)) {
            return &r->body[k];
        }
    }
    return NULL;
}

/* Notes which body calls which. */
static AMP__COLD void amp__rules_calls(amp__rules *r)
{
    const amp__c_unit *f = r->f;
    int k, i;
    amp__c_graph_begin(&r->calls, amp__c_memory(&r->f->store));
    for (k = r->bodies - 1; k >= 0; k--) {
        const amp__c_token *name = &f->t[r->body[k].name];
        if (r->body[k].model == AMP__RULES_HELPER) {
            amp__c_graph_declare(&r->calls, k, name->s, (size_t)name->n);
        }
    }
    for (k = 0; k < r->bodies; k++) {
        for (i = r->body[k].from; i < r->body[k].to; i++) {
            if (f->t[i].kind == AMP__C_NAME && amp__c_is(f, i + 1, '(')
                && !amp__c_is_member(f, i)) {
                amp__c_graph_use(&r->calls, k, f->t[i].s, (size_t)f->t[i].n);
            }
        }
    }
    if (r->calls.failed) {
        amp__c_fail(r->f, -1, "there is no memory for this");
    }
}

/* The parameter of kernel b that has the name of token i: the token of its kind (in, value);
   else -1. shape: the name is NAME_shape. */
static AMP__COLD int amp__rules_parameter(const amp__c_unit *f, const amp__rules_body *b, int i,
                                          int *shape)
{
    int k;
    for (k = b->param; b->model != AMP__RULES_HELPER && k < b->param_end; k++) {
        if (amp__c_is(f, k, ',') && amp__c_is(f, k + 2, '(') && f->t[k + 2].match > k) {
            const int close = f->t[k + 2].match;
            *shape = amp__c_is_shape(f, i, close - 1);
            if (*shape || amp__c_same(f, i, close - 1)) {
                return k + 1;
            }
            k = close;
        }
    }
    return -1;
}

/* Whether the name of token i is one that the body declares, or has as a parameter. */
static AMP__COLD int amp__rules_local(const amp__rules *r, const amp__rules_body *b, int i)
{
    int shape;
    return r->declared[i] != NULL || amp__rules_parameter(r->f, b, i, &shape) >= 0;
}

/* The use of a variable or of something else by its name, token i, as an expression; NULL where
   that is none, or a declaration. */
static AMP__COLD const amp__c_expr *amp__rules_use(const amp__rules *r, int i)
{
    const amp__c_expr *e = r->expr[i];
    return e != NULL && e->kind == AMP__C_IDENTIFIER ? e : NULL;
}

/* The variable that the body declares at token i; NULL where it declares none there. */
static AMP__COLD const amp__c_stmt *amp__rules_declared_at(const amp__rules *r, int i)
{
    return r->declared[i] != NULL && r->declared[i]->name == i ? r->declared[i] : NULL;
}

/* What a parameter or variable is, as bits. */
enum { AMP__RULES_POINTER = 1, AMP__RULES_SPECIAL = 2, AMP__RULES_CONSTANT = 4 };
static AMP__COLD int amp__rules_pointer_kind(const amp__c_unit *f, const amp__c_stmt *d)
{
    int i, kind = d->dims < d->dims_end ? AMP__RULES_POINTER : 0;
    for (i = d->spec; i < d->name; i = i + 1 == d->spec_end ? d->type : i + 1) {
        kind |= amp__c_is(f, i, '*') ? AMP__RULES_POINTER
            : amp__c_word_is(f, i, AMP__C_CONSTANT_PTR) ? AMP__RULES_CONSTANT
            : amp__c_word_is(f, i, AMP__C_TILE_PTR) || amp__c_word_is(f, i, AMP__C_GLOBAL_PTR)
                || amp__c_is(f, i, AMP__C_CL_LOCAL) || amp__c_is(f, i, AMP__C_CL_GLOBAL)
            ? AMP__RULES_SPECIAL : 0;
    }
    return kind;
}

/* The first variable of the body that the text leaves without a value and that lies in memory: an
   array, or one whose address is taken. Returns its token, or -1. */
static AMP__COLD int amp__rules_find_uninitialised(const amp__rules *r, const amp__rules_body *b)
{
    int i, k;
    for (i = b->from; i < b->to; i++) {
        const amp__c_stmt *d = amp__rules_declared_at(r, i);
        if (d == NULL || d->kind != AMP__C_DECLARATION || d->value != 0) {
            continue;
        }
        if (d->dims < d->dims_end) {
            return i;
        }
        for (k = i + 1; k < d->parent->to; k++) {
            const amp__c_expr *e = r->declared[k] == d ? amp__rules_use(r, k) : NULL;
            if (e != NULL && amp__c_expr_is(r->f, e->parent, AMP__C_PREFIX, '&')) {
                return i;
            }
        }
    }
    return -1;
}

#endif /* AMP_VECTORS_BODIES_H */
