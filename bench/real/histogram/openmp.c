/* SPDX-License-Identifier: MIT */
/* A histogram a thread, or "eight tables": eight of them, since an addition to a bin that was
   added to right before waits for that; bytes are then read eight at a time. */
#include <stdint.h>
#include <string.h>

#include "problem.h"

enum { TABLES = 8, PART = 1 << 16 };

static void add_to_result(const unsigned *own)
{
    int b;
    for (b = 0; b < HISTOGRAM_BINS; b++) {
        histogram.bins[b] += (int)own[b];
    }
}

static double run_one(void)
{
    memset(histogram.bins, 0, HISTOGRAM_BINS * sizeof(int));
#pragma omp parallel
    {
        unsigned own[HISTOGRAM_BINS] = { 0 };
        int i;
#pragma omp for schedule(static) nowait
        for (i = 0; i < histogram.n; i++) {
            own[histogram.data[i]]++;
        }
#pragma omp critical
        add_to_result(own);
    }
    return BENCH_WALL;
}

static void count(const unsigned char *data, int n, unsigned own[TABLES][HISTOGRAM_BINS])
{
    int i;
    for (i = 0; i + 8 <= n; i += 8) {
        uint64_t bytes;
        memcpy(&bytes, data + i, sizeof(bytes));
        own[0][bytes & 255]++;
        own[1][bytes >> 8 & 255]++;
        own[2][bytes >> 16 & 255]++;
        own[3][bytes >> 24 & 255]++;
        own[4][bytes >> 32 & 255]++;
        own[5][bytes >> 40 & 255]++;
        own[6][bytes >> 48 & 255]++;
        own[7][bytes >> 56]++;
    }
    for (; i < n; i++) {
        own[0][data[i]]++;
    }
}

static double run_eight(void)
{
    const int parts = histogram.n / PART + (histogram.n % PART != 0);
    memset(histogram.bins, 0, HISTOGRAM_BINS * sizeof(int));
#pragma omp parallel
    {
        unsigned own[TABLES][HISTOGRAM_BINS];
        int p;
        memset(own, 0, sizeof(own));
#pragma omp for schedule(static) nowait
        for (p = 0; p < parts; p++) {
            const int first = p * PART;
            count(histogram.data + first,
                  histogram.n - first < PART ? histogram.n - first : PART, own);
        }
#pragma omp critical
        for (p = 0; p < TABLES; p++) {
            add_to_result(own[p]);
        }
    }
    return BENCH_WALL;
}

const real_variant histogram_openmp[] = {
    { "one table", run_one }, { "eight tables", run_eight }, { NULL, NULL }
};
