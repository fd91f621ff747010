/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_RENAMES_H
#define AMP_CL_RENAMES_H
/*
amp/cl/renames.h: names of the user that are other names in the OpenCL program.

OpenCL C has words, functions and types whose names C leaves to the user. A macro
renames the user's: amp__w_ in front of words (amp/cl/prelude.cl.h), amp__u_ of OpenCL's
functions and types (amp/cl/renames.cl.h), amp__m_ of C's functions (amp/cl/c99.cl.h).
Those texts hold the list, a line such as `#define name amp__u_name` each; here it is read.
*/

#include "text.h"
#include "c99.cl.h"
#include "prelude.cl.h"
#include "renames.cl.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

/* One of those lines: a name, and what it becomes. Both point into the library's texts. */
typedef struct amp__cl_rename {
    const char *name, *to;
    size_t name_size, to_size;
} amp__cl_rename;

/* Reads the next line of [*p, end) that is a rename, and sets *p behind it; 0 where there
   is none. */
static AMP__COLD int amp__cl_rename_next(const char **p, const char *end, amp__cl_rename *r)
{
    static const char define[] = "#define ", amp[] = "amp__";
    while (*p < end) {
        const char *line = *p, *stop = (const char *)memchr(line, '\n', (size_t)(end - line));
        stop = stop != NULL ? stop : end;
        *p = stop < end ? stop + 1 : end;
        if ((size_t)(stop - line) <= sizeof(define)
            || strncmp(line, define, sizeof(define) - 1) != 0) {
            continue;
        }
        r->name = line + sizeof(define) - 1;
        for (r->to = r->name; r->to < stop && amp__c_in_name(r->to[0]); r->to++) { }
        r->name_size = (size_t)(r->to - r->name);
        r->to += r->to < stop && r->to[0] == ' ';
        r->to_size = (size_t)(stop - r->to);
        if (r->to_size > sizeof(amp) + 1 && strncmp(r->to, amp, sizeof(amp) - 1) == 0
            && strchr("uwm", r->to[5]) != NULL && r->to[6] == '_') {
            return 1;
        }
    }
    return 0;
}

/* Looks up a name of n characters: 1 and *r where it is renamed, else 0. */
static AMP__COLD int amp__cl_renamed(const char *name, size_t n, amp__cl_rename *r)
{
    const amp__library_text all[] = { amp__cl_text_of_renames(), amp__cl_text_of_prelude(),
                                      amp__cl_text_of_c99() };
    size_t i;
    for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        const char *p = all[i].text;
        while (amp__cl_rename_next(&p, all[i].end, r)) {
            if (r->name_size == n && memcmp(r->name, name, n) == 0) {
                return 1;
            }
        }
    }
    return 0;
}

/* Adds a name as the OpenCL program has it. */
static AMP__COLD void amp__cl_put_name(amp__text *b, const char *name, size_t n)
{
    amp__cl_rename r;
    if (amp__cl_renamed(name, n, &r)) {
        amp__text_put(b, r.to, r.to_size);
    } else {
        amp__text_put(b, name, n);
    }
}

/* A view's parameter that is renamed has a shape that is renamed with it, where the user
   writes name_shape, or a macro pastes it: adds a macro for each rename of a text. */
static AMP__COLD void amp__cl_put_shapes(amp__text *b, amp__library_text t)
{
    const char *p = t.text;
    amp__cl_rename r;
    while (amp__cl_rename_next(&p, t.end, &r)) {
        amp__text_puts(b, "#define ");
        amp__text_put(b, r.name, r.name_size);
        amp__text_puts(b, "_shape ");
        amp__text_put(b, r.to, r.to_size);
        amp__text_puts(b, "_shape\n");
    }
}

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_RENAMES_H */
