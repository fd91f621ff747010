/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CONTEXT_H
#define AMP_VECTORS_CONTEXT_H
/*
amp/vectors/context.h: what a written kernel needs of its file: types, helpers, constants.
*/

#include "../ctext/name_set.h"
#include "unparse.h"

#if AMP__IMPLEMENT

/* Adds the names in [from, to), except the words of C that every item has. */
static AMP__COLD void amp__vec_add_names(amp__vec_file *f, amp__c_set *set, int from, int to)
{
    static const int common[] = { AMP__C_INT, AMP__C_UNSIGNED, AMP__C_FLOAT, AMP__C_DOUBLE,
            AMP__C_CHAR, AMP__C_LONG, AMP__C_SHORT, AMP__C_VOID, AMP__C_CONST, AMP__C_STATIC,
            AMP__C_INLINE, AMP__C_SIGNED, AMP__C_STRUCT, AMP__C_UNION, AMP__C_ENUM, AMP__C_TYPEDEF,
            AMP__C_SIZE_T, AMP__C_PTRDIFF_T, 0 };
    for (; from < to; from++) {
        if (f->c.t[from].kind == AMP__C_NAME && !amp__c_among(&f->c, from, common)) {
            (void)amp__c_in_set(&f->c, set, from, 1);
        }
    }
}

/* Whether the item declares a name of the set. The constants of an enumeration are
   such names, too; what stands in other braces and brackets is not. */
static AMP__COLD int amp__vec_declares(amp__vec_file *f, amp__c_set *set, const amp__c_item *m)
{
    int i;
    if (m->name >= 0) { /* one that has a barrier, or reports, is in the kernel by now */
        const amp__c_function *g = &f->c.functions[amp__c_find_function(&f->c, m->name)];
        return !g->barrier && !g->reports && amp__c_in_set(&f->c, set, m->name, 0);
    }
    for (i = m->from; i < m->to; i++) {
        static const int after[] = { ';', ',', '=', '[', '(', '{', '}', ')', 0 };
        if (f->c.t[i].match > i && !(amp__c_is(&f->c, i, '{')
            && (amp__c_is(&f->c, i - 1, AMP__C_ENUM) || amp__c_is(&f->c, i - 2, AMP__C_ENUM)))) {
            i = f->c.t[i].match;
        } else if (f->c.t[i].kind == AMP__C_NAME && amp__c_among(&f->c, i + 1, after)
                   && amp__c_in_set(&f->c, set, i, 0)) {
            return 1;
        }
    }
    return 0;
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

/* Notes in the items of the file which of them the kernel at work needs. */
static AMP__COLD void amp__vec_find_needed(amp__vec_file *f)
{
    amp__c_set *set = (amp__c_set *)amp__c_new(&f->c, sizeof(*set));
    int k, changed = 1;
    for (k = 0; k < f->c.item_count; k++) {
        f->needed[k] = 0;
    }
    amp__vec_add_names(f, set, f->kernel->name + 1, f->kernel->param_end);
    amp__vec_add_names(f, set, f->kernel->body, f->kernel->body_end);
    while (changed) {
        changed = 0;
        for (k = 0; k < f->c.item_count; k++) {
            const amp__c_item *m = &f->c.items[k];
            if (!f->needed[k] && amp__vec_declares(f, set, m)) {
                f->needed[k] = 1;
                changed = 1;
                amp__vec_add_names(f, set, m->from, m->to);
            }
        }
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
