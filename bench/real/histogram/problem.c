/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

histogram_problem histogram;

static void close_problem(void)
{
    real_free(&histogram.data);
    real_free(&histogram.bins);
    real_free(&histogram.expected);
}

static void open_problem(int n, int steps)
{
    int i;
    (void)steps;
    histogram.n = n;
    histogram.data = (unsigned char *)bench_memory((size_t)n);
    histogram.bins = (int *)bench_memory(HISTOGRAM_BINS * sizeof(int));
    histogram.expected = (int *)bench_memory(HISTOGRAM_BINS * sizeof(int));
    for (i = 0; i < n; i++) {
        const unsigned noise = bench_noise((unsigned)i);
        const unsigned sum = (noise & 255) + (noise >> 8 & 255) + (noise >> 16 & 255);
        histogram.data[i] = (unsigned char)(sum / 3);
        histogram.expected[histogram.data[i]]++;
    }
}

static void restore(void)
{
    memset(histogram.bins, REAL_POISON, HISTOGRAM_BINS * sizeof(int));
}

static const char *check(void)
{
    return real_differs_ints(histogram.bins, histogram.expected, HISTOGRAM_BINS);
}

const real_program histogram_program = { open_problem, restore, check, close_problem };
