/* SPDX-License-Identifier: MIT */
/* Either column by column, the rows below in parallel; or in blocks of columns. */
#include "../real_lu.h"

#include "problem.h"

static double run_columns(void)
{
    const int n = lud.n;
#pragma omp parallel
    {
        int k, i, j;
        for (k = 0; k < n - 1; k++) {
            const float *restrict above = lud.a + (size_t)k * (size_t)n;
#pragma omp for schedule(static)
            for (i = k + 1; i < n; i++) {
                float *restrict row = lud.a + (size_t)i * (size_t)n;
                const float x = row[k] /= above[k];
#pragma omp simd
                for (j = k + 1; j < n; j++) {
                    row[j] -= x * above[j];
                }
            }
        }
    }
    return BENCH_WALL;
}

static double run_blocks(void)
{
    real_lu_blocks(lud.a, lud.n);
    return BENCH_WALL;
}

const real_variant lud_openmp[] = { { "columns", run_columns }, { "blocks", run_blocks },
                                    { NULL, NULL } };
