/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_REGIONS_H
#define AMP_CL_REGIONS_H
/*
amp/cl/regions.h: the user's text between the markers, made ready for OpenCL.

The text is the user's own except these changes, all on the line where they stand:

  AMP_TILED_KERNEL(...) {    gets AMP__ENTER(...) behind the brace: OpenCL needs
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
  the end of such a kernel   and a return in it get what a device that ends long loops
                             is asked there: amp/cl/faults.cl.h
  helpers that report        have a parameter more: amp/cl/helpers.h
  other kernels              are left out, except their # lines: amp/cl/declarations.h

Nothing here calls OpenCL.
*/

#include "declarations.h"
#include "renames.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

/* Which kind of kernel's body the reader is in. */
enum { AMP__CL_NO_KERNEL, AMP__CL_IN_SIMPLE, AMP__CL_IN_TILED, AMP__CL_IN_PHASED };

/* The reader of a region: where it is, and what it knows of the text before. */
typedef struct amp__cl_cursor {
    const char *at, *end;
    const char *file;
    int line;
    int directive; /* in a # line */
    int fresh;     /* only white space since the line began */
    int depth;     /* of braces */
    int statement; /* at depth 0: nothing of the declaration was read yet */
    const amp__cl_declarations *parts; /* NULL: all of the text is wanted */
    const char *left_end;              /* up to there is nothing except # lines */
    const amp__cl_helpers *helpers; /* NULL where nothing of the program reports; then what
                                       follows is not used */
    int tiles;            /* this is the body of a kernel with tiles, also in a # line */
    int model;            /* AMP__CL_IN_..., of the kernel whose body this is */
    int question;         /* a ? stands in the statement: a : is not a label's */
    const char *body_end; /* of the kernel */
    const char *block;    /* the brace of the innermost block around `at`, in that body */
    const char *before, *last; /* the last token but one, and the last; no white space */
    /* The name of an AMP_DEFINE_... that is not renamed until this parenthesis ends: */
    const char *defined, *defined_end;
} amp__cl_cursor;

/* Whether `long` at p has another one behind it: long long. */
static AMP__COLD int amp__cl_is_long_long(const char *p, size_t n, const char *end)
{
    const char *q;
    if (!amp__c_spells(p, n, "long")) {
        return 0;
    }
    q = amp__cl_skip_space(p + n, end);
    return q < end && amp__c_spells(q, amp__cl_token(q, end), "long");
}

/* Adds [p, end), with `long long` as `long`. flat: on one line, with a space for each comment
   and line end. */
static AMP__COLD void amp__cl_put_head(amp__text *b, const char *p, const char *end, int flat)
{
    size_t n;
    for (; p < end; p += n) {
        n = amp__cl_token(p, end);
        if (flat && amp__cl_is_space(p)) {
            amp__text_put(b, " ", 1);
        } else if (!amp__cl_is_long_long(p, n, end)) {
            amp__text_put(b, p, n);
        }
    }
}

/* Whether the declaration at p, which begins with `static const` at file scope, is of a
   variable, and not of a function or type: = [ or ; comes before the first ( or {. */
static AMP__COLD int amp__cl_is_variable(const char *p, const char *end)
{
    while (p < end) {
        if (p[0] == '=' || p[0] == '[' || p[0] == ';') {
            return 1;
        }
        if (p[0] == '(' || p[0] == '{') {
            return 0;
        }
        p += amp__cl_token(p, end);
    }
    return 0;
}

/* Adds a number of n characters, with LL as L. */
static AMP__COLD void amp__cl_put_number(amp__text *b, const char *p, size_t n)
{
    size_t k;
    for (k = 0; k < n; k++) {
        const int twice = k > 0 && k + 2 >= n && (p[k] == 'l' || p[k] == 'L') && p[k] == p[k - 1];
        if (!twice) {
            amp__text_put(b, p + k, 1);
        }
    }
}

/* Copies a kernel's head, AMP_TILED_KERNEL or AMP_PHASED_KERNEL at the cursor, up to and with
   the brace of its body, and adds AMP__ENTER. AMP_OK, or AMP_BUILD_FAILED where no body
   follows. */
static AMP__COLD amp_status amp__cl_put_kernel(amp__cl_cursor *c, amp__text *b, size_t n)
{
    const char *p = amp__cl_skip_space(c->at + n, c->end), *first, *last;
    const char *stop;
    int depth = 0;
    if (p >= c->end || p[0] != '(') {
        amp__text_put(b, c->at, n); /* not a use: #ifdef, or a word in an error text */
        c->at += n;
        return AMP_OK;
    }
    first = p + 1;
    for (; p < c->end; p += amp__cl_token(p, c->end)) {
        depth += p[0] == '(' ? 1 : p[0] == ')' ? -1 : 0;
        if (depth == 0) {
            break;
        }
    }
    last = p;
    stop = p < c->end ? amp__cl_skip_space(p + 1, c->end) : p;
    if (stop >= c->end || stop[0] != '{') {
        return amp__fail(AMP_BUILD_FAILED, "%s:%d: a kernel's parameters must be followed by the "
                         "{ of its body, in the text of the file or of one macro", c->file,
                         c->line);
    }
    amp__cl_put_head(b, c->at, stop + 1, 0);
    amp__text_puts(b, " AMP__ENTER(");
    amp__cl_put_head(b, first, last, 1);
    amp__text_puts(b, ")");
    for (p = c->at; p <= stop; p++) {
        c->line += p[0] == '\n';
    }
    c->depth++;
    c->tiles = c->helpers != NULL;
    if (!c->directive && c->helpers != NULL) {
        c->model = c->at[4] == 'T' ? AMP__CL_IN_TILED : AMP__CL_IN_PHASED;
        c->body_end = amp__cl_block_end(stop, c->end);
        c->last = stop;
    }
    c->at = stop + 1;
    return AMP_OK;
}

/* amp_abort() at the cursor, where it is a statement of a kernel's own body: emits it with a
   `return`, so that the thread ends, if no barrier can follow (none in the text behind it, none
   in the block of the body around it, which may be a loop's). Returns 1 if it emitted it. */
static AMP__COLD int amp__cl_put_abort(amp__cl_cursor *c, amp__text *b, size_t n)
{
    const char *open = amp__cl_skip_space(c->at + n, c->end);
    const char *close = open < c->end ? amp__cl_skip_space(open + 1, c->end) : open;
    const char *stop = close < c->end ? amp__cl_skip_space(close + 1, c->end) : close;
    const int last = c->last != NULL ? c->last[0] : 0;
    int begins = last == '{' || last == '}' || last == ';' || (last == ':' && !c->question)
        || (last == 'e' && amp__c_spells(c->last, amp__cl_token(c->last, c->end), "else"));
    if (last == ')') { /* of if (...), not of a cast */
        begins = c->before == NULL
            || !amp__c_spells(c->before, amp__cl_token(c->before, c->end), "void");
    }
    if (!begins || stop >= c->end || open[0] != '(' || close[0] != ')' || stop[0] != ';') {
        return 0;
    }
    if (c->model == AMP__CL_IN_PHASED) {
        amp__text_puts(b, "amp__phase_abort();");
    } else if (c->model == AMP__CL_IN_TILED
               && (amp__cl_range_has_barrier(c->helpers, c->at, c->body_end)
                                 || (c->block != NULL && c->depth > 1
                                     && amp__cl_range_has_barrier(c->helpers, c->block, c->at)))) {
        return 0;
    } else {
        amp__text_puts(b, "{ amp_abort(); return; }");
    }
    for (; c->at <= stop; c->at++) {
        if (c->at[0] == '\n') {
            c->line++;
            amp__text_put(b, "\n", 1);
        }
    }
    c->before = c->last;
    c->last = stop;
    return 1;
}

/* Emits the head of a helper that reports, whose name is at the cursor, with the extra fault
   parameter, up to where its own parameters begin. Returns 1 if it did, 0 for other names. */
static AMP__COLD int amp__cl_put_helper(amp__cl_cursor *c, amp__text *b, size_t n)
{
    const amp__cl_helper *f = amp__cl_helper_of(c->helpers, c->at, n);
    const char *open = amp__cl_skip_space(c->at + n, c->end), *stop = open;
    if (f == NULL || !f->function || !f->reports || open >= c->end || open[0] != '(') {
        return 0;
    }
    amp__text_puts(b, "(");
    amp__text_put(b, c->at, n);
    amp__text_puts(b, f->empty ? ")(amp__here amp__fault" : ")(amp__here amp__fault, ");
    if (f->empty) {
        stop = amp__cl_block_end(open, c->end) - 1;
    }
    for (c->at += n; c->at <= stop; c->at++) {
        if (c->at[0] == '\n') {
            c->line++;
            amp__text_put(b, "\n", 1);
        }
    }
    return 1;
}

/* A definition such as AMP_DEFINE_TRANSFORM(half, ...) at the cursor, whose name is renamed
   elsewhere (amp/cl/renames.h): the macros only paste the name to others, some before it would
   be renamed and some after, and the host knows the results by the name as it stands. So the
   rename is undone up to the end of the parenthesis, unless the name stands there twice, in
   another meaning too. */
static AMP__COLD void amp__cl_put_definition(amp__cl_cursor *c, amp__text *b, size_t n)
{
    const char *p = amp__cl_skip_space(c->at + n, c->end), *name;
    amp__cl_rename unused;
    char line[32];
    size_t size;
    int times = 0;
    if (p >= c->end || p[0] != '(') {
        return;
    }
    c->defined_end = amp__cl_block_end(p, c->end);
    name = amp__cl_skip_space(p + 1, c->end);
    size = name < c->end ? amp__cl_token(name, c->end) : 0;
    for (p = name; p < c->defined_end; p += amp__cl_token(p, c->end)) {
        times += amp__cl_token(p, c->end) == size && memcmp(p, name, size) == 0;
    }
    if (times == 1 && amp__c_in_name(name[0]) && amp__cl_renamed(name, size, &unused)) {
        c->defined = name;
        amp__text_puts(b, "\n#undef ");
        amp__text_put(b, name, size);
        (void)snprintf(line, sizeof(line), "\n#line %d\n", c->line);
        amp__text_puts(b, line);
    }
}

/* Behind the definition: the macro again, by the name that the function has by now. */
static AMP__COLD void amp__cl_put_definition_end(amp__cl_cursor *c, amp__text *b)
{
    const size_t size = amp__cl_token(c->defined, c->end);
    char line[32];
    amp__text_puts(b, "\n#define ");
    amp__text_put(b, c->defined, size);
    amp__text_puts(b, " ");
    amp__cl_put_name(b, c->defined, size);
    (void)snprintf(line, sizeof(line), "\n#line %d\n", c->line);
    amp__text_puts(b, line);
    c->defined = NULL;
}

/* Leaves a token of n characters at the cursor out, except its line ends. */
static AMP__COLD void amp__cl_leave(amp__cl_cursor *c, amp__text *b, size_t n)
{
    const char *const stop = c->at + n;
    c->fresh = c->at[0] == '\n' || (c->fresh && amp__cl_is_space(c->at));
    for (; c->at < stop; c->at++) {
        if (c->at[0] == '\n') {
            c->line++;
            amp__text_put(b, "\n", 1);
        }
    }
}

/* Copies one region with its changes; the cursor stands behind the line of AMP_DEVICE_BEGIN.
   AMP_OK, or AMP_BUILD_FAILED where the markers do not fit. */
static AMP__COLD amp_status amp__cl_put_region(amp__cl_cursor *c, amp__text *b)
{
    const int began = c->line - 1;
    c->fresh = c->statement = 1;
    c->left_end = c->at;
    while (c->at < c->end) {
        const char *p = c->at;
        const size_t n = amp__cl_token(p, c->end);
        if (p[0] == '#' && c->fresh) {
            c->directive = 1;
        }
        if (c->parts != NULL && !c->directive && c->depth == 0 && p >= c->left_end
            && amp__cl_skip_unused(c->parts, p) != NULL) {
            c->left_end = amp__cl_skip_unused(c->parts, p);
        }
        if (p < c->left_end && !c->directive) {
            amp__cl_leave(c, b, n);
            continue;
        }
        if (amp__cl_is_space(p)) {
            size_t k;
            for (k = 0; k < n; k++) {
                c->line += p[k] == '\n';
            }
            if (p[0] == '\\') { /* the line continues */
                amp__text_puts(b, "\\\n");
            } else {
                amp__text_put(b, p, n);
            }
            if (p[0] == '\n') {
                c->fresh = 1;
                c->directive = 0;
            }
            c->at += n;
            continue;
        }
        c->fresh = 0;
        if (c->helpers != NULL && !c->directive && amp__c_in_name(p[0])) {
            if (c->depth == 0 && amp__c_spells(p, n, "AMP_KERNEL")) {
                c->model = AMP__CL_IN_SIMPLE;
            } else if (c->model != AMP__CL_NO_KERNEL && c->depth > 0
                       && amp__c_spells(p, n, "amp_abort")) {
                if (amp__cl_put_abort(c, b, n)) {
                    continue;
                }
            } else if (c->depth == 0 && c->model == AMP__CL_NO_KERNEL
                       && amp__cl_put_helper(c, b, n)) {
                continue;
            }
        }
        if (!c->directive && c->depth == 0 && c->defined == NULL && n > 11
            && memcmp(p, "AMP_DEFINE_", 11) == 0) {
            amp__cl_put_definition(c, b, n);
        }
        if (!c->directive && amp__c_spells(p, n, "AMP_DEVICE_END")) {
            return AMP_OK;
        }
        if (!c->directive && amp__c_spells(p, n, "AMP_DEVICE_BEGIN")) {
            return amp__fail(AMP_BUILD_FAILED, "%s:%d: AMP_DEVICE_BEGIN inside the region that "
                             "begins in line %d: end that with AMP_DEVICE_END first", c->file,
                             c->line, began);
        }
        if (amp__c_spells(p, n, "AMP_TILED_KERNEL")
            || amp__c_spells(p, n, "AMP_PHASED_KERNEL")) {
            const amp_status s = amp__cl_put_kernel(c, b, n);
            if (s != AMP_OK) {
                return s;
            }
            continue;
        }
        if (amp__c_spells(p, n, "static") && c->depth == 0 && c->statement && !c->directive) {
            const char *q = amp__cl_skip_space(p + n, c->end);
            c->statement = 0;
            if (q < c->end && amp__c_spells(q, amp__cl_token(q, c->end), "const")
                && amp__cl_is_variable(q, c->end)) {
                amp__text_puts(b, "__constant");
                c->at += n;
                continue;
            }
        }
        if (amp__cl_is_long_long(p, n, c->end)) {
            c->at += n; /* the second one is copied */
            continue;
        }
        if (c->tiles && p[0] == '}' && c->depth == 1) {
            amp__text_puts(b, " AMP__LEAVE_KERNEL ");
            c->tiles = 0;
        } else if (c->tiles && amp__c_spells(p, n, "return")) {
            const char *q = amp__cl_skip_space(p + n, c->end);
            if (q < c->end && q[0] == ';') {
                amp__text_puts(b, "AMP__RETURN");
                c->at += n;
                continue;
            }
        }
        c->depth += p[0] == '{' ? 1 : p[0] == '}' ? -1 : 0;
        if (!c->directive) {
            c->statement = c->depth == 0 && (p[0] == ';' || p[0] == '}');
            c->model = c->statement ? AMP__CL_NO_KERNEL : c->model;
            c->block = p[0] == '{' && c->depth == 2 ? p : c->block;
            c->question = (c->question || p[0] == '?') && strchr(";{}", p[0]) == NULL;
            c->before = c->last;
            c->last = p;
        }
        if (p[0] >= '0' && p[0] <= '9') {
            amp__cl_put_number(b, p, n);
        } else {
            amp__text_put(b, p, n);
        }
        c->at += n;
        if (c->defined != NULL && p == c->defined_end) {
            amp__cl_put_definition_end(c, b);
        }
    }
    return amp__fail(AMP_BUILD_FAILED, "%s:%d: AMP_DEVICE_BEGIN has no AMP_DEVICE_END", c->file,
                     began);
}

/* Sets the cursor to a region's text; returns 0 for a region of the library that came before
   already. A header of the user's that is included twice means it: one text of a kernel for several
   tiles (AMP_NAME). */
static AMP__COLD int amp__cl_region_begin(const amp__program *program, const amp__device_region *r,
                                          amp__cl_cursor *c)
{
    const amp__device_region *before;
    for (before = program->first; before != r; before = before->next) {
        if (r->library && before->line == r->line && strcmp(before->file, r->file) == 0) {
            return 0;
        }
    }
    memset(c, 0, sizeof(*c));
    c->at = amp__region_lines(r);
    c->end = r->text_end;
    c->file = r->file;
    c->line = r->line + 1;
    return 1;
}

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_REGIONS_H */
