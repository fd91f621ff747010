/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_WARPS_H
#define AMP_VECTORS_WARPS_H
/*
amp/vectors/warps.h: an operation of warps as a place where all threads of a tile wait for one
another.

    y = x + amp_warp_sum(tidx, a * b);

becomes

    AMP__VEC_GIVE(w1, (a * b));         each thread's value, to an array with an element each
    AMP__VEC_WARP_COMBINE(sum, w1);     a barrier; then, warp by warp, the sum in each element
    y = x + AMP__VEC_TAKE(w1, a * b);

where the last a * b only says which type that is. Of a shuffle nothing is done between: the
thread takes the element of another one, whose number it found before the barrier. Each
operation of the text has an array of its own, so that no second barrier is needed: its next
values are given in another turn of a loop, or never. lanes.h has the macros.
*/

#include "token_builder.h"

/* A number for the operation at i, from 1 on. */
static AMP__COLD int amp__vec_new_warp(amp__vec_body *f, const amp__vec_inlined *in, int i)
{
    if (amp__vec_model_of(&f->kernel) != AMP__TILED) {
        amp__c_fail(f->c, i, "%.*s in a kernel that is not tiled", f->c->t[i].n, f->c->t[i].s);
    }
    (void)amp__vec_warp_tidx(f, in, i);
    return ++f->warps;
}

/* A number for the operation at i, to which no thread comes, so that it may take from any lane. */
static AMP__COLD int amp__vec_put_unreached_warp(amp__vec_body *f, const amp__vec_inlined *in,
                                                 int i)
{
    const int slot = amp__vec_new_warp(f, in, i);
    if (amp__vec_warp_at(f, i) >= AMP__VEC_FROM) {
        const amp__c_name lane = amp__vec_new_name(f, "amp__lane%d", slot);
        amp__vec_put_words(f, i, "int");
        (void)amp__vec_put_token(f, i, lane.s, lane.n);
        amp__vec_put_words(f, i, "= 0 ;");
    }
    return slot;
}

/* Notes that number `slot` stands for the operation at i. */
static AMP__COLD void amp__vec_substitute_warp(amp__vec_body *f, amp__vec_hoisted *calls, int i,
                                               int slot)
{
    amp__c_name value = { "", 0 };
    value.n = AMP__VEC_WARP_VALUE - slot;
    amp__vec_add_substitution(f, calls, i, amp__c_match(f->c, i + 1), value);
}

/* The lane that the shuffle at i takes from, [from, to) being its last argument, as an int of the
   thread; or how far it lies from its own. */
static AMP__COLD void amp__vec_put_from(amp__vec_body *f, const amp__vec_inlined *in,
                                        const amp__vec_hoisted *calls, int i, int slot, int from,
                                        int to)
{
    static const char *const signs[] = { "", "-", "", "^" };
    const int op = amp__vec_warp_at(f, i);
    const amp__c_name lane = amp__vec_new_name(f, "amp__lane%d", slot);
    int open;
    if (from >= to) {
        amp__c_fail(f->c, i, "%.*s without a lane", f->c->t[i].n, f->c->t[i].s);
    }
    amp__vec_put_words(f, i, "int");
    (void)amp__vec_put_token(f, i, lane.s, lane.n);
    (void)amp__vec_put(f, i, "=");
    if (op == AMP__VEC_XOR) {
        (void)amp__vec_put(f, i, "AMP__VEC_LANE");
    }
    amp__vec_put_words(f, i, signs[op - AMP__VEC_FROM]);
    open = amp__vec_put(f, i, "(");
    amp__vec_copy_tokens(f, in, calls, from, to);
    amp__vec_put_close(f, open, i, ")");
    (void)amp__vec_put(f, i, ";");
}

/* Puts what comes before the statement with the operation at i, whose arguments' own calls have
   been put: each thread gives its value, and they meet. */
static AMP__COLD void amp__vec_put_warp(amp__vec_body *f, const amp__vec_inlined *in,
                                        amp__vec_hoisted *calls, int i)
{
    static const char *const ops[] = { "sum", "min", "max", "ballot", "ballot", "ballot" };
    const int op = amp__vec_warp_at(f, i), slot = amp__vec_new_warp(f, in, i);
    const int close = amp__c_match(f->c, i + 1);
    const int vote = op == AMP__VEC_BALLOT || op == AMP__VEC_ANY || op == AMP__VEC_ALL;
    const amp__c_name w = amp__vec_new_name(f, "amp__w%d", slot);
    const char *give = vote ? "AMP__VEC_GIVE_VOTE" : "AMP__VEC_GIVE";
    int from, to, open, all, k;
    const int second = amp__vec_warp_argument(f, in, i, &from, &to);
    if (op >= AMP__VEC_FROM) {
        amp__vec_put_from(f, in, calls, i, slot, second, close);
    }
    (void)amp__vec_put(f, i, give);
    open = amp__vec_put(f, i, "(");
    (void)amp__vec_put_token(f, i, w.s, w.n);
    (void)amp__vec_put(f, i, ",");
    if (op == AMP__VEC_ALL) {
        (void)amp__vec_put(f, i, "!");
    }
    all = amp__vec_put(f, i, "(");
    amp__vec_copy_tokens(f, in, calls, from, to);
    amp__vec_put_close(f, all, i, ")");
    amp__vec_put_close(f, open, i, ")");
    (void)amp__vec_put(f, i, ";");
    k = amp__vec_put(f, i, "AMP__VEC_WARP_COMBINE");
    f->origin[k] = in != NULL ? in->origin : 0;
    open = amp__vec_put(f, i, "(");
    if (op < AMP__VEC_FROM) {
        (void)amp__vec_put(f, i, ops[op]);
        (void)amp__vec_put(f, i, ",");
        (void)amp__vec_put_token(f, i, w.s, w.n);
    }
    amp__vec_put_close(f, open, i, ")");
    (void)amp__vec_put(f, i, ";");
    amp__vec_substitute_warp(f, calls, i, slot);
}

#endif /* AMP_VECTORS_WARPS_H */
