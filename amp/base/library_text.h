/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_LIBRARY_TEXT_H
#define AMP_BASE_LIBRARY_TEXT_H
/*
amp/base/library_text.h: how a header of the library holds a text that others read besides the
program's compiler: the kernel language, OpenCL C, or the page of the lens.

    AMP__DEVICE_TEXT_BEGIN(amp__text_of_X)
    typedef struct pair { int a, b; } pair;    the program's compiler and all others have this
    #ifdef __OPENCL_VERSION__
    inline int first(pair p) { return p.a; }   only OpenCL's compiler has this
    #endif
    AMP__DEVICE_TEXT_END

    const amp__library_text t = amp__text_of_X();   from t.text to t.end: the lines between the
                                                    markers

A text that the host must not compile has `#if 0` as its first line, which is part of it, and
#endif behind the second marker. Each marker is a line of its own.

As with a user's device region, the assembler puts the whole file into the object file (AMP__TEXT
of amp/base/region.h), and the function finds its lines there by the number of the marker's line.
So a build error names the header and its line. In a build in which nobody else reads texts the
markers are nothing.

In the file that `make single` writes the first marker is AMP__DEVICE_TEXT_AT, which says
where in that file the text lies: nothing else of it is embedded.
*/

#include <string.h> /* strncmp */
#include "region.h"

#if AMP__IMPLEMENT && (defined(AMP_OPENCL) || AMP__HAS_VECTORS || AMP__LENS)

/* A text of the library. It is valid until the program ends. */
typedef struct amp__library_text {
    const char *text, *end; /* from the line behind the first marker to the second marker */
    const char *file;
    int line; /* of the first line of `text` */
} amp__library_text;

/* The part of an embedded text [begin, end) behind its first `skip` lines, up to the next
   AMP__DEVICE_TEXT_END that begins a line. line: of the first marker in `file`. */
static inline AMP__UNSEEN amp__library_text amp__library_text_at(const char *begin,
                                                                 const char *end, int skip,
                                                                 const char *file, int line)
{
    static const char last[] = "AMP__DEVICE_TEXT_END";
    amp__library_text t;
    int k;
    for (k = 0; k < skip && begin < end; begin++) {
        k += begin[0] == '\n';
    }
    t.text = begin;
    t.end = begin;
    t.file = file;
    t.line = line + 1;
    while (t.end < end && strncmp(t.end, last, sizeof(last) - 1) != 0) {
        while (t.end < end && *t.end++ != '\n') { }
    }
    return t;
}

#define AMP__DEVICE_TEXT_BEGIN(name) AMP__DEVICE_TEXT(name, "", __LINE__)
#define AMP__DEVICE_TEXT_AT(name, skip, count) AMP__DEVICE_TEXT(name, "," #skip "," #count, 0)
/* A macro, because each text is a function of its own, and the line is the marker's. */
#define AMP__DEVICE_TEXT(name, part, skip)                                    \
    AMP__TEXT_BY_NAME(name, part)                                             \
    static AMP__NOINLINE AMP__UNSEEN amp__library_text name(void)             \
    {                                                                         \
        const char *begin, *end;                                              \
        AMP__TEXT(begin, end, name, part);                                    \
        return amp__library_text_at(begin, end, skip, __FILE__, __LINE__);    \
    }

#else
#define AMP__DEVICE_TEXT_BEGIN(name)
#define AMP__DEVICE_TEXT_AT(name, skip, count)
#endif
#define AMP__DEVICE_TEXT_END

#endif /* AMP_BASE_LIBRARY_TEXT_H */
