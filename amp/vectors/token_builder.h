/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_TOKEN_BUILDER_H
#define AMP_VECTORS_TOKEN_BUILDER_H
/*
amp/vectors/token_builder.h: new tokens behind the text's own, and copies of those of a helper at
work.
*/

#include "short_circuit.h"

/* The most parameters of a helper, calls in each other, tokens that copies add. */
enum { AMP__VEC_PARAMETERS = 32, AMP__VEC_DEEPEST = 32, AMP__VEC_LONGEST = 300000 };

/* A call at work: whose body it is that is copied. */
typedef struct amp__vec_inlined {
    int call, function;               /* the call's name; the function's number */
    int origin;                       /* of its tokens: see amp__c_token */
    int loops;                        /* copied loops and switches around, of this body */
    int depth;                        /* of calls in each other */
    amp__c_name value;              /* its value's name, n == 0: none */
    amp__c_name returned_flag[AMP__VEC_DEEPEST]; /* of each statement around: a variable */
    int flag_used[AMP__VEC_DEEPEST];  /* whether that is read */
    int returned_flags;
    int count;
    int name[AMP__VEC_PARAMETERS];    /* of a parameter, in the helper's head */
    int from[AMP__VEC_PARAMETERS];    /* where its declaration begins */
    int arg[AMP__VEC_PARAMETERS], arg_end[AMP__VEC_PARAMETERS];
    int tidx[AMP__VEC_PARAMETERS];    /* it is the tiled index */
    int by_name[AMP__VEC_PARAMETERS]; /* it is a view or a shape of the caller */
    int points[AMP__VEC_PARAMETERS];  /* it is a pointer to the variable of that name */
    amp__c_name new_name[AMP__VEC_PARAMETERS]; /* its new name */
} amp__vec_inlined;

/* A new token, spelled [s, s + n), which stands where `like` does. */
static AMP__COLD int amp__vec_put_token(amp__vec_body *f, int like, const char *s, int n)
{
    amp__c_token t = f->c->t[like];
    amp__c_spell(&t, s, n);
    amp__vec_add(f, t, AMP__VEC_GENERATED);
    return f->c->count - 1;
}

/* Adds a word or sign, in the line of token `like`; returns its number. */
static AMP__COLD int amp__vec_put(amp__vec_body *f, int like, const char *s)
{
    return amp__vec_put_token(f, like, s, (int)strlen(s));
}

/* The words of C in `text`, cut at blanks. */
static AMP__COLD void amp__vec_put_words(amp__vec_body *f, int like, const char *text)
{
    while (*text != '\0') {
        const int n = (int)strcspn(text, " ");
        (void)amp__vec_put_token(f, like, text, n);
        text += n + (text[n] == ' ');
    }
}

/* A closing bracket for `open`. */
static AMP__COLD void amp__vec_put_close(amp__vec_body *f, int open, int like, const char *s)
{
    amp__c_pair(f->c, open, amp__vec_put(f, like, s));
}

/* The copies of brackets that are still open, while tokens are copied. */
typedef struct amp__vec_brackets {
    int open[AMP__VEC_DEEPEST * 8], depth;
} amp__vec_brackets;

/* Adds t, a copy of token i, with that origin; where that is a bracket whose other half stands in
   [from, to), the copies of both find each other. */
static AMP__COLD void amp__vec_add_copy(amp__vec_body *f, amp__vec_brackets *b, amp__c_token t,
                                        int origin, int i, int from, int to)
{
    amp__vec_add(f, t, origin);
    if (f->c->t[i].match > i && f->c->t[i].match < to) {
        if (b->depth == AMP__VEC_DEEPEST * 8) {
            amp__c_fail(f->c, i, "too many brackets in each other");
        }
        b->open[b->depth++] = f->c->count - 1;
    } else if (f->c->t[i].match >= from && f->c->t[i].match < i && b->depth > 0) {
        amp__c_pair(f->c, b->open[--b->depth], f->c->count - 1);
    }
}

/* A new name, as printf would print it. */
__attribute__((format(printf, 2, 3)))
static AMP__COLD amp__c_name amp__vec_new_name(amp__vec_body *f, const char *format, ...)
{
    amp__c_name name;
    char *room;
    va_list list;
    va_start(list, format);
    name.n = vsnprintf(NULL, 0, format, list);
    va_end(list);
    name.s = room = (char *)amp__c_new(f->c, (size_t)name.n + 1);
    va_start(list, format);
    (void)vsnprintf(room, (size_t)name.n + 1, format, list);
    va_end(list);
    return name;
}

/* A new name for what token i names. */
static AMP__COLD amp__c_name amp__vec_renamed(amp__vec_body *f, int i, int number)
{
    return amp__vec_new_name(f, "%.*s__h%d", f->c->t[i].n, f->c->t[i].s, number);
}

/* What an operation of warps does with the values that lanes give: all lanes get one result; a
   mask of those for which a condition holds, or what is asked of it; the value of another lane, by
   its number or by where it stands from the caller. */
enum { AMP__VEC_SUM_OF, AMP__VEC_MIN_OF, AMP__VEC_MAX_OF, AMP__VEC_BALLOT, AMP__VEC_ANY,
       AMP__VEC_ALL, AMP__VEC_FROM, AMP__VEC_UP, AMP__VEC_DOWN, AMP__VEC_XOR };

/* Which of them is called at i, or -1. */
static AMP__COLD int amp__vec_warp_at(const amp__vec_body *f, int i)
{
    static const struct {
        const char *name;
        int op;
    } all[] = { { "amp_warp_sum", AMP__VEC_SUM_OF }, { "amp_warp_min", AMP__VEC_MIN_OF },
        { "amp_warp_max", AMP__VEC_MAX_OF }, { "amp_warp_ballot", AMP__VEC_BALLOT },
        { "amp_warp_any", AMP__VEC_ANY }, { "amp_warp_all", AMP__VEC_ALL },
        { "amp_warp_shuffle", AMP__VEC_FROM }, { "amp_warp_broadcast", AMP__VEC_FROM },
        { "amp_warp_shuffle_up", AMP__VEC_UP }, { "amp_warp_shuffle_down", AMP__VEC_DOWN },
        { "amp_warp_shuffle_xor", AMP__VEC_XOR } };
    size_t k;
    for (k = 0; k < sizeof(all) / sizeof(all[0]) && amp__c_is_warp(f->c, i); k++) {
        if (amp__c_named(f->c, i, all[k].name) && amp__c_is(f->c, i + 1, '(')) {
            return all[k].op;
        }
    }
    return -1;
}

/* What stands for amp_warp_lane and the like at i, which no thread waits for: a macro's name;
   NULL where none stands there. */
static AMP__COLD const char *amp__vec_warp_position(const amp__vec_body *f, int i)
{
    return !amp__c_is_warp(f->c, i) || !amp__c_is(f->c, i + 1, '(') ? NULL
        : amp__c_named(f->c, i, "amp_warp_lane") ? "AMP__VEC_LANE"
        : amp__c_named(f->c, i, "amp_warp_index") ? "AMP__VEC_WARP"
        : amp__c_named(f->c, i, "amp_warp_size") ? "AMP__VEC_WARP_LANES" : NULL;
}

/* Whether each warp of the kernel's tile has all of its lanes, for all to see. */
static AMP__COLD int amp__vec_has_whole_warps(const amp__vec_body *f)
{
    const amp__c_kernel *k = f->launched;
    long threads = 1;
    int d;
    for (d = 0; d < k->rank && threads > 0; d++) {
        const long n = amp__c_whole_number(f->c, amp__c_read_expression(f->c, k->dims[d],
                                                                        k->dims_end[d]));
        threads = n > 0 && n <= 1024 ? threads * n : 0;
    }
    return threads > 0 && threads % AMP_WARP_SIZE == 0;
}

/* Whether the argument [from, to) is the tiled index of the kernel, by the name that it has in
   the body at work. */
static AMP__COLD int amp__vec_is_tidx(const amp__vec_body *f, const amp__vec_inlined *in,
                                      int from, int to)
{
    int k;
    for (k = 0; in != NULL && k < in->count && to == from + 1; k++) {
        if (in->tidx[k] && amp__c_same(f->c, from, in->name[k])) {
            return 1;
        }
    }
    return to == from + 1 && amp__c_is(f->c, from, AMP__C_TIDX);
}

/* Ends the work where the word of warps at i is given another index. Returns the token behind that
   argument. */
static AMP__COLD int amp__vec_warp_tidx(amp__vec_body *f, const amp__vec_inlined *in, int i)
{
    const int end = amp__c_find_sign(f->c, i + 2, ',', amp__c_match(f->c, i + 1));
    if (!amp__vec_is_tidx(f, in, i + 2, end)) {
        amp__c_fail(f->c, i, "another tiled index than tidx, for %.*s", f->c->t[i].n, f->c->t[i].s);
    }
    return end;
}

/* The first argument behind tidx of the operation at i is [*from, *to); returns where its second
   one begins, or the closing bracket. */
static AMP__COLD int amp__vec_warp_argument(amp__vec_body *f, const amp__vec_inlined *in, int i,
                                            int *from, int *to)
{
    const int comma = amp__vec_warp_tidx(f, in, i), close = amp__c_match(f->c, i + 1);
    *from = comma + 1;
    *to = amp__c_find_sign(f->c, *from, ',', close);
    if (*to <= *from) {
        amp__c_fail(f->c, i, "%.*s without a value", f->c->t[i].n, f->c->t[i].s);
    }
    return *to < close ? *to + 1 : *to;
}

/* The number of the parameter that token i names, in the body at work; -1. */
static AMP__COLD int amp__vec_parameter_at(const amp__vec_body *f, const amp__vec_inlined *in,
                                           int i)
{
    int k = in != NULL && f->c->t[i].kind == AMP__C_NAME && !amp__c_is_member(f->c, i)
        ? in->count - 1 : -1;
    while (k >= 0 && !amp__c_same(f->c, i, in->name[k])) {
        k--;
    }
    return k;
}

static AMP__COLD void amp__vec_copy_tokens(amp__vec_body *f, const amp__vec_inlined *in,
                                           const amp__vec_hoisted *calls, int from, int to);

/* In place of the operation of warps at i, number `slot`, whose lanes have met: what the thread
   gets. Its value's tokens say of which type that is. */
static AMP__COLD void amp__vec_put_warp_result(amp__vec_body *f, const amp__vec_inlined *in,
                                               const amp__vec_hoisted *calls, int i, int slot)
{
    static const char *const words[] = { "AMP__VEC_TAKE", "AMP__VEC_TAKE", "AMP__VEC_TAKE",
        "AMP__VEC_TAKE_BALLOT", "AMP__VEC_TAKE_ANY", "AMP__VEC_TAKE_ALL", "AMP__VEC_TAKE_FROM",
        "AMP__VEC_TAKE_NEAR", "AMP__VEC_TAKE_NEAR", "AMP__VEC_TAKE_FROM" };
    const int op = amp__vec_warp_at(f, i);
    const amp__c_name w = amp__vec_new_name(f, "amp__w%d", slot);
    int from, to, open;
    (void)amp__vec_warp_argument(f, in, i, &from, &to);
    (void)amp__vec_put(f, i, words[op]);
    open = amp__vec_put(f, i, "(");
    (void)amp__vec_put_token(f, i, w.s, w.n);
    if (op >= AMP__VEC_FROM) {
        const amp__c_name lane = amp__vec_new_name(f, "amp__lane%d", slot);
        (void)amp__vec_put(f, i, ",");
        (void)amp__vec_put_token(f, i, lane.s, lane.n);
    }
    if (op <= AMP__VEC_MAX_OF || op >= AMP__VEC_FROM) {
        (void)amp__vec_put(f, i, ",");
        amp__vec_copy_tokens(f, in, calls, from, to);
    }
    amp__vec_put_close(f, open, i, ")");
}

/* Copies [from, to) of the body at work, brackets with their matches, parameters by their
   new names, calls that were hoisted as their values, and the thread's place in its warp. */
static AMP__COLD void amp__vec_copy_tokens(amp__vec_body *f, const amp__vec_inlined *in,
                                           const amp__vec_hoisted *calls, int from, int to)
{
    amp__vec_brackets copied;
    int i, k, points;
    if (f->c->count - f->generated_from > AMP__VEC_LONGEST) {
        amp__c_fail(f->c, from, "helpers that become too long in place of their calls");
    }
    copied.depth = 0;
    for (i = from; i < to; i++) {
        int origin = in != NULL ? in->origin : 0;
        amp__c_token t = f->c->t[i];
        for (k = calls != NULL ? calls->count - 1 : -1; k >= 0 && calls->call[k] != i; k--) {
        }
        if (k < 0 && amp__vec_warp_position(f, i) != NULL) {
            const char *place = amp__vec_warp_position(f, i);
            (void)amp__vec_warp_tidx(f, in, i);
            if (amp__c_named(f->c, i, "amp_warp_size") && amp__vec_has_whole_warps(f)) {
                f->whole_warps = 1;
                place = "AMP_WARP_SIZE";
            }
            (void)amp__vec_put(f, i, place);
            i = amp__c_match(f->c, i + 1);
            continue;
        }
        if (k >= 0) {
            if (calls->value[k].n <= AMP__VEC_WARP_VALUE) {
                amp__vec_put_warp_result(f, in, calls, i, AMP__VEC_WARP_VALUE - calls->value[k].n);
            } else if (calls->value[k].n == 0) { /* (void)helper() */
                const int all = amp__vec_put(f, i, "("), type = amp__vec_put(f, i, "(");
                amp__vec_put_words(f, i, "void");
                amp__vec_put_close(f, type, i, ")");
                amp__vec_put_words(f, i, "0");
                amp__vec_put_close(f, all, i, ")");
            } else if (calls->value[k].n > 0) {
                (void)amp__vec_put_token(f, i, calls->value[k].s, calls->value[k].n);
            }
            i = calls->end[k];
            continue;
        }
        k = amp__vec_parameter_at(f, in, i);
        if (k >= 0) {
            amp__c_spell(&t, in->new_name[k].s, in->new_name[k].n);
            origin = AMP__VEC_GENERATED;
        }
        points = k >= 0 && in->points[k];
        k = amp__c_is(f->c, i, '*') && i + 1 < to ? amp__vec_parameter_at(f, in, i + 1) : -1;
        if (k >= 0 && in->points[k]) {
            continue; /* *p is the variable */
        }
        if (points && amp__c_is(f->c, i + 1, AMP__C_ARROW)) {
            amp__vec_add(f, t, origin);
            (void)amp__vec_put(f, ++i, ".");
            continue;
        }
        if (points && !amp__c_is(f->c, i - 1, '*')) {
            (void)amp__vec_put(f, i, "&");
        }
        amp__vec_add_copy(f, &copied, t, origin, i, from, to);
    }
}

#endif /* AMP_VECTORS_TOKEN_BUILDER_H */
