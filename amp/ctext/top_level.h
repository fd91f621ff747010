/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_TOP_LEVEL_H
#define AMP_CTEXT_TOP_LEVEL_H
/*
amp/ctext/top_level.h: the top level of a text: types, functions, kernels.
*/

#include "call_graph.h"
#include "tokens.h"

/* The numbers of a function, and of a macro that directive number k defines, in f->calls. */
static AMP__COLD int amp__c_function_node(int k)
{
    return 2 * k;
}
static AMP__COLD int amp__c_macro_node(int k)
{
    return 2 * k + 1;
}

/* The number of the first function, or macro, that the token `name` names; -1: there is none. */
static AMP__COLD int amp__c_find_node(const amp__c_unit *f, int name, int macro)
{
    const amp__c_token *t = &f->t[name];
    size_t next = 0;
    int found = -1;
    while ((next = amp__c_graph_find(&f->calls, t->s, (size_t)t->n, next)) != 0) {
        const int node = f->calls.names[next - 1].node;
        found = (node == amp__c_macro_node(node / 2)) == macro ? node / 2 : found;
    }
    return found;
}

/* The number of the function that the token `name` names, the first of several; -1 where the text
   has no body of it. */
static AMP__COLD int amp__c_find_function(const amp__c_unit *f, int name)
{
    return amp__c_find_node(f, name, 0);
}

/* The number of the directive that defines the macro of that name, the first of several; -1: none
   does. Known once the text is read. */
static AMP__COLD int amp__c_find_macro(const amp__c_unit *f, int name)
{
    return amp__c_find_node(f, name, 1);
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

/* What the tokens [from, to), the body of what `name` names, do of their own. */
static AMP__COLD unsigned amp__c_effects(const amp__c_unit *f, int from, int to, int name)
{
    unsigned effects = 0;
    int i;
    for (i = from; i < to; i++) {
        if (f->t[i].kind != AMP__C_NAME) {
            continue;
        }
        effects |= amp__c_is_barrier(f, i) || amp__c_is_warp(f, i)
            || (f->opencl && amp__c_is(f, i, AMP__C_BARRIER)) ? AMP__C_EFFECT_BARRIER : 0;
        effects |= amp__c_is_report(f, i) || (f->checks && amp__c_is_access(f, i))
            ? AMP__C_EFFECT_REPORT : 0;
        effects |= amp__c_is_ordered(f, i) ? AMP__C_EFFECT_ORDER : 0;
        effects |= amp__c_is(f, i, AMP__C_STATIC) && !amp__c_is(f, i + 1, AMP__C_CONST)
            ? AMP__C_EFFECT_STATIC : 0;
        effects |= amp__c_is(f, i, AMP__C_FOR) || amp__c_is(f, i, AMP__C_WHILE)
            ? AMP__C_EFFECT_LOOP : 0;
        if (amp__c_is(f, i + 1, '(')
            && (amp__c_same(f, i, name) || amp__c_is_declared_only(f, i))) {
            effects |= AMP__C_EFFECT_RECURSION;
        }
    }
    return effects;
}

/* What the functions and macros do that token i may name. */
static AMP__COLD unsigned amp__c_name_effects(const amp__c_unit *f, int i)
{
    const amp__c_token *t = &f->t[i];
    unsigned effects = 0;
    size_t next = 0;
    while (t->kind == AMP__C_NAME
           && (next = amp__c_graph_find(&f->calls, t->s, (size_t)t->n, next)) != 0) {
        const int k = f->calls.names[next - 1].node / 2;
        effects |= f->calls.names[next - 1].node == amp__c_function_node(k)
            ? f->functions[k].effects : f->directives[k].effects;
    }
    return effects;
}

/* Whether a directive defines a macro, whose name is its third token. */
static AMP__COLD int amp__c_is_define(const amp__c_unit *f, const amp__c_directive *d)
{
    return amp__c_is(f, d->from + 1, AMP__C_DEFINE) && d->from + 2 < d->to
        && f->t[d->from + 2].kind == AMP__C_NAME;
}

/* Notes in f->calls which functions and macros a body uses. A macro, and what uses one, is there
   only in a text as it was written; it needs no bracket behind it. */
static AMP__COLD void amp__c_note_calls(amp__c_unit *f, int node, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        if (f->t[i].kind == AMP__C_NAME && (f->directive_count > 0 || amp__c_is(f, i + 1, '('))) {
            amp__c_graph_use(&f->calls, node, f->t[i].s, (size_t)f->t[i].n);
        }
    }
}

/* Gives each function and macro what those that it names do as well. */
static AMP__COLD void amp__c_spread_effects(amp__c_unit *f)
{
    const int most = f->function_count > f->directive_count ? f->function_count
                                                            : f->directive_count;
    unsigned *effects = (unsigned *)amp__c_new(f, ((size_t)most + 1) * 2 * sizeof(*effects));
    int k;
    for (k = 0; k < f->directive_count; k++) {
        const amp__c_directive *d = &f->directives[k];
        if (amp__c_is_define(f, d)) {
            const amp__c_token *name = &f->t[d->from + 2];
            amp__c_graph_declare(&f->calls, amp__c_macro_node(k), name->s, (size_t)name->n);
            effects[amp__c_macro_node(k)] = amp__c_effects(f, d->from + 3, d->to, d->from + 2);
        }
    }
    for (k = 0; k < f->directive_count; k++) {
        if (amp__c_is_define(f, &f->directives[k])) {
            amp__c_note_calls(f, amp__c_macro_node(k), f->directives[k].from + 3,
                              f->directives[k].to);
        }
    }
    for (k = 0; k < f->function_count; k++) {
        effects[amp__c_function_node(k)] = f->functions[k].effects;
        amp__c_note_calls(f, amp__c_function_node(k), f->functions[k].from, f->functions[k].to);
    }
    if (f->calls.failed) {
        amp__c_fail(f, -1, "there is no memory for this");
    }
    amp__c_graph_spread(&f->calls, effects, 1);
    for (k = 0; k < f->function_count; k++) {
        f->functions[k].effects = effects[amp__c_function_node(k)];
    }
    for (k = 0; k < f->directive_count; k++) {
        f->directives[k].effects = effects[amp__c_macro_node(k)];
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

/* The name in front of the bracket that closes at i, an attribute's not counted; -1 where there is
   none. */
static AMP__COLD int amp__c_name_of_head(const amp__c_unit *f, int i)
{
    int name = f->t[i].match - 1;
    while (name > 0 && amp__c_is(f, name, AMP__C_ATTRIBUTE) && amp__c_is(f, name - 1, ')')) {
        name = f->t[name - 1].match - 1;
    }
    return name >= 0 ? name : -1;
}

/* Notes the declaration [from, to); name: of the function that it is, or -1. */
static AMP__COLD void amp__c_add_item(amp__c_unit *f, int from, int to, int name)
{
    amp__c_item *m;
    amp__c_grow(f, &f->items, f->item_count, &f->item_room, sizeof(*m));
    m = &f->items[f->item_count++];
    m->from = from;
    m->to = to;
    m->name = name;
}

/* The kernel at i: notes where its parts stand; one without a name of its own is any declaration.
   Returns what follows it; behind its first word, where it has no body; -1 where a bracket has no
   other half. */
static AMP__COLD int amp__c_kernel_at(amp__c_unit *f, int i)
{
    const int end = f->t[i + 1].match, tuple = i + 4;
    const int simple = amp__c_is(f, i, AMP__C_SIMPLE_KERNEL);
    amp__c_kernel *p;
    int k;
    if (end < 0 || (amp__c_is(f, end + 1, '{') && f->t[end + 1].match < 0)) {
        return -1;
    }
    if (!amp__c_is(f, end + 1, '{')) {
        return i + 1;
    }
    if (f->t[i + 2].kind != AMP__C_NAME || !(amp__c_is(f, i + 3, ',') || i + 3 == end)) {
        amp__c_add_item(f, i, f->t[end + 1].match + 1, -1);
        return f->t[end + 1].match + 1;
    }
    amp__c_grow(f, &f->kernels, f->kernel_count, &f->kernel_room, sizeof(*p));
    p = &f->kernels[f->kernel_count++];
    memset(p, 0, sizeof(*p));
    p->word = f->t[i].number;
    p->name = i + 2;
    if (simple && f->t[tuple].kind == AMP__C_NUMBER) {
        p->rank = atoi(f->t[tuple].s);
        p->rank = p->rank < 0 || p->rank > AMP__C_RANKS ? 0 : p->rank; /* which does not compile */
    } else if (!simple && amp__c_is(f, tuple, '(')) {
        for (k = tuple + 1; k < f->t[tuple].match && p->rank < 3; k++) {
            p->dims[p->rank] = k;
            k = amp__c_find_sign(f, k, ',', f->t[tuple].match);
            p->dims_end[p->rank++] = k;
        }
    }
    p->param = i + 3 == end ? end : amp__c_find_sign(f, tuple, ',', end);
    p->param_end = end;
    p->body = end + 1;
    p->body_end = f->t[end + 1].match;
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
            amp__c_type *type;
            amp__c_grow(f, &f->types, f->type_count, &f->type_room, sizeof(*type));
            type = &f->types[f->type_count++];
            type->name.s = f->t[i].s;
            type->name.n = f->t[i].n;
            type->is_array = amp__c_is(f, i + 1, '[');
            if (!amp__c_is(f, i + 1, ',')) {
                return;
            }
        }
        if (!amp__c_is(f, i, '(')) {
            i = amp__c_behind(f, i) - 1;
        }
    }
}

/* Where a macro that is not defined here ends, which stands at i as a call at file scope; i
   where none does; -1 where a bracket has no other half. */
static AMP__COLD int amp__c_macro_end(const amp__c_unit *f, int i)
{
    static const int words[] = { AMP__C_ATTRIBUTE, AMP__C_ALIGNAS, AMP__C_STATIC_ASSERT,
            AMP__C_TYPEOF, AMP__C_ASM, AMP__C_PRAGMA_OPERATOR, 0 };
    int end = i;
    if (f->t[i].kind != AMP__C_NAME || amp__c_among(f, i, words)) {
        return i;
    }
    while (amp__c_is(f, end + 1, '(')) {
        end = f->t[end + 1].match;
        if (end < 0) {
            return -1;
        }
    }
    return amp__c_is(f, end + 1, '{') ? i : end;
}

/* Notes the function whose body opens at i; -1 where it has no name, or a bracket no other
   half. */
static AMP__COLD int amp__c_function_at(amp__c_unit *f, int i)
{
    const int name = amp__c_name_of_head(f, i - 1);
    amp__c_function *g;
    if (name < 0 || f->t[i].match < 0) {
        return -1;
    }
    amp__c_grow(f, &f->functions, f->function_count, &f->function_room, sizeof(*g));
    g = &f->functions[f->function_count];
    g->name = name;
    g->from = i;
    g->to = f->t[i].match;
    g->effects = amp__c_effects(f, g->from, g->to, name);
    amp__c_graph_declare(&f->calls, amp__c_function_node(f->function_count++), f->t[name].s,
                         (size_t)f->t[name].n);
    return g->to;
}

/* Where the declaration or function that begins at i ends: its semicolon, its body's brace, or
   what stands in front of a kernel; -1 where a bracket has no other half. A function is noted. */
static AMP__COLD int amp__c_item_end(amp__c_unit *f, int i)
{
    const int from = i;
    for (; f->t[i].kind != AMP__C_EOF && !amp__c_is(f, i, ';'); i++) {
        if (amp__c_is(f, i, '{') && amp__c_is(f, i - 1, ')')) {
            return amp__c_function_at(f, i);
        }
        if (i > from && amp__c_is_kernel(f, i)) {
            return i - 1;
        }
        if (f->t[i].match < 0 && (amp__c_is(f, i, '(') || amp__c_is(f, i, '{'))) {
            return -1;
        }
        i = amp__c_behind(f, i) - 1;
    }
    if (amp__c_is(f, i, ';') && amp__c_is(f, i - 1, ')') && amp__c_name_of_head(f, i - 1) >= 0) {
        amp__c_grow(f, &f->declared, f->declared_count, &f->declared_room, sizeof(*f->declared));
        f->declared[f->declared_count++] = amp__c_name_of_head(f, i - 1);
    }
    return i;
}

/* Notes what stands at the top level from token i on, up to the next end of a text. Returns that
   end; or what is not understood, since a bracket in it has no other half: then nothing of it, and
   of what follows, is noted. */
static AMP__COLD int amp__c_read_items(amp__c_unit *f, int i)
{
    f->calls.from = amp__c_memory(&f->store);
    while (f->t[i].kind != AMP__C_EOF) {
        const int functions = f->function_count;
        int end;
        if (amp__c_is(f, i, ';') || amp__c_is(f, i, '}')) {
            i++;
            continue;
        }
        if (amp__c_is_kernel(f, i)) {
            end = amp__c_kernel_at(f, i);
            if (end < 0) {
                return i;
            }
            i = end;
            continue;
        }
        end = amp__c_macro_end(f, i);
        if (end > i) {
            amp__c_expansion *x;
            amp__c_grow(f, &f->expansions, f->expansion_count, &f->expansion_room, sizeof(*x));
            x = &f->expansions[f->expansion_count++];
            x->from = i;
            x->to = i = amp__c_is(f, end + 1, ';') ? end + 2 : end + 1;
            continue;
        }
        end = end < 0 ? end : amp__c_item_end(f, i);
        if (end < 0) {
            return i;
        }
        if (amp__c_is(f, i, AMP__C_TYPEDEF)) {
            amp__c_typedef(f, i, end);
        }
        end += f->t[end].kind != AMP__C_EOF;
        amp__c_add_item(f, i, end,
                        f->function_count > functions ? f->functions[functions].name : -1);
        i = end;
    }
    return i;
}

/* Notes all that stands at the top level of a text, which begins with the first token; ends the
   work where a bracket has no other half. */
static AMP__COLD void amp__c_read_top_level(amp__c_unit *f)
{
    int i = amp__c_read_items(f, 0);
    if (f->t[i].kind != AMP__C_EOF) {
        for (; f->t[i].kind != AMP__C_EOF && (f->t[i].match >= 0 || f->t[i].kind != AMP__C_SIGN
                                               || strchr("()[]{}", f->t[i].s[0]) == NULL); i++) { }
        amp__c_fail(f, i, "a bracket without its other half");
    }
    amp__c_spread_effects(f);
}

/* Says in a graph which names the type or variable [from, to) declares, as `node`. The constants of
   an enumeration are such names, too; what stands in other braces and brackets is not. */
static AMP__COLD void amp__c_declare_names(const amp__c_unit *f, amp__c_graph *g, int node,
                                           int from, int to)
{
    static const int after[] = { ';', ',', '=', '[', '(', '{', '}', ')', 0 };
    int i;
    for (i = from; i < to; i++) {
        if (f->t[i].match > i && !(amp__c_is(f, i, '{') && (amp__c_is(f, i - 1, AMP__C_ENUM)
                                                            || amp__c_is(f, i - 2, AMP__C_ENUM)))) {
            i = f->t[i].match;
        } else if (f->t[i].kind == AMP__C_NAME && amp__c_among(f, i + 1, after)
                   && !amp__c_is(f, i, AMP__C_ATTRIBUTE)) {
            amp__c_graph_declare(g, node, f->t[i].s, (size_t)f->t[i].n);
        }
    }
}

/* Says in a graph that `node` uses the names in [from, to), except words that everything has. */
static AMP__COLD void amp__c_use_names(const amp__c_unit *f, amp__c_graph *g, int node, int from,
                                       int to)
{
    static const int common[] = { AMP__C_INT, AMP__C_UNSIGNED, AMP__C_FLOAT, AMP__C_DOUBLE,
            AMP__C_CHAR, AMP__C_LONG, AMP__C_SHORT, AMP__C_VOID, AMP__C_CONST, AMP__C_STATIC,
            AMP__C_INLINE, AMP__C_SIGNED, AMP__C_STRUCT, AMP__C_UNION, AMP__C_ENUM, AMP__C_TYPEDEF,
            AMP__C_SIZE_T, AMP__C_PTRDIFF_T, AMP__C_SIMPLE_KERNEL, AMP__C_TILED_KERNEL,
            AMP__C_PHASED_KERNEL, 0 };
    for (; from < to; from++) {
        if (f->t[from].kind == AMP__C_NAME && !amp__c_among(f, from, common)) {
            amp__c_graph_use(g, node, f->t[from].s, (size_t)f->t[from].n);
        }
    }
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
        if (amp__c_same_text(f->types[k].name.s, f->types[k].name.n, t->s, t->n)) {
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

/* Whether the round bracket at i holds the name of a type, and nothing else. */
static AMP__COLD int amp__c_holds_type(const amp__c_unit *f, int i)
{
    static const int operators[] = { AMP__C_SIZEOF, AMP__C_ALIGNOF, AMP__C_EXTENSION, 0 };
    int k;
    if (!amp__c_is_type(f, i + 1) || amp__c_among(f, i + 1, operators)) {
        return 0;
    }
    for (k = i + 1; k < f->t[i].match; k = amp__c_behind(f, k)) {
        if (f->t[k].kind != AMP__C_NAME && !amp__c_is(f, k, '*') && f->t[k].match < k) {
            return 0;
        }
    }
    return 1;
}

/* Whether token i - 1 ends an operand, so that an operator at i is one between two. A cast is
   none; a type behind a word, as that of sizeof, is. */
static AMP__COLD int amp__c_is_binary(const amp__c_unit *f, int i)
{
    const amp__c_token *t = &f->t[i - 1];
    const int open = t->number == ')' ? t->match : -1;
    return t->kind == AMP__C_NUMBER || t->kind == AMP__C_TEXT || t->number == ']'
        || (t->kind == AMP__C_NAME && t->number != AMP__C_RETURN)
        || (t->number == ')'
            && !(open > 0 && amp__c_holds_type(f, open)
                 && (f->t[open - 1].kind != AMP__C_NAME || amp__c_is(f, open - 1, AMP__C_RETURN))));
}

#endif /* AMP_CTEXT_TOP_LEVEL_H */
