/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CONTEXT_H
#define AMP_VECTORS_CONTEXT_H
/*
amp/vectors/context.h: what a written kernel needs of its file: types, helpers, constants.
*/

#include "../ctext/call_graph.h"
#include "unparse.h"

#if AMP__IMPLEMENT

/* Notes that node n of the graph uses the names in [from, to), except the words of C that every
   item has. */
static AMP__COLD void amp__vec_use_names(amp__vec_file *f, amp__c_graph *g, int n, int from, int to)
{
    static const int common[] = { AMP__C_INT, AMP__C_UNSIGNED, AMP__C_FLOAT, AMP__C_DOUBLE,
            AMP__C_CHAR, AMP__C_LONG, AMP__C_SHORT, AMP__C_VOID, AMP__C_CONST, AMP__C_STATIC,
            AMP__C_INLINE, AMP__C_SIGNED, AMP__C_STRUCT, AMP__C_UNION, AMP__C_ENUM, AMP__C_TYPEDEF,
            AMP__C_SIZE_T, AMP__C_PTRDIFF_T, 0 };
    for (; from < to; from++) {
        if (f->c.t[from].kind == AMP__C_NAME && !amp__c_among(&f->c, from, common)) {
            amp__c_graph_use(g, n, f->c.t[from].s, (size_t)f->c.t[from].n);
        }
    }
}

/* Notes the names that item number n declares. The constants of an enumeration are such names,
   too; what stands in other braces and brackets is not. */
static AMP__COLD void amp__vec_declare_names(amp__vec_file *f, amp__c_graph *g, int n)
{
    static const int after[] = { ';', ',', '=', '[', '(', '{', '}', ')', 0 };
    const amp__c_item *m = &f->c.items[n];
    int i;
    if (m->name >= 0) { /* one that has a barrier, or reports, is in the kernel by now */
        if ((f->c.functions[amp__c_find_function(&f->c, m->name)].effects
             & (AMP__C_EFFECT_BARRIER | AMP__C_EFFECT_REPORT)) == 0) {
            amp__c_graph_declare(g, n, f->c.t[m->name].s, (size_t)f->c.t[m->name].n);
        }
        return;
    }
    for (i = m->from; i < m->to; i++) {
        if (f->c.t[i].match > i && !(amp__c_is(&f->c, i, '{')
            && (amp__c_is(&f->c, i - 1, AMP__C_ENUM) || amp__c_is(&f->c, i - 2, AMP__C_ENUM)))) {
            i = f->c.t[i].match;
        } else if (f->c.t[i].kind == AMP__C_NAME && amp__c_among(&f->c, i + 1, after)) {
            amp__c_graph_declare(g, n, f->c.t[i].s, (size_t)f->c.t[i].n);
        }
    }
}

/* A variable at file scope that a kernel could change would be another one here than
   in the program. */
static AMP__COLD void amp__vec_constant(amp__vec_file *f, const amp__c_item *m)
{
    static const int harmless[] = { AMP__C_TYPEDEF, AMP__C_CONST, '(', 0 };
    int i, variable = 0;
    if (m->name >= 0) {
        return;
    }
    for (i = m->from; i < m->to; i++) {
        if (amp__c_among(&f->c, i, harmless)) {
            return; /* a type, a constant, or a function that is only declared */
        }
        variable |= f->c.t[i].kind == AMP__C_NAME && i > m->from + 1
            && !amp__c_is(&f->c, m->from, AMP__C_ENUM);
        i = f->c.t[i].match > i ? f->c.t[i].match : i;
    }
    if (variable) {
        amp__c_fail(&f->c, m->from, "a variable outside the kernel that is not const");
    }
}

/* Notes which items of the file the kernel at work needs: f->needed. */
static AMP__COLD void amp__vec_find_needed(amp__vec_file *f)
{
    const int kernel = f->c.item_count;
    amp__c_graph *g = (amp__c_graph *)amp__c_new(&f->c, sizeof(*g));
    unsigned *needed = (unsigned *)amp__c_new(&f->c, ((size_t)kernel + 1) * sizeof(*needed));
    int k;
    amp__c_graph_begin(g, amp__c_memory(&f->c.store));
    for (k = 0; k < kernel; k++) {
        amp__vec_declare_names(f, g, k);
    }
    for (k = 0; k < kernel; k++) {
        amp__vec_use_names(f, g, k, f->c.items[k].from, f->c.items[k].to);
    }
    amp__vec_use_names(f, g, kernel, f->kernel->name + 1, f->kernel->param_end);
    amp__vec_use_names(f, g, kernel, f->kernel->body, f->kernel->body_end);
    if (g->failed) {
        amp__c_fail(&f->c, -1, "there is no memory for this");
    }
    needed[kernel] = AMP__C_NEEDED;
    amp__c_graph_spread(g, needed, 0);
    for (k = 0; k < kernel; k++) {
        f->needed[k] = needed[k] != 0;
    }
}

/* Puts the file-scope text that the kernel at work needs. */
static AMP__COLD void amp__vec_context(amp__vec_file *f, amp__text *out)
{
    int k;
    amp__vec_find_needed(f);
    for (k = 0; k < f->c.item_count; k++) {
        if (f->needed[k]) {
            amp__vec_constant(f, &f->c.items[k]);
            f->line = -100;
            amp__vec_unparse(f, out, f->c.items[k].from, f->c.items[k].to, 0);
            amp__text_put(out, "\n", 1);
        }
    }
}

/* Ahead of time the helpers are the file's own, as they are written there: ends the work where
   one that the kernel at work needs has a loop that must be written otherwise (if_conversion.h). */
static AMP__COLD void amp__vec_no_context(amp__vec_file *f)
{
    int k, i;
    amp__vec_find_needed(f);
    for (k = 0; k < f->c.item_count; k++) {
        const amp__c_item *m = &f->c.items[k];
        for (i = m->from; i < m->to && f->needed[k] && m->name >= 0; i++) {
            if (amp__vec_scalar_loop_condition(f, i) >= 0) {
                amp__c_fail(&f->c, i, "ahead of time, a helper's loop of which gcc 12 may make "
                            "wrong vectors");
            }
        }
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_CONTEXT_H */
