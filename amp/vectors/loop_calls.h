/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_LOOP_CALLS_H
#define AMP_VECTORS_LOOP_CALLS_H
/*
amp/vectors/loop_calls.h: helpers with loops, which are put in place of their calls where the loop
then goes outside of the loop over threads, or is a masked one: strips.h, masks.h.

    static inline int place(amp_in(float, 1, edges), float x)
    {
        int low = 0, high = edges_shape.extent[0];
        while (low < high) { ... }               turns that only its own thread knows
        return low;
    }
    ... at(r, i) = place(amp_view_of(edges), at(a, i));

As a function each thread goes through the loop by itself; in place, threads go side by side. Which
calls those are, shows a plan with all of them in place: passes.h.
*/

#include "warps.h"

/* The longest helper that is put in place for its loops, in tokens. */
enum { AMP__VEC_LONGEST_LOOP_HELPER = 600 };

/* Whether token i stands in the head of a loop or of a switch, in front of which nothing can be
   put that its turns all do. */
static AMP__COLD int amp__vec_is_in_head(const amp__c_unit *f, int i)
{
    for (i--; i > 0 && !amp__c_is(f, i, '{') && !amp__c_is(f, i, '}'); i--) {
        if (amp__c_is(f, i, ')')) {
            i = f->t[i].match;
        } else if (amp__c_is(f, i, '(')
                   && (amp__c_is(f, i - 1, AMP__C_FOR) || amp__c_is(f, i - 1, AMP__C_WHILE)
                       || amp__c_is(f, i - 1, AMP__C_SWITCH))) {
            return 1;
        }
    }
    return 0;
}

/* Whether the call at i, of function number g, is put in place for the loops that it has. */
static AMP__COLD int amp__vec_is_loop_call(const amp__vec_body *f, int i, int g)
{
    const amp__c_function *h = &f->c->functions[g];
    int k;
    if (f->kept == NULL || !f->kept->tried || !(h->effects & AMP__C_EFFECT_LOOP)
        || (h->effects & (AMP__C_EFFECT_BARRIER | AMP__C_EFFECT_REPORT))
        || amp__c_not_callable(h->effects) != NULL
        || h->to - h->from > AMP__VEC_LONGEST_LOOP_HELPER || amp__vec_is_in_head(f->c, i)) {
        return 0;
    }
    for (k = 0; k < f->kept->count && f->kept->call[k] != i; k++) {
    }
    return k == f->kept->count;
}

/* Notes that the call at i is put in place, as `origin`, in the body of the origin `outer`. */
static AMP__COLD void amp__vec_note_loop_call(amp__vec_body *f, int i, int origin, int outer)
{
    amp__vec_loop_call *c = &f->loop_call[f->loop_calls];
    if (f->loop_calls == AMP__VEC_LOOP_CALLS) {
        amp__c_fail(f->c, i, "more than %d calls of helpers with loops", AMP__VEC_LOOP_CALLS);
    }
    f->loop_calls++;
    c->call = i;
    c->origin = origin;
    c->outer = outer;
}

#endif /* AMP_VECTORS_LOOP_CALLS_H */
