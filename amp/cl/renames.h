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

#include "../ctext/lines.h"
#include "c99.cl.h"
#include "prelude.cl.h"
#include "renames.cl.h"

#if AMP__CL_CODE

/* Adds the lines of a text that are a rename to the list: four tokens each, of which the third is
   the name and the fourth what it becomes. */
static AMP__COLD void amp__cl_add_renames(amp__c_unit *list, amp__library_text t)
{
    amp__c_line l = amp__c_lines(t.text, t.end, t.line);
    while (amp__c_next_line(&l)) {
        const int i = l.number == '#' ? amp__c_read_line(list, &l, t.file) : list->count;
        if (list->count != i + 4
            || !(amp__c_name_begins(list, i + 3, "amp__u_")
                 || amp__c_name_begins(list, i + 3, "amp__w_")
                 || amp__c_name_begins(list, i + 3, "amp__m_"))) {
            list->count = i;
        }
    }
}

/* Reads the list. AMP_OK or AMP_OUT_OF_MEMORY. */
static AMP__COLD amp_status amp__cl_read_renames(amp__c_unit *list)
{
    amp__text functions = amp__c_empty(&list->store); /* the names stay there */
    amp__library_text t = AMP__ZERO;
    amp__cl_put_functions(&functions);
    if (functions.failed || setjmp(list->leave) != 0) {
        return AMP_OUT_OF_MEMORY;
    }
    t.file = "";
    t.text = functions.at;
    t.end = t.text + functions.used;
    amp__cl_add_renames(list, amp__cl_text_of_renames());
    amp__cl_add_renames(list, amp__cl_text_of_prelude());
    amp__cl_add_renames(list, t);
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

#endif /* AMP__CL_CODE */

#endif /* AMP_CL_RENAMES_H */
