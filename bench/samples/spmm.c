/* SPDX-License-Identifier: MIT */
/* A sparse matrix of n rows with 1 to 15 elements times a dense one of n x 32: a tile of 8 rows by
   32 columns, an element of the result a thread. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define ROWS 8
#define WIDE 32

AMP_TILED_KERNEL(spmm_tiles, (ROWS, WIDE), in(int, 1, start), in(int, 1, column),
                 in(float, 1, element), in(float, 2, x), out(float, 2, y))
{
    const int row = tidx.global[0], c = tidx.local[1];
    if (row < y_shape.extent[0]) {
        float sum = 0;
        for (int k = at(start, row); k < at(start, row + 1); k++) {
            sum += at(element, k) * at(x, at(column, k), c);
        }
        at(y, row, c) = sum;
    }
}
AMP_DEVICE_END

static int n, count;
static int *start, *column;
static float *element, *x, *y;

static void make(int size)
{
    int i;
    n = size;
    start = sample_ints((size_t)n + 1, 1, 16);
    count = 0;
    for (i = 0; i <= n; i++) {
        const int length = start[i];
        start[i] = count;
        count += i < n ? length : 0;
    }
    column = sample_ints((size_t)count, 0, n);
    element = sample_floats((size_t)count, 0, 1);
    x = sample_floats((size_t)n * WIDE, 0, 1);
    y = sample_floats((size_t)n * WIDE, 0, 1);
    sample_is_result(y);
}

static double launch(void)
{
    amp_array_view views[5];
    amp_status s;
    views[0] = amp_view(int, start, n + 1);
    views[1] = amp_view(int, column, count);
    views[2] = amp_view(float, element, count);
    views[3] = amp_view(float, x, n, WIDE);
    views[4] = amp_view(float, y, n, WIDE);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, ROWS), WIDE), ROWS, WIDE),
                          spmm_tiles, views[0], views[1], views[2], views[3], views[4]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int row;
#pragma omp parallel for schedule(static)
    for (row = 0; row < n; row++) {
        float sum[WIDE] = { 0 };
        int k, c;
        for (k = start[row]; k < start[row + 1]; k++) {
            const float *restrict from = x + column[k] * WIDE;
            const float factor = element[k];
#pragma omp simd
            for (c = 0; c < WIDE; c++) {
                sum[c] += factor * from[c];
            }
        }
        memcpy(y + row * WIDE, sum, sizeof(sum));
    }
}

const sample spmm_sample = { make, launch, by_hand, 1e-5 };
