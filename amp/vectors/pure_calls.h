/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_PURE_CALLS_H
#define AMP_VECTORS_PURE_CALLS_H
/*
amp/vectors/pure_calls.h: calls whose value follows from their arguments alone, and that change
nothing: of the C library, of the language, and of helpers of the text.
*/

#include "resolve.h"
#include "../language/c_library.h"

/* The functions of <math.h> of which the compilers make no vectors by themselves. The library has
   vectors of floats of the first AMP__VEC_EXACT (exact_math.h), glibc of the first AMP__VEC_MOST,
   for AMP_VECTORS_FAST=1; clang knows of AMP__VEC_FEW. */
enum { AMP__VEC_POWER = 3, AMP__VEC_FEW = 5, AMP__VEC_EXACT = 7, AMP__VEC_MOST = 25 };
static const char *const amp__vec_functions[] = { "cos", "exp", "log", "pow", "sin",
    "exp2", "log2",
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cosh", "erf", "erfc",
    "expm1", "hypot", "log10", "log1p", "sinh", "tan", "tanh",
    "fmod", "lgamma", "remainder", "tgamma", NULL };

/* Which of them is called at token i; -1: none. */
static AMP__COLD int amp__vec_function_at(const amp__c_unit *c, int i)
{
    const amp__c_token *t = &c->t[i];
    const int fast = t->n > 9 && memcmp(t->s, "amp_fast_", 9) == 0 ? 9 : 0;
    int k;
    for (k = 0; amp__vec_functions[k] != NULL && amp__c_is(c, i + 1, '('); k++) {
        const int n = (int)strlen(amp__vec_functions[k]), left = t->n - fast;
        if ((left == n || (left == n + 1 && t->s[t->n - 1] == 'f'))
            && memcmp(t->s + fast, amp__vec_functions[k], (size_t)n) == 0) {
            return k;
        }
    }
    return -1;
}

/* Whether the function called at token i is that of floats. */
static AMP__COLD int amp__vec_is_of_floats(const amp__c_unit *c, int i)
{
    const amp__c_token *t = &c->t[i];
    return t->s[t->n - 1] == 'f' && !(t->n == 3 && memcmp(t->s, "erf", 3) == 0);
}

/* Such functions of the C library and of the language; those of the language that cost next to
   nothing. */
#define AMP__VEC_PURE_NUMBERS(name, n) #name, #name "f",
#define AMP__VEC_PURE_OTHERS(name, n, ...) #name, #name "f",
#define AMP__VEC_PURE_INTEGERS(name, n, ...) #name,
static const char *const amp__vec_pure[] = {
    AMP__C_NUMBERS(AMP__VEC_PURE_NUMBERS) AMP__C_OTHERS(AMP__VEC_PURE_OTHERS)
    AMP__C_INTEGERS(AMP__VEC_PURE_INTEGERS) "sizeof", "amp_saturate", "amp_step", "amp_smoothstep",
    "amp_radians", "amp_rcp", "amp_mad", "amp_countbits", "amp_reversebits", "amp_firstbitlow",
    "amp_firstbithigh",
    "amp__offset1", "amp__offset2", "amp__offset3", "amp__section1", "amp__section2",
    "amp__section3", "amp__projection1", "amp__projection2", "amp__view_as1", "amp__view_as2",
    "amp__view_as3", NULL };
static const char *const amp__vec_cheap[] = { "amp_imin", "amp_imax", "amp_umin", "amp_umax",
                                              "amp_clamp", "amp_abs", "amp_sign", NULL };

/* What a call does besides: it calls one of amp__vec_functions; it is none of those that cost next
   to nothing; it has a loop; it divides, which no thread may that does not ask for it. */
enum { AMP__VEC_CALL_IS_SLOW = 1, AMP__VEC_CALL_COSTS = 2, AMP__VEC_CALL_LOOPS = 4,
       AMP__VEC_CALL_DIVIDES = 8 };

/* The most helpers that call each other and are looked into; the longest that costs next to
   nothing, in tokens. */
enum { AMP__VEC_PURE_DEPTH = 5, AMP__VEC_CHEAP_HELPER = 48 };

/* That of the call at token i, at that depth of helpers. */
static AMP__COLD int amp__vec_is_pure_at(const amp__c_unit *c, int i, int *does, int depth)
{
    static const int words[] = { AMP__C_IF, AMP__C_FOR, AMP__C_WHILE, AMP__C_RETURN, AMP__C_SWITCH,
        0 };
    static const int refused[] = { '[', '.', AMP__C_ARROW, AMP__C_STATIC, 0 };
    static const int divides[] = { '/', '%', AMP__C_DIVIDE_ASSIGN, AMP__C_REMAINDER_ASSIGN, 0 };
    const int g = amp__c_find_function(c, i);
    const amp__c_function *h = g >= 0 ? &c->functions[g] : NULL;
    if (h == NULL) {
        const int cheap = amp__c_named_among(c, i, amp__vec_cheap);
        *does |= (amp__vec_function_at(c, i) >= 0 ? AMP__VEC_CALL_IS_SLOW : 0)
            | (cheap ? 0 : AMP__VEC_CALL_COSTS);
        return cheap || amp__c_named_among(c, i, amp__vec_pure);
    }
    if ((h->effects & (AMP__C_EFFECT_BARRIER | AMP__C_EFFECT_REPORT | AMP__C_EFFECT_ORDER))
        || amp__c_not_callable(h->effects) != NULL || depth == AMP__VEC_PURE_DEPTH
        || amp__c_has(c, h->name + 1, h->from, '*')) {
        return 0;
    }
    *does |= (h->effects & AMP__C_EFFECT_LOOP ? AMP__VEC_CALL_LOOPS : 0)
        | (h->to - h->from > AMP__VEC_CHEAP_HELPER ? AMP__VEC_CALL_COSTS : 0);
    for (i = h->name + 1; i < h->to; i++) {
        const int calls = c->t[i].kind == AMP__C_NAME && amp__c_is(c, i + 1, '(');
        *does |= amp__c_among(c, i, divides) ? AMP__VEC_CALL_DIVIDES : 0;
        if (amp__c_among(c, i, refused) || c->t[i].kind == AMP__C_TEXT
            || (amp__c_is(c, i, '&') && !amp__c_is_binary(c, i))
            || (amp__c_is(c, i, AMP__C_AMP) && !calls)
            || (calls && !amp__c_is_type(c, i) && !amp__c_among(c, i, words)
                && !amp__vec_is_pure_at(c, i, does, depth + 1))) {
            return 0;
        }
    }
    return 1;
}

/* Whether token i names such a function; adds to *does what a call of it does besides. */
static AMP__COLD int amp__vec_is_pure_call(const amp__c_unit *c, int i, int *does)
{
    return amp__vec_is_pure_at(c, i, does, 0);
}

#endif /* AMP_VECTORS_PURE_CALLS_H */
