/* SPDX-License-Identifier: MIT */
/* Either equation by equation, the rows below in parallel; or the matrix as two triangles by
   blocks, and both of them solved. */
#include "../real_lu.h"

#include "problem.h"

/* rest minus the product of count elements. */
static float less(float rest, const float *restrict row, const float *restrict x, int count)
{
    float sum = 0;
    int j;
#pragma omp simd reduction(+ : sum)
    for (j = 0; j < count; j++) {
        sum += row[j] * x[j];
    }
    return rest - sum;
}

/* The unknowns of the upper triangle, from the last one up. */
static void solve(void)
{
    const int n = gaussian.n;
    int i;
    for (i = n - 1; i >= 0; i--) {
        const float *row = gaussian.a + (size_t)i * (size_t)n;
        gaussian.x[i] = less(gaussian.b[i], row + i + 1, gaussian.x + i + 1, n - 1 - i) / row[i];
    }
}

static double run_equations(void)
{
    const int n = gaussian.n;
#pragma omp parallel
    {
        int k, i, j;
        for (k = 0; k < n - 1; k++) {
            const float *restrict above = gaussian.a + (size_t)k * (size_t)n;
#pragma omp for schedule(static)
            for (i = k + 1; i < n; i++) {
                float *restrict row = gaussian.a + (size_t)i * (size_t)n;
                const float m = row[k] / above[k];
#pragma omp simd
                for (j = k + 1; j < n; j++) {
                    row[j] -= m * above[j];
                }
                gaussian.b[i] -= m * gaussian.b[k];
            }
        }
    }
    solve();
    return BENCH_WALL;
}

static double run_blocks(void)
{
    const int n = gaussian.n;
    int i;
    real_lu_blocks(gaussian.a, n);
    for (i = 1; i < n; i++) {
        gaussian.b[i] = less(gaussian.b[i], gaussian.a + (size_t)i * (size_t)n, gaussian.b, i);
    }
    solve();
    return BENCH_WALL;
}

const real_variant gaussian_openmp[] = { { "equations", run_equations }, { "blocks", run_blocks },
                                         { NULL, NULL } };
