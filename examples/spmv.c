/* SPDX-License-Identifier: MIT */
/*
spmv.c: a sparse matrix times a vector. The matrix is in compressed rows (CSR):
its elements row by row, the column of each, and where each row starts. A thread
a row is the simple form: on a GPU neighbouring threads then read far apart, and
all wait for the longest row. 32 threads a row, as many as a warp, read side by
side, add up 32 sums, and then those by amp_tile_reduce.

    cc -O2 -fopenmp -pthread -I. examples/spmv.c -o spmv && ./spmv [rows]

prints how long the rows are, and the check. Small whole numbers: float sums of
them are exact in any order.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define ROWS 4  /* of a tile */
#define WARP 32 /* threads of a row */

AMP_KERNEL(multiply_by_threads, 1, in(int, 1, start), in(int, 1, column), in(float, 1, element),
           in(float, 1, x), out(float, 1, y))
{
    float sum = 0;
    for (int k = at(start, idx[0]); k < at(start, idx[0] + 1); k++) {
        sum += at(element, k) * at(x, at(column, k));
    }
    at(y, idx[0]) = sum;
}

AMP_TILED_KERNEL(multiply_by_warps, (ROWS, WARP), in(int, 1, start), in(int, 1, column),
                 in(float, 1, element), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, part, ROWS, WARP);
    const int row = tidx.global[0], r = tidx.local[0], lane = tidx.local[1];
    float sum = 0;
    if (row < y_shape.extent[0]) {
        for (int k = at(start, row) + lane; k < at(start, row + 1); k += WARP) {
            sum += at(element, k) * at(x, at(column, k));
        }
    }
    amp_tile_reduce(tidx, part[r], lane, WARP, sum, amp_plus); /* of each row by itself */
    if (lane == 0 && row < y_shape.extent[0]) {
        at(y, row) = sum;
    }
}
AMP_DEVICE_END

int main(int argc, char **argv)
{
    const int n = example_size(argc, argv, 2003, 203, 1 << 20);
    int *start = example_memory(((size_t)n + 1) * sizeof(int));
    float *x = example_memory((size_t)n * sizeof(float)), *y = example_memory((size_t)n
                                                                              * sizeof(float));
    float *expected = example_memory((size_t)n * sizeof(float)), *element;
    int *column, i, k, form, longest = 0, wrong = 0;
    unsigned random = 13;
    for (i = 0; i < n; i++) { /* most rows are short, some empty, one in 64 is long */
        const int length = i % 64 == 7 ? 150 + i % 101 : (i + 3) % 11;
        start[i + 1] = start[i] + (length < n ? length : n);
        longest = start[i + 1] - start[i] > longest ? start[i + 1] - start[i] : longest;
    }
    column = example_memory((size_t)start[n] * sizeof(int) + 1);
    element = example_memory((size_t)start[n] * sizeof(float) + 1);
    example_fill(x, n, 17);
    example_fill(element, start[n], 19);
    for (i = 0; i < n; i++) {
        for (k = start[i]; k < start[i + 1]; k++) {
            random = random * 1664525u + 1013904223u;
            column[k] = (int)((random >> 8) % (unsigned)n);
            expected[i] += element[k] * x[column[k]];
        }
    }
    const amp_array_view s = amp_view(int, start, n + 1), c = amp_view(int, column, start[n]);
    const amp_array_view e = amp_view(float, element, start[n]), vx = amp_view(float, x, n);
    const amp_array_view vy = amp_view(float, y, n);
    for (form = 0; form < 2; form++) {
        memset(y, 0, (size_t)n * sizeof(float));
        must(amp_refresh(vy));
        must(form == 0 ? parallel_for_each(amp_extent(n), multiply_by_threads, s, c, e, vx, vy)
             : parallel_for_each(amp_pad(amp_tile(amp_extent(n, WARP), ROWS, WARP)),
                                 multiply_by_warps, s, c, e, vx, vy));
        must(amp_synchronize(vy));
        for (i = 0; i < n; i++) {
            wrong += y[i] != expected[i];
        }
    }
    (void)printf("%d rows of %d elements in all, the longest of %d\n", n, start[n], longest);
    must(amp_release(s));
    must(amp_release(c));
    must(amp_release(e));
    must(amp_release(vx));
    must(amp_release(vy));
    free(start);
    free(column);
    free(element);
    free(x);
    free(y);
    free(expected);
    return example_end(wrong);
}
