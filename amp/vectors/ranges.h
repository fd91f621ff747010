/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_RANGES_H
#define AMP_VECTORS_RANGES_H
/*
amp/vectors/ranges.h: `if (l < U)` as the bound of the loop over l.
*/

#include "unparse.h"

#if AMP__IMPLEMENT

/* A new operation of that kind, in no plan yet. */
static AMP__COLD amp__vec_op *amp__vec_new_op(amp__vec_file *f, int kind)
{
    amp__vec_op *o = (amp__vec_op *)amp__c_new(&f->c, sizeof(*o));
    o->kind = kind;
    o->group = -1;
    o->bounds[0] = o->bounds[1] = o->bounds[2] = amp__c_empty(&f->c.store);
    return o;
}
/* Whether [from, to) is uniform, and of type int, so that it may bound a loop. */
static AMP__COLD int amp__vec_is_uniform_int(const amp__vec_file *f, int from, int to)
{
    int i, k;
    if (amp__vec_uniform(f, from, to) != AMP__VEC_SAME) {
        return 0;
    }
    for (i = from; i < to; i++) {
        const amp__c_token *t = &f->c.t[i];
        const amp__vec_note *note = &f->note[i];
        const amp__vec_var *v = note->var >= 0 ? &f->vars[note->var] : NULL;
        if (t->kind == AMP__C_TEXT || (note->flags & AMP__VEC_WRITTEN)) {
            return 0;
        }
        if (t->kind == AMP__C_NUMBER) {
            for (k = 0; k < t->n; k++) {
                if (!amp__c_digit(t->s[k])) {
                    return 0;
                }
            }
        }
        if (t->kind == AMP__C_NAME
            && (amp__c_is(&f->c, i, AMP__C_FLOAT) || amp__c_is(&f->c, i, AMP__C_DOUBLE)
                || amp__c_is(&f->c, i, AMP__C_UNSIGNED) || amp__c_is(&f->c, i, AMP__C_SIZE_T)
                || amp__c_is(&f->c, i + 1, '('))) {
            return 0;
        }
        if (v != NULL && (v->kind == AMP__VEC_LOCAL || v->kind == AMP__VEC_VALUE)) {
            if (v->pointer) {
                return 0;
            }
            for (k = v->spec; k < v->spec_end; k++) {
                if (!amp__c_is(&f->c, k, AMP__C_CONST) && !amp__c_is(&f->c, k, AMP__C_INT)
                    && !amp__c_is(&f->c, k, AMP__C_SHORT)) {
                    return 0;
                }
            }
        }
        if (v != NULL && v->kind == AMP__VEC_SHAPE && !amp__c_is(&f->c, i + 2, AMP__C_EXTENT)) {
            return 0;
        }
    }
    return 1;
}

/* The dimension k where [from, to) is tidx.local[k] or tidx.global[k], or a pure variable of
   such a value, plus something uniform: that goes to `offset`. -1 where it is nothing of the
   kind. */
static AMP__COLD int amp__vec_affine(amp__vec_file *f, int from, int to, amp__text *offset)
{
    int i, start, sign = 1, dim = -1, depth_end;
    amp__c_take_brackets_off(&f->c, &from, &to);
    for (start = i = from; i <= to; i++) {
        if (i < to && f->c.t[i].match > i) {
            i = f->c.t[i].match;
            continue;
        }
        if (i < to && f->c.t[i].kind == AMP__C_SIGN && !amp__c_is(&f->c, i, '+')
            && !amp__c_is(&f->c, i, '-') && !amp__c_is(&f->c, i, '*') && !amp__c_is(&f->c, i, '/')
            && !amp__c_is(&f->c, i, '.') && !amp__c_is(&f->c, i, ']')) {
            return -1;
        }
        if (i == to || ((amp__c_is(&f->c, i, '+') || amp__c_is(&f->c, i, '-')) && i > start)) {
            depth_end = i;
            if (start == depth_end) {
                return -1;
            }
            if (amp__vec_is_uniform_int(f, start, depth_end)) {
                amp__text_printf(offset, " %c (", sign > 0 ? '+' : '-');
                amp__vec_unparse(f, offset, start, depth_end, 0);
                amp__text_printf(offset, ")");
            } else {
                const amp__vec_var *v = f->note[start].var >= 0 ? &f->vars[f->note[start].var]
                    : NULL;
                if (dim >= 0 || sign < 0 || v == NULL) {
                    return -1;
                }
                if (v->kind == AMP__VEC_TIDX && depth_end == start + 6
                    && amp__c_is(&f->c, start + 3, '[')
                    && (amp__c_is(&f->c, start + 2, AMP__C_LOCAL)
                        || amp__c_is(&f->c, start + 2, AMP__C_GLOBAL))) {
                    dim = atoi(f->c.t[start + 4].s);
                    if (f->c.t[start + 4].kind != AMP__C_NUMBER || dim >= f->kernel->rank) {
                        return -1;
                    }
                    if (amp__c_is(&f->c, start + 2, AMP__C_GLOBAL)) {
                        amp__text_printf(offset, " + amp__o%d", dim);
                    }
                } else if (v->kind == AMP__VEC_LOCAL && v->pure && depth_end == start + 1) {
                    int k;
                    for (k = v->spec; k < v->spec_end; k++) {
                        if (!amp__c_is(&f->c, k, AMP__C_CONST)
                            && !amp__c_is(&f->c, k, AMP__C_INT)) {
                            return -1;
                        }
                    }
                    dim = amp__vec_affine(f, v->init, v->init_end, offset);
                    if (dim < 0) {
                        return -1;
                    }
                } else {
                    return -1;
                }
            }
            sign = i < to && amp__c_is(&f->c, i, '-') ? -1 : 1;
            start = i + 1;
        }
    }
    return dim;
}

/* Narrows the loop o to the threads for which [from, to), one condition of an `if`, holds; 0
   where it is no range of threads. */
static AMP__COLD int amp__vec_clip(amp__vec_file *f, amp__vec_op *o, int from, int to)
{
    static const int ops[] = { '<', AMP__C_LESS_EQUAL, '>', AMP__C_GREATER_EQUAL, AMP__C_EQUAL, 0 };
    static const char *const written[] = { "<", "<=", ">", ">=", "==" }, *const turned[] = {
        ">", ">=", "<", "<=", "=="
    };
    int i, k = -1, at = -1, dim;
    const char *op;
    amp__text offset = amp__c_empty(&f->c.store);
    amp__text *b;
    amp__c_take_brackets_off(&f->c, &from, &to);
    for (i = from; i < to; i++) {
        int j;
        if (f->c.t[i].match > i) {
            i = f->c.t[i].match;
            continue;
        }
        for (j = 0; ops[j] != 0; j++) {
            if (amp__c_is(&f->c, i, ops[j])) {
                if (at >= 0) {
                    return 0;
                }
                at = i;
                k = j;
            }
        }
    }
    if (at < 0) {
        return 0;
    }
    op = written[k];
    if (amp__vec_is_uniform_int(f, from, at)) { /* U < V */
        int x = from;
        op = turned[k];
        from = at + 1;
        at = x; /* the uniform side is [x, old at) */
        i = from - 1;
    } else if (amp__vec_is_uniform_int(f, at + 1, to)) {
        i = to;
        to = at;
        at = at + 1;
    } else {
        return 0;
    }
    /* [from, to) varies, [at, i) is uniform */
    dim = amp__vec_affine(f, from, to, &offset);
    if (dim < 0) {
        return 0;
    }
    b = &o->bounds[dim];
    if (strcmp(op, "<") == 0 || strcmp(op, "<=") == 0 || strcmp(op, "==") == 0) {
        amp__text_printf(b, "        AMP__CLIP_HIGH(amp__high%d, amp__d%d, (long long)(", dim, dim);
        amp__vec_unparse(f, b, at, i, 0);
        amp__text_printf(b, ") - (0LL%s)%s);\n", offset.used ? offset.at : "",
                         strcmp(op, "<") == 0 ? "" : " + 1");
    }
    if (strcmp(op, ">") == 0 || strcmp(op, ">=") == 0 || strcmp(op, "==") == 0) {
        amp__text_printf(b, "        AMP__CLIP_LOW(amp__low%d, amp__d%d, (long long)(", dim, dim);
        amp__vec_unparse(f, b, at, i, 0);
        amp__text_printf(b, ") - (0LL%s)%s);\n", offset.used ? offset.at : "",
                         strcmp(op, ">") == 0 ? " + 1" : "");
    }
    if (strcmp(op, "==") == 0 && dim == f->kernel->rank - 1) {
        o->one = 1;
    }
    o->clipped = 1;
    return 1;
}

/* The `if` s as a clipped loop, its other conditions as rests; NULL where none of its conditions
   narrows a loop. */
static AMP__COLD amp__vec_op *amp__vec_clipped(amp__vec_file *f, amp__vec_stmt *s)
{
    amp__vec_op *o = amp__vec_new_op(f, AMP__VEC_LANES);
    int i, start;
    if (s->kind != AMP__VEC_IF || s->other != NULL) {
        return NULL;
    }
    for (i = start = s->a; i <= s->a_end; i++) {
        if (i < s->a_end && f->c.t[i].match > i) {
            i = f->c.t[i].match;
            continue;
        }
        if (i < s->a_end
            && (amp__c_is(&f->c, i, AMP__C_OR) || amp__c_is(&f->c, i, '?')
                || amp__c_assigns(&f->c, i)
                || amp__c_is(&f->c, i, AMP__C_INCREMENT)
                || amp__c_is(&f->c, i, AMP__C_DECREMENT))) {
            return NULL;
        }
        if (i == s->a_end || amp__c_is(&f->c, i, AMP__C_AND)) {
            if (!amp__vec_clip(f, o, start, i)) {
                if (o->rests == AMP__VEC_RESTS) {
                    return NULL;
                }
                o->rest[o->rests] = start;
                o->rest_end[o->rests++] = i;
            }
            start = i + 1;
        }
    }
    if (!o->clipped) {
        return NULL;
    }
    o->stmt = s;
    o->list[o->count++] = s->child;
    return o;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_RANGES_H */
