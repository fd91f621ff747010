/* SPDX-License-Identifier: MIT */
/* Each thread sums its share: as the compiler makes it of one sum, or into many sums, whose
   additions do not wait for each other. The loops are functions of their own: clang makes no
   vectors of those whose bounds it reads through the region. */
#include <omp.h>

#include "problem.h"

enum { SUMS = 128 };

static float one_sum(const float *x, int n)
{
    float sum = 0;
    int i;
#pragma omp simd reduction(+ : sum)
    for (i = 0; i < n; i++) {
        sum += x[i];
    }
    return sum;
}

static float many_sums(const float *restrict x, int n)
{
    float part[SUMS] = { 0 };
    int i, k;
    for (i = 0; i + SUMS <= n; i += SUMS) {
#pragma omp simd
        for (k = 0; k < SUMS; k++) {
            part[k] += x[i + k];
        }
    }
    return one_sum(part, SUMS) + one_sum(x + i, n - i);
}

static double by_shares(float (*sum_of)(const float *, int))
{
    const long long n = reduction.n;
    float sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
        const int me = omp_get_thread_num(), team = omp_get_num_threads();
        const int first = (int)(n * me / team), end = (int)(n * (me + 1) / team);
        sum += sum_of(reduction.x + first, end - first);
    }
    reduction.total = sum;
    return BENCH_WALL;
}

static double one(void) { return by_shares(one_sum); }

static double many(void) { return by_shares(many_sums); }

const real_variant reduction_openmp[] = {
    { "one sum", one }, { "128 sums", many }, { NULL, NULL }
};
