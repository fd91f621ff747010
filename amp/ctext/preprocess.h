/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_PREPROCESS_H
#define AMP_CTEXT_PREPROCESS_H
/*
amp/ctext/preprocess.h: a source file as it is written, made ready for the reader of preprocessed
text: without directives.

No header is read and no macro expanded. Of lines that only some builds have (#ifdef) what
OpenCL sees is taken, which knows the macros of the regions and of AMP_CL_OPTIONS; where that
is not sure, nothing is. The names in what is not taken, and those that the file defines, are
kept, so that nothing is said of a name that might be one of them.
*/

#include "lines.h"
#include "name_set.h"

/* Where what was found in one file is kept. */
typedef struct amp__preprocessor {
    amp__c_unit *f;         /* for tokens of directives, memory, failures */
    amp__c_set *inside;     /* names that a region defines, or may define */
    amp__c_set *outside;    /* macros that the file defines elsewhere */
    const char *file;
    const char *options;    /* -DNAME of AMP_CL_OPTIONS */
    int include;            /* the token of an #include in a region, or 0 */
    int assumed[64], count; /* lines of conditions on macros that only a command line could give */
} amp__preprocessor;

/* The conditions around a line, and whether what stands there is taken. */
enum { AMP__PREPROCESS_DEEPEST = 64 };
typedef struct amp__preprocess_branches {
    int depth, skipped; /* skipped: of `depth`, how many are not taken */
    char taken[AMP__PREPROCESS_DEEPEST], known[AMP__PREPROCESS_DEEPEST];
    /* Outside of the regions: each branch is taken, as of a guard. */
    char all[AMP__PREPROCESS_DEEPEST];
} amp__preprocess_branches;

/* Adds all names of the tokens from number `i` on to the set. */
static AMP__COLD void amp__preprocess_names(amp__preprocessor *r, amp__c_set *set, int i)
{
    for (; i < r->f->count; i++) {
        if (r->f->t[i].kind == AMP__C_NAME) {
            (void)amp__c_in_set(r->f, set, i, 1);
        }
    }
}

/* Whether OpenCL sees the macro at token i: 1, 0, or -1: not known here. */
static AMP__COLD int amp__preprocess_defined(amp__preprocessor *r, int i)
{
    const amp__c_token *t = &r->f->t[i];
    char define[140];
    if (t->kind != AMP__C_NAME || t->n > 100 || amp__c_in_set(r->f, r->outside, i, 0)
        || amp__c_differs(r->f, i)) {
        return -1;
    }
    AMP__PRINT(define, "-U%.*s", t->n, t->s);
    if (amp__c_in_set(r->f, r->inside, i, 0)) {
        return 1;
    }
    if (amp__c_given(r->options, t->s, (size_t)t->n)) {
        return strstr(r->options, define) == NULL;
    }
    if (r->count == (int)(sizeof(r->assumed) / sizeof(r->assumed[0]))) {
        return -1;
    }
    r->assumed[r->count++] = t->line;
    return 0;
}

/* What the condition in the tokens from number `i` on is: 1, 0, or -1: not known here. */
static AMP__COLD int amp__preprocess_condition(amp__preprocessor *r, int i)
{
    const amp__c_unit *f = r->f;
    const int last = f->count - 1;
    int c, inverted = amp__c_is(f, i, AMP__C_IFNDEF);
    if (amp__c_is(f, i, AMP__C_IF)) {
        if (i + 1 == last && (amp__c_named(f, last, "0") || amp__c_named(f, last, "1"))) {
            return amp__c_named(f, last, "1");
        }
        inverted = amp__c_is(f, i + 1, '!');
        i += inverted;
        if (!amp__c_is(f, i + 1, AMP__C_DEFINED)) {
            return -1;
        }
        i += 1 + (amp__c_is(f, i + 2, '(') && i + 4 == last);
    }
    if (i + 1 != last && !(amp__c_is(f, i, '(') && i + 2 == last)) {
        return -1;
    }
    c = amp__preprocess_defined(r, i + 1);
    return c < 0 ? -1 : c != inverted;
}

/* Takes account of a directive, whose tokens stand from number `i` on, behind the #. */
static AMP__COLD void amp__preprocess_directive(amp__preprocessor *r, amp__preprocess_branches *b,
                                                int i, int in_region)
{
    static const int begins[] = { AMP__C_IF, AMP__C_IFDEF, AMP__C_IFNDEF, 0 };
    const amp__c_unit *f = r->f;
    if (amp__c_among(f, i, begins)) {
        const int c = in_region ? amp__preprocess_condition(r, i) : -1;
        if (b->depth == AMP__PREPROCESS_DEEPEST) {
            amp__c_fail(r->f, i, "more than %d conditions in each other",
                        AMP__PREPROCESS_DEEPEST);
        }
        b->all[b->depth] = !in_region;
        b->known[b->depth] = c >= 0;
        b->taken[b->depth++] = !in_region || c == 1;
        b->skipped += in_region && c != 1;
    } else if (b->depth > 0 && !b->all[b->depth - 1]
               && (amp__c_is(f, i, AMP__C_ELSE) || amp__c_is(f, i, AMP__C_ELIF))) {
        char *taken = &b->taken[b->depth - 1], *known = &b->known[b->depth - 1];
        b->skipped -= *taken == 0;
        *taken = amp__c_is(f, i, AMP__C_ELSE) && *known ? !*taken : 0;
        *known = 0;
        b->skipped += *taken == 0;
    } else if (b->depth > 0 && amp__c_is(f, i, AMP__C_ENDIF)) {
        b->skipped -= b->taken[--b->depth] == 0;
    } else if (amp__c_is(f, i, AMP__C_DEFINE) && i + 1 < f->count) {
        (void)amp__c_in_set(r->f, in_region ? r->inside : r->outside, i + 1, 1);
    } else if (in_region && b->skipped == 0 && amp__c_is(f, i, AMP__C_INCLUDE)) {
        r->include = i;
    }
}

/* Adds a line to `to`, where it is taken, and the ends of the lines that it is to both texts. */
static AMP__COLD void amp__preprocess_put(amp__text *regions, amp__text *rest, amp__text *to,
                                          const amp__c_line *l)
{
    const char *p;
    if (to != NULL) {
        amp__text_put(to, l->at, (size_t)(l->next - l->at));
    }
    for (p = l->at; p < l->next; p++) {
        if (*p == '\n' && to != regions) {
            amp__text_puts(regions, "\n");
        }
        if (*p == '\n' && to != rest && rest != NULL) {
            amp__text_puts(rest, "\n");
        }
    }
}

/* Adds a file's text [s, s + n), which must stay where it is, to `regions`, and to `rest` if it is
   not NULL: the lines of its regions, and the others; in both every other line is empty. Ends the
   work by amp__c_fail where the text cannot be understood. */
static AMP__COLD void amp__preprocess_file(amp__preprocessor *r, const char *s, size_t n,
                                           amp__text *regions, amp__text *rest)
{
    amp__preprocess_branches b = AMP__ZERO;
    amp__c_line l = amp__c_lines(s, s + n, 1);
    int in_region = 0;
    amp__text_printf(regions, "\n# 1 \"%.1500s\"\n", r->file);
    if (rest != NULL) {
        amp__text_printf(rest, "\n# 1 \"%.1500s\"\n", r->file);
    }
    while (amp__c_next_line(&l)) {
        amp__text *to = NULL;
        if (l.number == '#') {
            const int i = amp__c_read_line(r->f, &l, r->file) + 1;
            amp__preprocess_directive(r, &b, i, in_region);
            if (in_region && b.skipped > 0) {
                amp__preprocess_names(r, r->inside, i);
            }
        } else if (l.number == AMP__C_DEVICE_BEGIN || l.number == AMP__C_DEVICE_END) {
            in_region = l.number == AMP__C_DEVICE_BEGIN;
        } else if (b.skipped > 0 || l.number == AMP__C_DEVICE_MACRO) {
            amp__preprocess_names(r, r->inside, amp__c_read_line(r->f, &l, r->file));
        } else {
            to = in_region ? regions : rest;
        }
        amp__preprocess_put(regions, rest, to, &l);
    }
}

#endif /* AMP_CTEXT_PREPROCESS_H */
