/* SPDX-License-Identifier: MIT */
#ifndef TRANSPOSE_KERNELS_H
#define TRANSPOSE_KERNELS_H
/* Five ways to transpose a matrix whose sizes the tile does not divide, shared
   by transpose_five.c, which explains them, and demo.c. Include amp.h first. */

AMP_DEVICE_BEGIN
#define TRANSPOSE_TILE 16

/* 1: no tile. Neighbouring threads read side by side, and write far apart. */
AMP_KERNEL(transpose_simple, 2, in(float, 2, A), out(float, 2, At))
{
    at(At, idx[1], idx[0]) = at_index(A, idx);
}

/* 2: through a tile, so that reading and writing both go along rows. The tile
   has a spare column: a column of it falls on different memory banks. */
AMP_TILED_KERNEL(transpose_tiled, (TRANSPOSE_TILE, TRANSPOSE_TILE),
                 in(float, 2, A), out(float, 2, At))
{
    tile_static(float, t, TRANSPOSE_TILE, TRANSPOSE_TILE + 1);
    const int i = tidx.local[0], j = tidx.local[1];
    t[j][i] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(At, tidx.tile_origin[1] + i, tidx.tile_origin[0] + j) = t[i][j];
}

/* 3: the domain is padded; threads outside neither load nor store, but they
   do come to the barrier. */
AMP_TILED_KERNEL(transpose_padded, (TRANSPOSE_TILE, TRANSPOSE_TILE),
                 in(float, 2, A), out(float, 2, At))
{
    tile_static(float, t, TRANSPOSE_TILE, TRANSPOSE_TILE + 1);
    const int i = tidx.local[0], j = tidx.local[1];
    const int row = tidx.tile_origin[1] + i, col = tidx.tile_origin[0] + j;
    if (tidx.global[0] < A_shape.extent[0] && tidx.global[1] < A_shape.extent[1]) {
        t[j][i] = at_index(A, tidx.global);
    }
    tile_barrier_wait(tidx);
    if (row < At_shape.extent[0] && col < At_shape.extent[1]) {
        at(At, row, col) = t[i][j];
    }
}

/* 4: the domain is truncated; the threads at its edge do what is left over:
   those of the last column the right band, row by row, those of the last row
   the bottom band, the last thread the corner. Most threads take one test,
   the bitwise OR of the two flags. */
AMP_TILED_KERNEL(transpose_truncated, (TRANSPOSE_TILE, TRANSPOSE_TILE),
                 in(float, 2, A), out(float, 2, At))
{
    tile_static(float, t, TRANSPOSE_TILE, TRANSPOSE_TILE + 1);
    const int i = tidx.local[0], j = tidx.local[1];
    const int rows = A_shape.extent[0], cols = A_shape.extent[1];
    const int full_rows = rows / TRANSPOSE_TILE * TRANSPOSE_TILE;
    const int full_cols = cols / TRANSPOSE_TILE * TRANSPOSE_TILE;
    const int last_row = tidx.global[0] == full_rows - 1;
    const int last_col = tidx.global[1] == full_cols - 1;
    t[j][i] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(At, tidx.tile_origin[1] + i, tidx.tile_origin[0] + j) = t[i][j];
    if (last_row | last_col) {
        if (last_col) {
            for (int c = full_cols; c < cols; c++) {
                at(At, c, tidx.global[0]) = at(A, tidx.global[0], c);
            }
        }
        if (last_row) {
            for (int r = full_rows; r < rows; r++) {
                at(At, tidx.global[1], r) = at(A, r, tidx.global[1]);
            }
        }
        if (last_row & last_col) {
            for (int r = full_rows; r < rows; r++) {
                for (int c = full_cols; c < cols; c++) {
                    at(At, c, r) = at(A, r, c);
                }
            }
        }
    }
}
AMP_DEVICE_END

enum { TRANSPOSE_FORMS = 5 };
static const char *const transpose_name[TRANSPOSE_FORMS] = {
    "simple", "tiled, multiples of 16 only", "tiled, padded", "truncated, edge threads",
    "truncated, in parts"
};

/* 5: divide and conquer. The tiled kernel on the truncated section, the simple
   one on the bottom band, and on the right band with the corner: one to three
   launches. launches may be NULL. */
static inline amp_status transpose_parts(amp_array_view A, amp_array_view At, int *launches)
{
    const amp_tiled_extent all = amp_tile(A.extent, TRANSPOSE_TILE, TRANSPOSE_TILE);
    const amp_tiled_extent full = amp_truncate(all);
    const int rows = A.extent.dim[0], cols = A.extent.dim[1];
    const int r = full.extent.dim[0], c = full.extent.dim[1];
    int count = 0;
    amp_status s = AMP_OK;
    if (r > 0 && c > 0) {
        s = parallel_for_each(full, transpose_tiled,
                              amp_section(A, amp_index(0, 0), amp_extent(r, c)),
                              amp_section(At, amp_index(0, 0), amp_extent(c, r)));
        count++;
    }
    if (s == AMP_OK && r < rows && c > 0) {
        s = parallel_for_each(amp_extent(rows - r, c), transpose_simple,
                              amp_section(A, amp_index(r, 0), amp_extent(rows - r, c)),
                              amp_section(At, amp_index(0, r), amp_extent(c, rows - r)));
        count++;
    }
    if (s == AMP_OK && c < cols) {
        s = parallel_for_each(amp_extent(rows, cols - c), transpose_simple,
                              amp_section(A, amp_index(0, c), amp_extent(rows, cols - c)),
                              amp_section(At, amp_index(c, 0), amp_extent(cols - c, rows)));
        count++;
    }
    if (launches != NULL) {
        *launches = count;
    }
    return s;
}

/* Runs form 0 to 4 of transpose_name: At becomes A's transpose. Form 1 gives
   AMP_INVALID_COMPUTE_DOMAIN for sizes that the tile does not divide. */
static inline amp_status transpose_run(int form, amp_array_view A, amp_array_view At)
{
    const amp_tiled_extent all = amp_tile(A.extent, TRANSPOSE_TILE, TRANSPOSE_TILE);
    const amp_tiled_extent full = amp_truncate(all);
    switch (form) {
    case 0:
        return parallel_for_each(A.extent, transpose_simple, A, At);
    case 1:
        return parallel_for_each(all, transpose_tiled, A, At);
    case 2:
        return parallel_for_each(amp_pad(all), transpose_padded, A, At);
    case 3: /* without one whole tile there is no edge thread to do the rest */
        return amp_extent_size(full.extent) == 0
            ? parallel_for_each(A.extent, transpose_simple, A, At)
            : parallel_for_each(full, transpose_truncated, A, At);
    default:
        return transpose_parts(A, At, NULL);
    }
}

/* The number of elements of At, dense and cols x rows, that are not A's. */
static inline int transpose_wrong(const float *a, const float *t, int rows, int cols)
{
    int i, j, wrong = 0;
    for (i = 0; i < rows; i++) {
        for (j = 0; j < cols; j++) {
            wrong += t[(size_t)j * (size_t)rows + (size_t)i]
                != a[(size_t)i * (size_t)cols + (size_t)j];
        }
    }
    return wrong;
}

#endif /* TRANSPOSE_KERNELS_H */
