/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_STRIDES_H
#define AMP_VECTORS_STRIDES_H
/*
amp/vectors/strides.h: whether a uniform loop of a simple or phased kernel pays outside of the
loop over the threads: where neighbours use neighbouring elements, or the same one.

    for (k = 0; k < n; k++) { sum += at(A, y, k) * at(B, k, x); }     outside
    for (k = 0; k < n; k++) { sum += at(A, x, k); }                   stays where it is

The second one goes along memory itself, as the engine `loops` runs it. A tiled kernel's threads
are neighbours by custom, so its uniform loops all go outside.
*/

#include "ranges.h"

#if AMP__IMPLEMENT

/* How the index [from, to) goes from a thread to its neighbour: not at all; by one; otherwise. */
enum { AMP__VEC_STAYS, AMP__VEC_BY_ONE, AMP__VEC_JUMPS };
static AMP__RARE int amp__vec_stride(const amp__vec_file *f, int from, int to)
{
    int i, start, stride = AMP__VEC_STAYS, minus = 0;
    while (amp__vec_is(f, from, "(") && f->t[from].match == to - 1) {
        from++;
        to--;
    }
    if (amp__vec_uniform(f, from, to) != AMP__VEC_VARYING) {
        return AMP__VEC_STAYS;
    }
    for (i = start = from; i <= to; i++) {
        const int sign = i < to && i > start && (amp__vec_is(f, i, "+") || amp__vec_is(f, i, "-"));
        if (i < to && f->t[i].match > i) {
            i = f->t[i].match;
            continue;
        }
        if (i < to && !sign) {
            continue;
        }
        if (start < i && amp__vec_uniform(f, start, i) == AMP__VEC_VARYING) {
            const int cast = amp__vec_is(f, start, "(") && f->t[start].match + 1 < i
                && amp__vec_is_type(f, start + 1);
            const int term = cast ? f->t[start].match + 1 : start;
            const amp__vec_var *v = f->t[term].var >= 0 ? &f->vars[f->t[term].var] : NULL;
            int by = AMP__VEC_JUMPS;
            if (v != NULL && v->kind == AMP__VEC_TIDX) {
                const int number = amp__vec_plain_index(f, term);
                by = number && number + 2 == i && atoi(f->t[number].s) == f->kernel->rank - 1
                    ? AMP__VEC_BY_ONE : AMP__VEC_JUMPS;
            } else if (v != NULL && v->kind == AMP__VEC_LOCAL && v->pure && term + 1 == i) {
                by = amp__vec_stride(f, v->init, v->init_end);
            } else if (amp__vec_is(f, term, "(") && f->t[term].match == i - 1) {
                by = amp__vec_stride(f, term, i);
            }
            if (minus || stride != AMP__VEC_STAYS) {
                return AMP__VEC_JUMPS;
            }
            stride = by;
        }
        minus = i < to && amp__vec_is(f, i, "-");
        start = i + 1;
    }
    return stride;
}

/* The same for indices parted by commas, from the most significant on: [from, to). */
static AMP__RARE int amp__vec_strides(amp__vec_file *f, int from, int to)
{
    int i, start = from, stride = AMP__VEC_STAYS;
    for (i = from; i <= to; i++) {
        if (i < to && f->t[i].match > i) {
            i = f->t[i].match;
        } else if (i == to || amp__vec_is(f, i, ",")) {
            if (stride != AMP__VEC_STAYS) {
                return AMP__VEC_JUMPS; /* of an outer dimension */
            }
            stride = amp__vec_stride(f, start, i);
            start = i + 1;
        }
    }
    return stride;
}

/* Whether some access in [from, to) is neither to the same element for all threads nor to
   neighbouring ones, or to an array or through a pointer of the thread's own. */
static AMP__RARE int amp__vec_strided(amp__vec_file *f, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        const amp__vec_var *v = f->t[i].var >= 0 ? &f->vars[f->t[i].var] : NULL;
        if (amp__vec_word(f, i, "at") && amp__vec_is(f, i + 1, "(")) {
            const int close = amp__vec_match(f, i + 1);
            if (amp__vec_strides(f, amp__vec_until(f, i + 2, ",", close) + 1, close)
                == AMP__VEC_JUMPS) {
                return 1;
            }
        } else if (v == NULL) {
            continue;
        } else if (v->kind == AMP__VEC_LOCAL && (v->array || v->pointer) && !v->candidate) {
            return 1;
        } else if (v->kind == AMP__VEC_VIEW && amp__vec_is(f, i - 1, "(")
                   && amp__vec_word(f, i - 2, "at_index")) {
            if (!amp__vec_plain_at(f, i - 2) || v->rank != f->kernel->rank) {
                return 1;
            }
        } else if (v->kind == AMP__VEC_VIEW || v->kind == AMP__VEC_TILE
                   || (v->kind == AMP__VEC_LOCAL && v->pointer)) {
            int k, stride = AMP__VEC_STAYS;
            for (k = i + 1; amp__vec_is(f, k, "[") && f->t[k].match > k; k = f->t[k].match + 1) {
                if (stride != AMP__VEC_STAYS) {
                    return 1;
                }
                stride = amp__vec_stride(f, k + 1, f->t[k].match);
            }
            if (stride == AMP__VEC_JUMPS) {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether the loop s has at most eight turns, for all to see: then compilers put it away. */
static AMP__RARE int amp__vec_short_loop(const amp__vec_file *f, const amp__vec_stmt *s)
{
    return s->a_end - s->a == 3 && f->t[s->a + 2].kind == AMP__VEC_NUMBER
        && atoi(f->t[s->a + 2].s) <= 8;
}

/* Whether a simple kernel is to be run by 64 threads of a row at a time: where that brings a
   uniform loop outside of them, and no thread leaves before its end. */
static AMP__RARE int amp__vec_pays_in_rows(amp__vec_file *f)
{
    const amp__vec_stmt *s;
    int pays = 0, i;
    for (i = f->kernel->body; i < f->kernel->body_end; i++) {
        if (amp__vec_is(f, i, "return")) {
            return 0;
        }
    }
    for (s = f->root->child; s != NULL; s = s->next) {
        pays |= amp__vec_promotable(f, s) && !amp__vec_short_loop(f, s)
            && !amp__vec_strided(f, s->from, s->to);
    }
    return pays && !f->reports && !amp__vec_ordered(f, f->kernel->body, f->kernel->body_end);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_STRIDES_H */
