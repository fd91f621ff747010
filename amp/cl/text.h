/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_TEXT_H
#define AMP_CL_TEXT_H
/*
amp/cl/text.h: tokens of C, as far as the text of a device region must be understood.
*/

#include "../base/text.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

/* Whether a character may stand in a name. */
static inline int amp__cl_is_name(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

/* The length of the token at p: a comment, a literal, a word or number, a run
   of white space within a line, or one character. */
static inline size_t amp__cl_token(const char *p, const char *end)
{
    const char *q = p + 1;
    if (p[0] == '/' && q < end && q[0] == '*') {
        for (q++; q < end && !(q[0] == '/' && q[-1] == '*' && q - p > 2); q++) { }
        return (size_t)((q < end ? q + 1 : end) - p);
    }
    if (p[0] == '/' && q < end && q[0] == '/') {
        for (; q < end && !(q[0] == '\n' && q[-1] != '\\'); q++) { }
        return (size_t)(q - p);
    }
    if (p[0] == '"' || p[0] == '\'') {
        for (; q < end && q[0] != p[0] && q[0] != '\n'; q++) {
            if (q[0] == '\\' && q + 1 < end) {
                q++;
            }
        }
        return (size_t)((q < end ? q + 1 : end) - p);
    }
    if (p[0] >= '0' && p[0] <= '9') {
        for (; q < end && (amp__cl_is_name(q[0]) || q[0] == '.'
                           || ((q[0] == '+' || q[0] == '-')
                               && (q[-1] == 'e' || q[-1] == 'E' || q[-1] == 'p' || q[-1] == 'P')
                               && !(p[0] == '0' && (p[1] == 'x' || p[1] == 'X')
                                    && (q[-1] == 'e' || q[-1] == 'E')))); q++) { }
        return (size_t)(q - p);
    }
    if (amp__cl_is_name(p[0])) {
        for (; q < end && amp__cl_is_name(q[0]); q++) { }
        return (size_t)(q - p);
    }
    if (p[0] == ' ' || p[0] == '\t' || p[0] == '\r') {
        for (; q < end && (q[0] == ' ' || q[0] == '\t' || q[0] == '\r'); q++) { }
        return (size_t)(q - p);
    }
    return 1;
}

/* Whether the n characters at p are the word. */
static inline int amp__cl_word_is(const char *p, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(p, word, n) == 0;
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
