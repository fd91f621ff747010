/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_RESOLVE_H
#define AMP_VECTORS_RESOLVE_H
/*
amp/vectors/resolve.h: which variable a name is, and what is done to it.
*/

#include "file.h"

#if AMP__IMPLEMENT

/* The variable that the name at i means there, or -1. */
static AMP__COLD int amp__vec_lookup(const amp__vec_file *f, int i)
{
    int k;
    for (k = f->var_count - 1; k >= 0; k--) {
        if (f->vars[k].alive && amp__c_same(&f->c, f->vars[k].name, i)) {
            return k;
        }
    }
    return -1;
}

/* Whether token i is the name of a type that is an array. */
static AMP__COLD int amp__vec_array_type(const amp__vec_file *f, int i)
{
    int k;
    for (k = 0; k < f->c.type_count && f->c.t[i].kind == AMP__C_NAME; k++) {
        if (f->c.types[k].n == f->c.t[i].n
            && memcmp(f->c.types[k].s, f->c.t[i].s, (size_t)f->c.t[i].n) == 0) {
            return f->c.array_types[k] && amp__vec_lookup(f, i) < 0;
        }
    }
    return 0;
}

/* Whether a declaration begins at i. */
static AMP__COLD int amp__vec_is_type(const amp__vec_file *f, int i)
{
    static const int words[] = { AMP__C_CONST, AMP__C_VOLATILE, AMP__C_STATIC, AMP__C_REGISTER,
            AMP__C_UNSIGNED, AMP__C_SIGNED, AMP__C_VOID, AMP__C_CHAR, AMP__C_SHORT, AMP__C_INT,
            AMP__C_LONG, AMP__C_FLOAT, AMP__C_DOUBLE, AMP__C_STRUCT, AMP__C_UNION, AMP__C_ENUM,
            AMP__C_BOOL, AMP__C_SIZE_T, AMP__C_PTRDIFF_T, AMP__C_TYPEOF, AMP__C_AUTO,
            AMP__C_RESTRICT, AMP__C_INLINE, AMP__C_AMP | AMP__C_TILED_INDEX,
            AMP__C_AMP | AMP__C_PHASE_INDEX, AMP__C_AMP | AMP__C_TILE_PLACE,
            AMP__C_AMP | AMP__C_INT64, AMP__C_AMP | AMP__C_UINT64, AMP__C_TYPEDEF, AMP__C_EXTERN,
            AMP__C_EXTENSION, AMP__C_ALIGNAS, AMP__C_ATTRIBUTE, 0 };
    const amp__c_token *t = &f->c.t[i];
    int k;
    if (t->kind != AMP__C_NAME) {
        return 0;
    }
    if (amp__c_among(&f->c, i, words)) {
        return 1;
    }
    if (amp__c_word_is(&f->c, i, AMP__C_TILE_PTR) || amp__c_word_is(&f->c, i, AMP__C_GLOBAL_PTR)
        || amp__c_word_is(&f->c, i, AMP__C_CONSTANT_PTR)) {
        return amp__c_is(&f->c, i + 1, '(');
    }
    for (k = 0; k < f->c.type_count; k++) {
        if (f->c.types[k].n == t->n && memcmp(f->c.types[k].s, t->s, (size_t)t->n) == 0) {
            return amp__vec_lookup(f, i) < 0;
        }
    }
    if (t->n > 2 && memcmp(t->s + t->n - 2, "_t", 2) == 0 && amp__vec_lookup(f, i) < 0) {
        return 1;
    }
    if (f->c.t[i + 1].kind == AMP__C_NAME && amp__vec_lookup(f, i) < 0) {
        return 1; /* name name */
    }
    return amp__c_is(&f->c, i + 1, '*') && f->c.t[i + 2].kind == AMP__C_NAME
        && amp__vec_lookup(f, i) < 0
        && (amp__c_is(&f->c, i + 3, '=') || amp__c_is(&f->c, i + 3, ';')
            || amp__c_is(&f->c, i + 3, ','));
}

/* The last token of what begins with the name at i, such as a.b[i]->c; *memory = 1 where that is
   behind a pointer, and not part of the variable. */
static AMP__COLD int amp__vec_chain(const amp__vec_file *f, int i, int *memory)
{
    const amp__vec_var *v = f->note[i].var >= 0 ? &f->vars[f->note[i].var] : NULL;
    int first = 1;
    *memory = 0;
    for (i++;; first = 0) {
        if (amp__c_is(&f->c, i, '.')) {
            i += 2;
        } else if (amp__c_is(&f->c, i, AMP__C_ARROW)) {
            *memory = 1;
            i += 2;
        } else if (amp__c_is(&f->c, i, '[') && f->c.t[i].match > i) {
            if (v == NULL || v->kind == AMP__VEC_TILE || v->kind == AMP__VEC_VIEW
                || (v->pointer && first)) {
                *memory = 1;
            }
            i = f->c.t[i].match + 1;
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
            if (amp__c_is(&f->c, j, ']')) {
                j = amp__c_match(&f->c, j) - 1;
            } else if (f->c.t[j].kind == AMP__C_NAME
                       && (amp__c_is(&f->c, j - 1, '.') || amp__c_is(&f->c, j - 1, AMP__C_ARROW))) {
                j -= 2;
            } else {
                break;
            }
        }
        if (amp__c_is(&f->c, j, ')')) { /* at(...), (*p), (v) */
            const int open = amp__c_match(&f->c, j);
            if (f->c.t[open - 1].kind != AMP__C_NAME && open + 2 == j
                && f->c.t[open + 1].kind == AMP__C_NAME) {
                j = open + 1;
            } else {
                f->note[i].flags |= AMP__VEC_MEMORY_WRITE;
                return;
            }
        }
    } else { /* forward from a prefix ++ */
        for (j = i + 1; amp__c_is(&f->c, j, '('); j++) {
        }
        if (amp__c_is(&f->c, j, '*')) {
            f->note[i].flags |= AMP__VEC_MEMORY_WRITE;
            return;
        }
    }
    if (f->c.t[j].kind != AMP__C_NAME) {
        f->note[i].flags |= AMP__VEC_MEMORY_WRITE;
        return;
    }
    (void)amp__vec_chain(f, j, &memory);
    if (f->note[j].var >= 0 && amp__c_is(&f->c, j + 1, ')')
        && (amp__c_is(&f->c, j + 2, '[') || amp__c_is(&f->c, j + 2, AMP__C_ARROW))) { /* (t)[i] */
        memory = f->vars[f->note[j].var].kind == AMP__VEC_TILE
            || f->vars[f->note[j].var].kind == AMP__VEC_VIEW || f->vars[f->note[j].var].pointer;
    }
    if (before && amp__c_is(&f->c, j - 1, '*') && !amp__c_is_binary(&f->c, j - 1)) {
        memory = 1;
    }
    if (f->note[j].var < 0 || memory || amp__c_is(&f->c, j + 1, '(')) {
        f->note[i].flags |= AMP__VEC_MEMORY_WRITE;
        return;
    }
    if (f->vars[f->note[j].var].kind <= AMP__VEC_TILE
        && (amp__vec_model(f, AMP__PHASED) ? f->phase != NULL
            : f->vars[f->note[j].var].kind != AMP__VEC_VALUE)) {
        amp__c_fail(&f->c, j, "a parameter that threads change, each its own");
    }
    if (f->phase != NULL && f->vars[f->note[j].var].once) {
        amp__c_fail(&f->c, j, "a variable of the whole tile that a phase writes");
    }
    f->note[j].flags |= AMP__VEC_WRITTEN;
    f->vars[f->note[j].var].writes++;
}

/* How many dimensions a member has, at most, that is named as token m is, in a structure at file
   scope. */
static AMP__COLD int amp__vec_member_dimensions(const amp__vec_file *f, int m)
{
    int k, i, j, n, most = 0;
    for (k = 0; k < f->c.item_count; k++) {
        const amp__c_item *item = &f->c.items[k];
        for (i = item->from + 1; i < item->to && item->name < 0; i++) {
            if (!amp__c_same(&f->c, i, m)) {
                continue;
            }
            n = amp__vec_array_type(f, i - 1);
            for (j = i + 1; amp__c_is(&f->c, j, '[') && f->c.t[j].match > j;
                 j = f->c.t[j].match + 1) {
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
        if (amp__c_is(&f->c, i, '.')) {
            member = ++i;
            used = 0;
        } else if (f->c.t[i].match > i) {
            used++;
            i = f->c.t[i].match;
        }
    }
    return !memory && member >= 0 && used < amp__vec_member_dimensions(f, member);
}

/* Looks at a call of the function that token i names; ends the work where a kernel cannot have
   that call. */
static AMP__COLD void amp__vec_check_call(amp__vec_file *f, int i)
{
    const amp__c_token *t = &f->c.t[i];
    const int g = amp__c_find_function(&f->c, i);
    const unsigned effects = g >= 0 ? f->c.functions[g].effects : 0;
    if (amp__c_is_warp(&f->c, i)) {
        amp__c_fail(&f->c, i, "%.*s where it is not understood", t->n, t->s);
    }
    if (effects & (AMP__C_EFFECT_BARRIER | AMP__C_EFFECT_REPORT)) {
        amp__c_fail(&f->c, i, "a call of %.*s, which has a barrier or a report", t->n, t->s);
    }
    if (amp__c_not_callable(effects) != NULL) {
        amp__c_fail(&f->c, i, "a call of %.*s, %s", t->n, t->s, amp__c_not_callable(effects));
    }
}

/* Notes what the name at i is: a member, a variable, a function; and what is done to it. */
static AMP__COLD void amp__vec_resolve_name(amp__vec_file *f, int i)
{
    static const int tagged[] = { AMP__C_STRUCT, AMP__C_UNION, AMP__C_ENUM, 0 };
    amp__c_token *t = &f->c.t[i];
    amp__vec_note *note = &f->note[i];
    if (amp__c_is(&f->c, i - 1, '.') || amp__c_is(&f->c, i - 1, AMP__C_ARROW)) {
        note->flags |= AMP__VEC_MEMBER;
        return;
    }
    if (amp__c_among(&f->c, i - 1, tagged)) {
        return;
    }
    note->var = amp__vec_lookup(f, i);
    if (amp__c_is_barrier(&f->c, i)) {
        amp__c_fail(&f->c, i, "a barrier inside an expression");
    }
    if (note->var < 0 && (amp__c_word_is(&f->c, i, AMP__C_LET_SECTION)
                          || amp__c_word_is(&f->c, i, AMP__C_LET_PROJECTION)
                          || amp__c_word_is(&f->c, i, AMP__C_LET_VIEW_AS))) {
        amp__c_fail(&f->c, i, "a view that the kernel makes");
    }
    if (amp__c_is_report(&f->c, i)) {
        amp__c_fail(&f->c, i, "%.*s inside an expression", t->n, t->s);
    }
    if (note->var >= 0 && note->origin > 0 && f->vars[note->var].kind != AMP__VEC_TIDX
        && f->note[f->vars[note->var].name].origin != note->origin) {
        amp__c_fail(&f->c, i, "%.*s of a helper, which is another thing in the kernel", t->n, t->s);
    }
    if (note->var < 0 && amp__c_is(&f->c, i + 1, '(')) {
        amp__vec_check_call(f, i);
    }
    if (note->var >= 0 && f->vars[note->var].kind == AMP__VEC_LOCAL && f->vars[note->var].array
        && !amp__c_is(&f->c, i + 1, '[')) {
        f->vars[note->var].address = 1; /* as a pointer */
    }
    if (note->var >= 0 && (f->vars[note->var].kind == AMP__VEC_LOCAL
                           || f->vars[note->var].kind == AMP__VEC_VALUE)
        && amp__vec_is_array_member(f, i)) {
        f->vars[note->var].address = 1;
    }
}

/* Says of each name in [from, to) which variable it is, and what is done to it. */
static AMP__COLD void amp__vec_resolve(amp__vec_file *f, int from, int to,
                                       const amp__vec_stmt *owner)
{
    int i, j, memory;
    for (i = from; i < to; i++) {
        f->note[i].owner = owner != NULL ? owner->from : -1;
        if (amp__c_is(&f->c, i, '(') && amp__c_is(&f->c, i + 1, '{')) {
            amp__c_fail(&f->c, i, "a statement as an expression");
        }
        if (f->c.t[i].kind == AMP__C_NAME) {
            amp__vec_resolve_name(f, i);
        }
    }
    for (i = from; i < to; i++) {
        if (amp__c_assigns(&f->c, i)) {
            amp__vec_mark_written(f, i, 1);
        } else if (amp__c_is(&f->c, i, AMP__C_INCREMENT) || amp__c_is(&f->c, i, AMP__C_DECREMENT)) {
            amp__vec_mark_written(f, i, amp__c_is_binary(&f->c, i));
        } else if (amp__c_is(&f->c, i, '&') && !amp__c_is_binary(&f->c, i)) {
            for (j = i + 1; amp__c_is(&f->c, j, '('); j++) {
            }
            if (f->c.t[j].kind == AMP__C_NAME && f->note[j].var >= 0) {
                (void)amp__vec_chain(f, j, &memory);
                if (!memory && f->vars[f->note[j].var].once) {
                    amp__c_fail(&f->c, j, "the address of a variable of the whole tile");
                }
                if (!memory && (f->vars[f->note[j].var].kind == AMP__VEC_LOCAL
                                || f->vars[f->note[j].var].kind == AMP__VEC_VALUE)) {
                    f->vars[f->note[j].var].address = 1;
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
        amp__c_fail(&f->c, name, "too many variables");
    }
    memset(v, 0, sizeof(*v));
    v->name = name;
    v->kind = kind;
    v->alive = 1;
    v->level = 0;
    v->group = -1;
    v->once = kind == AMP__VEC_LOCAL && amp__vec_model(f, AMP__PHASED) && f->phase == NULL;
    for (k = 0; k < f->var_count; k++) {
        if (amp__c_same(&f->c, f->vars[k].name, name)) {
            v->unique = f->var_count;
        }
    }
    if (k > 0 && kind == AMP__VEC_LOCAL && v[-1].kind == AMP__VEC_LOCAL && v[-1].alive
        && f->c.t[name].n == f->c.t[v[-1].name].n + 6
        && memcmp(f->c.t[name].s, f->c.t[v[-1].name].s, (size_t)f->c.t[v[-1].name].n) == 0
        && memcmp(f->c.t[name].s + f->c.t[name].n - 6, "_shape", 6) == 0) {
        v[-1].shape = f->var_count;
    }
    f->note[name].var = f->var_count;
    return f->var_count++;
}

/* A new statement of that kind, around nothing and in no list yet. */
static AMP__COLD amp__vec_stmt *amp__vec_new_stmt(amp__vec_file *f, int kind, int from,
                                                  amp__vec_stmt *parent)
{
    amp__vec_stmt *s = (amp__vec_stmt *)amp__c_new(&f->c, sizeof(*s));
    s->kind = kind;
    s->from = from;
    s->parent = parent;
    s->var = -1;
    return s;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_RESOLVE_H */
