/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_TEXT_H
#define AMP_CL_TEXT_H
/*
amp/cl/text.h: what the reader of device regions reads and writes.

  1 strings  that grow
  2 tokens   of C, as far as a region's text must be understood
*/

#include "../base/memory.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

/* ==== 1 strings ========================================================== */

/* A string that grows; all zero is an empty one, and amp__free(data) ends it. `failed` stays
   set once memory ran out: then it is not all there. */
typedef struct amp__cl_string {
    char *data;
    size_t size, room;
    int failed;
} amp__cl_string;

/* Adds n characters; data ends in a 0 that size does not count. */
static inline void amp__cl_put(amp__cl_string *b, const char *s, size_t n)
{
    if (b->failed) {
        return;
    }
    if (b->size + n + 1 > b->room) {
        const size_t room = (b->size + n + 1) * 2;
        char *data = (char *)amp__grown(b->data, b->size, room);
        if (data == NULL) {
            b->failed = 1;
            return;
        }
        b->data = data;
        b->room = room;
    }
    memcpy(b->data + b->size, s, n);
    b->size += n;
    b->data[b->size] = '\0';
}

/* Adds a string. */
static inline void amp__cl_puts(amp__cl_string *b, const char *s)
{
    amp__cl_put(b, s, strlen(s));
}

/* ==== 2 tokens =========================================================== */

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
