/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_HELPERS_H
#define AMP_CL_HELPERS_H
/*
amp/cl/helpers.h: which functions of a device region report something or have a barrier.

OpenCL 1.2 has no variables that a function could find by itself, so a helper that
reports is handed `amp__fault`, without the user seeing it: its name becomes a macro
that adds the argument (amp/cl/program_text.h). What the reader of the region does not
see as a function, because a macro makes it, finds an amp__fault at file scope that
leads nowhere: there an index outside is printed and not reported, and amp_errorf does
not compile.
*/

#include "../ctext/call_graph.h"
#include "text.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

/* A function or a macro of a region. The pointers point into the region's text. */
typedef struct amp__cl_helper {
    const char *name, *body, *body_end;
    size_t size;
    int function; /* not a macro */
    int empty;    /* no parameters */
    int reports;  /* is handed amp__fault */
    int waits;    /* has a barrier */
} amp__cl_helper;

/* The functions and macros of a program's regions; at is to be freed by amp__free. `failed`:
   memory ran out. */
typedef struct amp__cl_helpers {
    amp__cl_helper *at;
    size_t room;
    int count, failed;
    int checks;      /* amp_at reports */
    int short_names; /* the word `at` is amp_at */
} amp__cl_helpers;

/* The function or macro of that name, the first of several; NULL where there is none. */
static AMP__COLD amp__cl_helper *amp__cl_helper_of(const amp__cl_helpers *h, const char *p,
                                                   size_t n)
{
    int i;
    for (i = 0; i < h->count; i++) {
        if (h->at[i].size == n && memcmp(h->at[i].name, p, n) == 0) {
            return &h->at[i];
        }
    }
    return NULL;
}

/* Adds a copy of one to the list; sets h->failed where memory ran out. */
static AMP__COLD void amp__cl_helper_add(amp__cl_helpers *h, const amp__cl_helper *new_one)
{
    if (amp__list_grow(&h->at, (size_t)h->count, &h->room, 1, sizeof(*h->at), NULL)) {
        h->at[h->count++] = *new_one;
    } else {
        h->failed = 1;
    }
}

/* Whether the word at p, of n characters, is one of the list, which ends with NULL. */
static AMP__COLD int amp__cl_word_in(const char *const *list, const char *p, size_t n)
{
    while (*list != NULL && !amp__c_spells(p, n, *list)) {
        list++;
    }
    return *list != NULL;
}

/* Whether the word is one of the kernel language that reports, in this program. */
static AMP__COLD int amp__cl_reports(const amp__cl_helpers *h, const char *p, size_t n)
{
    static const char *const always[] = { "amp_errorf", "amp_abort", NULL };
    static const char *const checked[] = { "amp_at", "amp_at_index", NULL };
    static const char *const as_short[] = { "at", "at_index", NULL };
    return amp__cl_word_in(always, p, n) || (h->checks && amp__cl_word_in(checked, p, n))
        || (h->checks && h->short_names && amp__cl_word_in(as_short, p, n));
}

/* Whether the word is a barrier, or a function or macro that is known to have one. */
static AMP__COLD int amp__cl_names_barrier(const amp__cl_helpers *h, const char *p, size_t n)
{
    static const char wait[] = "tile_barrier_wait";
    static const char *const with_barriers[] = { "amp_tile_reduce", "amp_tile_scan",
                                                 "amp_tile_scan_exclusive", NULL };
    const size_t from = n > 4 && memcmp(p, "amp_", 4) == 0 ? 4 : 0;
    const amp__cl_helper *f;
    if (n - from >= sizeof(wait) - 1 && memcmp(p + from, wait, sizeof(wait) - 1) == 0) {
        return 1;
    }
    if (n > 9 && memcmp(p, "amp_warp_", 9) == 0) {
        return 1;
    }
    f = amp__cl_helper_of(h, p, n);
    return amp__c_spells(p, n, "barrier") || amp__cl_word_in(with_barriers, p, n)
        || (f != NULL && f->waits);
}

/* Whether [p, end) holds a barrier. */
static AMP__COLD int amp__cl_range_has_barrier(const amp__cl_helpers *h, const char *p,
                                               const char *end)
{
    size_t n;
    for (; p < end; p += n) {
        n = amp__cl_token(p, end);
        if (amp__c_in_name(p[0]) && amp__cl_names_barrier(h, p, n)) {
            return 1;
        }
    }
    return 0;
}

/* Where the # line that begins at p ends, or the ) or } that closes what opens at p; `end`
   where nothing does. */
static AMP__COLD const char *amp__cl_block_end(const char *p, const char *end)
{
    const char open = p[0], close = open == '(' ? ')' : '}';
    int depth = 0;
    if (open == '#') {
        for (; p < end && p[0] != '\n'; p += amp__cl_token(p, end)) { }
        return p;
    }
    for (; p < end; p += amp__cl_token(p, end)) {
        depth += p[0] == open ? 1 : p[0] == close ? -1 : 0;
        if (depth == 0) {
            return p;
        }
    }
    return end;
}

/* Adds the functions and macros that the region's text [p, end) defines, up to AMP_DEVICE_END,
   to the list. */
static AMP__COLD void amp__cl_helpers_read(amp__cl_helpers *h, const char *p, const char *end)
{
    const char *word = NULL; /* the last word at file scope */
    size_t size = 0;
    int fresh = 1;
    while (p < end && !h->failed) {
        const size_t n = amp__cl_token(p, end);
        amp__cl_helper f;
        memset(&f, 0, sizeof(f));
        if (p[0] == '\n') {
            fresh = 1;
        } else if (p[0] == '#' && fresh) {
            const char *q = amp__cl_skip_space(p + 1, end);
            f.body_end = amp__cl_block_end(p, end);
            if (amp__c_spells(q, amp__cl_token(q, end), "define")) {
                f.name = amp__cl_skip_space(q + 6, end);
                f.size = amp__cl_token(f.name, end);
                f.body = f.name + f.size;
                amp__cl_helper_add(h, &f);
            }
            p = f.body_end;
            continue;
        } else if (!amp__cl_is_space(p)) {
            fresh = 0;
        }
        if (amp__c_spells(p, n, "AMP_DEVICE_END")) {
            return;
        }
        if (amp__c_in_name(p[0])) {
            word = p;
            size = n;
        } else if (p[0] == '(' && word != NULL) {
            const char *last = amp__cl_block_end(p, end), *inner = amp__cl_skip_space(p + 1, end);
            const char *q = last < end ? amp__cl_skip_space(last + 1, end) : end;
            if (q < end && q[0] == '{') { /* also a kernel's head, whose word is none to call */
                f.name = word;
                f.size = size;
                f.function = 1;
                f.empty = inner == last
                    || (amp__c_spells(inner, amp__cl_token(inner, end), "void")
                        && amp__cl_skip_space(inner + 4, end) == last);
                f.body = q;
                f.body_end = amp__cl_block_end(q, end);
                if (!amp__c_spells(word, size, "AMP_KERNEL")
                    && !amp__c_spells(word, size, "AMP_TILED_KERNEL")
                    && !amp__c_spells(word, size, "AMP_PHASED_KERNEL")) {
                    amp__cl_helper_add(h, &f);
                }
                p = f.body_end;
            } else {
                p = last;
            }
            word = NULL;
            p += p < end ? 1 : 0;
            continue;
        } else if (p[0] == '{') {
            p = amp__cl_block_end(p, end);
            p += p < end ? 1 : 0;
            continue;
        }
        p += n;
    }
}

/* Finds what each function and macro does: one whose text names another does what that does. */
static AMP__COLD void amp__cl_helpers_find_effects(amp__cl_helpers *h)
{
    unsigned *effects = (unsigned *)amp__alloc_zero(((size_t)h->count + 1) * sizeof(*effects));
    amp__c_graph calls;
    int i;
    amp__c_graph_begin(&calls, NULL);
    for (i = 0; i < h->count; i++) {
        const amp__cl_helper *f = &h->at[i];
        if (amp__cl_helper_of(h, f->name, f->size) == f) {
            amp__c_graph_declare(&calls, i, f->name, f->size);
        }
    }
    for (i = 0; i < h->count && effects != NULL; i++) {
        const char *p = h->at[i].body;
        size_t n;
        for (; p < h->at[i].body_end; p += n) {
            n = amp__cl_token(p, h->at[i].body_end);
            if (amp__c_in_name(p[0])) {
                amp__c_graph_use(&calls, i, p, n);
                effects[i] |= (amp__cl_reports(h, p, n) ? AMP__C_EFFECT_REPORT : 0)
                    | (amp__cl_names_barrier(h, p, n) ? AMP__C_EFFECT_BARRIER : 0);
            }
        }
    }
    h->failed |= effects == NULL || calls.failed;
    if (!h->failed) {
        amp__c_graph_spread(&calls, effects, 1);
    }
    for (i = 0; i < h->count && !h->failed; i++) {
        h->at[i].reports = (effects[i] & AMP__C_EFFECT_REPORT) != 0;
        h->at[i].waits = (effects[i] & AMP__C_EFFECT_BARRIER) != 0;
    }
    amp__c_graph_free(&calls);
    amp__free(effects);
}

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_HELPERS_H */
