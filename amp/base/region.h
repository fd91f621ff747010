/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_REGION_H
#define AMP_BASE_REGION_H
/*
amp/base/region.h: device regions, and how their text gets into the program.
*/

#include "build.h"
#include "mistakes.h"

/* A device region: the line of AMP_DEVICE_BEGIN, and the text of its file, or of the part
   from some line on that ends behind the region. The program of a translation unit is its
   regions in order; NULL in a build without AMP_OPENCL. amp/base/region.h joins them. */
typedef struct amp__device_region {
    const char *text, *text_end;
    const char *file;
    int line;
    int text_line; /* with which `text` begins */
    int order;
    int library; /* of amp's own headers */
    struct amp__device_region *next;
} amp__device_region;

/* Where the line behind AMP_DEVICE_BEGIN begins. */
static inline const char *amp__region_lines(const amp__device_region *r)
{
    const char *p = r->text;
    int line;
    for (line = r->text_line; p < r->text_end && line <= r->line; p++) {
        line += p[0] == '\n';
    }
    return p;
}

/* A macro of the program whose value its device text has, too: AMP_DEVICE_MACRO. */
typedef struct amp__device_macro {
    const char *name, *value; /* the name again: it is not defined */
    struct amp__device_macro *next;
} amp__device_macro;

/* The device text of a translation unit, and how it is to be compiled. */
typedef struct amp__program {
    amp__device_region *first;
    amp__device_macro *macros;
    const char *options; /* AMP_CL_OPTIONS of the translation unit */
    int short_names;
    int checks;          /* AMP_CHECK: indices are tested on the device too */
    void *built;         /* the backend's own */
#if AMP__HAS_VECTORS
    const char *vectors_options; /* AMP_VECTORS_OPTIONS of the translation unit */
    struct amp__facts *facts;    /* what options and macros make of it: amp/vectors/facts.h */
#endif
} amp__program;

/* clang warns about each loop under `omp simd` that it cannot vectorise, such
   as one with an atomic; the kernel's author can do nothing about it. And it decides where a
   kernel is read whether a * b + c may be rounded once: not in the build for AVX-512, so that
   results do not depend on the machine, unless AMP_CONTRACT allows it (amp/kernel/kernel.h). A
   program compiled for a CPU with FMA has what its command line says. */
#if defined(__clang__)
#if !defined(__x86_64__) || defined(__FMA__)
#define AMP__ROUNDING
#define AMP__ROUNDING_END
#elif defined(AMP_CONTRACT)
#define AMP__ROUNDING _Pragma("STDC FP_CONTRACT ON")
#define AMP__ROUNDING_END _Pragma("STDC FP_CONTRACT DEFAULT")
#else
#define AMP__ROUNDING _Pragma("STDC FP_CONTRACT OFF")
#define AMP__ROUNDING_END _Pragma("STDC FP_CONTRACT DEFAULT")
#endif
#define AMP__QUIET AMP__ROUNDING _Pragma("clang diagnostic push") \
    _Pragma("clang diagnostic ignored \"-Wpass-failed\"")
#define AMP__QUIET_END _Pragma("clang diagnostic pop") AMP__ROUNDING_END
#elif AMP__DEBUG
#define AMP__QUIET _Pragma("GCC diagnostic push")
#define AMP__QUIET_END _Pragma("GCC diagnostic pop")
#else
#define AMP__QUIET
#define AMP__QUIET_END
#endif

/* What the compiler knows of a kernel's typical mistakes, in a debug build (docs/debug-build.md)
   whatever warnings the program asks for. Not in the library's own regions. */
#ifndef AMP__LIBRARY
#define AMP__LIBRARY 1 /* amp.h sets it to 0 for what comes behind it */
#endif
#define AMP__WARNED_1
#if AMP__DEBUG
#ifdef __clang__
#define AMP__WARNED_BY \
    _Pragma("GCC diagnostic warning \"-Wtautological-unsigned-zero-compare\"") \
    _Pragma("GCC diagnostic warning \"-Wuninitialized\"")
#else /* gcc finds -Wuninitialized only where the command line asks for it */
#define AMP__WARNED_BY _Pragma("GCC diagnostic warning \"-Wtype-limits\"")
#endif
#define AMP__WARNED_0 AMP__WARNED_BY \
    _Pragma("GCC diagnostic warning \"-Wvla\"") \
    _Pragma("GCC diagnostic warning \"-Wsizeof-pointer-div\"") \
    _Pragma("GCC diagnostic warning \"-Wmisleading-indentation\"") \
    _Pragma("GCC diagnostic warning \"-Wparentheses\"") \
    _Pragma("GCC diagnostic warning \"-Wempty-body\"") \
    _Pragma("GCC diagnostic warning \"-Wunused-value\"") \
    _Pragma("GCC diagnostic warning \"-Wreturn-type\"")
#else
#define AMP__WARNED_0
#endif

/* AMP_DEVICE_BEGIN ... AMP_DEVICE_END, each on a line of its own, hold all that a kernel needs:
   kernels, helpers, types, #defines. With AMP_OPENCL or AMP_VECTORS this text is compiled once
   more, and nothing else is: headers are included above it, and macros from the command line go to
   AMP_CL_OPTIONS, a string of OpenCL compiler options, or AMP_VECTORS_OPTIONS, defined before
   amp.h. With AMP_CHECK alone, the checker reads the text from the source file, if that is there
   when the program runs. */
#define AMP_DEVICE_END AMP__AT_END AMP__QUIET_END
#if !defined(AMP_OPENCL) && !AMP__HAS_VECTORS && !AMP__CHECKING
#define AMP_DEVICE_BEGIN AMP__NAMES_IN_TIME AMP__QUIET AMP__CAT(AMP__WARNED_, AMP__LIBRARY)
#define AMP__LIBRARY_BEGIN(skip, count) AMP__QUIET
#define AMP_DEVICE_MACRO(name)
#define AMP__PROGRAM NULL
#else
/* AMP_DEVICE_MACRO(NAME), a line of its own, in a region or not: what NAME is there, a macro
   without arguments, or none, it is in all regions of the file, from their beginning. So a region
   that tests it with #ifndef finds the program's value, by a header or -D, on every device. A -D
   of AMP_CL_OPTIONS or AMP_VECTORS_OPTIONS goes before it; one with two values is refused. */
#define AMP_DEVICE_MACRO(name) AMP__DEVICE_MACRO(__COUNTER__, #name, AMP__STR(name))
#define AMP__DEVICE_MACRO(n, name, value) AMP__DEVICE_MACRO_I(n, name, value)
#define AMP__DEVICE_MACRO_I(n, name, value)                                   \
    __attribute__((constructor)) static void amp__macro_here_##n(void)        \
    {                                                                         \
        static amp__device_macro m = { name, value, NULL };         \
        m.next = amp__translation_unit.macros;                                \
        amp__translation_unit.macros = &m;                                    \
    }
#ifndef AMP_CL_OPTIONS
#define AMP_CL_OPTIONS ""
#endif
#if AMP__HAS_VECTORS
#ifndef AMP_VECTORS_OPTIONS
#define AMP_VECTORS_OPTIONS ""
#endif
/* What the text of a region may ask of the program besides: options that give the device's
   compiler _OPENMP, AMP_OPENCL and NDEBUG where the file has them. */
#ifdef _OPENMP
#define AMP__OPTION_OPENMP " -D_OPENMP=1"
#else
#define AMP__OPTION_OPENMP " -U_OPENMP"
#endif
#ifdef AMP_OPENCL
#define AMP__OPTION_OPENCL " -DAMP_OPENCL"
#else
#define AMP__OPTION_OPENCL " -UAMP_OPENCL"
#endif
#ifdef NDEBUG
#define AMP__OPTION_NDEBUG " -DNDEBUG"
#else
#define AMP__OPTION_NDEBUG " -UNDEBUG"
#endif
#ifdef __STRICT_ANSI__ /* headers then hide names that the program may use itself, as M_PI */
#define AMP__OPTION_STANDARD " -std=c11"
#else
#define AMP__OPTION_STANDARD " -std=gnu11"
#endif
#ifdef AMP_CONTRACT
#define AMP__OPTION_CONTRACTION " -DAMP_CONTRACT -ffp-contract=fast"
#else
#define AMP__OPTION_CONTRACTION ""
#endif
#if '\377' < 0
#define AMP__OPTION_CHAR " -fsigned-char"
#else
#define AMP__OPTION_CHAR " -funsigned-char"
#endif
#define AMP__VECTORS_OPTIONS \
    , AMP_VECTORS_OPTIONS AMP__OPTION_OPENMP AMP__OPTION_OPENCL AMP__OPTION_NDEBUG \
    AMP__OPTION_STANDARD AMP__OPTION_CONTRACTION AMP__OPTION_CHAR AMP__OPTION_WARP_SIZE, NULL
#else
#define AMP__VECTORS_OPTIONS
#endif
#ifdef AMP_SHORT_NAMES
#define AMP__SHORT 1
#else
#define AMP__SHORT 0
#endif
#define AMP__PROGRAM &amp__translation_unit
static amp__program amp__translation_unit AMP__UNUSED = { NULL, NULL,
    AMP_CL_OPTIONS AMP__OPTION_WARP_SIZE, AMP__SHORT, AMP__JUDGING, NULL AMP__VECTORS_OPTIONS };

/* Adds a region, in the order of the text: constructors may run in another. */
AMP__UNUSED static void amp__join(amp__device_region *r)
{
    amp__device_region **at = &amp__translation_unit.first;
    while (*at != NULL && (*at)->order < r->order) {
        at = &(*at)->next;
    }
    r->next = *at;
    *at = r;
}

#if !defined(AMP_OPENCL) && !AMP__HAS_VECTORS
#define AMP__REGION_TEXT(begin, end, n, part) begin = end = NULL
#define AMP__REGION_BY_NAME(n, part)
#define AMP__LIBRARY_BEGIN(skip, count) AMP__QUIET
#else
#define AMP__REGION_TEXT AMP__TEXT
#define AMP__REGION_BY_NAME AMP__TEXT_BY_NAME
#endif
#if defined(AMP_OPENCL) || AMP__HAS_VECTORS || AMP__LENS
/* The file's text goes into the object file: the assembler reads it, from the folder in which the
   compiler runs, by the name that __FILE__ has. "file not found" there: compile from the folder the
   name is relative to, or tell the assembler where (-Wa,-Ifolder). With -flto the linker's folder
   counts. The asm stands in a function, and its labels are the object's own, so that no name is
   left that two objects or link-time optimisation could mix up. part: "" for all of the file;
   ",skip,count" for so many bytes behind so many. */
#define AMP__INCBIN(part) ".incbin \"" __FILE__ "\"" part "\n"
#define AMP__TEXT_SECTION ".rodata.amp_text,\"a\""
#if defined(__x86_64__) && !defined(__APPLE__)
/* Once for all regions of a file: the labels are called after it, and whoever comes second finds
   them there. */
#define AMP__LABEL(which, part) "\".Lamp_" which part " of " __FILE__ "\""
#define AMP__TEXT(begin, end, n, part)                                        \
    __asm__(".ifndef " AMP__LABEL("text", part) "\n"                          \
            ".pushsection " AMP__TEXT_SECTION "\n"                            \
            AMP__LABEL("text", part) ": " AMP__INCBIN(part)                   \
            AMP__LABEL("end", part) ": .byte 0\n.popsection\n.endif\n"        \
            "lea " AMP__LABEL("text", part) "(%%rip), %0\n"                   \
            "lea " AMP__LABEL("end", part) "(%%rip), %1" : "=r"(begin), "=r"(end))
#elif defined(__aarch64__) && !defined(__APPLE__)
#define AMP__TEXT(begin, end, n, part)                                        \
    __asm__(".pushsection " AMP__TEXT_SECTION "\n7717: " AMP__INCBIN(part)    \
    "7718: .byte 0\n.popsection\n"                                            \
    "adrp %0, 7717b\nadd %0, %0, :lo12:7717b\n"                               \
    "adrp %1, 7718b\nadd %1, %1, :lo12:7718b" : "=r"(begin), "=r"(end))
#else /* by name: right everywhere but under link-time optimisation */
#define AMP__TEXT(begin, end, n, part)                                        \
    extern const char amp__begin_##n[] __asm__("amp__text_begin_" #n);        \
    extern const char amp__end_##n[] __asm__("amp__text_end_" #n);            \
    begin = amp__begin_##n;                                                   \
    end = amp__end_##n
#ifdef __wasm__ /* where each text is an object of a section of its own */
#define AMP__TEXT_BY_NAME(n, part) __asm__(".section .rodata.amp_text_" #n ",\"\",@\n" \
    "amp__text_begin_" #n ": " AMP__INCBIN(part)                              \
    "amp__text_end_" #n ": .int8 0\n"                                         \
    ".size amp__text_begin_" #n ", amp__text_end_" #n " - amp__text_begin_" #n "\n" \
    ".size amp__text_end_" #n ", 1");
#else
#define AMP__TEXT_BY_NAME(n, part) __asm__(".pushsection " AMP__TEXT_SECTION "\n" \
    "amp__text_begin_" #n ": " AMP__INCBIN(part)                              \
    "amp__text_end_" #n ": .byte 0\n.popsection");
#endif
#ifdef __APPLE__
#undef AMP__TEXT_SECTION
#define AMP__TEXT_SECTION "__TEXT,__const"
#endif
#endif
#endif
#ifndef AMP__TEXT_BY_NAME
#define AMP__TEXT_BY_NAME(n, part)
#endif
#define AMP_DEVICE_BEGIN AMP__NAMES_IN_TIME AMP__QUIET AMP__CAT(AMP__WARNED_, AMP__LIBRARY) \
    AMP__REGION(__COUNTER__, "", 1) AMP__CAT(AMP__FACTS_, AMP__LIBRARY)(__COUNTER__)
#define AMP__FACTS_1(n) /* of the library */
#if !AMP__HAS_VECTORS
#define AMP__FACTS_0(n)
#endif
#ifndef AMP__LIBRARY_BEGIN
/* In the files that `make single` writes, the library's regions begin with this: it says
   where in the file they lie, so that nothing else of it is embedded. */
#define AMP__LIBRARY_BEGIN(skip, count)                                       \
    AMP__QUIET AMP__REGION(__COUNTER__, "," #skip "," #count, __LINE__ + 1)
#endif
#define AMP__REGION(n, part, from) AMP__REGION_I(n, part, from)
/* A macro, because each region of a file needs a constructor and an object of its own, and the
   line is that of AMP_DEVICE_BEGIN. Library and program have names of their own: clangd keeps
   what it read of the headers, and counts __COUNTER__ from 0 behind them. */
#define AMP__REGION_I(n, part, from)                                          \
    AMP__REGION_BY_NAME(n, part)                                              \
    __attribute__((constructor)) static void                                  \
    AMP__CAT(AMP__CAT(amp__begin_here_, AMP__LIBRARY), AMP__CAT(_, n))(void)  \
    {                                                                         \
        static amp__device_region r = { NULL, NULL, __FILE__, __LINE__, from, n, \
            AMP__LIBRARY, NULL };                                             \
        const char *begin, *end;                                              \
        AMP__REGION_TEXT(begin, end, n, part);                                \
        r.text = begin;                                                       \
        r.text_end = end;                                                     \
        amp__join(&r);                                                        \
    }
#endif

#endif /* AMP_BASE_REGION_H */
