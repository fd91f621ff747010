/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_TOP_LEVEL_H
#define AMP_CTEXT_TOP_LEVEL_H
/*
amp/ctext/top_level.h: the top level of a text: types, functions, kernels.
*/

#include "call_graph.h"
#include "tokens.h"

#if AMP__IMPLEMENT

/* The number of the function that the token `name` names; -1 where the text has no body of it.
   */
static AMP__COLD int amp__c_find_function(const amp__c_unit *f, int name)
{
    int k;
    for (k = 0; k < f->function_count; k++) {
        if (amp__c_same(f, f->functions[k].name, name)) {
            return k;
        }
    }
    return -1;
}

/* Whether the function called at i is only declared, so far. */
static AMP__COLD int amp__c_is_declared_only(const amp__c_unit *f, int i)
{
    int k;
    for (k = 0; k < f->declared_count; k++) {
        if (amp__c_same(f, f->declared[k], i)) {
            return amp__c_find_function(f, i) < 0;
        }
    }
    return 0;
}

/* What of its own a function's body does. */
static AMP__COLD unsigned amp__c_effects(const amp__c_unit *f, const amp__c_function *g)
{
    unsigned effects = 0;
    int i;
    for (i = g->from; i < g->to; i++) {
        effects |= amp__c_is_barrier(f, i) || amp__c_is_warp(f, i) ? AMP__C_EFFECT_BARRIER : 0;
        effects |= amp__c_is_report(f, i) ? AMP__C_EFFECT_REPORT : 0;
        effects |= amp__c_is_ordered(f, i) ? AMP__C_EFFECT_ORDER : 0;
        effects |= amp__c_is(f, i, AMP__C_STATIC) && !amp__c_is(f, i + 1, AMP__C_CONST)
            ? AMP__C_EFFECT_STATIC : 0;
        if (f->t[i].kind == AMP__C_NAME && amp__c_is(f, i + 1, '(')
            && (amp__c_same(f, i, g->name) || amp__c_is_declared_only(f, i))) {
            effects |= AMP__C_EFFECT_RECURSION;
        }
    }
    return effects;
}

/* Gives each function what those that it calls do as well. */
static AMP__COLD void amp__c_spread_effects(amp__c_unit *f)
{
    amp__c_graph *g = (amp__c_graph *)amp__c_new(f, sizeof(*g));
    unsigned *effects = (unsigned *)amp__c_new(f, (size_t)f->function_count * sizeof(*effects));
    int k, i;
    amp__c_graph_begin(g, amp__c_memory(&f->store));
    for (k = 0; k < f->function_count; k++) {
        const amp__c_token *name = &f->t[f->functions[k].name];
        effects[k] = f->functions[k].effects;
        if (amp__c_find_function(f, f->functions[k].name) == k) {
            amp__c_graph_declare(g, k, name->s, (size_t)name->n);
        }
    }
    for (k = 0; k < f->function_count; k++) {
        for (i = f->functions[k].from; i < f->functions[k].to; i++) {
            if (f->t[i].kind == AMP__C_NAME && amp__c_is(f, i + 1, '(')) {
                amp__c_graph_use(g, k, f->t[i].s, (size_t)f->t[i].n);
            }
        }
    }
    if (g->failed) {
        amp__c_fail(f, -1, "there is no memory for this");
    }
    amp__c_graph_spread(g, effects, 1);
    for (k = 0; k < f->function_count; k++) {
        f->functions[k].effects = effects[k];
    }
}

/* Why no kernel may call a function with these effects; NULL: it may. */
static AMP__COLD const char *amp__c_not_callable(unsigned effects)
{
    return effects & AMP__C_EFFECT_STATIC ? "which has a static variable"
        : effects & AMP__C_EFFECT_RECURSION ? "which may call itself" : NULL;
}

/* Whether a kernel begins at i: AMP_KERNEL, AMP_TILED_KERNEL or AMP_PHASED_KERNEL. */
static AMP__COLD int amp__c_is_kernel(const amp__c_unit *f, int i)
{
    static const int words[] = { AMP__C_SIMPLE_KERNEL, AMP__C_TILED_KERNEL, AMP__C_PHASED_KERNEL,
                                 0 };
    return amp__c_among(f, i, words) && amp__c_is(f, i + 1, '(');
}

/* The kernel at i: notes where its parts stand. Returns what follows it. */
static AMP__COLD int amp__c_kernel_at(amp__c_unit *f, int i)
{
    const int end = amp__c_match(f, i + 1), tuple = i + 4;
    const int simple = amp__c_is(f, i, AMP__C_SIMPLE_KERNEL);
    amp__c_kernel *p = &f->kernels[f->kernel_count];
    int k;
    if (!amp__c_is(f, end + 1, '{')
        || (simple ? f->t[tuple].kind != AMP__C_NUMBER : !amp__c_is(f, tuple, '('))) {
        return i + 1;
    }
    if (f->kernel_count == AMP__C_KERNELS) {
        amp__c_fail(f, i, "more than %d kernels", AMP__C_KERNELS);
    }
    f->kernel_count++;
    memset(p, 0, sizeof(*p));
    p->word = f->t[i].number;
    p->name = i + 2;
    p->rank = simple ? atoi(f->t[tuple].s) : 0;
    p->rank = p->rank < 0 || p->rank > AMP__C_RANKS ? 0 : p->rank; /* which does not compile */
    for (k = tuple + 1; !simple && k < f->t[tuple].match && p->rank < 3; k++) {
        p->dims[p->rank] = k;
        k = amp__c_find_sign(f, k, ',', f->t[tuple].match);
        p->dims_end[p->rank++] = k;
    }
    p->param = simple ? tuple + 1 : f->t[tuple].match + 1;
    p->param_end = end;
    p->body = end + 1;
    p->body_end = amp__c_match(f, end + 1);
    return p->body_end + 1;
}

/* The names that the typedef [i, end) makes. */
static AMP__COLD void amp__c_typedef(amp__c_unit *f, int i, int end)
{
    for (i++; i < end; i++) {
        if (f->t[i].kind == AMP__C_NAME
            && (amp__c_is(f, i + 1, ';') || amp__c_is(f, i + 1, ',')
                || amp__c_is(f, i + 1, '[')
                || (amp__c_is(f, i + 1, ')') && amp__c_is(f, i - 1, '*')))) {
            if (f->type_count == AMP__C_TYPES) {
                amp__c_fail(f, i, "more than %d types", AMP__C_TYPES);
            }
            f->types[f->type_count].s = f->t[i].s;
            f->array_types[f->type_count] = (unsigned char)amp__c_is(f, i + 1, '[');
            f->types[f->type_count++].n = f->t[i].n;
            if (!amp__c_is(f, i + 1, ',')) {
                return;
            }
        }
        if (f->t[i].match > i && !amp__c_is(f, i, '(')) {
            i = f->t[i].match;
        }
    }
}

/* Where a macro that is not defined here ends, which stands at i as a call at file scope; i
   where none does. */
static AMP__COLD int amp__c_macro_end(amp__c_unit *f, int i)
{
    static const int words[] = { AMP__C_ATTRIBUTE, AMP__C_ALIGNAS, AMP__C_STATIC_ASSERT,
            AMP__C_TYPEOF, AMP__C_ASM, AMP__C_PRAGMA_OPERATOR, 0 };
    int end = i;
    if (f->t[i].kind != AMP__C_NAME || amp__c_among(f, i, words)) {
        return i;
    }
    while (amp__c_is(f, end + 1, '(')) {
        end = amp__c_match(f, end + 1);
    }
    return amp__c_is(f, end + 1, '{') ? i : end;
}

/* Where the declaration or function that begins at i ends: its semicolon, or its
   body's brace. A function is noted. */
static AMP__COLD int amp__c_item_end(amp__c_unit *f, int i)
{
    for (; f->t[i].kind != AMP__C_EOF && !amp__c_is(f, i, ';'); i++) {
        if (amp__c_is(f, i, '{') && amp__c_is(f, i - 1, ')')) {
            amp__c_function *g = &f->functions[f->function_count];
            if (f->function_count == AMP__C_FUNCTIONS) {
                amp__c_fail(f, i, "more than %d functions", AMP__C_FUNCTIONS);
            }
            memset(g, 0, sizeof(*g));
            g->name = amp__c_match(f, i - 1) - 1;
            if (g->name < 0) {
                amp__c_fail(f, i, "a function without a name");
            }
            g->from = i;
            g->to = amp__c_match(f, i);
            g->effects = amp__c_effects(f, g);
            f->function_count++;
            return g->to;
        }
        if (f->t[i].match > i) {
            i = f->t[i].match;
        }
    }
    if (amp__c_is(f, i, ';') && amp__c_is(f, i - 1, ')') && f->t[i - 1].match > 0
        && f->declared_count < AMP__C_FUNCTIONS) {
        f->declared[f->declared_count++] = amp__c_match(f, i - 1) - 1;
    }
    return i;
}

/* Notes all that stands at the top level. */
static AMP__COLD void amp__c_read_top_level(amp__c_unit *f)
{
    int i = 0;
    while (f->t[i].kind != AMP__C_EOF) {
        amp__c_item *m;
        const int functions = f->function_count;
        int end;
        if (amp__c_is(f, i, ';') || amp__c_is(f, i, '}')) {
            i++;
            continue;
        }
        if (amp__c_is_kernel(f, i)) {
            i = amp__c_kernel_at(f, i);
            continue;
        }
        end = amp__c_macro_end(f, i);
        if (end != i) {
            i = end + 1;
            continue;
        }
        end = amp__c_item_end(f, i);
        if (amp__c_is(f, i, AMP__C_TYPEDEF)) {
            amp__c_typedef(f, i, end);
        }
        if (f->item_count == AMP__C_ITEMS) {
            amp__c_fail(f, i, "more than %d declarations", AMP__C_ITEMS);
        }
        m = &f->items[f->item_count++];
        m->from = i;
        m->to = f->t[end].kind == AMP__C_EOF ? end : end + 1;
        m->name = f->function_count > functions ? f->functions[functions].name : -1;
        i = m->to;
    }
    amp__c_spread_effects(f);
}

/* Whether [from, to) has something whose order shows: an atomic, or amp_printf, also in a
   helper. Threads one after another have one order, and those of several loops another. */
static AMP__COLD int amp__c_ordered(const amp__c_unit *f, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        const int g = f->t[i].kind == AMP__C_NAME && amp__c_is(f, i + 1, '(')
            ? amp__c_find_function(f, i) : -1;
        if (amp__c_is_ordered(f, i)
            || (g >= 0 && (f->functions[g].effects & AMP__C_EFFECT_ORDER) != 0)) {
            return 1;
        }
    }
    return 0;
}

/* The definition of the kernel of that name, or NULL where the text has none. */
static AMP__COLD const amp__c_kernel *amp__c_find_kernel(const amp__c_unit *f,
                                                                 const char *name)
{
    int k;
    for (k = 0; k < f->kernel_count; k++) {
        if (amp__c_named(f, f->kernels[k].name, name)) {
            return &f->kernels[k];
        }
    }
    return NULL;
}

/* The number of the type that token i names, of those that the text makes with typedef; -1: of
   none. */
static AMP__COLD int amp__c_find_type(const amp__c_unit *f, int i)
{
    const amp__c_token *t = &f->t[i];
    int k;
    for (k = 0; k < f->type_count && t->kind == AMP__C_NAME; k++) {
        if (f->types[k].n == t->n && memcmp(f->types[k].s, t->s, (size_t)t->n) == 0) {
            return k;
        }
    }
    return -1;
}

/* Whether token i is a word of the language that a type or a declaration begins with. */
static AMP__COLD int amp__c_is_type_word(const amp__c_unit *f, int i)
{
    static const int words[] = { AMP__C_CONST, AMP__C_VOLATILE, AMP__C_STATIC, AMP__C_REGISTER,
            AMP__C_UNSIGNED, AMP__C_SIGNED, AMP__C_VOID, AMP__C_CHAR, AMP__C_SHORT, AMP__C_INT,
            AMP__C_LONG, AMP__C_FLOAT, AMP__C_DOUBLE, AMP__C_STRUCT, AMP__C_UNION, AMP__C_ENUM,
            AMP__C_BOOL, AMP__C_SIZE_T, AMP__C_PTRDIFF_T, AMP__C_TYPEOF, AMP__C_AUTO,
            AMP__C_RESTRICT, AMP__C_INLINE, AMP__C_AMP | AMP__C_TILED_INDEX,
            AMP__C_AMP | AMP__C_PHASE_INDEX, AMP__C_AMP | AMP__C_TILE_PLACE,
            AMP__C_AMP | AMP__C_INT64, AMP__C_AMP | AMP__C_UINT64, AMP__C_TYPEDEF, AMP__C_EXTERN,
            AMP__C_EXTENSION, AMP__C_ALIGNAS, AMP__C_ATTRIBUTE, 0 };
    return f->t[i].kind == AMP__C_NAME
        && (amp__c_among(f, i, words)
            || ((amp__c_word_is(f, i, AMP__C_TILE_PTR) || amp__c_word_is(f, i, AMP__C_GLOBAL_PTR)
                 || amp__c_word_is(f, i, AMP__C_CONSTANT_PTR)) && amp__c_is(f, i + 1, '(')));
}

/* Whether a type begins at i, as far as the text tells where no variable hides its name. */
static AMP__COLD int amp__c_is_type(const amp__c_unit *f, int i)
{
    const amp__c_token *t = &f->t[i];
    return t->kind == AMP__C_NAME
        && (amp__c_is_type_word(f, i) || amp__c_find_type(f, i) >= 0
            || (t->n > 2 && memcmp(t->s + t->n - 2, "_t", 2) == 0)
            || f->t[i + 1].kind == AMP__C_NAME /* name name */
            || (amp__c_is(f, i + 1, '*') && f->t[i + 2].kind == AMP__C_NAME
                && (amp__c_is(f, i + 3, '=') || amp__c_is(f, i + 3, ';')
                    || amp__c_is(f, i + 3, ','))));
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CTEXT_TOP_LEVEL_H */
