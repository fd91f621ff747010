/* SPDX-License-Identifier: MIT */
/*
lu.c: a matrix as the product of a lower and an upper triangle, in place. Column
by column that is two launches a column, the second of which touches the whole
rest (simple). In blocks of 16 x 16 it is n / 16 rounds of three: the block on the
diagonal; the blocks below and right of it; the rest, from which the product of
those is taken in one pass, through tile memory. Without pivots: the matrix has to
be one that needs none, as here, where its diagonal is larger than its rows.

    cc -O2 -fopenmp -pthread -I. examples/lu.c -o lu -lm && ./lu [rows]

prints the launches of both, and the largest difference of the product of the
triangles from the matrix.
*/
#include <math.h>
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 16

typedef float row[TILE]; /* of a block in tile memory, for helpers that are given one */

/* An element of the matrix, which goes on as the identity. */
static inline float element(amp_in(float, 2, a), int i, int j)
{
    return i < a_shape.extent[0] && j < a_shape.extent[1] ? at(a, i, j) : i == j ? 1.0f : 0.0f;
}

static inline void put(amp_inout(float, 2, a), int i, int j, float x)
{
    if (i < a_shape.extent[0] && j < a_shape.extent[1]) {
        at(a, i, j) = x;
    }
}

/* Column k below the diagonal. */
AMP_KERNEL(divide_column, 1, inout(float, 2, a), value(int, k))
{
    at(a, k + 1 + idx[0], k) /= at(a, k, k);
}

/* What is right and below of element k. */
AMP_KERNEL(subtract_rest, 2, inout(float, 2, a), value(int, k))
{
    const int i = k + 1 + idx[0], j = k + 1 + idx[1];
    at(a, i, j) -= at(a, i, k) * at(a, k, j);
}

/* The block b on the diagonal, as the two kernels above. */
AMP_TILED_KERNEL(lu_diagonal, (TILE, TILE), inout(float, 2, a), value(int, b))
{
    tile_static(float, t, TILE, TILE);
    const int i = tidx.local[0], j = tidx.local[1], gi = b * TILE + i, gj = b * TILE + j;
    t[i][j] = element(amp_view_of(a), gi, gj);
    tile_barrier_wait(tidx);
    for (int k = 0; k < TILE; k++) {
        if (i > k && j == k) {
            t[i][k] /= t[k][k];
        }
        tile_barrier_wait(tidx);
        if (i > k && j > k) {
            t[i][j] -= t[i][k] * t[k][j];
        }
        tile_barrier_wait(tidx);
    }
    put(amp_view_of(a), gi, gj, t[i][j]);
}

/* The blocks right of it: one tile each. */
AMP_TILED_KERNEL(lu_right, (TILE, TILE), inout(float, 2, a), value(int, b))
{
    tile_static(float, pivot, TILE, TILE);
    tile_static(float, t, TILE, TILE);
    const int i = tidx.local[0], j = tidx.local[1];
    const int gi = b * TILE + i, gj = (b + 1) * TILE + tidx.global[1];
    pivot[i][j] = element(amp_view_of(a), gi, b * TILE + j);
    t[i][j] = element(amp_view_of(a), gi, gj);
    tile_barrier_wait(tidx);
    for (int k = 0; k < TILE; k++) {
        if (i > k) {
            t[i][j] -= pivot[i][k] * t[k][j];
        }
        tile_barrier_wait(tidx);
    }
    put(amp_view_of(a), gi, gj, t[i][j]);
}

/* The blocks below it. */
AMP_TILED_KERNEL(lu_below, (TILE, TILE), inout(float, 2, a), value(int, b))
{
    tile_static(float, pivot, TILE, TILE);
    tile_static(float, t, TILE, TILE);
    const int i = tidx.local[0], j = tidx.local[1];
    const int gi = (b + 1) * TILE + tidx.global[0], gj = b * TILE + j;
    pivot[i][j] = element(amp_view_of(a), b * TILE + i, gj);
    t[i][j] = element(amp_view_of(a), gi, gj);
    tile_barrier_wait(tidx);
    for (int k = 0; k < TILE; k++) {
        if (j == k) {
            t[i][k] /= pivot[k][k];
        }
        tile_barrier_wait(tidx);
        if (j > k) {
            t[i][j] -= t[i][k] * pivot[k][j];
        }
        tile_barrier_wait(tidx);
    }
    put(amp_view_of(a), gi, gj, t[i][j]);
}

/* Row i of a block times column j of another one, taken from x. */
static inline float subtracted(float x, amp_tile_ptr(row) left, amp_tile_ptr(row) above, int i,
                               int j)
{
    for (int k = 0; k < TILE; k++) {
        x -= left[i][k] * above[k][j];
    }
    return x;
}

/* The rest. */
AMP_TILED_KERNEL(lu_rest, (TILE, TILE), inout(float, 2, a), value(int, b))
{
    tile_static(float, left, TILE, TILE);
    tile_static(float, above, TILE, TILE);
    const int i = tidx.local[0], j = tidx.local[1];
    const int gi = (b + 1) * TILE + tidx.global[0], gj = (b + 1) * TILE + tidx.global[1];
    left[i][j] = element(amp_view_of(a), gi, b * TILE + j);
    above[i][j] = element(amp_view_of(a), b * TILE + i, gj);
    tile_barrier_wait(tidx);
    put(amp_view_of(a), gi, gj, subtracted(element(amp_view_of(a), gi, gj), left, above, i, j));
}
AMP_DEVICE_END

static int by_columns(amp_array_view a, int n)
{
    int k;
    for (k = 0; k < n - 1; k++) {
        must(parallel_for_each(amp_extent(n - 1 - k), divide_column, a, k));
        must(parallel_for_each(amp_extent(n - 1 - k, n - 1 - k), subtract_rest, a, k));
    }
    return 2 * (n - 1);
}

static int by_blocks(amp_array_view a, int n)
{
    const int blocks = (n + TILE - 1) / TILE;
    int b, launches = 0;
    for (b = 0; b < blocks; b++) {
        const int rest = (blocks - b - 1) * TILE;
        must(parallel_for_each(amp_tile(amp_extent(TILE, TILE), TILE, TILE), lu_diagonal, a, b));
        launches++;
        if (rest > 0) {
            must(parallel_for_each(amp_tile(amp_extent(TILE, rest), TILE, TILE), lu_right, a, b));
            must(parallel_for_each(amp_tile(amp_extent(rest, TILE), TILE, TILE), lu_below, a, b));
            must(parallel_for_each(amp_tile(amp_extent(rest, rest), TILE, TILE), lu_rest, a, b));
            launches += 3;
        }
    }
    return launches;
}

/* The largest difference of lower times upper from the matrix. */
static double difference(const float *lu, const float *matrix, int n)
{
    double worst = 0;
    int i, j, k;
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) {
            double sum = i <= j ? (double)lu[i * n + j] : 0; /* lower has 1 on its diagonal */
            for (k = 0; k < i && k <= j; k++) {
                sum += (double)lu[i * n + k] * (double)lu[k * n + j];
            }
            sum = fabs(sum - (double)matrix[i * n + j]);
            worst = sum <= worst ? worst : sum; /* a NaN gets in, too */
        }
    }
    return worst;
}

int main(int argc, char **argv)
{
    const int n = example_size(argc, argv, 131, 37, 4000);
    const size_t bytes = (size_t)n * (size_t)n * sizeof(float);
    float *matrix = example_memory(bytes), *a = example_memory(bytes);
    const amp_array_view view = amp_view(float, a, n, n);
    int i, form, wrong = 0;
    example_fill(matrix, n * n, 23);
    for (i = 0; i < n; i++) {
        matrix[i * n + i] = (float)(5 * n);
    }
    for (form = 0; form < 2; form++) {
        int launches;
        double worst;
        memcpy(a, matrix, bytes);
        must(amp_refresh(view));
        launches = form == 0 ? by_columns(view, n) : by_blocks(view, n);
        must(amp_synchronize(view));
        worst = difference(a, matrix, n);
        wrong |= !(worst < 1e-3);
        (void)printf("%d rows, %-11s %4d launches, largest difference %.1e\n", n,
                     form == 0 ? "by columns:" : "by blocks:", launches, worst);
    }
    must(amp_release(view));
    free(matrix);
    free(a);
    return example_end(wrong);
}
