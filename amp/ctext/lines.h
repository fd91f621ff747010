/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_LINES_H
#define AMP_CTEXT_LINES_H
/*
amp/ctext/lines.h: a text as it was written, line by line, for who looks at directives and at where
device regions begin and end.

A line is a logical one: it goes on behind a backslash, and through a comment.
*/

#include "../base/region.h"
#include "tokens.h"

#if AMP__IMPLEMENT

/* A line, and what of the text is left. */
typedef struct amp__c_line {
    const char *at, *stop; /* it is [at, stop), without its end */
    int line, number;      /* its number in the file; that of its first token, 0: none, or a name */
    const char *next, *end;
    int next_line;
} amp__c_line;

/* The first line of a text [p, end) that begins with line `line` of a file comes next. */
static AMP__COLD amp__c_line amp__c_lines(const char *p, const char *end, int line)
{
    amp__c_line l;
    l.at = l.stop = l.next = p;
    l.end = end;
    l.line = l.next_line = line;
    l.number = 0;
    return l;
}

/* Goes to the next line; 0 where there is none. */
static AMP__COLD int amp__c_next_line(amp__c_line *l)
{
    int kind = AMP__C_SPACE, number, first = 1;
    const char *p = l->next;
    l->at = p;
    l->line = l->next_line;
    l->number = 0;
    while (p < l->end && kind != AMP__C_LINE_END) {
        l->stop = p;
        p = amp__c_lex(p, l->end, &kind, &number);
        if (first && !amp__c_separates(kind)) {
            l->number = number;
            first = 0;
        }
        for (; l->stop < p; l->stop++) {
            l->next_line += *l->stop == '\n';
        }
    }
    l->stop = p - (kind == AMP__C_LINE_END);
    l->next = p;
    return l->at < p;
}

/* Adds the tokens of the line, of that file, behind the others; returns the first one's number. */
static AMP__COLD int amp__c_read_line(amp__c_unit *f, const amp__c_line *l, const char *file)
{
    const int from = f->count;
    const char *p = l->at;
    amp__c_token t;
    memset(&t, 0, sizeof(t));
    t.file = file;
    t.file_n = (int)strlen(file);
    t.line = l->line;
    while (p < l->stop) {
        p = amp__c_read_token(f, p, l->stop, &t);
    }
    return from;
}

/* The lines of a region, from the one behind AMP_DEVICE_BEGIN to the one before
   AMP_DEVICE_END. */
static AMP__COLD void amp__c_region_lines(const amp__device_region *r, const char **from,
                                          const char **to)
{
    amp__c_line l = amp__c_lines(amp__region_lines(r), r->text_end, r->line + 1);
    *from = l.at;
    while (amp__c_next_line(&l) && l.number != AMP__C_DEVICE_END) {
    }
    *to = l.at;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CTEXT_LINES_H */
