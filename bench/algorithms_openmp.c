/* SPDX-License-Identifier: MIT */
/* Reduce, scan and radix sort as plain OpenMP loops, and serially. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { MAX_TEAM = 256, LINE = 16 };

static int team(void)
{
    const int threads = omp_get_max_threads();
    return threads < MAX_TEAM ? threads : MAX_TEAM;
}

/* A thread's share of n elements. */
static int first_of(int n, int thread, int threads)
{
    return (int)((long long)n * thread / threads);
}

/* ---- reduce: each thread sums its share. clang does not vectorise the same as
   `parallel for simd`, whose bounds and pointer it reads through the region. ---- */

static int sum_share(int first, int last)
{
    const int *const x = bench.ints;
    int i, sum = 0;
#pragma omp simd reduction(+ : sum)
    for (i = first; i < last; i++) {
        sum += x[i];
    }
    return sum;
}

static double reduce_int(void)
{
    const int n = bench.n;
    int sum = 0;
#pragma omp parallel num_threads(team()) reduction(+ : sum)
    {
        const int me = omp_get_thread_num(), threads = omp_get_num_threads();
        sum += sum_share(first_of(n, me, threads), first_of(n, me + 1, threads));
    }
    bench.total = sum;
    return BENCH_WALL;
}
static double reduce_int_serial(void)
{
    bench.total = sum_share(0, bench.n);
    return BENCH_WALL;
}

static float sum_floats(int first, int last)
{
    const float *const x = bench.a;
    int i;
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (i = first; i < last; i++) {
        sum += x[i];
    }
    return sum;
}

static double reduce_float(void)
{
    const int n = bench.n;
    float sum = 0;
#pragma omp parallel num_threads(team()) reduction(+ : sum)
    {
        const int me = omp_get_thread_num(), threads = omp_get_num_threads();
        sum += sum_floats(first_of(n, me, threads), first_of(n, me + 1, threads));
    }
    bench.total = (long long)sum;
    return BENCH_WALL;
}
static double reduce_float_serial(void)
{
    bench.total = (long long)sum_floats(0, bench.n);
    return BENCH_WALL;
}

/* ---- scan: each thread sums its share, then scans it from what is before ---- */

static void scan_share(int first, int last, int sum, int inclusive)
{
    const int *restrict x = bench.ints;
    int *restrict y = bench.result;
    int i;
    if (inclusive) {
        for (i = first; i < last; i++) {
            sum += x[i];
            y[i] = sum;
        }
    } else {
        for (i = first; i < last; i++) {
            y[i] = sum;
            sum += x[i];
        }
    }
}

static double scan(int inclusive)
{
    static int total[MAX_TEAM * LINE];
    const int n = bench.n;
#pragma omp parallel num_threads(team())
    {
        const int me = omp_get_thread_num(), threads = omp_get_num_threads();
        const int first = first_of(n, me, threads), last = first_of(n, me + 1, threads);
        /* nobody asks for the last share's total */
        int i, sum = me + 1 < threads ? sum_share(first, last) : 0;
        total[me * LINE] = sum;
#pragma omp barrier
        sum = 0;
        for (i = 0; i < me; i++) {
            sum += total[i * LINE];
        }
        scan_share(first, last, sum, inclusive);
    }
    return BENCH_WALL;
}
static double inclusive_scan(void) { return scan(1); }
static double exclusive_scan(void) { return scan(0); }

static double inclusive_scan_serial(void)
{
    scan_share(0, bench.n, 0, 1);
    return BENCH_WALL;
}
static double exclusive_scan_serial(void)
{
    scan_share(0, bench.n, 0, 0);
    return BENCH_WALL;
}

/* ---- radix sort: least significant digit first, a histogram a thread ---- */

enum { MAX_BINS = 2048 };

static unsigned *scratch;

static double radix_sort(int bits, int threads)
{
    static int count[MAX_TEAM][MAX_BINS + LINE];
    const int n = bench.n;
    const unsigned bins = 1U << bits;
    unsigned *from = (unsigned *)bench.result, *to = scratch, *swap;
    int shift;
    for (shift = 0; shift < 32; shift += bits) {
#pragma omp parallel num_threads(threads)
        {
            const int me = omp_get_thread_num(), members = omp_get_num_threads();
            const int first = first_of(n, me, members), last = first_of(n, me + 1, members);
            int *const c = count[me];
            int i;
            memset(c, 0, bins * sizeof(int));
            for (i = first; i < last; i++) {
                c[from[i] >> shift & (bins - 1)]++;
            }
#pragma omp barrier
#pragma omp single
            {
                unsigned d;
                int t, sum = 0;
                for (d = 0; d < bins; d++) {
                    for (t = 0; t < members; t++) {
                        const int v = count[t][d];
                        count[t][d] = sum;
                        sum += v;
                    }
                }
            }
            for (i = first; i < last; i++) {
                const unsigned key = from[i];
                to[c[key >> shift & (bins - 1)]++] = key;
            }
        }
        swap = from;
        from = to;
        to = swap;
    }
    if (from != (unsigned *)bench.result) { /* three passes end in the other array */
        memcpy(to, from, (size_t)n * sizeof(unsigned));
    }
    return BENCH_WALL;
}
static double radix_sort_8(void) { return radix_sort(8, team()); }
static double radix_sort_11(void) { return radix_sort(11, team()); }
static double radix_sort_8_serial(void) { return radix_sort(8, 1); }

static const char *opened(void)
{
    if (bench.work == BENCH_SORT) {
        scratch = (unsigned *)calloc((size_t)bench.n, sizeof(unsigned));
        if (scratch == NULL) {
            return "no memory";
        }
        memset(scratch, 1, (size_t)bench.n * sizeof(unsigned)); /* touches each page */
    }
    return NULL;
}

static void closed(void)
{
    free(scratch);
    scratch = NULL;
}

static const bench_variant variants[] = {
    { BENCH_REDUCE_INT, "simd loop", reduce_int },
    { BENCH_REDUCE_INT, "serial", reduce_int_serial },
    { BENCH_REDUCE_FLOAT, "simd loop", reduce_float },
    { BENCH_REDUCE_FLOAT, "serial", reduce_float_serial },
    { BENCH_INCLUSIVE_SCAN, "two sweeps", inclusive_scan },
    { BENCH_INCLUSIVE_SCAN, "serial", inclusive_scan_serial },
    { BENCH_EXCLUSIVE_SCAN, "two sweeps", exclusive_scan },
    { BENCH_EXCLUSIVE_SCAN, "serial", exclusive_scan_serial },
    { BENCH_SORT, "LSD, 8 bits", radix_sort_8 },
    { BENCH_SORT, "LSD, 11 bits", radix_sort_11 },
    { BENCH_SORT, "serial", radix_sort_8_serial },
};

int main(void)
{
    bench_contender c = { variants, (int)(sizeof(variants) / sizeof(variants[0])),
                          opened, NULL, NULL, closed, 0 };
    return bench_serve(&c);
}
