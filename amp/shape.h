/* SPDX-License-Identifier: MIT */
#ifndef AMP_SHAPE_H
#define AMP_SHAPE_H
/*
amp/shape.h: what a kernel's body is given besides its data: the shapes of its
views, and how its phases run.
*/

#include "emu/tile.h"

/* The shape of a view in a kernel: one type a rank, so that amp_at with the
   wrong number of indices does not compile. Strides are in elements. */
typedef struct amp_shape1 { int extent[1]; ptrdiff_t stride[1]; } amp_shape1;

typedef struct amp_shape2 { int extent[2]; ptrdiff_t stride[2]; } amp_shape2;
typedef struct amp_shape3 { int extent[3]; ptrdiff_t stride[3]; } amp_shape3;

/* What the compiler says of in(float, 4, A). */
#define amp_shape4 the_rank_of_a_view_is_1_to_AMP_MAX_RANK
#define amp_shape5 amp_shape4
#define amp_shape6 amp_shape4
#define amp_shape7 amp_shape4
#define amp_shape8 amp_shape4

/* The offset, in elements, of the element at the indices: for each rank. */
static AMP__INLINE ptrdiff_t amp__offset1(amp_shape1 s, ptrdiff_t i)
{
    (void)s;
    return i;
}

/* The same in rank 2: i is the row, j the column. */
static AMP__INLINE ptrdiff_t amp__offset2(amp_shape2 s, ptrdiff_t i, ptrdiff_t j)
{
    return i * s.stride[0] + j;
}

/* The same in rank 3: i is the slice, j the row, k the column. */
static AMP__INLINE ptrdiff_t amp__offset3(amp_shape3 s, ptrdiff_t i, ptrdiff_t j, ptrdiff_t k)
{
    return i * s.stride[0] + j * s.stride[1] + k;
}

/* The same for any rank, of which i is the most and k the least significant index. */
static AMP__INLINE ptrdiff_t amp__offset_index(int rank, const ptrdiff_t *stride, int i, int j,
                                               int k)
{
    return rank == 1 ? k : rank == 2 ? i * stride[0] + k : i * stride[0] + j * stride[1] + k;
}

/* How a kernel's body runs a phase: for the whole tile as loops, or for one thread; the threads
   [low, high) of a tile that is `dim` large. In a tiled kernel only `tile` counts. Index and
   origin are the tile's own, here because a store to a view of ints might change those in
   *tile, for all that the compiler knows. */
typedef struct amp__phases {
    amp__tile *tile;
    int loops, rank;
    int low[3], high[3], dim[3];
    int index[3], origin[3];
} amp__phases;

#endif /* AMP_SHAPE_H */
