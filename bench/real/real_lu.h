/* SPDX-License-Identifier: MIT */
#ifndef REAL_LU_H
#define REAL_LU_H
/* A matrix as the product of two triangles, for a CPU: what the openmp.c of lud and of gaussian
   share. In blocks of 64 columns: what a block takes from the rest is a product of matrices, of
   which 4 rows and 32 columns are computed at a time, in registers, from a copy of the block's
   rows. n is a row's length in memory throughout. */
#include <string.h>

enum { REAL_LU_BLOCK = 64, REAL_LU_ROWS = 4, REAL_LU_LANES = 16, REAL_LU_COLS = 32 };
typedef float real_lu_lanes __attribute__((vector_size(64)));

/* The block on the diagonal. */
static void real_lu_diagonal(float *restrict pivots, size_t n, int count)
{
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
static void real_lu_lower(float *restrict rows, const float *restrict pivots, size_t n, int height,
                          int count)
{
    float t[REAL_LU_BLOCK][REAL_LU_LANES] = { { 0 } };
    int p, q, r;
    for (r = 0; r < height; r++) {
        for (p = 0; p < count; p++) {
            t[p][r] = rows[(size_t)r * n + (size_t)p];
        }
    }
    for (p = 0; p < count; p++) {
        const float one_over = 1.0f / pivots[(size_t)p * n + (size_t)p];
#pragma omp simd
        for (r = 0; r < REAL_LU_LANES; r++) {
            t[p][r] *= one_over;
        }
        for (q = p + 1; q < count; q++) {
            const float x = pivots[(size_t)p * n + (size_t)q];
#pragma omp simd
            for (r = 0; r < REAL_LU_LANES; r++) {
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
static void real_lu_upper(float *restrict rows, const float *restrict lower, size_t n,
                          float (*restrict b)[REAL_LU_COLS], int count, int cols)
{
    int i, p, j;
    for (i = 0; i < count; i++) {
        memset(b[i], 0, sizeof(b[i]));
        memcpy(b[i], rows + (size_t)i * n, (size_t)cols * sizeof(float));
        for (p = 0; p < i; p++) {
            const float x = lower[(size_t)i * n + (size_t)p];
#pragma omp simd
            for (j = 0; j < REAL_LU_COLS; j++) {
                b[i][j] -= x * b[p][j];
            }
        }
        memcpy(rows + (size_t)i * n, b[i], (size_t)cols * sizeof(float));
    }
}

/* Takes the product of `height` rows of the lower triangle and b from the rest. */
static inline void real_lu_take(int height, const float *restrict lower,
                                const float (*restrict b)[REAL_LU_COLS], float *restrict rest,
                                size_t n, int count, int cols)
{
    real_lu_lanes sum[REAL_LU_ROWS][2] = { { { 0 } } };
    float row[REAL_LU_COLS];
    int p, r, j;
    for (p = 0; p < count; p++) {
        real_lu_lanes b0, b1;
        memcpy(&b0, b[p], sizeof(b0));
        memcpy(&b1, b[p] + REAL_LU_LANES, sizeof(b1));
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
static void real_lu_strip(float *a, int n, int k, int count, int j)
{
    const size_t row = (size_t)n;
    const int cols = n - j < REAL_LU_COLS ? n - j : REAL_LU_COLS;
    float *const block = a + (size_t)k * row;
    float copy[REAL_LU_BLOCK][REAL_LU_COLS];
    const float (*const b)[REAL_LU_COLS] = (const float (*)[REAL_LU_COLS])copy;
    int i;
    real_lu_upper(block + j, block + k, row, copy, count, cols);
    for (i = k + count; i + REAL_LU_ROWS <= n; i += REAL_LU_ROWS) {
        float *const rows = a + (size_t)i * row;
        if (cols == REAL_LU_COLS) {
            real_lu_take(REAL_LU_ROWS, rows + k, b, rows + j, row, count, REAL_LU_COLS);
        } else {
            real_lu_take(REAL_LU_ROWS, rows + k, b, rows + j, row, count, cols);
        }
    }
    for (; i < n; i++) {
        float *const rows = a + (size_t)i * row;
        real_lu_take(1, rows + k, b, rows + j, row, count, cols);
    }
}

/* All of a matrix of n x n, in place. */
static void real_lu_blocks(float *a, int n)
{
#pragma omp parallel
    {
        int k, i, j;
        for (k = 0; k < n; k += REAL_LU_BLOCK) {
            const int count = n - k < REAL_LU_BLOCK ? n - k : REAL_LU_BLOCK;
            float *const pivots = a + (size_t)k * (size_t)n + k;
#pragma omp single
            real_lu_diagonal(pivots, (size_t)n, count);
#pragma omp for schedule(static)
            for (i = k + count; i < n; i += REAL_LU_LANES) {
                real_lu_lower(a + (size_t)i * (size_t)n + k, pivots, (size_t)n,
                              n - i < REAL_LU_LANES ? n - i : REAL_LU_LANES, count);
            }
#pragma omp for schedule(dynamic)
            for (j = k + count; j < n; j += REAL_LU_COLS) {
                real_lu_strip(a, n, k, count, j);
            }
        }
    }
}

#endif
