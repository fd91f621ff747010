/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_PROGRAM_TEXT_H
#define AMP_CL_PROGRAM_TEXT_H
/*
amp/cl/program_text.h: the OpenCL program of a translation unit, as text.

It is what the library says of the device in macros, the library's own texts, then the
text of each device region; each behind a #line, so that a build error names its file and
line. Nothing here calls OpenCL.
*/

#include "../language/atomic.h"
#include "../language/element.h"
#include "../language/thread.h"
#include "../language/warp.h"
#include "../ctext/name_set.h"
#include "atomics.cl.h"
#include "faults.cl.h"
#include "kernels.cl.h"
#include "warps.cl.h"
#include "regions.h"
#include "replication.h"

/* What the library's texts ask of the device and the program, as macros in front of them. */
typedef struct amp__cl_abilities {
    int doubles, atomics64; /* what the device has */
    int short_names;
    int rows;           /* simple kernels run boxes of threads: a CPU */
    int threads;        /* of a tile */
    int turned;         /* amp__cl_swapped_dimension */
    int barriers;       /* more are needed: amp/cl/branch_barriers.h */
    int replicates;     /* PoCL's workitemrepl: the code once a thread, and vectors only of
                           loops that ask for them */
    int checks;         /* amp_at tests its indices */
    int strings;        /* printf takes a text */
    const char *options; /* of the compiler, where AMP_LOG asks; else NULL */
    int short_loops;    /* the device ends loops after some turns: kernels report that */
    int faults, aborts; /* set by amp__cl_program_text: kernels report; there is an amp_abort */
    int warps;          /* set as well: operations of amp/language/warp.h */
    int indices;        /* set as well: kernels use indices and extents as values */
    int replicable;     /* set as well: PoCL's workitemrepl may be worth its time */
    const char *kernel; /* the one whose program it is; NULL: of all */
    const char *part;   /* set as well: the one kernel in use of those that amp/algorithms/kernel.h
                           leaves out, or ""; NULL: no region has such kernels */
} amp__cl_abilities;

/* OpenCL's dimension, 1 or 2, that changes places with dimension 0, which is a tile's last one; 0:
   none. PoCL 3.1 is wrong in silence where a work-group has one thread in dimension 0
   (docs/compiler-faults.md). */
static AMP__COLD int amp__cl_swapped_dimension(int is_pocl, const amp__kernel *k)
{
    int i = 0;
    if (is_pocl && k->model != AMP__SIMPLE && k->tile[k->rank - 1] == 1) {
        for (i = 1; i < k->rank && k->tile[k->rank - 1 - i] == 1; i++) { }
    }
    return i < k->rank ? i : 0;
}

/* Sizes in OpenCL's dimensions after that exchange; the same again undoes it. */
static AMP__COLD void amp__cl_swap_dimensions(size_t *sizes, int turned)
{
    const size_t first = sizes[0];
    sizes[0] = sizes[turned];
    sizes[turned] = first;
}

/* Adds a #line: what follows is line `line` of `file`. */
static AMP__COLD void amp__cl_put_line(amp__text *b, const char *file, int line)
{
    char head[32];
    AMP__PRINT(head, "#line %d \"", line);
    amp__text_puts(b, head);
    for (; file[0] != '\0'; file++) {
        if (file[0] == '"' || file[0] == '\\') {
            amp__text_put(b, "\\", 1);
        }
        amp__text_put(b, file, 1);
    }
    amp__text_puts(b, "\"\n");
}

/* Adds a text of the library, behind a #line with its file. */
static inline void amp__cl_put_library(amp__text *b, amp__library_text t)
{
    amp__cl_put_line(b, t.file, t.line);
    amp__text_put(b, t.text, (size_t)(t.end - t.text));
}

/* Adds the macros that say to the library's texts what device and program can do. */
static AMP__COLD void amp__cl_put_abilities(amp__text *b, const amp__cl_abilities *able)
{
    amp__text_printf(b, "#define AMP__DOUBLES %d\n#define AMP__ATOMICS64 %d\n"
                     "#define AMP__ROWS %d\n#define AMP__REPLICATES %d\n"
                     "#define AMP__STRINGS %d\n#define AMP__SHORT_LOOPS %d\n",
                     able->doubles, able->atomics64, able->rows, able->replicates, able->strings,
                     able->short_loops);
    amp__text_printf(b, "#define AMP__FAULTS %d\n#define AMP__CHECKS %d\n"
                     "#define AMP__ABORTS %d\n#define AMP__WARPS %d\n#define AMP__TURNED %d\n",
                     able->faults, able->checks, able->aborts, able->warps, able->turned);
    amp__text_puts(b, "#define AMP_MAX_RANK " AMP__STR(AMP_MAX_RANK) "\n");
    if (!able->indices) {
        amp__text_puts(b, "#define AMP__NO_INDICES\n");
    }
    if (able->short_names) { /* a program may ask; the names are a region of the library */
        amp__text_puts(b, "#define AMP_SHORT_NAMES 1\n");
    }
    if (able->part != NULL) {
        amp__text_puts(b, "#define AMP__PARTS 1\n");
        if (able->part[0] != '\0') {
            amp__text_printf(b, "#define AMP__WANT_%s , AMP__TAKE\n", able->part);
        }
    }
}

/* Adds a macro for each function that reports, which gives it the argument with the report
   buffer. */
static AMP__COLD void amp__cl_put_arguments(amp__text *b, const amp__cl_source *s)
{
    const amp__c_unit *f = &s->c;
    int k;
    for (k = 0; k < f->function_count; k++) {
        const int empty = amp__cl_has_no_parameters(f, &f->functions[k]);
        const amp__c_token *name = &f->t[f->functions[k].name];
        if (amp__cl_reporting(f, f->functions[k].name) == k) {
            name = amp__cl_renamed(&s->renames, name);
            amp__text_printf(b, "#define %.*s%s %.*s", name->n, name->s, empty ? "()" : "(...)",
                             name->n, name->s);
            amp__text_puts(b, empty ? "(amp__fault)\n" : "(amp__fault, __VA_ARGS__)\n");
        }
    }
}

/* Says, each once, which macros the user's regions test that they do not define before: the program
   may have another value. Not those of compilers; nor a guard, #ifndef X and #define X. */
static AMP__COLD void amp__cl_say_tests(amp__cl_source *s, const amp__program *program,
                                        const char *options)
{
    static const int tests[] = { AMP__C_IF, AMP__C_IFDEF, AMP__C_IFNDEF, AMP__C_ELIF, 0 };
    amp__c_unit *f = &s->c;
    amp__c_set *named = (amp__c_set *)amp__c_new(f, sizeof(*named));
    int k, n, i;
    for (k = 0; k < s->region_count; k++) {
        const amp__cl_region *r = &s->regions[k];
        for (n = r->directives; n < r->directives_end && !r->of->library
             && named->count < AMP__C_SLOTS / 4; n++) {
            const amp__c_directive *d = &f->directives[n];
            const int word = d->from + 1, asks = amp__c_among(f, word, tests);
            const int guard = n + 1 < r->directives_end && amp__c_is_define(f, d + 1)
                && d[1].to == d[1].from + 3 && amp__c_is(f, word, AMP__C_IFNDEF)
                && amp__c_same(f, word + 1, d[1].from + 2);
            if (amp__c_is_define(f, d)) {
                (void)amp__c_in_set(f, named, word + 1, 1);
            }
            for (i = word + 1; i < d->to && asks; i++) {
                const amp__c_token *t = &f->t[i];
                if (t->kind == AMP__C_NAME && !amp__c_is(f, i, AMP__C_DEFINED)
                    && !amp__c_in_set(f, named, i, 1) && !guard && !amp__c_differs(f, i)
                    && !amp__c_is_given(f, program, options, i)) {
                    (void)fprintf(stderr, "amp: %s:%d: the region tests %.*s, of which OpenCL has "
                                  "only what regions define: AMP_DEVICE_MACRO(%.*s) behind the "
                                  "test gives it the program's value\n", r->of->file, t->line, t->n,
                                  t->s, t->n, t->s);
                }
            }
        }
    }
}

/* Notes what the user's regions ask of the library's texts. */
static AMP__COLD void amp__cl_find_abilities(const amp__cl_source *s, amp__cl_abilities *able)
{
    static const char *const values[] = { "amp_index", "amp_extent", "amp_get_extent",
                                          "amp_contains" };
    const amp__c_unit *f = &s->c;
    int k, i, errors = 0;
    size_t n;
    able->aborts = able->indices = able->warps = 0;
    able->part = NULL;
    for (k = 0; k < s->region_count; k++) {
        const int end = k + 1 < s->region_count ? s->regions[k + 1].from : f->count;
        for (i = s->regions[k].from; i < end && !s->regions[k].of->library; i++) {
            const amp__c_token *t = &f->t[i];
            errors |= amp__c_is(f, i, AMP__C_AMP | AMP__C_ERRORF);
            able->aborts |= amp__c_is(f, i, AMP__C_AMP | AMP__C_ABORT);
            able->warps |= t->n >= 9 && memcmp(t->s, "amp_warp_", 9) == 0;
            for (n = 0; n < sizeof(values) / sizeof(values[0]) && t->n > 4 && t->s[0] == 'a'; n++) {
                able->indices |= amp__c_named(f, i, values[n])
                    || amp__c_name_begins(f, i, values[n]);
            }
            if (able->kernel != NULL && amp__c_is(f, i, AMP__C_IFDEF)
                && amp__c_named(f, i + 1, "AMP__PARTS")) {
                able->part = strncmp(able->kernel, "amp__", 5) == 0 ? able->kernel : "";
            }
        }
    }
    able->faults = able->checks | able->short_loops | able->aborts | errors;
}

/* Ends the work where a kernel of the program means by a sizeof what it does not mean on a CPU. */
static AMP__COLD void amp__cl_refuse_sizes(amp__cl_source *s)
{
    amp__c_unit *f = &s->c;
    int k;
    for (k = 0; k < s->part_count; k++) {
        const amp__cl_part *p = &s->parts[k];
        const int name = p->kind == AMP__CL_KERNEL && p->emitted && !p->library
            ? amp__c_sizeof_tile(f, p->from, p->to) : -1;
        if (name >= 0) {
            amp__c_fail(f, name, AMP__C_SIZEOF_TILE_TEXT, f->t[name].n, f->t[name].s);
        }
    }
}

/* Adds the texts of the library that stand in front of all regions. */
static AMP__COLD void amp__cl_put_libraries(amp__text *b, const amp__cl_abilities *able)
{
    amp__cl_put_library(b, amp__cl_text_of_layout());
    amp__cl_put_library(b, amp__cl_text_of_c99());
    amp__cl_put_line(b, "C's functions", 1);
    amp__cl_put_functions(b);
    amp__cl_put_renames(b, AMP__CL_WORDS, 'w');
    amp__cl_put_library(b, amp__cl_text_of_prelude());
    amp__cl_put_library(b, amp__text_of_arguments());
    amp__cl_put_library(b, amp__text_of_shapes());
    amp__cl_put_library(b, amp__text_of_elements());
    amp__cl_put_library(b, amp__text_of_threads());
    amp__cl_put_library(b, amp__cl_text_of_kernels());
    amp__cl_put_library(b, amp__text_of_atomics());
    amp__cl_put_library(b, amp__cl_text_of_atomics());
    if (able->warps) {
        amp__cl_put_library(b, amp__text_of_warps());
        amp__cl_put_library(b, amp__cl_text_of_warps());
    }
    if (able->faults) {
        amp__cl_put_library(b, amp__cl_text_of_faults());
    }
}

/* Reads the program, selects what is emitted, and adds all of it to *b. Ends the work by
   amp__c_fail where memory ran out, or a region is not understood. */
static AMP__COLD amp_status amp__cl_put_program(amp__cl_source *s, const amp__program *program,
                                                amp__cl_abilities *able, amp__text *b)
{
    amp_status status = amp__cl_read_renames(&s->renames);
    int k, renamed = 0;
    s->c.opencl = 1;
    s->c.short_names = able->short_names;
    s->c.checks = able->checks;
    status = status == AMP_OK ? amp__cl_read(s, program) : status;
    if (status != AMP_OK) {
        return status;
    }
    if (able->options != NULL) {
        amp__cl_say_tests(s, program, able->options);
    }
    if (able->barriers) {
        amp__cl_mark_barriers(s);
    }
    if (able->kernel != NULL) {
        amp__cl_select(s, able->kernel, able->doubles);
        able->replicable = able->barriers && amp__cl_is_replicable(s, able->threads);
        amp__cl_refuse_sizes(s);
    }
    amp__cl_find_abilities(s, able);
    s->faults = able->faults;
    amp__cl_put_abilities(b, able);
    amp__cl_put_libraries(b, able);
    if (able->faults) {
        amp__cl_put_arguments(b, s);
    }
    for (k = 0; k < s->region_count && status == AMP_OK; k++) {
        const amp__cl_region *r = &s->regions[k];
        if (!r->of->library && !renamed) {
            amp__cl_put_line(b, "OpenCL's functions", 1);
            amp__cl_put_renames(b, AMP__CL_NAMES, 'u');
            amp__cl_put_shapes(b, &s->renames);
            amp__c_put_macros(&s->c, program, b);
            renamed = 1;
        }
        amp__cl_put_line(b, r->of->file, r->of->line + 1);
        status = amp__cl_put_region(s, r, b);
        amp__text_puts(b, "\n");
    }
    return status;
}

/* Adds the whole program of a translation unit to *b, an empty string; the caller frees b->data,
   also where this failed. Sets what *able says that it sets. AMP_OK; AMP_BUILD_FAILED with file and
   line where the markers or a kernel's head are not understood; AMP_OUT_OF_MEMORY. */
static AMP__COLD amp_status amp__cl_program_text(const amp__program *program,
                                                 amp__cl_abilities *able, amp__text *b)
{
    amp__cl_source *s = (amp__cl_source *)amp__alloc_zero(sizeof(*s));
    amp_status status;
    if (s == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    if (setjmp(s->c.leave) == 0) {
        status = amp__cl_put_program(s, program, able, b);
    } else if (s->c.store.spent) {
        status = AMP_OUT_OF_MEMORY;
    } else if (s->c.why_token < 0) {
        status = amp__fail(AMP_BUILD_FAILED, "%s", s->c.why);
    } else {
        const amp__c_token *t = &s->c.t[s->c.why_token];
        status = amp__fail(AMP_BUILD_FAILED, "%s:%d: %s", t->file, t->line, s->c.why);
    }
    amp__c_store_free(&s->c.store);
    amp__c_store_free(&s->renames.store);
    amp__free(s);
    return status == AMP_OK && b->failed ? AMP_OUT_OF_MEMORY : status;
}

/* A hint, to be added to the compiler's words `log`, at what the user may do; "" where none is
   known. */
static AMP__COLD const char *amp__cl_hint(const char *log)
{
#define AMP__CL_SEES "; the device sees only the text between AMP_DEVICE_BEGIN and AMP_DEVICE_END"
    static const struct { const char *words, *hint; } hints[] = {
        { "amp__here", "; amp_errorf and amp_abort stand in kernels and in helpers that are "
          "written out: the device cannot report from a helper that a macro makes" },
        { "cannot be used as the type of a kernel parameter", "; OpenCL C takes no size_t, "
          "ptrdiff_t or bool inside a struct or behind a typedef that is passed by value: use "
          "uint64_t, int64_t, int, or the plain type as a value of its own" },
        { "pointer arguments to kernel functions", "; a value cannot be a pointer: pass a view" },
        { "file not found", "; a device region cannot include the host's headers: move the "
          "#include above AMP_DEVICE_BEGIN" },
        { "address space", "; a pointer to view or tile memory is declared with amp_global_ptr(T) "
          "or amp_tile_ptr(T), a constant table with static const at file scope, and a pointer to "
          "it, or into a kernel's table, with amp_constant_ptr(T)" },
        { "undeclared", AMP__CL_SEES ": a #define, type or helper outside it must move inside, a "
          "-D option goes to AMP_CL_OPTIONS" },
        { "implicit declaration", AMP__CL_SEES ", and the functions of OpenCL C: move the helper "
          "inside" },
        { "unknown type name", AMP__CL_SEES ": move the type inside" },
        { "redefinition of", "; the name may be one of OpenCL C's own: choose another" },
        { "overloadable", "; the name is one of OpenCL C's own functions: choose another" },
        { "recursion", "; a kernel cannot call itself" },
        { "function pointer", "; OpenCL C has no function pointers" }
    };
    size_t k;
    if (strstr(log, "error") == NULL) {
        return "";
    }
    for (k = 0; k < sizeof(hints) / sizeof(hints[0]); k++) {
        if (strstr(log, hints[k].words) != NULL) {
            return hints[k].hint;
        }
    }
    return "";
}

#endif /* AMP_CL_PROGRAM_TEXT_H */
