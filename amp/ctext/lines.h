/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_LINES_H
#define AMP_CTEXT_LINES_H
/*
amp/ctext/lines.h: a text as it was written, line by line, for who looks at directives and at where
device regions begin and end.

A line is a logical one: it goes on behind a backslash, and through a comment.

The tokens of a region as it was written are those of its lines, with an end behind them
(AMP__C_EOF), and then those of its directives: f->directives says which are whose. So a directive
in the middle of a function stands between no two tokens of it.
*/

#include "../base/region.h"
#include "tokens.h"

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
    amp__c_token t = AMP__ZERO;
    t.file = file;
    t.file_n = (int)strlen(file);
    t.line = l->line;
    while (p < l->stop) {
        p = amp__c_read_token(f, p, l->stop, &t);
    }
    return from;
}

/* Notes a line that is a directive, whose tokens are not read yet. */
static AMP__COLD void amp__c_add_directive(amp__c_unit *f, const amp__c_line *l)
{
    amp__c_directive *d;
    amp__c_grow(f, &f->directives, f->directive_count, &f->directive_room, sizeof(*d));
    d = &f->directives[f->directive_count++];
    memset(d, 0, sizeof(*d));
    d->at = l->at;
    d->end = l->stop;
    d->line = l->line;
}

/* Adds the tokens of a region's text [p, end) as it was written, which must stay where it is; it
   begins with line `line` of the file. The end behind those of its lines stands where the text
   stopped, at AMP_DEVICE_END or another AMP_DEVICE_BEGIN, and has that one's number, else 0. Finds
   the brackets' other halves. Returns the number of the end. */
static AMP__COLD int amp__c_read_region(amp__c_unit *f, const char *p, const char *end,
                                        const char *file, int line)
{
    const int from = f->count;
    int last, number = 0, fresh = 1, k = f->directive_count;
    amp__c_token t = AMP__ZERO;
    t.file = file;
    t.file_n = (int)strlen(file);
    t.line = line;
    while (p < end && number != AMP__C_DEVICE_END && number != AMP__C_DEVICE_BEGIN) {
        const char *const at = p;
        p = amp__c_read_token(f, at, end, &t);
        number = t.number;
        if (fresh && number == '#') {
            amp__c_line l = amp__c_lines(at, end, t.line);
            (void)amp__c_next_line(&l);
            amp__c_add_directive(f, &l);
            f->count--;
            t.line = l.next_line;
            p = l.next;
        } else {
            fresh = t.kind == AMP__C_LINE_END || (fresh && amp__c_separates(t.kind));
        }
    }
    if (number != AMP__C_DEVICE_END && number != AMP__C_DEVICE_BEGIN) {
        t.s = end;
        t.number = 0;
        amp__c_add(f, t);
    }
    last = f->count - 1;
    amp__c_writable(f, last)->kind = AMP__C_EOF;
    amp__c_writable(f, last)->n = 0;
    amp__c_match_brackets(f, from);
    for (; k < f->directive_count; k++) {
        amp__c_directive *d = &f->directives[k];
        t.line = d->line;
        d->from = f->count;
        for (p = d->at; p < d->end;) {
            p = amp__c_read_token(f, p, d->end, &t);
        }
        d->to = f->count;
        amp__c_match_brackets(f, d->from);
    }
    return last;
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

/* Adds the macros of AMP_DEVICE_MACRO to a text for a device's compiler, in front of the regions;
   ends the work where one has two values, unless f is NULL. */
static AMP__COLD void amp__c_put_macros(amp__c_unit *f, const amp__program *p, amp__text *out)
{
    const amp__device_macro *m, *o;
    amp__text_puts(out, "#define AMP_DEVICE_MACRO(name)\n");
    for (m = p->macros; m != NULL; m = m->next) {
        for (o = m->next; o != NULL; o = o->next) {
            if (f && strcmp(m->name, o->name) == 0 && strcmp(m->value, o->value) != 0) {
                amp__c_fail(f, -1, "AMP_DEVICE_MACRO(%.60s): it may have one value, and is %.60s "
                            "in one place and %.60s in another", m->name, m->value, o->value);
            }
        }
        if (strcmp(m->name, m->value) != 0) {
            amp__text_printf(out, "#ifndef %s\n#define %s %s\n#endif\n", m->name, m->name,
                             m->value);
        }
    }
}

#endif /* AMP_CTEXT_LINES_H */
