/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

atax_problem atax;

static void close_problem(void)
{
    real_free(&atax.a);
    real_free(&atax.x);
    real_free(&atax.t);
    real_free(&atax.y);
    real_free(&atax.expected);
}

/* A row's part of the result is its product with x times the row; added up in double. */
static void multiply(void)
{
    const size_t rows = (size_t)atax.rows, cols = (size_t)atax.cols;
    double *y = (double *)bench_memory(cols * sizeof(double));
    size_t i, j;
    for (i = 0; i < rows; i++) {
        const float *row = atax.a + i * cols;
        double t = 0;
        for (j = 0; j < cols; j++) {
            t += (double)row[j] * (double)atax.x[j];
        }
        for (j = 0; j < cols; j++) {
            y[j] += (double)row[j] * t;
        }
    }
    for (j = 0; j < cols; j++) {
        atax.expected[j] = (float)y[j];
    }
    real_free(&y);
}

static void open_problem(int n, int steps)
{
    size_t rows, cols;
    (void)steps;
    atax.rows = n;
    atax.cols = n + n / 4;
    rows = (size_t)atax.rows;
    cols = (size_t)atax.cols;
    atax.a = (float *)bench_memory(rows * cols * sizeof(float));
    atax.x = (float *)bench_memory(cols * sizeof(float));
    atax.t = (float *)bench_memory(rows * sizeof(float));
    atax.y = (float *)bench_memory(cols * sizeof(float));
    atax.expected = (float *)bench_memory(cols * sizeof(float));
    real_fill(atax.a, rows * cols, 1, 0, 1);
    real_fill(atax.x, cols, 2, 0, 1);
    multiply();
}

static void restore(void)
{
    memset(atax.t, REAL_POISON, (size_t)atax.rows * sizeof(float));
    memset(atax.y, REAL_POISON, (size_t)atax.cols * sizeof(float));
}

/* Two sums of some thousand positive floats, one after the other: each off by at most its length
   / 2^24 of itself, about 4e-4 in all at the largest size, were all roundings to go one way; they
   go both ways, and the error grows with the root of the length. */
static const char *check(void)
{
    return real_differs(atax.y, atax.expected, (size_t)atax.cols, 1e-4);
}

const real_program atax_program = { open_problem, restore, check, close_problem };
