/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_PROGRAM_TEXT_H
#define AMP_CL_PROGRAM_TEXT_H
/*
amp/cl/program_text.h: the OpenCL program of a translation unit, as text.

It is what the library says of the device in macros, the library's own texts, then the
text of each device region; each behind a #line, so that a build error names its file and
line. Nothing here calls OpenCL.
*/

#include "../ctext/lines.h"
#include "../language/atomic.h"
#include "../language/element.h"
#include "../language/thread.h"
#include "../language/warp.h"
#include "atomics.cl.h"
#include "faults.cl.h"
#include "kernels.cl.h"
#include "warps.cl.h"
#include "regions.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

/* What the library's texts ask of the device and the program, as macros in front of them: see
   amp/cl/prelude.cl.h. */
typedef struct amp__cl_abilities {
    int doubles, atomics64, short_names;
    int rows;           /* simple kernels run boxes of threads: a CPU */
    int threads;        /* of a tile */
    int turned;         /* amp__cl_swapped_dimension */
    int replicates;     /* PoCL's workitemrepl: the code once a thread, and vectors only of
                           loops that ask for them */
    int checks;         /* amp_at tests its indices */
    int strings;        /* printf takes a text */
    int short_loops;    /* the device ends loops after some turns: kernels report that */
    int faults, aborts; /* set by amp__cl_program_text: kernels report; there is an amp_abort */
    int warps;          /* set as well: operations of amp/language/warp.h */
    int indices;        /* set as well: kernels use indices and extents as values */
    int replicable;     /* set as well: PoCL's workitemrepl may be worth its time */
    const char *kernel; /* the one whose program it is; NULL: of all */
    const char *part; /* the one kernel in use of those that may be left out, or "" */
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

/* Whether the region's text holds the word. */
static AMP__COLD int amp__cl_region_has(const amp__device_region *r, const char *word)
{
    const size_t n = strlen(word);
    const char *p, *end;
    amp__c_region_lines(r, &p, &end);
    while (p < end && (p = (const char *)memchr(p, word[0], (size_t)(end - p))) != NULL) {
        if ((size_t)(end - p) >= n && memcmp(p, word, n) == 0) {
            return 1;
        }
        p++;
    }
    return 0;
}

/* Whether kernels of the program may be left out: those of amp/algorithms/kernel.h that are
   not in use. */
static AMP__COLD int amp__cl_has_declarations(const amp__program *program)
{
    const amp__device_region *r;
    for (r = program->first; r != NULL; r = r->next) {
        if (!r->library && amp__cl_region_has(r, "#ifdef AMP__PARTS")) {
            return 1;
        }
    }
    return 0;
}

/* Adds a #line: what follows is line `line` of `file`. */
static AMP__COLD void amp__cl_put_line(amp__text *b, const char *file, int line)
{
    char head[32];
    (void)snprintf(head, sizeof(head), "#line %d \"", line);
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

/* Adds a macro whose value is a number. */
static inline void amp__cl_put_define(amp__text *b, const char *name, int value)
{
    amp__text_puts(b, "#define ");
    amp__text_puts(b, name);
    amp__text_puts(b, value != 0 ? " 1\n" : " 0\n");
}

/* Adds the macros that say to the library's texts what device and program can do. */
static AMP__COLD void amp__cl_put_abilities(amp__text *b, const amp__cl_abilities *able)
{
    amp__cl_put_define(b, "AMP__DOUBLES", able->doubles);
    amp__cl_put_define(b, "AMP__ATOMICS64", able->atomics64);
    amp__cl_put_define(b, "AMP__ROWS", able->rows);
    amp__cl_put_define(b, "AMP__REPLICATES", able->replicates);
    amp__cl_put_define(b, "AMP__STRINGS", able->strings);
    amp__cl_put_define(b, "AMP__SHORT_LOOPS", able->short_loops);
    amp__cl_put_define(b, "AMP__FAULTS", able->faults);
    amp__cl_put_define(b, "AMP__CHECKS", able->checks);
    amp__cl_put_define(b, "AMP__ABORTS", able->aborts);
    amp__cl_put_define(b, "AMP__WARPS", able->warps);
    amp__text_puts(b, able->turned == 0 ? "#define AMP__TURNED 0\n"
                   : able->turned == 1 ? "#define AMP__TURNED 1\n" : "#define AMP__TURNED 2\n");
    amp__text_puts(b, "#define AMP_MAX_RANK " AMP__STR(AMP_MAX_RANK) "\n");
    if (!able->indices) {
        amp__text_puts(b, "#define AMP__NO_INDICES\n");
    }
    if (able->short_names) { /* a program may ask; the names are a region of the library */
        amp__cl_put_define(b, "AMP_SHORT_NAMES", 1);
    }
    if (able->part != NULL) {
        amp__cl_put_define(b, "AMP__PARTS", 1);
        if (able->part[0] != '\0') {
            amp__text_puts(b, "#define AMP__WANT_");
            amp__text_puts(b, able->part);
            amp__text_puts(b, " , AMP__TAKE\n");
        }
    }
}

/* Finds the helpers of a program that report, and adds a macro for each, which gives it the
   argument with the report buffer. helpers->at is to be freed by the caller. */
static AMP__COLD void amp__cl_put_helpers(const amp__program *program, amp__cl_helpers *helpers,
                                          amp__text *b)
{
    const amp__device_region *r;
    amp__cl_cursor c;
    int i;
    for (r = program->first; r != NULL; r = r->next) {
        if (amp__cl_region_begin(program, r, &c)) {
            amp__cl_helpers_read(helpers, c.at, c.end);
        }
    }
    amp__cl_helpers_find_effects(helpers);
    for (i = 0; i < helpers->count; i++) {
        const amp__cl_helper *f = &helpers->at[i];
        if (f->function && f->reports && amp__cl_helper_of(helpers, f->name, f->size) == f) {
            amp__text_puts(b, "#define ");
            amp__cl_put_name(b, f->name, f->size);
            amp__text_puts(b, f->empty ? "() " : "(...) ");
            amp__cl_put_name(b, f->name, f->size);
            amp__text_puts(b, f->empty ? "(amp__fault)\n" : "(amp__fault, __VA_ARGS__)\n");
        }
    }
}

/* Adds the whole program of a translation unit to *b, an empty string; the caller frees b->data,
   also where this failed. Sets able->faults, able->aborts and able->replicable. AMP_OK;
   AMP_BUILD_FAILED with file and line where the markers or a kernel's head are not understood;
   AMP_OUT_OF_MEMORY. */
static AMP__COLD amp_status amp__cl_program_text(const amp__program *program,
                                                 amp__cl_abilities *able, amp__text *b)
{
    const amp__device_region *r;
    int renamed = 0;
    amp__cl_helpers helpers;
    amp__cl_declarations parts;
    amp__cl_cursor c;
    amp_status s = AMP_OK;
    memset(&parts, 0, sizeof(parts));
    for (r = program->first; r != NULL && able->kernel != NULL; r = r->next) {
        if (!r->library && amp__cl_region_begin(program, r, &c)) {
            amp__cl_declarations_read(&parts, c.at, c.end);
        }
    }
    if (able->kernel != NULL) {
        amp__cl_declarations_select(&parts, able->kernel, able->doubles);
        able->replicable = amp__cl_declarations_replicable(&parts, able->threads);
    }
    able->faults = able->checks | able->short_loops;
    able->aborts = able->indices = able->warps = 0;
    for (r = program->first; r != NULL; r = r->next) {
        able->aborts |= !r->library && amp__cl_region_has(r, "amp_abort");
        able->faults |= able->aborts || (!r->library && amp__cl_region_has(r, "amp_errorf"));
        able->warps |= !r->library && amp__cl_region_has(r, "amp_warp_");
        able->indices |= !r->library && (amp__cl_region_has(r, "amp_index")
                                         || amp__cl_region_has(r, "amp_extent")
                                         || amp__cl_region_has(r, "amp_get_extent")
                                         || amp__cl_region_has(r, "amp_contains"));
    }
    amp__cl_put_abilities(b, able);
    amp__cl_put_library(b, amp__cl_text_of_layout());
    amp__cl_put_library(b, amp__cl_text_of_c99());
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
    memset(&helpers, 0, sizeof(helpers));
    helpers.checks = able->checks;
    helpers.short_names = able->short_names;
    if (able->faults) {
        amp__cl_put_library(b, amp__cl_text_of_faults());
        amp__cl_put_helpers(program, &helpers, b);
    }
    for (r = program->first; r != NULL && s == AMP_OK; r = r->next) {
        if (!amp__cl_region_begin(program, r, &c)) {
            continue;
        }
        if (!r->library && !renamed) {
            amp__cl_put_library(b, amp__cl_text_of_renames());
            amp__cl_put_shapes(b, amp__cl_text_of_renames());
            amp__cl_put_shapes(b, amp__cl_text_of_prelude());
            amp__cl_put_shapes(b, amp__cl_text_of_c99());
            renamed = 1;
        }
        amp__cl_put_line(b, r->file, c.line);
        c.helpers = able->faults ? &helpers : NULL;
        c.parts = able->kernel != NULL && !r->library ? &parts : NULL;
        s = amp__cl_put_region(&c, b);
        amp__text_puts(b, "\n");
    }
    b->failed |= helpers.failed | parts.failed;
    amp__free(helpers.at);
    amp__free(parts.at);
    return s == AMP_OK && b->failed ? AMP_OUT_OF_MEMORY : s;
}

/* A hint, to be added to the compiler's words `log`, at what the user may do; "" where none is
   known. */
static AMP__COLD const char *amp__cl_hint(const char *log)
{
    static const struct { const char *words, *hint; } hints[] = {
        { "amp__here", "; amp_errorf and amp_abort stand in kernels and in helpers that are "
          "written out: the device cannot report from a helper that a macro makes" },
        { "cannot be used as the type of a kernel parameter", "; OpenCL C takes no size_t, "
          "ptrdiff_t or bool inside a struct or behind a typedef that is passed by value: use "
          "uint64_t, int64_t, int, or the plain type as a value of its own" },
        { "pointer arguments to kernel functions", "; a value cannot be a pointer: pass a view" },
        { "file not found", "; a device region cannot include the host's headers: move the "
          "#include above AMP_DEVICE_BEGIN" },
        { "changes address space", "; a pointer to view or tile memory is declared with "
          "amp_global_ptr(T) or amp_tile_ptr(T)" },
        { "address space", "; a pointer to view or tile memory is declared with amp_global_ptr(T) "
          "or amp_tile_ptr(T), a constant table with static const at file scope, and a pointer to "
          "it with amp_constant_ptr(T)" },
        { "undeclared", "; the device sees only the text between AMP_DEVICE_BEGIN and "
          "AMP_DEVICE_END: a #define, type or helper outside it must move inside, a -D option "
          "goes to AMP_CL_OPTIONS" },
        { "implicit declaration", "; the device sees only the text between AMP_DEVICE_BEGIN and "
          "AMP_DEVICE_END, and the functions of OpenCL C: move the helper inside" },
        { "unknown type name", "; the device sees only the text between AMP_DEVICE_BEGIN and "
          "AMP_DEVICE_END: move the type inside" },
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

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_PROGRAM_TEXT_H */
