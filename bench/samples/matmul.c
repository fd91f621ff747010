/* SPDX-License-Identifier: MIT */
/* A product of matrices of n x n in which a thread has 4 x 4 elements in registers: a tile of 16 x
   16 threads makes 64 x 64 of them, sixteen of the inner dimension at a time. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16
#define EACH 4
#define BLOCK (SIDE * EACH)

AMP_TILED_KERNEL(matmul_tiles, (SIDE, SIDE), in(float, 2, a), in(float, 2, b), out(float, 2, c))
{
    tile_static(float, left, BLOCK, SIDE);
    tile_static(float, top, SIDE, BLOCK);
    const int ty = tidx.local[0], tx = tidx.local[1], n = a_shape.extent[0];
    const int row = tidx.tile[0] * BLOCK, column = tidx.tile[1] * BLOCK;
    float sum[EACH][EACH];
    for (int i = 0; i < EACH; i++) {
        for (int j = 0; j < EACH; j++) {
            sum[i][j] = 0;
        }
    }
    for (int first = 0; first < n; first += SIDE) {
        for (int i = 0; i < EACH; i++) {
            const int r = row + ty + i * SIDE, k = column + tx + i * SIDE;
            left[ty + i * SIDE][tx] = r < n && first + tx < n ? at(a, r, first + tx) : 0.0f;
            top[ty][tx + i * SIDE] = first + ty < n && k < n ? at(b, first + ty, k) : 0.0f;
        }
        tile_barrier_wait(tidx);
        for (int k = 0; k < SIDE; k++) {
            float mine[EACH], other[EACH];
            for (int i = 0; i < EACH; i++) {
                mine[i] = left[ty + i * SIDE][k];
                other[i] = top[k][tx + i * SIDE];
            }
            for (int i = 0; i < EACH; i++) {
                for (int j = 0; j < EACH; j++) {
                    sum[i][j] += mine[i] * other[j];
                }
            }
        }
        tile_barrier_wait(tidx);
    }
    for (int i = 0; i < EACH; i++) {
        for (int j = 0; j < EACH; j++) {
            if (row + ty + i * SIDE < n && column + tx + j * SIDE < n) {
                at(c, row + ty + i * SIDE, column + tx + j * SIDE) = sum[i][j];
            }
        }
    }
}
AMP_DEVICE_END

static int n;
static float *a, *b, *c;

static void make(int size)
{
    n = size;
    a = sample_floats((size_t)n * (size_t)n, 0, 1);
    b = sample_floats((size_t)n * (size_t)n, 0, 1);
    c = sample_floats((size_t)n * (size_t)n, 0, 1);
    sample_is_result(c);
}

static double launch(void)
{
    const int side = sample_whole(n, BLOCK) / EACH;
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, a, n, n);
    views[1] = amp_view(float, b, n, n);
    views[2] = amp_view(float, c, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), matmul_tiles, views[0],
                          views[1], views[2]);
    return REAL_ENDED(s, views);
}

/* Columns from..from + width - 1 of rows y to y + 3 of c. */
static void four_rows(int y, int from, int width)
{
    int x, k, i;
    enum { WIDE = 16 };
    for (x = from; x + WIDE <= from + width; x += WIDE) {
        float sum[4][WIDE] = { { 0 } };
        for (k = 0; k < n; k++) {
            const float *restrict line = b + k * n + x;
            const float f0 = a[y * n + k], f1 = a[(y + 1) * n + k];
            const float f2 = a[(y + 2) * n + k], f3 = a[(y + 3) * n + k];
            for (i = 0; i < WIDE; i++) {
                sum[0][i] += f0 * line[i];
                sum[1][i] += f1 * line[i];
                sum[2][i] += f2 * line[i];
                sum[3][i] += f3 * line[i];
            }
        }
        for (i = 0; i < 4; i++) {
            memcpy(c + (y + i) * n + x, sum[i], sizeof(sum[i]));
        }
    }
    for (; x < from + width; x++) {
        for (i = 0; i < 4; i++) {
            float sum = 0;
            for (k = 0; k < n; k++) {
                sum += a[(y + i) * n + k] * b[k * n + x];
            }
            c[(y + i) * n + x] = sum;
        }
    }
}

static void by_hand(void)
{
    enum { STRIP = 64 };
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += STRIP) {
        const int width = n - first < STRIP ? n - first : STRIP;
        int x, y, k;
        for (y = 0; y + 4 <= n; y += 4) {
            four_rows(y, first, width);
        }
        for (; y < n; y++) {
            for (x = first; x < first + width; x++) {
                float sum = 0;
                for (k = 0; k < n; k++) {
                    sum += a[y * n + k] * b[k * n + x];
                }
                c[y * n + x] = sum;
            }
        }
    }
}

const sample matmul_sample = { make, launch, by_hand, 1e-5 };
