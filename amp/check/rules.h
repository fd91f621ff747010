/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_RULES_H
#define AMP_CHECK_RULES_H
/*
amp/check/rules.h: what the text of a device region says that does not hold on every engine:
variables that a phase carries over, and what OpenCL C 1.2 refuses.

  1 bodies     of kernels and helpers
  2 phases     a plain variable that one phase sets and another reads
  3 sizes      arrays whose size is not a constant
  4 pointers   to tables at file scope, to tile memory, into views
  5 names      static variables, recursion, functions of the host, what stands outside
  6 types      that OpenCL C 1.2 does not have

No kernel is run, and what is not understood is passed over. A rule that is not sure says
nothing: it looks at names and their neighbours, not at all of C.
*/

#include "../vectors/sets.h"
#include "../vectors/statements.h"

#if AMP__IMPLEMENT

enum { AMP__RULES_PHASE, AMP__RULES_OPENCL }; /* which rule a finding breaks */

typedef struct amp__rules_finding {
    int rule, line, other_line; /* other_line: the same, where there is one line only */
    const char *file, *name, *body; /* not ended by a 0; name: of what; body: whose */
    int file_n, name_n, body_n;
    int kernel; /* the body is a kernel's; 0: a helper's, or there is none (body_n == 0) */
    char message[320], fix[320];
} amp__rules_finding;

/* A function's body, or a kernel's. */
enum { AMP__RULES_HELPER, AMP__RULES_SIMPLE, AMP__RULES_TILED, AMP__RULES_PHASED };
typedef struct amp__rules_body {
    int model, name;
    int param, param_end; /* tokens between the parentheses; of a kernel from its first comma */
    int from, to;         /* its braces */
} amp__rules_body;

enum { AMP__RULES_BODIES = 2048, AMP__RULES_PHASES = 128 };
typedef struct amp__rules {
    amp__vec_file *f;    /* the regions */
    amp__vec_file *rest; /* what stands outside of them; or NULL: nobody knows */
    amp__vec_set *inside, *outside; /* names of macros: raw.h */
    const char *options;
    const int *assumed; /* lines of conditions that the host's compiler may see otherwise: kernels */
    int assumptions;    /* with one are not looked at for their phases */
    amp__rules_body body[AMP__RULES_BODIES];
    int bodies;
    void (*tell)(void *to, const amp__rules_finding *found);
    void *to;
    amp__rules_finding found; /* the one at work */
} amp__rules;

/* Reports r->found, whose message and fix are there: about the name at token `name`, in the line
   of token `at`, and of `other`. */
static AMP__RARE void amp__rules_tell(amp__rules *r, int rule, const amp__rules_body *b, int at,
                                      int other, int name)
{
    const amp__vec_token *t = r->f->t;
    amp__rules_finding *x = &r->found;
    x->rule = rule;
    x->file = t[at].file;
    x->file_n = t[at].file_n;
    x->line = t[at].line;
    x->other_line = t[other].line;
    x->name = t[name].s;
    x->name_n = t[name].n;
    x->body = b != NULL ? t[b->name].s : "";
    x->body_n = b != NULL ? t[b->name].n : 0;
    x->kernel = b != NULL && b->model != AMP__RULES_HELPER;
    r->tell(r->to, x);
}

/* Sets what is wrong with the name at token `name`, and what would mend it, and reports it. */
__attribute__((format(printf, 6, 7)))
static AMP__RARE void amp__rules_opencl(amp__rules *r, const amp__rules_body *b, int at, int name,
                                        const char *fix, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)vsnprintf(r->found.message, sizeof(r->found.message), format, list);
    va_end(list);
    (void)snprintf(r->found.fix, sizeof(r->found.fix), "%s", fix);
    amp__rules_tell(r, AMP__RULES_OPENCL, b, at, at, name);
}

/* ==== 1 bodies =========================================================== */

/* Whether token i names a member of something. */
static AMP__RARE int amp__rules_member(const amp__vec_file *f, int i)
{
    return amp__vec_is(f, i - 1, ".") || amp__vec_is(f, i - 1, "->");
}

/* Notes the kernel whose macro stands at i, if one does. */
static AMP__RARE void amp__rules_kernel_at(amp__rules *r, int i)
{
    static const char *const macros[] = { "", "AMP_KERNEL", "AMP_TILED_KERNEL",
                                          "AMP_PHASED_KERNEL" };
    const amp__vec_file *f = r->f;
    int model = AMP__RULES_SIMPLE;
    amp__rules_body *b = &r->body[r->bodies];
    while (model <= AMP__RULES_PHASED && !amp__vec_is(f, i, macros[model])) {
        model++;
    }
    if (model > AMP__RULES_PHASED || !amp__vec_is(f, i + 1, "(") || f->t[i + 1].match < 0
        || !amp__vec_is(f, f->t[i + 1].match + 1, "{") || !amp__vec_is(f, i + 3, ",")
        || r->bodies == AMP__RULES_BODIES) {
        return;
    }
    b->model = model;
    b->name = i + 2;
    b->param_end = f->t[i + 1].match;
    b->param = i + 4;
    while (b->param < b->param_end && !amp__vec_is(f, b->param, ",")) {
        b->param = f->t[b->param].match > b->param ? f->t[b->param].match + 1 : b->param + 1;
    }
    b->from = b->param_end + 1;
    b->to = f->t[b->from].match;
    r->bodies += b->to > b->from;
}

/* Notes all bodies of the text. */
static AMP__RARE void amp__rules_bodies(amp__rules *r)
{
    const amp__vec_file *f = r->f;
    int i, k;
    for (i = 0; i < f->count; i++) {
        amp__rules_kernel_at(r, i);
        i = amp__vec_is(f, i, "{") && f->t[i].match > i ? f->t[i].match : i;
    }
    for (k = 0; k < f->function_count && r->bodies < AMP__RULES_BODIES; k++) {
        const amp__vec_function *g = &f->functions[k];
        amp__rules_body *b = &r->body[r->bodies];
        if (f->t[g->name].n > 11 && memcmp(f->t[g->name].s + f->t[g->name].n - 7, "_KERNEL", 7) == 0
            && memcmp(f->t[g->name].s, "AMP_", 4) == 0) {
            continue;
        }
        if (amp__vec_is(f, g->name, "AMP_KERNEL")) {
            continue;
        }
        b->model = AMP__RULES_HELPER;
        b->name = g->name;
        b->param = g->name + 2;
        b->param_end = f->t[g->name + 1].match;
        b->from = g->from;
        b->to = g->to;
        r->bodies += b->param_end >= b->param;
    }
}

/* The helper that the call at i is of; NULL where the text has no such function. */
static AMP__RARE const amp__rules_body *amp__rules_called(const amp__rules *r, int i)
{
    const amp__vec_file *f = r->f;
    int k;
    for (k = 0; k < r->bodies && amp__vec_is(f, i + 1, "(") && !amp__rules_member(f, i); k++) {
        if (r->body[k].model == AMP__RULES_HELPER && amp__vec_same(f, r->body[k].name, i)) {
            return &r->body[k];
        }
    }
    return NULL;
}

/* The parameter of kernel b that has the name of token i: the token of its kind (in, value);
   else -1. shape: the name is NAME_shape. */
static AMP__RARE int amp__rules_parameter(const amp__vec_file *f, const amp__rules_body *b, int i,
                                          int *shape)
{
    int k;
    for (k = b->param; b->model != AMP__RULES_HELPER && k < b->param_end; k++) {
        if (amp__vec_is(f, k, ",") && amp__vec_is(f, k + 2, "(") && f->t[k + 2].match > k) {
            const int close = f->t[k + 2].match;
            const amp__vec_token *t = &f->t[close - 1], *u = &f->t[i];
            *shape = u->n == t->n + 6 && memcmp(u->s + t->n, "_shape", 6) == 0;
            if ((u->n == t->n || *shape) && memcmp(u->s, t->s, (size_t)t->n) == 0) {
                return k + 1;
            }
            k = close;
        }
    }
    return -1;
}

/* Whether the name at k is declared there, as far as its neighbours tell. */
static AMP__RARE int amp__rules_declaration(const amp__vec_file *f, int k)
{
    static const char *const words[] = { "return", "else", "do", "case", "goto", "sizeof", NULL };
    const int before = k - 1;
    if (amp__vec_is(f, before, "*")) {
        return f->t[before - 1].kind == AMP__VEC_NAME || amp__vec_is(f, before - 1, "*");
    }
    if (amp__vec_is(f, before, ")") && f->t[before].match > 0) {
        return amp__vec_word(f, f->t[before].match - 1, "tile_ptr")
            || amp__vec_word(f, f->t[before].match - 1, "global_ptr");
    }
    return f->t[before].kind == AMP__VEC_NAME && !amp__vec_among(f, before, words);
}

/* Whether the name of token i is one that the body declares, or has as a parameter. */
static AMP__RARE int amp__rules_local(const amp__vec_file *f, const amp__rules_body *b, int i)
{
    int k, shape;
    if (amp__rules_parameter(f, b, i, &shape) >= 0) {
        return 1;
    }
    for (k = b->param; k < b->to; k++) {
        if (f->t[k].kind == AMP__VEC_NAME && amp__vec_same(f, k, i) && !amp__rules_member(f, k)
            && (amp__rules_declaration(f, k)
                || (amp__vec_word(f, k - 4, "tile_static") && amp__vec_is(f, k - 1, ",")))) {
            return 1;
        }
    }
    return 0;
}

/* ==== 2 phases =========================================================== */

/* A copy of the kernel's body behind all tokens, with `if (1)` for each phase, so that it reads
   as C. Sets b to it. phase: the first tokens of these, `if`; returns how many. */
static AMP__RARE int amp__rules_copy(amp__vec_file *f, amp__rules_body *b, int *phase)
{
    int open[256], depth = 0, i, n = 0;
    const int start = f->count;
    for (i = b->from; i <= b->to; i++) {
        const int plain = amp__vec_word(f, i, "phase");
        if (plain || amp__vec_word(f, i, "phase_first")) {
            if (n == AMP__RULES_PHASES || !amp__vec_is(f, i + 1, plain ? "{" : "(")) {
                amp__vec_fail(f, i, "a phase that is not understood");
            }
            phase[n++] = amp__vec_put_token(f, i, AMP__VEC_NAME, "if", 2);
            if (plain) {
                const int bracket = amp__vec_put_sign(f, i, "(");
                (void)amp__vec_put_token(f, i, AMP__VEC_NUMBER, "1", 1);
                amp__vec_put_close(f, bracket, i, ")");
            }
            continue;
        }
        amp__vec_add(f, f->t[i]);
        if (f->t[i].match > i) {
            if (depth == 256) {
                amp__vec_fail(f, i, "too many brackets in each other");
            }
            open[depth++] = f->count - 1;
        } else if (f->t[i].match >= b->from && f->t[i].match < i && depth > 0) {
            depth--;
            f->t[open[depth]].match = f->count - 1;
            f->t[f->count - 1].match = open[depth];
        }
    }
    b->from = start;
    b->to = f->count - 1;
    return n;
}

/* The number of the phase that token i stands in, or -1. */
static AMP__RARE int amp__rules_phase_of(const amp__vec_file *f, const int *phase, int count, int i)
{
    int k;
    for (k = 0; k < count; k++) {
        const int block = f->t[phase[k] + 1].match + 1;
        if (i > phase[k] && i < f->t[block].match) {
            return k;
        }
    }
    return -1;
}

/* What the use of a variable at token i does: reads, writes, or both. *when: the token behind
   which a write has happened. */
static AMP__RARE int amp__rules_use(const amp__vec_file *f, int i, int *when)
{
    int memory, end = amp__vec_chain(f, i, &memory);
    *when = i;
    if (amp__vec_is(f, i - 1, "&") && !amp__vec_binary_before(f, i - 1)) {
        return AMP__VEC_WRITES; /* or a read: it is not known */
    }
    if (!(f->t[i].flags & AMP__VEC_WRITTEN)) {
        return AMP__VEC_READS;
    }
    if (!amp__vec_is(f, end, "=")) {
        return AMP__VEC_READS | AMP__VEC_WRITES;
    }
    while (end < f->count && !amp__vec_is(f, end, ";") && !amp__vec_is(f, end, ",")
           && !amp__vec_is(f, end, ")")) {
        end = f->t[end].match > end ? f->t[end].match + 1 : end + 1;
    }
    *when = end;
    return AMP__VEC_WRITES;
}

/* Looks at variable v of the copy b: finds a write in a phase, and a use of what was there before
   the phase, or behind it. */
static AMP__RARE void amp__rules_carried(amp__rules *r, const amp__rules_body *b, int v,
                                         const int *phase, int count)
{
    amp__vec_file *f = r->f;
    const amp__vec_var *var = &f->vars[v];
    amp__vec_text type = amp__vec_empty(&f->store);
    int i, k, when, later, write = -1, read = -1;
    for (i = var->name + 1; i < b->to && read < 0; i++) {
        const int in = f->t[i].var == v ? amp__rules_phase_of(f, phase, count, i) : -1;
        int covered = 0;
        if (f->t[i].var != v || !(amp__rules_use(f, i, &when) & AMP__VEC_READS)) {
            continue;
        }
        for (k = var->name + 1; k < i && in >= 0 && !covered; k++) {
            covered = f->t[k].var == v && amp__rules_phase_of(f, phase, count, k) == in
                && amp__rules_use(f, k, &later) == AMP__VEC_WRITES && later < i;
        }
        read = covered ? -1 : i;
    }
    for (i = var->name + 1; i < b->to && read >= 0; i++) {
        const int in = f->t[i].var == v ? amp__rules_phase_of(f, phase, count, i) : -1;
        if (in >= 0 && (amp__rules_use(f, i, &when) & AMP__VEC_WRITES)
            && (write < 0 || amp__rules_phase_of(f, phase, count, read) != in)) {
            write = i;
            if (amp__rules_phase_of(f, phase, count, read) != in) {
                break;
            }
        }
    }
    if (read < 0 || write < 0) {
        return;
    }
    for (i = var->spec; i < var->type_end; i++) {
        amp__vec_print(&type, "%s%.*s", i > var->spec ? " " : "", f->t[i].n, f->t[i].s);
    }
    if (f->t[write].line != f->t[read].line) {
        (void)snprintf(r->found.message, sizeof(r->found.message),
                       "a phase sets the plain variable %.*s in line %d, and line %d reads it %s: "
                       "where phases run as loops, all threads of the tile have one %.*s",
                       f->t[write].n, f->t[write].s, f->t[write].line, f->t[read].line,
                       amp__rules_phase_of(f, phase, count, read) < 0 ? "outside of it"
                       : amp__rules_phase_of(f, phase, count, read)
                               == amp__rules_phase_of(f, phase, count, write)
                           ? "in another turn" : "in another phase",
                       f->t[write].n, f->t[write].s);
    } else {
        (void)snprintf(r->found.message, sizeof(r->found.message),
                       "a phase changes the plain variable %.*s, which is declared outside of it: "
                       "where phases run as loops, all threads of the tile have one %.*s",
                       f->t[write].n, f->t[write].s, f->t[write].n, f->t[write].s);
    }
    (void)snprintf(r->found.fix, sizeof(r->found.fix),
                   "thread_private(%s, %.*s%s) in line %d, and mine(%.*s%s) in the phases",
                   type.s, f->t[write].n, f->t[write].s, var->array ? ", its size" : "",
                   f->t[var->name].line, f->t[write].n, f->t[write].s, var->array ? ", i" : "");
    amp__rules_tell(r, AMP__RULES_PHASE, b, write, read, write);
}

/* Whether one of the conditions that were assumed stands in the body. */
static AMP__RARE int amp__rules_assumed(const amp__rules *r, const amp__rules_body *b)
{
    int k;
    for (k = 0; k < r->assumptions; k++) {
        if (r->assumed[k] >= r->f->t[b->from].line && r->assumed[k] <= r->f->t[b->to].line) {
            return 1;
        }
    }
    return 0;
}

/* Looks at the variables of a phased kernel. A body that is not understood is passed over. */
static AMP__RARE void amp__rules_phases(amp__rules *r, const amp__rules_body *kernel)
{
    amp__vec_file *f = r->f;
    const int before = f->count;
    if (setjmp(f->leave) == 0) {
        amp__vec_definition place;
        amp__rules_body b = *kernel;
        int phase[AMP__RULES_PHASES], count, v;
        memset(&place, 0, sizeof(place));
        count = amp__rules_copy(f, &b, phase);
        place.name = b.name;
        place.param = b.param;
        place.param_end = b.param_end;
        place.body = b.from;
        place.body_end = b.to;
        f->kernel = &place;
        f->var_count = 0;
        amp__vec_parameters(f);
        f->root = amp__vec_new_stmt(f, AMP__VEC_BLOCK, b.from, NULL);
        f->root->to = b.to + 1;
        f->root->child = amp__vec_list(f, b.from + 1, b.to, f->root);
        for (v = 0; v < f->var_count; v++) {
            if (f->vars[v].kind == AMP__VEC_LOCAL
                && amp__rules_phase_of(f, phase, count, f->vars[v].name) < 0) {
                amp__rules_carried(r, &b, v, phase, count);
            }
        }
    }
    f->kernel = NULL;
    f->root = NULL;
    f->var_count = 0;
    f->count = before;
}

/* ==== 3 sizes ============================================================ */

/* Looks for what is not the same in every launch in the size [from, to) of the array at token
   `array`. */
static AMP__RARE void amp__rules_size(amp__rules *r, const amp__rules_body *b, int array, int from,
                                      int to)
{
    const amp__vec_file *f = r->f;
    int i, shape;
    for (i = from; i < to; i++) {
        const int how = f->t[i].kind == AMP__VEC_NAME && !amp__rules_member(f, i)
            ? amp__rules_parameter(f, b, i, &shape) : -1;
        if (amp__vec_is(f, i, "sizeof") && f->t[i + 1].match > i) {
            i = f->t[i + 1].match;
        } else if (how >= 0 && (shape || amp__vec_is(f, how, "value"))) {
            amp__rules_opencl(r, b, array, array,
                              "give it a constant size, the largest that may come, and test the "
                              "value before the launch", "the size of the array %.*s is not a "
                              "constant: %.*s differs from launch to launch, and OpenCL C has no "
                              "arrays of variable size", f->t[array].n, f->t[array].s, f->t[i].n,
                              f->t[i].s);
            return;
        }
    }
}

/* The arrays that a kernel declares. */
static AMP__RARE void amp__rules_sizes(amp__rules *r, const amp__rules_body *b)
{
    const amp__vec_file *f = r->f;
    int i, k;
    for (i = b->from; i < b->to; i++) {
        if ((amp__vec_word(f, i, "tile_static") || amp__vec_word(f, i, "thread_private"))
            && amp__vec_is(f, i + 1, "(") && f->t[i + 1].match > i) {
            const int close = f->t[i + 1].match;
            for (k = i + 2; k < close && !amp__vec_is(f, k, ","); k++) {
                k = f->t[k].match > k ? f->t[k].match : k;
            }
            if (k + 2 < close) {
                amp__rules_size(r, b, k + 1, k + 2, close);
            }
            i = close;
        } else if (f->t[i].kind == AMP__VEC_NAME && amp__vec_is(f, i + 1, "[")
                   && !amp__rules_member(f, i) && amp__rules_declaration(f, i)) {
            for (k = i + 1; amp__vec_is(f, k, "[") && f->t[k].match > k; k = f->t[k].match + 1) {
                amp__rules_size(r, b, i, k + 1, f->t[k].match);
            }
        }
    }
}

/* ==== 4 pointers ========================================================= */

/* How the name at i, of something with `dims` dimensions, is used as an address: the token of the
   call or of the = that it goes to, or -1 where it is not, or that is not known. *argument: of a
   call, which one. */
static AMP__RARE int amp__rules_address(const amp__rules *r, const amp__rules_body *b, int i,
                                        int dims, int *argument)
{
    const amp__vec_file *f = r->f;
    int first = i, next = i + 1, used = 0, k;
    for (; amp__vec_is(f, next, "[") && f->t[next].match > next; next = f->t[next].match + 1) {
        used++;
    }
    while (amp__vec_is(f, first - 1, "(") && amp__vec_is(f, next, ")")
           && f->t[first - 1].match == next && f->t[first - 2].kind != AMP__VEC_NAME) {
        first--;
        next++;
    }
    if (amp__vec_is(f, first - 1, "&") && !amp__vec_binary_before(f, first - 1)) {
        first--;
    } else if (used >= dims || amp__vec_is(f, next, ".") || amp__vec_is(f, next, "->")) {
        return -1;
    }
    if (!(amp__vec_is(f, next, ",") || amp__vec_is(f, next, ")") || amp__vec_is(f, next, ";")
          || amp__vec_is(f, next, "+") || amp__vec_is(f, next, "-"))) {
        return -1;
    }
    if (amp__vec_is(f, first - 1, "=") && amp__vec_is(f, next, ")") == 0) {
        return first - 1;
    }
    *argument = 0;
    for (k = first - 1; k > b->from; k--) { /* to the parenthesis around it */
        if (f->t[k].match >= 0 && f->t[k].match < k) {
            k = f->t[k].match;
        } else if (amp__vec_is(f, k, "(")) {
            return f->t[k - 1].kind == AMP__VEC_NAME && (k == first - 1
                || amp__vec_is(f, first - 1, ",")) ? k - 1 : -1;
        } else if (amp__vec_is(f, k, ";") || amp__vec_is(f, k, "{")) {
            return -1;
        } else {
            *argument += amp__vec_is(f, k, ",");
        }
    }
    return -1;
}

/* Whether parameter number n of a helper is a plain pointer; *name: its name. */
static AMP__RARE int amp__rules_plain_pointer(const amp__vec_file *f, const amp__rules_body *g,
                                              int n, int *name)
{
    int i, pointer = 0, special = 0;
    *name = g->name;
    for (i = g->param; i < g->param_end && n >= 0; i++) {
        if (amp__vec_is(f, i, ",")) {
            n--;
            continue;
        }
        if (n == 0) {
            *name = f->t[i].kind == AMP__VEC_NAME ? i : *name;
            pointer |= amp__vec_is(f, i, "*") || amp__vec_is(f, i, "[");
            special |= amp__vec_word(f, i, "tile_ptr") || amp__vec_word(f, i, "global_ptr")
                || amp__vec_is(f, i, "__local") || amp__vec_is(f, i, "__global");
        }
        i = f->t[i].match > i && !amp__vec_is(f, i, "(") ? f->t[i].match : i;
    }
    return pointer && !special;
}

/* The names that an item at file scope declares as variables: the next one in [*at, m->to), or
   -1. dims: how many dimensions it has. */
static AMP__RARE int amp__rules_next_variable(const amp__vec_file *f, const amp__vec_item *m,
                                              int *at, int *dims)
{
    static const char *const after[] = { "=", "[", ";", ",", NULL };
    int i;
    for (i = *at; i < m->to; i++) {
        if (f->t[i].kind == AMP__VEC_NAME && i > m->from && amp__vec_among(f, i + 1, after)) {
            const int name = i++;
            for (*dims = 0; amp__vec_is(f, i, "[") && f->t[i].match > i; i = f->t[i].match + 1) {
                ++*dims;
            }
            while (i < m->to && !amp__vec_is(f, i, ",") && !amp__vec_is(f, i, ";")) {
                i = f->t[i].match > i ? f->t[i].match + 1 : i + 1;
            }
            *at = i + 1;
            return name;
        }
        if (amp__vec_is(f, i, "(")) {
            break; /* a function that is only declared, or more than is understood here */
        }
        i = f->t[i].match > i ? f->t[i].match : i;
    }
    *at = m->to;
    return -1;
}

/* Where the table at token `name` is used as an address. */
static AMP__RARE void amp__rules_table(amp__rules *r, int name, int dims)
{
    const amp__vec_file *f = r->f;
    int k, i, argument;
    for (k = 0; k < r->bodies; k++) {
        const amp__rules_body *b = &r->body[k], *g;
        for (i = b->from; i < b->to; i++) {
            int at = f->t[i].kind == AMP__VEC_NAME && amp__vec_same(f, i, name)
                && !amp__rules_member(f, i) && !amp__rules_local(f, b, i)
                ? amp__rules_address(r, b, i, dims, &argument) : -1;
            if (at < 0) {
                continue;
            }
            g = amp__rules_called(r, at);
            if (g != NULL) {
                amp__rules_opencl(r, b, i, i, "let the helper index the table by its name, or "
                                  "pass it the elements", "the table %.*s goes to the helper %.*s "
                                  "by its address: OpenCL C keeps tables in constant memory, which "
                                  "a pointer of a helper does not reach", f->t[i].n, f->t[i].s,
                                  f->t[at].n, f->t[at].s);
            } else if (amp__vec_is(f, at, "=")) {
                amp__rules_opencl(r, b, i, i, "index the table by its name", "the address of the "
                                  "table %.*s is kept in a variable: OpenCL C keeps tables in "
                                  "constant memory, which a plain pointer does not reach",
                                  f->t[i].n, f->t[i].s);
            }
        }
    }
}

/* What stands at file scope: constants by `static const`, which nobody points to. */
static AMP__RARE void amp__rules_tables(amp__rules *r)
{
    static const char *const types[] = { "typedef", "struct", "union", "enum", "extern",
                                         "__constant", "_Static_assert", NULL };
    const amp__vec_file *f = r->f;
    int k;
    for (k = 0; k < f->item_count; k++) {
        const amp__vec_item *m = &f->items[k];
        const int form = amp__vec_is(f, m->from, "static") && amp__vec_is(f, m->from + 1, "const");
        int at = m->from, dims, name;
        if (m->name >= 0 || amp__vec_among(f, m->from, types)
            || (f->t[m->from].n > 4 && memcmp(f->t[m->from].s, "AMP_", 4) == 0)) {
            continue;
        }
        while ((name = amp__rules_next_variable(f, m, &at, &dims)) >= 0) {
            if (!form) {
                amp__rules_opencl(r, NULL, name, name, "begin the declaration of a constant with "
                                  "`static const`; what changes goes to a view",
                                  "the variable %.*s stands at file scope: of these OpenCL C has "
                                  "constants only", f->t[name].n, f->t[name].s);
            } else {
                amp__rules_table(r, name, dims);
            }
        }
    }
}

/* Arguments of calls in kernel b that are tile memory or a view's, where the helper has a plain
   pointer. */
static AMP__RARE void amp__rules_pointers(amp__rules *r, const amp__rules_body *b)
{
    const amp__vec_file *f = r->f;
    int i, k, shape, argument = 0, name;
    for (i = b->from; i < b->to; i++) {
        const int how = f->t[i].kind == AMP__VEC_NAME && !amp__rules_member(f, i)
            ? amp__rules_parameter(f, b, i, &shape) : -1;
        const amp__rules_body *g;
        int tile = 0, dims = 1, at;
        if (f->t[i].kind != AMP__VEC_NAME || amp__rules_member(f, i)
            || (how >= 0 && (shape || amp__vec_is(f, how, "value")))) {
            continue;
        }
        for (k = b->from; k < i && how < 0 && !tile; k++) {
            if (amp__vec_word(f, k, "tile_static") && amp__vec_is(f, k + 1, "(")
                && f->t[k + 1].match < i && f->t[k + 1].match > 0) {
                int j;
                for (j = k + 2; j < f->t[k + 1].match && !amp__vec_is(f, j, ","); j++) {
                }
                tile = amp__vec_same(f, j + 1, i);
                for (dims = 0, j += 2; j < f->t[k + 1].match; j++) {
                    dims += amp__vec_is(f, j, ",");
                    j = f->t[j].match > j ? f->t[j].match : j;
                }
            }
        }
        at = tile || how >= 0 ? amp__rules_address(r, b, i, dims, &argument) : -1;
        g = at >= 0 ? amp__rules_called(r, at) : NULL;
        if (g != NULL && amp__rules_plain_pointer(f, g, argument, &name)) {
            amp__rules_opencl(r, b, i, i, tile ? "declare it with amp_tile_ptr(T)"
                              : "declare it with amp_global_ptr(T)",
                              "%.*s, which is %s, goes to the helper %.*s as its parameter %.*s, a "
                              "plain pointer: in OpenCL C it has another type", f->t[i].n,
                              f->t[i].s, tile ? "tile memory" : "a view", f->t[at].n, f->t[at].s,
                              f->t[name].n, f->t[name].s);
        }
    }
}

/* ==== 5 names ============================================================ */

/* Static variables of a body. */
static AMP__RARE void amp__rules_statics(amp__rules *r, const amp__rules_body *b)
{
    const amp__vec_file *f = r->f;
    int i, k;
    for (i = b->from; i < b->to; i++) {
        int constant = 0;
        if (!amp__vec_is(f, i, "static")) {
            continue;
        }
        for (k = i + 1; k < b->to && !amp__vec_is(f, k, "=") && !amp__vec_is(f, k, ";")
                 && !amp__vec_is(f, k, "["); k++) {
            constant |= amp__vec_is(f, k, "const");
        }
        amp__rules_opencl(r, b, i, k - 1, constant
                          ? "move it to file scope, between AMP_DEVICE_BEGIN and AMP_DEVICE_END"
                          : "a view for what all threads share, a plain variable for one thread's",
                          "%.*s is a static variable: OpenCL C has none in a function%s",
                          f->t[k - 1].n, f->t[k - 1].s,
                          constant ? "" : ", and here all threads and launches share it");
        i = k;
    }
}

/* Whether body number `from` calls body number `to`, by way of others too; seen: those that were
   asked. *call: the token of the first call on the way. */
static AMP__RARE int amp__rules_reaches(const amp__rules *r, int from, int to, char *seen,
                                        int *call)
{
    const amp__vec_file *f = r->f;
    int i, unused;
    for (i = r->body[from].from; i < r->body[from].to; i++) {
        const amp__rules_body *g = f->t[i].kind == AMP__VEC_NAME ? amp__rules_called(r, i) : NULL;
        const int n = g != NULL ? (int)(g - r->body) : -1;
        if (n == to) {
            *call = i;
            return 1;
        }
        if (n >= 0 && !seen[n]) {
            seen[n] = 1;
            if (amp__rules_reaches(r, n, to, seen, &unused)) {
                *call = i;
                return 1;
            }
        }
    }
    return 0;
}

/* Helpers that call themselves. */
static AMP__RARE void amp__rules_recursion(amp__rules *r)
{
    const amp__vec_file *f = r->f;
    char *seen = (char *)amp__vec_new(r->f, AMP__RULES_BODIES);
    int k, call = 0;
    for (k = 0; k < r->bodies; k++) {
        memset(seen, 0, AMP__RULES_BODIES);
        if (r->body[k].model == AMP__RULES_HELPER && amp__rules_reaches(r, k, k, seen, &call)) {
            const amp__rules_body *b = &r->body[k];
            amp__rules_opencl(r, b, call, b->name, "a loop, with an array for what is kept",
                              "%.*s calls itself%s: OpenCL C has no recursion", f->t[b->name].n,
                              f->t[b->name].s,
                              amp__vec_same(f, call, b->name) ? "" : ", by way of others");
        }
    }
}

/* Whether token i is a name of the text's own: a function, a macro, or something of the body. */
static AMP__RARE int amp__rules_own(amp__rules *r, const amp__rules_body *b, int i)
{
    amp__vec_file *f = r->f;
    int k;
    if (amp__vec_find_function(f, i) >= 0
        || (r->inside != NULL && amp__vec_in_set(f, r->inside, i, 0))) {
        return 1;
    }
    for (k = 0; k < f->declared_count; k++) {
        if (amp__vec_same(f, f->declared[k], i)) {
            return 1;
        }
    }
    for (k = 0; k < f->type_count; k++) {
        if (f->types[k].n == f->t[i].n && memcmp(f->types[k].s, f->t[i].s, (size_t)f->t[i].n) == 0) {
            return 1;
        }
    }
    return b != NULL && amp__rules_local(f, b, i);
}

/* Calls of functions that only the host has, in a body. */
static AMP__RARE void amp__rules_host_calls(amp__rules *r, const amp__rules_body *b)
{
    static const char *const memory[] = { "malloc", "calloc", "realloc", "free", "alloca",
        "aligned_alloc", NULL };
    static const char *const copies[] = { "memcpy", "memmove", "memset", "memcmp", NULL };
    static const char *const others[] = { "strlen", "strcmp", "strncmp", "strcpy", "strncpy",
        "strcat", "strchr", "strtol", "strtod", "atoi", "atof", "qsort", "bsearch", "rand", "srand",
        "rand_r", "drand48", "abort", "exit", "assert", "fopen", "fclose", "fprintf", "sprintf",
        "snprintf", "puts", "putchar", "fputs", "fputc", "scanf", "getenv", "time", "clock",
        "setjmp", "longjmp", "usleep", "sleep", NULL };
    const amp__vec_file *f = r->f;
    int i;
    for (i = b->from; i < b->to; i++) {
        const char *fix = f->t[i].kind != AMP__VEC_NAME || !amp__vec_is(f, i + 1, "(") ? NULL
            : amp__vec_among(f, i, memory) ? "an array of constant size, tile_static, or a view"
            : amp__vec_among(f, i, copies) ? "a loop over the elements, or an assignment"
            : amp__vec_among(f, i, others) ? "leave it to the host: a view takes the result there"
                                           : NULL;
        if (fix != NULL && !amp__rules_member(f, i) && !amp__rules_own(r, b, i)) {
            amp__rules_opencl(r, b, i, i, fix, "%.*s is a function of the host: OpenCL C does not "
                              "have it", f->t[i].n, f->t[i].s);
        }
    }
}

/* Names in a body that stand for something outside the regions. */
static AMP__RARE void amp__rules_outside(amp__rules *r, const amp__rules_body *b)
{
    static const char fix[] = "move it between AMP_DEVICE_BEGIN and AMP_DEVICE_END";
    const amp__vec_file *f = r->f, *o = r->rest;
    int i, k;
    for (i = b->param; i < b->to && o != NULL; i++) {
        const amp__vec_token *t = &f->t[i];
        if (t->kind != AMP__VEC_NAME || amp__rules_member(f, i)) {
            continue;
        }
        for (k = 0; k < o->function_count && amp__vec_is(f, i + 1, "("); k++) {
            const amp__vec_token *u = &o->t[o->functions[k].name];
            if (u->n == t->n && memcmp(u->s, t->s, (size_t)t->n) == 0
                && !amp__rules_own(r, b, i)) {
                amp__rules_opencl(r, b, i, i, fix, "the function %.*s stands outside the device "
                                  "regions, at %.*s:%d: OpenCL does not see it", t->n, t->s,
                                  u->file_n > 100 ? 100 : u->file_n, u->file, u->line);
                break;
            }
        }
        for (k = 0; k < o->type_count; k++) {
            const amp__vec_type *u = &o->types[k];
            if (u->n == t->n && memcmp(u->s, t->s, (size_t)t->n) == 0
                && !amp__rules_own(r, b, i)) {
                amp__rules_opencl(r, b, i, i, fix, "the type %.*s stands outside the device "
                                  "regions: OpenCL does not see it", t->n, t->s);
                break;
            }
        }
    }
}

/* Names in the tokens [from, to) of the text as it is written that are macros from outside the
   regions. Each is said once. */
static AMP__RARE void amp__rules_macros(amp__rules *r, int from, int to)
{
    amp__vec_file *f = r->f;
    amp__vec_set *told = (amp__vec_set *)amp__vec_new(f, sizeof(*told));
    int i;
    for (i = from; i < to; i++) {
        const amp__vec_token *t = &f->t[i];
        if (t->kind == AMP__VEC_NAME && amp__vec_in_set(f, r->outside, i, 0)
            && !amp__vec_in_set(f, r->inside, i, 0) && !amp__rules_member(f, i)
            && !amp__vec_given(r->options, t->s, (size_t)t->n)
            && !(t->n > 4 && memcmp(t->s, "AMP_", 4) == 0) && !amp__vec_in_set(f, told, i, 1)) {
            amp__rules_opencl(r, NULL, i, i, "move the #define between AMP_DEVICE_BEGIN and "
                              "AMP_DEVICE_END, or give it in AMP_CL_OPTIONS", "the macro %.*s is "
                              "defined outside the device regions: OpenCL does not see it", t->n,
                              t->s);
        }
    }
}

/* ==== 6 types ============================================================ */

/* What [from, to) declares of a kind that OpenCL C 1.2 lacks. */
static AMP__RARE void amp__rules_types(amp__rules *r, const amp__rules_body *b, int from, int to)
{
    const amp__vec_file *f = r->f;
    int i;
    for (i = from; i < to; i++) {
        if (amp__vec_is(f, i, "long") && amp__vec_is(f, i + 1, "double")) {
            amp__rules_opencl(r, b, i, i, "double", "OpenCL C has no long double");
        } else if (amp__vec_is(f, i, "_Complex") || amp__vec_is(f, i, "complex")) {
            amp__rules_opencl(r, b, i, i, "a struct of two floats", "OpenCL C has no complex "
                              "numbers");
        } else if (amp__vec_is(f, i, "(") && amp__vec_is(f, i + 1, "*")
                   && f->t[i + 2].kind == AMP__VEC_NAME && amp__vec_is(f, i + 3, ")")
                   && amp__vec_is(f, i + 4, "(") && f->t[i - 1].kind == AMP__VEC_NAME
                   && !amp__vec_is(f, i - 1, "return")) {
            amp__rules_opencl(r, b, i, i + 2, "a switch over a number, with a call in each case",
                              "%.*s is a pointer to a function: OpenCL C has none", f->t[i + 2].n,
                              f->t[i + 2].s);
        }
    }
}

/* Bit-fields, and what else types at file scope have. */
static AMP__RARE void amp__rules_items(amp__rules *r)
{
    const amp__vec_file *f = r->f;
    int k, i;
    for (k = 0; k < f->item_count; k++) {
        const amp__vec_item *m = &f->items[k];
        int record = 0;
        if (m->name >= 0) {
            continue;
        }
        amp__rules_types(r, NULL, m->from, m->to);
        for (i = m->from; i < m->to; i++) {
            record |= amp__vec_is(f, i, "struct") || amp__vec_is(f, i, "union");
            if (record && amp__vec_is(f, i, ":") && f->t[i - 1].kind == AMP__VEC_NAME) {
                amp__rules_opencl(r, NULL, i, i - 1, "shifts and masks of an unsigned int",
                                  "%.*s is a bit-field: OpenCL C has none", f->t[i - 1].n,
                                  f->t[i - 1].s);
            }
            i = amp__vec_is(f, i, "[") || amp__vec_is(f, i, "(")
                ? (f->t[i].match > i ? f->t[i].match : i) : i;
        }
    }
}

/* A kernel's parameters. */
static AMP__RARE void amp__rules_values(amp__rules *r, const amp__rules_body *b)
{
    const amp__vec_file *f = r->f;
    int i;
    for (i = b->param; i < b->param_end; i++) {
        if (amp__vec_is(f, i, "value") && amp__vec_is(f, i + 1, "(")) {
            const int close = f->t[i + 1].match;
            for (; i < close; i++) {
                if (amp__vec_is(f, i, "*")) {
                    amp__rules_opencl(r, b, i, close - 1, "a view",
                                      "the value %.*s is a pointer: a device does not reach the "
                                      "host's memory", f->t[close - 1].n, f->t[close - 1].s);
                    break;
                }
            }
            i = close;
        }
    }
}

/* Reads the regions' text [s, end), preprocessed or raw.h's, and tells what it finds. Returns 0
   with the reason in r->f->why where the text is not understood. All of r but `body` and `found`
   is set; r->f is used for this alone. */
static AMP__RARE int amp__rules_check(amp__rules *r, const char *s, const char *end)
{
    amp__vec_file *f = r->f;
    int k;
    f->out = amp__vec_empty(&f->store);
    r->bodies = 0;
    if (setjmp(f->leave) != 0) {
        return 0;
    }
    amp__vec_read(f, s, end);
    amp__vec_top(f);
    amp__rules_bodies(r);
    amp__rules_tables(r);
    amp__rules_items(r);
    amp__rules_recursion(r);
    if (r->outside != NULL) {
        amp__rules_macros(r, 0, f->count);
    }
    for (k = 0; k < r->bodies; k++) {
        const amp__rules_body *b = &r->body[k];
        if (b->model != AMP__RULES_HELPER) {
            amp__rules_sizes(r, b);
            amp__rules_pointers(r, b);
            amp__rules_values(r, b);
        }
        amp__rules_statics(r, b);
        amp__rules_host_calls(r, b);
        amp__rules_outside(r, b);
        amp__rules_types(r, b, b->from, b->to);
    }
    for (k = 0; k < f->function_count; k++) { /* what vectors make of them is no matter here */
        f->functions[k].barrier = f->functions[k].reports = 0;
        f->functions[k].why = NULL;
    }
    for (k = 0; k < r->bodies; k++) {
        if (r->body[k].model == AMP__RULES_PHASED && !amp__rules_assumed(r, &r->body[k])) {
            amp__rules_phases(r, &r->body[k]);
        }
    }
    return !f->store.spent;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CHECK_RULES_H */
