/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CONVERGENT_CALLS_H
#define AMP_VECTORS_CONVERGENT_CALLS_H
/*
amp/vectors/convergent_calls.h: calls of helpers that have a barrier or report: where they are,
their arguments; and where statements end that are not read yet. */

#include "warps.h"

#if AMP__IMPLEMENT

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
        } else {
            in->new_name[k] = amp__vec_renamed(f, p - 1, f->c->count + k);
        }
        p += p < p_end;
        a += a < a_end;
    }
    if (p < p_end || a < a_end) {
        amp__c_fail(f->c, in->call, "a call with another number of arguments");
    }
}

/* Whether a call begins at i, of a helper that has a barrier or reports, or of an operation of
   warps. */
static AMP__COLD int amp__vec_call_needs_inlining(const amp__vec_body *f, int i)
{
    const int g = f->c->t[i].kind == AMP__C_NAME && amp__c_is(f->c, i + 1, '(')
        && !amp__c_is(f->c, i - 1, '.') && !amp__c_is(f->c, i - 1, AMP__C_ARROW)
        ? amp__c_find_function(f->c, i) : -1;
    return (g >= 0 && (f->c->functions[g].effects
                       & (AMP__C_EFFECT_BARRIER | AMP__C_EFFECT_REPORT)) != 0)
        || amp__vec_warp_at(f, i) >= 0;
}

/* Whether there is such a call in [from, to), or where `body` is set a return. */
static AMP__COLD int amp__vec_needs_inlining(const amp__vec_body *f, int body, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        if ((body && amp__c_is(f->c, i, AMP__C_RETURN)) || amp__vec_call_needs_inlining(f, i)) {
            return 1;
        }
    }
    return 0;
}

/* Whether a phase of a phased kernel begins at i. */
static AMP__COLD int amp__vec_phase_at(const amp__vec_body *f, int i)
{
    return amp__vec_model_of(&f->kernel) == AMP__PHASED
        && (amp__c_word_is(f->c, i, AMP__C_PHASE)
            || (amp__c_word_is(f->c, i, AMP__C_PHASE_FIRST) && amp__c_is(f->c, i + 1, '(')));
}

/* Where the statement of a phase at i begins. */
static AMP__COLD int amp__vec_phase_body(const amp__vec_body *f, int i)
{
    return amp__c_word_is(f->c, i, AMP__C_PHASE_FIRST) ? amp__c_closing(f->c, i + 1) + 1 : i + 1;
}

/* Where the statement at i ends, which is not read yet. */
static AMP__COLD int amp__vec_statement_end(const amp__vec_body *f, int i, int end)
{
    while (amp__c_is(f->c, i, AMP__C_IF)) {
        i = amp__vec_statement_end(f, amp__c_closing(f->c, i + 1) + 1, end);
        if (i >= end || !amp__c_is(f->c, i, AMP__C_ELSE)) {
            return i;
        }
        i++;
    }
    if (amp__c_is(f->c, i, '{')) {
        return amp__c_match(f->c, i) + 1;
    }
    if (amp__c_is(f->c, i, AMP__C_CASE) || amp__c_is(f->c, i, AMP__C_DEFAULT)) {
        return amp__c_until(f->c, i, ':', end) + 1;
    }
    if (amp__c_is(f->c, i, AMP__C_FOR) || amp__c_is(f->c, i, AMP__C_WHILE)
        || amp__c_is(f->c, i, AMP__C_SWITCH)) {
        return amp__vec_statement_end(f, amp__c_closing(f->c, i + 1) + 1, end);
    }
    if (amp__vec_phase_at(f, i)) {
        return amp__vec_statement_end(f, amp__vec_phase_body(f, i), end);
    }
    if (amp__c_is(f->c, i, AMP__C_DO)) {
        return amp__c_until(f->c, amp__vec_statement_end(f, i + 1, end), ';', end) + 1;
    }
    return amp__c_until(f->c, i, ';', end) + 1;
}

/* Whether every way through the statement [i, end) ends in a return. */
static AMP__COLD int amp__vec_always_returns(const amp__vec_body *f, int i, int end)
{
    if (amp__c_is(f->c, i, AMP__C_RETURN)) {
        return 1;
    }
    if (amp__c_is(f->c, i, '{')) {
        int last = -1, k;
        for (k = i + 1; k < end - 1; k = amp__vec_statement_end(f, k, end - 1)) {
            last = k;
        }
        return last >= 0 && amp__vec_always_returns(f, last, end - 1);
    }
    if (amp__c_is(f->c, i, AMP__C_IF)) {
        const int from = amp__c_match(f->c, i + 1) + 1,
            then = amp__vec_statement_end(f, from, end);
        return then < end && amp__vec_always_returns(f, from, then)
            && amp__vec_always_returns(f, then + 1, end);
    }
    return 0;
}

/* Whether such a call begins in [from, to). */
static AMP__COLD int amp__vec_has_call_to_inline(const amp__vec_body *f, int from, int to)
{
    while (from < to && !amp__vec_call_needs_inlining(f, from)) {
        from++;
    }
    return from < to;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_CONVERGENT_CALLS_H */
