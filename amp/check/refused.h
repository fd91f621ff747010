/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_REFUSED_H
#define AMP_CHECK_REFUSED_H
/*
amp/check/refused.h: what OpenCL C 1.2 refuses in the text of device regions.

  1 sizes      arrays whose size is not a constant
  2 pointers   to tables at file scope, to tile memory, into views
  3 names      static variables, recursion, functions of the host, what stands outside
  4 types      that OpenCL C 1.2 does not have
*/

#include "../vectors/bodies.h"

#if AMP__IMPLEMENT

/* ==== 1 sizes ============================================================ */

/* Looks for what is not the same in every launch in the size [from, to) of the array at token
   `array`. */
static AMP__COLD void amp__rules_size(amp__rules *r, const amp__rules_body *b, int array, int from,
                                      int to)
{
    const amp__c_unit *f = r->f;
    int i, shape;
    for (i = from; i < to; i++) {
        const int how = f->t[i].kind == AMP__C_NAME && !amp__c_is_member(f, i)
            ? amp__rules_parameter(f, b, i, &shape) : -1;
        if (amp__c_is(f, i, AMP__C_SIZEOF) && f->t[i + 1].match > i) {
            i = f->t[i + 1].match;
        } else if (how >= 0 && (shape || amp__c_is(f, how, AMP__C_VALUE))) {
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
static AMP__COLD void amp__rules_sizes(amp__rules *r, const amp__rules_body *b)
{
    const amp__c_unit *f = r->f;
    int i, k;
    for (i = b->from; i < b->to; i++) {
        if ((amp__c_word_is(f, i, AMP__C_TILE_STATIC)
             || amp__c_word_is(f, i, AMP__C_THREAD_PRIVATE))
            && amp__c_is(f, i + 1, '(') && f->t[i + 1].match > i) {
            const int close = f->t[i + 1].match;
            for (k = i + 2; k < close && !amp__c_is(f, k, ','); k++) {
                k = f->t[k].match > k ? f->t[k].match : k;
            }
            if (k + 2 < close) {
                amp__rules_size(r, b, k + 1, k + 2, close);
            }
            i = close;
        } else if (f->t[i].kind == AMP__C_NAME && amp__c_is(f, i + 1, '[')
                   && !amp__c_is_member(f, i) && amp__rules_declaration(f, i)) {
            for (k = i + 1; amp__c_is(f, k, '[') && f->t[k].match > k; k = f->t[k].match + 1) {
                amp__rules_size(r, b, i, k + 1, f->t[k].match);
            }
        }
    }
}

/* ==== 2 pointers ========================================================= */

/* How the name at i, of something with `dims` dimensions, is used as an address: the token of the
   call or of the = that it goes to, or -1 where it is not, or that is not known. *argument: of a
   call, which one. */
static AMP__COLD int amp__rules_address(const amp__rules *r, const amp__rules_body *b, int i,
                                        int dims, int *argument)
{
    const amp__c_unit *f = r->f;
    int first = i, next = i + 1, used = 0, k;
    for (; amp__c_is(f, next, '[') && f->t[next].match > next; next = f->t[next].match + 1) {
        used++;
    }
    while (amp__c_is(f, first - 1, '(') && amp__c_is(f, next, ')')
           && f->t[first - 1].match == next && f->t[first - 2].kind != AMP__C_NAME) {
        first--;
        next++;
    }
    if (amp__c_is(f, first - 1, '(')
        && amp__c_is_access(f, first - 2)) {
        next = f->t[first - 1].match + 1; /* at(V, ...) */
        first -= 2;
        if (!amp__c_is(f, first - 1, '&') || next == 0) {
            return -1;
        }
    }
    if (amp__c_is(f, first - 1, '&') && !amp__c_is_binary(f, first - 1)) {
        first--;
    } else if (used >= dims || amp__c_is(f, next, '.') || amp__c_is(f, next, AMP__C_ARROW)) {
        return -1;
    }
    if (!(amp__c_is(f, next, ',') || amp__c_is(f, next, ')') || amp__c_is(f, next, ';')
          || amp__c_is(f, next, '+') || amp__c_is(f, next, '-'))) {
        return -1;
    }
    if (amp__c_is(f, first - 1, '=') && amp__c_is(f, next, ')') == 0) {
        return first - 1;
    }
    *argument = 0;
    for (k = first - 1; k > b->from; k--) { /* to the parenthesis around it */
        if (f->t[k].match >= 0 && f->t[k].match < k) {
            k = f->t[k].match;
        } else if (amp__c_is(f, k, '(')) {
            return f->t[k - 1].kind == AMP__C_NAME && (k == first - 1
                || amp__c_is(f, first - 1, ',')) ? k - 1 : -1;
        } else if (amp__c_is(f, k, ';') || amp__c_is(f, k, '{')) {
            return -1;
        } else {
            *argument += amp__c_is(f, k, ',');
        }
    }
    return -1;
}

/* What parameter number n of a helper is, as bits; *name: its name. */
enum { AMP__RULES_POINTER = 1, AMP__RULES_SPECIAL = 2, AMP__RULES_CONSTANT = 4 };
static AMP__COLD int amp__rules_pointer_kind(const amp__c_unit *f, const amp__rules_body *g,
                                             int n, int *name)
{
    int i, kind = 0;
    *name = g->name;
    for (i = g->param; i < g->param_end && n >= 0; i++) {
        n -= amp__c_is(f, i, ',');
        if (n == 0) {
            *name = f->t[i].kind == AMP__C_NAME ? i : *name;
            kind |= amp__c_is(f, i, '*') || amp__c_is(f, i, '[') ? AMP__RULES_POINTER : 0;
            kind |= amp__c_word_is(f, i, AMP__C_TILE_PTR) || amp__c_word_is(f, i, AMP__C_GLOBAL_PTR)
                || amp__c_is(f, i, AMP__C_CL_LOCAL) || amp__c_is(f, i, AMP__C_CL_GLOBAL)
                ? AMP__RULES_SPECIAL : 0;
            kind |= amp__c_word_is(f, i, AMP__C_CONSTANT_PTR) ? AMP__RULES_CONSTANT : 0;
        }
        i = f->t[i].match > i && !amp__c_is(f, i, '(') ? f->t[i].match : i;
    }
    return kind;
}

/* Whether the variable that the = at i sets is declared in the body as a plain pointer. */
static AMP__COLD int amp__rules_to_pointer(const amp__c_unit *f, const amp__rules_body *b, int i)
{
    int k;
    for (k = b->from; k < i && f->t[i - 1].kind == AMP__C_NAME
         && !amp__c_is_member(f, i - 1); k++) {
        if (amp__c_same(f, k, i - 1) && amp__c_is(f, k - 1, '*')
            && amp__rules_declaration(f, k) && (k == i - 1 || !amp__c_is_binary(f, k - 1))) {
            return 1;
        }
    }
    return amp__c_is(f, i - 2, '*') && amp__rules_declaration(f, i - 1);
}

/* The names that an item at file scope declares as variables: the next one in [*at, m->to), or
   -1. dims: how many dimensions it has. */
static AMP__COLD int amp__rules_next_variable(const amp__c_unit *f, const amp__c_item *m,
                                              int *at, int *dims)
{
    static const int after[] = { '=', '[', ';', ',', 0 };
    int i;
    for (i = *at; i < m->to; i++) {
        if (f->t[i].kind == AMP__C_NAME && i > m->from && amp__c_among(f, i + 1, after)) {
            const int name = i++;
            for (*dims = 0; amp__c_is(f, i, '[') && f->t[i].match > i; i = f->t[i].match + 1) {
                ++*dims;
            }
            while (i < m->to && !amp__c_is(f, i, ',') && !amp__c_is(f, i, ';')) {
                i = f->t[i].match > i ? f->t[i].match + 1 : i + 1;
            }
            *at = i + 1;
            return name;
        }
        if (amp__c_is(f, i, '(')) {
            break; /* a function that is only declared, or more than is understood here */
        }
        i = f->t[i].match > i ? f->t[i].match : i;
    }
    *at = m->to;
    return -1;
}

/* Whether the name at token i is declared with amp_constant_ptr in [from, i]. */
static AMP__COLD int amp__rules_constant_pointer(const amp__c_unit *f, int from, int i)
{
    int k;
    for (k = from; k <= i; k++) {
        if (amp__c_same(f, k, i) && amp__c_is(f, k - 1, ')') && f->t[k - 1].match > 0
            && amp__c_word_is(f, f->t[k - 1].match - 1, AMP__C_CONSTANT_PTR)) {
            return 1;
        }
    }
    return 0;
}

/* Where the table at token `name` is used as an address. */
static AMP__COLD void amp__rules_table(amp__rules *r, int name, int dims)
{
    const amp__c_unit *f = r->f;
    int k, i, argument, unused;
    for (k = 0; k < r->bodies; k++) {
        const amp__rules_body *b = &r->body[k], *g;
        for (i = b->from; i < b->to; i++) {
            int at = f->t[i].kind == AMP__C_NAME && amp__c_same(f, i, name)
                && !amp__c_is_member(f, i) && !amp__rules_local(f, b, i)
                ? amp__rules_address(r, b, i, dims, &argument) : -1;
            if (at < 0) {
                continue;
            }
            g = amp__rules_called(r, at);
            if (g != NULL ? amp__rules_pointer_kind(f, g, argument, &unused) & AMP__RULES_CONSTANT
                : amp__c_is(f, at, '=') && amp__rules_constant_pointer(f, b->from, at - 1)) {
                continue;
            }
            if (g != NULL) {
                amp__rules_opencl(r, b, i, i, "declare the helper's parameter with "
                                  "amp_constant_ptr(T)", "the table %.*s goes to the helper %.*s "
                                  "by its address: OpenCL C keeps tables in constant memory, which "
                                  "a plain pointer does not reach", f->t[i].n, f->t[i].s,
                                  f->t[at].n, f->t[at].s);
            } else if (amp__c_is(f, at, '=')) {
                amp__rules_opencl(r, b, i, i, "declare it with amp_constant_ptr(T), or index the "
                                  "table by its name", "the address of the "
                                  "table %.*s is kept in a variable: OpenCL C keeps tables in "
                                  "constant memory, which a plain pointer does not reach",
                                  f->t[i].n, f->t[i].s);
            }
        }
    }
}

/* What stands at file scope: constants by `static const`, which no plain pointer points to. */
static AMP__COLD void amp__rules_tables(amp__rules *r)
{
    static const int types[] = { AMP__C_TYPEDEF, AMP__C_STRUCT, AMP__C_UNION, AMP__C_ENUM,
            AMP__C_EXTERN, AMP__C_CL_CONSTANT, AMP__C_STATIC_ASSERT, 0 };
    const amp__c_unit *f = r->f;
    int k;
    for (k = 0; k < f->item_count; k++) {
        const amp__c_item *m = &f->items[k];
        const int form = amp__c_is(f, m->from, AMP__C_STATIC)
            && amp__c_is(f, m->from + 1, AMP__C_CONST);
        int at = m->from, dims, name;
        if (m->name >= 0 || amp__c_among(f, m->from, types)
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

/* Tile memory and views in kernel b that a plain pointer gets, of a helper or a variable. */
static AMP__COLD void amp__rules_pointers(amp__rules *r, const amp__rules_body *b)
{
    const amp__c_unit *f = r->f;
    int i, k, shape, argument = 0, name;
    for (i = b->from; i < b->to; i++) {
        const int how = f->t[i].kind == AMP__C_NAME && !amp__c_is_member(f, i)
            ? amp__rules_parameter(f, b, i, &shape) : -1;
        const amp__rules_body *g;
        int tile = 0, dims = 1, at;
        if (f->t[i].kind != AMP__C_NAME || amp__c_is_member(f, i)
            || (how >= 0 && (shape || amp__c_is(f, how, AMP__C_VALUE)
                             || amp__c_is(f, how, AMP__C_TILE)))) {
            continue;
        }
        for (k = b->from; k < i && how < 0 && !tile; k++) {
            if (amp__c_word_is(f, k, AMP__C_TILE_STATIC) && amp__c_is(f, k + 1, '(')
                && f->t[k + 1].match < i && f->t[k + 1].match > 0) {
                int j;
                for (j = k + 2; j < f->t[k + 1].match && !amp__c_is(f, j, ','); j++) {
                }
                tile = amp__c_same(f, j + 1, i);
                for (dims = 0, j += 2; j < f->t[k + 1].match; j++) {
                    dims += amp__c_is(f, j, ',');
                    j = f->t[j].match > j ? f->t[j].match : j;
                }
            }
        }
        at = tile || how >= 0 ? amp__rules_address(r, b, i, dims, &argument) : -1;
        g = at >= 0 ? amp__rules_called(r, at) : NULL;
        if (at >= 0 && amp__c_is(f, at, '=') && amp__rules_to_pointer(f, b, at)) {
            amp__rules_opencl(r, b, i, i, tile ? "declare the pointer with amp_tile_ptr(T)"
                              : "declare the pointer with amp_global_ptr(T)", "%.*s is a plain "
                              "pointer, and gets the address of %s, %.*s: in OpenCL C that has "
                              "another type", f->t[at - 1].n, f->t[at - 1].s,
                              tile ? "tile memory" : "a view's element", f->t[i].n, f->t[i].s);
        }
        if (g != NULL
            && (amp__rules_pointer_kind(f, g, argument, &name) & ~AMP__RULES_CONSTANT)
            == AMP__RULES_POINTER) {
            amp__rules_opencl(r, b, i, i, tile ? "declare it with amp_tile_ptr(T)"
                              : "declare it with amp_global_ptr(T)",
                              "%.*s, which is %s, goes to the helper %.*s as its parameter %.*s, a "
                              "plain pointer: in OpenCL C it has another type", f->t[i].n,
                              f->t[i].s, tile ? "tile memory" : "a view", f->t[at].n, f->t[at].s,
                              f->t[name].n, f->t[name].s);
        }
    }
}

/* ==== 3 names ============================================================ */

/* Static variables of a body. */
static AMP__COLD void amp__rules_statics(amp__rules *r, const amp__rules_body *b)
{
    const amp__c_unit *f = r->f;
    int i, k;
    for (i = b->from; i < b->to; i++) {
        int constant = 0;
        if (!amp__c_is(f, i, AMP__C_STATIC)) {
            continue;
        }
        for (k = i + 1; k < b->to && !amp__c_is(f, k, '=') && !amp__c_is(f, k, ';')
             && !amp__c_is(f, k, '['); k++) {
            constant |= amp__c_is(f, k, AMP__C_CONST);
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

/* Helpers that call themselves. */
static AMP__COLD void amp__rules_recursion(amp__rules *r)
{
    const amp__c_unit *f = r->f;
    unsigned *reaches = (unsigned *)amp__c_new(r->f, AMP__RULES_BODIES * sizeof(*reaches));
    int k, i;
    for (k = 0; k < r->bodies; k++) {
        const amp__rules_body *b = &r->body[k], *g;
        memset(reaches, 0, (size_t)r->bodies * sizeof(*reaches));
        reaches[k] = AMP__C_EFFECT_RECURSION;
        amp__c_graph_spread(&r->calls, reaches, 1);
        for (i = b->from; b->model == AMP__RULES_HELPER && i < b->to; i++) {
            g = f->t[i].kind == AMP__C_NAME ? amp__rules_called(r, i) : NULL;
            if (g != NULL && reaches[g - r->body]) {
                amp__rules_opencl(r, b, i, b->name, "a loop, with an array for what is kept",
                                  "%.*s calls itself%s: OpenCL C has no recursion", f->t[b->name].n,
                                  f->t[b->name].s,
                                  amp__c_same(f, i, b->name) ? "" : ", by way of others");
                break;
            }
        }
    }
}

/* Whether token i is a name of the text's own: a function, a macro, or something of the body. */
static AMP__COLD int amp__rules_is_defined_in_text(amp__rules *r, const amp__rules_body *b, int i)
{
    amp__c_unit *f = r->f;
    int k;
    if (amp__c_find_function(f, i) >= 0
        || (r->inside != NULL && amp__c_in_set(f, r->inside, i, 0))) {
        return 1;
    }
    for (k = 0; k < f->declared_count; k++) {
        if (amp__c_same(f, f->declared[k], i)) {
            return 1;
        }
    }
    return amp__c_find_type(f, i) >= 0 || (b != NULL && amp__rules_local(f, b, i));
}

/* Calls of functions that only the host has, in a body. */
static AMP__COLD void amp__rules_host_calls(amp__rules *r, const amp__rules_body *b)
{
    static const char *const memory[] = { "malloc", "calloc", "realloc", "free", "alloca",
        "aligned_alloc", NULL };
    static const char *const copies[] = { "memcpy", "memmove", "memset", "memcmp", NULL };
    static const char *const others[] = { "strlen", "strcmp", "strncmp", "strcpy", "strncpy",
        "strcat", "strchr", "strtol", "strtod", "atoi", "atof", "qsort", "bsearch", "rand", "srand",
        "rand_r", "drand48", "abort", "exit", "assert", "fopen", "fclose", "fprintf", "sprintf",
        "snprintf", "puts", "putchar", "fputs", "fputc", "scanf", "getenv", "time", "clock",
        "setjmp", "longjmp", "usleep", "sleep", "amp_parallel_for_each", "amp_synchronize",
        "amp_refresh", "parallel_for_each", NULL };
    const amp__c_unit *f = r->f;
    int i;
    for (i = b->from; i < b->to; i++) {
        const char *fix = f->t[i].kind != AMP__C_NAME || !amp__c_is(f, i + 1, '(') ? NULL
            : amp__c_named_among(f, i, memory) ? "an array of constant size, tile_static, or a view"
            : amp__c_named_among(f, i, copies) ? "a loop over the elements, or an assignment"
            : amp__c_named_among(f, i, others)
                ? "leave it to the host: a view takes the result there"
                                           : NULL;
        if (fix != NULL && !amp__c_is_member(f, i) && !amp__rules_is_defined_in_text(r, b, i)) {
            amp__rules_opencl(r, b, i, i, fix, "%.*s is a function of the host: OpenCL C does not "
                              "have it", f->t[i].n, f->t[i].s);
        }
    }
}

/* Names in a body that stand for something outside the regions. */
static AMP__COLD void amp__rules_outside(amp__rules *r, const amp__rules_body *b)
{
    static const char fix[] = "move it between AMP_DEVICE_BEGIN and AMP_DEVICE_END";
    const amp__c_unit *f = r->f, *o = r->rest;
    int i, k;
    for (i = b->param; i < b->to && o != NULL; i++) {
        const amp__c_token *t = &f->t[i];
        if (t->kind != AMP__C_NAME || amp__c_is_member(f, i)) {
            continue;
        }
        for (k = 0; k < o->function_count && amp__c_is(f, i + 1, '('); k++) {
            const amp__c_token *u = &o->t[o->functions[k].name];
            if (u->n == t->n && memcmp(u->s, t->s, (size_t)t->n) == 0
                && !amp__rules_is_defined_in_text(r, b, i)) {
                amp__rules_opencl(r, b, i, i, fix, "the function %.*s stands outside the device "
                                  "regions, at %.*s:%d: OpenCL does not see it", t->n, t->s,
                                  u->file_n > 100 ? 100 : u->file_n, u->file, u->line);
                break;
            }
        }
        for (k = 0; k < o->type_count; k++) {
            const amp__c_name *u = &o->types[k].name;
            if (u->n == t->n && memcmp(u->s, t->s, (size_t)t->n) == 0
                && !amp__rules_is_defined_in_text(r, b, i)) {
                amp__rules_opencl(r, b, i, i, fix, "the type %.*s stands outside the device "
                                  "regions: OpenCL does not see it", t->n, t->s);
                break;
            }
        }
    }
}

/* Names in [from, to) that are macros from outside the regions. Each is said once: `told`. */
static AMP__COLD void amp__rules_macros_in(amp__rules *r, amp__c_set *told,
                                           const amp__rules_body *b, int from, int to)
{
    amp__c_unit *f = r->f;
    int i;
    for (i = from; i < to; i++) {
        const amp__c_token *t = &f->t[i];
        if (t->kind == AMP__C_NAME && amp__c_in_set(f, r->outside, i, 0)
            && !amp__c_in_set(f, r->inside, i, 0) && !amp__c_is_member(f, i)
            && !amp__c_given(r->options, t->s, (size_t)t->n)
            && !(t->n > 4 && (memcmp(t->s, "AMP_", 4) == 0 || memcmp(t->s, "amp_", 4) == 0))
            && !amp__c_in_set(f, told, i, 1)) {
            amp__rules_opencl(r, b, i, i, "move the #define between AMP_DEVICE_BEGIN and "
                              "AMP_DEVICE_END, or give it in AMP_CL_OPTIONS", "the macro %.*s is "
                              "defined outside the device regions: OpenCL does not see it", t->n,
                              t->s);
        }
    }
}

/* Finds macros from outside the regions in all bodies, with their heads, and in what else is
   declared. */
static AMP__COLD void amp__rules_macros(amp__rules *r)
{
    amp__c_set *told = (amp__c_set *)amp__c_new(r->f, sizeof(*told));
    int k;
    for (k = 0; k < r->bodies; k++) {
        amp__rules_macros_in(r, told, &r->body[k], r->body[k].name + 1, r->body[k].to);
    }
    for (k = 0; k < r->f->item_count; k++) {
        const amp__c_item *m = &r->f->items[k];
        if (m->name < 0) {
            amp__rules_macros_in(r, told, NULL, m->from, m->to);
        }
    }
}

/* ==== 4 types ============================================================ */

/* What [from, to) declares of a kind that OpenCL C 1.2 lacks. */
static AMP__COLD void amp__rules_types(amp__rules *r, const amp__rules_body *b, int from, int to)
{
    const amp__c_unit *f = r->f;
    int i;
    for (i = from; i < to; i++) {
        if (amp__c_is(f, i, AMP__C_LONG) && amp__c_is(f, i + 1, AMP__C_DOUBLE)) {
            amp__rules_opencl(r, b, i, i, "double", "OpenCL C has no long double");
        } else if (amp__c_is(f, i, AMP__C_COMPLEX) || amp__c_is(f, i, AMP__C_COMPLEX)) {
            amp__rules_opencl(r, b, i, i, "a struct of two floats", "OpenCL C has no complex "
                              "numbers");
        } else if (amp__c_is(f, i, '(') && amp__c_is(f, i + 1, '*')
                   && f->t[i + 2].kind == AMP__C_NAME && amp__c_is(f, i + 3, ')')
                   && amp__c_is(f, i + 4, '(') && f->t[i - 1].kind == AMP__C_NAME
                   && !amp__c_is(f, i - 1, AMP__C_RETURN)) {
            amp__rules_opencl(r, b, i, i + 2, "a switch over a number, with a call in each case",
                              "%.*s is a pointer to a function: OpenCL C has none", f->t[i + 2].n,
                              f->t[i + 2].s);
        }
    }
}

/* Bit-fields, and what else types at file scope have. */
static AMP__COLD void amp__rules_items(amp__rules *r)
{
    const amp__c_unit *f = r->f;
    int k, i;
    for (k = 0; k < f->item_count; k++) {
        const amp__c_item *m = &f->items[k];
        int record = 0;
        if (m->name >= 0) {
            continue;
        }
        amp__rules_types(r, NULL, m->from, m->to);
        for (i = m->from; i < m->to; i++) {
            record |= amp__c_is(f, i, AMP__C_STRUCT) || amp__c_is(f, i, AMP__C_UNION);
            if (record && amp__c_is(f, i, ':') && f->t[i - 1].kind == AMP__C_NAME) {
                amp__rules_opencl(r, NULL, i, i - 1, "shifts and masks of an unsigned int",
                                  "%.*s is a bit-field: OpenCL C has none", f->t[i - 1].n,
                                  f->t[i - 1].s);
            }
            i = amp__c_is(f, i, '[') || amp__c_is(f, i, '(')
                ? (f->t[i].match > i ? f->t[i].match : i) : i;
        }
    }
}

/* A kernel's parameters. */
static AMP__COLD void amp__rules_values(amp__rules *r, const amp__rules_body *b)
{
    const amp__c_unit *f = r->f;
    int i;
    for (i = b->param; i < b->param_end; i++) {
        if (amp__c_is(f, i, AMP__C_VALUE) && amp__c_is(f, i + 1, '(')) {
            const int close = f->t[i + 1].match;
            for (; i < close; i++) {
                if (amp__c_is(f, i, '*')) {
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

/* An #include in a region, at token t of a file that preprocess.h has read. */
static AMP__COLD void amp__rules_include(amp__rules *r, const amp__c_token *t)
{
    amp__rules_finding *x = &r->found;
    memset(x, 0, sizeof(*x));
    x->rule = AMP__RULES_OPENCL;
    x->file = t->file;
    x->file_n = t->file_n;
    x->line = x->other_line = t->line;
    x->name = t->s;
    x->name_n = t->n;
    x->body = "";
    (void)snprintf(x->message, sizeof(x->message), "a device region includes a header: OpenCL has "
                   "no headers of the host");
    (void)snprintf(x->fix, sizeof(x->fix), "move the #include above AMP_DEVICE_BEGIN, and what "
                   "kernels need of it into a region of its own");
    r->tell(r->to, x);
}

/* All that OpenCL C 1.2 refuses. */
static AMP__COLD void amp__rules_device(amp__rules *r)
{
    int k;
    amp__rules_tables(r);
    amp__rules_items(r);
    amp__rules_recursion(r);
    if (r->outside != NULL) {
        amp__rules_macros(r);
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
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CHECK_REFUSED_H */
