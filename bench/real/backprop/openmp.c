/* SPDX-License-Identifier: MIT */
/* A row of weights is one vector. Forward and back as two sweeps; or each sweep back adds up the
   next one forward as it goes, which spares reading the weights once more. */
#include <string.h>

#include "problem.h"

enum { HIDDEN = BACKPROP_HIDDEN, ROWS = 256 };

typedef float lanes __attribute__((vector_size(HIDDEN * sizeof(float))));

static inline lanes load(const float *p)
{
    lanes v;
    memcpy(&v, p, sizeof(v));
    return v;
}

/* Adds rows first..end - 1, in floats, to sums. Four at once, since a sum waits for each
   addition. */
static void forward(double *restrict sums, int first, int end)
{
    const float *const restrict unit = backprop.input, *row;
    lanes a = { 0 }, b = { 0 }, c = { 0 }, d = { 0 };
    int i, j;
    for (i = first; i + 4 <= end; i += 4) {
        row = backprop.weights + (size_t)i * HIDDEN;
        a += unit[i] * load(row);
        b += unit[i + 1] * load(row + HIDDEN);
        c += unit[i + 2] * load(row + 2 * HIDDEN);
        d += unit[i + 3] * load(row + 3 * HIDDEN);
    }
    for (; i < end; i++) {
        a += unit[i] * load(backprop.weights + (size_t)i * HIDDEN);
    }
    a += b + (c + d);
    for (j = 0; j < HIDDEN; j++) {
        sums[j] += (double)a[j];
    }
}

static void back(const float *delta, int first, int end)
{
    const lanes step = BACKPROP_RATE * load(delta);
    int i;
    for (i = first; i < end; i++) {
        float *const row = backprop.weights + (size_t)i * HIDDEN;
        float *const last = backprop.change + (size_t)i * HIDDEN;
        const lanes change = step * backprop.input[i] + BACKPROP_MOMENTUM * load(last);
        const lanes weights = load(row) + change;
        memcpy(last, &change, sizeof(change));
        memcpy(row, &weights, sizeof(weights));
    }
}

/* One sweep over all rows: back where there is a delta, and forward where sums are wanted. */
static void sweep(const float *delta, double *all)
{
    const int rows = backprop.rows;
#pragma omp parallel
    {
        double sums[HIDDEN] = { 0 };
        int i, j;
#pragma omp for schedule(static)
        for (i = 0; i < rows; i += ROWS) {
            const int end = i + ROWS < rows ? i + ROWS : rows;
            if (delta != NULL) {
                back(delta, i, end);
            }
            if (all != NULL) {
                forward(sums, i, end);
            }
        }
        if (all != NULL) {
#pragma omp critical
            for (j = 0; j < HIDDEN; j++) {
                all[j] += sums[j];
            }
        }
    }
}

static double run_two_sweeps(void)
{
    int i;
    for (i = 0; i < backprop.steps; i++) {
        double sums[HIDDEN] = { 0 };
        sweep(NULL, sums);
        backprop_between(sums);
        sweep(backprop.delta, NULL);
    }
    return BENCH_WALL;
}

static double run_one_sweep(void)
{
    int i;
    for (i = 0; i < backprop.steps; i++) {
        double sums[HIDDEN] = { 0 };
        sweep(i > 0 ? backprop.delta : NULL, sums);
        backprop_between(sums);
    }
    if (backprop.steps > 0) {
        sweep(backprop.delta, NULL);
    }
    return BENCH_WALL;
}

const real_variant backprop_openmp[] = { { "two sweeps", run_two_sweeps },
                                         { "one sweep", run_one_sweep }, { NULL, NULL } };
