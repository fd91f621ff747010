/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_REGIONS_H
#define AMP_CL_REGIONS_H
/*
amp/cl/regions.h: the user's text between the markers, made ready for OpenCL.

The text is the user's own but for these changes, all on the line where they stand:

  AMP_TILED_KERNEL(...) {    gets AMP__ENTER(...) behind the brace: OpenCL wants
                             __local variables in the kernel's own outermost
                             block, so the body cannot be a function that is
                             handed tidx and the pointers, as on the CPU
  long long, 1LL             become long, 1L: long long is 128 bits wide in
                             clang's OpenCL, and long 64
  static const at file scope becomes __constant const: OpenCL has no other
                             variables there
  amp_abort();               in a kernel's body is followed by `return`, where no
                             barrier can follow; in a phased kernel it ends the
                             thread's later phases
  helpers that report        have a parameter more: amp/cl/helpers.h

Nothing here calls OpenCL.
*/

#include "helpers.h"
#include "renames.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

/* A place in a file's text. */
typedef struct amp__cursor {
    const char *at, *end;
    const char *file;
    int line;
    int directive; /* in a # line */
    int fresh;     /* only white space since the line began */
    int depth;     /* of braces */
    int statement; /* at depth 0: nothing of the declaration was read yet */
    /* Where something reports: */
    const amp__cl_helpers *helpers;
    int model;     /* of the kernel whose body this is: 0 none, 1 simple, 2 tiled, 3 phased */
    int question;  /* a ? stands in the statement */
    const char *body_end, *block; /* of the kernel; the block of its body that this is in */
    const char *before, *last;    /* the two tokens before, white space not counted */
    /* The name of an AMP_DEFINE_... that is not renamed until this parenthesis ends: */
    const char *defined, *defined_end;
} amp__cursor;

/* Whether `long` at p has another one behind it: long long. */
static AMP__RARE int amp__is_long_long(const char *p, size_t n, const char *end)
{
    const char *q;
    if (!amp__word_is(p, n, "long")) {
        return 0;
    }
    q = amp__skip_space(p + n, end);
    return q < end && amp__word_is(q, amp__token(q, end), "long");
}

/* Copies [p, end), long long as long; flat is on one line: comments and line
   ends become a space. */
static AMP__RARE void amp__put_head(amp__text_buffer *b, const char *p, const char *end, int flat)
{
    size_t n;
    for (; p < end; p += n) {
        n = amp__token(p, end);
        if (flat && amp__is_space(p)) {
            amp__put(b, " ", 1);
        } else if (!amp__is_long_long(p, n, end)) {
            amp__put(b, p, n);
        }
    }
}

/* Whether the declaration at p, which begins with `static const` at file
   scope, is of a variable: one of = [ ; before the first ( or {. */
static AMP__RARE int amp__is_variable(const char *p, const char *end)
{
    while (p < end) {
        if (p[0] == '=' || p[0] == '[' || p[0] == ';') {
            return 1;
        }
        if (p[0] == '(' || p[0] == '{') {
            return 0;
        }
        p += amp__token(p, end);
    }
    return 0;
}

/* Puts a number without one L of LL. */
static AMP__RARE void amp__put_number(amp__text_buffer *b, const char *p, size_t n)
{
    size_t k;
    for (k = 0; k < n; k++) {
        const int twice = k > 0 && k + 2 >= n && (p[k] == 'l' || p[k] == 'L') && p[k] == p[k - 1];
        if (!twice) {
            amp__put(b, p + k, 1);
        }
    }
}

/* A kernel head, its name at p: copies it up to and with the body's brace,
   and what the body needs behind that. */
static AMP__RARE amp_status amp__put_kernel(amp__cursor *c, amp__text_buffer *b, size_t n)
{
    const char *p = amp__skip_space(c->at + n, c->end), *first, *last;
    const char *stop;
    int depth = 0;
    if (p >= c->end || p[0] != '(') {
        amp__put(b, c->at, n); /* not a use: #ifdef, or a word in an error text */
        c->at += n;
        return AMP_OK;
    }
    first = p + 1;
    for (; p < c->end; p += amp__token(p, c->end)) {
        depth += p[0] == '(' ? 1 : p[0] == ')' ? -1 : 0;
        if (depth == 0) {
            break;
        }
    }
    last = p;
    stop = p < c->end ? amp__skip_space(p + 1, c->end) : p;
    if (stop >= c->end || stop[0] != '{') {
        return amp__fail(AMP_BUILD_FAILED, "%s:%d: a kernel's parameters must be followed by the "
                         "{ of its body, in the text of the file or of one macro", c->file,
                         c->line);
    }
    amp__put_head(b, c->at, stop + 1, 0);
    amp__puts(b, " AMP__ENTER(");
    amp__put_head(b, first, last, 1);
    amp__puts(b, ")");
    for (p = c->at; p <= stop; p++) {
        c->line += p[0] == '\n';
    }
    c->depth++;
    if (!c->directive && c->helpers != NULL) {
        c->model = c->at[4] == 'T' ? 2 : 3;
        c->body_end = amp__cl_end(stop, c->end);
        c->last = stop;
    }
    c->at = stop + 1;
    return AMP_OK;
}

/* amp_abort(), where it is a statement of a kernel's own body. It ends the
   thread where no barrier can follow: none in the text behind it, none in the
   block of the body around it, which may be a loop's. 1 where it was put. */
static AMP__RARE int amp__put_abort(amp__cursor *c, amp__text_buffer *b, size_t n)
{
    const char *open = amp__skip_space(c->at + n, c->end);
    const char *close = open < c->end ? amp__skip_space(open + 1, c->end) : open;
    const char *stop = close < c->end ? amp__skip_space(close + 1, c->end) : close;
    const int last = c->last != NULL ? c->last[0] : 0;
    int begins = last == '{' || last == '}' || last == ';' || (last == ':' && !c->question)
        || (last == 'e' && amp__word_is(c->last, amp__token(c->last, c->end), "else"));
    if (last == ')') { /* of if (...), not of a cast */
        begins = c->before == NULL
            || !amp__word_is(c->before, amp__token(c->before, c->end), "void");
    }
    if (!begins || stop >= c->end || open[0] != '(' || close[0] != ')' || stop[0] != ';') {
        return 0;
    }
    if (c->model == 3) {
        amp__puts(b, "amp__phase_abort();");
    } else if (c->model == 2 && (amp__cl_waits_in(c->helpers, c->at, c->body_end)
                                 || (c->block != NULL && c->depth > 1
                                     && amp__cl_waits_in(c->helpers, c->block, c->at)))) {
        return 0;
    } else {
        amp__puts(b, "{ amp_abort(); return; }");
    }
    for (; c->at <= stop; c->at++) {
        if (c->at[0] == '\n') {
            c->line++;
            amp__put(b, "\n", 1);
        }
    }
    c->before = c->last;
    c->last = stop;
    return 1;
}

/* The head of a helper that reports, its name at c->at: puts it with the
   parameter more, up to where the others begin. 1 where it was one. */
static AMP__RARE int amp__put_helper(amp__cursor *c, amp__text_buffer *b, size_t n)
{
    const amp__cl_helper *f = amp__cl_helper_of(c->helpers, c->at, n);
    const char *open = amp__skip_space(c->at + n, c->end), *stop = open;
    if (f == NULL || !f->function || !f->reports || open >= c->end || open[0] != '(') {
        return 0;
    }
    amp__puts(b, "(");
    amp__put(b, c->at, n);
    amp__puts(b, f->empty ? ")(amp__here amp__fault" : ")(amp__here amp__fault, ");
    if (f->empty) {
        stop = amp__cl_end(open, c->end) - 1;
    }
    for (c->at += n; c->at <= stop; c->at++) {
        if (c->at[0] == '\n') {
            c->line++;
            amp__put(b, "\n", 1);
        }
    }
    return 1;
}

/* AMP_DEFINE_TRANSFORM(half, ...): the definition's name is only ever pasted to
   others, some before and some after it would be renamed, and the host knows
   the results unrenamed. So it is not renamed up to the end of the parenthesis,
   unless the name stands there in another meaning too. */
static AMP__RARE void amp__put_definition(amp__cursor *c, amp__text_buffer *b, size_t n)
{
    const char *p = amp__skip_space(c->at + n, c->end), *name;
    amp__cl_rename unused;
    char line[32];
    size_t size;
    int times = 0;
    if (p >= c->end || p[0] != '(') {
        return;
    }
    c->defined_end = amp__cl_end(p, c->end);
    name = amp__skip_space(p + 1, c->end);
    size = name < c->end ? amp__token(name, c->end) : 0;
    for (p = name; p < c->defined_end; p += amp__token(p, c->end)) {
        times += amp__token(p, c->end) == size && memcmp(p, name, size) == 0;
    }
    if (times == 1 && amp__is_name(name[0]) && amp__cl_renamed(name, size, &unused)) {
        c->defined = name;
        amp__puts(b, "\n#undef ");
        amp__put(b, name, size);
        (void)snprintf(line, sizeof(line), "\n#line %d\n", c->line);
        amp__puts(b, line);
    }
}
static AMP__RARE void amp__put_definition_end(amp__cursor *c, amp__text_buffer *b)
{
    const size_t size = amp__token(c->defined, c->end);
    char line[32];
    amp__puts(b, "\n#define ");
    amp__put(b, c->defined, size);
    amp__puts(b, " ");
    amp__put_name(b, c->defined, size);
    (void)snprintf(line, sizeof(line), "\n#line %d\n", c->line);
    amp__puts(b, line);
    c->defined = NULL;
}

/* Copies one region; the cursor stands behind the line of AMP_DEVICE_BEGIN. */
static AMP__RARE amp_status amp__put_region(amp__cursor *c, amp__text_buffer *b)
{
    const int began = c->line - 1;
    c->fresh = c->statement = 1;
    while (c->at < c->end) {
        const char *p = c->at;
        const size_t n = amp__token(p, c->end);
        if (p[0] == '#' && c->fresh) {
            c->directive = 1;
        }
        if (amp__is_space(p)) {
            size_t k;
            for (k = 0; k < n; k++) {
                c->line += p[k] == '\n';
            }
            amp__put(b, p, n);
            if (p[0] == '\n') {
                c->fresh = 1;
                c->directive = 0;
            } else if (p[0] == '\\') { /* the line goes on */
                amp__put(b, "\n", 1);
                c->at = p + (p[1] == '\r' ? 3 : 2);
                c->line++;
                continue;
            }
            c->at += n;
            continue;
        }
        c->fresh = 0;
        if (c->helpers != NULL && !c->directive && amp__is_name(p[0])) {
            if (c->depth == 0 && amp__word_is(p, n, "AMP_KERNEL")) {
                c->model = 1;
            } else if (c->model > 0 && c->depth > 0 && amp__word_is(p, n, "amp_abort")) {
                if (amp__put_abort(c, b, n)) {
                    continue;
                }
            } else if (c->depth == 0 && c->model == 0 && amp__put_helper(c, b, n)) {
                continue;
            }
        }
        if (!c->directive && c->depth == 0 && c->defined == NULL && n > 11
            && memcmp(p, "AMP_DEFINE_", 11) == 0) {
            amp__put_definition(c, b, n);
        }
        if (!c->directive && amp__word_is(p, n, "AMP_DEVICE_END")) {
            return AMP_OK;
        }
        if (!c->directive && amp__word_is(p, n, "AMP_DEVICE_BEGIN")) {
            return amp__fail(AMP_BUILD_FAILED, "%s:%d: AMP_DEVICE_BEGIN inside the region that "
                             "begins in line %d: end that with AMP_DEVICE_END first", c->file,
                             c->line, began);
        }
        if (amp__word_is(p, n, "AMP_TILED_KERNEL") || amp__word_is(p, n, "AMP_PHASED_KERNEL")) {
            const amp_status s = amp__put_kernel(c, b, n);
            if (s != AMP_OK) {
                return s;
            }
            continue;
        }
        if (amp__word_is(p, n, "static") && c->depth == 0 && c->statement && !c->directive) {
            const char *q = amp__skip_space(p + n, c->end);
            c->statement = 0;
            if (q < c->end && amp__word_is(q, amp__token(q, c->end), "const")
                && amp__is_variable(q, c->end)) {
                amp__puts(b, "__constant");
                c->at += n;
                continue;
            }
        }
        if (amp__is_long_long(p, n, c->end)) {
            c->at += n; /* the second one is copied */
            continue;
        }
        c->depth += p[0] == '{' ? 1 : p[0] == '}' ? -1 : 0;
        if (!c->directive) {
            c->statement = c->depth == 0 && (p[0] == ';' || p[0] == '}');
            c->model = c->statement ? 0 : c->model;
            c->block = p[0] == '{' && c->depth == 2 ? p : c->block;
            c->question = (c->question || p[0] == '?') && strchr(";{}", p[0]) == NULL;
            c->before = c->last;
            c->last = p;
        }
        if (p[0] >= '0' && p[0] <= '9') {
            amp__put_number(b, p, n);
        } else {
            amp__put(b, p, n);
        }
        c->at += n;
        if (c->defined != NULL && p == c->defined_end) {
            amp__put_definition_end(c, b);
        }
    }
    return amp__fail(AMP_BUILD_FAILED, "%s:%d: AMP_DEVICE_BEGIN has no AMP_DEVICE_END", c->file,
                     began);
}

/* Sets the cursor to a region's text; 0 where that was there already: a header
   that was included twice. */
static AMP__RARE int amp__region_begin(const amp__program *program, const amp__text_region *r,
                                       amp__cursor *c)
{
    const amp__text_region *before;
    for (before = program->first; before != r; before = before->next) {
        if (before->line == r->line && strcmp(before->file, r->file) == 0) {
            return 0;
        }
    }
    memset(c, 0, sizeof(*c));
    c->at = r->text;
    c->end = r->text_end;
    c->file = r->file;
    for (c->line = 1; c->at < c->end && c->line <= r->line; c->at++) {
        c->line += c->at[0] == '\n';
    }
    return 1;
}

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_REGIONS_H */
