/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CHOSEN_STARTS_H
#define AMP_VECTORS_CHOSEN_STARTS_H
/*
amp/vectors/chosen_starts.h: a loop whose counter begins at one of two places, as two loops.

    for (int k = c ? l + 1 : 0; k < n; k++) { body }

    if (c) { for (int k = l + 1; k < n; k++) { body } }
    else { for (int k = 0; k < n; k++) { body } }

Pairs of elements of one block are counted once, those of two blocks all: most turns are of the
second kind, where all threads begin together and the loop goes outside of them (strips.h).
*/

#include "loop_calls.h"

/* The longest such loop, in tokens; and where the parts of its head are: c is [value, question),
   the first place ends at the colon, the second at `end`. */
enum { AMP__VEC_LONGEST_CHOSEN_START = 160 };
typedef struct amp__vec_start {
    int value, question, colon, end;
} amp__vec_start;

/* Whether a name in [from, to) stands in [also, end), too. */
static AMP__COLD int amp__vec_shares_name(const amp__c_unit *f, int from, int to, int also, int end)
{
    int i, k;
    for (i = from; i < to; i++) {
        for (k = also; f->t[i].kind == AMP__C_NAME && k < end; k++) {
            if (amp__c_same(f, i, k)) {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether such a loop begins at token i, one place a number and the other none, with nothing in it
   that must stand once: a barrier, a phase, a label; which goes on to somewhere else than near that
   place (neighbour_counters.h). *s: its parts. */
static AMP__COLD int amp__vec_has_chosen_start(const amp__c_unit *f, int i, amp__vec_start *s)
{
    static const int once[] = { AMP__C_PHASE, AMP__C_CASE, AMP__C_RETURN, 0 };
    int close, to, k, refused = 0;
    if (!amp__c_is(f, i, AMP__C_FOR) || !amp__c_is(f, i + 1, '(')) {
        return 0;
    }
    close = f->t[i + 1].match;
    s->end = amp__c_find_sign(f, i + 2, ';', close);
    s->value = amp__c_find_sign(f, i + 2, '=', s->end) + 1;
    s->question = amp__c_find_sign(f, s->value, '?', s->end);
    s->colon = amp__c_find_sign(f, s->question, ':', s->end);
    if (s->question >= s->end || s->colon >= s->end || f->t[s->value - 2].kind != AMP__C_NAME
        || amp__c_find_sign(f, i + 2, ',', s->end) < s->end
        || amp__c_find_sign(f, s->question + 1, '?', s->end) < s->end
        || !amp__c_is(f, i + 2, AMP__C_INT) || !amp__c_is(f, close + 1, '{')) {
        return 0;
    }
    to = f->t[close + 1].match;
    for (k = close + 2; k < to; k++) {
        const int g = amp__c_is(f, k + 1, '(') ? amp__c_find_function(f, k) : -1;
        refused |= amp__c_is_barrier(f, k) || amp__c_is_warp(f, k) || amp__c_among(f, k, once)
            || (g >= 0 && (f->functions[g].effects
                           & (AMP__C_EFFECT_BARRIER | AMP__C_EFFECT_REPORT)) != 0);
    }
    return !refused && s->end - s->colon == 2 && f->t[s->colon + 1].kind == AMP__C_NUMBER
        && s->colon - s->question > 2
        && !amp__vec_shares_name(f, s->question, s->colon, s->end,
                                 amp__c_find_sign(f, s->end + 1, ';', close))
        && to - i < AMP__VEC_LONGEST_CHOSEN_START;
}

#endif /* AMP_VECTORS_CHOSEN_STARTS_H */
