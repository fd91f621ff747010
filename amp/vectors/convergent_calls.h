/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CONVERGENT_CALLS_H
#define AMP_VECTORS_CONVERGENT_CALLS_H
/*
amp/vectors/convergent_calls.h: calls of helpers that have a barrier or report: where they are, and
their arguments.
*/

#include "../ctext/statements.h"
#include "chosen_starts.h"

/* Whether the function g leaves its parameter, whose name is token p, as it is, and names nothing
   else `name`. */
static AMP__COLD int amp__vec_keeps_parameter(const amp__c_unit *f, const amp__c_function *g, int p,
                                              amp__c_name name)
{
    static const int before[] = { '&', AMP__C_INCREMENT, AMP__C_DECREMENT, 0 };
    static const int behind[] = { '=', AMP__C_INCREMENT, AMP__C_DECREMENT, AMP__C_ADD_ASSIGN,
        AMP__C_SUBTRACT_ASSIGN, 0 };
    int i;
    for (i = g->from; i < g->to; i++) {
        const amp__c_token *t = &f->t[i];
        if (t->kind != AMP__C_NAME || amp__c_is_member(f, i)) {
            continue;
        }
        if (amp__c_same(f, i, p) ? amp__c_among(f, i - 1, before) || amp__c_among(f, i + 1, behind)
            : t->n == name.n && memcmp(t->s, name.s, (size_t)t->n) == 0) {
            return 0;
        }
    }
    return 1;
}

/* Whether the argument k of the call is a name alone, by which the helper's body can have it: then
   *name is what the caller has for it. */
static AMP__COLD int amp__vec_argument_name(const amp__vec_body *f, const amp__vec_inlined *in,
                                            const amp__vec_inlined *outer, int k,
                                            amp__c_name *name)
{
    const int a = in->arg[k];
    int n;
    name->s = f->c->t[a].s;
    name->n = f->c->t[a].n;
    for (n = 0; outer != NULL && n < outer->count; n++) {
        if (amp__c_same(f->c, a, outer->name[n])) {
            if (outer->points[n]) {
                return 0; /* that name is of what it points to */
            }
            *name = outer->new_name[n];
        }
    }
    return in->arg_end[k] == a + 1 && f->c->t[a].kind == AMP__C_NAME
        && amp__vec_keeps_parameter(f->c, &f->c->functions[in->function], in->name[k], *name);
}

/* Whether the name at i is an argument of a function of the text, as it stands. */
static AMP__COLD int amp__vec_is_argument(const amp__c_unit *f, int i)
{
    static const int behind[] = { ')', ',', 0 };
    int k = i - 1;
    if (!amp__c_is(f, k, '(') && !amp__c_is(f, k, ',')) {
        return 0;
    }
    for (; k > 0 && !amp__c_is(f, k, '('); k--) {
        if (f->t[k].match >= 0 && f->t[k].match < k) {
            k = f->t[k].match;
        } else if (amp__c_is(f, k, ';') || amp__c_is(f, k, '{')) {
            return 0;
        }
    }
    return amp__c_among(f, i + 1, behind) && f->t[k - 1].kind == AMP__C_NAME
        && amp__c_find_function(f, k - 1) >= 0;
}

/* Whether the function g uses its parameter, a pointer whose name is token p, as `*p`, `p->member`
   or an argument alone, and names nothing else `name`. */
static AMP__COLD int amp__vec_only_points(const amp__c_unit *f, const amp__c_function *g, int p,
                                          amp__c_name name)
{
    static const int moves[] = { '[', AMP__C_INCREMENT, AMP__C_DECREMENT, 0 };
    int i;
    for (i = g->from; i < g->to; i++) {
        const amp__c_token *t = &f->t[i];
        if (t->kind != AMP__C_NAME || amp__c_is_member(f, i)) {
            continue;
        }
        if (!amp__c_same(f, i, p)) {
            if (t->n == name.n && memcmp(t->s, name.s, (size_t)t->n) == 0) {
                return 0;
            }
        } else if (amp__c_is(f, i - 1, '*') ? amp__c_among(f, i + 1, moves)
                   : !amp__c_is(f, i + 1, AMP__C_ARROW) && !amp__vec_is_argument(f, i)) {
            return 0;
        }
    }
    return 1;
}

/* Gives the parameter k, a pointer to a variable of the caller's, `&state`, or to what that has a
   pointer to in this way, the name of the variable: most often of the state of random numbers. */
static AMP__COLD void amp__vec_pass_variable_by_name(const amp__vec_body *f, amp__vec_inlined *in,
                                                     const amp__vec_inlined *outer, int k)
{
    const int a = in->arg[k], passed = !amp__c_is(f->c, a, '&');
    const int at = passed ? a : a + 1;
    amp__c_name name;
    int n, points = !passed;
    name.s = f->c->t[at].s;
    name.n = f->c->t[at].n;
    for (n = 0; outer != NULL && n < outer->count; n++) {
        if (amp__c_same(f->c, at, outer->name[n])) {
            name = outer->new_name[n];
            points = passed ? outer->points[n] : !outer->points[n];
        }
    }
    if (points && in->arg_end[k] == at + 1 && f->c->t[at].kind == AMP__C_NAME
        && amp__c_is(f->c, in->name[k] - 1, '*') && !amp__c_is(f->c, in->name[k] - 2, '*')
        && amp__vec_only_points(f->c, &f->c->functions[in->function], in->name[k], name)) {
        in->by_name[k] = in->points[k] = 1;
        in->new_name[k] = name;
    }
}

/* Gives the view and its shape, parameters k and k + 1, the names that the caller has for them. */
static AMP__COLD void amp__vec_pass_view_by_name(const amp__vec_body *f, amp__vec_inlined *in,
                                                 const amp__vec_inlined *outer, int k)
{
    amp__c_name name[2];
    int j, both = amp__c_is_shape(f->c, in->arg[k + 1], in->arg[k]);
    for (j = 0; j < 2; j++) {
        both &= amp__vec_argument_name(f, in, outer, k + j, &name[j]);
    }
    for (j = 0; j < 2 && both; j++) {
        in->by_name[k + j] = 1;
        in->new_name[k + j] = name[j];
    }
}

/* Whether the parameter whose name is token p is a pointer: `float *p`, `amp_tile_ptr(float) p`. */
static AMP__COLD int amp__vec_is_pointer_parameter(const amp__c_unit *f, int p)
{
    const int word = amp__c_is(f, p - 1, ')') ? f->t[p - 1].match - 1 : p;
    return amp__c_is(f, p - 1, '*') || amp__c_word_is(f, word, AMP__C_TILE_PTR)
        || amp__c_word_is(f, word, AMP__C_GLOBAL_PTR)
        || amp__c_word_is(f, word, AMP__C_CONSTANT_PTR);
}

/* Gives the parameter k, a pointer, the name that the caller has for it: most often of tile memory,
   or of an array of the thread's own, whose elements can then be kept side by side (storage.h). */
static AMP__COLD void amp__vec_pass_array_by_name(const amp__vec_body *f, amp__vec_inlined *in,
                                                  const amp__vec_inlined *outer, int k)
{
    const amp__c_function *g = &f->c->functions[in->function];
    amp__c_name name;
    if (amp__vec_is_pointer_parameter(f->c, in->name[k])
        && !amp__c_has(f->c, g->from, g->to, AMP__C_SIZEOF)
        && amp__vec_argument_name(f, in, outer, k, &name)) {
        in->by_name[k] = 1;
        in->new_name[k] = name;
    }
}

/* The helper's parameters, and the call's arguments for them; `outer` is the body that the
   call stands in. */
static AMP__COLD void amp__vec_pair_arguments(amp__vec_body *f, amp__vec_inlined *in,
                                              const amp__vec_inlined *outer)
{
    const amp__c_function *g = &f->c->functions[in->function];
    int p = g->name + 2, a = in->call + 2;
    const int p_end = amp__c_match(f->c, g->name + 1), a_end = amp__c_match(f->c, in->call + 1);
    if (amp__c_is(f->c, p, AMP__C_VOID) && p + 1 == p_end) {
        p = p_end;
    }
    while (p < p_end && a < a_end) {
        const int k = in->count++, p_from = p, arg = a;
        if (k == AMP__VEC_PARAMETERS) {
            amp__c_fail(f->c, in->call, "a helper with more than %d parameters",
                        AMP__VEC_PARAMETERS);
        }
        p = amp__c_find_sign(f->c, p, ',', p_end);
        a = amp__c_find_sign(f->c, a, ',', a_end);
        in->name[k] = p - 1;
        in->from[k] = p_from;
        in->arg[k] = arg;
        in->arg_end[k] = a;
        if (f->c->t[p - 1].kind != AMP__C_NAME || p - 1 == p_from) {
            amp__c_fail(f->c, p - 1, "a parameter that is not understood, of a helper with a "
                        "barrier or a report");
        }
        in->tidx[k] = amp__c_is(f->c, p - 2, AMP__C_AMP | AMP__C_TILED_INDEX);
        if (in->tidx[k]) {
            if (!amp__vec_is_tidx(f, outer, arg, a)) {
                amp__c_fail(f->c, arg, "another tiled index than tidx, for a helper with a "
                            "barrier or a report");
            }
            in->new_name[k].s = "tidx";
            in->new_name[k].n = 4;
        } else if (k > 0 && amp__c_is_shape(f->c, p - 1, in->name[k - 1])) {
            in->new_name[k] = amp__vec_new_name(f, "%.*s_shape", in->new_name[k - 1].n,
                                                in->new_name[k - 1].s);
            amp__vec_pass_view_by_name(f, in, outer, k - 1);
        } else {
            in->new_name[k] = amp__vec_renamed(f, p - 1, f->c->count + k);
            amp__vec_pass_array_by_name(f, in, outer, k);
            amp__vec_pass_variable_by_name(f, in, outer, k);
        }
        p += p < p_end;
        a += a < a_end;
    }
    if (p < p_end || a < a_end) {
        amp__c_fail(f->c, in->call, "a call with another number of arguments");
    }
}

/* Whether a call begins at i, of a helper that has a barrier or reports, or of an operation of
   warps; or of one that has loops, and is put in place for them. */
static AMP__COLD int amp__vec_call_needs_inlining(const amp__vec_body *f, int i)
{
    const int g = f->c->t[i].kind == AMP__C_NAME && amp__c_is(f->c, i + 1, '(')
        && !amp__c_is_member(f->c, i)
        ? amp__c_find_function(f->c, i) : -1;
    return (g >= 0 && ((f->c->functions[g].effects
                        & (AMP__C_EFFECT_BARRIER | AMP__C_EFFECT_REPORT)) != 0
                       || amp__vec_is_loop_call(f, i, g)))
        || amp__vec_warp_at(f, i) >= 0;
}

/* Whether there is such a call in [from, to), or a loop of chosen_starts.h, or where `body` is set
   a return. */
static AMP__COLD int amp__vec_needs_inlining(const amp__vec_body *f, int body, int from, int to)
{
    amp__vec_start start;
    int i;
    for (i = from; i < to; i++) {
        if ((body && amp__c_is(f->c, i, AMP__C_RETURN)) || amp__vec_call_needs_inlining(f, i)
            || amp__vec_has_chosen_start(f->c, i, &start)) {
            return 1;
        }
    }
    return 0;
}

/* Whether every way through the statement s ends in a return. */
static AMP__COLD int amp__vec_always_returns(const amp__c_stmt *s)
{
    if (s->kind == '{' && s->child != NULL) {
        for (s = s->child; s->next != NULL; s = s->next) {
        }
        return amp__vec_always_returns(s);
    }
    return s->kind == AMP__C_RETURN
        || (s->kind == AMP__C_IF && s->other != NULL && amp__vec_always_returns(s->child)
            && amp__vec_always_returns(s->other));
}

#endif /* AMP_VECTORS_CONVERGENT_CALLS_H */
