/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_TYPE_H
#define AMP_CORE_TYPE_H
/*
amp/core/type.h: the types of the API: element types, views, accelerators and their views.
*/

#include "extent.h"

/* What kind of number a type is. WIDE: as OTHER, in a file that clang compiles for the checker: one
   that is read and written by accesses which clang does not announce. */
typedef enum amp__kind {
    AMP__KIND_OTHER, AMP__KIND_INT, AMP__KIND_UINT, AMP__KIND_FLOAT, AMP__KIND_WIDE
} amp__kind;

/* An element type: its text, its size in bytes, and, for arithmetic types,
   what it is, so that `int32_t` and `int` agree. */
typedef struct amp__type {
    const char *name;
    size_t size;
    amp__kind kind;
} amp__type;

#ifdef __cplusplus
#define AMP__KIND(T) AMP__KIND_OTHER
#else
/* What the type T is. A macro, because a function cannot be given a type. */
#define AMP__IS(T, U) __builtin_types_compatible_p(T, U)
#define AMP__IS_SIGNED(T) \
    (AMP__IS(T, signed char) || AMP__IS(T, short) || AMP__IS(T, int) || AMP__IS(T, long) \
     || AMP__IS(T, long long) || (AMP__IS(T, char) && CHAR_MIN < 0))
#define AMP__IS_UNSIGNED(T) \
    (AMP__IS(T, unsigned char) || AMP__IS(T, unsigned short) || AMP__IS(T, unsigned) \
     || AMP__IS(T, unsigned long) || AMP__IS(T, unsigned long long) || AMP__IS(T, _Bool) \
     || (AMP__IS(T, char) && CHAR_MIN >= 0))
#define AMP__KIND(T) \
    (AMP__IS(T, float) || AMP__IS(T, double) ? AMP__KIND_FLOAT \
     : AMP__IS_SIGNED(T) ? AMP__KIND_INT \
     : AMP__IS_UNSIGNED(T) ? AMP__KIND_UINT \
     : AMP__KIND_REST(T))
/* Vectors of more than 16 bytes, which are of no class or, later, of class 18; and numbers of 80
   bits. */
#if AMP__CHECKING && defined(__clang__)
#define AMP__CLASS(T) __builtin_classify_type(*(T *)(uintptr_t)64)
#define AMP__KIND_REST(T) \
    ((sizeof(T) > 16 && (AMP__CLASS(T) == -1 || AMP__CLASS(T) == 18)) \
       || (AMP__IS(T, long double) && __LDBL_MANT_DIG__ == 64) \
     ? AMP__KIND_WIDE : AMP__KIND_OTHER)
#else
#define AMP__KIND_REST(T) AMP__KIND_OTHER
#endif
#endif

/* A type of these parts; the text at `name` is not copied. */
static inline amp__type amp__make_type(const char *name, size_t size, amp__kind kind)
{
    amp__type t;
    t.name = name;
    t.size = size;
    t.kind = kind;
    return t;
}

/* The description of the type T. */
#define AMP__TYPE(T) amp__make_type(#T, sizeof(T), AMP__KIND(T))

struct amp__record;

struct amp__queue;

/* Data of rank 1 to 3 (AMP_MAX_RANK), by value: copying is cheap (specification 5.2). The record
   behind it, a data source, is shared by all views of the same memory and by their
   sections; amp_release ends it. A view that could not be made has a status
   other than AMP_OK, and whatever uses it returns that status. The program reads
   status, extent, stride and type; it changes no field. */
typedef struct amp_array_view {
    amp_status status;
    amp_extent extent;
    ptrdiff_t stride[AMP_MAX_RANK]; /* in elements; the innermost is 1 */
    void *data;                     /* the element at index 0 in host memory, or NULL: amp_data */
    amp__type type;
    int read_only;                  /* made over const elements, or by amp_const_view */
    unsigned generation;            /* which life of the record it belongs to */
    struct amp__record *record;
    size_t offset;                  /* of the element at index 0, in bytes */
    const char *why;                /* the sentence, where status is not AMP_OK; else NULL */
} amp_array_view;

/* How the host may access memory of an array (specification 3.3). */
typedef enum amp_access_type {
    AMP_ACCESS_NONE, AMP_ACCESS_READ, AMP_ACCESS_WRITE, AMP_ACCESS_READ_WRITE, AMP_ACCESS_AUTO
} amp_access_type;

/* What an accelerator view does with a command (specification 3.3): sends it at
   once, or keeps it until amp_flush, amp_wait, or something that needs its result. */
typedef enum amp_queuing_mode {
    AMP_QUEUING_IMMEDIATE, AMP_QUEUING_AUTOMATIC
} amp_queuing_mode;

/* A device, by value (specification 3.2). The texts belong to the library and live as
   long as the process. */
typedef struct amp_accelerator {
    int index;                 /* for amp_accelerator_get; -1: there is none */
    const char *device_path;   /* its name in AMP_ACCELERATOR */
    const char *description;
    unsigned version;          /* major in the high 16 bits, minor in the low */
    int is_debug, is_emulated, has_display;
    int supports_double_precision, supports_limited_double_precision;
    int supports_double;       /* the same as supports_double_precision */
    int supports_cpu_shared_memory;
    size_t dedicated_memory;   /* in KB */
    /* What a tile can have there; AMP_MAX_TILE_THREADS and AMP_MAX_TILE_STATIC may be raised so
       far. */
    size_t max_tile_threads, max_tile_static; /* the latter in bytes */
    amp_access_type default_cpu_access_type;
} amp_accelerator;

/* An in-order queue of one accelerator, by value. All zero: the library
   chooses (specification 3.2, auto selection). */
typedef struct amp_accelerator_view {
    struct amp__queue *queue;
    unsigned generation;
} amp_accelerator_view;

/* Lets the library choose where to run: the accelerator view of the arrays
   among the arguments, or else the default accelerator's default view. */
static inline amp_accelerator_view amp_auto_selection_view(void)
{
    amp_accelerator_view v;
    v.queue = NULL;
    v.generation = 0;
    return v;
}

/* Bytes moved since the process began: from host memory to accelerators with memory
   of their own, back, and from one such buffer to another. See amp_copied. */
typedef struct amp_traffic {
    unsigned long long to_device, to_host, on_device;
} amp_traffic;

#if AMP__IMPLEMENT

/* The type's name without `const ` and `struct `, which do not make it another type. */
static AMP__COLD const char *amp__plain_name(const char *name)
{
    if (strncmp(name, "const ", 6) == 0) {
        name += 6;
    }
    return strncmp(name, "struct ", 7) == 0 ? name + 7 : name;
}

/* amp__type_equal where sizes and kinds do not tell: types of one name, but for `const` and
   `struct` in front of it, and of one size, of the kinds that have a name only. */
static AMP__WARM int amp__named_alike(const amp__type *a, const amp__type *b)
{
    return a->size == b->size && (a->kind == AMP__KIND_OTHER || a->kind == AMP__KIND_WIDE)
        && (b->kind == AMP__KIND_OTHER || b->kind == AMP__KIND_WIDE)
        && strcmp(amp__plain_name(a->name), amp__plain_name(b->name)) == 0;
}

/* Whether two types are the same for a kernel: arithmetic ones by size and kind, others by name. */
static AMP__INLINE int amp__type_equal(const amp__type *a, const amp__type *b)
{
    return (a->size == b->size && a->kind == b->kind && a->kind != AMP__KIND_OTHER
            && a->kind != AMP__KIND_WIDE) || amp__named_alike(a, b);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_TYPE_H */
