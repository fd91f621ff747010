/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <string.h>

correlation_problem correlation;

static void close_problem(void)
{
    real_free(&correlation.start);
    real_free(&correlation.data);
    real_free(&correlation.mean);
    real_free(&correlation.deviation);
    real_free(&correlation.result);
    real_free(&correlation.expected);
}

/* z is the data, centred and scaled, as doubles. */
static void centre(double *z)
{
    const size_t m = (size_t)correlation.variables, points = (size_t)correlation.points;
    size_t i, j;
    for (j = 0; j < m; j++) {
        double mean = 0, square = 0, deviation;
        for (i = 0; i < points; i++) {
            mean += (double)correlation.start[i * m + j];
        }
        mean /= (double)points;
        for (i = 0; i < points; i++) {
            const double d = (double)correlation.start[i * m + j] - mean;
            square += d * d;
        }
        deviation = sqrt(square / (double)points);
        if (deviation <= (double)CORRELATION_TINY) {
            deviation = 1;
        }
        for (i = 0; i < points; i++) {
            z[i * m + j] = ((double)correlation.start[i * m + j] - mean)
                         / (sqrt((double)points) * deviation);
        }
    }
}

static void correlate(void)
{
    const size_t m = (size_t)correlation.variables, points = (size_t)correlation.points;
    double *z = (double *)bench_memory(points * m * sizeof(double));
    double *sums = (double *)bench_memory(m * sizeof(double));
    size_t i, j, k;
    centre(z);
    for (i = 0; i < m; i++) {
        memset(sums, 0, m * sizeof(double));
        for (k = 0; k < points; k++) {
            for (j = i + 1; j < m; j++) {
                sums[j] += z[k * m + i] * z[k * m + j];
            }
        }
        correlation.expected[i * m + i] = 1;
        for (j = i + 1; j < m; j++) {
            correlation.expected[i * m + j] = (float)sums[j];
            correlation.expected[j * m + i] = (float)sums[j];
        }
    }
    real_free(&z);
    real_free(&sums);
}

/* Some of each variable is that of the one before, so that neighbours go together. */
static void fill(void)
{
    const size_t m = (size_t)correlation.variables, points = (size_t)correlation.points;
    size_t i, j;
    real_fill(correlation.start, points * m, 1, 0, 10);
    for (i = 0; i < points; i++) {
        for (j = 1; j < m; j++) {
            float *x = correlation.start + i * m + j;
            x[0] = 0.5f * x[0] + 0.5f * x[-1];
        }
    }
}

static void open_problem(int n, int steps)
{
    size_t m, count;
    (void)steps;
    correlation.variables = n;
    correlation.points = n + n / 4;
    m = (size_t)n;
    count = (size_t)correlation.points * m;
    correlation.start = (float *)bench_memory(count * sizeof(float));
    correlation.data = (float *)bench_memory(count * sizeof(float));
    correlation.mean = (float *)bench_memory(m * sizeof(float));
    correlation.deviation = (float *)bench_memory(m * sizeof(float));
    correlation.result = (float *)bench_memory(m * m * sizeof(float));
    correlation.expected = (float *)bench_memory(m * m * sizeof(float));
    fill();
    correlate();
}

static void restore(void)
{
    const size_t m = (size_t)correlation.variables;
    memcpy(correlation.data, correlation.start,
           (size_t)correlation.points * m * sizeof(float));
    memset(correlation.mean, REAL_POISON, m * sizeof(float));
    memset(correlation.deviation, REAL_POISON, m * sizeof(float));
    memset(correlation.result, REAL_POISON, m * m * sizeof(float));
}

/* Values to 10 in float have a mean that is off by some 1e-6, and a deviation of about 1.7: each
   centred value is off by less than 1e-6 of that, and so is a sum of their products, which is at
   most 1. Two points that nearly agree are the worst case, and are 0.01 apart at least. */
static const char *check(void)
{
    return real_differs(correlation.result, correlation.expected,
                        (size_t)correlation.variables * (size_t)correlation.variables, 1e-4);
}

const real_program correlation_program = { open_problem, restore, check, close_problem };
