/* SPDX-License-Identifier: MIT */
/* What the machine gives at best: OpenBLAS, and memory read or copied by every
   core. The copy is not a transpose and the triad not a saxpy: their check is
   their own, and says so. */
#include <stdio.h>
#include <string.h>

#ifdef BENCH_BLAS
#include <cblas.h>
#endif
#include <omp.h>

#include "bench.h"

static double seconds;

#ifdef BENCH_BLAS
static double run_sgemm(void)
{
    const int n = bench.n;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0f, bench.a, n, bench.b, n,
                0.0f, bench.out, n);
    return BENCH_WALL;
}
#endif

static void copy(void *to, const void *from, size_t bytes)
{
#pragma omp parallel
    {
        const size_t team = (size_t)omp_get_num_threads(), me = (size_t)omp_get_thread_num();
        const size_t low = bytes / team * me, high = me + 1 == team ? bytes : low + bytes / team;
        memcpy((char *)to + low, (const char *)from + low, high - low);
    }
}

/* Times a copy of the matrix; then puts the transpose in place if the copy is
   right, so that the common check decides on it. */
static double run_copy(void)
{
    const size_t bytes = bench.count * sizeof(float);
    seconds = bench_now();
    copy(bench.out, bench.a, bytes);
    seconds = bench_now() - seconds;
    if (memcmp(bench.out, bench.a, bytes) == 0) {
        memcpy(bench.out, bench.expected, bytes);
    }
    return seconds;
}

/* The work of saxpy over three arrays in place of two; needs a third. */
static double run_triad(void)
{
    const float *restrict x = bench.a, *restrict y = bench.start;
    float *restrict z = bench.out;
    const int n = bench.n;
    int i;
#pragma omp parallel for simd schedule(static)
    for (i = 0; i < n; i++) {
        z[i] = y[i] + BENCH_SAXPY_A * x[i];
    }
    return BENCH_WALL;
}

/* Reads all and adds: what a sum cannot be faster than. */
static double run_read(void)
{
    const int *restrict x = bench.ints;
    unsigned total = 0;
    const int n = bench.n;
    int i;
#pragma omp parallel for schedule(static) reduction(+ : total)
    for (i = 0; i < n; i++) {
        total += (unsigned)x[i];
    }
    bench.total = total;
    return BENCH_WALL;
}

static const bench_variant variants[] = {
#ifdef BENCH_BLAS
    { BENCH_SGEMM, "OpenBLAS", run_sgemm },
#endif
    { BENCH_TRANSPOSE, "memcpy", run_copy },
    { BENCH_TRANSPOSE_UNTILED, "memcpy", run_copy },
    { BENCH_SUM, "read", run_read },
    { BENCH_SAXPY, "triad", run_triad },
};

int main(void)
{
    bench_contender c = { variants, (int)(sizeof(variants) / sizeof(variants[0])),
                          NULL, NULL, NULL, NULL, 0 };
    return bench_serve(&c);
}
