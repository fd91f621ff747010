/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_REGIONS_H
#define AMP_CL_REGIONS_H
/*
amp/cl/regions.h: the user's text between the markers, made ready for OpenCL.

The text is the user's own except these edits, all on the line where they stand:

  AMP_TILED_KERNEL(...) {  gets AMP__ENTER(...) behind the brace: OpenCL needs __local variables in
    the kernel's own outermost block, so the body cannot be a function that is handed tidx and the
    pointers, as on the CPU
  long long, 1LL  become long, 1L: long long is 128 bits wide in clang's OpenCL, and long 64
  static const  at file scope becomes __constant const: OpenCL has no other variables there; in a
    body it loses its `static`: the same, of each thread
  amp_abort();  in a kernel's body is followed by `return`, where no barrier can follow; in a phased
    kernel it ends the thread's later phases
  AMP__WAIT  is added where amp/cl/branch_barriers.h has marked it
  the end of such a kernel, and a return in it,  get what a device that ends long loops is asked
    there: amp/cl/faults.cl.h
  functions that report  have a parameter more: OpenCL 1.2 has no variables that a function could
    find by itself, so it is handed amp__fault, and its name becomes a macro that adds the argument
    (amp/cl/program_text.h). What the reader does not see as a function, because a macro makes it,
    finds an amp__fault at file scope that leads nowhere: there an index outside is printed and not
    reported, and amp_errorf does not compile
  other kernels  are left out, except their # lines: amp/cl/declarations.h
*/

#include "declarations.h"
#include "renames.h"

/* The kernel that token i is in: its first word, and its body's braces; `to` is the end of what is
   read where a half is missing. from 0: none. */
typedef struct amp__cl_body {
    int word, from, to;
    int last_barrier;     /* in its body, where somebody asks: AMP_TILED_KERNEL, not in a macro */
    int barrier;          /* the last one so far */
    int block, block_end; /* the outermost block around token i, in that body */
} amp__cl_body;

/* The work on a region. */
typedef struct amp__cl_editing {
    const amp__cl_source *s;
    amp__c_editor e;
    int directive, directives_end; /* the next one, and the end of the region's */
    int open;                      /* a macro opened a kernel's body, which another closes */
    int depth;                     /* of braces, since the part began */
    amp__cl_body kernel;
    int defined, defined_end; /* the name and the ) of an AMP_DEFINE_ whose rename is undone; 0 */
} amp__cl_editing;

/* Puts `text` in the place of the tokens [i, to). */
static AMP__COLD void amp__cl_replace(amp__cl_editing *w, int i, int to, const char *text)
{
    const amp__c_unit *f = &w->s->c;
    amp__c_edit(&w->e, f->t[i].s, to > i ? amp__c_token_end(f, to - 1) : f->t[i].s, text);
}

/* Whether no directive stands between the tokens i and `to`. */
static AMP__COLD int amp__cl_is_unbroken(const amp__cl_editing *w, int to)
{
    const amp__c_unit *f = &w->s->c;
    return w->directive == w->directives_end
        || f->t[f->directives[w->directive].from].s > f->t[to].s;
}

/* Adds AMP__ENTER with the arguments of the kernel whose brace is at its body's beginning, on one
   line. */
static AMP__COLD void amp__cl_put_enter(amp__cl_editing *w, const amp__cl_body *k)
{
    const amp__c_unit *f = &w->s->c;
    int i;
    amp__c_copy(&w->e, amp__c_token_end(f, k->from));
    amp__text_puts(w->e.out, " AMP__ENTER");
    for (i = k->word + 1; i < k->from; i++) {
        if (!amp__c_is(f, i, AMP__C_LONG) || !amp__c_is(f, i + 1, AMP__C_LONG)) {
            amp__text_put(w->e.out, f->t[i].s, (size_t)f->t[i].n);
            amp__text_put(w->e.out, " ", amp__c_token_end(f, i) != f->t[i + 1].s
                          && i + 1 < k->from);
        }
    }
}

/* Notes that a kernel begins at i. AMP_OK, or AMP_BUILD_FAILED where one with tiles has no body
   before `end`. */
static AMP__COLD amp_status amp__cl_begin_kernel(amp__cl_editing *w, amp__cl_body *k, int i,
                                                 int end, int directive)
{
    const amp__c_unit *f = &w->s->c;
    const int body = f->t[i + 1].match > i ? f->t[i + 1].match + 1 : end;
    if (body >= end || !amp__c_is(f, body, '{')) {
        return amp__c_is(f, i, AMP__C_SIMPLE_KERNEL) ? AMP_OK
            : amp__fail(AMP_BUILD_FAILED, "%s:%d: a kernel's parameters must be followed by the "
                        "{ of its body, in the text of the file or of one macro", f->t[i].file,
                        f->t[i].line);
    }
    memset(k, 0, sizeof(*k));
    k->word = i;
    k->from = body;
    k->to = f->t[body].match > body ? f->t[body].match : end;
    if (w->s->faults && !directive && amp__c_is(f, i, AMP__C_TILED_KERNEL)) {
        for (k->last_barrier = k->to; k->last_barrier > body
             && !amp__cl_is_barrier(f, k->last_barrier); k->last_barrier--) { }
    }
    return AMP_OK;
}

/* Whether a ? stands in the statement before token i, so that a : is not a label's. */
static AMP__COLD int amp__cl_has_question(const amp__c_unit *f, int i)
{
    static const int stops[] = { ';', '{', '}', 0 };
    while (i > 0 && !amp__c_among(f, i, stops) && !amp__c_is(f, i, '?')) {
        i--;
    }
    return amp__c_is(f, i, '?');
}

/* amp_abort() at i, where it is a statement of a kernel's own body: adds a `return`, so that the
   thread ends, if no barrier can follow: none in the text behind it, none in the outermost block of
   the body around it, which may be a loop's. */
static AMP__COLD void amp__cl_edit_abort(amp__cl_editing *w, const amp__cl_body *k, int i)
{
    static const int before[] = { '{', '}', ';', AMP__C_ELSE, 0 };
    const amp__c_unit *f = &w->s->c;
    const int begins = amp__c_among(f, i - 1, before)
        || (amp__c_is(f, i - 1, ':') && !amp__cl_has_question(f, i - 1))
        || (amp__c_is(f, i - 1, ')') && !amp__c_is(f, i - 2, AMP__C_VOID)); /* if (...), no cast */
    if (!begins || i + 3 >= k->to || !amp__c_is(f, i + 1, '(') || !amp__c_is(f, i + 2, ')')
        || !amp__c_is(f, i + 3, ';') || !amp__cl_is_unbroken(w, i + 3)) {
        return;
    }
    if (amp__c_is(f, k->word, AMP__C_PHASED_KERNEL)) {
        amp__cl_replace(w, i, i + 4, "amp__phase_abort();");
    } else if (!amp__c_is(f, k->word, AMP__C_TILED_KERNEL)
               || (k->last_barrier < i && (k->block_end < i || k->barrier < k->block))) {
        amp__cl_replace(w, i, i + 4, "{ amp_abort(); return; }");
    }
}

/* Edits token i of a kernel's body, in a program that reports. */
static AMP__COLD void amp__cl_edit_body(amp__cl_editing *w, amp__cl_body *k, int i, int directive)
{
    const amp__c_unit *f = &w->s->c;
    const int tiles = !amp__c_is(f, k->word, AMP__C_SIMPLE_KERNEL);
    if (tiles && i == k->to && amp__c_is(f, i, '}')) {
        amp__cl_replace(w, i, i, " AMP__LEAVE_KERNEL ");
    } else if (tiles && amp__c_is(f, i, AMP__C_RETURN) && amp__c_is(f, i + 1, ';')) {
        amp__cl_replace(w, i, i + 1, "AMP__RETURN");
    } else if (!directive && amp__c_is(f, i, AMP__C_AMP | AMP__C_ABORT)) {
        amp__cl_edit_abort(w, k, i);
    } else if (amp__c_is(f, i, '{') && i > k->from && i > k->block_end) {
        k->block = i;
        k->block_end = f->t[i].match > i ? f->t[i].match : k->to;
    }
    k->barrier = i <= k->last_barrier && amp__cl_is_barrier(f, i) ? i : k->barrier;
}

/* Edits token i, in a kernel or not; `end` is behind the last token that belongs to it. AMP_OK, or
   AMP_BUILD_FAILED where a kernel's head is not understood. */
static AMP__COLD amp_status amp__cl_edit_token(amp__cl_editing *w, amp__cl_body *k, int i, int end,
                                               int directive)
{
    const amp__c_unit *f = &w->s->c;
    const amp__c_token *t = &f->t[i];
    const char last = t->s[t->n - 1], before = t->n > 2 ? t->s[t->n - 2] : '\0';
    if (w->s->waits != NULL && w->s->waits[i] != 0) {
        amp__cl_replace(w, i, i, w->s->waits[i] & AMP__CL_WAIT
                        ? " AMP__WAIT(, AMP__FENCE_TILE); " : "");
        amp__text_puts(w->e.out, w->s->waits[i] & AMP__CL_APART ? "__asm__(\"\"); " : "");
    }
    if (i + 1 < end && amp__c_is_kernel(f, i)) {
        return amp__cl_begin_kernel(w, k, i, end, directive);
    }
    if (k->from != 0 && i == k->from && !amp__c_is(f, k->word, AMP__C_SIMPLE_KERNEL)) {
        amp__cl_put_enter(w, k);
    }
    if (w->s->faults && k->from != 0 && i >= k->from && i <= k->to) {
        amp__cl_edit_body(w, k, i, directive);
    }
    if (amp__c_is(f, i, AMP__C_LONG) && i + 1 < end && amp__c_is(f, i + 1, AMP__C_LONG)) {
        amp__cl_replace(w, i, i + 1, "");
    } else if (t->kind == AMP__C_NUMBER && t->n > 2) { /* 1LL, 1ull, 1LLU */
        const int suffix = last == 'u' || last == 'U' ? 2 : 1;
        if ((suffix == 1 ? last == before : t->n > 3 && before == t->s[t->n - 3])
            && strchr("lL", t->s[t->n - suffix]) != NULL) {
            const char *const at = t->s + t->n - suffix;
            amp__c_edit(&w->e, at, at + 1, "");
        }
    }
    return AMP_OK;
}

/* Edits the directives that stand before `to` in the source. */
static AMP__COLD amp_status amp__cl_edit_directives(amp__cl_editing *w, const char *to)
{
    const amp__c_unit *f = &w->s->c;
    amp_status status = AMP_OK;
    for (; w->directive < w->directives_end && status == AMP_OK; w->directive++) {
        const amp__c_directive *d = &f->directives[w->directive];
        amp__cl_body k = AMP__ZERO;
        int i;
        if (f->t[d->from].s >= to) {
            break;
        }
        for (i = d->from; i < d->to && status == AMP_OK; i++) {
            if (w->open && amp__c_is(f, i, '}') && f->t[i].match < 0) {
                amp__cl_replace(w, i, i, " AMP__LEAVE_KERNEL ");
                w->open = 0;
            }
            status = amp__cl_edit_token(w, &k, i, d->to, 1);
        }
        w->open |= w->s->faults && k.from != 0 && k.to == d->to
            && !amp__c_is(f, k.word, AMP__C_SIMPLE_KERNEL);
        amp__c_copy(&w->e, d->end);
    }
    return status;
}

/* Leaves a part out, except its directives, and its line ends. */
static AMP__COLD amp_status amp__cl_leave_out(amp__cl_editing *w, const amp__cl_part *p)
{
    const amp__c_unit *f = &w->s->c;
    const char *from = f->t[p->from].s, *const to = amp__c_token_end(f, p->to - 1);
    amp_status status = AMP_OK;
    while (w->directive < w->directives_end && status == AMP_OK) {
        const amp__c_directive *d = &f->directives[w->directive];
        const char *const at = f->t[d->from].s;
        if (at >= to) {
            break;
        }
        amp__c_edit(&w->e, from, at, "");
        status = amp__cl_edit_directives(w, d->end);
        from = d->end;
    }
    if (status == AMP_OK) {
        amp__c_edit(&w->e, from, to, "");
    }
    return status;
}

/* A definition such as AMP_DEFINE_TRANSFORM(half, ...), the part p, whose name is renamed
   elsewhere (amp/cl/renames.h): the macros paste the name to others, and the host knows the
   results by the name as it stands. So the rename is undone up to the end of the parenthesis,
   unless the name stands there twice, in another meaning too. */
static AMP__COLD void amp__cl_begin_definition(amp__cl_editing *w, const amp__cl_part *p)
{
    const amp__c_unit *f = &w->s->c;
    const int name = p->from + 2, end = f->t[p->from + 1].match;
    char text[40];
    int i, times = 0;
    for (i = name; i < end; i++) {
        times += amp__c_same(f, i, name);
    }
    if (times == 1 && f->t[name].kind == AMP__C_NAME
        && amp__cl_renamed(&w->s->renames, &f->t[name]) != &f->t[name]) {
        w->defined = name;
        w->defined_end = end;
        amp__cl_replace(w, p->from, p->from, "\n#undef ");
        amp__text_put(w->e.out, f->t[name].s, (size_t)f->t[name].n);
        AMP__PRINT(text, "\n#line %d\n", f->t[p->from].line);
        amp__text_puts(w->e.out, text);
    }
}

/* Behind the definition: the macro again, by the name that the function has by now. */
static AMP__COLD void amp__cl_end_definition(amp__cl_editing *w)
{
    const amp__c_unit *f = &w->s->c;
    const amp__c_token *name = &f->t[w->defined], *to = amp__cl_renamed(&w->s->renames, name);
    amp__c_copy(&w->e, amp__c_token_end(f, w->defined_end));
    amp__text_printf(w->e.out, "\n#define %.*s %.*s\n#line %d\n", name->n, name->s, to->n, to->s,
                     f->t[w->defined_end].line);
    w->defined = w->defined_end = 0;
}

/* Begins a part that is emitted. A variable is one by = [ or ; before the first ( or {. */
static AMP__COLD void amp__cl_begin_part(amp__cl_editing *w, const amp__cl_part *p)
{
    static const int words[] = { '=', '[', ';', '(', '{', 0 };
    const amp__c_unit *f = &w->s->c;
    int i = p->from;
    w->depth = 0;
    memset(&w->kernel, 0, sizeof(w->kernel));
    if (p->kind == AMP__CL_EXPANSION && amp__c_name_begins(f, i, "AMP_DEFINE_")) {
        amp__cl_begin_definition(w, p);
    }
    if (amp__c_is(f, i, AMP__C_STATIC) && amp__c_is(f, i + 1, AMP__C_CONST)) {
        for (; i < p->to && !amp__c_among(f, i, words); i++) { }
        if (i < p->to && !amp__c_is(f, i, '(') && !amp__c_is(f, i, '{')) {
            amp__cl_replace(w, p->from, p->from + 1, "__constant");
        }
    }
}

/* Gives the head of a function that reports, whose name is token i, the parameter more: at file
   scope, where it is declared. */
static AMP__COLD void amp__cl_edit_head(amp__cl_editing *w, int i)
{
    const amp__c_unit *f = &w->s->c;
    const int k = amp__cl_reporting(f, i);
    int empty;
    if (k < 0 || !amp__cl_is_unbroken(w, i + 1)) {
        return;
    }
    empty = amp__cl_has_no_parameters(f, &f->functions[k]);
    amp__cl_replace(w, i, i, "(");
    amp__c_edit(&w->e, amp__c_token_end(f, i), amp__c_token_end(f, i + 1),
                empty ? ")(amp__here amp__fault" : ")(amp__here amp__fault, ");
    if (empty && amp__c_is(f, i + 2, AMP__C_VOID)) {
        amp__cl_replace(w, i + 2, i + 3, "");
    }
}

/* Copies one region with its edits. AMP_OK, or AMP_BUILD_FAILED where the head of a kernel is not
   understood. */
static AMP__COLD amp_status amp__cl_put_region(const amp__cl_source *s, const amp__cl_region *r,
                                               amp__text *out)
{
    const amp__c_unit *f = &s->c;
    amp__cl_editing w = AMP__ZERO;
    amp_status status = AMP_OK;
    int i;
    w.s = s;
    w.e.at = r->text;
    w.e.out = out;
    w.directive = r->directives;
    w.directives_end = r->directives_end;
    for (i = r->from; i < r->end && status == AMP_OK; i++) {
        const amp__cl_part *p = s->part_at[i] != 0 ? &s->parts[s->part_at[i] - 1] : NULL;
        status = amp__cl_edit_directives(&w, f->t[i].s);
        if (status == AMP_OK && p != NULL && !p->emitted) {
            status = amp__cl_leave_out(&w, p);
            i = p->to - 1;
            continue;
        }
        if (p != NULL) {
            amp__cl_begin_part(&w, p);
        }
        if (s->faults && w.depth == 0 && w.kernel.from == 0 && amp__c_is(f, i + 1, '(')) {
            amp__cl_edit_head(&w, i);
        }
        if (w.depth > 0 && amp__c_is_static_constant(f, i)) {
            amp__cl_replace(&w, i, i + 1, "");
        }
        status = AMP__THEN(status, amp__cl_edit_token(&w, &w.kernel, i, r->end, 0));
        w.depth += amp__c_is(f, i, '{') ? 1 : amp__c_is(f, i, '}') && w.depth > 0 ? -1 : 0;
        if (w.kernel.from != 0 && i >= w.kernel.to) {
            memset(&w.kernel, 0, sizeof(w.kernel));
        }
        if (w.defined_end != 0 && i == w.defined_end) {
            amp__cl_end_definition(&w);
        }
    }
    status = AMP__THEN(status, amp__cl_edit_directives(&w, f->t[r->end].s));
    amp__c_copy(&w.e, f->t[r->end].s);
    return status;
}

#endif /* AMP_CL_REGIONS_H */
