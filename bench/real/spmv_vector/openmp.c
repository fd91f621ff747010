/* SPDX-License-Identifier: MIT */
/* A row's elements in vectors, whose x are gathered, or one after the other, in four sums that do
   not wait for each other. */
#include "problem.h"

static float row_in_vectors(const int *restrict column, const float *restrict value,
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

static float row_in_four(const int *restrict column, const float *restrict value,
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

static double vectors(void)
{
    const real_matrix m = spmv_vector.m;
    int r;
#pragma omp parallel for schedule(static)
    for (r = 0; r < m.n; r++) {
        const int first = m.start[r];
        spmv_vector.y[r] = row_in_vectors(m.column + first, m.value + first, spmv_vector.x,
                                 m.start[r + 1] - first);
    }
    return BENCH_WALL;
}

static double four(void)
{
    const real_matrix m = spmv_vector.m;
    int r;
#pragma omp parallel for schedule(static)
    for (r = 0; r < m.n; r++) {
        const int first = m.start[r];
        spmv_vector.y[r] = row_in_four(m.column + first, m.value + first, spmv_vector.x,
                              m.start[r + 1] - first);
    }
    return BENCH_WALL;
}

const real_variant spmv_vector_openmp[] = {
    { "rows in vectors", vectors }, { "rows in four sums", four }, { NULL, NULL }
};
