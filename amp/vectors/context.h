/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CONTEXT_H
#define AMP_VECTORS_CONTEXT_H
/*
amp/vectors/context.h: what a written kernel needs of its file: types, helpers, constants.
*/

#include "../ctext/top_level.h"
#include "structures.h"
#include "unparse.h"

/* What a kernel needs of its file. This is what the pass `context` makes. */
typedef struct amp__vec_needs {
    const unsigned *item; /* by an item's number: whether it is needed */
    int casts;            /* it may make one type's pointer of another's */
    amp__text text;       /* those items */
} amp__vec_needs;

/* Notes the names that item number n declares. */
static AMP__COLD void amp__vec_declare_names(amp__c_unit *f, amp__c_graph *g, int n)
{
    const amp__c_item *m = &f->items[n];
    if (m->name < 0) {
        amp__c_declare_names(f, g, n, m->from, m->to);
    } else if ((f->functions[amp__c_find_function(f, m->name)].effects
                & (AMP__C_EFFECT_BARRIER | AMP__C_EFFECT_REPORT)) == 0) {
        amp__c_graph_declare(g, n, f->t[m->name].s, (size_t)f->t[m->name].n);
    } /* else it is in the kernel by now */
}

/* A variable at file scope that a kernel could change would be another one here than
   in the program. */
static AMP__COLD void amp__vec_constant(amp__c_unit *f, const amp__c_item *m)
{
    static const int harmless[] = { AMP__C_TYPEDEF, AMP__C_CONST, '(', 0 };
    int i, variable = 0;
    if (m->name >= 0) {
        return;
    }
    for (i = m->from; i < m->to; i++) {
        if (amp__c_among(f, i, harmless)) {
            return; /* a type, a constant, or a function that is only declared */
        }
        variable |= f->t[i].kind == AMP__C_NAME && i > m->from + 1
            && !amp__c_is(f, m->from, AMP__C_ENUM);
        i = f->t[i].match > i ? f->t[i].match : i;
    }
    if (variable) {
        amp__c_fail(f, m->from, "a variable outside the kernel that is not const");
    }
}

/* Whether all that names the function of item m are its body and calls of it: no declaration, and
   no pointer to it, which would have to say what AMP__VEC_HELPER does, too. */
static AMP__COLD int amp__vec_is_only_called(const amp__c_unit *f, const amp__c_item *m)
{
    int k, i;
    for (i = 0; i < f->count; i++) {
        if (amp__c_same(f, i, m->name) && !amp__c_is(f, i + 1, '(')) {
            return 0;
        }
    }
    for (k = 0; k < f->item_count; k++) {
        for (i = f->items[k].from; i < f->items[k].to && f->items[k].name < 0; i++) {
            if (amp__c_same(f, i, m->name)) {
                return 0;
            }
        }
    }
    return 1;
}

/* Whether [from, to) may make a pointer to one type of a pointer to another: by a cast, or by way
   of void. */
static AMP__COLD int amp__vec_casts_pointer(const amp__c_unit *f, int from, int to)
{
    int i;
    for (i = from + 1; i < to; i++) {
        if (amp__c_is(f, i, '*') && (amp__c_is(f, i - 1, AMP__C_VOID)
                                     || (amp__c_is(f, i + 1, ')') && i + 1 < to))) {
            return 1;
        }
    }
    return 0;
}

/* Notes which items of the file the kernel needs. */
static AMP__COLD void amp__vec_find_needed(amp__vec_needs *f, const amp__vec_tree *tree)
{
    amp__c_unit *c = tree->c;
    const int kernel = c->item_count;
    amp__c_graph *g = (amp__c_graph *)amp__c_new(c, sizeof(*g));
    unsigned *needed = (unsigned *)amp__c_new(c, ((size_t)kernel + 1) * sizeof(*needed));
    int k;
    amp__c_graph_begin(g, amp__c_memory(&c->store));
    for (k = 0; k < kernel; k++) {
        amp__vec_declare_names(c, g, k);
    }
    for (k = 0; k < kernel; k++) {
        amp__c_use_names(c, g, k, c->items[k].from, c->items[k].to);
    }
    amp__c_use_names(c, g, kernel, tree->kernel->name + 1, tree->kernel->param_end);
    amp__c_use_names(c, g, kernel, tree->kernel->body, tree->kernel->body_end);
    if (g->failed) {
        amp__c_fail(c, -1, "there is no memory for this");
    }
    needed[kernel] = AMP__C_NEEDED;
    amp__c_graph_spread(g, needed, 0);
    f->item = needed;
}

/* The pass `context`: what the kernel needs of its file, as text; or ahead of time nothing, since
   the helpers are the file's own, as they are written there. Then the work ends where one that it
   needs has a loop that must be written otherwise (if_conversion.h). */
static AMP__COLD void amp__vec_put_context(amp__vec_needs *f, const amp__vec_storage *storage,
                                           int ahead)
{
    const amp__vec_tree *tree = storage->tree;
    amp__c_unit *c = tree->c;
    amp__vec_code names; /* of the variables */
    int k, i;
    amp__vec_begin_code(&names, storage);
    f->text = amp__c_empty(&c->store);
    amp__vec_find_needed(f, tree);
    f->casts = amp__vec_casts_pointer(c, tree->kernel->body, tree->kernel->body_end);
    for (k = 0; k < c->item_count; k++) {
        const amp__c_item *m = &c->items[k];
        for (i = m->from; i < m->to && ahead && f->item[k] && m->name >= 0; i++) {
            if (amp__vec_scalar_loop_condition(tree, i) >= 0) {
                amp__c_fail(c, i, "ahead of time, a helper's loop of which gcc 12 may make wrong "
                            "vectors");
            }
        }
        if (f->item[k] && !ahead) {
            f->casts |= amp__vec_casts_pointer(c, m->from, m->to);
            amp__vec_constant(c, m);
            amp__text_puts(&f->text, m->name >= 0 && amp__vec_is_only_called(c, m)
                           && !amp__vec_passes_small_members(c, m) ? "AMP__VEC_HELPER " : "");
            amp__vec_unparse(&names, &f->text, m->from, m->to, 0);
            amp__text_put(&f->text, "\n", 1);
        }
    }
}

#endif /* AMP_VECTORS_CONTEXT_H */
