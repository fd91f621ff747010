/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_TOKEN_BUILDER_H
#define AMP_VECTORS_TOKEN_BUILDER_H
/*
amp/vectors/token_builder.h: new tokens behind the text's own, and copies of those of a helper at
work.
*/

#include "short_circuit.h"

#if AMP__IMPLEMENT

/* The most parameters of a helper, calls in each other, tokens that copies add. */
enum { AMP__VEC_PARAMETERS = 32, AMP__VEC_DEEPEST = 32, AMP__VEC_LONGEST = 300000 };

/* A call at work: whose body it is that is copied. */
typedef struct amp__vec_inlined {
    int call, function;               /* the call's name; the function's number */
    int origin;                       /* of its tokens: see amp__vec_token */
    int loops;                        /* copied loops and switches around, of this body */
    int depth;                        /* of calls in each other */
    amp__vec_type value;              /* its value's name, n == 0: none */
    amp__vec_type returned_flag[AMP__VEC_DEEPEST]; /* of each statement around: a variable */
    int flag_used[AMP__VEC_DEEPEST];  /* whether that is read */
    int returned_flags;
    int count;
    int name[AMP__VEC_PARAMETERS];    /* of a parameter, in the helper's head */
    int from[AMP__VEC_PARAMETERS];    /* where its declaration begins */
    int arg[AMP__VEC_PARAMETERS], arg_end[AMP__VEC_PARAMETERS];
    int tidx[AMP__VEC_PARAMETERS];    /* it is the tiled index */
    amp__vec_type new_name[AMP__VEC_PARAMETERS]; /* its new name */
} amp__vec_inlined;

/* A new token of that kind, which stands where `like` does. */
static AMP__COLD int amp__vec_put_token(amp__vec_file *f, int like, int kind, const char *s, int n)
{
    amp__vec_token t = f->t[like];
    t.s = s;
    t.n = n;
    t.kind = kind;
    t.flags = 0;
    t.origin = AMP__VEC_GENERATED;
    amp__vec_add(f, t);
    return f->count - 1;
}

/* Adds a sign, in the line of token `like`; returns its number. */
static AMP__COLD int amp__vec_put_sign(amp__vec_file *f, int like, const char *s)
{
    return amp__vec_put_token(f, like, AMP__VEC_SIGN, s, (int)strlen(s));
}

/* The words of C in `text`, cut at blanks. */
static AMP__COLD void amp__vec_put_words(amp__vec_file *f, int like, const char *text)
{
    while (*text != '\0') {
        const int n = (int)strcspn(text, " ");
        (void)amp__vec_put_token(f, like, *text >= 'a' && *text <= 'z' ? AMP__VEC_NAME
                                 : *text >= '0' && *text <= '9' ? AMP__VEC_NUMBER
                                 : AMP__VEC_SIGN, text, n);
        text += n + (text[n] == ' ');
    }
}

/* A closing bracket for `open`. */
static AMP__COLD void amp__vec_put_close(amp__vec_file *f, int open, int like, const char *s)
{
    const int close = amp__vec_put_sign(f, like, s);
    f->t[open].match = close;
    f->t[close].match = open;
}

/* The copies of brackets that are still open, while tokens are copied. */
typedef struct amp__vec_brackets {
    int open[AMP__VEC_DEEPEST * 8], depth;
} amp__vec_brackets;

/* Adds t, a copy of token i; where that is a bracket whose other half stands in [from, to), the
   copies of both find each other. */
static AMP__COLD void amp__vec_add_copy(amp__vec_file *f, amp__vec_brackets *b, amp__vec_token t,
                                        int i, int from, int to)
{
    amp__vec_add(f, t);
    if (f->t[i].match > i && f->t[i].match < to) {
        if (b->depth == AMP__VEC_DEEPEST * 8) {
            amp__vec_fail(f, i, "too many brackets in each other");
        }
        b->open[b->depth++] = f->count - 1;
    } else if (f->t[i].match >= from && f->t[i].match < i && b->depth > 0) {
        const int open = b->open[--b->depth];
        f->t[open].match = f->count - 1;
        f->t[f->count - 1].match = open;
    }
}

/* NAME__hNUMBER */
static AMP__COLD amp__vec_type amp__vec_numbered_name(amp__vec_file *f, const char *s, int n,
                                                      int number)
{
    amp__vec_type name;
    char *room = (char *)amp__vec_new(f, (size_t)n + 24);
    name.n = snprintf(room, (size_t)n + 24, "%.*s__h%d", n, s, number);
    name.s = room;
    return name;
}

/* The name of a view's shape, as amp_at pastes it: that of its pointer, and _shape behind. */
static AMP__COLD amp__vec_type amp__vec_shape_name(amp__vec_file *f, const amp__vec_type *pointer)
{
    amp__vec_type name;
    char *room = (char *)amp__vec_new(f, (size_t)pointer->n + 7);
    name.n = snprintf(room, (size_t)pointer->n + 7, "%.*s_shape", pointer->n, pointer->s);
    name.s = room;
    return name;
}

/* Whether the parameter at token i is the shape of the view whose pointer is parameter k. */
static AMP__COLD int amp__vec_shape_of(const amp__vec_file *f, const amp__vec_inlined *in, int k,
                                       int i)
{
    const amp__vec_token *t = &f->t[i], *of = k >= 0 ? &f->t[in->name[k]] : NULL;
    return of != NULL && t->n == of->n + 6 && memcmp(t->s, of->s, (size_t)of->n) == 0
        && memcmp(t->s + of->n, "_shape", 6) == 0;
}

/* What an operation of warps does with the values that lanes give: all lanes get one result; a
   mask of those for which a condition holds, or what is asked of it; the value of another lane, by
   its number or by where it stands from the caller. */
enum { AMP__VEC_SUM_OF, AMP__VEC_MIN_OF, AMP__VEC_MAX_OF, AMP__VEC_BALLOT, AMP__VEC_ANY,
       AMP__VEC_ALL, AMP__VEC_FROM, AMP__VEC_UP, AMP__VEC_DOWN, AMP__VEC_XOR };

/* Which of them is called at i, or -1. */
static AMP__COLD int amp__vec_warp_at(const amp__vec_file *f, int i)
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
    for (k = 0; k < sizeof(all) / sizeof(all[0]) && amp__vec_warp_word(f, i); k++) {
        if (amp__vec_is(f, i, all[k].name) && amp__vec_is(f, i + 1, "(")) {
            return all[k].op;
        }
    }
    return -1;
}

/* What stands for amp_warp_lane and the like at i, which no thread waits for: a macro's name;
   NULL where none stands there. */
static AMP__COLD const char *amp__vec_warp_position(const amp__vec_file *f, int i)
{
    return !amp__vec_warp_word(f, i) || !amp__vec_is(f, i + 1, "(") ? NULL
        : amp__vec_is(f, i, "amp_warp_lane") ? "AMP__VEC_LANE"
        : amp__vec_is(f, i, "amp_warp_index") ? "AMP__VEC_WARP"
        : amp__vec_is(f, i, "amp_warp_size") ? "AMP__VEC_WARP_LANES" : NULL;
}

/* Whether the argument [from, to) is the tiled index of the kernel, by the name that it has in
   the body at work. */
static AMP__COLD int amp__vec_is_tidx(const amp__vec_file *f, const amp__vec_inlined *in,
                                      int from, int to)
{
    int k;
    for (k = 0; in != NULL && k < in->count && to == from + 1; k++) {
        if (in->tidx[k] && amp__vec_same(f, from, in->name[k])) {
            return 1;
        }
    }
    return to == from + 1 && amp__vec_is(f, from, "tidx");
}

/* Ends the work where the word of warps at i is given another index. Returns the token behind that
   argument. */
static AMP__COLD int amp__vec_warp_tidx(amp__vec_file *f, const amp__vec_inlined *in, int i)
{
    const int end = amp__vec_find_sign(f, i + 2, ",", amp__vec_match(f, i + 1));
    if (!amp__vec_is_tidx(f, in, i + 2, end)) {
        amp__vec_fail(f, i, "another tiled index than tidx, for %.*s", f->t[i].n, f->t[i].s);
    }
    return end;
}

/* The first argument behind tidx of the operation at i is [*from, *to); returns where its second
   one begins, or the closing bracket. */
static AMP__COLD int amp__vec_warp_argument(amp__vec_file *f, const amp__vec_inlined *in, int i,
                                            int *from, int *to)
{
    const int comma = amp__vec_warp_tidx(f, in, i), close = amp__vec_match(f, i + 1);
    *from = comma + 1;
    *to = amp__vec_find_sign(f, *from, ",", close);
    if (*to <= *from) {
        amp__vec_fail(f, i, "%.*s without a value", f->t[i].n, f->t[i].s);
    }
    return *to < close ? *to + 1 : *to;
}

/* A name for number `slot` of the kernel's operations: `word`, and the number behind it. */
static AMP__COLD amp__vec_type amp__vec_warp_name(amp__vec_file *f, const char *word, int slot)
{
    amp__vec_type name;
    char *room = (char *)amp__vec_new(f, 32);
    name.n = snprintf(room, 32, "%s%d", word, slot);
    name.s = room;
    return name;
}

static AMP__COLD void amp__vec_copy_tokens(amp__vec_file *f, const amp__vec_inlined *in,
                                           const amp__vec_hoisted *calls, int from, int to);

/* In place of the operation of warps at i, number `slot`, whose lanes have met: what the thread
   gets. Its value's tokens say of which type that is. */
static AMP__COLD void amp__vec_put_warp_result(amp__vec_file *f, const amp__vec_inlined *in,
                                               const amp__vec_hoisted *calls, int i, int slot)
{
    static const char *const words[] = { "AMP__VEC_TAKE", "AMP__VEC_TAKE", "AMP__VEC_TAKE",
        "AMP__VEC_TAKE_BALLOT", "AMP__VEC_TAKE_ANY", "AMP__VEC_TAKE_ALL", "AMP__VEC_TAKE_FROM",
        "AMP__VEC_TAKE_FROM", "AMP__VEC_TAKE_FROM", "AMP__VEC_TAKE_FROM" };
    const int op = amp__vec_warp_at(f, i);
    const amp__vec_type w = amp__vec_warp_name(f, "amp__w", slot);
    int from, to, open;
    (void)amp__vec_warp_argument(f, in, i, &from, &to);
    (void)amp__vec_put_token(f, i, AMP__VEC_NAME, words[op], (int)strlen(words[op]));
    open = amp__vec_put_sign(f, i, "(");
    (void)amp__vec_put_token(f, i, AMP__VEC_NAME, w.s, w.n);
    if (op >= AMP__VEC_FROM) {
        const amp__vec_type lane = amp__vec_warp_name(f, "amp__lane", slot);
        (void)amp__vec_put_sign(f, i, ",");
        (void)amp__vec_put_token(f, i, AMP__VEC_NAME, lane.s, lane.n);
    }
    if (op <= AMP__VEC_MAX_OF || op >= AMP__VEC_FROM) {
        (void)amp__vec_put_sign(f, i, ",");
        amp__vec_copy_tokens(f, in, calls, from, to);
    }
    amp__vec_put_close(f, open, i, ")");
}

/* Copies [from, to) of the body at work, brackets with their matches, parameters by their
   new names, calls that were hoisted as their values, and the thread's place in its warp. */
static AMP__COLD void amp__vec_copy_tokens(amp__vec_file *f, const amp__vec_inlined *in,
                                           const amp__vec_hoisted *calls, int from, int to)
{
    amp__vec_brackets copied;
    int i, k;
    if (f->count - f->generated_from > AMP__VEC_LONGEST) {
        amp__vec_fail(f, from, "helpers that become too long in place of their calls");
    }
    copied.depth = 0;
    for (i = from; i < to; i++) {
        amp__vec_token t = f->t[i];
        for (k = calls != NULL ? calls->count - 1 : -1; k >= 0 && calls->call[k] != i; k--) {
        }
        if (k < 0 && amp__vec_warp_position(f, i) != NULL) {
            const char *place = amp__vec_warp_position(f, i);
            (void)amp__vec_warp_tidx(f, in, i);
            (void)amp__vec_put_token(f, i, AMP__VEC_NAME, place, (int)strlen(place));
            i = amp__vec_match(f, i + 1);
            continue;
        }
        if (k >= 0) {
            if (calls->value[k].n <= AMP__VEC_WARP_VALUE) {
                amp__vec_put_warp_result(f, in, calls, i, AMP__VEC_WARP_VALUE - calls->value[k].n);
            } else if (calls->value[k].n == 0) { /* (void)helper() */
                const int all = amp__vec_put_sign(f, i, "("), type = amp__vec_put_sign(f, i, "(");
                amp__vec_put_words(f, i, "void");
                amp__vec_put_close(f, type, i, ")");
                amp__vec_put_words(f, i, "0");
                amp__vec_put_close(f, all, i, ")");
            } else if (calls->value[k].n > 0) {
                (void)amp__vec_put_token(f, i, calls->value[k].s[0] <= '9' ? AMP__VEC_NUMBER
                                         : AMP__VEC_NAME, calls->value[k].s, calls->value[k].n);
            }
            i = calls->end[k];
            continue;
        }
        t.flags = 0;
        t.origin = in != NULL ? in->origin : 0;
        for (k = 0; in != NULL && k < in->count; k++) {
            if (t.kind == AMP__VEC_NAME && amp__vec_same(f, i, in->name[k])
                && !amp__vec_is(f, i - 1, ".") && !amp__vec_is(f, i - 1, "->")) {
                t.s = in->new_name[k].s;
                t.n = in->new_name[k].n;
                t.origin = AMP__VEC_GENERATED;
                break;
            }
        }
        amp__vec_add_copy(f, &copied, t, i, from, to);
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_TOKEN_BUILDER_H */
