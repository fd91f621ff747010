/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

spmv_vector_problem spmv_vector;

static void close_problem(void)
{
    real_matrix_free(&spmv_vector.m);
    real_free(&spmv_vector.x);
    real_free(&spmv_vector.y);
    real_free(&spmv_vector.expected);
}

static void open_problem(int n, int steps)
{
    const size_t bytes = (size_t)n * sizeof(float);
    real_matrix_make(&spmv_vector.m, n, 0, 2 * steps);
    spmv_vector.x = (float *)bench_memory(bytes);
    spmv_vector.y = (float *)bench_memory(bytes);
    spmv_vector.expected = (float *)bench_memory(bytes);
    real_fill(spmv_vector.x, (size_t)n, 2, -1, 1);
    real_matrix_multiply(&spmv_vector.m, spmv_vector.x, spmv_vector.expected);
}

static void restore(void)
{
    memset(spmv_vector.y, REAL_POISON, (size_t)spmv_vector.m.n * sizeof(float));
}

/* Sums of some ten to some hundred products, of either sign, in floats in any order. */
static const char *check(void)
{
    return real_differs(spmv_vector.y, spmv_vector.expected, (size_t)spmv_vector.m.n, 1e-5);
}

const real_program spmv_vector_program = { open_problem, restore, check, close_problem };
