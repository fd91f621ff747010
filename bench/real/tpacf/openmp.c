/* SPDX-License-Identifier: MIT */
/* Dot products of a point with up to 512 others at once, as vectors. "counts": for each edge, how
   many are not below it, also as vectors; edges are taken from the widest angle on, until none is
   left. "search": a search of each dot product's bin. */
#include <string.h>

#include "problem.h"

enum { PART = 512 };

typedef int pair_counts[TPACF_KINDS][TPACF_BINS];

static void products(const float *restrict a, const float *restrict b, int count,
                     float *restrict dot)
{
    const size_t n = (size_t)tpacf.n;
    const float x = a[0], y = a[n], z = a[2 * n];
    const float *restrict by = b + n, *restrict bz = b + 2 * n;
    int k;
#pragma omp simd
    for (k = 0; k < count; k++) {
        dot[k] = x * b[k] + y * by[k] + z * bz[k];
    }
}

/* A bin has those that are below the edge before it and not below its own. */
static void add_by_counts(const float *restrict dot, int count, int *restrict bins)
{
    int wider = count, e, k; /* wider: how many are in bins 0..e + 1 */
    for (e = TPACF_EDGES - 1; e >= 0 && wider > 0; e--) {
        const float edge = tpacf.edges[e];
        int inside = 0;
#pragma omp simd reduction(+ : inside)
        for (k = 0; k < count; k++) {
            inside += dot[k] >= edge;
        }
        bins[e + 1] += wider - inside;
        wider = inside;
    }
    bins[0] += wider;
}

static void add_by_search(const float *restrict dot, int count, int *restrict bins)
{
    int k;
    for (k = 0; k < count; k++) {
        int low = 0, high = TPACF_EDGES;
        while (low < high) {
            const int middle = (low + high) / 2;
            if (dot[k] < tpacf.edges[middle]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        bins[low]++;
    }
}

/* Point i of the first of two sets with all of the second, or, within a set, all behind it. */
static void point(int job, int i, int search, pair_counts own)
{
    const int kind = job == 0 ? TPACF_DD : job <= tpacf.sets ? TPACF_RR : TPACF_DR;
    const int a = kind == TPACF_RR ? job : 0, b = kind == TPACF_DR ? job - tpacf.sets : a;
    const float *first = tpacf.points + (size_t)a * 3 * (size_t)tpacf.n;
    const float *second = tpacf.points + (size_t)b * 3 * (size_t)tpacf.n;
    float dot[PART];
    int j;
    for (j = a == b ? i + 1 : 0; j < tpacf.n; j += PART) {
        const int count = tpacf.n - j < PART ? tpacf.n - j : PART;
        products(first + i, second + j, count, dot);
        if (search) {
            add_by_search(dot, count, own[kind]);
        } else {
            add_by_counts(dot, count, own[kind]);
        }
    }
}

static double run_either(int search)
{
    memset(tpacf.bins, 0, TPACF_KINDS * TPACF_BINS * sizeof(int));
#pragma omp parallel
    {
        pair_counts own;
        int job, i, b;
        memset(own, 0, sizeof(own));
#pragma omp for collapse(2) schedule(dynamic, 64) nowait
        for (job = 0; job <= 2 * tpacf.sets; job++) {
            for (i = 0; i < tpacf.n; i++) {
                point(job, i, search, own);
            }
        }
#pragma omp critical
        for (b = 0; b < TPACF_KINDS * TPACF_BINS; b++) {
            tpacf.bins[b] += own[b / TPACF_BINS][b % TPACF_BINS];
        }
    }
    return BENCH_WALL;
}

static double run_counts(void) { return run_either(0); }

static double run_search(void) { return run_either(1); }

const real_variant tpacf_openmp[] = {
    { "counts", run_counts }, { "search", run_search }, { NULL, NULL }
};
