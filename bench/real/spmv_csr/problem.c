/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

spmv_csr_problem spmv_csr;

static void close_problem(void)
{
    real_matrix_free(&spmv_csr.m);
    real_free(&spmv_csr.x);
    real_free(&spmv_csr.y);
    real_free(&spmv_csr.expected);
}

static void open_problem(int n, int steps)
{
    const size_t bytes = (size_t)n * sizeof(float);
    real_matrix_make(&spmv_csr.m, n, 0, 2 * steps);
    spmv_csr.x = (float *)bench_memory(bytes);
    spmv_csr.y = (float *)bench_memory(bytes);
    spmv_csr.expected = (float *)bench_memory(bytes);
    real_fill(spmv_csr.x, (size_t)n, 2, -1, 1);
    real_matrix_multiply(&spmv_csr.m, spmv_csr.x, spmv_csr.expected);
}

static void restore(void)
{
    memset(spmv_csr.y, REAL_POISON, (size_t)spmv_csr.m.n * sizeof(float));
}

/* Sums of some ten to some hundred products, of either sign, in floats in any order. */
static const char *check(void)
{
    return real_differs(spmv_csr.y, spmv_csr.expected, (size_t)spmv_csr.m.n, 1e-5);
}

const real_program spmv_csr_program = { open_problem, restore, check, close_problem };
