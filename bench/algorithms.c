/* SPDX-License-Identifier: MIT */
/*
Algorithms beside plain OpenMP: reduce, scan and radix sort.

    cc -O3 -fopenmp -I. bench/algorithms.c -o build/algorithms -lm
    build/algorithms [log2 of the elements [rounds]]

The contenders take turns within a round; printed are the medians of the times
and of the rounds' ratios amp / OpenMP. Each result is checked against a serial
one. The goals: reduce 1.1, scan 1.3, radix sort of 2^22 unsigned 1.2.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "amp_algorithms.h"

#ifdef _OPENMP
#include <omp.h>
static double now(void) { return omp_get_wtime(); }
static int team(void) { return omp_get_max_threads(); }
#else
static double now(void) { return (double)clock() / CLOCKS_PER_SEC; }
static int team(void) { return 1; }
static int omp_get_thread_num(void) { return 0; }
#endif

enum { MAX_TEAM = 256, MAX_ROUNDS = 101 };
static int n;
static int *ints, *out, *expected;
static float *floats;
static unsigned *keys, *sorted, *scratch, *expected_keys;
static long long sum, expected_sum;
static double float_sum, expected_float_sum;

/* ---- OpenMP: the best plain forms ---- */

static void omp_reduce_int(void)
{
    const int *const x = ints;
    const int count = n;
    int i, s = 0;
#pragma omp parallel for simd reduction(+ : s)
    for (i = 0; i < count; i++) {
        s += x[i];
    }
    sum = s;
}

static void omp_reduce_float(void)
{
    const float *const x = floats;
    const int count = n;
    int i;
    float s = 0;
#pragma omp parallel for simd reduction(+ : s)
    for (i = 0; i < count; i++) {
        s += x[i];
    }
    float_sum = (double)s;
}

/* Each thread folds a part, then scans it from the sum of those before. */
static void omp_scan(void)
{
    static int part[MAX_TEAM * 16];
    const int threads = team();
#pragma omp parallel num_threads(threads)
    {
        const int me = omp_get_thread_num();
        const int first = (int)((long long)n * me / threads);
        const int last = (int)((long long)n * (me + 1) / threads);
        int i, s = 0;
        for (i = first; i < last; i++) {
            s += ints[i];
        }
        part[me * 16] = s;
#pragma omp barrier
        s = 0;
        for (i = 0; i < me; i++) {
            s += part[i * 16];
        }
        for (i = first; i < last; i++) {
            const int v = ints[i];
            out[i] = s;
            s += v;
        }
    }
}

/* The scan again, serial: on some machines it is the faster. */
static void serial_scan(void)
{
    int i, s = 0;
    for (i = 0; i < n; i++) {
        const int v = ints[i];
        out[i] = s;
        s += v;
    }
}

/* Least significant digit first, 8 bits a pass, a histogram a thread. */
static void omp_radix(void)
{
    static int count[MAX_TEAM][256 + 16];
    const int threads = team();
    unsigned *from = sorted, *to = scratch;
    int shift;
    memcpy(sorted, keys, sizeof(unsigned) * (size_t)n);
    for (shift = 0; shift < 32; shift += 8) {
        unsigned *swap;
#pragma omp parallel num_threads(threads)
        {
            const int me = omp_get_thread_num();
            const int first = (int)((long long)n * me / threads);
            const int last = (int)((long long)n * (me + 1) / threads);
            int *c = count[me], i;
            memset(c, 0, sizeof(int) * 256);
            for (i = first; i < last; i++) {
                c[from[i] >> shift & 255]++;
            }
#pragma omp barrier
#pragma omp single
            {
                int d, t, s = 0;
                for (d = 0; d < 256; d++) {
                    for (t = 0; t < threads; t++) {
                        const int v = count[t][d];
                        count[t][d] = s;
                        s += v;
                    }
                }
            }
            for (i = first; i < last; i++) {
                const unsigned k = from[i];
                to[c[k >> shift & 255]++] = k;
            }
        }
        swap = from;
        from = to;
        to = swap;
    }
}

/* ---- amp ---- */

static void must(amp_status s)
{
    if (s != AMP_OK) {
        fprintf(stderr, "%s\n", amp_last_error());
        exit(1);
    }
}
static void amp_reduce_int(void)
{
    int s = 0;
    must(amp_reduce(amp_plus_int, amp_view(int, ints, n), &s));
    sum = s;
}
static void amp_reduce_float(void)
{
    float s = 0;
    must(amp_reduce(amp_plus_float, amp_view(float, floats, n), &s));
    float_sum = (double)s;
}
static void amp_scan_int(void)
{
    must(amp_exclusive_scan(amp_plus_int, amp_view(int, ints, n), amp_view(int, out, n)));
    must(amp_synchronize(amp_view(int, out, n)));
}
static void amp_radix(void)
{
    memcpy(sorted, keys, sizeof(unsigned) * (size_t)n);
    must(amp_refresh(amp_view(unsigned, sorted, n)));
    must(amp_radix_sort(unsigned, amp_view(unsigned, sorted, n)));
    must(amp_synchronize(amp_view(unsigned, sorted, n)));
}
static void amp_merge_sort_keys(void)
{
    memcpy(sorted, keys, sizeof(unsigned) * (size_t)n);
    must(amp_refresh(amp_view(unsigned, sorted, n)));
    must(amp_merge_sort(amp_less_unsigned, amp_view(unsigned, sorted, n)));
    must(amp_synchronize(amp_view(unsigned, sorted, n)));
}
static int compare(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}
static void libc_qsort(void)
{
    memcpy(sorted, keys, sizeof(unsigned) * (size_t)n);
    qsort(sorted, (size_t)n, sizeof(unsigned), compare);
}

/* ---- rounds ---- */

static int sum_right(void) { return sum == expected_sum; }
static int float_sum_right(void)
{
    const double apart = float_sum - expected_float_sum;
    return apart < 0 ? -apart < 1e-3 * expected_float_sum : apart < 1e-3 * expected_float_sum;
}
static int scan_right(void) { return memcmp(out, expected, sizeof(int) * (size_t)n) == 0; }
static int sort_right(void)
{
    return memcmp(sorted, expected_keys, sizeof(unsigned) * (size_t)n) == 0;
}
static void forget(void)
{
    sum = -1;
    float_sum = -1;
    out[n / 2] = -1;
    sorted[n / 2] = ~expected_keys[n / 2];
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static double median(double *v, int count)
{
    qsort(v, (size_t)count, sizeof(double), by_value);
    return v[count / 2];
}

static int compete(const char *what, void (*mine)(void), const char *other, void (*theirs)(void),
                   int (*right)(void), int rounds, double goal)
{
    static double a[MAX_ROUNDS], b[MAX_ROUNDS], ratio[MAX_ROUNDS];
    int r;
    for (r = -1; r < rounds; r++) { /* the first round warms up */
        double t0, t1, t2;
        int ok;
        forget();
        t0 = now();
        mine();
        t1 = now();
        ok = right();
        forget();
        t2 = now();
        theirs();
        if (r >= 0) {
            b[r] = now() - t2;
            a[r] = t1 - t0;
            ratio[r] = a[r] / b[r];
        }
        if (!ok || !right()) {
            printf("%-22s wrong result (%s)\n", what, ok ? other : "amp");
            return 1;
        }
    }
    printf("%-16s amp %9.3f ms  %-13s %9.3f ms  ratio %5.2f", what, 1e3 * median(a, rounds), other,
           1e3 * median(b, rounds), median(ratio, rounds));
    if (goal > 0) {
        printf("  goal %.1f", goal);
    }
    printf("\n");
    return 0;
}

static void *get(size_t bytes)
{
    void *p = malloc(bytes);
    if (p == NULL) {
        fprintf(stderr, "no memory for %lu bytes\n", (unsigned long)bytes);
        exit(1);
    }
    memset(p, 0, bytes);
    return p;
}

int main(int argc, char **argv)
{
    const int log2n = argc > 1 ? atoi(argv[1]) : 22;
    const int rounds = argc > 2 ? atoi(argv[2]) : 15;
    unsigned long long state = 1;
    int i, bad = 0;
    if (log2n < 1 || log2n > 29 || rounds < 1 || rounds > MAX_ROUNDS || team() > MAX_TEAM) {
        fprintf(stderr, "usage: %s [1 to 29 [1 to %d]]\n", argv[0], (int)MAX_ROUNDS);
        return 2;
    }
    n = 1 << log2n;
    ints = (int *)get(sizeof(int) * (size_t)n);
    out = (int *)get(sizeof(int) * (size_t)n);
    expected = (int *)get(sizeof(int) * (size_t)n);
    floats = (float *)get(sizeof(float) * (size_t)n);
    keys = (unsigned *)get(sizeof(unsigned) * (size_t)n);
    sorted = (unsigned *)get(sizeof(unsigned) * (size_t)n);
    scratch = (unsigned *)get(sizeof(unsigned) * (size_t)n);
    expected_keys = (unsigned *)get(sizeof(unsigned) * (size_t)n);
    for (i = 0; i < n; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        keys[i] = expected_keys[i] = (unsigned)(state >> 32);
        ints[i] = (int)(keys[i] >> 30);
        floats[i] = (float)(keys[i] >> 8) / 16777216.0f;
        expected[i] = i == 0 ? 0 : expected[i - 1] + ints[i - 1];
        expected_sum += ints[i];
        expected_float_sum += (double)floats[i];
    }
    qsort(expected_keys, (size_t)n, sizeof(unsigned), compare);
    printf("2^%d elements, %d threads, %d rounds in turn, medians\n", log2n, team(), rounds);
    bad |= compete("reduce int", amp_reduce_int, "OpenMP simd", omp_reduce_int, sum_right, rounds,
                   1.1);
    bad |= compete("reduce float", amp_reduce_float, "OpenMP simd", omp_reduce_float,
                   float_sum_right, rounds, 1.1);
    bad |= compete("exclusive scan", amp_scan_int, "OpenMP", omp_scan, scan_right, rounds, 1.3);
    bad |= compete("exclusive scan", amp_scan_int, "serial", serial_scan, scan_right, rounds, 1.3);
    bad |= compete("radix sort", amp_radix, "OpenMP LSD", omp_radix, sort_right, rounds, 1.2);
    bad |= compete("merge sort", amp_merge_sort_keys, "libc qsort", libc_qsort, sort_right,
                   rounds < 3 ? rounds : 3, 0);
    return bad;
}
