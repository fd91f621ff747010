/* SPDX-License-Identifier: MIT */
/* A block of rows at a time, whose sums stay in the first cache, while their elements are read side
   by side: up to the longest of these rows, since padding adds nothing. A larger block reads longer
   pieces of memory. */
#include "problem.h"

enum { MANY = 2048 };

static int longest_of(int first, int count)
{
    int longest = 0, r;
    for (r = first; r < first + count; r++) {
        longest = spmv_ell.length[r] > longest ? spmv_ell.length[r] : longest;
    }
    return longest;
}

/* `count` rows from `first`; count is at most MANY. */
static void rows(const float *restrict x, float *restrict y, int first, int count)
{
    const size_t n = (size_t)spmv_ell.n;
    const int longest = longest_of(first, count);
    float sum[MANY] = { 0 };
    int k, r;
    for (k = 0; k < longest; k++) {
        const float *restrict value = spmv_ell.value + (size_t)k * n + first;
        const int *restrict column = spmv_ell.column + (size_t)k * n + first;
#pragma omp simd
        for (r = 0; r < count; r++) {
            sum[r] += value[r] * x[column[r]];
        }
    }
    for (r = 0; r < count; r++) {
        y[first + r] = sum[r];
    }
}

static double by_blocks(int block)
{
    const int n = spmv_ell.n;
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += block) {
        rows(spmv_ell.x, spmv_ell.y, first, n - first < block ? n - first : block);
    }
    return BENCH_WALL;
}

static double some(void) { return by_blocks(512); }

static double many(void) { return by_blocks(MANY); }

const real_variant spmv_ell_openmp[] = {
    { "512 rows", some }, { "2048 rows", many }, { NULL, NULL }
};
