/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <string.h>

gaussian_problem gaussian;

static void reference(float *a, float *b, float *x)
{
    const size_t n = (size_t)gaussian.n;
    size_t k, i, j;
    for (k = 0; k < n; k++) {
        for (i = k + 1; i < n; i++) {
            const float m = a[i * n + k] / a[k * n + k];
            for (j = k; j < n; j++) {
                a[i * n + j] -= m * a[k * n + j];
            }
            b[i] -= m * b[k];
        }
    }
    for (i = n; i-- > 0;) {
        float rest = b[i];
        for (j = i + 1; j < n; j++) {
            rest -= a[i * n + j] * x[j];
        }
        x[i] = rest / a[i * n + i];
    }
}

static void close_problem(void)
{
    real_free(&gaussian.matrix);
    real_free(&gaussian.right);
    real_free(&gaussian.a);
    real_free(&gaussian.b);
    real_free(&gaussian.m);
    real_free(&gaussian.x);
    real_free(&gaussian.expected);
}

static void restore(void)
{
    const size_t bytes = (size_t)gaussian.n * sizeof(float);
    memcpy(gaussian.a, gaussian.matrix, (size_t)gaussian.n * bytes);
    memcpy(gaussian.b, gaussian.right, bytes);
    memset(gaussian.m, REAL_POISON, (size_t)gaussian.n * bytes);
    memset(gaussian.x, REAL_POISON, bytes);
}

/* Noise beside a diagonal of ones, so small that its sum over a row stays well below 1 as a
   matrix (the largest singular value of n x n such elements is about 0.6). */
static void open_problem(int n, int steps)
{
    const size_t side = (size_t)n, bytes = side * sizeof(float);
    const float most = 0.5f / sqrtf((float)n);
    size_t i;
    (void)steps;
    gaussian.n = n;
    gaussian.matrix = (float *)bench_memory(side * bytes);
    gaussian.right = (float *)bench_memory(bytes);
    gaussian.a = (float *)bench_memory(side * bytes);
    gaussian.b = (float *)bench_memory(bytes);
    gaussian.m = (float *)bench_memory(side * bytes);
    gaussian.x = (float *)bench_memory(bytes);
    gaussian.expected = (float *)bench_memory(bytes);
    real_fill(gaussian.matrix, side * side, 1, -most, most);
    real_fill(gaussian.right, side, 2, -1, 1);
    for (i = 0; i < side; i++) {
        gaussian.matrix[i * side + i] += 1;
    }
    restore();
    reference(gaussian.a, gaussian.b, gaussian.expected);
}

/* The matrix is so near to the identity that what is rounded, 6e-8 a product, in any order, grows
   to no more than some times that. */
static const char *check(void)
{
    return real_differs(gaussian.x, gaussian.expected, (size_t)gaussian.n, 1e-5);
}

const real_program gaussian_program = { open_problem, restore, check, close_problem };
