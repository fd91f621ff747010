/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

#include "../real_sparse.h"

spmv_ell_problem spmv_ell;

static void close_problem(void)
{
    real_free(&spmv_ell.length);
    real_free(&spmv_ell.column);
    real_free(&spmv_ell.value);
    real_free(&spmv_ell.x);
    real_free(&spmv_ell.y);
    real_free(&spmv_ell.expected);
}

static void pad(const real_matrix *m)
{
    const size_t n = (size_t)m->n, longest = m->longest > 0 ? (size_t)m->longest : 1;
    size_t r, k;
    spmv_ell.longest = (int)longest;
    spmv_ell.length = (int *)bench_memory(n * sizeof(int));
    spmv_ell.column = (int *)bench_memory(longest * n * sizeof(int));
    spmv_ell.value = (float *)bench_memory(longest * n * sizeof(float));
    for (r = 0; r < n; r++) {
        const size_t first = (size_t)m->start[r], length = (size_t)m->start[r + 1] - first;
        spmv_ell.length[r] = (int)length;
        for (k = 0; k < length; k++) {
            spmv_ell.column[k * n + r] = m->column[first + k];
            spmv_ell.value[k * n + r] = m->value[first + k];
        }
    }
}

static void open_problem(int n, int steps)
{
    const size_t bytes = (size_t)n * sizeof(float);
    real_matrix m;
    spmv_ell.n = n;
    real_matrix_make(&m, n, steps / 2, steps + steps / 2);
    pad(&m);
    spmv_ell.x = (float *)bench_memory(bytes);
    spmv_ell.y = (float *)bench_memory(bytes);
    spmv_ell.expected = (float *)bench_memory(bytes);
    real_fill(spmv_ell.x, (size_t)n, 2, -1, 1);
    real_matrix_multiply(&m, spmv_ell.x, spmv_ell.expected);
    real_matrix_free(&m);
}

static void restore(void)
{
    memset(spmv_ell.y, REAL_POISON, (size_t)spmv_ell.n * sizeof(float));
}

/* Sums of some ten to some hundred products, of either sign, in floats in any order. */
static const char *check(void)
{
    return real_differs(spmv_ell.y, spmv_ell.expected, (size_t)spmv_ell.n, 1e-5);
}

const real_program spmv_ell_program = { open_problem, restore, check, close_problem };
