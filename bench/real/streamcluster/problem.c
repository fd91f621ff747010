/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

streamcluster_problem streamcluster;

double streamcluster_gain(const double *saved)
{
    double cost = streamcluster.facility + saved[streamcluster.centres];
    int k;
    for (k = 0; k < streamcluster.centres; k++) {
        const double closing = streamcluster.facility + saved[k];
        if (closing > 0) {
            cost -= closing;
        }
    }
    return -cost;
}

double streamcluster_gain_of_columns(void)
{
    const int columns = streamcluster.centres + 1;
    const float *row = streamcluster.lower;
    double saved[STREAMCLUSTER_CENTRES + 1] = { 0 };
    int i, k;
    for (i = 0; i < streamcluster.n; i++, row += columns) {
        for (k = 0; k < columns; k++) {
            saved[k] += (double)row[k];
        }
    }
    return streamcluster_gain(saved);
}

/* The square of the distance between two points. */
static float distance(int a, int b)
{
    const float *p = streamcluster.rows + (size_t)a * (size_t)streamcluster.dims;
    const float *q = streamcluster.rows + (size_t)b * (size_t)streamcluster.dims;
    float sum = 0;
    int k;
    for (k = 0; k < streamcluster.dims; k++) {
        sum += (p[k] - q[k]) * (p[k] - q[k]);
    }
    return sum;
}

/* Some points, evenly apart, are the centres; each point belongs to the nearest. */
static void set_centres(void)
{
    const int apart = streamcluster.n / streamcluster.centres;
    int i, k;
    for (i = 0; i < streamcluster.n; i++) {
        for (k = 0; k < streamcluster.centres; k++) {
            const float cost = streamcluster.weight[i] * distance(i, k * apart);
            if (k == 0 || cost < streamcluster.cost[i]) {
                streamcluster.cost[i] = cost;
                streamcluster.centre[i] = k;
            }
        }
    }
}

static void set_expected(void)
{
    int c, i;
    for (c = 0; c < streamcluster.candidates; c++) {
        double saved[STREAMCLUSTER_CENTRES + 1] = { 0 };
        for (i = 0; i < streamcluster.n; i++) {
            const float cost = streamcluster.weight[i] * distance(i, streamcluster.candidate[c]);
            const int changes = cost < streamcluster.cost[i];
            if (changes) {
                saved[streamcluster.centres] += (double)(cost - streamcluster.cost[i]);
            } else {
                saved[streamcluster.centre[i]] += (double)(streamcluster.cost[i] - cost);
            }
            streamcluster.expected_change[i] = (unsigned char)changes;
        }
        streamcluster.expected_gain[c] = streamcluster_gain(saved);
    }
}

static void close_problem(void)
{
    real_free(&streamcluster.columns);
    real_free(&streamcluster.rows);
    real_free(&streamcluster.weight);
    real_free(&streamcluster.cost);
    real_free(&streamcluster.centre);
    real_free(&streamcluster.candidate);
    real_free(&streamcluster.lower);
    real_free(&streamcluster.change);
    real_free(&streamcluster.gain);
    real_free(&streamcluster.expected_change);
    real_free(&streamcluster.expected_gain);
}

static void set_points(void)
{
    const size_t n = (size_t)streamcluster.n, dims = (size_t)streamcluster.dims;
    size_t i, k;
    for (i = 0; i < n; i++) {
        streamcluster.weight[i] = (float)(1 + bench_noise((unsigned)i + 55) % 4);
        for (k = 0; k < dims; k++) {
            const float at = (float)(bench_noise((unsigned)(i * dims + k)) % 16);
            streamcluster.rows[i * dims + k] = at;
            streamcluster.columns[k * n + i] = at;
        }
    }
}

static void open_problem(int n, int steps)
{
    const size_t count = (size_t)n, dims = STREAMCLUSTER_DIMS, candidates = (size_t)steps;
    const int centres = n < STREAMCLUSTER_CENTRES ? n : STREAMCLUSTER_CENTRES;
    streamcluster.n = n;
    streamcluster.dims = STREAMCLUSTER_DIMS;
    streamcluster.centres = centres;
    streamcluster.candidates = steps;
    streamcluster.facility = 1500.0 * (n / centres); /* some centres would close, some not */
    streamcluster.columns = (float *)bench_memory(dims * count * sizeof(float));
    streamcluster.rows = (float *)bench_memory(dims * count * sizeof(float));
    streamcluster.weight = (float *)bench_memory(count * sizeof(float));
    streamcluster.cost = (float *)bench_memory(count * sizeof(float));
    streamcluster.centre = (int *)bench_memory(count * sizeof(int));
    streamcluster.candidate = (int *)bench_memory(candidates * sizeof(int));
    streamcluster.lower = (float *)bench_memory(count * (size_t)(centres + 1) * sizeof(float));
    streamcluster.change = (unsigned char *)bench_memory(count);
    streamcluster.gain = (double *)bench_memory(candidates * sizeof(double));
    streamcluster.expected_change = (unsigned char *)bench_memory(count);
    streamcluster.expected_gain = (double *)bench_memory(candidates * sizeof(double));
    set_points();
    real_fill_ints(streamcluster.candidate, candidates, 3, 0, n);
    set_centres();
    set_expected();
}

static void restore(void)
{
    const size_t n = (size_t)streamcluster.n;
    memset(streamcluster.lower, REAL_POISON,
           n * (size_t)(streamcluster.centres + 1) * sizeof(float));
    memset(streamcluster.change, REAL_POISON, n);
    memset(streamcluster.gain, REAL_POISON, (size_t)streamcluster.candidates * sizeof(double));
}

/* Exact: whole numbers below 2^24 as floats, below 2^53 as doubles. */
static const char *check(void)
{
    if (memcmp(streamcluster.change, streamcluster.expected_change, (size_t)streamcluster.n) != 0) {
        return "a point changes that should not, or the other way round";
    }
    return real_differs_doubles(streamcluster.gain, streamcluster.expected_gain,
                                (size_t)streamcluster.candidates, 0);
}

const real_program streamcluster_program = { open_problem, restore, check, close_problem };
