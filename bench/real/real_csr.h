/* SPDX-License-Identifier: MIT */
#ifndef REAL_CSR_H
#define REAL_CSR_H
/* A sparse matrix in compressed rows times a vector, for a CPU: the openmp.c of spmv_csr and of
   spmv_vector. A row's elements in vectors, whose x are gathered, or one after the other, in four
   sums that do not wait for each other. */
#include "real_sparse.h"

static inline float real_csr_row(const int *restrict column, const float *restrict value,
                                 const float *restrict x, int count)
{
    float sum = 0;
    int i;
#pragma omp simd reduction(+ : sum)
    for (i = 0; i < count; i++) {
        sum += value[i] * x[column[i]];
    }
    return sum;
}

static inline float real_csr_row_in_four(const int *restrict column, const float *restrict value,
                                         const float *restrict x, int count)
{
    float a = 0, b = 0, c = 0, d = 0;
    int i;
    for (i = 0; i + 4 <= count; i += 4) {
        a += value[i] * x[column[i]];
        b += value[i + 1] * x[column[i + 1]];
        c += value[i + 2] * x[column[i + 2]];
        d += value[i + 3] * x[column[i + 3]];
    }
    for (; i < count; i++) {
        a += value[i] * x[column[i]];
    }
    return (a + b) + (c + d);
}

static inline double real_csr_vectors(const real_csr_problem *p)
{
    const real_matrix m = p->m;
    int r;
#pragma omp parallel for schedule(static)
    for (r = 0; r < m.n; r++) {
        const int first = m.start[r];
        p->y[r] = real_csr_row(m.column + first, m.value + first, p->x, m.start[r + 1] - first);
    }
    return BENCH_WALL;
}

static inline double real_csr_four(const real_csr_problem *p)
{
    const real_matrix m = p->m;
    int r;
#pragma omp parallel for schedule(static)
    for (r = 0; r < m.n; r++) {
        const int first = m.start[r];
        p->y[r] = real_csr_row_in_four(m.column + first, m.value + first, p->x,
                                       m.start[r + 1] - first);
    }
    return BENCH_WALL;
}

#endif
