/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_IMPLICIT_DECLARATIONS_H
#define AMP_VECTORS_IMPLICIT_DECLARATIONS_H
/*
amp/vectors/implicit_declarations.h: variables that a kernel has without a declaration in C,
declared: views that it makes, and parameters that its threads change, each its own.

    amp_let_projection(row, 1, v, k);       float *row__h7 = &v[(k) * v_shape.stride[0]];
                                            const amp_shape1 row__h7_shape =
                                                amp__projection1(v_shape);
    value(int, n) ... n += 2;               int n__h9 = (n); ... n__h9 += 2;

The kernel's body is copied as a whole, as in inline.h, and only where it has such a thing. The
new names are in the place of the old ones up to the end of the block.
*/

#include "inline.h"
#include "resolve.h"

/* The most views that a kernel makes, and parameters. */
enum { AMP__VEC_IMPLICITS = 64 };

/* A view, or a parameter that is changed: its name as it stands in the text, its new name (n == 0:
   the old one) and that of its shape; the type of its elements, [type, type_end), constant: they
   are only read; how many blocks are around it. rank: of a view. */
typedef struct amp__vec_implicit {
    int name, type, type_end, constant, depth, rank;
    amp__c_name new_name, shape;
} amp__vec_implicit;

/* Those that are seen at the token at work, the innermost last, and the blocks around it. */
typedef struct amp__vec_implicit_list {
    amp__vec_implicit of[AMP__VEC_IMPLICITS];
    int count, depth;
    amp__vec_brackets brackets; /* of the copy */
} amp__vec_implicit_list;

/* Whether the token i is a word that makes a view. */
static AMP__COLD int amp__vec_makes_view(const amp__vec_body *f, int i)
{
    return (amp__c_word_is(f->c, i, AMP__C_LET_SECTION)
            || amp__c_word_is(f->c, i, AMP__C_LET_PROJECTION)
            || amp__c_word_is(f->c, i, AMP__C_LET_VIEW_AS)) && amp__c_is(f->c, i + 1, '(');
}

/* A further one; its name is token `name`. */
static AMP__COLD amp__vec_implicit *amp__vec_add_implicit(amp__vec_body *f,
                                                          amp__vec_implicit_list *o, int name)
{
    amp__vec_implicit *w = &o->of[o->count];
    if (o->count == AMP__VEC_IMPLICITS) {
        amp__c_fail(f->c, name, "more than %d views and parameters", AMP__VEC_IMPLICITS);
    }
    memset(w, 0, sizeof(*w));
    w->name = name;
    w->depth = o->depth;
    o->count++;
    return w;
}

/* The one that the name at i means, or whose shape it means, with *shape = 1; NULL for none.
   A token of a helper that was put in place means the helper's own. */
static AMP__COLD const amp__vec_implicit *amp__vec_find_implicit(const amp__vec_body *f,
                                                                 const amp__vec_implicit_list *o,
                                                                 int i, int *shape)
{
    const amp__c_token *t = &f->c->t[i];
    int k;
    if (t->kind != AMP__C_NAME || f->origin[i] != 0 || amp__c_is_member(f->c, i)) {
        return NULL;
    }
    for (k = o->count - 1; k >= 0; k--) {
        *shape = amp__c_is_shape(f->c, i, o->of[k].name);
        if (*shape || amp__c_same(f->c, i, o->of[k].name)) {
            return &o->of[k];
        }
    }
    return NULL;
}

/* Copies [from, to), in which brackets may be open, with the new names. */
static AMP__COLD void amp__vec_copy_renamed(amp__vec_body *f, amp__vec_implicit_list *o, int from,
                                            int to)
{
    int i, shape = 0;
    for (i = from; i < to; i++) {
        const int open = o->brackets.depth;
        int origin = f->origin[i];
        amp__c_token t = f->c->t[i];
        const amp__vec_implicit *w = amp__vec_find_implicit(f, o, i, &shape);
        if (w != NULL && w->new_name.n != 0 && (!shape || w->shape.n != 0)) {
            amp__c_spell(&t, shape ? w->shape.s : w->new_name.s,
                         shape ? w->shape.n : w->new_name.n);
            origin = AMP__VEC_GENERATED;
        }
        amp__vec_add_copy(f, &o->brackets, t, origin, i, 0, INT_MAX);
        if (f->c->t[i].match > i) {
            o->depth += amp__c_is(f->c, i, '{');
        } else if (f->c->t[i].match >= 0 && open > 0) {
            o->depth -= amp__c_is(f->c, i, '}');
            while (o->count > 0 && o->of[o->count - 1].depth > o->depth) {
                o->count--;
            }
        }
    }
}

/* The kernel's parameters that are views, or tile memory whose size the launch gives, by their own
   names; and the values whose variables have an address or are changed, by new ones, declared. */
static AMP__COLD void amp__vec_add_implicit_parameters(amp__vec_body *f, amp__vec_implicit_list *o,
                                                       const amp__vec_tree *changed)
{
    int i, k;
    for (i = f->kernel.param; i < f->kernel.param_end; i = amp__c_match(f->c, i + 2) + 1) {
        const int how = i + 1, name = amp__c_closing(f->c, i + 2) - 1;
        const int view = !amp__c_is(f->c, how, AMP__C_VALUE)
            && !amp__c_is(f->c, how, AMP__C_TILE);
        amp__vec_implicit *w;
        if (!amp__c_is(f->c, how, AMP__C_VALUE)) {
            w = amp__vec_add_implicit(f, o, name);
            w->type = i + 3;
            w->type_end = view ? name - 3 : name - 1;
            w->rank = view ? atoi(f->c->t[name - 2].s) : 1;
            w->constant = amp__c_is(f->c, how, AMP__C_IN);
            continue;
        }
        for (k = 0; changed != NULL && k < changed->var_count; k++) {
            const amp__vec_var *v = &changed->vars[k];
            if (v->name == name && (v->writes != 0 || v->address)) {
                const amp__c_name new_name = amp__vec_renamed(f, name, f->c->count);
                int open;
                amp__vec_copy_tokens(f, NULL, NULL, v->spec, v->spec_end);
                (void)amp__vec_put_token(f, name, new_name.s, new_name.n);
                (void)amp__vec_put(f, name, "=");
                open = amp__vec_put(f, name, "(");
                amp__vec_copy_tokens(f, NULL, NULL, name, name + 1);
                amp__vec_put_close(f, open, name, ")");
                (void)amp__vec_put(f, name, ";");
                amp__vec_add_implicit(f, o, name)->new_name = new_name;
            }
        }
    }
}

/* Puts `word` with the number behind it, as amp_shape2. */
static AMP__COLD void amp__vec_put_numbered(amp__vec_body *f, int like, const char *word, int n)
{
    const amp__c_name name = amp__vec_new_name(f, "%s%d", word, n);
    (void)amp__vec_put_token(f, like, name.s, name.n);
}

/* Puts the name of w, or of its shape. */
static AMP__COLD void amp__vec_put_implicit_name(amp__vec_body *f, const amp__vec_implicit *w,
                                                 int shape)
{
    amp__c_name name = w->new_name;
    if (name.n == 0) {
        name.s = f->c->t[w->name].s;
        name.n = f->c->t[w->name].n;
    }
    name = shape ? amp__vec_new_name(f, "%.*s_shape", name.n, name.s) : name;
    (void)amp__vec_put_token(f, w->name, name.s, name.n);
}

/* Puts FUNCTION(shape of w, [from, to)), where the second argument is in brackets of its own, or
   not there: to == from. */
static AMP__COLD void amp__vec_put_shape_call(amp__vec_body *f, amp__vec_implicit_list *o,
                                              const char *word, int rank,
                                              const amp__vec_implicit *w, int from, int to)
{
    int open;
    amp__vec_put_numbered(f, w->name, word, rank);
    open = amp__vec_put(f, w->name, "(");
    amp__vec_put_implicit_name(f, w, 1);
    if (to > from) {
        (void)amp__vec_put(f, from, ",");
        amp__vec_copy_renamed(f, o, from + 1, to - 1);
    }
    amp__vec_put_close(f, open, w->name, ")");
}

/* The view that the word at i makes, declared; returns what follows it. */
static AMP__COLD int amp__vec_put_view_declaration(amp__vec_body *f, amp__vec_implicit_list *o,
                                                   int i)
{
    const int section = amp__c_word_is(f->c, i, AMP__C_LET_SECTION),
        close = amp__c_match(f->c, i + 1);
    const int projection = amp__c_word_is(f->c, i, AMP__C_LET_PROJECTION), name = i + 2, like = i;
    const int rank = f->c->t[i + 4].kind == AMP__C_NUMBER ? atoi(f->c->t[i + 4].s) : 0;
    const int first = i + 8;
    int shape = 0, second = first, second_end = first, open;
    const amp__vec_implicit *base = amp__vec_find_implicit(f, o, i + 6, &shape);
    amp__vec_implicit from, made;
    if (f->c->t[name].kind != AMP__C_NAME || !amp__c_is(f->c, i + 3, ',') || rank < 1 || rank > 3
        || !amp__c_is(f->c, i + 5, ',') || base == NULL || shape || base->rank == 0
        || !amp__c_is(f->c, i + 7, ',') || !amp__c_is(f->c, close + 1, ';')
        || base->rank != (section ? rank : projection ? rank + 1 : 1) || first >= close) {
        amp__c_fail(f->c, i, "a view that the kernel makes of something else than its views");
    }
    if (section) {
        second = amp__c_until(f->c, first, ',', close) + 1;
    }
    second_end = amp__c_closing(f->c, projection ? i + 1 : second) + 1;
    if (second_end != close + projection
        || (section && amp__c_closing(f->c, first) + 2 != second)) {
        amp__c_fail(f->c, i, "a view that is not understood");
    }
    from = *base;
    made = from;
    made.name = name;
    made.rank = rank;
    made.depth = o->depth;
    made.new_name = amp__vec_renamed(f, name, f->c->count);
    made.shape = amp__vec_new_name(f, "%.*s_shape", made.new_name.n, made.new_name.s);
    amp__vec_put_words(f, like, made.constant ? "const" : "");
    amp__vec_copy_tokens(f, NULL, NULL, made.type, made.type_end);
    (void)amp__vec_put(f, like, "*");
    amp__vec_put_implicit_name(f, &made, 0);
    amp__vec_put_words(f, like, "= &");
    amp__vec_put_implicit_name(f, &from, 0);
    open = amp__vec_put(f, like, "[");
    if (section) {
        amp__vec_put_shape_call(f, o, "amp__offset", rank, &from, first, second - 1);
    } else if (projection) {
        const int group = amp__vec_put(f, like, "(");
        amp__vec_copy_renamed(f, o, first, close);
        amp__vec_put_close(f, group, like, ")");
        (void)amp__vec_put(f, like, "*");
        amp__vec_put_implicit_name(f, &from, 1);
        amp__vec_put_words(f, like, ". stride");
        {
            const int index = amp__vec_put(f, like, "[");
            amp__vec_put_words(f, like, "0");
            amp__vec_put_close(f, index, like, "]");
        }
    } else {
        amp__vec_put_words(f, like, "0");
    }
    amp__vec_put_close(f, open, like, "]");
    amp__vec_put_words(f, like, "; const");
    amp__vec_put_numbered(f, like, "amp_shape", rank);
    (void)amp__vec_put_token(f, like, made.shape.s, made.shape.n);
    (void)amp__vec_put(f, like, "=");
    amp__vec_put_shape_call(f, o, section ? "amp__section" : projection ? "amp__projection"
                            : "amp__view_as", rank, &from, projection ? first : second,
                            projection ? first : second_end);
    (void)amp__vec_put(f, like, ";");
    *amp__vec_add_implicit(f, o, name) = made;
    return close + 2;
}

/* Where the kernel at work makes views, its body becomes a copy in which they are declared; with
   `changed` one in which the parameters that its threads change, as that tree knows them, are
   variables of each thread. Returns whether there is one. */
static AMP__COLD int amp__vec_declare_implicit(amp__vec_body *f, const amp__vec_tree *changed)
{
    const amp__c_kernel k = f->kernel;
    amp__vec_implicit_list *o;
    int i, open, lets = 0, from = k.body + 1;
    for (i = k.body; i < k.body_end; i++) {
        lets |= amp__vec_makes_view(f, i);
    }
    if (!lets && changed == NULL) {
        return 0;
    }
    o = (amp__vec_implicit_list *)amp__c_new(f->c, sizeof(*o));
    open = amp__vec_put(f, k.body, "{");
    amp__vec_add_implicit_parameters(f, o, changed);
    for (i = from; i < k.body_end; i++) {
        if (amp__vec_makes_view(f, i)) {
            amp__vec_copy_renamed(f, o, from, i);
            from = amp__vec_put_view_declaration(f, o, i);
            i = from - 1;
        }
    }
    amp__vec_copy_renamed(f, o, from, k.body_end);
    amp__vec_put_close(f, open, k.body_end, "}");
    f->kernel.body = open;
    f->kernel.body_end = f->c->t[open].match;
    return 1;
}

/* The pass `inline`: the kernel's body with the helpers in which threads meet, or report, in place
   of their calls, and with what it has without a declaration declared. */
static AMP__COLD void amp__vec_inline_body(amp__vec_body *f, amp__c_unit *c,
                                           const amp__c_kernel *kernel,
                                           const amp__vec_kept_calls *kept)
{
    amp__vec_begin_body(f, c, kernel, kept);
    if (kernel->rank < 1) {
        amp__c_fail(c, kernel->name, "a kernel without a dimension");
    }
    amp__vec_inline(f);
    (void)amp__vec_declare_implicit(f, NULL);
}

/* Behind it: the body is what one bracket holds, in the text's own tokens or in those behind it. */
static AMP__COLD int amp__vec_body_holds(const amp__vec_body *f)
{
    return amp__c_is(f->c, f->kernel.body, '{')
        && f->c->t[f->kernel.body].match == f->kernel.body_end
        && (f->kernel.body >= f->generated_from) == (f->kernel.body_end >= f->generated_from);
}

#endif /* AMP_VECTORS_IMPLICIT_DECLARATIONS_H */
