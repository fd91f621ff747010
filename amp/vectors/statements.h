/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_STATEMENTS_H
#define AMP_VECTORS_STATEMENTS_H
/*
amp/vectors/statements.h: a kernel's body as a tree of statements.
*/

#include "implicit_declarations.h"

#if AMP__IMPLEMENT

/* The declaration at *at, which moves behind its semicolon: one statement for each variable,
   the first of them returned. */
static AMP__COLD amp__vec_stmt *amp__vec_declaration(amp__vec_tree *f, int *at, int end,
                                                     amp__vec_stmt *parent)
{
    amp__vec_stmt *first = NULL, **last = &first;
    const int spec = *at, stop = amp__c_until(f->c, *at, ';', end);
    int i = spec, spec_end;
    if (amp__c_is(f->c, i, AMP__C_STATIC) || amp__c_is(f->c, i, AMP__C_TYPEDEF)
        || amp__c_is(f->c, i, AMP__C_EXTERN)) {
        amp__c_fail(f->c, i, "a declaration with %.*s", f->c->t[i].n, f->c->t[i].s);
    }
    for (; i < stop; i++) { /* the specifiers */
        if (amp__c_is(f->c, i, '{')) {
            amp__c_fail(f->c, i, "a type that is declared in a kernel");
        }
        if (amp__c_is(f->c, i, '(')) {
            i = amp__c_match(f->c, i);
            continue;
        }
        if (amp__c_is(f->c, i, '*')) {
            break;
        }
        if (f->c->t[i].kind == AMP__C_NAME
            && (amp__c_is(f->c, i + 1, '=') || amp__c_is(f->c, i + 1, ';')
                || amp__c_is(f->c, i + 1, ',') || amp__c_is(f->c, i + 1, '['))) {
            break;
        }
    }
    spec_end = i;
    if (spec_end == spec || i >= stop) {
        amp__c_fail(f->c, spec, "a declaration that is not understood");
    }
    while (i <= stop) {
        amp__vec_stmt *s = amp__vec_new_stmt(f, AMP__VEC_DECL, spec, parent);
        amp__vec_var *v;
        int type = i, number, name, pointer = 0;
        while (amp__c_is(f->c, i, '*') || amp__c_is(f->c, i, AMP__C_CONST)
               || amp__c_is(f->c, i, AMP__C_RESTRICT) || amp__c_is(f->c, i, AMP__C_VOLATILE)) {
            pointer |= amp__c_is(f->c, i, '*');
            i++;
        }
        name = i;
        if (f->c->t[name].kind != AMP__C_NAME
            || !(amp__c_is(f->c, i + 1, '=') || amp__c_is(f->c, i + 1, ';')
                 || amp__c_is(f->c, i + 1, ',') || amp__c_is(f->c, i + 1, '['))) {
            amp__c_fail(f->c, i, "a declaration that is not understood");
        }
        i++;
        { /* its array dimensions and its value see the names before it */
            const int dims = i;
            int init = 0, init_end = 0, k;
            for (; amp__c_is(f->c, i, '['); i = amp__c_match(f->c, i) + 1) {
            }
            if (amp__c_is(f->c, i, '=')) {
                init = i + 1;
                init_end = i = amp__c_find_sign(f->c, init, ',', stop);
            }
            s->to = i;
            number = amp__vec_new_var(f, name, AMP__VEC_LOCAL);
            v = &f->vars[number];
            v->alive = 0;
            if (dims < (init ? init - 1 : i)) {
                v->array = 1;
                amp__vec_resolve(f, dims, init ? init - 1 : i, s);
            }
            if (init) {
                amp__vec_resolve(f, init, init_end, s);
            }
            v->alive = 1;
            v->spec = spec;
            v->spec_end = spec_end;
            v->type = type;
            v->type_end = name;
            v->dims = dims;
            v->dims_end = init ? init - 1 : i;
            v->init = init;
            v->init_end = init_end;
            v->pointer = pointer;
            for (k = spec; k < spec_end; k++) {
                v->array |= !pointer && amp__vec_array_type(f, k);
                v->pointer |= amp__c_word_is(f->c, k, AMP__C_TILE_PTR)
                    || amp__c_word_is(f->c, k, AMP__C_GLOBAL_PTR)
                    || amp__c_word_is(f->c, k, AMP__C_CONSTANT_PTR);
            }
            s->a = name; /* owner of the tokens: see amp__vec_resolve */
        }
        s->var = number;
        *last = s;
        last = &s->next;
        if (i >= stop) {
            break;
        }
        i++;
    }
    *at = stop + 1;
    return first;
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

static AMP__COLD amp__vec_stmt *amp__vec_list(amp__vec_tree *f, int from, int to,
                                              amp__vec_stmt *parent);

/* Where the break or continue s ends its thread's part of a phase, as no loop or switch of the
   phase is around it, notes that: the phase is one loop over the threads then. */
static AMP__COLD void amp__vec_leave_phase(amp__vec_tree *f, const amp__vec_stmt *s)
{
    amp__vec_stmt *to = amp__vec_jump_target(s);
    if (to != NULL && to->kind == AMP__VEC_PHASE) {
        f->note[s->from].flags |= AMP__VEC_LEAVES;
        to->single = 1;
    }
}

/* The statement at *at, which moves behind it. */
static AMP__COLD amp__vec_stmt *amp__vec_statement(amp__vec_tree *f, int *at, int end,
                                                   amp__vec_stmt *parent)
{
    int i = *at, close;
    const int vars = f->var_count;
    amp__vec_stmt *s = amp__vec_new_stmt(f, AMP__VEC_EXPR, i, parent);
    if (amp__c_is(f->c, i, '{')) {
        s->kind = AMP__VEC_BLOCK;
        close = amp__c_match(f->c, i);
        s->child = amp__vec_list(f, i + 1, close, s);
        amp__vec_end_scope(f, vars, close);
        i = close + 1;
    } else if (amp__c_is(f->c, i, ';')) {
        s->kind = AMP__VEC_EMPTY;
        i++;
    } else if (amp__c_is(f->c, i, AMP__C_IF) || amp__c_is(f->c, i, AMP__C_WHILE)
               || amp__c_is(f->c, i, AMP__C_SWITCH)) {
        s->kind = amp__c_is(f->c, i, AMP__C_IF) ? AMP__VEC_IF
                  : amp__c_is(f->c, i, AMP__C_WHILE) ? AMP__VEC_WHILE : AMP__VEC_SWITCH;
        close = amp__c_closing(f->c, i + 1);
        s->a = i + 2;
        s->a_end = close;
        amp__vec_resolve(f, i + 2, close, s);
        i = close + 1;
        s->child = amp__vec_statement(f, &i, end, s);
        amp__vec_end_scope(f, vars, i);
        if (s->kind == AMP__VEC_IF && amp__c_is(f->c, i, AMP__C_ELSE)) {
            i++;
            s->other = amp__vec_statement(f, &i, end, s);
            amp__vec_end_scope(f, vars, i);
        }
    } else if (amp__c_is(f->c, i, AMP__C_DO)) {
        s->kind = AMP__VEC_DO;
        i++;
        s->child = amp__vec_statement(f, &i, end, s);
        amp__vec_end_scope(f, vars, i);
        if (!amp__c_is(f->c, i, AMP__C_WHILE)) {
            amp__c_fail(f->c, i, "do without while");
        }
        close = amp__c_closing(f->c, i + 1);
        s->a = i + 2;
        s->a_end = close;
        amp__vec_resolve(f, i + 2, close, s);
        i = close + 2;
    } else if (amp__c_is(f->c, i, AMP__C_FOR)) {
        const amp__vec_stmt *d;
        int j = i + 2;
        s->kind = AMP__VEC_FOR;
        close = amp__c_closing(f->c, i + 1);
        if (amp__vec_is_declaration(f, j)) {
            s->init = amp__vec_declaration(f, &j, close, s);
            for (d = s->init; d != NULL; d = d->next) {
                f->vars[d->var].head = s->from;
            }
        } else {
            const int semi = amp__c_until(f->c, j, ';', close);
            if (semi > j) {
                s->init = amp__vec_new_stmt(f, AMP__VEC_EXPR, j, s);
                s->init->a = j;
                s->init->a_end = s->init->to = semi;
                amp__vec_resolve(f, j, semi, s->init);
            }
            j = semi + 1;
        }
        s->a = j;
        s->a_end = amp__c_until(f->c, j, ';', close);
        amp__vec_resolve(f, s->a, s->a_end, s);
        s->b = s->a_end + 1;
        s->b_end = close;
        amp__vec_resolve(f, s->b, s->b_end, s);
        if (s->b < s->b_end) {
            s->step = amp__vec_new_stmt(f, AMP__VEC_EXPR, s->b, s);
            s->step->a = s->b;
            s->step->a_end = s->step->to = s->b_end;
        }
        i = close + 1;
        s->child = amp__vec_statement(f, &i, end, s);
        amp__vec_end_scope(f, vars, i);
    } else if (amp__vec_phase_at(&f->body, i)) {
        s->kind = AMP__VEC_PHASE;
        if (f->phase != NULL) {
            amp__c_fail(f->c, i, "a phase in a phase");
        }
        if (amp__c_word_is(f->c, i++, AMP__C_PHASE_FIRST)) {
            close = amp__c_closing(f->c, i);
            s->a = i + 1;
            s->a_end = close;
            s->single = 1;
            amp__vec_resolve(f, s->a, s->a_end, s);
            i = close + 1;
        }
        f->phase = s;
        s->child = amp__vec_statement(f, &i, end, s);
        f->phase = NULL;
        s->single |= amp__c_ordered(f->c, s->from, i);
        amp__vec_end_scope(f, vars, i);
    } else if (amp__c_is(f->c, i, AMP__C_RETURN)) {
        s->kind = AMP__VEC_RETURN;
        if (!amp__c_is(f->c, i + 1, ';')) {
            amp__c_fail(f->c, i, "a value returned by a kernel");
        }
        if (f->phase != NULL) {
            amp__c_fail(f->c, i, "a return in a phase");
        }
        i += 2;
    } else if (amp__c_is(f->c, i, AMP__C_BREAK) || amp__c_is(f->c, i, AMP__C_CONTINUE)) {
        s->kind = amp__c_is(f->c, i, AMP__C_BREAK) ? AMP__VEC_BREAK : AMP__VEC_CONTINUE;
        amp__vec_leave_phase(f, s);
        i += 2;
    } else if (amp__c_is(f->c, i, AMP__C_CASE) || amp__c_is(f->c, i, AMP__C_DEFAULT)) {
        s->kind = AMP__VEC_CASE;
        s->a = i;
        s->a_end = amp__c_until(f->c, i, ':', end) + 1;
        i = s->a_end;
    } else if (amp__c_is(f->c, i, AMP__C_GOTO)
               || (f->c->t[i].kind == AMP__C_NAME && amp__c_is(f->c, i + 1, ':'))) {
        amp__c_fail(f->c, i, "a goto in a kernel");
    } else if (amp__c_is(f->c, i, AMP__C_ASM) || amp__c_is(f->c, i, AMP__C_ASM)) {
        amp__c_fail(f->c, i, "assembler in a kernel");
    } else if (amp__c_is_barrier(f->c, i) && amp__c_is(f->c, i + 1, '(')
               && amp__c_is(f->c, amp__c_match(f->c, i + 1) + 1, ';')) {
        s->kind = AMP__VEC_BARRIER;
        i = f->c->t[i + 1].match + 2;
    } else if (amp__c_named(f->c, i, "AMP__VEC_WARP_COMBINE") && f->body.warps > 0
               && amp__c_is(f->c, i + 1, '(')) { /* warps.h */
        s->kind = AMP__VEC_BARRIER;
        close = amp__c_match(f->c, i + 1);
        if (close > i + 2) { /* done once for the tile, behind the barrier */
            s->a = i;
            s->a_end = close + 1;
        }
        i = close + 2;
    } else if (amp__c_is_report(f->c, i) && amp__c_is(f->c, i + 1, '(')
               && amp__c_is(f->c, amp__c_match(f->c, i + 1) + 1, ';')) {
        /* Its arguments wait for fibers, which then run the tile. */
        s->kind = AMP__VEC_REPORT;
        f->reports = 1;
        f->aborts |= amp__c_is(f->c, i, AMP__C_AMP | AMP__C_ABORT);
        i = f->c->t[i + 1].match + 2;
        f->note[s->from].past = i;
    } else if (amp__vec_is_declaration(f, i)) {
        return amp__vec_declaration(f, at, end, parent);
    } else {
        const int semi = amp__c_until(f->c, i, ';', end);
        s->kind = AMP__VEC_EXPR;
        s->a = i;
        s->a_end = semi;
        amp__vec_resolve(f, i, semi, s);
        i = semi + 1;
    }
    s->to = i;
    *at = i;
    return s;
}

/* tile_static(T, name, d0...); or thread_private(T, name, ...); at i, as a variable; returns
   what follows it, 0 where there is none. */
static AMP__COLD int amp__vec_tile_static(amp__vec_tree *f, int i)
{
    const int own = amp__vec_model(f, AMP__PHASED)
        && amp__c_word_is(f->c, i, AMP__C_THREAD_PRIVATE);
    int close, comma, v;
    if ((!own && !amp__c_word_is(f->c, i, AMP__C_TILE_STATIC)) || !amp__c_is(f->c, i + 1, '(')) {
        return 0;
    }
    close = amp__c_match(f->c, i + 1);
    comma = amp__c_until(f->c, i + 2, ',', close);
    v = amp__vec_new_var(f, comma + 1, own ? AMP__VEC_PRIVATE : AMP__VEC_TILE);
    f->vars[v].spec = i + 2;
    f->vars[v].spec_end = comma;
    f->vars[v].dims = comma + 2 < close ? comma + 3 : close;
    f->vars[v].dims_end = close;
    amp__vec_resolve(f, f->vars[v].dims, close, NULL);
    return close + 2;
}

/* The statements [from, to). */
static AMP__COLD amp__vec_stmt *amp__vec_list(amp__vec_tree *f, int from, int to,
                                              amp__vec_stmt *parent)
{
    amp__vec_stmt *first = NULL, **last = &first;
    while (from < to) {
        const int past = parent == f->root && !amp__vec_model(f, AMP__SIMPLE)
            ? amp__vec_tile_static(f, from) : 0;
        if (past) {
            from = past;
            continue;
        }
        *last = amp__vec_statement(f, &from, to, parent);
        if (*last != NULL && (*last)->kind == AMP__VEC_REPORT) {
            while (from < to && !amp__c_is(f->c, from, AMP__C_CASE)
                   && !amp__c_is(f->c, from, AMP__C_DEFAULT)) {
                from = amp__vec_statement_end(&f->body, from, to); /* no thread comes there */
            }
            f->note[(*last)->from].past = from;
        }
        while (*last != NULL) {
            last = &(*last)->next;
        }
    }
    return first;
}

/* Whether the statements of a list, s and so on, stand in [from, to) in the order of the text and
   belong to `parent`, and so what is in them. The variables of one declaration begin together. */
static AMP__COLD int amp__vec_tree_is_whole(const amp__vec_stmt *s, const amp__vec_stmt *parent,
                                            int from, int to)
{
    for (; s != NULL; from = s->kind == AMP__VEC_DECL ? s->from : s->to, s = s->next) {
        if (s->parent != parent || s->from < from || s->to <= s->from || s->to > to
            || (s->kind == AMP__VEC_DECL) != (s->var >= 0)
            || !amp__vec_tree_is_whole(s->init, s, s->from, s->to)
            || !amp__vec_tree_is_whole(s->child, s, s->from, s->to)
            || !amp__vec_tree_is_whole(s->other, s, s->from, s->to)) {
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
    amp__vec_annotate(f, f->c->count - 1);
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
    int k, changed = 0;
    amp__vec_begin_tree(f, body);
    amp__vec_parameters(f);
    amp__vec_add_built_ins(f);
    f->root = amp__vec_new_stmt(f, AMP__VEC_BLOCK, f->kernel->body, NULL);
    f->root->to = f->kernel->body_end + 1;
    f->root->child = amp__vec_list(f, f->kernel->body + 1, f->kernel->body_end, f->root);
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
        && amp__vec_tree_is_whole(f->root->child, f->root, f->kernel->body + 1,
                                  f->kernel->body_end);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_STATEMENTS_H */
