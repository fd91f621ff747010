/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_TEXT_H
#define AMP_CL_TEXT_H
/*
amp/cl/text.h: tokens of C, as far as the text of a device region must be understood.
*/

#include "../ctext/lexer.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

/* The length of the token at p: a comment, a literal, a word or number, a run of white space within
   a line, a line's end, a line that continues, or a sign. */
static AMP__COLD size_t amp__cl_token(const char *p, const char *end)
{
    int kind;
    return (size_t)(amp__c_lex(p, end, &kind, NULL) - p);
}

/* Whether the token at p is white space, a line that continues, or a comment. */
static inline int amp__cl_is_space(const char *p)
{
    return p[0] == ' ' || p[0] == '\t' || p[0] == '\r' || p[0] == '\n'
        || (p[0] == '\\' && (p[1] == '\n' || p[1] == '\r'))
        || (p[0] == '/' && (p[1] == '*' || p[1] == '/'));
}

/* The first thing at or after p that is neither white space nor comment. */
static inline const char *amp__cl_skip_space(const char *p, const char *end)
{
    while (p < end && amp__cl_is_space(p)) {
        p += amp__cl_token(p, end);
    }
    return p;
}

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_TEXT_H */
