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

/* The arrays that a kernel declares, and a size that is asked of one. */
static AMP__COLD void amp__rules_sizes(amp__rules *r, const amp__rules_body *b)
{
    const amp__c_token *t;
    int i = amp__c_sizeof_tile(r->f, b->from, b->to);
    if (i >= 0) {
        t = &r->f->t[i];
        amp__rules_opencl(r, b, i, i, "write the number of elements times the size of one",
                          AMP__C_SIZEOF_TILE_TEXT, t->n, t->s);
    }
    for (i = b->from; i < b->to; i++) {
        const amp__c_stmt *d = amp__rules_declared_at(r, i);
        if (d != NULL) {
            amp__rules_size(r, b, i, d->dims, d->dims_end);
        }
    }
}

/* ==== 2 pointers ========================================================= */

/* How many dimensions the array d has. */
static AMP__COLD int amp__rules_dimensions(const amp__c_unit *f, const amp__c_stmt *d)
{
    const int sign = d->kind == AMP__C_DECLARATION ? '[' : ',';
    int i, n = d->kind != AMP__C_DECLARATION && d->dims < d->dims_end;
    for (i = d->dims; i < d->dims_end; i = amp__c_behind(f, i)) {
        n += amp__c_is(f, i, sign);
    }
    return n;
}

/* e with the round brackets around it. */
static AMP__COLD const amp__c_expr *amp__rules_grouped(const amp__c_expr *e)
{
    while (e->parent != NULL && e->parent->kind == AMP__C_GROUP) {
        e = e->parent;
    }
    return e;
}

/* How the name at i, of something with `dims` dimensions, is used as an address: the token of the
   call or of the = that it goes to, or -1 where it is not, or that is not known. *argument: of a
   call, which one. */
static AMP__COLD int amp__rules_address(const amp__rules *r, int i, int dims, int *argument)
{
    const amp__c_unit *f = r->f;
    const amp__c_expr *e = amp__rules_use(r, i), *by, *k;
    int used = 0;
    for (; e != NULL && (by = e->parent) != NULL && by->child == e
         && (by->kind == AMP__C_INDEX || by->kind == AMP__C_GROUP); e = by) {
        used += by->kind == AMP__C_INDEX;
    }
    if (e == NULL) {
        return -1;
    }
    e = amp__rules_grouped(e);
    by = e->parent;
    if (by != NULL && by->kind == AMP__C_CALL && by->child->next == e
        && amp__c_is_access(f, by->child->op)) { /* at(V, ...) */
        e = amp__rules_grouped(by);
        by = e->parent;
        used = dims;
    }
    if (amp__c_expr_is(f, by, AMP__C_PREFIX, '&')) {
        e = amp__rules_grouped(by);
    } else if (used >= dims || (by != NULL && by->kind == AMP__C_MEMBER)) {
        return -1;
    }
    for (by = e->parent; by != NULL && by->kind == AMP__C_BINARY && by->child == e
         && amp__c_rank(f, by->op) == AMP__C_RANK_SUM; by = e->parent) {
        e = amp__rules_grouped(by); /* an element behind it, or before it */
    }
    if (by == NULL || (by->kind == AMP__C_ASSIGN && by->last == e)) {
        return amp__c_is(f, e->from - 1, '=') ? e->from - 1 : -1;
    }
    *argument = 0;
    for (k = by->child; by->kind == AMP__C_CALL && k != e; k = k->next) {
        *argument += k != by->child;
    }
    return by->kind == AMP__C_CALL && e != by->child && by->child->kind == AMP__C_IDENTIFIER
        ? by->child->op : -1;
}

/* Parameter number n of a helper; NULL where it is not understood. */
static AMP__COLD const amp__c_stmt *amp__rules_helper_parameter(const amp__rules_body *g, int n)
{
    const amp__c_stmt *d = g->root != NULL ? g->root->init : NULL;
    for (; d != NULL && n > 0; n--) {
        d = d->next;
    }
    return d;
}

/* The parameter of the helper g, or the variable, that an address at the token `at` of
   amp__rules_address goes to; NULL where that is not known. */
static AMP__COLD const amp__c_stmt *amp__rules_target(const amp__rules *r, const amp__rules_body *g,
                                                      int at, int argument)
{
    return g != NULL ? amp__rules_helper_parameter(g, argument)
        : at >= 0 && amp__c_is(r->f, at, '=') ? r->declared[at - 1] : NULL;
}

/* Where the table d at file scope is used as an address. */
static AMP__COLD void amp__rules_table(amp__rules *r, const amp__c_stmt *d)
{
    const amp__c_unit *f = r->f;
    int k, i, argument = 0;
    for (k = 0; k < r->bodies; k++) {
        const amp__rules_body *b = &r->body[k];
        for (i = b->from; i < b->to; i++) {
            const int at = amp__c_same(f, i, d->name) && !amp__rules_local(r, b, i)
                ? amp__rules_address(r, i, amp__rules_dimensions(f, d), &argument) : -1;
            const amp__rules_body *g = at >= 0 ? amp__rules_called(r, at) : NULL;
            const amp__c_stmt *to = amp__rules_target(r, g, at, argument);
            if (at < 0 || (to != NULL && (amp__rules_pointer_kind(f, to) & AMP__RULES_CONSTANT))) {
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
        const amp__c_stmt *d = NULL, **next = &d;
        amp__c_body c = AMP__ZERO;
        if (m->name >= 0 || amp__c_among(f, m->from, types)
            || (f->t[m->from].n > 4 && memcmp(f->t[m->from].s, "AMP_", 4) == 0)) {
            continue;
        }
        c.f = r->f;
        for ((void)amp__c_read_declaration(&c, m->from, m->to - 1, NULL, &next); d != NULL;
             d = d->next) {
            if (!form) {
                amp__rules_opencl(r, NULL, d->name, d->name, "begin the declaration of a constant "
                                  "with `static const`; what changes goes to a view",
                                  "the variable %.*s stands at file scope: of these OpenCL C has "
                                  "constants only", f->t[d->name].n, f->t[d->name].s);
            } else {
                amp__rules_table(r, d);
            }
        }
    }
}

/* Tile memory and views in kernel b that a plain pointer gets, of a helper or a variable. */
static AMP__COLD void amp__rules_pointers(amp__rules *r, const amp__rules_body *b)
{
    const amp__c_unit *f = r->f;
    int i, shape, argument = 0;
    for (i = b->from; i < b->to; i++) {
        const amp__c_stmt *d = r->declared[i], *to;
        const int tile = d != NULL && d->kind == AMP__C_TILE_STATIC;
        const int how = d == NULL && amp__rules_use(r, i) != NULL
            ? amp__rules_parameter(f, b, i, &shape) : -1;
        const int view = how >= 0 && !shape && !amp__c_is(f, how, AMP__C_VALUE)
            && !amp__c_is(f, how, AMP__C_TILE);
        const char *fix = tile ? "declare it with amp_tile_ptr(T)"
            : view && amp__c_named(f, how, "table") ? "declare it with amp_constant_ptr(T)"
            : "declare it with amp_global_ptr(T)";
        const int at = tile || view
            ? amp__rules_address(r, i, tile ? amp__rules_dimensions(f, d) : 1, &argument) : -1;
        const amp__rules_body *g = at >= 0 ? amp__rules_called(r, at) : NULL;
        to = amp__rules_target(r, g, at, argument);
        if (to == NULL || (amp__rules_pointer_kind(f, to) & ~AMP__RULES_CONSTANT)
            != AMP__RULES_POINTER) {
            continue;
        }
        if (g == NULL) {
            amp__rules_opencl(r, b, i, i, fix, "%.*s is a plain pointer, and gets the address of "
                              "%s, %.*s: in OpenCL C that has another type", f->t[at - 1].n,
                              f->t[at - 1].s, tile ? "tile memory" : "a view's element", f->t[i].n,
                              f->t[i].s);
        } else {
            amp__rules_opencl(r, b, i, i, fix, "%.*s, which is %s, goes to the helper %.*s as its "
                              "parameter %.*s, a plain pointer: in OpenCL C it has another type",
                              f->t[i].n, f->t[i].s, tile ? "tile memory" : "a view", f->t[at].n,
                              f->t[at].s, f->t[to->name].n, f->t[to->name].s);
        }
    }
}

/* ==== 3 names ============================================================ */

/* Static variables of a body. */
static AMP__COLD void amp__rules_statics(amp__rules *r, const amp__rules_body *b)
{
    const amp__c_unit *f = r->f;
    int i;
    for (i = b->from; i < b->to; i++) {
        const amp__c_stmt *d = amp__rules_declared_at(r, i);
        int at = d != NULL ? d->spec : 0;
        while (d != NULL && at < d->spec_end && !amp__c_is(f, at, AMP__C_STATIC)) {
            at++;
        }
        if (d != NULL && at < d->spec_end && !amp__c_is_static_constant(f, at)) {
            amp__rules_opencl(r, b, d->from, i,
                              "a view for what all threads share, a plain variable for one "
                              "thread's", "%.*s is a static variable: OpenCL C has none in a "
                              "function, and here all threads and launches share it", f->t[i].n,
                              f->t[i].s);
        }
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
    if (amp__c_find_function(f, i) >= 0 || (b != NULL && b->root == NULL) /* or not known */
        || (r->inside != NULL && amp__c_in_set(f, r->inside, i, 0))) {
        return 1;
    }
    for (k = 0; k < f->declared_count; k++) {
        if (amp__c_same(f, f->declared[k], i)) {
            return 1;
        }
    }
    return amp__c_find_type(f, i) >= 0 || (b != NULL && amp__rules_local(r, b, i));
}

/* Calls of functions that only the host has, in a body. */
static AMP__COLD void amp__rules_host_calls(amp__rules *r, const amp__rules_body *b)
{
    static const char *const memory[] = { "malloc", "calloc", "realloc", "free", "alloca",
        "aligned_alloc", NULL };
    static const char *const copies[] = { "memcpy", "memmove", "memset", "memcmp", NULL };
    static const char *const others[] = { "strlen", "strcmp", "strncmp", "strcpy", "strncpy",
        "strcat", "strchr", "strtol", "strtod", "atoi", "atof", "qsort", "bsearch", "rand", "srand",
        "rand_r", "drand48", "div", "ldiv", "lldiv", "nexttoward", "nexttowardf", "abort", "exit",
        "assert", "fopen", "fclose", "fprintf", "sprintf", "snprintf", "puts", "putchar", "fputs",
        "fputc", "scanf", "getenv", "time", "clock", "setjmp", "longjmp", "usleep", "sleep",
        "amp_parallel_for_each", "amp_synchronize", "amp_refresh", "parallel_for_each", NULL };
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
            if (amp__c_same_text(u->s, u->n, t->s, t->n)
                && !amp__rules_is_defined_in_text(r, b, i)) {
                amp__rules_opencl(r, b, i, i, fix, "the function %.*s stands outside the device "
                                  "regions, at %.*s:%d: OpenCL does not see it", t->n, t->s,
                                  u->file_n > 100 ? 100 : u->file_n, u->file, u->line);
                break;
            }
        }
        for (k = 0; k < o->type_count; k++) {
            const amp__c_name *u = &o->types[k].name;
            if (amp__c_same_text(u->s, u->n, t->s, t->n)
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
        } else if (amp__c_is(f, i, AMP__C_COMPLEX)) {
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
            if (amp__c_has(f, i, close, '*')) {
                amp__rules_opencl(r, b, i + 1, close - 1, "a view", "the value %.*s is a pointer: "
                                  "a device does not reach the host's memory", f->t[close - 1].n,
                                  f->t[close - 1].s);
            }
            i = close > i ? close : i;
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
    AMP__PRINT(x->message, "a device region includes a header: OpenCL has no headers of the host");
    AMP__PRINT(x->fix, "move the #include above AMP_DEVICE_BEGIN, and what kernels need of it into "
               "a region of its own");
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

#endif /* AMP_CHECK_REFUSED_H */
