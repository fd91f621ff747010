/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CONTEXT_H
#define AMP_VECTORS_CONTEXT_H
/*
amp/vectors/context.h: what a written kernel needs of its file: types, helpers, constants.
*/

#include "name_set.h"
#include "unparse.h"

#if AMP__IMPLEMENT

/* Adds the names in [from, to), except the words of C that every item has. */
static AMP__COLD void amp__vec_add_names(amp__vec_file *f, amp__vec_set *set, int from, int to)
{
    static const char *const common[] = { "int", "unsigned", "float", "double", "char", "long",
        "short", "void", "const", "static", "inline", "signed", "struct", "union", "enum",
        "typedef", "size_t", "ptrdiff_t", NULL };
    for (; from < to; from++) {
        if (f->t[from].kind == AMP__VEC_NAME && !amp__vec_among(f, from, common)) {
            (void)amp__vec_in_set(f, set, from, 1);
        }
    }
}

/* Whether the item declares a name of the set. The constants of an enumeration are
   such names, too; what stands in other braces and brackets is not. */
static AMP__COLD int amp__vec_declares(amp__vec_file *f, amp__vec_set *set, const amp__vec_item *m)
{
    int i;
    if (m->name >= 0) { /* one that has a barrier, or reports, is in the kernel by now */
        const amp__vec_function *g = &f->functions[amp__vec_find_function(f, m->name)];
        return !g->barrier && !g->reports && amp__vec_in_set(f, set, m->name, 0);
    }
    for (i = m->from; i < m->to; i++) {
        static const char *const after[] = { ";", ",", "=", "[", "(", "{", "}", ")", NULL };
        if (f->t[i].match > i && !(amp__vec_is(f, i, "{")
            && (amp__vec_is(f, i - 1, "enum") || amp__vec_is(f, i - 2, "enum")))) {
            i = f->t[i].match;
        } else if (f->t[i].kind == AMP__VEC_NAME && amp__vec_among(f, i + 1, after)
                   && amp__vec_in_set(f, set, i, 0)) {
            return 1;
        }
    }
    return 0;
}

/* A variable at file scope that a kernel could change would be another one here than
   in the program. */
static AMP__COLD void amp__vec_constant(amp__vec_file *f, const amp__vec_item *m)
{
    static const char *const harmless[] = { "typedef", "const", "(", NULL };
    int i, variable = 0;
    if (m->name >= 0) {
        return;
    }
    for (i = m->from; i < m->to; i++) {
        if (amp__vec_among(f, i, harmless)) {
            return; /* a type, a constant, or a function that is only declared */
        }
        variable |= f->t[i].kind == AMP__VEC_NAME && i > m->from + 1
            && !amp__vec_is(f, m->from, "enum");
        i = f->t[i].match > i ? f->t[i].match : i;
    }
    if (variable) {
        amp__vec_fail(f, m->from, "a variable outside the kernel that is not const");
    }
}

/* Notes in the items of the file which of them the kernel at work needs. */
static AMP__COLD void amp__vec_find_needed(amp__vec_file *f)
{
    amp__vec_set *set = (amp__vec_set *)amp__vec_new(f, sizeof(*set));
    int k, changed = 1;
    for (k = 0; k < f->item_count; k++) {
        f->items[k].needed = 0;
    }
    amp__vec_add_names(f, set, f->kernel->name + 1, f->kernel->param_end);
    amp__vec_add_names(f, set, f->kernel->body, f->kernel->body_end);
    while (changed) {
        changed = 0;
        for (k = 0; k < f->item_count; k++) {
            amp__vec_item *m = &f->items[k];
            if (!m->needed && amp__vec_declares(f, set, m)) {
                m->needed = changed = 1;
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
    for (k = 0; k < f->item_count; k++) {
        if (f->items[k].needed) {
            amp__vec_constant(f, &f->items[k]);
            f->line = -100;
            amp__vec_unparse(f, out, f->items[k].from, f->items[k].to, 0);
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
    for (k = 0; k < f->item_count; k++) {
        const amp__vec_item *m = &f->items[k];
        for (i = m->from; i < m->to && m->needed && m->name >= 0; i++) {
            if (amp__vec_scalar_loop_condition(f, i) >= 0) {
                amp__vec_fail(f, i, "ahead of time, a helper's loop of which gcc 12 may make wrong "
                              "vectors");
            }
        }
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_CONTEXT_H */
