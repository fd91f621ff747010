/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_RESOLVE_H
#define AMP_VECTORS_RESOLVE_H
/*
amp/vectors/resolve.h: which variable a name is, and what is done to it.
*/

#include "top_level.h"

#if AMP__IMPLEMENT

/* The variable that the name at i means there, or -1. */
static AMP__COLD int amp__vec_lookup(const amp__vec_file *f, int i)
{
    int k;
    for (k = f->var_count - 1; k >= 0; k--) {
        if (f->vars[k].alive && amp__vec_same(f, f->vars[k].name, i)) {
            return k;
        }
    }
    return -1;
}

/* Whether token i is the name of a type that is an array. */
static AMP__COLD int amp__vec_array_type(const amp__vec_file *f, int i)
{
    int k;
    for (k = 0; k < f->type_count && f->t[i].kind == AMP__VEC_NAME; k++) {
        if (f->types[k].n == f->t[i].n
            && memcmp(f->types[k].s, f->t[i].s, (size_t)f->t[i].n) == 0) {
            return f->array_types[k] && amp__vec_lookup(f, i) < 0;
        }
    }
    return 0;
}

/* Whether a declaration begins at i. */
static AMP__COLD int amp__vec_is_type(const amp__vec_file *f, int i)
{
    static const char *const words[] = { "const", "volatile", "static", "register", "unsigned",
        "signed", "void", "char", "short", "int", "long", "float", "double", "struct", "union",
        "enum", "_Bool", "bool", "size_t", "ptrdiff_t", "__typeof__", "typeof", "auto", "restrict",
        "inline", "amp_tiled_index", "amp_phase_index", "amp_tile_place", "amp_int64",
        "amp_uint64", "typedef", "extern",
        "__extension__", "_Alignas", "__attribute__", NULL };
    const amp__vec_token *t = &f->t[i];
    int k;
    if (t->kind != AMP__VEC_NAME) {
        return 0;
    }
    if (amp__vec_among(f, i, words)) {
        return 1;
    }
    if (amp__vec_word(f, i, "tile_ptr") || amp__vec_word(f, i, "global_ptr")
        || amp__vec_word(f, i, "constant_ptr")) {
        return amp__vec_is(f, i + 1, "(");
    }
    for (k = 0; k < f->type_count; k++) {
        if (f->types[k].n == t->n && memcmp(f->types[k].s, t->s, (size_t)t->n) == 0) {
            return amp__vec_lookup(f, i) < 0;
        }
    }
    if (t->n > 2 && memcmp(t->s + t->n - 2, "_t", 2) == 0 && amp__vec_lookup(f, i) < 0) {
        return 1;
    }
    if (f->t[i + 1].kind == AMP__VEC_NAME && amp__vec_lookup(f, i) < 0) {
        return 1; /* name name */
    }
    return amp__vec_is(f, i + 1, "*") && f->t[i + 2].kind == AMP__VEC_NAME
        && amp__vec_lookup(f, i) < 0
        && (amp__vec_is(f, i + 3, "=") || amp__vec_is(f, i + 3, ";")
            || amp__vec_is(f, i + 3, ","));
}

/* Whether token i - 1 ends an operand, so that an operator at i is one between two. */
static AMP__COLD int amp__vec_binary_before(const amp__vec_file *f, int i)
{
    const amp__vec_token *t = &f->t[i - 1];
    return t->kind == AMP__VEC_NUMBER || t->kind == AMP__VEC_TEXT || amp__vec_is(f, i - 1, ")")
        || amp__vec_is(f, i - 1, "]")
        || (t->kind == AMP__VEC_NAME && !amp__vec_is(f, i - 1, "return"));
}

/* The last token of what begins with the name at i, such as a.b[i]->c; *memory = 1 where that is
   behind a pointer, and not part of the variable. */
static AMP__COLD int amp__vec_chain(const amp__vec_file *f, int i, int *memory)
{
    const amp__vec_var *v = f->t[i].var >= 0 ? &f->vars[f->t[i].var] : NULL;
    int first = 1;
    *memory = 0;
    for (i++;; first = 0) {
        if (amp__vec_is(f, i, ".")) {
            i += 2;
        } else if (amp__vec_is(f, i, "->")) {
            *memory = 1;
            i += 2;
        } else if (amp__vec_is(f, i, "[") && f->t[i].match > i) {
            if (v == NULL || v->kind == AMP__VEC_TILE || v->kind == AMP__VEC_VIEW
                || (v->pointer && first)) {
                *memory = 1;
            }
            i = f->t[i].match + 1;
        } else {
            return i;
        }
    }
}

/* Notes that what the operator at i changes is written: a variable's token, or the operator
   itself where it changes memory. before: it changes what stands before it. */
static AMP__COLD void amp__vec_mark_written(amp__vec_file *f, int i, int before)
{
    int j = i, memory = 0;
    if (before) { /* walk back from an assignment or a postfix ++ */
        j = i - 1;
        for (;;) {
            if (amp__vec_is(f, j, "]")) {
                j = amp__vec_match(f, j) - 1;
            } else if (f->t[j].kind == AMP__VEC_NAME
                       && (amp__vec_is(f, j - 1, ".") || amp__vec_is(f, j - 1, "->"))) {
                j -= 2;
            } else {
                break;
            }
        }
        if (amp__vec_is(f, j, ")")) { /* at(...), (*p), (v) */
            const int open = amp__vec_match(f, j);
            if (f->t[open - 1].kind != AMP__VEC_NAME && open + 2 == j
                && f->t[open + 1].kind == AMP__VEC_NAME) {
                j = open + 1;
            } else {
                f->t[i].flags |= AMP__VEC_MEMORY_WRITE;
                return;
            }
        }
    } else { /* forward from a prefix ++ */
        for (j = i + 1; amp__vec_is(f, j, "("); j++) {
        }
        if (amp__vec_is(f, j, "*")) {
            f->t[i].flags |= AMP__VEC_MEMORY_WRITE;
            return;
        }
    }
    if (f->t[j].kind != AMP__VEC_NAME) {
        f->t[i].flags |= AMP__VEC_MEMORY_WRITE;
        return;
    }
    (void)amp__vec_chain(f, j, &memory);
    if (f->t[j].var >= 0 && amp__vec_is(f, j + 1, ")")
        && (amp__vec_is(f, j + 2, "[") || amp__vec_is(f, j + 2, "->"))) { /* (t)[i] */
        memory = f->vars[f->t[j].var].kind == AMP__VEC_TILE
            || f->vars[f->t[j].var].kind == AMP__VEC_VIEW || f->vars[f->t[j].var].pointer;
    }
    if (before && amp__vec_is(f, j - 1, "*") && !amp__vec_binary_before(f, j - 1)) {
        memory = 1;
    }
    if (f->t[j].var < 0 || memory || amp__vec_is(f, j + 1, "(")) {
        f->t[i].flags |= AMP__VEC_MEMORY_WRITE;
        return;
    }
    if (f->vars[f->t[j].var].kind <= AMP__VEC_TILE
        && (amp__vec_model(f, AMP__PHASED) ? f->phase != NULL
            : f->vars[f->t[j].var].kind != AMP__VEC_VALUE)) {
        amp__vec_fail(f, j, "a parameter that threads change, each its own");
    }
    if (f->phase != NULL && f->vars[f->t[j].var].once) {
        amp__vec_fail(f, j, "a variable of the whole tile that a phase writes");
    }
    f->t[j].flags |= AMP__VEC_WRITTEN;
    f->vars[f->t[j].var].writes++;
}

/* How many dimensions a member has, at most, that is named as token m is, in a structure at file
   scope. */
static AMP__COLD int amp__vec_member_dimensions(const amp__vec_file *f, int m)
{
    int k, i, j, n, most = 0;
    for (k = 0; k < f->item_count; k++) {
        const amp__vec_item *item = &f->items[k];
        for (i = item->from + 1; i < item->to && item->name < 0; i++) {
            if (!amp__vec_same(f, i, m)) {
                continue;
            }
            n = amp__vec_array_type(f, i - 1);
            for (j = i + 1; amp__vec_is(f, j, "[") && f->t[j].match > j; j = f->t[j].match + 1) {
                n++;
            }
            most = n > most ? n : most;
        }
    }
    return most;
}

/* Whether s.a or s.a[i] at i, of a structure, is an array, and so a pointer to where it is used. */
static AMP__COLD int amp__vec_is_array_member(const amp__vec_file *f, int i)
{
    int member = -1, used = 0, memory;
    const int end = amp__vec_chain(f, i, &memory);
    for (i++; i < end && !memory; i++) {
        if (amp__vec_is(f, i, ".")) {
            member = ++i;
            used = 0;
        } else if (f->t[i].match > i) {
            used++;
            i = f->t[i].match;
        }
    }
    return !memory && member >= 0 && used < amp__vec_member_dimensions(f, member);
}

/* Looks at a call of the function that token i names; ends the work where a kernel cannot have
   that call. */
static AMP__COLD void amp__vec_check_call(amp__vec_file *f, int i)
{
    const amp__vec_token *t = &f->t[i];
    const int g = amp__vec_find_function(f, i);
    if (amp__vec_warp_word(f, i)) {
        amp__vec_fail(f, i, "%.*s where it is not understood", t->n, t->s);
    }
    if (g >= 0 && (f->functions[g].barrier || f->functions[g].reports)) {
        amp__vec_fail(f, i, "a call of %.*s, which has a barrier or a report", t->n, t->s);
    }
    if (g >= 0 && f->functions[g].why != NULL) {
        amp__vec_fail(f, i, "a call of %.*s, %s", t->n, t->s, f->functions[g].why);
    }
}

/* Notes what the name at i is: a member, a variable, a function; and what is done to it. */
static AMP__COLD void amp__vec_resolve_name(amp__vec_file *f, int i)
{
    static const char *const tagged[] = { "struct", "union", "enum", NULL };
    amp__vec_token *t = &f->t[i];
    if (amp__vec_is(f, i - 1, ".") || amp__vec_is(f, i - 1, "->")) {
        t->flags |= AMP__VEC_MEMBER;
        return;
    }
    if (amp__vec_among(f, i - 1, tagged)) {
        return;
    }
    t->var = amp__vec_lookup(f, i);
    if (amp__vec_barrier_word(f, i)) {
        amp__vec_fail(f, i, "a barrier inside an expression");
    }
    if (t->var < 0 && (amp__vec_word(f, i, "let_section") || amp__vec_word(f, i, "let_projection")
                       || amp__vec_word(f, i, "let_view_as"))) {
        amp__vec_fail(f, i, "a view that the kernel makes");
    }
    if (amp__vec_report_word(f, i)) {
        amp__vec_fail(f, i, "%.*s inside an expression", t->n, t->s);
    }
    if (t->var >= 0 && t->origin > 0 && f->vars[t->var].kind != AMP__VEC_TIDX
        && f->t[f->vars[t->var].name].origin != t->origin) {
        amp__vec_fail(f, i, "%.*s of a helper, which is another thing in the kernel", t->n, t->s);
    }
    if (t->var < 0 && amp__vec_is(f, i + 1, "(")) {
        amp__vec_check_call(f, i);
    }
    if (t->var >= 0 && f->vars[t->var].kind == AMP__VEC_LOCAL && f->vars[t->var].array
        && !amp__vec_is(f, i + 1, "[")) {
        f->vars[t->var].address = 1; /* as a pointer */
    }
    if (t->var >= 0 && (f->vars[t->var].kind == AMP__VEC_LOCAL
                        || f->vars[t->var].kind == AMP__VEC_VALUE)
        && amp__vec_is_array_member(f, i)) {
        f->vars[t->var].address = 1;
    }
}

/* Says of each name in [from, to) which variable it is, and what is done to it. */
static AMP__COLD void amp__vec_resolve(amp__vec_file *f, int from, int to,
                                       const amp__vec_stmt *owner)
{
    int i, j, memory;
    for (i = from; i < to; i++) {
        f->t[i].owner = owner != NULL ? owner->from : -1;
        if (amp__vec_is(f, i, "(") && amp__vec_is(f, i + 1, "{")) {
            amp__vec_fail(f, i, "a statement as an expression");
        }
        if (f->t[i].kind == AMP__VEC_NAME) {
            amp__vec_resolve_name(f, i);
        }
    }
    for (i = from; i < to; i++) {
        if (amp__vec_assigns(f, i)) {
            amp__vec_mark_written(f, i, 1);
        } else if (amp__vec_is(f, i, "++") || amp__vec_is(f, i, "--")) {
            amp__vec_mark_written(f, i, amp__vec_binary_before(f, i));
        } else if (amp__vec_is(f, i, "&") && !amp__vec_binary_before(f, i)) {
            for (j = i + 1; amp__vec_is(f, j, "("); j++) {
            }
            if (f->t[j].kind == AMP__VEC_NAME && f->t[j].var >= 0) {
                (void)amp__vec_chain(f, j, &memory);
                if (!memory && f->vars[f->t[j].var].once) {
                    amp__vec_fail(f, j, "the address of a variable of the whole tile");
                }
                if (!memory && (f->vars[f->t[j].var].kind == AMP__VEC_LOCAL
                                || f->vars[f->t[j].var].kind == AMP__VEC_VALUE)) {
                    f->vars[f->t[j].var].address = 1;
                }
            }
        }
    }
}

/* Adds a variable whose name is the token `name`; returns its number. */
static AMP__COLD int amp__vec_new_var(amp__vec_file *f, int name, int kind)
{
    amp__vec_var *v = &f->vars[f->var_count];
    int k;
    if (f->var_count == AMP__VEC_VARS) {
        amp__vec_fail(f, name, "too many variables");
    }
    memset(v, 0, sizeof(*v));
    v->name = name;
    v->kind = kind;
    v->alive = 1;
    v->level = 0;
    v->group = -1;
    v->once = kind == AMP__VEC_LOCAL && amp__vec_model(f, AMP__PHASED) && f->phase == NULL;
    for (k = 0; k < f->var_count; k++) {
        if (amp__vec_same(f, f->vars[k].name, name)) {
            v->unique = f->var_count;
        }
    }
    if (k > 0 && kind == AMP__VEC_LOCAL && v[-1].kind == AMP__VEC_LOCAL && v[-1].alive
        && f->t[name].n == f->t[v[-1].name].n + 6
        && memcmp(f->t[name].s, f->t[v[-1].name].s, (size_t)f->t[v[-1].name].n) == 0
        && memcmp(f->t[name].s + f->t[name].n - 6, "_shape", 6) == 0) {
        v[-1].shape = f->var_count;
    }
    f->t[name].var = f->var_count;
    return f->var_count++;
}

/* A new statement of that kind, around nothing and in no list yet. */
static AMP__COLD amp__vec_stmt *amp__vec_new_stmt(amp__vec_file *f, int kind, int from,
                                                  amp__vec_stmt *parent)
{
    amp__vec_stmt *s = (amp__vec_stmt *)amp__vec_new(f, sizeof(*s));
    s->kind = kind;
    s->from = from;
    s->parent = parent;
    s->var = -1;
    return s;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_RESOLVE_H */
