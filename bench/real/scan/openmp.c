/* SPDX-License-Identifier: MIT */
/* Each thread sums its share, and scans it from what stands before it. "blocks" does so block by
   block, so that the second sweep finds the block in the cache. A share is scanned eight elements
   at a time, of which one addition waits for the eight before. */
#include <omp.h>
#include <string.h>

#include "problem.h"

enum { BLOCK = 1 << 16, MAX_TEAM = 256, LINE = 16 };

static float sum_of(const float *x, int n)
{
    float sum = 0;
    int i;
#pragma omp simd reduction(+ : sum)
    for (i = 0; i < n; i++) {
        sum += x[i];
    }
    return sum;
}

/* As scalars, which compilers may pair as they like. */
static void scan_by_eights(const float *restrict x, float *restrict y, int n, float sum)
{
    int i;
    for (i = 0; i + 8 <= n; i += 8) {
        const float a = x[i] + x[i + 1], b = x[i + 2] + x[i + 3], c = x[i + 4] + x[i + 5];
        const float d = x[i + 6] + x[i + 7], ab = a + b, abc = ab + c, abcd = ab + (c + d);
        y[i] = sum + x[i];
        y[i + 1] = sum + a;
        y[i + 2] = sum + (a + x[i + 2]);
        y[i + 3] = sum + ab;
        y[i + 4] = sum + (ab + x[i + 4]);
        y[i + 5] = sum + abc;
        y[i + 6] = sum + (abc + x[i + 6]);
        y[i + 7] = sum += abcd;
    }
    for (; i < n; i++) {
        y[i] = sum += x[i];
    }
}

/* Eight elements in a vector, which is added to itself shifted by one, two and four. */
typedef float eight __attribute__((vector_size(32)));

static void scan_by_shifts(const float *restrict x, float *restrict y, int n, float sum)
{
    const eight zero = { 0 };
    eight before = zero + sum;
    int i;
    for (i = 0; i + 8 <= n; i += 8) {
        eight v;
        memcpy(&v, x + i, sizeof(v));
        v += __builtin_shufflevector(zero, v, 0, 8, 9, 10, 11, 12, 13, 14);
        v += __builtin_shufflevector(zero, v, 0, 1, 8, 9, 10, 11, 12, 13);
        v += __builtin_shufflevector(zero, v, 0, 1, 2, 3, 8, 9, 10, 11);
        /* the chain from turn to turn is this one addition */
        const eight now = before + v;
        before += __builtin_shufflevector(v, v, 7, 7, 7, 7, 7, 7, 7, 7);
        memcpy(y + i, &now, sizeof(now));
    }
    for (sum = before[0]; i < n; i++) {
        y[i] = sum += x[i];
    }
}

typedef void scanner(const float *, float *, int, float);

/* block: elements that the team scans at a time. */
static double sweeps(scanner *scan_part, long long block)
{
    static float total[2][MAX_TEAM * LINE];
    const long long n = scan.n;
    const int most = omp_get_max_threads() < MAX_TEAM ? omp_get_max_threads() : MAX_TEAM;
#pragma omp parallel num_threads(most)
    {
        const int me = omp_get_thread_num(), team = omp_get_num_threads();
        float before = 0;
        long long start;
        int turn = 0, i;
        for (start = 0; start < n; start += block, turn = 1 - turn) {
            const long long count = n - start < block ? n - start : block;
            const int first = (int)(start + count * me / team);
            const int end = (int)(start + count * (me + 1) / team);
            float sum = before;
            total[turn][me * LINE] = sum_of(scan.x + first, end - first);
#pragma omp barrier
            for (i = 0; i < team; i++) {
                if (i == me) {
                    sum = before;
                }
                before += total[turn][i * LINE];
            }
            scan_part(scan.x + first, scan.y + first, end - first, sum);
        }
    }
    return BENCH_WALL;
}

static double two(void) { return sweeps(scan_by_eights, scan.n); }

static double shifts(void) { return sweeps(scan_by_shifts, scan.n); }

static double blocks(void)
{
    return sweeps(scan_by_shifts, (long long)BLOCK * omp_get_max_threads());
}

const real_variant scan_openmp[] = {
    { "two sweeps", two },
    { "two sweeps, shifts", shifts },
    { "blocks, shifts", blocks },
    { NULL, NULL }
};
