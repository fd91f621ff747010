/* SPDX-License-Identifier: MIT */
/* Some rows at a time, whose sums stay in registers or in the first cache, while their elements
   are read side by side: up to the longest of these rows, since padding adds nothing. A block of
   512 rows reads longer pieces of memory; one of 64 rows has its sums in registers. */
#include "problem.h"

enum { SOME = 64, MANY = 512 };

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

/* SOME rows from `first`. */
static void some_rows(const float *restrict x, float *restrict y, int first)
{
    const size_t n = (size_t)spmv_ell.n;
    const int longest = longest_of(first, SOME);
    float sum[SOME] = { 0 };
    int k, r;
    for (k = 0; k < longest; k++) {
        const float *restrict value = spmv_ell.value + (size_t)k * n + first;
        const int *restrict column = spmv_ell.column + (size_t)k * n + first;
#pragma omp simd
        for (r = 0; r < SOME; r++) {
            sum[r] += value[r] * x[column[r]];
        }
    }
    for (r = 0; r < SOME; r++) {
        y[first + r] = sum[r];
    }
}

static double many(void)
{
    const int n = spmv_ell.n;
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += MANY) {
        rows(spmv_ell.x, spmv_ell.y, first, n - first < MANY ? n - first : MANY);
    }
    return BENCH_WALL;
}

static double some(void)
{
    const int n = spmv_ell.n;
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += SOME) {
        if (n - first < SOME) {
            rows(spmv_ell.x, spmv_ell.y, first, n - first);
        } else {
            some_rows(spmv_ell.x, spmv_ell.y, first);
        }
    }
    return BENCH_WALL;
}

const real_variant spmv_ell_openmp[] = {
    { "512 rows", many }, { "64 rows", some }, { NULL, NULL }
};
