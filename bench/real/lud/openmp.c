/* SPDX-License-Identifier: MIT */
/* Either column by column, the rows below in parallel; or in blocks of 64 columns: what a block
   takes from the rest is a product of matrices, of which 4 rows and 32 columns are computed at a
   time, in registers, from a copy of the block's rows. */
#include <string.h>

#include "problem.h"

static double run_columns(void)
{
    const int n = lud.n;
#pragma omp parallel
    {
        int k, i, j;
        for (k = 0; k < n - 1; k++) {
            const float *restrict above = lud.a + (size_t)k * (size_t)n;
#pragma omp for schedule(static)
            for (i = k + 1; i < n; i++) {
                float *restrict row = lud.a + (size_t)i * (size_t)n;
                const float x = row[k] /= above[k];
#pragma omp simd
                for (j = k + 1; j < n; j++) {
                    row[j] -= x * above[j];
                }
            }
        }
    }
    return BENCH_WALL;
}

enum { BLOCK = 64, ROWS = 4, LANES = 16, COLS = 2 * LANES };
typedef float lanes __attribute__((vector_size(64)));

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* The block on the diagonal. */
static void diagonal(float *restrict pivots, int count)
{
    const size_t n = (size_t)lud.n;
    int k, i, j;
    for (k = 0; k < count; k++) {
        const float *restrict above = pivots + (size_t)k * n;
        for (i = k + 1; i < count; i++) {
            float *restrict row = pivots + (size_t)i * n;
            const float x = row[k] /= above[k];
#pragma omp simd
            for (j = k + 1; j < count; j++) {
                row[j] -= x * above[j];
            }
        }
    }
}

/* Rows of a block's columns become the lower triangle's, side by side: a vector has an element of
   each. */
static void lower_rows(float *restrict rows, const float *restrict pivots, int height, int count)
{
    const size_t n = (size_t)lud.n;
    float t[BLOCK][LANES] = { { 0 } };
    int p, q, r;
    for (r = 0; r < height; r++) {
        for (p = 0; p < count; p++) {
            t[p][r] = rows[(size_t)r * n + (size_t)p];
        }
    }
    for (p = 0; p < count; p++) {
        const float one_over = 1.0f / pivots[(size_t)p * n + (size_t)p];
#pragma omp simd
        for (r = 0; r < LANES; r++) {
            t[p][r] *= one_over;
        }
        for (q = p + 1; q < count; q++) {
            const float x = pivots[(size_t)p * n + (size_t)q];
#pragma omp simd
            for (r = 0; r < LANES; r++) {
                t[q][r] -= x * t[p][r];
            }
        }
    }
    for (r = 0; r < height; r++) {
        for (p = 0; p < count; p++) {
            rows[(size_t)r * n + (size_t)p] = t[p][r];
        }
    }
}

/* Columns of the block's rows become the upper triangle's, in b. */
static void upper_columns(float *restrict rows, const float *restrict lower,
                          float (*restrict b)[COLS], int count, int cols)
{
    const size_t n = (size_t)lud.n;
    int i, p, j;
    for (i = 0; i < count; i++) {
        memset(b[i], 0, sizeof(b[i]));
        memcpy(b[i], rows + (size_t)i * n, (size_t)cols * sizeof(float));
        for (p = 0; p < i; p++) {
            const float x = lower[(size_t)i * n + (size_t)p];
#pragma omp simd
            for (j = 0; j < COLS; j++) {
                b[i][j] -= x * b[p][j];
            }
        }
        memcpy(rows + (size_t)i * n, b[i], (size_t)cols * sizeof(float));
    }
}

/* Takes the product of `height` rows of the lower triangle and b from the rest. */
static inline void take(int height, const float *restrict lower, const float (*restrict b)[COLS],
                        float *restrict rest, int count, int cols)
{
    const size_t n = (size_t)lud.n;
    lanes sum[ROWS][2] = { { { 0 } } };
    float row[COLS];
    int p, r, j;
    for (p = 0; p < count; p++) {
        lanes b0, b1;
        memcpy(&b0, b[p], sizeof(b0));
        memcpy(&b1, b[p] + LANES, sizeof(b1));
        for (r = 0; r < height; r++) {
            sum[r][0] += lower[(size_t)r * n + (size_t)p] * b0;
            sum[r][1] += lower[(size_t)r * n + (size_t)p] * b1;
        }
    }
    for (r = 0; r < height; r++) {
        memcpy(row, sum[r], sizeof(row));
        for (j = 0; j < cols; j++) {
            rest[(size_t)r * n + (size_t)j] -= row[j];
        }
    }
}

/* Columns j, j + 1... right of the block that begins at k. */
static void strip(int k, int count, int j)
{
    const int n = lud.n, cols = smaller(COLS, n - j);
    float *const block = lud.a + (size_t)k * (size_t)n;
    float b[BLOCK][COLS];
    int i;
    upper_columns(block + j, block + k, b, count, cols);
    for (i = k + count; i + ROWS <= n; i += ROWS) {
        float *const row = lud.a + (size_t)i * (size_t)n;
        if (cols == COLS) {
            take(ROWS, row + k, (const float (*)[COLS])b, row + j, count, COLS);
        } else {
            take(ROWS, row + k, (const float (*)[COLS])b, row + j, count, cols);
        }
    }
    for (; i < n; i++) {
        float *const row = lud.a + (size_t)i * (size_t)n;
        take(1, row + k, (const float (*)[COLS])b, row + j, count, cols);
    }
}

static double run_blocks(void)
{
    const int n = lud.n;
#pragma omp parallel
    {
        int k, i, j;
        for (k = 0; k < n; k += BLOCK) {
            const int count = smaller(BLOCK, n - k);
            float *const pivots = lud.a + (size_t)k * (size_t)n + k;
#pragma omp single
            diagonal(pivots, count);
#pragma omp for schedule(static)
            for (i = k + count; i < n; i += LANES) {
                lower_rows(lud.a + (size_t)i * (size_t)n + k, pivots, smaller(LANES, n - i), count);
            }
#pragma omp for schedule(dynamic)
            for (j = k + count; j < n; j += COLS) {
                strip(k, count, j);
            }
        }
    }
    return BENCH_WALL;
}

const real_variant lud_openmp[] = { { "columns", run_columns }, { "blocks", run_blocks },
                                    { NULL, NULL } };
