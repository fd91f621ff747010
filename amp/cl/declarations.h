/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_DECLARATIONS_H
#define AMP_CL_DECLARATIONS_H
/*
amp/cl/declarations.h: which parts of the device regions the program of one kernel is made of.

A kernel is compiled when it is launched, in a program of its own, without its neighbours:
a file of forty kernels costs a launch of one the time of one, and a kernel that a device
cannot compile is in nobody's way:

  - A kernel whose name stands in the text, and is not the wanted one, is left out, and so is
    the use of a macro that makes one kernel and nothing else.
  - On a device without double, so is what uses double, or what does, and is not named by
    the wanted kernel, nor by anything that it names, and so on.

A part that is not understood is kept, with what it names, and so are macros. Where the
wanted kernel is not found, all is kept. Nothing here calls OpenCL.
*/

#include "../ctext/edits.h"
#include "source.h"

/* Whether token i is an argument that is a word or a number alone: a macro may paste it to a
   name. */
static AMP__COLD int amp__cl_is_argument(const amp__c_unit *f, int i)
{
    return (f->t[i].kind == AMP__C_NAME || f->t[i].kind == AMP__C_NUMBER)
        && (amp__c_is(f, i - 1, '(') || amp__c_is(f, i - 1, ','))
        && (amp__c_is(f, i + 1, ')') || amp__c_is(f, i + 1, ','));
}

/* Says in a graph which names a part declares, as node n: its own; what a macro makes, the
   arguments that are a word alone. */
static AMP__COLD void amp__cl_declare(const amp__c_unit *f, amp__c_graph *g,
                                      const amp__cl_part *p, int n)
{
    int i;
    if (p->name >= 0) {
        amp__c_graph_declare(g, n, f->t[p->name].s, (size_t)f->t[p->name].n);
    } else if (p->kind != AMP__CL_EXPANSION) {
        amp__c_declare_names(f, g, n, p->from, p->to);
    } else {
        for (i = p->from + 1; i < p->to; i++) {
            if (amp__cl_is_argument(f, i)) {
                amp__c_graph_declare(g, n, f->t[i].s, (size_t)f->t[i].n);
            }
        }
    }
}

/* The next part behind `next`, a place in s->names (0: from the beginning), that token i names and
   that is a function or macro; sets *next. NULL: none. */
static AMP__COLD const amp__cl_part *amp__cl_called(const amp__cl_source *s, int i, size_t *next)
{
    const amp__c_token *t = &s->c.t[i];
    while (t->kind == AMP__C_NAME
           && (*next = amp__c_graph_find(&s->names, t->s, (size_t)t->n, *next)) != 0) {
        const amp__cl_part *p = &s->parts[s->names.names[*next - 1].node];
        if (p->kind == AMP__CL_FUNCTION || p->kind == AMP__CL_MACRO) {
            return p;
        }
    }
    return NULL;
}

/* Whether one of the tokens [from, to) is the name of one of the tokens [first, last). */
static AMP__COLD int amp__cl_shares_name(const amp__c_unit *f, int from, int to, int first,
                                         int last)
{
    int k;
    for (; from < to; from++) {
        for (k = first; k < last && f->t[from].kind == AMP__C_NAME; k++) {
            if (amp__c_same(f, from, k)) {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether a macro stands for the definition of one kernel, with its body, and nothing else, and
   one of its parameters is in the kernel's name. */
static AMP__COLD int amp__cl_makes_kernel(const amp__c_unit *f, const amp__cl_part *macro)
{
    const int own = macro->name + 1;
    int kernel, body;
    if (own >= macro->to || !amp__c_is(f, own, '(')
        || f->t[own].s != amp__c_token_end(f, macro->name)) {
        return 0;
    }
    kernel = amp__c_behind(f, own);
    if (kernel + 1 >= macro->to || !amp__c_is_kernel(f, kernel)) {
        return 0;
    }
    body = amp__c_behind(f, kernel + 1);
    return body < macro->to && amp__c_is(f, body, '{') && f->t[body].match + 1 == macro->to
        && amp__cl_shares_name(f, kernel + 2, amp__c_find_sign(f, kernel + 2, ',', body), own + 1,
                               kernel - 1);
}

/* Finds the macro that each part is made by, if that makes a kernel and nothing else. A macro with
   several definitions is not known; and an argument that is a macro itself may be any name. */
static AMP__COLD void amp__cl_find_makers(amp__cl_source *s)
{
    int k, i;
    for (k = 0; k < s->part_count; k++) {
        amp__cl_part *p = &s->parts[k];
        const amp__cl_part *by = NULL, *q;
        int known = !p->library && p->kind == AMP__CL_EXPANSION;
        for (i = p->from; i < p->to && known; i++) {
            size_t next = 0;
            while ((q = amp__cl_called(s, i, &next)) != NULL) {
                known &= q->kind != AMP__CL_MACRO || (i == p->from && by == NULL);
                by = q->kind == AMP__CL_MACRO ? q : by;
            }
        }
        if (known && by != NULL && amp__cl_makes_kernel(&s->c, by)) {
            p->made_by = (int)(by - s->parts);
        }
    }
}

/* Whether the part is the wanted kernel, or a macro's use that may make it: then an argument that
   is a word alone is in the kernel's name. That of a type counts only where the macro is known
   to make a kernel: ADD(int, float, a + b) makes nothing that is called after int. */
static AMP__COLD int amp__cl_declares_wanted(const amp__c_unit *f, const amp__cl_part *p,
                                             const char *wanted)
{
    static const int types[] = { AMP__C_VOID, AMP__C_CHAR, AMP__C_SHORT, AMP__C_INT, AMP__C_LONG,
            AMP__C_FLOAT, AMP__C_DOUBLE, AMP__C_UNSIGNED, AMP__C_CONST, AMP__C_STATIC, 0 };
    const char *q;
    int i;
    if (p->kind == AMP__CL_KERNEL) {
        return amp__c_named(f, p->name, wanted);
    }
    for (i = p->from + 1; i < p->to && p->kind == AMP__CL_EXPANSION; i++) {
        if (!amp__cl_is_argument(f, i) || (p->made_by < 0 && amp__c_among(f, i, types))) {
            continue;
        }
        for (q = wanted; *q != '\0'; q++) {
            if (strncmp(q, f->t[i].s, (size_t)f->t[i].n) == 0) {
                return 1;
            }
        }
    }
    return 0;
}

/* On a device without double: notes what uses it, itself or by what it names (needs 0); or what
   the parts that are reachable need (needs 1). */
static AMP__COLD void amp__cl_spread(amp__cl_source *s, int needs)
{
    amp__c_graph *g = (amp__c_graph *)amp__c_new(&s->c, sizeof(*g));
    unsigned *bits = (unsigned *)amp__c_new(&s->c, ((size_t)s->part_count + 1) * sizeof(*bits));
    int k;
    amp__c_graph_begin(g, amp__c_memory(&s->c.store));
    for (k = 0; k < s->part_count; k++) {
        const amp__cl_part *p = &s->parts[k];
        if (!p->library && (needs ? p->kind != AMP__CL_KERNEL && p->made_by < 0
                                  : p->kind != AMP__CL_EXPANSION)) {
            amp__cl_declare(&s->c, g, p, k);
        }
    }
    for (k = 0; k < s->part_count; k++) {
        const amp__cl_part *p = &s->parts[k];
        if (!p->library) {
            amp__c_use_names(&s->c, g, k, p->from, p->to);
            bits[k] = needs ? (p->reachable ? AMP__C_NEEDED : 0)
                            : (amp__c_has(&s->c, p->from, p->to, AMP__C_DOUBLE)
                               ? AMP__C_EFFECT_DOUBLE : 0);
        }
    }
    if (g->failed) {
        amp__c_fail(&s->c, -1, "there is no memory for this");
    }
    amp__c_graph_spread(g, bits, !needs);
    for (k = 0; k < s->part_count; k++) {
        s->parts[k].doubles |= !needs && bits[k] != 0;
        s->parts[k].reachable |= needs && bits[k] != 0;
    }
}

/* Notes what the wanted kernel needs, and what is kept for it. doubles: of the device. */
static AMP__COLD void amp__cl_select(amp__cl_source *s, const char *wanted, int doubles)
{
    int found = strncmp(wanted, "amp__", 5) == 0; /* a macro of the library's may make it */
    int k;
    amp__c_graph_begin(&s->names, amp__c_memory(&s->c.store));
    for (k = 0; k < s->part_count; k++) {
        if (!s->parts[k].library && s->parts[k].name >= 0) {
            amp__cl_declare(&s->c, &s->names, &s->parts[k], k);
        }
    }
    amp__cl_find_makers(s);
    for (k = 0; k < s->part_count; k++) {
        amp__cl_part *p = &s->parts[k];
        p->reachable = !p->library
            && (p->kind == AMP__CL_UNKNOWN || amp__cl_declares_wanted(&s->c, p, wanted));
        found |= p->reachable && p->kind != AMP__CL_UNKNOWN;
    }
    if (!doubles) {
        amp__cl_spread(s, 0);
        amp__cl_spread(s, 1);
    }
    for (k = 0; k < s->part_count; k++) {
        amp__cl_part *p = &s->parts[k];
        p->emitted = p->library || p->kind == AMP__CL_MACRO || p->reachable || !found
            || (p->kind != AMP__CL_KERNEL && p->made_by < 0 && !p->doubles);
    }
}

#endif /* AMP_CL_DECLARATIONS_H */
