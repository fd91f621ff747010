/* SPDX-License-Identifier: MIT */
/* "fused": A is read once. Four rows by x, and at once, while they are in the caches, those rows
   by what came out, added to the thread's own y; the threads' y are added at the end. "two
   passes": A is read twice, and each thread has its own rows, then its own columns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"

enum { AT_ONCE = 4, COLUMNS = 512 };

static float product(const float *restrict row, const float *restrict x, int n)
{
    float sum = 0;
    int j;
#pragma omp simd reduction(+ : sum)
    for (j = 0; j < n; j++) {
        sum += row[j] * x[j];
    }
    return sum;
}

static void four_products(const float *restrict rows, const float *restrict x, size_t n,
                          float *restrict t)
{
    const float *restrict b = rows + n, *restrict c = rows + 2 * n, *restrict d = rows + 3 * n;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    size_t j;
#pragma omp simd reduction(+ : s0, s1, s2, s3)
    for (j = 0; j < n; j++) {
        s0 += rows[j] * x[j];
        s1 += b[j] * x[j];
        s2 += c[j] * x[j];
        s3 += d[j] * x[j];
    }
    t[0] = s0;
    t[1] = s1;
    t[2] = s2;
    t[3] = s3;
}

/* y += t[0] times the first of four rows of n, and so on; `wide` columns of them. */
static void add_four(const float *restrict rows, const float *restrict t, size_t n, size_t wide,
                     float *restrict y)
{
    const float *restrict b = rows + n, *restrict c = rows + 2 * n, *restrict d = rows + 3 * n;
    const float t0 = t[0], t1 = t[1], t2 = t[2], t3 = t[3];
    size_t j;
#pragma omp simd
    for (j = 0; j < wide; j++) {
        y[j] += t0 * rows[j] + t1 * b[j] + (t2 * c[j] + t3 * d[j]);
    }
}

static void add_one(const float *restrict row, float t, size_t wide, float *restrict y)
{
    size_t j;
#pragma omp simd
    for (j = 0; j < wide; j++) {
        y[j] += t * row[j];
    }
}

/* Rows i..i + 3, or to the last, by x, and by that once more into y. */
static void some_rows(int i, float *restrict y)
{
    const size_t n = (size_t)atax.cols;
    const float *rows = atax.a + (size_t)i * n;
    if (i + AT_ONCE <= atax.rows) {
        float t[AT_ONCE];
        four_products(rows, atax.x, n, t);
        add_four(rows, t, n, n, y);
        return;
    }
    for (; i < atax.rows; i++, rows += n) {
        add_one(rows, product(rows, atax.x, atax.cols), n, y);
    }
}

static double run_fused(void)
{
    const size_t n = (size_t)atax.cols;
    memset(atax.y, 0, n * sizeof(float));
#pragma omp parallel
    {
        float *own = (float *)calloc(n, sizeof(float));
        int i;
        if (own == NULL) {
            (void)fprintf(stderr, "atax: no memory\n");
            exit(2);
        }
#pragma omp for schedule(static) nowait
        for (i = 0; i < atax.rows; i += AT_ONCE) {
            some_rows(i, own);
        }
#pragma omp critical
        add_one(own, 1, n, atax.y);
        free(own);
    }
    return BENCH_WALL;
}

/* y's columns from j, COLUMNS or fewer. */
static void columns(int j)
{
    const size_t n = (size_t)atax.cols;
    const size_t wide = (size_t)(j + COLUMNS <= atax.cols ? COLUMNS : atax.cols - j);
    float *restrict y = atax.y + j;
    int i;
    memset(y, 0, wide * sizeof(float));
    for (i = 0; i + AT_ONCE <= atax.rows; i += AT_ONCE) {
        add_four(atax.a + (size_t)i * n + (size_t)j, atax.t + i, n, wide, y);
    }
    for (; i < atax.rows; i++) {
        add_one(atax.a + (size_t)i * n + (size_t)j, atax.t[i], wide, y);
    }
}

static double run_two(void)
{
    int i, j;
#pragma omp parallel for schedule(static)
    for (i = 0; i < atax.rows; i++) {
        atax.t[i] = product(atax.a + (size_t)i * (size_t)atax.cols, atax.x, atax.cols);
    }
#pragma omp parallel for schedule(static)
    for (j = 0; j < atax.cols; j += COLUMNS) {
        columns(j);
    }
    return BENCH_WALL;
}

const real_variant atax_openmp[] = {
    { "fused", run_fused }, { "two passes", run_two }, { NULL, NULL }
};
