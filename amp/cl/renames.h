/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_RENAMES_H
#define AMP_CL_RENAMES_H
/*
amp/cl/renames.h: names of the user that are other names in the OpenCL program.

OpenCL C has words, functions and types whose names C leaves to the user: a helper called min or a
struct called float2 is the user's own. A macro renames the user's: amp__w_ in front of words,
amp__u_ of OpenCL's functions and types, amp__m_ of C's functions (amp/cl/c99.cl.h). The list is
made of the lines with these macros, `#define name amp__u_name` each.
*/

#include "../ctext/lines.h"
#include "c99.cl.h"

/* Words that OpenCL C reserves and C does not: a user's name like any other. */
#define AMP__CL_WORDS \
    "global local constant private generic kernel read_only write_only read_write uniform pipe " \
    "half vec_step image1d_t image2d_t image3d_t sampler_t event_t"

/* OpenCL's functions and types. They are renamed behind the library's own regions, which mean
   OpenCL's. */
#define AMP__CL_NAMES \
    "min max clamp mix step smoothstep sign degrees radians dot cross length distance normalize " \
    "select any all rotate mad float2 float3 float4 double2 double3 double4 int2 int3 int4 uint2 " \
    "uint3 uint4"

/* Adds a macro for each of these names; letter: of what it becomes. */
static AMP__COLD void amp__cl_put_renames(amp__text *b, const char *names, char letter)
{
    while (*names != '\0') {
        const int n = (int)strcspn(names, " ");
        amp__text_printf(b, "#define %.*s amp__%c_%.*s\n", n, names, letter, n, names);
        names += n + (names[n] == ' ');
    }
}

/* Reads the list. AMP_OK or AMP_OUT_OF_MEMORY. */
static AMP__COLD amp_status amp__cl_read_renames(amp__c_unit *list)
{
    amp__text macros = amp__c_empty(&list->store); /* the names stay there */
    amp__c_line l;
    amp__cl_put_renames(&macros, AMP__CL_NAMES, 'u');
    amp__cl_put_renames(&macros, AMP__CL_WORDS, 'w');
    amp__cl_put_functions(&macros);
    if (macros.failed || setjmp(list->leave) != 0) {
        return AMP_OUT_OF_MEMORY;
    }
    l = amp__c_lines(macros.at, macros.at + macros.used, 1);
    while (amp__c_next_line(&l)) {
        const int i = l.number == '#' ? amp__c_read_line(list, &l, "") : list->count;
        if (list->count != i + 4 || !amp__c_name_begins(list, i + 3, "amp__")) {
            list->count = i; /* no name for a name */
        }
    }
    return AMP_OK;
}

/* What the name of a token is in the OpenCL program; the token itself where it is not renamed. */
static AMP__COLD const amp__c_token *amp__cl_renamed(const amp__c_unit *list,
                                                     const amp__c_token *name)
{
    int i;
    for (i = 0; i < list->count; i += 4) {
        if (amp__c_same_text(list->t[i + 2].s, list->t[i + 2].n, name->s, name->n)) {
            return &list->t[i + 3];
        }
    }
    return name;
}

/* A view's parameter that is renamed has a shape that is renamed with it, where the user
   writes name_shape, or a macro pastes it: adds a macro for each rename. */
static AMP__COLD void amp__cl_put_shapes(amp__text *b, const amp__c_unit *list)
{
    int i;
    for (i = 0; i < list->count; i += 4) {
        const amp__c_token *name = &list->t[i + 2], *to = &list->t[i + 3];
        amp__text_printf(b, "#define %.*s_shape %.*s_shape\n", name->n, name->s, to->n, to->s);
    }
}

#endif /* AMP_CL_RENAMES_H */
