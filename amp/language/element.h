/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_ELEMENT_H
#define AMP_LANGUAGE_ELEMENT_H
/*
amp/language/element.h: an element of a view in a kernel, pointers to elements, and views that a
kernel makes of its own.

One text for every compiler that reads kernels.
*/

#include "shape.h"
#if AMP__CHECKING || AMP__DEBUG
#include "checked.h"
#endif

AMP__DEVICE_TEXT_BEGIN(amp__text_of_elements)

/* amp_at(view, i[, j[, k]]): the element at the indices, most significant first, an
   lvalue; as many indices as the view has dimensions. An index outside is undefined;
   with AMP_CHECK it is AMP_KERNEL_FAULT, on the emulator and on an OpenCL device, and
   the access goes elsewhere. */
#define amp_at(view, ...) AMP__ELEMENT_AT(view, __VA_ARGS__)

/* amp_racy(lvalue): that lvalue, its access not checked for races, because they
   are meant. */
#define amp_racy(lvalue) AMP__RACY(lvalue)

/* amp_at_index(view, idx): amp_at with an array of indices, such as idx or tidx.global.
   idx is evaluated three times: give a name, not a computation. */
#define amp_at_index(view, idx) AMP__ELEMENT_INDEX(view, idx)

/* What at and at_index ask of their indices. */
#define AMP__INDICES(s, count, i)                                             \
    AMP__REQUIRED(at_index_takes_a_whole_index,                               \
        sizeof((s).extent) == count * sizeof(int) && AMP__WHOLE(i),           \
        "at(x, i) wants as many integers as the view has dimensions; an index as a whole goes " \
        "to at_index(x, idx)")
/* A further index, for which a real number does not compile either. */
#define AMP__INDEX(i) ((ptrdiff_t)((i) | 0))
#define AMP__INDEX_ARRAY(idx)                                                 \
    AMP__REQUIRED(at_index_takes_an_array, AMP__POINTS(idx),                  \
        "at_index(x, idx) wants idx, tidx.global or another array of int; numbers go to at(x, i)")

/* (A pointer to the array would be simpler, and would cost gcc the vectors: a variable
   of an `omp simd` loop whose address is taken gets memory of its own for each lane.) */
#define AMP__RANK_OF_VIEW(view) ((int)(sizeof(view##_shape.extent) / sizeof(int)))
/* The offset of the element at an array of indices: three of them are enough for ranks 1 to 3. */
#define AMP__OFFSET_OF_3(view, idx)                                           \
    amp__offset_index(AMP__RANK_OF_VIEW(view), view##_shape.stride, (idx)[0], \
                      (idx)[AMP__RANK_OF_VIEW(view) / 2], (idx)[AMP__RANK_OF_VIEW(view) - 1])
#if AMP_MAX_RANK > 3
#define AMP__OFFSET_OF(view, idx)                                             \
    (AMP__RANK_OF_VIEW(view) > 3                                              \
     ? amp__offset_far(AMP__RANK_OF_VIEW(view), view##_shape.stride, idx)     \
     : AMP__OFFSET_OF_3(view, idx))
#else
#define AMP__OFFSET_OF AMP__OFFSET_OF_3
#endif

/* The offset of the element at so many indices. */
#define AMP__AT_1(s, i) (AMP__INDICES(s, 1, i), (ptrdiff_t)(i))
#define AMP__AT_2(s, i, j) \
    (AMP__INDICES(s, 2, i), (ptrdiff_t)(i) * (s).stride[0] + AMP__INDEX(j))
#define AMP__AT_3(s, i, j, k) \
    (AMP__INDICES(s, 3, i), \
     (ptrdiff_t)(i) * (s).stride[0] + AMP__INDEX(j) * (s).stride[1] + AMP__INDEX(k))
#if AMP_MAX_RANK > 3
/* Of a rank above 3: AMP__OFFSETS_4 and so on take the first index off, and hand on the rest. */
#define AMP__OFFSETS_3(a, b, c) (ptrdiff_t)(a), (ptrdiff_t)(b), (ptrdiff_t)(c)
#define AMP__OFFSETS_4(a, ...) (ptrdiff_t)(a), AMP__OFFSETS_3(__VA_ARGS__)
#define AMP__AT_4(s, ...) amp__offset4(s, AMP__OFFSETS_4(__VA_ARGS__))
#define AMP__OFFSETS_5(a, ...) (ptrdiff_t)(a), AMP__OFFSETS_4(__VA_ARGS__)
#define AMP__AT_5(s, ...) amp__offset5(s, AMP__OFFSETS_5(__VA_ARGS__))
#define AMP__OFFSETS_6(a, ...) (ptrdiff_t)(a), AMP__OFFSETS_5(__VA_ARGS__)
#define AMP__AT_6(s, ...) amp__offset6(s, AMP__OFFSETS_6(__VA_ARGS__))
#define AMP__OFFSETS_7(a, ...) (ptrdiff_t)(a), AMP__OFFSETS_6(__VA_ARGS__)
#define AMP__AT_7(s, ...) amp__offset7(s, AMP__OFFSETS_7(__VA_ARGS__))
#define AMP__OFFSETS_8(a, ...) (ptrdiff_t)(a), AMP__OFFSETS_7(__VA_ARGS__)
#define AMP__AT_8(s, ...) amp__offset8(s, AMP__OFFSETS_8(__VA_ARGS__))
#else
#define AMP__AT_4(s, ...) (AMP__INDICES(s, 4, 0), (ptrdiff_t)0)
#endif

/* Where nobody looks at indices but the compiler. (Without parentheses around: what follows a
   missing semicolon shall not look like a call.) */
#if !AMP__ELEMENTS_CHECKED
#define AMP__ELEMENT_AT(view, ...) \
    view[AMP__CAT(AMP__AT_, AMP__COUNT(__VA_ARGS__))(view##_shape, __VA_ARGS__)]
#define AMP__ELEMENT_INDEX(view, idx) \
    view[(AMP__INDEX_ARRAY(idx), AMP__OFFSET_OF(view, idx))]
#define AMP__RACY(lvalue) (lvalue)
#endif

/* Types of a helper's parameters: amp_global_ptr(T) is a pointer into a view's memory,
   amp_tile_ptr(T) into tile memory, amp_constant_ptr(T) into a kernel's table, or one of constants,
   `static const` at file scope in a region. On the CPU they are T *, the last one const T *; OpenCL
   distinguishes them. */
#define amp_global_ptr(T) AMP__IN_GLOBAL T *
#define amp_constant_ptr(T) AMP__IN_CONSTANT T *
#define amp_tile_ptr(T) AMP__IN_TILE T *

/* Views that a kernel makes of its own, as declarations (specification 5.2):
     amp_let_section(name, rank, view, (i0[, i1[, i2]]), (e0[, e1[, e2]]));   from that index on
     amp_let_projection(name, rank, view, i);   rank, one less than the view's, is the result's
     amp_let_view_as(name, rank, view, (e0[, e1[, e2]]));   of a view of rank 1
   name is then used as a parameter that is a view: amp_at(name, ...), name_shape. It must lie
   inside the view: nothing asks, but the checker sees an access outside. rank is a number. */
#define amp_let_section(name, rank, view, origin, extent) \
    AMP__LET_SECTION(name, rank, view, origin, extent)
#define amp_let_projection(name, rank, view, i) AMP__LET_PROJECTION(name, rank, view, i)
#define amp_let_view_as(name, rank, view, extent) AMP__LET_VIEW_AS(name, rank, view, extent)
#define AMP__LET(name, rank, first, shape)                                    \
    __typeof__(first) const name AMP__UNUSED = (first);                       \
    const amp_shape##rank name##_shape AMP__UNUSED = shape
#define AMP__LET_SECTION(name, rank, view, origin, extent_)                   \
    AMP__LET(name, rank, &(view)[amp__offset##rank(view##_shape, AMP__STRIP origin)], \
             amp__section##rank(view##_shape, AMP__STRIP extent_))
#define AMP__LET_PROJECTION(name, rank, view, i)                              \
    AMP__LET(name, rank, &(view)[(i) * view##_shape.stride[0]],               \
             amp__projection##rank(view##_shape))
#define AMP__LET_VIEW_AS(name, rank, view, extent_)                           \
    AMP__LET(name, rank, &(view)[0], amp__view_as##rank(view##_shape, AMP__STRIP extent_))

AMP__DEVICE_TEXT_END

#endif /* AMP_LANGUAGE_ELEMENT_H */
