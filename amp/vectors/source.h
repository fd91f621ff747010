/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_SOURCE_H
#define AMP_VECTORS_SOURCE_H
/*
amp/vectors/source.h: a translation unit's device regions as one text for a compiler.

What is outside the regions is not known here: headers, macros of the command line. A region that
tests such a macro is refused; one that uses such a name does not compile.
*/

#include "../ctext/lines.h"
#include "../ctext/name_set.h"
#include "context.h"

/* The compiler's options for the program's text: AMP_VECTORS_OPTIONS, and what amp/base/region.h
   adds. */
static AMP__COLD const char *amp__vec_options(const amp__program *p)
{
#if AMP__HAS_VECTORS
    return p->vectors_options;
#else
    (void)p;
    return "";
#endif
}

/* Whether a directive may name this macro: `defined` and what is the same in every
   compiler of this machine, or what a device region asks about OpenCL. */
static AMP__COLD int amp__vec_is_portable_macro(const amp__c_unit *f, int i)
{
    static const char *const words[] = { "defined", "__x86_64__", "__aarch64__", "__linux__",
        "__OPENCL_VERSION__", "__OPENCL_C_VERSION__", "AMP_CHECK", "__cplusplus",
        "amp_tile_index", NULL };
    return amp__c_named_among(f, i, words)
        || (f->t[i].n > 5 && memcmp(f->t[i].s, "AMP__", 5) == 0) /* the library's own */
        || (f->t[i].n > 3 && memcmp(f->t[i].s, "cl_", 3) == 0);  /* OpenCL's extensions */
}

/* The tokens of a directive [from, to): notes what it defines; fails where it tests a
   macro that is neither defined here nor given, includes a file, or is a pragma that says how
   structures lie in memory or what arithmetic gives: pragmas are left out of what is compiled. */
static AMP__COLD void amp__vec_directive(amp__c_unit *f, amp__c_set *defined,
                                         const amp__program *p, const char *options, int from,
                                         int to)
{
    static const int tests[] = { AMP__C_IF, AMP__C_IFDEF, AMP__C_IFNDEF, AMP__C_ELIF, 0 };
    static const char *const meant[] = { "pack", "ms_struct", "scalar_storage_order", "STDC",
        "float_control", "redefine_extname", NULL };
    int i;
    if (amp__c_is(f, from, AMP__C_INCLUDE)) {
        amp__c_fail(f, from, "#include in a device region");
    }
    if (amp__c_named(f, from, "pragma") && amp__c_named_among(f, from + 1, meant)) {
        amp__c_fail(f, from, "#pragma %.*s in a device region", f->t[from + 1].n, f->t[from + 1].s);
    }
    if (amp__c_is(f, from, AMP__C_DEFINE) && from + 1 < to) {
        (void)amp__c_in_set(f, defined, from + 1, 1);
    }
    for (i = from + 1; i < to && amp__c_among(f, from, tests); i++) {
        const amp__c_token *t = &f->t[i];
        if (t->kind == AMP__C_NAME && !amp__c_in_set(f, defined, i, 0)
            && !amp__vec_is_portable_macro(f, i) && !amp__c_is_given(f, p, options, i)) {
            amp__c_fail(f, i, "the region tests %.*s, which it does not define: write "
                        "AMP_DEVICE_MACRO(%.*s) behind the test, or give it in "
                        "AMP_VECTORS_OPTIONS", t->n, t->s, t->n, t->s);
        }
    }
}

/* Fails where token i is a name that the compiler defines itself, and that need not mean the same
   for the one at run time, such as __OPTIMIZE__. */
static AMP__COLD void amp__vec_predefined(amp__c_unit *f, amp__c_set *defined,
                                          const amp__program *p, const char *options, int i)
{
    static const char *const alike[] = { "__LINE__", "__FILE__", "__VA_ARGS__", "__STDC__",
        "__CHAR_BIT__", "__BYTE_ORDER__", NULL };
    const amp__c_token *t = &f->t[i];
    if (t->kind == AMP__C_NAME && t->n > 4 && memcmp(t->s, "__", 2) == 0 && t->s[2] >= 'A'
        && t->s[2] <= 'Z' && memcmp(t->s + t->n - 2, "__", 2) == 0
        && !amp__c_named_among(f, i, alike) && !amp__vec_is_portable_macro(f, i)
        && !amp__c_in_set(f, defined, i, 0)
        && memcmp(t->s, "__SIZEOF_", t->n < 9 ? (size_t)t->n : 9) != 0
        && memcmp(t->s + t->n - 6, "_MAX__", 6) != 0
        && !amp__c_is_given(f, p, options, i)) {
        amp__c_fail(f, i, "the region uses %.*s, which the compiler at run time may define "
                    "otherwise: give it in AMP_VECTORS_OPTIONS", t->n, t->s);
    }
}

/* Looks at every directive of a region of the user's, and then, with what all of them define, at
   every name. */
static AMP__COLD void amp__vec_check_region(amp__c_unit *f, amp__c_set *defined,
                                            const amp__program *p, const amp__device_region *r,
                                            const char *options)
{
    const char *from, *to;
    int turn, i;
    amp__c_region_lines(r, &from, &to);
    for (turn = 0; turn < 2; turn++) {
        amp__c_line l = amp__c_lines(from, to, r->line + 1);
        while (amp__c_next_line(&l)) {
            const int first = amp__c_read_line(f, &l, r->file);
            if (turn == 0 && l.number == '#' && f->count > first + 1) {
                amp__vec_directive(f, defined, p, options, first + 1, f->count);
            }
            for (i = first; i < f->count && turn == 1; i++) {
                amp__vec_predefined(f, defined, p, options, i);
            }
            f->count = first;
        }
    }
}

/* Whether a region is of amp_algorithms.h, whose macros are not known here and whose kernels
   are not tiled ones: it stands in that folder, or in a file that holds all of the library. */
static AMP__COLD int amp__vec_of_algorithms(const amp__program *p, const char *file)
{
    const amp__device_region *r;
    if (strstr(file, "amp/algorithms/") != NULL) {
        return 1;
    }
    for (r = p != NULL ? p->first : NULL; r != NULL; r = r->next) {
        if (r->library && strcmp(r->file, file) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Whether region r is one whose text is needed. */
static AMP__COLD int amp__vec_is_of_source(const amp__program *p, const amp__device_region *r)
{
    return r->library || !amp__vec_of_algorithms(p, r->file);
}

/* The lines of region r. Those of the library end at the first line that begins with
   AMP_DEVICE_END. That is found in a sixth of the time that reading their words takes, and a launch
   waits for it. */
static AMP__COLD void amp__vec_region_lines(const amp__device_region *r, const char **from,
                                            const char **to)
{
    static const char end[] = "\nAMP_DEVICE_END";
    const size_t n = sizeof(end) - 1;
    const char *p = *from = amp__region_lines(r);
    while (r->library && (p = (const char *)memchr(p, '\n', (size_t)(r->text_end - p))) != NULL
           && (size_t)(r->text_end - p) >= n) {
        if (memcmp(p, end, n) == 0) {
            *to = p + 1;
            return;
        }
        p++;
    }
    amp__c_region_lines(r, from, to);
}

/* Adds the text of all regions, each behind a #line, for `cc -E`. */
static AMP__COLD void amp__vec_source(const amp__program *p, amp__text *out)
{
    const amp__device_region *r;
    amp__text_puts(out, "#if __clang_major__ >= 12\n#pragma AMP__VEC_CLANG\n#elif __GNUC__ >= 12\n"
                   "#pragma AMP__VEC_GCC\n#endif\n"
                        "#define AMP__VEC_TEXT 1\n" /* amp/core/extent.h asks */
                        "#define AMP_MAX_RANK " AMP__STR(AMP_MAX_RANK) "\n");
    amp__c_put_macros(NULL, p, out);
    for (r = p->first; r != NULL; r = r->next) {
        if (amp__vec_is_of_source(p, r)) {
            const char *from, *to;
            amp__vec_region_lines(r, &from, &to);
            amp__text_printf(out, "#line %d \"%.1500s\"\n", r->line + 1, r->file);
            amp__text_put(out, from, (size_t)(to - from));
            amp__text_puts(out, "\n");
        }
    }
}

/* Whether the user's regions can be compiled while the program runs; 0 with the reason in f->why
   where they test or use what they do not define. f is used for this alone. */
static AMP__COLD int amp__vec_check_source(amp__c_unit *f, const amp__program *p,
                                           const char *options)
{
    const amp__device_region *r;
    if (setjmp(f->leave) != 0) {
        return 0;
    }
    {
        amp__c_set *defined = (amp__c_set *)amp__c_new(f, sizeof(*defined));
        amp__text macros = amp__c_empty(&f->store);
        amp__c_put_macros(f, p, &macros); /* two values of one are refused */
        for (r = p->first; r != NULL; r = r->next) {
            if (!r->library && amp__vec_is_of_source(p, r)) {
                amp__vec_check_region(f, defined, p, r, options);
            }
        }
    }
    return !f->store.spent;
}

#endif /* AMP_VECTORS_SOURCE_H */
