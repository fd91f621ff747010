/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_SHAPE_H
#define AMP_LANGUAGE_SHAPE_H
/*
amp/language/shape.h: what a kernel's body is given besides its data: the shapes of its
views, and how its phases run.
*/

#include "../emu/tile.h"

/* The shape of a view in a kernel: one type a rank, so that amp_at with the
   wrong number of indices does not compile. Strides are in elements. */
typedef struct amp_shape1 { int extent[1]; ptrdiff_t stride[1]; } amp_shape1;

typedef struct amp_shape2 { int extent[2]; ptrdiff_t stride[2]; } amp_shape2;
typedef struct amp_shape3 { int extent[3]; ptrdiff_t stride[3]; } amp_shape3;

/* Of higher ranks, where AMP_MAX_RANK asks for them; else what the compiler says of
   in(float, 4, A). */
#if AMP_MAX_RANK >= 4
AMP__SHAPE_OF_RANK(4, (, ptrdiff_t i, ptrdiff_t j, ptrdiff_t k, ptrdiff_t l),
    i * s.stride[0] + j * s.stride[1] + k * s.stride[2] + l)
#else
#define amp_shape4 the_rank_of_a_view_is_1_to_AMP_MAX_RANK
#endif
#if AMP_MAX_RANK >= 5
AMP__SHAPE_OF_RANK(5, (, ptrdiff_t i, ptrdiff_t j, ptrdiff_t k, ptrdiff_t l, ptrdiff_t m),
    i * s.stride[0] + j * s.stride[1] + k * s.stride[2] + l * s.stride[3] + m)
#else
#define amp_shape5 the_rank_of_a_view_is_1_to_AMP_MAX_RANK
#endif
#if AMP_MAX_RANK >= 6
AMP__SHAPE_OF_RANK(6, (, ptrdiff_t i, ptrdiff_t j, ptrdiff_t k, ptrdiff_t l, ptrdiff_t m,
    ptrdiff_t n),
    i * s.stride[0] + j * s.stride[1] + k * s.stride[2] + l * s.stride[3] + m * s.stride[4] + n)
#else
#define amp_shape6 the_rank_of_a_view_is_1_to_AMP_MAX_RANK
#endif
#if AMP_MAX_RANK >= 7
AMP__SHAPE_OF_RANK(7, (, ptrdiff_t i, ptrdiff_t j, ptrdiff_t k, ptrdiff_t l, ptrdiff_t m,
    ptrdiff_t n, ptrdiff_t o),
    i * s.stride[0] + j * s.stride[1] + k * s.stride[2] + l * s.stride[3] + m * s.stride[4]
        + n * s.stride[5] + o)
#else
#define amp_shape7 the_rank_of_a_view_is_1_to_AMP_MAX_RANK
#endif
#if AMP_MAX_RANK >= 8
AMP__SHAPE_OF_RANK(8, (, ptrdiff_t i, ptrdiff_t j, ptrdiff_t k, ptrdiff_t l, ptrdiff_t m,
    ptrdiff_t n, ptrdiff_t o, ptrdiff_t p),
    i * s.stride[0] + j * s.stride[1] + k * s.stride[2] + l * s.stride[3] + m * s.stride[4]
        + n * s.stride[5] + o * s.stride[6] + p)
#else
#define amp_shape8 the_rank_of_a_view_is_1_to_AMP_MAX_RANK
#endif

#define amp_shape0 the_rank_of_a_view_is_1_to_AMP_MAX_RANK

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
#endif

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

/* How a phased kernel's body runs a phase: for the whole tile as loops, or for one thread; the
   threads [low, high) of a tile that is `dim` large. Index and origin are the tile's own, here
   because a store to a view of ints might change those in *tile, for all that the compiler
   knows. */
typedef struct amp__phases {
    amp__tile *tile;
    int loops, rank;
    int low[3], high[3], dim[3];
    int index[3], origin[3];
} amp__phases;

/* What the body of a tiled kernel has in its place. */
typedef struct amp__no_phases {
    amp__tile *tile;
    int loops; /* 0 */
} amp__no_phases;

#endif /* AMP_LANGUAGE_SHAPE_H */
