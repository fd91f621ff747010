/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_SHAPE_H
#define AMP_LANGUAGE_SHAPE_H
/*
amp/language/shape.h: the shape of a view in a kernel: where its elements lie, the shapes of views
that a kernel makes of it, and how a launch's arguments become shapes.

One text for every compiler that reads kernels.
*/

#include "compiler.h"
#include "../base/arguments.h"
#include "../core/backend.h"

AMP__DEVICE_TEXT_BEGIN(amp__text_of_shapes)

/* The shape of a view in a kernel: one type a rank, so that amp_at with the
   wrong number of indices does not compile. Strides are in elements. */
typedef struct amp_shape1 { int extent[1]; ptrdiff_t stride[1]; } amp_shape1;
typedef struct amp_shape2 { int extent[2]; ptrdiff_t stride[2]; } amp_shape2;
typedef struct amp_shape3 { int extent[3]; ptrdiff_t stride[3]; } amp_shape3;

/* The offset, in elements, of the element at the indices: for each rank. */
static AMP__INLINE ptrdiff_t amp__offset1(amp_shape1 s, ptrdiff_t i)
{
    (void)s;
    return i;
}

/* The offset in rank 2: i is the row, j the column. */
static AMP__INLINE ptrdiff_t amp__offset2(amp_shape2 s, ptrdiff_t i, ptrdiff_t j)
{
    return i * s.stride[0] + j;
}

/* The offset in rank 3: i is the slice, j the row, k the column. */
static AMP__INLINE ptrdiff_t amp__offset3(amp_shape3 s, ptrdiff_t i, ptrdiff_t j, ptrdiff_t k)
{
    return i * s.stride[0] + j * s.stride[1] + k;
}

/* The offset in rank 1 to 3, of which i is the most and k the least significant index. */
static AMP__INLINE ptrdiff_t amp__offset_index(int rank, const ptrdiff_t *stride, int i, int j,
                                               int k)
{
    return rank == 1 ? k : rank == 2 ? i * stride[0] + k : i * stride[0] + j * stride[1] + k;
}

/* The shape of a section of that extent, of a projection, whose rank is one less, and of the
   elements of a view of rank 1 in order, as rows: for each rank. */
static AMP__INLINE amp_shape1 amp__section1(amp_shape1 s, int a)
{
    s.extent[0] = a;
    return s;
}

/* A section's shape of rank 2. */
static AMP__INLINE amp_shape2 amp__section2(amp_shape2 s, int a, int b)
{
    s.extent[0] = a;
    s.extent[1] = b;
    return s;
}

/* A section's shape of rank 3. */
static AMP__INLINE amp_shape3 amp__section3(amp_shape3 s, int a, int b, int c)
{
    s.extent[0] = a;
    s.extent[1] = b;
    s.extent[2] = c;
    return s;
}

/* A row of rank 2. */
static AMP__INLINE amp_shape1 amp__projection1(amp_shape2 s)
{
    amp_shape1 r;
    r.extent[0] = s.extent[1];
    r.stride[0] = s.stride[1];
    return r;
}

/* A slice of rank 3. */
static AMP__INLINE amp_shape2 amp__projection2(amp_shape3 s)
{
    amp_shape2 r;
    r.extent[0] = s.extent[1];
    r.extent[1] = s.extent[2];
    r.stride[0] = s.stride[1];
    r.stride[1] = s.stride[2];
    return r;
}

/* The first elements, as such. */
static AMP__INLINE amp_shape1 amp__view_as1(amp_shape1 s, int a)
{
    return amp__section1(s, a);
}

/* Rows of b elements. */
static AMP__INLINE amp_shape2 amp__view_as2(amp_shape1 s, int a, int b)
{
    amp_shape2 r;
    r.extent[0] = a;
    r.extent[1] = b;
    r.stride[0] = b;
    r.stride[1] = s.stride[0];
    return r;
}

/* Slices of b rows of c elements. */
static AMP__INLINE amp_shape3 amp__view_as3(amp_shape1 s, int a, int b, int c)
{
    amp_shape3 r;
    r.extent[0] = a;
    r.extent[1] = b;
    r.extent[2] = c;
    r.stride[0] = (ptrdiff_t)b * c;
    r.stride[1] = c;
    r.stride[2] = s.stride[0];
    return r;
}

/* ---- of ranks 4 to 8, where AMP_MAX_RANK asks for them ---------------------- */

#if AMP_MAX_RANK > 3

/* The offset in any rank, by an array of indices. */
static AMP__INLINE ptrdiff_t amp__offset_far(int rank, const ptrdiff_t *stride, const int *i)
{
    ptrdiff_t at = i[rank - 1];
    int k;
    for (k = 0; k < rank - 1; k++) {
        at += i[k] * stride[k];
    }
    return at;
}

/* The indices of a rank, with T in front of each. */
#define AMP__FAR_INDICES_4(T) T i0, T i1, T i2, T i3
#define AMP__FAR_INDICES_5(T) AMP__FAR_INDICES_4(T), T i4
#define AMP__FAR_INDICES_6(T) AMP__FAR_INDICES_5(T), T i5
#define AMP__FAR_INDICES_7(T) AMP__FAR_INDICES_6(T), T i6
#define AMP__FAR_INDICES_8(T) AMP__FAR_INDICES_7(T), T i7

/* The type and the offset of a rank. A macro, for a function's parameters are as many. */
#define AMP__SHAPE_OF_RANK(r, offset) \
    typedef struct amp_shape##r { int extent[r]; ptrdiff_t stride[r]; } amp_shape##r; \
    static AMP__INLINE ptrdiff_t amp__offset##r(amp_shape##r s, AMP__FAR_INDICES_##r(ptrdiff_t)) \
    { return offset; }
AMP__SHAPE_OF_RANK(4, i0 * s.stride[0] + i1 * s.stride[1] + i2 * s.stride[2] + i3)
AMP__SHAPE_OF_RANK(5, i0 * s.stride[0] + i1 * s.stride[1] + i2 * s.stride[2] + i3 * s.stride[3]
    + i4)
AMP__SHAPE_OF_RANK(6, i0 * s.stride[0] + i1 * s.stride[1] + i2 * s.stride[2] + i3 * s.stride[3]
    + i4 * s.stride[4] + i5)
AMP__SHAPE_OF_RANK(7, i0 * s.stride[0] + i1 * s.stride[1] + i2 * s.stride[2] + i3 * s.stride[3]
    + i4 * s.stride[4] + i5 * s.stride[5] + i6)
AMP__SHAPE_OF_RANK(8, i0 * s.stride[0] + i1 * s.stride[1] + i2 * s.stride[2] + i3 * s.stride[3]
    + i4 * s.stride[4] + i5 * s.stride[5] + i6 * s.stride[6] + i7)

/* f(r) for each of these ranks that there may be. */
#define AMP__EACH_FAR(f) AMP__CAT(AMP__EACH_FAR_, AMP_MAX_RANK)(f)
#define AMP__EACH_FAR_4(f) f(4)
#define AMP__EACH_FAR_5(f) AMP__EACH_FAR_4(f) f(5)
#define AMP__EACH_FAR_6(f) AMP__EACH_FAR_5(f) f(6)
#define AMP__EACH_FAR_7(f) AMP__EACH_FAR_6(f) f(7)
#define AMP__EACH_FAR_8(f) AMP__EACH_FAR_7(f) f(8)
#endif

/* What the compiler says of in(float, 0, A) and of a rank above AMP_MAX_RANK. */
#define amp_shape0 the_rank_of_a_view_is_1_to_AMP_MAX_RANK
#if AMP_MAX_RANK < 4
#define amp_shape4 amp_shape0
#endif
#if AMP_MAX_RANK < 5
#define amp_shape5 amp_shape0
#endif
#if AMP_MAX_RANK < 6
#define amp_shape6 amp_shape0
#endif
#if AMP_MAX_RANK < 7
#define amp_shape7 amp_shape0
#endif
#if AMP_MAX_RANK < 8
#define amp_shape8 amp_shape0
#endif

AMP__DEVICE_TEXT_END

/* ---- from a launch's arguments, in host memory ----------------------------- */

/* Under the checker a kernel's body is a function of its own. What it takes by value the compiler
   copies by 16 bytes, and a copy of what has just been stored in smaller pieces waits until those
   are in the cache: longer than all else that a thread's start takes. So index and shapes are
   stored by 16 bytes, too. */
#if AMP__CHECKING && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define AMP__STORES_BY_16 1
typedef long long __attribute__((vector_size(16), may_alias, aligned(8))) amp__two;
typedef int __attribute__((vector_size(16), may_alias, aligned(4))) amp__four;
/* Two numbers as one, the first in front. */
static AMP__INLINE long long amp__as_one(int a, int b)
{
    return (long long)((unsigned long long)(unsigned)b << 32 | (unsigned)a);
}
#else
#define AMP__STORES_BY_16 0
#endif

AMP__DEVICE_TEXT_BEGIN(amp__text_of_given_shapes)

/* The shape of an argument that is a view: of rank 1, 2 and 3. The stride of a view's last
   dimension is 1, and adding nothing keeps compilers from a guess: they make vectors for
   rows of one element, at stride 1, and leave all other strides without. Such a transpose
   took clang 2.1 times as long. */
static AMP__INLINE amp_shape1 amp__shape_of1(const amp__argument *a)
{
    amp_shape1 s;
    s.extent[0] = a->extent[0];
    s.stride[0] = 1;
    return s;
}

/* The shape of an argument of rank 2. */
static AMP__INLINE amp_shape2 amp__shape_of2(const amp__argument *a)
{
    amp_shape2 s;
#if AMP__STORES_BY_16
    const amp__two first = { amp__as_one(a->extent[0], a->extent[1]), a->stride[0] };
    *(amp__two *)&s = first;
#else
    s.extent[0] = a->extent[0];
    s.extent[1] = a->extent[1];
    s.stride[0] = a->stride[0] + (a->stride[1] - 1);
#endif
    s.stride[1] = 1;
    return s;
}

/* The shape of an argument of rank 3. */
static AMP__INLINE amp_shape3 amp__shape_of3(const amp__argument *a)
{
    amp_shape3 s;
#if AMP__STORES_BY_16
    const amp__two first = { amp__as_one(a->extent[0], a->extent[1]), a->extent[2] };
    const amp__two second = { a->stride[0], a->stride[1] };
    ((amp__two *)&s)[0] = first;
    ((amp__two *)&s)[1] = second;
    s.stride[2] = 1;
#else
    int k;
    for (k = 0; k < 3; k++) {
        s.extent[k] = a->extent[k];
        s.stride[k] = k < 2 ? a->stride[k] + (a->stride[2] - 1) : 1;
    }
#endif
    return s;
}

#if AMP_MAX_RANK > 3
/* Fills in the shape of an argument of rank r. */
static AMP__INLINE void amp__set_shape(const amp__argument *a, int r, int *extent,
                                       ptrdiff_t *stride)
{
    int k;
    for (k = 0; k < r; k++) {
        extent[k] = a->extent[k];
        stride[k] = k < r - 1 ? a->stride[k] : 1;
    }
}

/* The shape of an argument of rank r, 4 to 8. A macro, for the types are as many. */
#define AMP__GIVEN_SHAPE(r) \
    static AMP__INLINE amp_shape##r amp__shape_of##r(const amp__argument *a) \
    { \
        amp_shape##r s; \
        amp__set_shape(a, r, s.extent, s.stride); \
        return s; \
    }
AMP__EACH_FAR(AMP__GIVEN_SHAPE)
#endif

AMP__DEVICE_TEXT_END

#endif /* AMP_LANGUAGE_SHAPE_H */
