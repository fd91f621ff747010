/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_PROGRAM_TEXT_H
#define AMP_CL_PROGRAM_TEXT_H
/*
amp/cl/program_text.h: the OpenCL program of a translation unit, as text.

It is the prelude, then the text of each region behind a #line, so that a build error
names the user's file and line. Nothing here calls OpenCL.
*/

#include "fault_prelude.h"
#include "regions.h"

/* What the prelude leaves to the device: set as macros in front of it. */
typedef struct amp__cl_abilities {
    int doubles, atomics64, short_names;
    int rows;           /* simple kernels run boxes of threads: a CPU */
    int replicates;     /* PoCL's workitemrepl: the code once a thread, and vectors only of
                           loops that ask for them */
    int checks;         /* amp_at tests its indices */
    int faults, aborts; /* set by amp__cl_text: kernels report; there is an amp_abort */
    const char *part; /* the one kernel in use of those that may be left out, or "" */
} amp__cl_abilities;

/* Whether the file of a region holds the word, anywhere. */
static inline int amp__region_has(const amp__text_region *r, const char *word)
{
    const size_t n = strlen(word);
    const char *p;
    for (p = r->text; (size_t)(r->text_end - p) >= n; p++) {
        if (p[0] == word[0] && memcmp(p, word, n) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Whether kernels of the program may be left out: amp_algorithms_kernels.h. */
static inline int amp__has_parts(const amp__program *program)
{
    const amp__text_region *r;
    for (r = program->first; r != NULL; r = r->next) {
        if (!r->library && amp__region_has(r, "#ifdef AMP__PARTS")) {
            return 1;
        }
    }
    return 0;
}

/* A parameter whose name is renamed has a shape that is renamed with it, as
   name_shape in the text, or pasted by a macro. Reads the renames' own lines. */
static inline void amp__put_shapes(amp__text_buffer *b, const char *renames)
{
    const char *p = renames;
    while ((p = strstr(p, "#define ")) != NULL) {
        const size_t n = strcspn(p += 8, " (\n");
        if (strncmp(p + n, " amp__", 6) == 0 && strchr("uwm", p[n + 6]) != NULL
            && p[n + 7] == '_') {
            amp__puts(b, "#define ");
            amp__put(b, p, n);
            amp__puts(b, "_shape ");
            amp__put(b, p + n + 1, strcspn(p + n + 1, "\n"));
            amp__puts(b, "_shape\n");
        }
    }
}

/* The prelude's part for reports, and a macro for each helper that reports. */
static inline void amp__put_faults(const amp__program *program, amp__cl_helpers *helpers,
                                   amp__text_buffer *b)
{
    const amp__text_region *r;
    const char *const *piece;
    amp__cursor c;
    int i;
    for (r = program->first; r != NULL; r = r->next) {
        if (amp__region_begin(program, r, &c)) {
            amp__cl_helpers_read(helpers, c.at, c.end);
        }
    }
    amp__cl_helpers_judge(helpers);
    for (piece = amp__cl_fault_prelude(); *piece != NULL; piece++) {
        amp__puts(b, *piece);
    }
    for (i = 0; i < helpers->count; i++) {
        const amp__cl_helper *f = &helpers->at[i];
        int half;
        if (!f->function || !f->reports || amp__cl_helper_of(helpers, f->name, f->size) != f) {
            continue;
        }
        for (half = 0; half < 2; half++) { /* the name, and what it is then */
            amp__puts(b, half == 0 ? "#define " : f->empty ? "() " : "(...) ");
            if (!amp__put_renamed(b, f->name, f->size)) {
                amp__put(b, f->name, f->size);
            }
        }
        amp__puts(b, f->empty ? "(amp__fault)\n" : "(amp__fault, __VA_ARGS__)\n");
    }
}

/* The whole program of a translation unit, to be freed by the caller
   (b->data). AMP_BUILD_FAILED with file and line; AMP_OUT_OF_MEMORY. */
static inline amp_status amp__cl_text(const amp__program *program, amp__cl_abilities *able,
                                      amp__text_buffer *b)
{
    const amp__text_region *r;
    const char *const *piece;
    char line[64];
    int renamed = 0;
    amp__cl_helpers helpers;
    able->faults = able->checks;
    able->aborts = 0;
    for (r = program->first; r != NULL; r = r->next) {
        able->aborts |= !r->library && amp__region_has(r, "amp_abort");
        able->faults |= able->aborts || (!r->library && amp__region_has(r, "amp_errorf"));
    }
    (void)snprintf(line, sizeof(line), "#define AMP__DOUBLES %d\n#define AMP__ATOMICS64 %d\n",
                   able->doubles != 0, able->atomics64 != 0);
    amp__puts(b, line);
    (void)snprintf(line, sizeof(line), "#define AMP__ROWS %d\n#define AMP__REPLICATES %d\n",
                   able->rows != 0, able->replicates != 0);
    amp__puts(b, line);
    (void)snprintf(line, sizeof(line), "#define AMP__SHORT_NAMES %d\n", able->short_names != 0);
    amp__puts(b, line);
    if (able->faults) {
        (void)snprintf(line, sizeof(line), "#define AMP__CHECKS %d\n#define AMP__ABORTS %d\n",
                       able->checks != 0, able->aborts);
        amp__puts(b, line);
    }
    if (able->part != NULL) {
        amp__puts(b, "#define AMP__PARTS 1\n");
        if (able->part[0] != '\0') {
            amp__puts(b, "#define AMP__WANT_");
            amp__puts(b, able->part);
            amp__puts(b, " , AMP__TAKE\n");
        }
    }
    for (piece = amp__cl_prelude(); *piece != NULL; piece++) {
        amp__puts(b, *piece);
    }
    memset(&helpers, 0, sizeof(helpers));
    helpers.checks = able->checks;
    helpers.short_names = able->short_names;
    if (able->faults) {
        amp__put_faults(program, &helpers, b);
    } else {
        amp__puts(b, "#define AMP__FAULT_K\n#define AMP__FAULT_P\n"
                  "#define AMP__FAULT_A(name, rank)\n#define AMP__FAULT_T(name, rank)\n");
    }
    for (r = program->first; r != NULL; r = r->next) {
        amp__cursor c;
        amp_status s;
        const char *q;
        if (!amp__region_begin(program, r, &c)) {
            continue;
        }
        if (!r->library && !renamed) {
            amp__puts(b, amp__cl_renames());
            amp__put_shapes(b, amp__cl_renames());
            amp__put_shapes(b, amp__cl_prelude()[0]); /* OpenCL C's own words */
            renamed = 1;
        }
        (void)snprintf(line, sizeof(line), "#line %d \"", c.line);
        amp__puts(b, line);
        for (q = r->file; *q != '\0'; q++) {
            if (*q == '"' || *q == '\\') {
                amp__put(b, "\\", 1);
            }
            amp__put(b, q, 1);
        }
        amp__puts(b, "\"\n");
        c.helpers = able->faults ? &helpers : NULL;
        s = amp__put_region(&c, b);
        if (s != AMP_OK) {
            free(helpers.at);
            return s;
        }
        amp__puts(b, "\n");
    }
    b->failed |= helpers.failed;
    free(helpers.at);
    return b->failed ? amp__fail(AMP_OUT_OF_MEMORY, "no memory for the text of an OpenCL program")
                     : AMP_OK;
}

/* What may be meant by the compiler's words; "" where nothing comes to mind. */
static inline const char *amp__cl_hint(const char *log)
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
          "or amp_tile_ptr(T), a constant table with static const at file scope" },
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

#endif /* AMP_CL_PROGRAM_TEXT_H */
