/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

tpacf_problem tpacf;

static void close_problem(void)
{
    real_free(&tpacf.points);
    real_free(&tpacf.edges);
    real_free(&tpacf.bins);
    real_free(&tpacf.expected);
    real_free(&tpacf.doubtful);
}

/* Random points are all over the sphere, the observed ones on its upper half. */
static void fill(void)
{
    const double pi = 3.14159265358979323846;
    int set, i, k;
    for (set = 0; set <= tpacf.sets; set++) {
        float *x = tpacf.points + (size_t)set * 3 * (size_t)tpacf.n;
        float *y = x + tpacf.n, *z = y + tpacf.n;
        real_fill(x, (size_t)tpacf.n, 2 * (unsigned)set + 1, -1, 1);
        real_fill(z, (size_t)tpacf.n, 2 * (unsigned)set + 2, set == 0 ? 0 : -1, 1);
        for (i = 0; i < tpacf.n; i++) {
            const double angle = pi * (double)x[i];
            const double from_axis = sqrt(1 - (double)z[i] * (double)z[i]);
            x[i] = (float)(from_axis * cos(angle));
            y[i] = (float)(from_axis * sin(angle));
        }
    }
    for (k = 0; k < TPACF_EDGES; k++) {
        const double degrees = 0.5 * pow(180, (double)k / (TPACF_EDGES - 1));
        tpacf.edges[k] = (float)cos(degrees * pi / 180);
    }
}

static void count_pair(const float *a, const float *b, int *bins, int *doubtful)
{
    const size_t n = (size_t)tpacf.n;
    const double dot = (double)a[0] * (double)b[0] + (double)a[n] * (double)b[n]
                     + (double)a[2 * n] * (double)b[2 * n];
    const double error = 3e-7; /* of three products and two sums of floats, none above 1 */
    int bin = 0, k;
    for (k = 0; k < TPACF_EDGES; k++) {
        const double edge = (double)tpacf.edges[k];
        bin += dot < edge;
        if (fabs(dot - edge) < error) {
            doubtful[k]++;
            doubtful[k + 1]++;
        }
    }
    bins[bin]++;
}

/* All pairs of two sets, or of one with itself, where a pair counts once. */
static void count_sets(int a, int b, int kind)
{
    const float *first = tpacf.points + (size_t)a * 3 * (size_t)tpacf.n;
    const float *second = tpacf.points + (size_t)b * 3 * (size_t)tpacf.n;
    int *bins = tpacf.expected + kind * TPACF_BINS, *doubtful = tpacf.doubtful + kind * TPACF_BINS;
    int i, j;
    for (i = 0; i < tpacf.n; i++) {
        for (j = a == b ? i + 1 : 0; j < tpacf.n; j++) {
            count_pair(first + i, second + j, bins, doubtful);
        }
    }
}

static void open_problem(int n, int steps)
{
    const size_t floats = (size_t)(steps + 1) * 3 * (size_t)n;
    const size_t bytes = TPACF_KINDS * TPACF_BINS * sizeof(int);
    int set;
    tpacf.n = n;
    tpacf.sets = steps;
    tpacf.points = (float *)bench_memory(floats * sizeof(float));
    tpacf.edges = (float *)bench_memory(TPACF_EDGES * sizeof(float));
    tpacf.bins = (int *)bench_memory(bytes);
    tpacf.expected = (int *)bench_memory(bytes);
    tpacf.doubtful = (int *)bench_memory(bytes);
    fill();
    count_sets(0, 0, TPACF_DD);
    for (set = 1; set <= steps; set++) {
        count_sets(set, set, TPACF_RR);
        count_sets(0, set, TPACF_DR);
    }
}

static void restore(void)
{
    memset(tpacf.bins, REAL_POISON, TPACF_KINDS * TPACF_BINS * sizeof(int));
}

/* Each pair is in one bin; how many a bin has is exact but for those at its edges. */
static const char *check(void)
{
    static char why[120];
    int kind, b;
    for (kind = 0; kind < TPACF_KINDS; kind++) {
        const int first = kind * TPACF_BINS;
        long long got = 0, expected = 0;
        for (b = first; b < first + TPACF_BINS; b++) {
            const long long off = (long long)tpacf.bins[b] - tpacf.expected[b];
            if (off > tpacf.doubtful[b] || -off > tpacf.doubtful[b]) {
                (void)snprintf(why, sizeof(why), "kind %d, bin %d has %d pairs, not %d", kind,
                               b - first, tpacf.bins[b], tpacf.expected[b]);
                return why;
            }
            got += tpacf.bins[b];
            expected += tpacf.expected[b];
        }
        if (got != expected) {
            (void)snprintf(why, sizeof(why), "kind %d has %lld pairs, not %lld", kind, got,
                           expected);
            return why;
        }
    }
    return NULL;
}

const real_program tpacf_program = { open_problem, restore, check, close_problem };
