/* SPDX-License-Identifier: MIT */
/* The distances of a block of points are loops of vectors, along the points or along the
   dimensions; then each point of the block is added to its centre's sum, a thread's own. */
#include "problem.h"

enum { BLOCK = 256, SUMS = STREAMCLUSTER_CENTRES + 1 };

/* The squares of the distances of points first to first + count - 1 to point x. */
typedef void distances(int first, int count, int x, float *restrict square);

static void by_columns(int first, int count, int x, float *restrict square)
{
    const size_t n = (size_t)streamcluster.n;
    int i, k;
    for (i = 0; i < count; i++) {
        square[i] = 0;
    }
    for (k = 0; k + 4 <= streamcluster.dims; k += 4) {
        const float *restrict a = streamcluster.columns + (size_t)k * n + first;
        const float *x_at = streamcluster.columns + (size_t)k * n + x;
        const float x0 = x_at[0], x1 = x_at[n], x2 = x_at[2 * n], x3 = x_at[3 * n];
        const float *restrict b = a + n, *restrict c = a + 2 * n, *restrict d = a + 3 * n;
#pragma omp simd
        for (i = 0; i < count; i++) {
            square[i] += (a[i] - x0) * (a[i] - x0) + (b[i] - x1) * (b[i] - x1)
                       + (c[i] - x2) * (c[i] - x2) + (d[i] - x3) * (d[i] - x3);
        }
    }
    for (; k < streamcluster.dims; k++) {
        const float *restrict a = streamcluster.columns + (size_t)k * n + first;
        const float x0 = streamcluster.columns[(size_t)k * n + (size_t)x];
#pragma omp simd
        for (i = 0; i < count; i++) {
            square[i] += (a[i] - x0) * (a[i] - x0);
        }
    }
}

static void by_rows(int first, int count, int x, float *restrict square)
{
    const int dims = streamcluster.dims;
    const float *restrict q = streamcluster.rows + (size_t)x * (size_t)dims;
    int i, k;
    for (i = 0; i < count; i++) {
        const float *restrict p = streamcluster.rows + (size_t)(first + i) * (size_t)dims;
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (k = 0; k < dims; k++) {
            sum += (p[k] - q[k]) * (p[k] - q[k]);
        }
        square[i] = sum;
    }
}

/* A block of points: whether they change, and what they add to the sums. */
static void block(int first, int count, int x, distances *squares, double *saved)
{
    float square[BLOCK];
    int i;
    squares(first, count, x, square);
    for (i = 0; i < count; i++) {
        const int p = first + i;
        const float x_cost = square[i] * streamcluster.weight[p], cost = streamcluster.cost[p];
        const int changes = x_cost < cost;
        const int to = changes ? streamcluster.centres : streamcluster.centre[p];
        saved[to] += (double)(changes ? x_cost - cost : cost - x_cost);
        streamcluster.change[p] = (unsigned char)changes;
    }
}

static double candidates(distances *squares)
{
    int c;
    for (c = 0; c < streamcluster.candidates; c++) {
        const int n = streamcluster.n, x = streamcluster.candidate[c];
        double saved[SUMS] = { 0 };
        int first;
#pragma omp parallel for schedule(static) reduction(+ : saved[:SUMS])
        for (first = 0; first < n; first += BLOCK) {
            block(first, n - first < BLOCK ? n - first : BLOCK, x, squares, saved);
        }
        streamcluster.gain[c] = streamcluster_gain(saved);
    }
    return BENCH_WALL;
}

static double run_columns(void) { return candidates(by_columns); }
static double run_rows(void) { return candidates(by_rows); }

const real_variant streamcluster_openmp[] = { { "by columns", run_columns },
                                              { "by rows", run_rows }, { NULL, NULL } };
