/* SPDX-License-Identifier: MIT */
#ifndef AMP_H
#define AMP_H
/*
amp.h: C++ AMP's tiled GPU programming model for C99, header-only.

Do this:

    #define AMP_SHORT_NAMES
    #include "amp.h"

    AMP_DEVICE_BEGIN
    AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
    {
        at(y, idx[0]) += a * at(x, idx[0]);
    }
    AMP_DEVICE_END

    amp_array_view vx = amp_view(float, x, n), vy = amp_view(float, y, n);
    amp_status s = parallel_for_each(amp_extent(n), saxpy, 2.0f, vx, vy);
    if (s == AMP_OK) s = amp_synchronize(vy);
    if (s != AMP_OK) fprintf(stderr, "%s\n", amp_last_error());

and compile with `cc -O2 -fopenmp`; without -fopenmp it runs on one core.
Link with -pthread where libc does not include it.

amp DOES NOT: exit, print without being asked (AMP_LOG), own host memory that
a view was made over, or accept a tiled domain that its tile does not divide.

FILES
    amp.h            status, views, what a kernel is, the backend contract, launches
    amp_extent.h     extents, indices, tiles       amp_kernel.h  the kernel language
    amp_storage.h    data sources, coherence       amp_arrays.h  arrays, copies
    amp_accelerator.h, amp_runtime.h   devices; queues, completions, synchronize
    amp_emu.h, amp_fiber.h, amp_emu_memory.h   the emulator: engines, its devices
    amp_atomic.h, amp_math.h           atomics, mathematics
    amp_region.h, amp_cl.h, amp_cl_source.h, amp_cl_text.h, amp_cl_faults.h, amp_cl_cache.h
                     OpenCL, in a build with -DAMP_OPENCL
    amp_check.h, amp_check_shadow.h, amp_check_compiler.h, amp_check_report.h
                     the checker, in a build with -DAMP_CHECK
    amp_compare.h    one launch on two accelerators, compared
    Include these where you need them: amp_graphics.h (short vectors, textures),
    amp_algorithms.h (transform, reduce, scan, sort; it includes its parts)

VOCABULARY
    extent       the size of a domain or a view, 1 to 3 dimensions, the most
                 significant first
    index        a position in an extent
    tile         a group of at most 1024 threads which share tile memory and
                 can meet at a barrier
    tile_static  memory of one tile, at most 32 KB a kernel
    view         a small value that names data of rank 1 to 3: amp_array_view
    array        a view whose memory the library owns
    data source  what a view is of: the caller's memory, an array, or nothing yet;
                 amp_release ends it, for all its views
    accelerator  a device: the emulator ("emu"), the same with memory of its own
                 ("emu:separate"), memory only ("cpu")
    accelerator view   an in-order queue of one accelerator
    engine       how the emulator turns a GPU thread into CPU work

COHERENCE
  A launch brings the data it reads to where it runs, and leaves what it writes
  there. After amp_synchronize(v) the host may read v; after it has written v,
  amp_refresh(v), or a view made anew, says so. On "emu" nothing is copied, but
  a program that keeps to this is right on every device: try it with
  AMP_ACCELERATOR=emu:separate. amp_copied() counts the bytes.

KERNELS
    AMP_KERNEL(name, rank, params...)             simple: one thread, idx[]
    AMP_TILED_KERNEL(name, (d0, ...), params...)  one thread of a tile, tidx
    AMP_PHASED_KERNEL(name, (d0, ...), params...) one tile: phase { } blocks
  Parameters, 16 at most: in(T, rank, name), out(T, rank, name),
  inout(T, rank, name), value(T, name). In the body a view is the pointer
  `name` and the shape `name_shape`; amp_at(name, i[, j[, k]]) is an lvalue.
  What a kernel body may use is in amp_kernel.h, "the kernel language".

ENVIRONMENT
    AMP_ACCELERATOR=emu|emu:separate|cpu|opencl[:n]|part of a description
    AMP_ENGINE=loops|fibers|threads   AMP_WORKERS=n   AMP_LOG=1
    AMP_ORDER=forward|reverse|random:SEED             AMP_STACK=bytes

THREADS AND ERRORS
  Every function may be called from any host thread. A function that can fail
  returns amp_status; amp_last_error() is the sentence for the last failure on
  the calling thread. A failed check before a launch leaves all data as it was.
*/

#include <limits.h>  /* INT_MAX */
#include <stdarg.h>  /* va_list */
#include <stddef.h>  /* size_t, ptrdiff_t */
#include <stdio.h>   /* vsnprintf, fprintf under AMP_LOG */
#include <stdint.h>  /* PTRDIFF_MAX */
#include <stdlib.h>  /* getenv, malloc */
#include <string.h>  /* memset, strcmp */

#if !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "amp needs C99: compile with -std=c99 or a later standard"
#endif
#if !defined(__GNUC__)
#error "amp needs gcc or clang (weak objects, always_inline)"
#endif

#define AMP_VERSION "0.1.0"
#define AMP_MAX_RANK 3
#define AMP_MAX_PARAMETERS 16
#define AMP_MAX_TILE_THREADS 1024
#define AMP_MAX_TILE_STATIC 32768
#define AMP__PRIVATE_BYTES (8 << 20) /* thread_private of a tile run as threads */

#define AMP__INLINE inline __attribute__((always_inline))
#define AMP__NOINLINE __attribute__((noinline, unused))
/* Code of the engine that threads pass: no access of a kernel's, so that the
   checker need not be told. */
#ifdef AMP_CHECK
#define AMP__UNSEEN __attribute__((no_sanitize("thread")))
#else
#define AMP__UNSEEN
#endif
#define AMP__UNUSED __attribute__((unused))
/* gcc takes a pointer to const for something that is read, and would warn
   about a view over memory that only a kernel fills. */
#if defined(__has_attribute)
#if __has_attribute(access)
#define AMP__NOT_READ(n) __attribute__((access(none, n)))
#endif
#endif
#ifndef AMP__NOT_READ
#define AMP__NOT_READ(n)
#endif
/* Around shared state: `extern "C"` before an object would only declare it. */
#ifdef __cplusplus
#define AMP__C_BEGIN extern "C" {
#define AMP__C_END }
#else
#define AMP__C_BEGIN
#define AMP__C_END
#endif

/* ---- token pasting ------------------------------------------------------ */

#define AMP__CAT(a, b) AMP__CAT_I(a, b)
#define AMP__CAT_I(a, b) a##b
#define AMP__STR(x) AMP__STR_I(x)
#define AMP__STR_I(x) #x
#define AMP__STRIP(...) __VA_ARGS__
#define AMP__COUNT(...) AMP__COUNT_I(__VA_ARGS__, 18, 17, 16, 15, 14, 13, 12, \
                                     11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define AMP__COUNT_I(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, \
                     ...) s
/* Pads one to three dimensions with zeros. */
#define AMP__DIMS(...) AMP__CAT(AMP__DIMS_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__DIMS_1(a) amp__dim((long long)(a)), 0, 0
#define AMP__DIMS_2(a, b) amp__dim((long long)(a)), amp__dim((long long)(b)), 0
#define AMP__DIMS_3(a, b, c) \
    amp__dim((long long)(a)), amp__dim((long long)(b)), amp__dim((long long)(c))

/* ---- status ------------------------------------------------------------- */

#define AMP_STATUS_MAP(XX)                                                    \
    XX(OK, 0, "no error")                                                     \
    XX(INVALID_ARGUMENT, 1, "an argument is not allowed")                     \
    XX(INVALID_COMPUTE_DOMAIN, 2, "the compute domain cannot be launched")    \
    XX(TILE_MISMATCH, 3, "the domain's tile is not the kernel's tile")        \
    XX(VIEW_MISMATCH, 4, "a view does not fit the kernel's parameter")        \
    XX(OUT_OF_MEMORY, 5, "memory ran out")                                    \
    XX(UNSUPPORTED, 6, "not supported here")                                  \
    XX(BARRIER_DIVERGED, 7, "the threads of a tile did not meet at a barrier")\
    XX(KERNEL_FAULT, 8, "a kernel did something that is not allowed")         \
    XX(BUILD_FAILED, 9, "the device program did not build")                   \
    XX(ACCELERATOR_REMOVED, 10, "the accelerator is gone")                    \
    XX(RUNTIME_ERROR, 11, "the system refused a request")

/* What a function that can fail returns. AMP_OK is 0. */
typedef enum amp_status {
#define AMP__STATUS(name, code, text) AMP_##name = code,
    AMP_STATUS_MAP(AMP__STATUS)
#undef AMP__STATUS
    AMP__STATUS_COUNT
} amp_status;

/* The short text of a status; "unknown status" for any other number. */
static inline const char *amp_status_string(amp_status s)
{
    switch ((int)s) {
#define AMP__STATUS(name, code, text) case code: return text;
    AMP_STATUS_MAP(AMP__STATUS)
#undef AMP__STATUS
    }
    return "unknown status";
}

/* Per host thread: the last error's sentence. Weak, so that all translation
   units of a program share one object. */
typedef struct amp__error_text {
    char text[1024];
} amp__error_text;
AMP__C_BEGIN
__attribute__((weak)) __thread amp__error_text amp__error;
AMP__C_END

/* The sentence of the last failure on the calling thread: what was asked,
   what is allowed, the numbers, what to do. "" before the first failure.
   The text stays valid until the next failure on this thread. */
static inline const char *amp_last_error(void)
{
    return amp__error.text;
}

/* Records the sentence of a failure and returns its status. */
__attribute__((format(printf, 2, 3), unused))
static amp_status amp__fail(amp_status s, const char *format, ...)
{
    va_list list;
    const char *log = getenv("AMP_LOG");
    va_start(list, format);
    (void)vsnprintf(amp__error.text, sizeof(amp__error.text), format, list);
    va_end(list);
    if (log != NULL && log[0] != '\0' && log[0] != '0') {
        (void)fprintf(stderr, "amp: %s\n", amp__error.text);
    }
    return s;
}

/* Keeps as much of a text as fits. */
static inline void amp__keep_text(char *to, size_t size, const char *from)
{
    size_t n = strlen(from);
    n = n < size ? n : size - 1;
    memmove(to, from, n);
    to[n] = '\0';
}

/* ---- memory of the library ---------------------------------------------- */

/* Where the library gets its memory: both functions are called from any
   thread. allocate returns NULL where there is no memory. */
typedef struct amp_allocator {
    void *(*allocate)(size_t bytes, void *user_data);
    void (*release)(void *memory, void *user_data);
    void *user_data;
} amp_allocator;
AMP__C_BEGIN
__attribute__((weak)) amp_allocator amp__allocator;
AMP__C_END

/* Takes the memory for all that the library keeps (records, arrays, queues)
   from `allocator`; all zero means malloc and free again. Call it while the
   library holds nothing that another allocator gave: before anything else, or
   with the same `release`. Stacks of fibers are mapped, not allocated. */
static inline void amp_set_allocator(amp_allocator allocator)
{
    amp__allocator = allocator;
}

/* `bytes` bytes, or NULL with the sentence recorded. */
static inline void *amp__alloc(size_t bytes)
{
    void *p = amp__allocator.allocate != NULL
        ? amp__allocator.allocate(bytes, amp__allocator.user_data) : malloc(bytes);
    if (p == NULL) {
        (void)amp__fail(AMP_OUT_OF_MEMORY, "no memory for %lu bytes: release views and arrays "
                        "that are not needed", (unsigned long)bytes);
    }
    return p;
}
/* The same, filled with zeros. */
static inline void *amp__alloc_zero(size_t bytes)
{
    void *p = amp__alloc(bytes);
    if (p != NULL) {
        memset(p, 0, bytes);
    }
    return p;
}
static inline void amp__free(void *p)
{
    if (p == NULL) {
        return;
    }
    if (amp__allocator.release != NULL) {
        amp__allocator.release(p, amp__allocator.user_data);
    } else {
        free(p);
    }
}

#include "amp_extent.h"

/* ---- views -------------------------------------------------------------- */

typedef enum amp__kind {
    AMP__KIND_OTHER, AMP__KIND_INT, AMP__KIND_UINT, AMP__KIND_FLOAT
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
#define AMP__IS(T, U) __builtin_types_compatible_p(T, U)
#define AMP__KIND(T)                                                          \
    (AMP__IS(T, float) || AMP__IS(T, double) ? AMP__KIND_FLOAT                \
     : AMP__IS(T, signed char) || AMP__IS(T, short) || AMP__IS(T, int)        \
       || AMP__IS(T, long) || AMP__IS(T, long long)                           \
       || (AMP__IS(T, char) && CHAR_MIN < 0) ? AMP__KIND_INT                  \
     : AMP__IS(T, unsigned char) || AMP__IS(T, unsigned short)                \
       || AMP__IS(T, unsigned) || AMP__IS(T, unsigned long)                   \
       || AMP__IS(T, unsigned long long) || AMP__IS(T, _Bool)                 \
       || AMP__IS(T, char) ? AMP__KIND_UINT                                   \
     : AMP__KIND_OTHER)
#endif

static inline amp__type amp__make_type(const char *name, size_t size, amp__kind kind)
{
    amp__type t;
    t.name = name;
    t.size = size;
    t.kind = kind;
    return t;
}
#define AMP__TYPE(T) amp__make_type(#T, sizeof(T), AMP__KIND(T))

struct amp__storage;
struct amp__queue;

/* Data of rank 1 to 3, by value: copying is cheap. The record behind it, a
   data source, is shared by all views of the same memory and by their
   sections; amp_release ends it. A view that could not be made has a status
   other than AMP_OK, and whatever uses it returns that status. */
typedef struct amp_array_view {
    amp_status status;
    amp_extent extent;
    ptrdiff_t stride[AMP_MAX_RANK]; /* in elements; the innermost is 1 */
    void *data;                     /* the element at index 0 in host memory, or NULL: amp_data */
    amp__type type;
    int read_only;                  /* made over const elements, or by amp_const_view */
    unsigned generation;            /* which life of the record it belongs to */
    struct amp__storage *storage;
    size_t offset;                  /* of the element at index 0, in bytes */
    char why[96];                   /* the reason, where status is not AMP_OK */
} amp_array_view;

/* The type's name without `const ` and `struct `, which do not make it
   another type. */
static inline const char *amp__plain_name(const char *name)
{
    if (strncmp(name, "const ", 6) == 0) {
        name += 6;
    }
    return strncmp(name, "struct ", 7) == 0 ? name + 7 : name;
}

static inline int amp__type_equal(amp__type a, amp__type b)
{
    return a.size == b.size && a.kind == b.kind
        && (a.kind != AMP__KIND_OTHER
            || strcmp(amp__plain_name(a.name), amp__plain_name(b.name)) == 0);
}

/* Marks a view as failed and keeps the reason in it. */
static inline amp_array_view amp__bad_view(amp_array_view v, const char *why)
{
    amp__keep_text(v.why, sizeof(v.why), why);
    v.status = amp__fail(AMP_INVALID_ARGUMENT, "%s", why);
    return v;
}

/* The same for any failure: its sentence is the last one recorded. */
static inline amp_array_view amp__failed_view(amp_array_view v, amp_status s)
{
    amp__keep_text(v.why, sizeof(v.why), amp__error.text);
    v.status = s;
    return v;
}

/* Whether a view of the type and extent can be: AMP_OK, or the reason. */
static inline amp_status amp__shape_check(amp__type type, amp_extent e, char *why, size_t size)
{
    int k;
    if (e.rank < 1 || e.rank > AMP_MAX_RANK) {
        (void)snprintf(why, size, "a view has rank 1 to 3, not %d", e.rank);
        return AMP_INVALID_ARGUMENT;
    }
    for (k = 0; k < e.rank; k++) {
        if (e.dim[k] <= 0) {
            (void)snprintf(why, size, "dimension %d of a view is %d: it must be "
                           "1 to 2147483647", k, e.dim[k]);
            return AMP_INVALID_ARGUMENT;
        }
    }
    if (amp_extent_size(e) > (size_t)PTRDIFF_MAX / type.size) {
        (void)snprintf(why, size, "a view is larger than the address space");
        return AMP_INVALID_ARGUMENT;
    }
    return AMP_OK;
}

/* A view of the type and extent, dense, without a data source as yet; sets
   status and the reason where that cannot be. */
static inline amp_array_view amp__shaped(amp__type type, amp_extent e)
{
    amp_array_view v;
    char why[96];
    int k;
    memset(&v, 0, sizeof(v));
    v.type = type;
    v.extent = e;
    v.read_only = strncmp(type.name, "const ", 6) == 0;
    if (amp__shape_check(type, e, why, sizeof(why)) != AMP_OK) {
        return amp__bad_view(v, why);
    }
    v.stride[e.rank - 1] = 1;
    for (k = e.rank - 2; k >= 0; k--) {
        v.stride[k] = v.stride[k + 1] * e.dim[k + 1];
    }
    return v;
}

/* Finds or makes the record of the host memory v->data: amp_storage.h. */
static void amp__attach(amp_array_view *v, size_t bytes);

AMP__NOT_READ(2)
static inline amp_array_view amp__view(amp__type type, const void *data, amp_extent e)
{
    amp_array_view v = amp__shaped(type, e);
    if (v.status != AMP_OK) {
        return v;
    }
    if (data == NULL) {
        return amp__bad_view(v, "the data of a view is NULL: give it memory first");
    }
    memcpy(&v.data, &data, sizeof(data)); /* keeps -Wcast-qual quiet; see read_only */
    amp__attach(&v, amp_extent_size(e) * type.size);
    return v;
}

/* What the compiler knows of the pointer that a view is made over, and would not
   say, as amp__view takes any pointer. */
typedef struct amp__pointee {
    int to_const; /* const T: a kernel that wrote there would crash the program */
    int numeric;  /* the __builtin_classify_type of its element; 0: not known */
    size_t size;  /* of its element */
} amp__pointee;

static inline amp__pointee amp__make_pointee(int to_const, int numeric, size_t size)
{
    amp__pointee p;
    p.to_const = to_const;
    p.numeric = numeric;
    p.size = size;
    return p;
}

/* Decided by type alone: the pointer is not evaluated. An array of arrays, void
   and what is no pointer (a plain 0) count as bytes, of which nothing is known. */
#ifdef __cplusplus
#define AMP__POINTEE(T, pointer) amp__make_pointee(0, 0, 0)
#else
#define AMP__DECAYED(pointer) __typeof__(1 ? (pointer) : (pointer))
#define AMP__TO(T, pointer) AMP__IS(AMP__DECAYED(pointer), T *)
#define AMP__ELEMENT(pointer)                                                 \
    *__builtin_choose_expr(AMP__TO(void, pointer) || AMP__TO(const void, pointer) \
                           || !AMP__IS_POINTER(pointer), (char *)0, pointer)
#define AMP__IS_POINTER(pointer) \
    (__builtin_classify_type(pointer) == __builtin_classify_type((char *)0))
#define AMP__IS_ARRAY(element) !AMP__IS(__typeof__(element), AMP__DECAYED(element))
#define AMP__POINTEE(T, pointer)                                              \
    amp__make_pointee(AMP__TO(const __typeof__(T), pointer) || AMP__TO(const void, pointer), \
                      AMP__IS_ARRAY(AMP__ELEMENT(pointer))                    \
                          ? 0 : __builtin_classify_type(AMP__ELEMENT(pointer)), \
                      sizeof(AMP__ELEMENT(pointer)))
#endif

/* AMP_OK where elements of the type may lie where the pointer points, else the
   reason. Bytes may be anything, and so may structs; a pointer to double is not
   one to float. */
static inline amp_status amp__pointee_check(amp__type type, amp__pointee p, char *why, size_t size)
{
    enum { INTEGER = 1, POINTER = 5, REAL = 8 }; /* as gcc and clang number them */
    if (p.numeric == POINTER && p.size == sizeof(void *) && type.kind != AMP__KIND_OTHER) {
        (void)snprintf(why, size, "a view of %.16s over a pointer to pointers: rows must lie "
                       "in one block of memory", type.name);
        return AMP_VIEW_MISMATCH;
    }
    if ((p.numeric == REAL || (p.numeric >= INTEGER && p.numeric < POINTER))
        && type.kind != AMP__KIND_OTHER && type.size > 1 && p.size > 1
        && (p.size != type.size || (p.numeric == REAL) != (type.kind == AMP__KIND_FLOAT))) {
        (void)snprintf(why, size, "a view of %.16s over a pointer to %hhu-byte %s: name its "
                       "type or cast to void *", type.name, (unsigned char)p.size,
                       p.numeric == REAL ? "reals" : "integers");
        return AMP_VIEW_MISMATCH;
    }
    return AMP_OK;
}

AMP__NOT_READ(2)
static inline amp_array_view amp__view_over(amp__type type, const void *data, amp_extent e,
                                            amp__pointee p)
{
    char why[96];
    amp_array_view v;
    if (amp__pointee_check(type, p, why, sizeof(why)) != AMP_OK) {
        memset(&v, 0, sizeof(v));
        v.type = type;
        v.extent = e;
        return amp__failed_view(v, amp__fail(AMP_VIEW_MISMATCH, "%s", why));
    }
    v = amp__view(type, data, e);
    v.read_only |= p.to_const;
    return v;
}

/* amp_view(T, pointer, d0[, d1[, d2]]): a view over the caller's dense,
   row-major memory, which the caller keeps alive until amp_release. `const T`,
   or a pointer to const, makes a view that only `in` parameters take. A pointer
   to numbers of another size or kind, or to pointers, makes a view that carries
   AMP_VIEW_MISMATCH; a void pointer, bytes and structs are taken at the caller's
   word. A second view of the same memory, or of a part of it, shares the record
   of the first. Making a view says that the host memory holds the truth, apart
   from bytes that a kernel on a device wrote and nobody has synchronized: those
   stay pending. */
#define amp_view(T, pointer, ...) \
    amp_view_extent(T, pointer, amp_extent(__VA_ARGS__))
/* The same with an amp_extent. */
#define amp_view_extent(T, pointer, ext) \
    amp__view_over(AMP__TYPE(T), pointer, ext, AMP__POINTEE(T, pointer))

/* v, its first element moved by so many bytes. */
static inline amp_array_view amp__moved_view(amp_array_view v, size_t bytes)
{
    v.offset += bytes;
    if (v.data != NULL) {
        v.data = (char *)v.data + bytes;
    }
    return v;
}

/* The part of v that begins at origin and has the extent e; it must lie
   inside v. Shares v's memory, as all views made from views do. */
static inline amp_array_view amp_section(amp_array_view v, amp_index origin, amp_extent e)
{
    char why[96];
    int k;
    ptrdiff_t offset = 0;
    if (v.status != AMP_OK) {
        return v;
    }
    if (origin.rank != v.extent.rank || e.rank != v.extent.rank) {
        (void)snprintf(why, sizeof(why), "section of rank %d at an index of rank %d of a "
                       "view of rank %d", e.rank, origin.rank, v.extent.rank);
        return amp__bad_view(v, why);
    }
    for (k = 0; k < e.rank; k++) {
        if (origin.dim[k] < 0 || e.dim[k] <= 0
            || (long long)origin.dim[k] + e.dim[k] > v.extent.dim[k]) {
            (void)snprintf(why, sizeof(why), "section from %d, %d elements long, is outside "
                           "dimension %d of %d", origin.dim[k], e.dim[k], k, v.extent.dim[k]);
            return amp__bad_view(v, why);
        }
        offset += origin.dim[k] * v.stride[k];
    }
    v = amp__moved_view(v, (size_t)offset * v.type.size);
    v.extent = e;
    return v;
}
/* The part of v from origin to v's end. */
static inline amp_array_view amp_section_from(amp_array_view v, amp_index origin)
{
    return amp_section(v, origin, amp_extent_sub_index(v.extent, origin));
}
/* The part of v from v's beginning that has the extent e. */
static inline amp_array_view amp_section_extent(amp_array_view v, amp_extent e)
{
    return amp_section(v, amp__index(e.rank, 0, 0, 0), e);
}

/* v at i of its most significant dimension: a view of one rank less. v is of
   rank 2 or 3, and i inside. */
static inline amp_array_view amp_project(amp_array_view v, int i)
{
    char why[96];
    int k;
    if (v.status != AMP_OK) {
        return v;
    }
    if (v.extent.rank < 2) {
        return amp__bad_view(v, "a view of rank 1 has no projection: take a section");
    }
    if (i < 0 || i >= v.extent.dim[0]) {
        (void)snprintf(why, sizeof(why), "projection at %d is outside dimension 0 of %d", i,
                       v.extent.dim[0]);
        return amp__bad_view(v, why);
    }
    v = amp__moved_view(v, (size_t)i * (size_t)v.stride[0] * v.type.size);
    v.extent.rank--;
    for (k = 0; k < v.extent.rank; k++) {
        v.extent.dim[k] = v.extent.dim[k + 1];
        v.stride[k] = v.stride[k + 1];
    }
    v.extent.dim[k] = 0;
    v.stride[k] = 0;
    return v;
}

/* Whether the elements of v lie one behind another without a gap. */
static inline int amp__dense(const amp_array_view *v)
{
    ptrdiff_t n = 1;
    int k, dense = 1;
    for (k = v->extent.rank - 1; k >= 0; k--) {
        dense &= v->extent.dim[k] == 1 || v->stride[k] == n;
        n *= v->extent.dim[k];
    }
    return dense;
}

/* v's elements, in order, as a view of another shape (specification 5.2: of
   rank 1; here of any rank, without gaps). The extent may name fewer elements
   than v has, not more. */
static inline amp_array_view amp_view_as(amp_array_view v, amp_extent e)
{
    amp_array_view r;
    char why[96];
    if (v.status != AMP_OK) {
        return v;
    }
    r = amp__shaped(v.type, e);
    if (r.status != AMP_OK) {
        return r;
    }
    if (!amp__dense(&v)) {
        return amp__bad_view(v, "view_as of a section with gaps: copy it to a dense view first");
    }
    if (amp_extent_size(e) > amp_extent_size(v.extent)) {
        (void)snprintf(why, sizeof(why), "view_as: the extent has %lu elements, the view %lu",
                       (unsigned long)amp_extent_size(e),
                       (unsigned long)amp_extent_size(v.extent));
        return amp__bad_view(v, why);
    }
    memcpy(v.stride, r.stride, sizeof(v.stride));
    v.extent = e;
    return v;
}

/* amp_reinterpret_as(U, v): v's bytes as a view of U of rank 1. v has no gaps,
   sizeof(U) divides its size in bytes, and its memory is aligned for U. */
#define amp_reinterpret_as(U, v) amp__reinterpret(AMP__TYPE(U), __alignof__(U), v)
static inline amp_array_view amp__reinterpret(amp__type type, size_t align, amp_array_view v)
{
    char why[96];
    size_t bytes;
    if (v.status != AMP_OK) {
        return v;
    }
    if (!amp__dense(&v)) {
        return amp__bad_view(v, "reinterpret_as of a section with gaps: copy it to a dense view "
                             "first");
    }
    bytes = amp_extent_size(v.extent) * v.type.size;
    if (bytes % type.size != 0 || bytes / type.size > INT_MAX) {
        (void)snprintf(why, sizeof(why), "reinterpret_as: %lu bytes not divisible by %lu, "
                       "or too many", (unsigned long)bytes, (unsigned long)type.size);
        return amp__bad_view(v, why);
    }
    if ((v.data != NULL ? (uintptr_t)v.data : (uintptr_t)v.offset) % align != 0) {
        return amp__bad_view(v, "reinterpret_as: the view begins where no element of that type "
                             "may begin");
    }
    v.read_only = v.read_only || strncmp(type.name, "const ", 6) == 0;
    v.type = type;
    v.extent = amp__extent(1, (int)(bytes / type.size), 0, 0);
    v.stride[0] = 1;
    v.stride[1] = v.stride[2] = 0;
    return v;
}

/* v for reading only: kernels take it as `in`, and no copy goes to it. */
static inline amp_array_view amp_const_view(amp_array_view v)
{
    v.read_only = 1;
    return v;
}

/* The kernel checker learns what the host says about a view: amp_check.h. */
enum { AMP__CHECK_SYNCHRONIZED, AMP__CHECK_REFRESHED, AMP__CHECK_DISCARDED };
#ifdef AMP_CHECK
static void amp__check_host(int what, const void *data, size_t size, int rank,
                            const int *extent, const ptrdiff_t *stride);
#define AMP__CHECK_VIEW(what, v)                                              \
    ((v).status != AMP_OK || amp__check_place(&(v)) == NULL ? (void)0         \
     : amp__check_host(what, amp__check_place(&(v)), (v).type.size, (v).extent.rank, \
                       (v).extent.dim, (v).stride))
#else
#define AMP__CHECK_VIEW(what, v) (void)0
#endif

/* ---- what a backend is told about a kernel ------------------------------ */

typedef enum amp__access {
    AMP__ACCESS_in, AMP__ACCESS_out, AMP__ACCESS_inout, AMP__ACCESS_value
} amp__access;

typedef struct amp__parameter {
    const char *name;
    amp__type type;
    int rank; /* 0 for a value */
    amp__access access;
} amp__parameter;

/* One argument, ready for a kernel: the view's memory and shape, or the
   address of a value. Where the launch runs in host memory, data is the
   element at index 0. On an accelerator with memory of its own, data is NULL,
   and the element lies `offset` bytes into the backend's `buffer`. */
typedef struct amp__argument {
    void *data;
    int extent[AMP_MAX_RANK];
    ptrdiff_t stride[AMP_MAX_RANK];
    void *buffer;
    size_t offset;
} amp__argument;

/* A box of threads, or the tile at which a phased kernel works: three
   dimensions, the leading ones [0, 1) where the rank is lower. */
typedef struct amp__box {
    int low[3], high[3];
} amp__box;

struct amp__tile;
struct amp_tiled_index;
typedef void (*amp__simple_entry)(const amp__argument *, const amp__box *);
typedef void (*amp__tile_entry)(const amp__argument *, struct amp__tile *);

/* A device region: the text of its file, and the line of AMP_DEVICE_BEGIN.
   The program of a translation unit is its regions in order; NULL in a build
   without AMP_OPENCL. amp_kernel.h joins them. */
typedef struct amp__text_region {
    const char *text, *text_end;
    const char *file;
    int line, order;
    int library; /* of amp's own headers */
    struct amp__text_region *next;
} amp__text_region;
typedef struct amp__program {
    amp__text_region *first;
    const char *options; /* AMP_CL_OPTIONS of the translation unit */
    int short_names;
    int checks;          /* AMP_CHECK: indices are tested on the device too */
    void *built;         /* the backend's own */
} amp__program;

typedef enum amp__model { AMP__SIMPLE, AMP__TILED, AMP__PHASED } amp__model;

/* All that is known of a kernel. The entries come in two builds: for the
   compiler's target, and for AVX2 where the CPU has it. */
typedef struct amp__kernel {
    const char *name;
    amp__model model;
    int rank;
    int tile[AMP_MAX_RANK];
    int parameter_count;
    const amp__parameter *parameters;
    amp__simple_entry simple[2]; /* runs a box of threads */
    amp__tile_entry thread;      /* runs the tile's current thread */
    amp__tile_entry whole[2];    /* runs a phased tile as loops */
    amp__program *program;       /* where its OpenCL text is, or NULL */
} amp__kernel;

/* A launch that has passed every check. */
typedef struct amp__launch {
    const amp__kernel *kernel;
    int rank;
    int extent[AMP_MAX_RANK]; /* threads a dimension */
    int tile[AMP_MAX_RANK];   /* threads of a tile, 1 for a simple kernel */
    const amp__argument *arguments;
} amp__launch;

/* ---- accelerators and their views, as types ------------------------------ */

/* How the host may access memory of an array (specification 3.3). */
typedef enum amp_access_type {
    AMP_ACCESS_NONE, AMP_ACCESS_READ, AMP_ACCESS_WRITE, AMP_ACCESS_READ_WRITE, AMP_ACCESS_AUTO
} amp_access_type;

/* What an accelerator view does with a command: sends it at once, or keeps it
   until amp_flush, amp_wait, or something that needs its result. */
typedef enum amp_queuing_mode {
    AMP_QUEUING_IMMEDIATE, AMP_QUEUING_AUTOMATIC
} amp_queuing_mode;

/* A device, by value (specification 3.2). The texts live as long as the
   process. */
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
    amp_access_type default_cpu_access_type;
} amp_accelerator;

/* An in-order queue of one accelerator, by value. All zero: the library
   chooses (specification 3.2, auto selection). */
typedef struct amp_accelerator_view {
    struct amp__queue *queue;
    unsigned generation;
} amp_accelerator_view;

/* ---- the backend contract ------------------------------------------------ */

/* A device as its backend describes it. */
typedef struct amp__device {
    amp_accelerator about;  /* index and default_cpu_access_type are set by amp */
    const struct amp__backend *backend;
    int number;             /* the backend's own */
    int place;              /* set by amp: 0 is host memory; else memory of its own */
    int own_memory;         /* 0: it computes in host memory, buffers are not used */
    int memory_only;        /* a launch on it is refused */
    int deferred;           /* copies and launches may return before they ended */
    char path[64], text[160]; /* where about.device_path and description may point */
} amp__device;

/* Bytes to move: count[0] x count[1] runs of count[2] bytes. Offsets and
   strides are in bytes; strides are positive and runs never overlap. A level
   with one run has stride 0. */
typedef struct amp__region {
    size_t count[3];
    size_t to, from;                   /* the first byte */
    size_t to_stride[2], from_stride[2];
} amp__region;

/* What amp asks of a backend: one object a backend, its functions in this
   order and under these names.
   True for all: arguments are valid, complete and inside their buffers; a
   failure records its sentence with amp__fail, returns a status, and leaves
   the backend usable. Calls with one queue come one at a time, but from
   several OS threads; calls with several queues may come together. Where
   device->deferred is set, copy_in, copy_out, copy_within and launch may
   return before the work ended, host memory staying as it is until `wait`;
   the work of one queue runs in order.
   devices         Writes at most `room` devices to `list`; returns how many it
                   wrote. Called once. No device: 0, not a failure.
   queue_create    *queue = a queue of the device; one a amp_accelerator_view.
   queue_destroy   pre: nothing is unfinished on it.
   buffer_create   *buffer = `bytes` bytes of device memory, content undefined.
                   pre: own_memory. `host` is the host memory that the buffer
                   stands for, or NULL: for a device that could share it, which
                   must then still behave as memory of its own.
   buffer_destroy  pre: no unfinished work uses it.
   copy_in         host memory `from` -> buffer `to`, the bytes of the region.
   copy_out        buffer `from` -> host memory `to`.
   copy_within     buffer -> buffer of the same device, perhaps the same buffer
                   (no byte is both read and written).
   launch          Runs every thread of the launch. The launch and all it points
                   to, values included, is gone after the return. A fault in the
                   kernel: its status, here or at `wait`.
   flush           Sends what the queue holds; does not wait.
   wait            Returns when all of the queue's work ended: AMP_OK, or the
                   first failure since the last wait. */
typedef struct amp__backend {
    const char *name;
    int (*devices)(amp__device *list, int room);
    amp_status (*queue_create)(const amp__device *device, void **queue);
    void (*queue_destroy)(const amp__device *device, void *queue);
    amp_status (*buffer_create)(const amp__device *device, size_t bytes, void *host,
                                void **buffer);
    void (*buffer_destroy)(const amp__device *device, void *buffer);
    amp_status (*copy_in)(void *queue, void *to, const void *from, const amp__region *region);
    amp_status (*copy_out)(void *queue, void *to, void *from, const amp__region *region);
    amp_status (*copy_within)(void *queue, void *to, void *from, const amp__region *region);
    amp_status (*launch)(void *queue, const amp__launch *launch);
    amp_status (*flush)(void *queue);
    amp_status (*wait)(void *queue);
} amp__backend;

/* The emulator's engines: runs every thread of a launch in host memory, and
   returns when they have ended; AMP_OK, or the status of the first fault. */
static amp_status amp__emu_launch(const amp__launch *launch, const amp__argument *host_arguments);

/* ---- launching ---------------------------------------------------------- */

/* "(999, 666)" */
static inline const char *amp__text(char *buffer, size_t size, int rank, const int *dim)
{
    if (rank == 1) {
        (void)snprintf(buffer, size, "(%d)", dim[0]);
    } else if (rank == 2) {
        (void)snprintf(buffer, size, "(%d, %d)", dim[0], dim[1]);
    } else {
        (void)snprintf(buffer, size, "(%d, %d, %d)", dim[0], dim[1], dim[2]);
    }
    return buffer;
}

/* The checks of a compute domain that both models share. */
static inline amp_status amp__check_extent(const amp__kernel *k, amp_extent e)
{
    char text[64];
    unsigned long long n = 1;
    int d;
    if (e.rank != k->rank) {
        return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s is of rank %d, the extent "
                         "of rank %d: give an extent of %d dimensions", k->name, k->rank,
                         e.rank, k->rank);
    }
    for (d = 0; d < e.rank; d++) {
        if (e.dim[d] <= 0) {
            return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: dimension %d of the "
                             "extent is %d: it must be 1 to 2147483647", k->name, d, e.dim[d]);
        }
    }
    for (d = 0; d < e.rank; d++) {
        n *= (unsigned long long)e.dim[d]; /* below 2^63: checked at each step */
        if (n > 4294967295ULL) {
            return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: extent %s has more "
                             "threads than 4294967295: launch it in parts", k->name,
                             amp__text(text, sizeof(text), e.rank, e.dim));
        }
    }
    return AMP_OK;
}

static inline amp_status amp__check_tile(const amp__kernel *k, amp_tiled_extent t)
{
    char a[64], b[64];
    long long threads = 1;
    int d;
    if (t.tile.rank != t.extent.rank) {
        return amp__fail(AMP_TILE_MISMATCH, "kernel %s: a tile of rank %d for an extent of "
                         "rank %d", k->name, t.tile.rank, t.extent.rank);
    }
    for (d = 0; d < t.tile.rank; d++) {
        if (t.tile.dim[d] <= 0) {
            return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: dimension %d of the "
                             "tile is %d: it must be positive", k->name, d, t.tile.dim[d]);
        }
    }
    for (d = 0; d < t.tile.rank; d++) {
        if (t.extent.dim[d] % t.tile.dim[d] != 0) {
            return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: extent %s is not "
                             "divisible by tile %s in dimension %d: use amp_pad or "
                             "amp_truncate", k->name,
                             amp__text(a, sizeof(a), t.extent.rank, t.extent.dim),
                             amp__text(b, sizeof(b), t.tile.rank, t.tile.dim), d);
        }
    }
    for (d = 0; d < t.tile.rank; d++) {
        const int tiles = t.extent.dim[d] / t.tile.dim[d];
        if (tiles > 65535) {
            return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: %d tiles in dimension "
                             "%d: the limit is 65535", k->name, tiles, d);
        }
    }
    for (d = 0; d < t.tile.rank; d++) {
        threads *= t.tile.dim[d];
        if (threads > AMP_MAX_TILE_THREADS) {
            return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: tile %s has more than "
                             "1024 threads", k->name,
                             amp__text(a, sizeof(a), t.tile.rank, t.tile.dim));
        }
    }
    if (t.tile.rank == 3 && t.tile.dim[0] > 64) {
        return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: dimension 0 of a tile of "
                         "rank 3 is %d: the limit is 64", k->name, t.tile.dim[0]);
    }
    for (d = 0; d < t.tile.rank; d++) {
        if (t.tile.dim[d] != k->tile[d]) {
            return amp__fail(AMP_TILE_MISMATCH, "kernel %s is written for tile %s, the "
                             "domain has tile %s", k->name,
                             amp__text(a, sizeof(a), k->rank, k->tile),
                             amp__text(b, sizeof(b), t.tile.rank, t.tile.dim));
        }
    }
    return AMP_OK;
}

/* ---- storage ------------------------------------------------------------- */

/* Work on a queue: it has ended when the queue has done `number` items. */
typedef struct amp__use {
    struct amp__queue *queue;
    unsigned long long number;
} amp__use;

/* The bytes [low, high) of a storage, and a sorted list of such spans that
   neither touch nor overlap. */
typedef struct amp__span { size_t low, high; } amp__span;
typedef struct amp__spans {
    amp__span *at;
    int count, room;
} amp__spans;

/* What one accelerator with memory of its own holds of a storage. */
typedef struct amp__replica {
    const amp__device *device;
    void *buffer;
    amp__spans valid;
    struct amp__replica *next;
} amp__replica;

typedef enum amp__source {
    AMP__SOURCE_NONE,     /* the record is free */
    AMP__SOURCE_HOST,     /* the caller's memory */
    AMP__SOURCE_ARRAY,    /* amp_array: home is its queue */
    AMP__SOURCE_STAGING,  /* amp_array_staging */
    AMP__SOURCE_EMPTY     /* amp_view_empty: memory where and when it is needed */
} amp__source;

enum { AMP__USES = 4 };

/* One data source. Records are recycled, never freed, so that a stale handle
   is found out. generation is written under the registry's lock and may be
   read without; the rest is under the coherence lock. */
typedef struct amp__storage {
    unsigned generation;     /* a view with another one is stale */
    int busy;                /* a queue may have unfinished work on it */
    int tracked;             /* host and replicas say who holds what; 0: the host holds all */
    amp__source source;
    char *host;              /* NULL: no host memory as yet */
    int host_owned;
    int failed;              /* a status: queued work that wrote it failed */
    size_t bytes;
    amp__spans valid;        /* in host memory, where tracked */
    amp__replica *replicas;
    amp__use write, read[AMP__USES];
    const amp__device *device; /* of an array: where it lives */
    amp_accelerator_view home, partner; /* of an array: its views; stale once released */
    amp_access_type cpu_access;
    struct amp__storage *next_free;
    char why[160];           /* of `failed` */
} amp__storage;

/* What the launch path looks at: 1 where the default accelerator is the
   emulator, nothing is tracked anywhere, and so nothing is to be copied. */
AMP__C_BEGIN
__attribute__((weak)) int amp__nothing_to_copy;
AMP__C_END

/* Checks the arguments against the parameters and makes them ready for host
   memory. *special is set where storage needs more than that. */
static inline amp_status amp__bind(const amp__kernel *k, const void *const *given,
                                   amp__argument *bound, int *special)
{
    int i, d;
    for (i = 0; i < k->parameter_count; i++) {
        const amp__parameter *p = &k->parameters[i];
        const amp_array_view *v = (const amp_array_view *)given[i];
        memset(&bound[i], 0, sizeof(bound[i]));
        if (p->access == AMP__ACCESS_value) {
            memcpy(&bound[i].data, &given[i], sizeof(void *));
            continue;
        }
        if (v->status != AMP_OK) {
            return amp__fail(v->status, "kernel %s, parameter %s: %s", k->name, p->name,
                             v->why[0] != '\0' ? v->why : amp_status_string(v->status));
        }
        if (v->storage == NULL) {
            return amp__fail(AMP_INVALID_ARGUMENT, "kernel %s, parameter %s: the view has "
                             "no data", k->name, p->name);
        }
        if (__atomic_load_n(&v->storage->generation, __ATOMIC_ACQUIRE) != v->generation) {
            return amp__fail(AMP_INVALID_ARGUMENT, "kernel %s, parameter %s: the view was "
                             "released: make it anew", k->name, p->name);
        }
        if (!amp__type_equal(v->type, p->type) || v->extent.rank != p->rank) {
            return amp__fail(AMP_VIEW_MISMATCH, "kernel %s, parameter %s is a view of %s of "
                             "rank %d; the view given is of %s of rank %d", k->name, p->name,
                             p->type.name, p->rank, v->type.name, v->extent.rank);
        }
        if (v->read_only && p->access != AMP__ACCESS_in) {
            return amp__fail(AMP_VIEW_MISMATCH, "kernel %s writes parameter %s; the view "
                             "given is of const %s: make it without const, over memory that "
                             "is not const", k->name, p->name, amp__plain_name(v->type.name));
        }
        *special |= __atomic_load_n(&v->storage->busy, __ATOMIC_ACQUIRE)
            | (v->storage->source != AMP__SOURCE_HOST);
        bound[i].data = v->data;
        for (d = 0; d < p->rank; d++) {
            bound[i].extent[d] = v->extent.dim[d];
            bound[i].stride[d] = v->stride[d];
        }
    }
    return AMP_OK;
}

/* The bytes from a view's first element to the end of its last. */
static inline size_t amp__reach(const amp_array_view *v)
{
    size_t n = 1;
    int k;
    for (k = 0; k < v->extent.rank; k++) {
        n += (size_t)(v->extent.dim[k] - 1) * (size_t)v->stride[k];
    }
    return n * v->type.size;
}

/* Two arguments over host memory that overlap without one data source to keep
   them coherent, one of them written: right here, wrong on a device. */
static inline amp_status amp__check_overlap(const amp__kernel *k, const void *const *given)
{
    int i, j;
    for (i = 0; i < k->parameter_count; i++) {
        const amp_array_view *a = (const amp_array_view *)given[i];
        if (k->parameters[i].access == AMP__ACCESS_value
            || a->storage->source != AMP__SOURCE_HOST) {
            continue;
        }
        for (j = 0; j < i; j++) {
            const amp_array_view *b = (const amp_array_view *)given[j];
            if (k->parameters[j].access == AMP__ACCESS_value || a->storage == b->storage
                || (k->parameters[i].access == AMP__ACCESS_in
                    && k->parameters[j].access == AMP__ACCESS_in)
                || b->storage->source != AMP__SOURCE_HOST) {
                continue;
            }
            if ((uintptr_t)a->data < (uintptr_t)b->data + amp__reach(b)
                && (uintptr_t)b->data < (uintptr_t)a->data + amp__reach(a)) {
                return amp__fail(AMP_INVALID_ARGUMENT, "kernel %s: the memory of parameters %s "
                                 "(%lu bytes) and %s (%lu bytes) overlaps in part, and one is "
                                 "written: make both sections of one view", k->name,
                                 k->parameters[j].name, (unsigned long)amp__reach(b),
                                 k->parameters[i].name, (unsigned long)amp__reach(a));
            }
        }
    }
    return AMP_OK;
}

/* A launch that copies, waits or runs on a queue: amp_runtime.h. */
static amp_status amp__launch_placed(amp_accelerator_view on, amp__launch *launch,
                                     amp__argument *bound, const void *const *given);

/* A launch on this queue runs on two accelerators: amp_compare.h. */
#define AMP__COMPARE ((struct amp__queue *)(void *)&amp__nothing_to_copy)
static amp_status amp__compare(amp_accelerator_view how, const amp__kernel *k, amp_extent e,
                               const int *tile, const void *const *given);

static inline amp_status amp__start(amp_accelerator_view on, const amp__kernel *k, amp_extent e,
                                    const int *tile, const void *const *given)
{
    amp__argument bound[AMP_MAX_PARAMETERS];
    amp__launch launch;
    int d, special = 0;
    amp_status s;
    if (__builtin_expect(on.queue == AMP__COMPARE, 0)) {
        return amp__compare(on, k, e, tile, given);
    }
    s = amp__bind(k, given, bound, &special);
    if (s == AMP_OK && k->parameter_count > 1) {
        s = amp__check_overlap(k, given);
    }
    if (s != AMP_OK) {
        return s;
    }
    launch.kernel = k;
    launch.rank = e.rank;
    launch.arguments = bound;
    for (d = 0; d < AMP_MAX_RANK; d++) {
        launch.extent[d] = d < e.rank ? e.dim[d] : 1;
        launch.tile[d] = tile != NULL && d < e.rank ? tile[d] : 1;
    }
    if (on.queue == NULL && !special && __atomic_load_n(&amp__nothing_to_copy, __ATOMIC_ACQUIRE)) {
        return amp__emu_launch(&launch, NULL);
    }
    return amp__launch_placed(on, &launch, bound, given);
}

static inline amp_status amp__launch_simple(amp_accelerator_view on, const amp__kernel *k,
                                            amp_extent e, const void *const *given)
{
    const amp_status s = amp__check_extent(k, e);
    return s != AMP_OK ? s : amp__start(on, k, e, NULL, given);
}

static inline amp_status amp__launch_tiled(amp_accelerator_view on, const amp__kernel *k,
                                           amp_tiled_extent t, const void *const *given)
{
    amp_status s = amp__check_extent(k, t.extent);
    if (s == AMP_OK) {
        s = amp__check_tile(k, t);
    }
    return s != AMP_OK ? s : amp__start(on, k, t.extent, k->tile, given);
}

/* Lets the library choose where to run: the accelerator view of the arrays
   among the arguments, or else the default accelerator's default view. */
static inline amp_accelerator_view amp_auto_selection_view(void)
{
    amp_accelerator_view v;
    v.queue = NULL;
    v.generation = 0;
    return v;
}

/* amp_parallel_for_each(domain, kernel, args...): runs the kernel for every
   index of the domain on the view that amp_auto_selection_view means, as if
   it returned when all threads have ended. The domain is an amp_extent for a
   simple kernel, an amp_tiled_extent for the other two; args are the kernel's
   parameters in order: an amp_array_view for a view, a T for a value. Anything
   else does not compile. Returns AMP_OK; AMP_INVALID_COMPUTE_DOMAIN,
   AMP_TILE_MISMATCH (the domain), the error a view carries, AMP_VIEW_MISMATCH,
   AMP_INVALID_ARGUMENT (a released view, overlapping memory, arrays on two
   accelerator views), AMP_UNSUPPORTED (the accelerator runs no kernels):
   nothing was run; AMP_BARRIER_DIVERGED, AMP_KERNEL_FAULT, AMP_OUT_OF_MEMORY:
   what out and inout views hold is undefined. Specification section 7.
   amp_parallel_for_each_on(accelerator_view, domain, kernel, args...): the
   same there. On a view made by amp_accelerator_create_view it returns when
   the work is queued: the memory of the arguments stays as it is until
   amp_synchronize or amp_wait, which also return the errors of the run. */
#define amp_parallel_for_each(domain, ...) \
    AMP__CAT(AMP__PFE_, AMP__COUNT(__VA_ARGS__))(amp_auto_selection_view(), domain, __VA_ARGS__)
#define amp_parallel_for_each_on(accelerator_view, domain, ...) \
    AMP__CAT(AMP__PFE_, AMP__COUNT(__VA_ARGS__))(accelerator_view, domain, __VA_ARGS__)
#define AMP__PFE_1(on, domain, kernel) kernel##__launch(on, domain)
#define AMP__PFE_N(on, domain, kernel, ...) kernel##__launch(on, domain, __VA_ARGS__)
#define AMP__PFE_2 AMP__PFE_N
#define AMP__PFE_3 AMP__PFE_N
#define AMP__PFE_4 AMP__PFE_N
#define AMP__PFE_5 AMP__PFE_N
#define AMP__PFE_6 AMP__PFE_N
#define AMP__PFE_7 AMP__PFE_N
#define AMP__PFE_8 AMP__PFE_N
#define AMP__PFE_9 AMP__PFE_N
#define AMP__PFE_10 AMP__PFE_N
#define AMP__PFE_11 AMP__PFE_N
#define AMP__PFE_12 AMP__PFE_N
#define AMP__PFE_13 AMP__PFE_N
#define AMP__PFE_14 AMP__PFE_N
#define AMP__PFE_15 AMP__PFE_N
#define AMP__PFE_16 AMP__PFE_N
#define AMP__PFE_17 AMP__PFE_N

#ifdef AMP_CHECK
#include "amp_check.h"
#endif
#define AMP__LIBRARY 1 /* the device regions from here on are the library's */
#include "amp_kernel.h"
#include "amp_math.h"
#undef AMP__LIBRARY
#define AMP__LIBRARY 0
#include "amp_emu.h"
#include "amp_storage.h"
#include "amp_emu_memory.h"
#ifdef AMP_OPENCL
#include "amp_cl.h"
#endif
#include "amp_accelerator.h"
#include "amp_runtime.h"
#include "amp_arrays.h"
#include "amp_compare.h"

/* ---- short names: last, so that no header above is changed by them -------- */

#ifdef AMP_SHORT_NAMES
#define parallel_for_each amp_parallel_for_each
#define parallel_for_each_on amp_parallel_for_each_on
#define at amp_at
#define at_index amp_at_index
#define tile_static amp_tile_static
#define thread_private amp_thread_private
#define mine amp_mine
#define phase amp_phase
#define phase_first amp_phase_first
#define tile_index amp_tile_index
#define tile_barrier_wait amp_tile_barrier_wait
#define tile_barrier_wait_with_all_memory_fence amp_tile_barrier_wait_with_all_memory_fence
#define tile_barrier_wait_with_global_memory_fence amp_tile_barrier_wait_with_global_memory_fence
#define tile_barrier_wait_with_tile_static_memory_fence \
    amp_tile_barrier_wait_with_tile_static_memory_fence
#endif

#endif /* AMP_H */
