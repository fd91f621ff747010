/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <string.h>

lud_problem lud;

static void reference(float *a)
{
    const size_t n = (size_t)lud.n;
    size_t k, i, j;
    for (k = 0; k < n; k++) {
        for (i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (j = k + 1; j < n; j++) {
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
            }
        }
    }
}

static void close_problem(void)
{
    real_free(&lud.matrix);
    real_free(&lud.a);
    real_free(&lud.expected);
}

/* Noise beside a diagonal of ones, so small that its sum over a row stays well below 1 as a
   matrix (the largest singular value of n x n such elements is about 0.6). */
static void open_problem(int n, int steps)
{
    const size_t side = (size_t)n, bytes = side * side * sizeof(float);
    const float most = 0.5f / sqrtf((float)n);
    size_t i;
    (void)steps;
    lud.n = n;
    lud.matrix = (float *)bench_memory(bytes);
    lud.a = (float *)bench_memory(bytes);
    lud.expected = (float *)bench_memory(bytes);
    real_fill(lud.matrix, side * side, 1, -most, most);
    for (i = 0; i < side; i++) {
        lud.matrix[i * side + i] += 1;
    }
    memcpy(lud.expected, lud.matrix, bytes);
    reference(lud.expected);
}

static void restore(void)
{
    memcpy(lud.a, lud.matrix, (size_t)lud.n * (size_t)lud.n * sizeof(float));
}

/* An element of about 1 is a sum of up to n products of about 0.1 / n, in any order, each rounded
   to 6e-8; one that lacks a block's products is off by about 0.3 / n. */
static const char *check(void)
{
    return real_differs(lud.a, lud.expected, (size_t)lud.n * (size_t)lud.n, 1e-5);
}

const real_program lud_program = { open_problem, restore, check, close_problem };
