/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

scan_problem scan;

static void close_problem(void)
{
    real_free(&scan.x);
    real_free(&scan.sums);
    real_free(&scan.before);
    real_free(&scan.y);
    real_free(&scan.expected);
}

static void open_problem(int n, int steps)
{
    const size_t bytes = (size_t)n * sizeof(float);
    double sum = 0;
    int i;
    (void)steps;
    scan.n = n;
    scan.x = (float *)bench_memory(bytes);
    scan.sums = (float *)bench_memory(SCAN_REGIONS * sizeof(float));
    scan.before = (float *)bench_memory(SCAN_REGIONS * sizeof(float));
    scan.y = (float *)bench_memory(bytes);
    scan.expected = (float *)bench_memory(bytes);
    real_fill(scan.x, (size_t)n, 1, 0, 1);
    for (i = 0; i < n; i++) {
        sum += (double)scan.x[i];
        scan.expected[i] = (float)sum;
    }
}

static void restore(void)
{
    memset(scan.sums, REAL_POISON, SCAN_REGIONS * sizeof(float));
    memset(scan.before, REAL_POISON, SCAN_REGIONS * sizeof(float));
    memset(scan.y, REAL_POISON, (size_t)scan.n * sizeof(float));
}

/* A sum of millions of floats of one sign, that many additions behind each other in the worst
   case: each rounds by up to 6e-8 of the sum so far, now up, now down. */
static const char *check(void)
{
    return real_differs(scan.y, scan.expected, (size_t)scan.n, 5e-5);
}

const real_program scan_program = { open_problem, restore, check, close_problem };
