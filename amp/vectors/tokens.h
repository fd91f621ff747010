/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_TOKENS_H
#define AMP_VECTORS_TOKENS_H
/*
amp/vectors/tokens.h: from preprocessed text to tokens.
*/

#include "file.h"

#if AMP__IMPLEMENT

#include <ctype.h> /* isspace, isalpha, isalnum, isdigit */

/* A line that begins with #: # 12 "file" 1 says where the next line stood; a pragma
   is left out. Returns the line number before the next one. */
static AMP__COLD int amp__vec_marker(const char *p, const char *end, amp__vec_token *t, int line)
{
    while (p < end && *p == ' ') {
        p++;
    }
    if (p < end && isdigit((unsigned char)*p)) {
        line = atoi(p) - 1;
        p = (const char *)memchr(p, '"', (size_t)(end - p));
        if (p != NULL) {
            t->file = ++p;
            while (p < end && *p != '"') {
                p++;
            }
            t->file_n = (int)(p - t->file);
        }
    }
    return line;
}

/* Where the number at p ends: digits, letters, and the sign of an exponent. */
static AMP__COLD const char *amp__vec_number_end(const char *p, const char *end)
{
    const int hex = p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
    for (p++; p < end; p++) {
        const int sign = (*p == '+' || *p == '-')
            && (p[-1] == 'p' || p[-1] == 'P' || (!hex && (p[-1] == 'e' || p[-1] == 'E')));
        if (!sign && !isalnum((unsigned char)*p) && *p != '.' && *p != '_') {
            break;
        }
    }
    return p;
}

/* Where the token at p ends; sets its kind. */
static AMP__COLD const char *amp__vec_token_end(const char *p, const char *end, int *kind)
{
    static const char *const signs[] = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=",
        ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##", NULL };
    const char *q = p + 1;
    int k;
    if (isalpha((unsigned char)*p) || *p == '_') {
        while (q < end && (isalnum((unsigned char)*q) || *q == '_')) {
            q++;
        }
        *kind = AMP__VEC_NAME;
        return q;
    }
    if (isdigit((unsigned char)*p) || (*p == '.' && q < end && isdigit((unsigned char)*q))) {
        *kind = AMP__VEC_NUMBER;
        return amp__vec_number_end(p, end);
    }
    if (*p == '"' || *p == '\'') {
        for (; q < end && *q != *p; q++) {
            q += *q == '\\';
        }
        *kind = AMP__VEC_TEXT;
        return q < end ? q + 1 : end;
    }
    *kind = AMP__VEC_SIGN;
    for (k = 0; signs[k] != NULL; k++) {
        const size_t n = strlen(signs[k]);
        if ((size_t)(end - p) >= n && memcmp(p, signs[k], n) == 0) {
            return p + n;
        }
    }
    return q;
}

/* Where the logical line at p ends: a backslash continues it. */
static AMP__COLD const char *amp__vec_line_end(const char *p, const char *end)
{
    while (p < end && *p != '\n') {
        p += *p == '\\' && p + 1 < end ? 2 : 1;
    }
    return p < end ? p : end;
}

/* Adds the tokens of the text [p, end), which must stay where it is: tokens point into it.
   Finds the brackets' other halves. */
static AMP__COLD void amp__vec_read(amp__vec_file *f, const char *p, const char *end)
{
    enum { DEEPEST = 256 };
    int open[DEEPEST], depth = 0, line = 1;
    amp__vec_token t;
    memset(&t, 0, sizeof(t));
    t.file = "?";
    t.file_n = 1;
    while (p < end) {
        const char *q;
        if (*p == '#') {
            q = (const char *)memchr(p, '\n', (size_t)(end - p));
            q = q != NULL ? q : end;
            line = amp__vec_marker(p + 1, q, &t, line);
            p = q;
            continue;
        }
        if (isspace((unsigned char)*p)) {
            line += *p++ == '\n';
            continue;
        }
        t.line = line;
        t.s = p;
        q = amp__vec_token_end(p, end, &t.kind);
        t.n = (int)(q - p);
        amp__vec_add(f, t);
        if (t.kind == AMP__VEC_SIGN && t.n == 1 && strchr("([{", *p) != NULL) {
            if (depth == DEEPEST) {
                amp__vec_fail(f, f->count - 1, "more than %d brackets in each other", DEEPEST);
            }
            open[depth++] = f->count - 1;
        } else if (t.kind == AMP__VEC_SIGN && t.n == 1 && strchr(")]}", *p) != NULL && depth > 0) {
            f->t[open[--depth]].match = f->count - 1;
            f->t[f->count - 1].match = open[depth];
        }
        p = q;
    }
    t.s = "";
    t.n = 0;
    t.kind = AMP__VEC_END;
    amp__vec_add(f, t);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_TOKENS_H */
