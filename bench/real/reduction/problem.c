/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

reduction_problem reduction;

static void close_problem(void)
{
    real_free(&reduction.x);
    real_free(&reduction.sums);
}

static void open_problem(int n, int steps)
{
    double sum = 0;
    int i;
    (void)steps;
    reduction.n = n;
    reduction.x = (float *)bench_memory((size_t)n * sizeof(float));
    reduction.sums = (float *)bench_memory(REDUCTION_TILES * sizeof(float));
    real_fill(reduction.x, (size_t)n, 1, 0, 1);
    for (i = 0; i < n; i++) {
        sum += (double)reduction.x[i];
    }
    reduction.expected = (float)sum;
}

static void restore(void)
{
    memset(reduction.sums, REAL_POISON, REDUCTION_TILES * sizeof(float));
    memset(&reduction.total, REAL_POISON, sizeof(float));
}

/* A thread adds some thousands of numbers to a sum that is small beside the whole: each addition
   rounds by 6e-8 of that sum, and all numbers have one sign. */
static const char *check(void)
{
    return real_differs(&reduction.total, &reduction.expected, 1, 2e-5);
}

const real_program reduction_program = { open_problem, restore, check, close_problem };
