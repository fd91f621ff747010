/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_ADVICE_H
#define AMP_VECTORS_ADVICE_H
/*
amp/vectors/advice.h: the sentences about what is slow in a kernel: of which pattern, where, each
once.
*/

#include "pass_log.h"
#include "schedule.h"
#include "shared_sums.h"

/* The patterns. A kernel gets the sentence of each once for each variable or function, or loop. */
enum { AMP__VEC_SLOW_TILE, AMP__VEC_SLOW_ROWS, AMP__VEC_SLOW_APART, AMP__VEC_SLOW_GATHER,
       AMP__VEC_SLOW_COLUMN, AMP__VEC_SLOW_TURNS, AMP__VEC_SLOW_LEFT, AMP__VEC_SLOW_READ,
       AMP__VEC_SLOW_COMES, AMP__VEC_SLOW_ALONE, AMP__VEC_SLOW_HELPER, AMP__VEC_SLOW_MATH,
       AMP__VEC_SLOW_DOUBLE, AMP__VEC_SLOW_DIVISION, AMP__VEC_SLOW_ATOMIC,
       AMP__VEC_SLOW_POINTER, AMP__VEC_SLOW_TREE, AMP__VEC_SLOW_WARP };

/* The most patterns that are looked for in a kernel, and that are told. */
enum { AMP__VEC_PATTERNS = 64, AMP__VEC_PATTERNS_TOLD = 10 };
/* Below so many threads in a row of the tile there are fewer than AVX2 has room for, of floats. */
enum { AMP__VEC_SLOW_ROW = 8 };

/* A pattern: which, and where. `about` is the first token of a variable's name, a function's or a
   loop. */
typedef struct amp__vec_pattern {
    int kind, at, about;
    int in_loop;         /* it stands in a loop of the kernel */
    int index, past;     /* a gather: the tokens of its last index */
    int exact;           /* of mathematics: AMP_VECTORS_FAST=1 would have vectors of one */
    amp__text text;      /* its sentence; of mathematics: the functions of that line */
} amp__vec_pattern;

/* What is slow in a kernel. This is what the pass `advise` makes. */
typedef struct amp__vec_advice {
    const amp__vec_levels *levels; /* that the schedule is of */
    const amp__vec_tree *tree;
    amp__c_unit *c; /* the tree's */
    const amp__c_kernel *kernel;
    const amp__vec_note *note;
    const amp__vec_var *vars;
    amp__vec_pattern pattern[AMP__VEC_PATTERNS]; /* by line */
    int count;
    amp__text out; /* FILE:LINE: SENTENCE, and a line's end, for each that is told */
    int fast, functions; /* as in amp__vec_file of passes.h */
    int math[AMP__VEC_PATTERNS], maths; /* calls of mathematics, of each function one */
    int loops;     /* the kernel has loops, other than over trees */
    int alone;     /* one thread of a row does what is gone through */
    const amp__c_expr *sums[AMP__VEC_SUMS]; /* atomics of the loop that is gone through, which it */
    int sum_count; /* sums up (shared_sums.h) */
} amp__vec_advice;

/* ==== sentences =========================================================== */

/* Adds the text [from, to) as the user wrote it, as far as it is known: macros are expanded. A long
   one is cut. */
static AMP__COLD void amp__vec_put_quote(const amp__vec_advice *f, amp__text *b, int from, int to)
{
    enum { AMP__LONGEST = 64 };
    amp__text all = amp__c_empty(&f->c->store);
    const char *s;
    size_t n = 0;
    amp__vec_log_tokens(&all, f->c, from, to);
    for (s = all.at; s < all.at + all.used; s++) {
        const int begins = s == all.at || !amp__c_in_name(s[-1]);
        if (n == AMP__LONGEST) {
            amp__text_puts(b, "...");
            return;
        }
        if (begins && f->c->short_names && (amp__c_begins(s, strlen(s), "amp_at(")
                                            || amp__c_begins(s, strlen(s), "amp_at_index("))) {
            s += 4;
        } else if (amp__c_begins(s, strlen(s), "__h") && amp__c_digit(s[3])) {
            s += 3 + strspn(s + 3, "0123456789") - 1; /* the number of a helper's name */
            continue;
        }
        amp__text_put(b, s, 1);
        n++;
    }
}

/* ==== what surrounds a token ============================================== */

/* Whether one thread of a row of the tile does what stands at token i. */
static AMP__COLD int amp__vec_is_done_alone(const amp__vec_advice *f, int i)
{
    const amp__c_stmt *s;
    if (f->alone) {
        return 1;
    }
    for (s = f->note[i].owner; s != NULL; s = s->parent) {
        if (s->kind == AMP__C_IF && i >= s->a_end && amp__vec_is_of_one_thread(f->levels, s)) {
            return 1;
        }
    }
    return 0;
}

/* ==== patterns ============================================================ */

/* Whether tokens i and j stand on one line. */
static AMP__COLD int amp__vec_on_one_line(const amp__c_unit *c, int i, int j)
{
    const amp__c_token *t = &c->t[i], *u = &c->t[j];
    return t->line == u->line && amp__c_same_text(t->file, t->file_n, u->file, u->file_n);
}

/* Begins the sentence of a pattern, which the caller ends; NULL where the kernel has it already, on
   that line or about the same thing, or there is no room. What stands in a loop takes the place of
   what does not. */
static AMP__COLD amp__text *amp__vec_new_pattern(amp__vec_advice *f, int kind, int at, int about)
{
    amp__vec_pattern *p = &f->pattern[f->count];
    const int in_loop = amp__vec_is_in_loop(f->tree, 0, at);
    int k;
    for (k = 0; k < f->count; k++) {
        amp__vec_pattern *q = &f->pattern[k];
        if (q->kind == kind
            && (q->about == about || amp__vec_on_one_line(f->c, q->at, at))) {
            if (q->in_loop || !in_loop) {
                return NULL;
            }
            p = q;
            break;
        }
    }
    if (k == AMP__VEC_PATTERNS) {
        return NULL;
    }
    f->count += k == f->count;
    p->kind = kind;
    p->at = at;
    p->about = about;
    p->in_loop = in_loop;
    p->index = p->past = p->exact = 0;
    p->text = amp__c_empty(&f->c->store);
    return &p->text;
}

/* So, with a quote and a colon in front of the sentence. */
static AMP__COLD amp__text *amp__vec_quote_pattern(amp__vec_advice *f, int kind, int about,
                                                   int from, int to)
{
    amp__text *b = amp__vec_new_pattern(f, kind, from, about);
    if (b != NULL) {
        amp__vec_put_quote(f, b, from, to);
        amp__text_puts(b, ": ");
    }
    return b;
}

#endif /* AMP_VECTORS_ADVICE_H */
