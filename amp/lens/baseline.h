/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_BASELINE_H
#define AMP_LENS_BASELINE_H
/*
amp/lens/baseline.h: a report that was written as JSON, read back: its kernels and their measures.

A reader of all JSON that keeps only what it is asked for, so that a report which another program
has put in order, or added to, is read as well.
*/

#include <errno.h> /* why a file cannot be read */
#include "measures.h"

#if AMP__LENS && AMP__IMPLEMENT

/* A kernel of the report: its name, and its measures, -1 where it has none. */
typedef struct amp__lens_past {
    char kernel[64];
    double value[AMP__LENS_MEASURES];
} amp__lens_past;

/* The text at work; `at` is NULL once something is no JSON. */
typedef struct amp__lens_reader {
    const char *at;
    int depth;
    amp__lens_past *list; /* what has been found */
    int count;
} amp__lens_reader;

/* Passes white space; returns the next character, 0 where there is none. */
static AMP__RARE AMP__CHECK char amp__lens_next(amp__lens_reader *r)
{
    r->at += r->at != NULL ? strspn(r->at, " \t\r\n") : 0;
    return (char)(r->at != NULL ? *r->at : '\0');
}

/* Passes that character, or fails. */
static AMP__RARE AMP__CHECK int amp__lens_pass(amp__lens_reader *r, char c)
{
    r->at = amp__lens_next(r) == c && c != '\0' ? r->at + 1 : NULL;
    return r->at != NULL;
}

/* Reads a text in quotes into to[0..size), cut to that; an escape becomes what follows it. */
static AMP__RARE AMP__CHECK void amp__lens_read_text(amp__lens_reader *r, char *to, size_t size)
{
    size_t n = 0;
    if (!amp__lens_pass(r, '"')) {
        return;
    }
    for (; *r->at != '"' && *r->at != '\0'; r->at++) {
        r->at += r->at[0] == '\\' && r->at[1] != '\0';
        if (n + 1 < size) {
            to[n++] = *r->at;
        }
    }
    to[n] = '\0';
    r->at = *r->at == '"' ? r->at + 1 : NULL;
}

/* Reads a number into *value, or another value that is no object and no list, which makes it -1. */
static AMP__RARE AMP__CHECK void amp__lens_read_number(amp__lens_reader *r, double *value)
{
    char *end = NULL;
    const size_t word = strspn(r->at, "abcdefghijklmnopqrstuvwxyz");
    *value = -1;
    if (word > 0) {
        r->at += word;
        return;
    }
    *value = strtod(r->at, &end);
    r->at = end != r->at ? end : NULL;
}

/* Reads any value. what: 0 the report, 1 a kernel, 2 its measures, 3 nothing that is kept. */
static AMP__RARE AMP__CHECK void amp__lens_read_value(amp__lens_reader *r, int what)
{
    char text[64];
    double number;
    const char open = amp__lens_next(r);
    if (open == '"') {
        amp__lens_read_text(r, text, sizeof(text));
        return;
    }
    if (open != '{' && open != '[') {
        if (r->at != NULL) {
            amp__lens_read_number(r, &number);
        }
        return;
    }
    r->at = ++r->depth < 100 ? r->at + 1 : NULL;
    while (amp__lens_next(r) != (open == '{' ? '}' : ']') && r->at != NULL) {
        amp__lens_past *past = r->count > 0 ? &r->list[r->count - 1] : NULL;
        if (open == '[') { /* the list of kernels */
            if (what == 1) {
                amp__lens_past *p = (amp__lens_past *)realloc(
                    r->list, (size_t)(r->count + 1) * sizeof(*p));
                int m;
                if (p == NULL) {
                    r->at = NULL;
                    break;
                }
                r->list = p;
                p += r->count++;
                p->kernel[0] = '\0';
                for (m = 0; m < AMP__LENS_MEASURES; m++) {
                    p->value[m] = -1;
                }
            }
            amp__lens_read_value(r, what);
        } else {
            amp__lens_read_text(r, text, sizeof(text));
            if (r->at == NULL || !amp__lens_pass(r, ':')) {
                break;
            }
            if (what == 1 && past != NULL && strcmp(text, "kernel") == 0) {
                amp__lens_read_text(r, past->kernel, sizeof(past->kernel));
            } else if (what == 2 && past != NULL && amp__lens_measure_of(text) >= 0) {
                (void)amp__lens_next(r);
                amp__lens_read_number(r, &past->value[amp__lens_measure_of(text)]);
            } else {
                amp__lens_read_value(r, what == 0 && strcmp(text, "kernels") == 0 ? 1
                                        : what == 1 && strcmp(text, "measures") == 0 ? 2 : 3);
            }
        }
        if (r->at != NULL && amp__lens_next(r) == ',') {
            r->at++;
        } else {
            break;
        }
    }
    (void)(r->at != NULL && amp__lens_pass(r, open == '{' ? '}' : ']'));
    r->depth--;
}

/* Reads the report at `path`: *list, which the caller frees by amp__check_free, and *count. AMP_OK;
   AMP_RUNTIME_ERROR where it cannot be read; AMP_INVALID_ARGUMENT where it is no report. */
static AMP__RARE AMP__CHECK amp_status amp__lens_read_report(const char *path,
                                                             amp__lens_past **list, int *count)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    long n = -1;
    amp__lens_reader r = { NULL, 0, NULL, 0 };
    *list = NULL;
    *count = 0;
    if (f != NULL && fseek(f, 0, SEEK_END) == 0) {
        n = ftell(f);
    }
    if (n >= 0 && fseek(f, 0, SEEK_SET) == 0) {
        text = (char *)amp__check_alloc((size_t)n + 1);
    }
    if (text == NULL || fread(text, 1, (size_t)n, f) != (size_t)n) {
        if (f != NULL) {
            (void)fclose(f);
        }
        amp__check_free(text);
        return amp__fail(AMP_RUNTIME_ERROR, "the lens cannot read '%.500s': %s", path,
                         strerror(errno));
    }
    (void)fclose(f);
    r.at = text;
    amp__lens_read_value(&r, 0);
    amp__check_free(text);
    if (r.at == NULL || r.count == 0) {
        amp__check_free(r.list);
        return amp__fail(AMP_INVALID_ARGUMENT, "'%.500s' is no report of the lens as JSON: write "
                         "one by AMP_LENS=json:file", path);
    }
    *list = r.list;
    *count = r.count;
    return AMP_OK;
}

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_BASELINE_H */
