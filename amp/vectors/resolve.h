/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_RESOLVE_H
#define AMP_VECTORS_RESOLVE_H
/*
amp/vectors/resolve.h: which variable a name is, and what is done to it.
*/

#include "../ctext/statements.h"
#include "kernel_text.h"

/* What a token does: changes the variable that it names; follows a dot or an arrow;
   is an operator that changes memory which is no variable of the kernel; is a break or continue
   that ends the thread's part of a phase. */
enum { AMP__VEC_WRITTEN = 1, AMP__VEC_MEMBER = 2, AMP__VEC_MEMORY_WRITE = 4, AMP__VEC_LEAVES = 8 };
/* What is known of a token. */
typedef struct amp__vec_note {
    int var;   /* the number of the variable, or -1 */
    int flags;
    int past;  /* of amp_abort and amp_errorf: what stands behind all that is not reached */
    const amp__c_stmt *owner; /* the statement that it stands in, or NULL */
} amp__vec_note;

/* Variables of a kernel: parameters, the shapes of its views, tidx (idx of a simple kernel,
   amp_tile_index of a phased one), tile memory, thread_private, and what it declares itself. */
enum { AMP__VEC_VALUE, AMP__VEC_VIEW, AMP__VEC_SHAPE, AMP__VEC_TIDX, AMP__VEC_TILE,
       AMP__VEC_PRIVATE, AMP__VEC_LOCAL };
/* What is done to a variable, or to a view's elements. */
enum { AMP__VEC_READS = 1, AMP__VEC_WRITES = 2 };
/* A variable. Numbers of tokens say where it stands. */
typedef struct amp__vec_var {
    int name, kind, rank;
    int read_only;               /* a view: in(...) */
    int head;                    /* declared in the head of the for that begins here */
    int spec, spec_end;          /* specifiers, shared by the declaration's variables */
    int type, type_end;          /* its stars, up to its name */
    int dims, dims_end;          /* its dimensions */
    int init, init_end;          /* its value, 0: none */
    int scope_end, alive;        /* the token that ends its scope; it has not come yet */
    int once;                    /* declared outside the phases of a phased kernel */
    int array, pointer, address, writes;
    int unique;                  /* another variable has the same name: a number, or 0 */
    int shape;                   /* the variable that amp_at adds to it: its shape, or 0 */
    int given;                   /* tile memory: the launch gives its size; a pointer */
} amp__vec_var;

/* The most variables of a kernel; with more it is not understood. */
enum { AMP__VEC_VARS = 512 };

/* A kernel's body, read: its statements and variables, and what each token is. This is what the
   pass `resolve` makes. */
typedef struct amp__vec_tree {
    amp__vec_body body; /* the text that was read: its tokens are all there are */
    amp__c_unit *c;     /* body.c */
    const amp__c_kernel *kernel; /* body.kernel */
    const amp__vec_note *note;   /* of each token; nobody writes one but by amp__vec_note_of */
    amp__vec_note *writable;     /* these */
    const amp__c_expr **expr;    /* of each: whose name, operator or bracket it is, or NULL */
    amp__vec_var vars[AMP__VEC_VARS];
    int var_count;
    const amp__c_stmt *root;
    int stmt_count;
    unsigned char *single; /* of each statement: a phase of some threads, or that a thread may
                              leave, or in which order shows: one loop */
    int tile_arrays; /* of tile_static; one alone is amp__m.NAME (amp/vectors/lanes.h) */
    int reports, aborts; /* it has amp_abort or amp_errorf; it has amp_abort */
    const amp__c_stmt *phase; /* that is being read */
} amp__vec_tree;

/* Whether the kernel at work is of that model. */
#define amp__vec_model(f, m) (amp__vec_model_of((f)->kernel) == (m))

/* Begins a tree of what stands in `body`, with nothing in it yet. */
static AMP__COLD void amp__vec_begin_tree(amp__vec_tree *f, const amp__vec_body *body)
{
    const amp__vec_body copy = *body; /* it may be the tree's own */
    memset(f, 0, sizeof(*f));
    f->body = copy;
    f->c = copy.c;
    f->kernel = &f->body.kernel;
}

/* Makes room for what is known of all tokens: the names of the variables so far. */
static AMP__COLD void amp__vec_begin_notes(amp__vec_tree *f)
{
    const size_t count = (size_t)f->c->count;
    size_t i;
    int k;
    f->note = f->writable = (amp__vec_note *)amp__c_new(f->c, count * sizeof(*f->note));
    f->expr = (const amp__c_expr **)amp__c_new(f->c, count * sizeof(*f->expr));
    for (i = 0; i < count; i++) {
        f->writable[i].var = -1;
    }
    for (k = 0; k < f->var_count; k++) {
        f->writable[f->vars[k].name].var = k;
    }
}

/* What is known of token i, for the pass `resolve`. */
static AMP__COLD amp__vec_note *amp__vec_note_of(amp__vec_tree *f, int i)
{
    return &f->writable[i];
}

/* Token i; or if a report begins there, the last one that nobody comes to behind it. */
static AMP__COLD int amp__vec_reached(const amp__vec_tree *f, int i)
{
    return amp__c_is_report(f->c, i) && f->note[i].past > i ? f->note[i].past - 1 : i;
}

/* The last amp_abort or amp_errorf in [from, to), or -1. */
static AMP__COLD int amp__vec_reports(const amp__vec_tree *f, int from, int to)
{
    int i, at = -1;
    for (i = from; i < to; i++) {
        if (amp__c_is_report(f->c, i)) {
            at = i;
            i = amp__vec_reached(f, i);
        }
    }
    return at;
}

/* The variable that the name at i means there, or -1. */
static AMP__COLD int amp__vec_lookup(const amp__vec_tree *f, int i)
{
    int k;
    for (k = f->var_count - 1; k >= 0; k--) {
        if (f->vars[k].alive && amp__c_same(f->c, f->vars[k].name, i)) {
            return k;
        }
    }
    return -1;
}

/* Whether token i is the name of a type that is an array. */
static AMP__COLD int amp__vec_array_type(const amp__vec_tree *f, int i)
{
    const int k = amp__c_find_type(f->c, i);
    return k >= 0 && f->c->types[k].is_array && amp__vec_lookup(f, i) < 0;
}

/* Whether [from, to) writes a variable of the kernel. */
static AMP__COLD int amp__vec_writes_variable(const amp__vec_tree *f, int from, int to)
{
    int i, writes = 0;
    for (i = from; i < to; i++) {
        writes |= f->note[i].flags & AMP__VEC_WRITTEN;
    }
    return writes;
}

/* The expression [from, to); NULL where it is no whole one. */
static AMP__COLD const amp__c_expr *amp__vec_expression(const amp__vec_tree *f, int from, int to)
{
    const amp__c_expr *e = from < to ? f->expr[from] : NULL;
    while (e != NULL && e->parent != NULL && e->parent->from == from && e->parent->to <= to) {
        e = e->parent;
    }
    return e != NULL && e->from == from && e->to == to ? e : NULL;
}

/* The variable that token i names; NULL where it names none. */
static AMP__COLD const amp__vec_var *amp__vec_var_at(const amp__vec_tree *f, int i)
{
    return f->note[i].var >= 0 ? &f->vars[f->note[i].var] : NULL;
}

/* The value that variable number n is declared with; NULL where it is none, or not understood. */
static AMP__COLD const amp__c_expr *amp__vec_value_of(const amp__vec_tree *f, int n)
{
    return amp__vec_expression(f, f->vars[n].init, f->vars[n].init_end);
}

/* The variable that the expression e is a part of, by its name, such as a of a.b[i]; NULL where it
   is none. *memory = 1 where that is behind a pointer, and not part of the variable. */
static AMP__COLD const amp__c_expr *amp__vec_variable_of(const amp__vec_tree *f,
                                                         const amp__c_expr *e, int *memory)
{
    const amp__vec_var *v;
    int indexed = 0, first = 0;
    *memory = 0;
    while (e->kind == AMP__C_GROUP || e->kind == AMP__C_MEMBER || e->kind == AMP__C_INDEX) {
        *memory |= amp__c_expr_is(f->c, e, AMP__C_MEMBER, AMP__C_ARROW);
        indexed |= e->kind == AMP__C_INDEX;
        first = e->kind == AMP__C_INDEX || (e->kind == AMP__C_GROUP && first);
        e = e->child;
    }
    if (e->kind != AMP__C_IDENTIFIER || f->note[e->op].var < 0) {
        return NULL;
    }
    v = &f->vars[f->note[e->op].var];
    *memory |= indexed && (v->kind == AMP__VEC_TILE || v->kind == AMP__VEC_VIEW
                           || (v->pointer && first));
    return e;
}

/* The variable that the operator of e changes, or takes the address of, with its name; NULL where
   that is memory. */
static AMP__COLD amp__vec_var *amp__vec_changed_by(amp__vec_tree *f, const amp__c_expr *e,
                                                   const amp__c_expr **name)
{
    int memory;
    *name = amp__vec_variable_of(f, e->child, &memory);
    return *name != NULL && !memory ? &f->vars[f->note[(*name)->op].var] : NULL;
}

/* Notes that what the operator of e changes is written: a variable's token, or the operator
   itself where it changes memory. */
static AMP__COLD void amp__vec_mark_written(amp__vec_tree *f, const amp__c_expr *e)
{
    const amp__c_expr *name;
    amp__vec_var *v = amp__vec_changed_by(f, e, &name);
    if (v == NULL) {
        amp__vec_note_of(f, e->op)->flags |= AMP__VEC_MEMORY_WRITE;
        return;
    }
    if (v->kind <= AMP__VEC_TILE && (amp__vec_model(f, AMP__PHASED) ? f->phase != NULL
                                     : v->kind != AMP__VEC_VALUE)) {
        amp__c_fail(f->c, name->op, "a parameter that threads change, each its own");
    }
    if (f->phase != NULL && v->once) {
        amp__c_fail(f->c, name->op, "a variable of the whole tile that a phase writes");
    }
    amp__vec_note_of(f, name->op)->flags |= AMP__VEC_WRITTEN;
    v->writes++;
}

/* Notes that the address of what stands behind the operator of e is taken, where that is a
   variable's own. */
static AMP__COLD void amp__vec_mark_address(amp__vec_tree *f, const amp__c_expr *e)
{
    const amp__c_expr *name;
    amp__vec_var *v = amp__vec_changed_by(f, e, &name);
    if (v != NULL && v->once) {
        amp__c_fail(f->c, name->op, "the address of a variable of the whole tile");
    } else if (v != NULL) {
        v->address |= v->kind == AMP__VEC_LOCAL || v->kind == AMP__VEC_VALUE;
    }
}

/* The element of a view or of tile memory whose name stands at i, of at(V, ...) or V[...]; NULL
   where that is of none. */
static AMP__COLD const amp__c_expr *amp__vec_element(const amp__vec_tree *f, int i)
{
    const amp__vec_var *v = amp__vec_var_at(f, i);
    const amp__c_expr *e = f->expr[i], *of = e != NULL ? e->parent : NULL;
    if (v == NULL || of == NULL || (v->kind != AMP__VEC_VIEW && v->kind != AMP__VEC_TILE)) {
        return NULL;
    }
    if (of->kind == AMP__C_CALL) {
        return e == of->child->next && amp__c_is_access(f->c, of->child->op) ? of : NULL;
    }
    for (; of != NULL && of->kind == AMP__C_INDEX && of->child == e; of = e->parent) {
        e = of;
    }
    return e->kind == AMP__C_INDEX ? e : NULL;
}

/* Where the name of the view or of the tile memory stands that e is an element of; -1 where it is
   none. */
static AMP__COLD int amp__vec_name_of_element(const amp__vec_tree *f, const amp__c_expr *e)
{
    const amp__c_expr *of = e;
    while (of != NULL && of->kind == AMP__C_INDEX) {
        of = of->child;
    }
    of = of != NULL && of->kind == AMP__C_CALL ? of->child->next : of;
    return of != NULL && of->kind == AMP__C_IDENTIFIER && amp__vec_element(f, of->op) == e ? of->op
                                                                                          : -1;
}

/* How many dimensions a member has, at most, that is named as token m is, in a structure at file
   scope. */
static AMP__COLD int amp__vec_member_dimensions(const amp__vec_tree *f, int m)
{
    int k, i, j, n, most = 0;
    for (k = 0; k < f->c->item_count; k++) {
        const amp__c_item *item = &f->c->items[k];
        for (i = item->from + 1; i < item->to && item->name < 0; i++) {
            if (!amp__c_same(f->c, i, m)) {
                continue;
            }
            n = amp__vec_array_type(f, i - 1);
            for (j = i + 1; amp__c_is(f->c, j, '[') && f->c->t[j].match > j;
                 j = f->c->t[j].match + 1) {
                n++;
            }
            most = n > most ? n : most;
        }
    }
    return most;
}

/* Whether s.a or s.a[i] at i, of a structure, is an array, and so a pointer to where it is used. */
static AMP__COLD int amp__vec_is_array_member(const amp__vec_tree *f, int i)
{
    const amp__c_expr *e = f->expr[i], *all = e;
    int member = -1, used = 0, memory;
    for (; all != NULL && all->parent != NULL && all->parent->child == all
           && (all->parent->kind == AMP__C_MEMBER || all->parent->kind == AMP__C_INDEX);
         all = all->parent) {
        used = all->parent->kind == AMP__C_MEMBER ? 0 : used + 1;
        member = all->parent->kind == AMP__C_MEMBER ? all->parent->op + 1 : member;
    }
    return member >= 0 && amp__vec_variable_of(f, all, &memory) == e && !memory
        && used < amp__vec_member_dimensions(f, member);
}

/* Looks at a call of the function that token i names; ends the work where a kernel cannot have
   that call. */
static AMP__COLD void amp__vec_check_call(amp__vec_tree *f, int i)
{
    const amp__c_token *t = &f->c->t[i];
    const int g = amp__c_find_function(f->c, i);
    const unsigned effects = g >= 0 ? f->c->functions[g].effects : 0;
    if (amp__c_is_warp(f->c, i)) {
        amp__c_fail(f->c, i, "%.*s where it is not understood", t->n, t->s);
    }
    if (effects & (AMP__C_EFFECT_BARRIER | AMP__C_EFFECT_REPORT)) {
        amp__c_fail(f->c, i, "a call of %.*s, which has a barrier or a report", t->n, t->s);
    }
    if (amp__c_not_callable(effects) != NULL) {
        amp__c_fail(f->c, i, "a call of %.*s, %s", t->n, t->s, amp__c_not_callable(effects));
    }
}

/* Notes what the name at i is: a member, a variable, a function; and what is done to it. */
static AMP__COLD void amp__vec_resolve_name(amp__vec_tree *f, int i)
{
    static const int tagged[] = { AMP__C_STRUCT, AMP__C_UNION, AMP__C_ENUM, 0 };
    const amp__c_token *t = &f->c->t[i];
    amp__vec_note *note = amp__vec_note_of(f, i);
    if (amp__c_is_member(f->c, i)) {
        note->flags |= AMP__VEC_MEMBER;
        return;
    }
    if (amp__c_among(f->c, i - 1, tagged)) {
        return;
    }
    note->var = amp__vec_lookup(f, i);
    if (amp__c_is_barrier(f->c, i)) {
        amp__c_fail(f->c, i, "a barrier inside an expression");
    }
    if (note->var < 0 && (amp__c_word_is(f->c, i, AMP__C_LET_SECTION)
                          || amp__c_word_is(f->c, i, AMP__C_LET_PROJECTION)
                          || amp__c_word_is(f->c, i, AMP__C_LET_VIEW_AS))) {
        amp__c_fail(f->c, i, "a view that the kernel makes");
    }
    if (amp__c_is_report(f->c, i)) {
        amp__c_fail(f->c, i, "%.*s inside an expression", t->n, t->s);
    }
    if (note->var >= 0 && f->body.origin[i] > 0 && f->vars[note->var].kind != AMP__VEC_TIDX
        && f->body.origin[f->vars[note->var].name] != f->body.origin[i]) {
        amp__c_fail(f->c, i, "%.*s of a helper, which is another thing in the kernel", t->n, t->s);
    }
    if (note->var < 0 && amp__c_is(f->c, i + 1, '(')) {
        amp__vec_check_call(f, i);
    }
    if (note->var >= 0 && f->vars[note->var].kind == AMP__VEC_LOCAL && f->vars[note->var].array
        && !amp__c_is(f->c, i + 1, '[')) {
        f->vars[note->var].address = 1; /* as a pointer */
    }
    if (note->var >= 0 && (f->vars[note->var].kind == AMP__VEC_LOCAL
                           || f->vars[note->var].kind == AMP__VEC_VALUE)
        && amp__vec_is_array_member(f, i)) {
        f->vars[note->var].address = 1;
    }
}

/* Says of each name in the expression [from, to) which variable it is, and what is done to it. */
static AMP__COLD void amp__vec_resolve(amp__vec_tree *f, int from, int to, const amp__c_stmt *owner)
{
    int i;
    for (i = from; i < to; i++) {
        amp__vec_note_of(f, i)->owner = owner;
        if (amp__c_is(f->c, i, '(') && amp__c_is(f->c, i + 1, '{')) {
            amp__c_fail(f->c, i, "a statement as an expression");
        }
        if (f->c->t[i].kind == AMP__C_NAME) {
            amp__vec_resolve_name(f, i);
        }
    }
    for (i = from; i < to; i++) {
        const amp__c_expr *e = f->expr[i];
        if (e != NULL && amp__c_expr_assigns(f->c, e)) {
            amp__vec_mark_written(f, e);
        } else if (amp__c_expr_is(f->c, e, AMP__C_PREFIX, '&')) {
            amp__vec_mark_address(f, e);
        }
    }
}

/* Whether token i stands in a loop that begins at token `from` or behind it. What stands in the
   first part of a for's head is not in that loop. */
static AMP__COLD int amp__vec_is_in_loop(const amp__vec_tree *f, int from, int i)
{
    const amp__c_stmt *s = f->note[i].owner;
    while (s != NULL && (!amp__c_is_loop(s) || (s->kind == AMP__C_FOR && i < s->a))) {
        s = s->parent;
    }
    return s != NULL && s->from >= from;
}

/* Adds a variable whose name is the token `name`; returns its number. */
static AMP__COLD int amp__vec_new_var(amp__vec_tree *f, int name, int kind)
{
    amp__vec_var *v = &f->vars[f->var_count];
    int k;
    if (f->var_count == AMP__VEC_VARS) {
        amp__c_fail(f->c, name, "too many variables");
    }
    memset(v, 0, sizeof(*v));
    v->name = name;
    v->kind = kind;
    v->alive = 1;
    v->once = kind == AMP__VEC_LOCAL && amp__vec_model(f, AMP__PHASED) && f->phase == NULL;
    for (k = 0; k < f->var_count; k++) {
        if (amp__c_same(f->c, f->vars[k].name, name)) {
            v->unique = f->var_count;
        }
    }
    if (k > 0 && kind == AMP__VEC_LOCAL && v[-1].kind == AMP__VEC_LOCAL && v[-1].alive
        && amp__c_is_shape(f->c, name, v[-1].name)) {
        v[-1].shape = f->var_count;
    }
    return f->var_count++;
}

#endif /* AMP_VECTORS_RESOLVE_H */
