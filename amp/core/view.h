/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_VIEW_H
#define AMP_CORE_VIEW_H
/*
amp/core/view.h: views as values: sections, projections, other shapes; whether a view
over a pointer can be.
*/

#include "type.h"

/* What the compiler knows of the pointer that a view is made over. amp__view takes any pointer,
   so the compiler itself would not find a wrong one. */
typedef struct amp__pointee {
    int to_const; /* const T: a kernel that wrote there would crash the program */
    int numeric;  /* the __builtin_classify_type of its element; 0: not known */
    size_t size;  /* of its element */
    size_t room;  /* bytes from there to the end of the array or block, at the most;
                     SIZE_MAX: not known */
} amp__pointee;

/* A value of these parts, for AMP__POINTEE. */
static inline amp__pointee amp__make_pointee(int to_const, int numeric, size_t size, size_t room)
{
    amp__pointee p;
    p.to_const = to_const;
    p.numeric = numeric;
    p.size = size;
    p.room = room;
    return p;
}

/* AMP__POINTEE(T, pointer): the amp__pointee of a pointer for a view of T; the pointer is not
   evaluated. An array of arrays, void, and what is no pointer (a plain 0) count as bytes, of
   which nothing is known. */
#ifdef __cplusplus
#define AMP__POINTEE(T, pointer) \
    amp__make_pointee(0, 0, 0, __builtin_object_size(pointer, 0))
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
                      sizeof(AMP__ELEMENT(pointer)),                          \
                      __builtin_object_size(AMP__IS_POINTER(pointer) ? (pointer) : 0, 0))
#endif

/* The functions below make a view from a view v. It shares v's memory and record; nothing is
   copied, and no thread waits. Where v carries an error, so does the result; where the arguments do
   not fit, it carries AMP_INVALID_ARGUMENT with the sentence. Specification 5.2. */

/* The part of v that begins at origin and has the extent e, both in elements and of
   v's rank; it must lie inside v. */
AMP__API amp_array_view amp_section(amp_array_view v, amp_index origin, amp_extent e);

/* The part of v from origin to v's end. */
AMP__API amp_array_view amp_section_from(amp_array_view v, amp_index origin);

/* The part of v from v's beginning that has the extent e. */
AMP__API amp_array_view amp_section_extent(amp_array_view v, amp_extent e);

/* v at i of its most significant dimension: a view of one rank less. v is of
   rank 2 or 3, and i inside. */
AMP__API amp_array_view amp_project(amp_array_view v, int i);

/* v's elements, in order, as a view of another shape (specification 5.2: of rank 1; here of any
   rank, without gaps). The extent may name fewer elements than v has, not more. */
AMP__API amp_array_view amp_view_as(amp_array_view v, amp_extent e);

/* amp_reinterpret_as(U, v): v's bytes as a view of U of rank 1. v has no gaps, sizeof(U) divides
   its size in bytes, and its memory is aligned for U. More than INT_MAX elements are refused. */
#define amp_reinterpret_as(U, v) amp__reinterpret(AMP__TYPE(U), __alignof__(U), v)

AMP__API amp_array_view amp__reinterpret(amp__type type, size_t align, amp_array_view v);

/* v for reading only: a kernel takes it as `in`, else the launch is AMP_VIEW_MISMATCH,
   and a copy to it is AMP_INVALID_ARGUMENT. */
static inline amp_array_view amp_const_view(amp_array_view v)
{
    v.read_only = 1;
    return v;
}

#if AMP__IMPLEMENT
#include "../base/failure.h"

/* A view of no elements, which is no failure, but which only algorithms take, and what
   waits or copies: status AMP_INVALID_ARGUMENT, extent 0; nothing is recorded. */
static AMP__COLD amp_array_view amp__empty_range(amp_array_view v)
{
    v.extent.dim[0] = 0;
    v.status = AMP_INVALID_ARGUMENT;
    v.why = amp__sentence(v.status, "the range is empty: only algorithms take it");
    return v;
}

/* Whether v is what amp__empty_range made. */
static inline int amp__is_empty_range(const amp_array_view *v)
{
    return v->extent.rank == 1 && v->extent.dim[0] == 0 && v->record != NULL;
}

/* v with the status s, whose sentence is the calling thread's last failure. */
static AMP__COLD amp_array_view amp__failed_view(amp_array_view v, amp_status s)
{
    v.status = s;
    v.why = amp__sentence(s, amp__error.text);
    return v;
}

/* v with the status AMP_INVALID_ARGUMENT and the sentence `why`, which is also recorded. */
static AMP__COLD amp_array_view amp__bad_view(amp_array_view v, const char *why)
{
    return amp__failed_view(v, amp__fail(AMP_INVALID_ARGUMENT, "%s", why));
}

/* v, whose extent cannot be that of a view of its type, with the reason. */
static AMP__COLD amp_array_view amp__misshapen(amp_array_view v)
{
    const amp_extent e = v.extent;
    char why[160];
    int k = 0;
    memset(v.stride, 0, sizeof(v.stride));
    while (e.rank <= AMP_MAX_RANK && k < e.rank && e.dim[k] > 0) {
        k++;
    }
    if (e.rank < 1 || e.rank > AMP_MAX_RANK) {
        AMP__PRINT(why, "a view has rank 1 to %d, not %d", AMP_MAX_RANK, e.rank);
    } else if (k < e.rank) {
        AMP__PRINT(why, "dimension %d of a view is %lld: it must be 1 to 2147483647", k,
                   amp__dim_asked(e.rank, e.dim, k));
    } else {
        AMP__PRINT(why, "a view of elements of %lu bytes is larger than the address space, %lu "
                   "bytes: make several", (unsigned long)v.type.size, (unsigned long)PTRDIFF_MAX);
    }
    if (e.rank == 1 && e.dim[0] == 0) { /* an empty range: algorithms take it */
        v.status = AMP_INVALID_ARGUMENT;
        v.why = amp__sentence(v.status, why);
        return v;
    }
    return amp__bad_view(v, why);
}

/* A view of the type and extent, dense, without a data source yet; sets
   status and the reason where that cannot be. */
static inline AMP__HOT amp_array_view amp__shaped(amp__type type, amp_extent e)
{
    ptrdiff_t n = 1; /* elements, and at last bytes */
    int fits = e.rank >= 1 && e.rank <= AMP_MAX_RANK, k;
    amp_array_view v = AMP__ZERO;
    v.type = type;
    v.extent = e;
    v.read_only = type.name[0] == 'c' && strncmp(type.name, "const ", 6) == 0;
    for (k = fits ? e.rank - 1 : -1; k >= 0; k--) {
        v.stride[k] = n;
        fits &= e.dim[k] > 0 && !__builtin_mul_overflow(n, e.dim[k], &n);
    }
    if (!fits || __builtin_mul_overflow(n, type.size, &n)) {
        v = amp__misshapen(v);
    }
    return v; /* the one object of all returns: it is built where the caller wants it */
}

/* What amp__pointee.numeric says, as gcc and clang number it. */
enum { AMP__CLASS_INTEGER = 1, AMP__CLASS_POINTER = 5, AMP__CLASS_REAL = 8 };

/* The failure of a pointer that amp__pointee_check refuses. */
static AMP__COLD amp_status amp__pointee_refused(amp__type type, amp__pointee p)
{
    if (p.numeric == AMP__CLASS_POINTER) {
        return amp__fail(AMP_VIEW_MISMATCH, "a view of %.16s over a pointer to pointers: rows "
                         "must lie in one block of memory", type.name);
    }
    return amp__fail(AMP_VIEW_MISMATCH, "a view of %.16s over a pointer to %d-byte %s: name "
                     "its type or cast to void *", type.name, (unsigned char)p.size,
                     p.numeric == AMP__CLASS_REAL ? "reals" : "integers");
}

/* AMP_OK where elements of the type may lie where the pointer points, else AMP_VIEW_MISMATCH. Bytes
   may be anything, and so may structs; a pointer to double is not one to float. */
static inline AMP__HOT amp_status amp__pointee_check(amp__type type, amp__pointee p)
{
    const int real = p.numeric == AMP__CLASS_REAL;
    int fits = 1;
    if (type.kind == AMP__KIND_OTHER || type.kind == AMP__KIND_WIDE) {
        return AMP_OK;
    }
    if (p.numeric == AMP__CLASS_POINTER) {
        fits = p.size != sizeof(void *);
    } else if (real || (p.numeric >= AMP__CLASS_INTEGER && p.numeric < AMP__CLASS_POINTER)) {
        fits = type.size <= 1 || p.size <= 1
            || (p.size == type.size && real == (type.kind == AMP__KIND_FLOAT));
    }
    return fits ? AMP_OK : amp__pointee_refused(type, p);
}

/* v, its first element moved by so many bytes. */
static AMP__WARM amp_array_view amp__moved_view(amp_array_view v, size_t bytes)
{
    v.offset += bytes;
    if (v.data != NULL) {
        v.data = (char *)v.data + bytes;
    }
    return v;
}

#if AMP_MAX_RANK > 3
/* v, of any rank, as a view of rank 1 to 3 of the same elements in the same order; of rank 0 where
   it has gaps in more than two dimensions. What moves bytes sees views so. */
static AMP__WARM amp_array_view amp__folded(const amp_array_view *v)
{
    amp_array_view r = *v;
    int extent[AMP_MAX_RANK], levels = 1, k;
    ptrdiff_t stride[AMP_MAX_RANK];
    if (v->extent.rank <= 3) {
        return r;
    }
    extent[0] = v->extent.dim[v->extent.rank - 1]; /* level 0 is the innermost */
    stride[0] = 1;
    for (k = v->extent.rank - 2; k >= 0; k--) {
        const long long n = (long long)extent[levels - 1] * v->extent.dim[k];
        if (v->extent.dim[k] != 1 && n <= INT_MAX
            && v->stride[k] == extent[levels - 1] * stride[levels - 1]) {
            extent[levels - 1] = (int)n;
        } else if (v->extent.dim[k] != 1) {
            extent[levels] = v->extent.dim[k];
            stride[levels++] = v->stride[k];
        }
    }
    r.extent = amp__extent(levels <= 3 ? levels : 0, 0, 0, 0);
    for (k = 0; k < levels && levels <= 3; k++) {
        r.extent.dim[levels - 1 - k] = extent[k];
        r.stride[levels - 1 - k] = stride[k];
    }
    return r;
}
#else
#define amp__folded(v) (*(v))
#endif

AMP__API amp_array_view amp_section(amp_array_view v, amp_index origin, amp_extent e)
{
    int k;
    ptrdiff_t offset = 0;
    if (v.status != AMP_OK) {
        return v;
    }
    if (origin.rank != v.extent.rank || e.rank != v.extent.rank) {
        return amp__failed_view(v, amp__fail(AMP_INVALID_ARGUMENT, "section of rank %d at an index "
            "of rank %d of a view of rank %d", e.rank, origin.rank, v.extent.rank));
    }
    for (k = 0; k < e.rank; k++) {
        if (origin.dim[k] < 0 || e.dim[k] <= 0
            || (long long)origin.dim[k] + e.dim[k] > v.extent.dim[k]) {
            return amp__failed_view(v, amp__fail(AMP_INVALID_ARGUMENT, "section from %lld, %lld "
                "elements long, is outside dimension %d of %d",
                amp__dim_asked(origin.rank, origin.dim, k), amp__dim_asked(e.rank, e.dim, k), k,
                v.extent.dim[k]));
        }
        offset += origin.dim[k] * v.stride[k];
    }
    v = amp__moved_view(v, (size_t)offset * v.type.size);
    v.extent = e;
    if (AMP_MAX_RANK > 3 && amp__folded(&v).extent.rank == 0) {
        return amp__bad_view(v, "a section with gaps in more than two dimensions: project the view "
                                "first, or take sections of slices");
    }
    return v;
}

AMP__API amp_array_view amp_section_from(amp_array_view v, amp_index origin)
{
    int k;
    for (k = 0; v.status == AMP_OK && k < v.extent.rank && origin.rank == v.extent.rank; k++) {
        if (origin.dim[k] < 0 || origin.dim[k] >= v.extent.dim[k]) {
            return amp__failed_view(v, amp__fail(AMP_INVALID_ARGUMENT, "section from %lld is "
                "outside dimension %d of %d", amp__dim_asked(origin.rank, origin.dim, k), k,
                v.extent.dim[k]));
        }
    }
    return amp_section(v, origin, origin.rank == v.extent.rank
                       ? amp_extent_sub_index(v.extent, origin) : v.extent);
}

AMP__API amp_array_view amp_section_extent(amp_array_view v, amp_extent e)
{
    return amp_section(v, amp__index(e.rank, 0, 0, 0), e);
}

AMP__API amp_array_view amp_project(amp_array_view v, int i)
{
    int k;
    if (v.status != AMP_OK) {
        return v;
    }
    if (v.extent.rank < 2) {
        return amp__bad_view(v, "a view of rank 1 has no projection: take a section");
    }
    if (i < 0 || i >= v.extent.dim[0]) {
        return amp__failed_view(v, amp__fail(AMP_INVALID_ARGUMENT, "projection at %d is outside "
            "dimension 0 of %d", i, v.extent.dim[0]));
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
static AMP__WARM int amp__dense(const amp_array_view *v)
{
    ptrdiff_t n = 1;
    int k, dense = 1;
    for (k = v->extent.rank - 1; k >= 0; k--) {
        dense &= v->extent.dim[k] == 1 || v->stride[k] == n;
        n *= v->extent.dim[k];
    }
    return dense;
}

AMP__API amp_array_view amp_view_as(amp_array_view v, amp_extent e)
{
    amp_array_view r;
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
        return amp__failed_view(v, amp__fail(AMP_INVALID_ARGUMENT, "view_as: the extent has %lu "
            "elements, the view %lu", (unsigned long)amp_extent_size(e),
            (unsigned long)amp_extent_size(v.extent)));
    }
    memcpy(v.stride, r.stride, sizeof(v.stride));
    v.extent = e;
    return v;
}

AMP__API amp_array_view amp__reinterpret(amp__type type, size_t align, amp_array_view v)
{
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
        return amp__failed_view(v, amp__fail(AMP_INVALID_ARGUMENT, "reinterpret_as: %lu bytes not "
            "divisible by %lu, or more than 2147483647 elements: take a section first",
            (unsigned long)bytes, (unsigned long)type.size));
    }
    if ((v.data != NULL ? (uintptr_t)v.data : (uintptr_t)v.offset) % align != 0) {
        return amp__failed_view(v, amp__fail(AMP_INVALID_ARGUMENT, "reinterpret_as: the view "
            "begins where no element of that type may begin: that is at multiples of %lu bytes",
            (unsigned long)align));
    }
    v.read_only = v.read_only || strncmp(type.name, "const ", 6) == 0;
    v.type = type;
    v.extent = amp__extent(1, (int)(bytes / type.size), 0, 0);
    v.stride[0] = 1;
    v.stride[1] = v.stride[2] = 0;
    return v;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_VIEW_H */
