/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_TOP_LEVEL_H
#define AMP_VECTORS_TOP_LEVEL_H
/*
amp/vectors/top_level.h: the top level of a text: types, functions, kernels.
*/

#include "tokens.h"

#if AMP__IMPLEMENT

/* The number of the function that the token `name` names; -1 where the text has no body of it.
   */
static AMP__COLD int amp__vec_find_function(const amp__vec_file *f, int name)
{
    int k;
    for (k = 0; k < f->function_count; k++) {
        if (amp__vec_same(f, f->functions[k].name, name)) {
            return k;
        }
    }
    return -1;
}

/* Whether the function called at i is only declared, so far. */
static AMP__COLD int amp__vec_is_declared_only(const amp__vec_file *f, int i)
{
    int k;
    for (k = 0; k < f->declared_count; k++) {
        if (amp__vec_same(f, f->declared[k], i)) {
            return amp__vec_find_function(f, i) < 0;
        }
    }
    return 0;
}

/* Finds what a function's body does that a kernel which calls it must know of. */
static AMP__COLD void amp__vec_find_effects(amp__vec_file *f, amp__vec_function *g)
{
    int i, k;
    for (i = g->from; i < g->to; i++) {
        g->barrier |= amp__vec_barrier_word(f, i) || amp__vec_warp_word(f, i);
        g->reports |= amp__vec_report_word(f, i);
        g->ordered |= amp__vec_order_word(f, i);
        if (amp__vec_is(f, i, "static") && !amp__vec_is(f, i + 1, "const")) {
            g->why = "which has a static variable";
        }
        if (f->t[i].kind != AMP__VEC_NAME || !amp__vec_is(f, i + 1, "(")) {
            continue;
        }
        if (amp__vec_same(f, i, g->name) || amp__vec_is_declared_only(f, i)) {
            g->why = "which may call itself";
        }
        k = amp__vec_find_function(f, i);
        if (k >= 0) {
            g->barrier |= f->functions[k].barrier;
            g->reports |= f->functions[k].reports;
            g->ordered |= f->functions[k].ordered;
            g->why = g->why != NULL ? g->why : f->functions[k].why;
        }
    }
}

/* The model of the kernel that begins at i, or -1 where none does. */
static AMP__COLD int amp__vec_model_at(const amp__vec_file *f, int i)
{
    return !amp__vec_is(f, i + 1, "(") ? -1
        : amp__vec_is(f, i, "AMP_KERNEL") ? (int)AMP__SIMPLE
        : amp__vec_is(f, i, "AMP_TILED_KERNEL") ? (int)AMP__TILED
        : amp__vec_is(f, i, "AMP_PHASED_KERNEL") ? (int)AMP__PHASED : -1;
}

/* A kernel of that model at i: notes where its parts stand. Returns what follows it. */
static AMP__COLD int amp__vec_kernel_at(amp__vec_file *f, int i, amp__model model)
{
    const int end = amp__vec_match(f, i + 1), tuple = i + 4, simple = model == AMP__SIMPLE;
    amp__vec_definition *p = &f->definitions[f->definition_count];
    int k;
    if (!amp__vec_is(f, end + 1, "{")
        || (simple ? f->t[tuple].kind != AMP__VEC_NUMBER : !amp__vec_is(f, tuple, "("))) {
        return i + 1;
    }
    if (f->definition_count == AMP__VEC_DEFINITIONS) {
        amp__vec_fail(f, i, "more than %d kernels", AMP__VEC_DEFINITIONS);
    }
    f->definition_count++;
    memset(p, 0, sizeof(*p));
    p->model = model;
    p->name = i + 2;
    p->rank = simple ? atoi(f->t[tuple].s) : 0;
    p->rank = p->rank < 0 || p->rank > AMP__VEC_RANKS ? 0 : p->rank; /* which does not compile */
    for (k = tuple + 1; !simple && k < f->t[tuple].match && p->rank < 3; k++) {
        p->dims[p->rank] = k;
        k = amp__vec_find_sign(f, k, ",", f->t[tuple].match);
        p->dims_end[p->rank++] = k;
    }
    p->param = simple ? tuple + 1 : f->t[tuple].match + 1;
    p->param_end = end;
    p->body = end + 1;
    p->body_end = amp__vec_match(f, end + 1);
    return p->body_end + 1;
}

/* The names that the typedef [i, end) makes. */
static AMP__COLD void amp__vec_typedef(amp__vec_file *f, int i, int end)
{
    for (i++; i < end; i++) {
        if (f->t[i].kind == AMP__VEC_NAME
            && (amp__vec_is(f, i + 1, ";") || amp__vec_is(f, i + 1, ",")
                || amp__vec_is(f, i + 1, "[")
                || (amp__vec_is(f, i + 1, ")") && amp__vec_is(f, i - 1, "*")))) {
            if (f->type_count == AMP__VEC_TYPES) {
                amp__vec_fail(f, i, "more than %d types", AMP__VEC_TYPES);
            }
            f->types[f->type_count].s = f->t[i].s;
            f->array_types[f->type_count] = (unsigned char)amp__vec_is(f, i + 1, "[");
            f->types[f->type_count++].n = f->t[i].n;
            if (!amp__vec_is(f, i + 1, ",")) {
                return;
            }
        }
        if (f->t[i].match > i && !amp__vec_is(f, i, "(")) {
            i = f->t[i].match;
        }
    }
}

/* Where a macro that is not defined here ends, which stands at i as a call at file scope; i
   where none does. */
static AMP__COLD int amp__vec_macro_end(amp__vec_file *f, int i)
{
    static const char *const words[] = { "__attribute__", "_Alignas", "_Static_assert", "typeof",
        "__typeof__", "__asm__", "_Pragma", NULL };
    int end = i;
    if (f->t[i].kind != AMP__VEC_NAME || amp__vec_among(f, i, words)) {
        return i;
    }
    while (amp__vec_is(f, end + 1, "(")) {
        end = amp__vec_match(f, end + 1);
    }
    return amp__vec_is(f, end + 1, "{") ? i : end;
}

/* Where the declaration or function that begins at i ends: its semicolon, or its
   body's brace. A function is noted. */
static AMP__COLD int amp__vec_item_end(amp__vec_file *f, int i)
{
    for (; f->t[i].kind != AMP__VEC_END && !amp__vec_is(f, i, ";"); i++) {
        if (amp__vec_is(f, i, "{") && amp__vec_is(f, i - 1, ")")) {
            amp__vec_function *g = &f->functions[f->function_count];
            if (f->function_count == AMP__VEC_FUNCTIONS) {
                amp__vec_fail(f, i, "more than %d functions", AMP__VEC_FUNCTIONS);
            }
            memset(g, 0, sizeof(*g));
            g->name = amp__vec_match(f, i - 1) - 1;
            if (g->name < 0) {
                amp__vec_fail(f, i, "a function without a name");
            }
            g->from = i;
            g->to = amp__vec_match(f, i);
            amp__vec_find_effects(f, g);
            f->function_count++;
            return g->to;
        }
        if (f->t[i].match > i) {
            i = f->t[i].match;
        }
    }
    if (amp__vec_is(f, i, ";") && amp__vec_is(f, i - 1, ")") && f->t[i - 1].match > 0
        && f->declared_count < AMP__VEC_FUNCTIONS) {
        f->declared[f->declared_count++] = amp__vec_match(f, i - 1) - 1;
    }
    return i;
}

/* Notes all that stands at the top level. */
static AMP__COLD void amp__vec_read_top_level(amp__vec_file *f)
{
    int i = 0;
    while (f->t[i].kind != AMP__VEC_END) {
        amp__vec_item *m;
        const int functions = f->function_count;
        int end;
        if (amp__vec_is(f, i, ";") || amp__vec_is(f, i, "}")) {
            i++;
            continue;
        }
        if (amp__vec_model_at(f, i) >= 0) {
            i = amp__vec_kernel_at(f, i, (amp__model)amp__vec_model_at(f, i));
            continue;
        }
        end = amp__vec_macro_end(f, i);
        if (end != i) {
            i = end + 1;
            continue;
        }
        end = amp__vec_item_end(f, i);
        if (amp__vec_is(f, i, "typedef")) {
            amp__vec_typedef(f, i, end);
        }
        if (f->item_count == AMP__VEC_ITEMS) {
            amp__vec_fail(f, i, "more than %d declarations", AMP__VEC_ITEMS);
        }
        m = &f->items[f->item_count++];
        m->from = i;
        m->to = f->t[end].kind == AMP__VEC_END ? end : end + 1;
        m->name = f->function_count > functions ? f->functions[functions].name : -1;
        m->needed = 0;
        i = m->to;
    }
}

/* Whether [from, to) has something whose order shows: an atomic, or amp_printf, also in a
   helper. Threads one after another have one order, and those of several loops another. */
static AMP__COLD int amp__vec_ordered(const amp__vec_file *f, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        const int g = f->t[i].kind == AMP__VEC_NAME && amp__vec_is(f, i + 1, "(")
            ? amp__vec_find_function(f, i) : -1;
        if (amp__vec_order_word(f, i) || (g >= 0 && f->functions[g].ordered)) {
            return 1;
        }
    }
    return 0;
}

/* The definition of the kernel of that name, or NULL where the text has none. */
static AMP__COLD const amp__vec_definition *amp__vec_find_kernel(const amp__vec_file *f,
                                                                 const char *name)
{
    int k;
    for (k = 0; k < f->definition_count; k++) {
        if (amp__vec_is(f, f->definitions[k].name, name)) {
            return &f->definitions[k];
        }
    }
    return NULL;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_TOP_LEVEL_H */
