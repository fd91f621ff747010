/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_STATEMENTS_H
#define AMP_VECTORS_STATEMENTS_H
/*
amp/vectors/statements.h: a kernel's body as a tree of statements whose names are known: the pass
`resolve`.
*/

#include "implicit_declarations.h"
#include "../ctext/tile_sizes.h"

/* The variable that s declares, a plain one, tile memory or a thread's own array. What it has of
   expressions sees the names before it. */
static AMP__COLD void amp__vec_declare(amp__vec_tree *f, const amp__c_stmt *s)
{
    const int kind = s->kind == AMP__C_DECLARATION ? AMP__VEC_LOCAL
        : s->kind == AMP__C_TILE_STATIC ? AMP__VEC_TILE : AMP__VEC_PRIVATE;
    const int n = amp__vec_new_var(f, s->name, kind);
    amp__vec_var *v = &f->vars[n];
    int k;
    amp__vec_note_of(f, s->name)->var = n;
    v->spec = s->spec;
    v->spec_end = s->spec_end;
    v->dims = s->dims;
    v->dims_end = s->dims_end;
    v->init = s->value;
    v->init_end = s->value_end;
    v->alive = 0;
    if (kind == AMP__VEC_LOCAL) {
        v->type = s->type;
        v->type_end = s->name;
        v->array = s->dims < s->dims_end;
        amp__vec_resolve(f, s->dims, s->dims_end, s);
        amp__vec_resolve(f, s->value, s->value_end, s);
        for (k = s->type; k < s->name; k++) {
            v->pointer |= amp__c_is(f->c, k, '*');
        }
        for (k = s->spec; k < s->spec_end; k++) {
            v->array |= !v->pointer && amp__vec_array_type(f, k);
        }
        v->pointer |= amp__c_is_device_pointer(f->c, s);
    } else {
        amp__vec_resolve(f, s->dims, s->dims_end, NULL);
    }
    v->alive = 1;
}

/* The variables from number `from` on are not seen behind this token. */
static AMP__COLD void amp__vec_end_scope(amp__vec_tree *f, int from, int token)
{
    int k;
    for (k = from; k < f->var_count; k++) {
        if (f->vars[k].alive) {
            f->vars[k].alive = 0;
            f->vars[k].scope_end = token;
        }
    }
}

/* Ends the work where s is a declaration that a kernel as vectors cannot have. */
static AMP__COLD void amp__vec_check_declaration(const amp__vec_tree *f, const amp__c_stmt *s)
{
    static const int words[] = { AMP__C_STATIC, AMP__C_TYPEDEF, AMP__C_EXTERN, 0 };
    int i;
    if (amp__c_among(f->c, s->from, words)) {
        amp__c_fail(f->c, s->from, "a declaration with %.*s", f->c->t[s->from].n,
                    f->c->t[s->from].s);
    }
    for (i = s->spec; i < s->spec_end; i++) {
        if (amp__c_is(f->c, i, '{')) {
            amp__c_fail(f->c, i, "a type that is declared in a kernel");
        }
    }
}

/* Says of each name in the statements s which variable it is, and what is done to it; ends the work
   where a kernel as vectors cannot have one of them. */
static AMP__COLD void amp__vec_resolve_list(amp__vec_tree *f, const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        const int vars = f->var_count;
        const amp__c_stmt *to = NULL, *d;
        switch (s->kind) {
        case AMP__C_DECLARATION:
            amp__vec_check_declaration(f, s);
            amp__vec_declare(f, s);
            continue;
        case AMP__C_TILE_STATIC:
        case AMP__C_THREAD_PRIVATE:
            if (s->parent != f->root || amp__vec_model(f, AMP__SIMPLE)) {
                amp__c_fail(f->c, s->from, "%.*s in an inner block, or in a simple kernel",
                            f->c->t[s->from].n, f->c->t[s->from].s);
            }
            amp__vec_declare(f, s);
            continue;
        case AMP__C_PHASE:
            if (f->phase != NULL) {
                amp__c_fail(f->c, s->from, "a phase in a phase");
            }
            f->phase = s;
            f->single[s->number] = s->a < s->a_end || amp__c_ordered(f->c, s->from, s->to);
            break;
        case AMP__C_RETURN:
            if (s->a < s->a_end || f->phase != NULL) {
                amp__c_fail(f->c, s->from, f->phase != NULL ? "a return in a phase"
                            : "a value returned by a kernel");
            }
            break;
        case AMP__C_BREAK:
        case AMP__C_CONTINUE: /* may end its thread's part of a phase */
            to = amp__c_jump_target(s);
            if (to != NULL && to->kind == AMP__C_PHASE) {
                amp__vec_note_of(f, s->from)->flags |= AMP__VEC_LEAVES;
                f->single[to->number] = 1;
            }
            continue;
        case AMP__C_GOTO:
        case AMP__C_LABEL:
            amp__c_fail(f->c, s->from, "a goto in a kernel");
        case AMP__C_ASM:
            amp__c_fail(f->c, s->from, "assembler in a kernel");
        case AMP__C_REPORT: /* its arguments wait for fibers, which then run the tile */
            f->reports = 1;
            f->aborts |= amp__c_is(f->c, s->from, AMP__C_AMP | AMP__C_ABORT);
            amp__vec_note_of(f, s->from)->past = s->to;
            continue;
        case AMP__C_TILE_BARRIER_WAIT:
        case AMP__C_CASE:
            continue;
        default:
            break;
        }
        amp__vec_resolve_list(f, s->init);
        for (d = s->init; d != NULL; d = d->next) {
            if (d->kind == AMP__C_DECLARATION) {
                f->vars[f->note[d->name].var].head = s->from;
            }
        }
        amp__vec_resolve(f, s->a, s->a_end, s);
        amp__vec_resolve(f, s->b, s->b_end, s);
        amp__vec_resolve_list(f, s->child);
        amp__vec_resolve_list(f, s->other);
        amp__vec_end_scope(f, vars, s->kind == '{' ? s->to - 1 : s->to);
        f->phase = s->kind == AMP__C_PHASE ? NULL : f->phase;
    }
}

/* Whether the statements of a list, s and so on, stand in [from, to) in the order of the text and
   belong to `parent`, and so what is in them; and whether each declaration has its variable. The
   variables of one declaration begin together. */
static AMP__COLD int amp__vec_tree_is_whole(const amp__vec_tree *f, const amp__c_stmt *s,
                                            const amp__c_stmt *parent, int from, int to)
{
    for (; s != NULL; from = s->kind == AMP__C_DECLARATION ? s->from : s->to, s = s->next) {
        if (s->parent != parent || s->from < from || s->to <= s->from || s->to > to
            || (s->kind == AMP__C_DECLARATION && f->note[s->name].var < 0)
            || !amp__vec_tree_is_whole(f, s->init, s, s->from, s->to)
            || !amp__vec_tree_is_whole(f, s->child, s, s->from, s->to)
            || !amp__vec_tree_is_whole(f, s->other, s, s->from, s->to)) {
            return 0;
        }
    }
    return 1;
}

/* The kernel's parameters, such as in(float, 2, A), as variables. */
static AMP__COLD void amp__vec_parameters(amp__vec_tree *f)
{
    int i = f->kernel->param;
    while (i < f->kernel->param_end) {
        const int how = i + 1, open = i + 2;
        int close, value, given;
        amp__vec_var *v;
        if (!amp__c_is(f->c, i, ',') || !amp__c_is(f->c, open, '(')) {
            amp__c_fail(f->c, i, "a parameter that is not understood");
        }
        close = amp__c_match(f->c, open);
        value = amp__c_is(f->c, how, AMP__C_VALUE);
        given = amp__c_is(f->c, how, AMP__C_TILE);
        if (given && amp__vec_model(f, AMP__SIMPLE)) {
            amp__c_fail(f->c, how, "tile memory in a simple kernel"); /* does not compile */
        }
        v = &f->vars[amp__vec_new_var(f, close - 1, value ? AMP__VEC_VALUE
                                      : given ? AMP__VEC_TILE : AMP__VEC_VIEW)];
        v->spec = open + 1;
        v->spec_end = value || given ? close - 2 : close - 4;
        v->given = given;
        if (!value && !given) {
            v->rank = atoi(f->c->t[close - 3].s);
            v->read_only = amp__c_is(f->c, how, AMP__C_IN);
            if (v->rank < 1 || v->rank > AMP__C_RANKS) {
                amp__c_fail(f->c, close - 1, "a view whose rank is not 1 to 8");
            }
        }
        i = close + 1;
    }
}

/* Adds a variable whose name is the new token t, which is of where token `like` is of. */
static AMP__COLD void amp__vec_add_built_in(amp__vec_tree *f, amp__c_token t, int like, int kind)
{
    amp__vec_add(&f->body, t, f->body.origin[like]);
    (void)amp__vec_new_var(f, f->c->count - 1, kind);
}

/* Makes variables of what the kernel has without declaring it, VIEW_shape, tidx and the like, with
   a new token each for their names. */
static AMP__COLD void amp__vec_add_built_ins(amp__vec_tree *f)
{
    static const char *const words[][4] = { /* by model: simple, tiled, phased */
        { "idx", NULL }, { "tidx", NULL }, { "tidx", "amp_tile_index", "tile_index", NULL } };
    const int count = f->var_count;
    int k;
    for (k = 0; k < count; k++) {
        if (f->vars[k].kind == AMP__VEC_VIEW || f->vars[k].given) {
            amp__c_token t = f->c->t[f->vars[k].name];
            const amp__c_name name = amp__vec_new_name(&f->body, "%.*s_shape", t.n, t.s);
            amp__c_spell(&t, name.s, name.n);
            amp__vec_add_built_in(f, t, f->vars[k].name, AMP__VEC_SHAPE);
        }
    }
    for (k = 0; words[amp__vec_model_of(f->kernel)][k] != NULL; k++) {
        amp__c_token t = f->c->t[f->kernel->body];
        const char *word = words[amp__vec_model_of(f->kernel)][k];
        amp__c_spell(&t, word, (int)strlen(word));
        amp__vec_add_built_in(f, t, f->kernel->body, AMP__VEC_TIDX);
    }
}

/* Reads `body` as a tree. Returns whether threads change a parameter, each its own: then it is to
   be read again, with a variable in its place. */
static AMP__COLD int amp__vec_read_body(amp__vec_tree *f, const amp__vec_body *body)
{
    amp__c_body r;
    int k, changed = 0;
    amp__vec_begin_tree(f, body);
    amp__vec_parameters(f);
    amp__vec_add_built_ins(f);
    amp__vec_begin_notes(f);
    memset(&r, 0, sizeof(r));
    r.f = f->c;
    r.phased = amp__vec_model(f, AMP__PHASED);
    r.reached = 1;
    r.expr = f->expr;
    f->root = amp__c_read_body(&r, f->kernel->body, f->kernel->body_end);
    f->stmt_count = r.count;
    f->single = (unsigned char *)amp__c_new(f->c, (size_t)r.count);
    k = amp__c_sizeof_tile(f->c, f->kernel->body, f->kernel->body_end);
    if (k >= 0) {
        amp__c_fail(f->c, k, AMP__C_SIZEOF_TILE_TEXT, f->c->t[k].n, f->c->t[k].s);
    }
    amp__vec_resolve_list(f, f->root->child);
    amp__vec_end_scope(f, 0, f->kernel->body_end);
    for (k = 0; k < f->var_count; k++) {
        const amp__vec_var *v = &f->vars[k];
        f->tile_arrays += v->kind == AMP__VEC_TILE && !v->given;
        changed |= v->kind == AMP__VEC_VALUE && (v->writes || v->address)
            && !amp__vec_model(f, AMP__PHASED);
    }
    return changed;
}

/* The pass `resolve`: the body as a tree of statements, and what each name in it is. */
static AMP__COLD void amp__vec_resolve_body(amp__vec_tree *f, const amp__vec_body *body)
{
    if (amp__vec_read_body(f, body)) {
        amp__vec_body own = f->body;
        (void)amp__vec_declare_implicit(&own, f);
        (void)amp__vec_read_body(f, &own);
    }
}

/* Behind it: the tree is all of the body, and each name in it is of a variable that there is. */
static AMP__COLD int amp__vec_tree_holds(const amp__vec_tree *f)
{
    int i;
    for (i = 0; i < f->c->count; i++) {
        if (f->note[i].var >= f->var_count) {
            return 0;
        }
    }
    return f->phase == NULL
        && amp__vec_tree_is_whole(f, f->root->child, f->root, f->kernel->body + 1,
                                  f->kernel->body_end);
}

#endif /* AMP_VECTORS_STATEMENTS_H */
