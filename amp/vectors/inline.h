/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_INLINE_H
#define AMP_VECTORS_INLINE_H
/*
amp/vectors/inline.h: a helper in which threads meet, put in place of its call.

`meet(tidx, a + 1);` becomes `{ int n__h7 = (a + 1); { ...the body, n as n__h7... } }`, as
tokens behind the text's own. tidx is passed on by its name. A helper that gives a value
back, or returns before its end, is not understood.
*/

#include "names.h"

#if AMP__IMPLEMENT

enum { AMP__VEC_PARAMETERS = 32 };
/* A call that is replaced, and what its helper's parameters are called there. */
typedef struct amp__vec_inlined {
    int call, function;               /* the call's name; the function's number */
    int count;
    int name[AMP__VEC_PARAMETERS];    /* of a parameter, in the helper's head */
    int arg[AMP__VEC_PARAMETERS], arg_end[AMP__VEC_PARAMETERS];
    int tidx[AMP__VEC_PARAMETERS];    /* it is the tiled index */
    amp__vec_type spelt[AMP__VEC_PARAMETERS]; /* its new name */
} amp__vec_inlined;

/* Adds a sign, in the line of token `like`; returns its number. */
static AMP__RARE int amp__vec_put_sign(amp__vec_file *f, int like, const char *s)
{
    amp__vec_token t = f->t[like];
    t.s = s;
    t.n = (int)strlen(s);
    t.kind = AMP__VEC_SIGN;
    t.flags = 0;
    amp__vec_add(f, t);
    return f->count - 1;
}

/* Adds a copy of token i, of which nothing is known yet. */
static AMP__RARE void amp__vec_put_copy(amp__vec_file *f, int i)
{
    amp__vec_token t = f->t[i];
    t.flags = 0;
    amp__vec_add(f, t);
}

/* Adds copies of [from, to), with their brackets' other halves. `in`, if not NULL: parameters
   of its helper get their new names. */
static AMP__RARE void amp__vec_put_copies(amp__vec_file *f, const amp__vec_inlined *in, int from,
                                          int to)
{
    const int shift = f->count - from;
    int i, k;
    for (i = from; i < to; i++) {
        amp__vec_put_copy(f, i);
        if (f->t[i].match >= from && f->t[i].match < to) {
            f->t[i + shift].match = f->t[i].match + shift;
        }
        for (k = 0; in != NULL && k < in->count; k++) {
            if (f->t[i].kind == AMP__VEC_NAME && amp__vec_same(f, i, in->name[k])
                && !amp__vec_is(f, i - 1, ".") && !amp__vec_is(f, i - 1, "->")) {
                f->t[i + shift].s = in->spelt[k].s;
                f->t[i + shift].n = in->spelt[k].n;
                break;
            }
        }
    }
}

/* Finds the helper's parameters and the call's arguments for them; ends the work where their
   numbers differ, or an argument is none that can be passed on so. */
static AMP__RARE void amp__vec_pair(amp__vec_file *f, amp__vec_inlined *in)
{
    const amp__vec_function *g = &f->functions[in->function];
    int p = g->name + 2, a = in->call + 2;
    const int p_end = amp__vec_match(f, g->name + 1), a_end = amp__vec_match(f, in->call + 1);
    if (amp__vec_is(f, p, "void") && p + 1 == p_end) {
        p = p_end;
    }
    while (p < p_end && a < a_end) {
        const int k = in->count++, p_from = p, arg = a;
        char *name;
        if (k == AMP__VEC_PARAMETERS) {
            amp__vec_fail(f, in->call, "a helper with more than %d parameters",
                          AMP__VEC_PARAMETERS);
        }
        while (p < p_end && !amp__vec_is(f, p, ",")) {
            p = f->t[p].match > p ? f->t[p].match + 1 : p + 1;
        }
        while (a < a_end && !amp__vec_is(f, a, ",")) {
            a = f->t[a].match > a ? f->t[a].match + 1 : a + 1;
        }
        in->name[k] = p - 1;
        in->arg[k] = arg;
        in->arg_end[k] = a;
        if (f->t[p - 1].kind != AMP__VEC_NAME || p - 1 == p_from) {
            amp__vec_fail(f, p - 1, "a parameter of a helper with a barrier that is not "
                          "understood");
        }
        in->tidx[k] = amp__vec_is(f, p_from, "amp_tiled_index")
            || amp__vec_is(f, p_from + 1, "amp_tiled_index");
        if (in->tidx[k] && (a != arg + 1 || amp__vec_lookup(f, arg) < 0
                            || f->vars[amp__vec_lookup(f, arg)].kind != AMP__VEC_TIDX)) {
            amp__vec_fail(f, arg, "another tiled index than tidx, for a helper with a barrier");
        }
        name = (char *)amp__vec_new(f, (size_t)f->t[p - 1].n + 32);
        in->spelt[k].n = in->tidx[k] ? snprintf(name, 32, "tidx")
            : snprintf(name, (size_t)f->t[p - 1].n + 32, "%.*s__h%d", f->t[p - 1].n,
                       f->t[p - 1].s, f->count);
        in->spelt[k].s = name;
        p += p < p_end;
        a += a < a_end;
    }
    if (p < p_end || a < a_end) {
        amp__vec_fail(f, in->call, "a call with another number of arguments");
    }
}

/* Ends the work where a name in the helper's body means something at file scope, and would
   mean a variable of the kernel at the call. */
static AMP__RARE void amp__vec_no_capture(amp__vec_file *f, const amp__vec_inlined *in, int from,
                                          int to)
{
    int i, j, k;
    for (i = from; i < to; i++) {
        int own = 0;
        if (f->t[i].kind != AMP__VEC_NAME || amp__vec_is(f, i - 1, ".")
            || amp__vec_is(f, i - 1, "->") || amp__vec_lookup(f, i) < 0) {
            continue;
        }
        for (k = 0; k < in->count; k++) {
            own |= amp__vec_same(f, i, in->name[k]);
        }
        for (j = from; j <= i && !own; j++) { /* declared in the body, before */
            own = amp__vec_same(f, i, j) && (f->t[j - 1].kind == AMP__VEC_NAME
                || amp__vec_is(f, j - 1, "*") || amp__vec_is(f, j - 1, ","))
                && !amp__vec_is(f, j - 1, "return");
        }
        if (!own) {
            amp__vec_fail(f, in->call, "a call of %.*s, whose %.*s is another thing in the kernel",
                          f->t[in->call].n, f->t[in->call].s, f->t[i].n, f->t[i].s);
        }
    }
}

/* Whether a call as a statement begins at i, of a helper in which threads meet. */
static AMP__RARE int amp__vec_meets_in(amp__vec_file *f, int i)
{
    const int g = f->t[i].kind == AMP__VEC_NAME && amp__vec_is(f, i + 1, "(")
        && amp__vec_lookup(f, i) < 0 ? amp__vec_find_function(f, i) : -1;
    return g >= 0 && f->functions[g].barrier && amp__vec_is(f, amp__vec_match(f, i + 1) + 1, ";");
}

/* The call at i as a block: returns its first token, *end is behind its last. */
static AMP__RARE int amp__vec_inline(amp__vec_file *f, int i, int *end)
{
    amp__vec_inlined in;
    const amp__vec_function *g;
    int first, inner, k, last;
    memset(&in, 0, sizeof(in));
    in.call = i;
    in.function = amp__vec_find_function(f, i);
    g = &f->functions[in.function];
    if (g->why != NULL) {
        amp__vec_fail(f, i, "a call of %.*s, %s", f->t[i].n, f->t[i].s, g->why);
    }
    if (!amp__vec_is(f, g->name - 1, "void")) {
        amp__vec_fail(f, i, "a call of %.*s, in which a barrier stands and which gives a value "
                      "back", f->t[i].n, f->t[i].s);
    }
    last = g->to;
    if (amp__vec_is(f, last - 2, "return") && amp__vec_is(f, last - 1, ";")) {
        last -= 2;
    }
    for (k = g->from; k < last; k++) {
        if (amp__vec_is(f, k, "return")) {
            amp__vec_fail(f, i, "a call of %.*s, in which a barrier stands and which returns "
                          "early", f->t[i].n, f->t[i].s);
        }
    }
    amp__vec_pair(f, &in);
    amp__vec_no_capture(f, &in, g->from + 1, last);
    first = amp__vec_put_sign(f, i, "{");
    for (k = 0; k < in.count; k++) {
        if (!in.tidx[k]) {
            int from = in.name[k], open, close;
            while (!amp__vec_is(f, from - 1, ",") && from - 1 != g->name + 1) {
                from--;
                from = f->t[from].match >= 0 && f->t[from].match < from ? f->t[from].match : from;
            }
            amp__vec_put_copies(f, &in, from, in.name[k] + 1);
            (void)amp__vec_put_sign(f, i, "=");
            open = amp__vec_put_sign(f, i, "(");
            amp__vec_put_copies(f, NULL, in.arg[k], in.arg_end[k]);
            close = amp__vec_put_sign(f, i, ")");
            f->t[open].match = close;
            f->t[close].match = open;
            (void)amp__vec_put_sign(f, i, ";");
        }
    }
    inner = amp__vec_put_sign(f, g->from, "{");
    amp__vec_put_copies(f, &in, g->from + 1, last);
    k = amp__vec_put_sign(f, g->to, "}");
    f->t[inner].match = k;
    f->t[k].match = inner;
    k = amp__vec_put_sign(f, g->to, "}");
    f->t[first].match = k;
    f->t[k].match = first;
    *end = f->count;
    return first;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_INLINE_H */
