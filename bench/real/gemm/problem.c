/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

gemm_problem gemm;

static void close_problem(void)
{
    real_free(&gemm.a);
    real_free(&gemm.b);
    real_free(&gemm.start);
    real_free(&gemm.c);
    real_free(&gemm.expected);
}

/* A row of C is summed up in double, a row of B at a time. */
static void multiply(void)
{
    const size_t n = (size_t)gemm.n;
    double *sum = (double *)bench_memory(n * sizeof(double));
    size_t i, j, k;
    for (i = 0; i < n; i++) {
        memset(sum, 0, n * sizeof(double));
        for (k = 0; k < n; k++) {
            for (j = 0; j < n; j++) {
                sum[j] += (double)gemm.a[i * n + k] * (double)gemm.b[k * n + j];
            }
        }
        for (j = 0; j < n; j++) {
            gemm.expected[i * n + j] = (float)((double)gemm.alpha * sum[j]
                + (double)gemm.beta * (double)gemm.start[i * n + j]);
        }
    }
    real_free(&sum);
}

static void open_problem(int n, int steps)
{
    const size_t count = (size_t)n * (size_t)n;
    (void)steps;
    gemm.n = n;
    gemm.alpha = 1.5f;
    gemm.beta = 0.75f;
    gemm.a = (float *)bench_memory(count * sizeof(float));
    gemm.b = (float *)bench_memory(count * sizeof(float));
    gemm.start = (float *)bench_memory(count * sizeof(float));
    gemm.c = (float *)bench_memory(count * sizeof(float));
    gemm.expected = (float *)bench_memory(count * sizeof(float));
    real_fill(gemm.a, count, 1, 0, 1);
    real_fill(gemm.b, count, 2, 0, 1);
    real_fill(gemm.start, count, 3, -1, 1);
    multiply();
}

static void restore(void)
{
    memcpy(gemm.c, gemm.start, (size_t)gemm.n * (size_t)gemm.n * sizeof(float));
}

/* A sum of n positive floats is off by at most n / 2^24 of itself, and by far less where the
   roundings go either way: 6e-5 at n = 1000. */
static const char *check(void)
{
    return real_differs(gemm.c, gemm.expected, (size_t)gemm.n * (size_t)gemm.n, 1e-4);
}

const real_program gemm_program = { open_problem, restore, check, close_problem };
