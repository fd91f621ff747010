/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_BODIES_H
#define AMP_VECTORS_BODIES_H
/*
amp/vectors/bodies.h: the bodies of kernels and helpers in the text of device regions, and
what is found in them.

No kernel is run. What is not understood is passed over, and where a rule is not sure it says
nothing: it looks at names and their neighbours, not at all of C.
*/

#include "../ctext/name_set.h"
#include "statements.h"

#if AMP__IMPLEMENT

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
} amp__rules_body;

enum { AMP__RULES_BODIES = 2048, AMP__RULES_PHASES = 128 };
typedef struct amp__rules {
    amp__c_unit *f;      /* the regions */
    amp__vec_tree *tree; /* of one of its kernels: for amp__rules_phases alone */
    amp__c_unit *rest;   /* what stands outside of them; or NULL: nobody knows */
    amp__c_set *inside, *outside; /* names of macros: preprocess.h */
    const char *options;
    const int *assumed; /* lines of conditions that the host's compiler may see otherwise: */
    int assumptions;    /* kernels with one are not looked at for their phases */
    amp__rules_body body[AMP__RULES_BODIES];
    int bodies;
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

/* Notes all bodies of the text. */
static AMP__COLD void amp__rules_bodies(amp__rules *r)
{
    const amp__c_unit *f = r->f;
    int k;
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

/* Whether the name at k is declared there, as far as its neighbours tell. */
static AMP__COLD int amp__rules_declaration(const amp__c_unit *f, int k)
{
    static const int words[] = { AMP__C_RETURN, AMP__C_ELSE, AMP__C_DO, AMP__C_CASE, AMP__C_GOTO,
            AMP__C_SIZEOF, 0 };
    const int before = k - 1;
    if (amp__c_is(f, before, ',')) { /* another of several */
        int i = before;
        while (i > 0 && !amp__c_is(f, i, ';') && !amp__c_is(f, i, '{')
               && !amp__c_is(f, i, '}') && !amp__c_is(f, i, '(')) {
            i = f->t[i].match >= 0 && f->t[i].match < i ? f->t[i].match - 1 : i - 1;
        }
        i += amp__c_is(f, i + 1, AMP__C_CONST) ? 2 : 1;
        return i + 1 < before && amp__rules_declaration(f, amp__c_is(f, i + 1, '*') ? i + 2
                                                                                      : i + 1);
    }
    if (amp__c_is(f, before, '*')) {
        return f->t[before - 1].kind == AMP__C_NAME || amp__c_is(f, before - 1, '*');
    }
    if (amp__c_is(f, before, ')') && f->t[before].match > 0) {
        return amp__c_word_is(f, f->t[before].match - 1, AMP__C_TILE_PTR)
            || amp__c_word_is(f, f->t[before].match - 1, AMP__C_GLOBAL_PTR)
            || amp__c_word_is(f, f->t[before].match - 1, AMP__C_CONSTANT_PTR);
    }
    return f->t[before].kind == AMP__C_NAME && !amp__c_among(f, before, words);
}

/* Whether the name of token i is one that the body declares, or has as a parameter. */
static AMP__COLD int amp__rules_local(const amp__c_unit *f, const amp__rules_body *b, int i)
{
    int k, shape;
    if (amp__rules_parameter(f, b, i, &shape) >= 0) {
        return 1;
    }
    for (k = b->param; k < b->to; k++) {
        if (f->t[k].kind == AMP__C_NAME && amp__c_same(f, k, i) && !amp__c_is_member(f, k)
            && (amp__rules_declaration(f, k)
                || (amp__c_word_is(f, k - 4, AMP__C_TILE_STATIC) && amp__c_is(f, k - 1, ',')))) {
            return 1;
        }
    }
    return 0;
}

/* The first variable of the body that the text leaves without a value and that lies in memory: an
   array, or one whose address is taken. Returns its token, or -1. */
static AMP__COLD int amp__rules_find_uninitialised(const amp__c_unit *f, const amp__rules_body *b)
{
    int i, k, end;
    for (i = b->from; i < b->to; i++) {
        if (f->t[i].kind != AMP__C_NAME || amp__c_is_member(f, i)
            || !(amp__c_is(f, i + 1, '[') || amp__c_is(f, i + 1, ';')
                 || amp__c_is(f, i + 1, ','))
            || !amp__rules_declaration(f, i)) {
            continue;
        }
        for (end = i + 1; amp__c_is(f, end, '[') && f->t[end].match > end;) {
            end = f->t[end].match + 1;
        }
        if (!amp__c_is(f, end, ';') && !amp__c_is(f, end, ',')) {
            continue;
        }
        if (end > i + 1) {
            return i;
        }
        for (k = end; k < b->to; k++) {
            if (amp__c_same(f, k, i) && amp__c_is(f, k - 1, '&')
                && !amp__c_is_binary(f, k - 1)) {
                return i;
            }
        }
    }
    return -1;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_BODIES_H */
