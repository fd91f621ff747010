/* SPDX-License-Identifier: MIT */
/* What the machine gives at best, beside ceiling.c in its process: OpenBLAS, memcpy of as many
   bytes as a kernel reads and writes, a plain read, and n-body in intrinsics of AVX2. A copy is no
   kernel: it is compared with its source, and the kernel's result is put in its place. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef BENCH_BLAS
#include <cblas.h>
#endif
#include <omp.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "bench.h"

#ifdef BENCH_BLAS
static double run_sgemm(void)
{
    const int n = bench.n;
    int step;
    for (step = 0; step < bench.steps; step++) {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0f, bench.a, n, bench.b,
                    n, 0.0f, bench.out, n);
    }
    return BENCH_WALL;
}
#endif

static float *scratch; /* as many floats as out has, for what a triad copies beside */

/* A share of a copy by one call, which stores past the caches where it is long; or, with plain
   stores, by calls of 16 KB. */
static void copy_share(char *to, const char *from, size_t bytes, int plain)
{
    const size_t piece = plain ? 16384 : bytes;
    size_t i;
    for (i = 0; i < bytes; i += piece) {
        memcpy(to + i, from + i, bytes - i < piece ? bytes - i : piece);
    }
}

/* Copies `bytes`, each thread of the team its share, in whole lines of the caches. */
static void copy(void *to, const void *from, size_t bytes, int plain)
{
#pragma omp parallel
    {
        const size_t team = (size_t)omp_get_num_threads(), me = (size_t)omp_get_thread_num();
        const size_t low = bytes / team * me / 64 * 64;
        const size_t high = me + 1 == team ? bytes : bytes / team * (me + 1) / 64 * 64;
        copy_share((char *)to + low, (const char *)from + low, high - low, plain);
    }
}

/* `steps` copies of the n elements that a kernel reads and writes, and of half as many more where
   it reads two arrays. */
static double copy_all(int plain)
{
    const size_t bytes = bench.count * sizeof(float);
    double seconds = bench_now();
    int step;
    for (step = 0; step < bench.steps; step++) {
        copy(bench.out, bench.a, bytes, plain);
        if (bench.work == BENCH_TRIAD) {
            copy(scratch, bench.b, bytes / 2, plain);
        }
    }
    seconds = bench_now() - seconds;
    if (memcmp(bench.out, bench.a, bytes) == 0
        && (bench.work != BENCH_TRIAD || memcmp(scratch, bench.b, bytes / 2) == 0)) {
        memcpy(bench.out, bench.expected, bytes);
    }
    return seconds;
}
static double run_copy(void) { return copy_all(0); }
static double run_plain(void) { return copy_all(1); }

/* Adds up all bits of an array: what no sum can be quicker than. */
static unsigned read_all(const void *array, int n)
{
    const unsigned *restrict x = (const unsigned *)array;
    unsigned total = 0;
    int i;
#pragma omp parallel for schedule(static) reduction(+ : total)
    for (i = 0; i < n; i++) {
        total += x[i];
    }
    return total;
}

static unsigned was_read; /* by the first run, if has_read */
static int has_read;

/* Of ints the sum is the result; of floats what was read must be the same each time. */
static double run_read(void)
{
    unsigned now = 0;
    int step;
    double seconds = bench_now();
    for (step = 0; step < bench.steps; step++) {
        now = read_all(bench.ints != NULL ? (void *)bench.ints : (void *)bench.a, bench.n);
        if (bench.work == BENCH_DOT) {
            now ^= read_all(bench.b, bench.n);
        }
    }
    seconds = bench_now() - seconds;
    if (bench.ints != NULL) {
        bench.total = now;
        return seconds;
    }
    was_read = has_read ? was_read : now;
    has_read = 1;
    bench.total = now == was_read ? bench.expected_total : -1;
    return seconds;
}

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2,fma")))

/* 1 / sqrt(x): by the root and a division, as the kernel has it, or by the estimate and a step of
   Newton's method, of which the kernel's text says nothing. */
static AVX2 inline __m256 inverse_root(__m256 x, int estimated)
{
    __m256 r;
    if (!estimated) {
        return _mm256_div_ps(_mm256_set1_ps(1), _mm256_sqrt_ps(x));
    }
    r = _mm256_rsqrt_ps(x);
    return _mm256_mul_ps(_mm256_mul_ps(_mm256_set1_ps(0.5f), r),
                         _mm256_fnmadd_ps(_mm256_mul_ps(x, r), r, _mm256_set1_ps(3)));
}

/* Sixteen bodies at once, in two vectors whose roots and divisions overlap; the others' places are
   broadcast from memory. */
static AVX2 inline void bodies(int estimated, int i0)
{
    enum { MANY = 2 };
    const float *restrict p = bench.a;
    const __m256 soft = _mm256_set1_ps(BENCH_SOFTENING);
    __m256 px[MANY], py[MANY], pz[MANY], ax[MANY], ay[MANY], az[MANY];
    float lane[3][8];
    int v, j, k;
    for (v = 0; v < MANY; v++) {
        for (k = 0; k < 8; k++) {
            const float *one = p + 4 * (i0 + 8 * v + k);
            lane[0][k] = one[0];
            lane[1][k] = one[1];
            lane[2][k] = one[2];
        }
        px[v] = _mm256_loadu_ps(lane[0]);
        py[v] = _mm256_loadu_ps(lane[1]);
        pz[v] = _mm256_loadu_ps(lane[2]);
        ax[v] = ay[v] = az[v] = _mm256_setzero_ps();
    }
    for (j = 0; j < bench.n; j++) {
        const float *q = p + 4 * j;
        const __m256 qx = _mm256_broadcast_ss(q), qy = _mm256_broadcast_ss(q + 1);
        const __m256 qz = _mm256_broadcast_ss(q + 2), mass = _mm256_broadcast_ss(q + 3);
        for (v = 0; v < MANY; v++) {
            const __m256 dx = _mm256_sub_ps(qx, px[v]), dy = _mm256_sub_ps(qy, py[v]);
            const __m256 dz = _mm256_sub_ps(qz, pz[v]);
            const __m256 r = inverse_root(
                _mm256_fmadd_ps(dz, dz, _mm256_fmadd_ps(dy, dy, _mm256_fmadd_ps(dx, dx, soft))),
                estimated);
            const __m256 f = _mm256_mul_ps(_mm256_mul_ps(_mm256_mul_ps(mass, r), r), r);
            ax[v] = _mm256_fmadd_ps(f, dx, ax[v]);
            ay[v] = _mm256_fmadd_ps(f, dy, ay[v]);
            az[v] = _mm256_fmadd_ps(f, dz, az[v]);
        }
    }
    for (v = 0; v < MANY; v++) {
        _mm256_storeu_ps(lane[0], ax[v]);
        _mm256_storeu_ps(lane[1], ay[v]);
        _mm256_storeu_ps(lane[2], az[v]);
        for (k = 0; k < 8; k++) {
            float *one = bench.out + 4 * (i0 + 8 * v + k);
            one[0] = lane[0][k];
            one[1] = lane[1][k];
            one[2] = lane[2][k];
        }
    }
}

#define BODIES(name, estimated)                                               \
    static AVX2 double name(void)                                             \
    {                                                                         \
        int step, i;                                                          \
        for (step = 0; step < bench.steps; step++) {                          \
            _Pragma("omp parallel for schedule(static)")                      \
            for (i = 0; i < bench.n; i += 16) {                               \
                bodies(estimated, i);                                         \
            }                                                                 \
        }                                                                     \
        return BENCH_WALL;                                                    \
    }
BODIES(run_nbody, 0)
BODIES(run_nbody_estimated, 1)
#endif

/* Rows that only some rows are compared with come first. */
static const bench_variant variants[] = {
#ifdef BENCH_BLAS
    { BENCH_SGEMM, "by hand", run_sgemm },
#endif
    { BENCH_TRANSPOSE, "by hand, plain stores", run_plain },
    { BENCH_TRANSPOSE, "by hand", run_copy },
    { BENCH_TRANSPOSE_UNTILED, "by hand, plain stores", run_plain },
    { BENCH_TRANSPOSE_UNTILED, "by hand", run_copy },
    { BENCH_COPY, "by hand, plain stores", run_plain },
    { BENCH_COPY, "by hand", run_copy },
    { BENCH_SCALE, "by hand, plain stores", run_plain },
    { BENCH_SCALE, "by hand", run_copy },
    { BENCH_TRIAD, "by hand, plain stores", run_plain },
    { BENCH_TRIAD, "by hand", run_copy },
    { BENCH_SUM, "by hand", run_read },
    { BENCH_REDUCE_INT, "by hand", run_read },
    { BENCH_REDUCE_FLOAT, "by hand", run_read },
    { BENCH_DOT, "by hand", run_read },
#if defined(__x86_64__)
    { BENCH_NBODY, "by hand, estimated roots", run_nbody_estimated },
    { BENCH_NBODY, "by hand", run_nbody },
#endif
};

static const char *opened(void)
{
    scratch = bench.work == BENCH_TRIAD
        ? (float *)bench_memory(bench.count * sizeof(float)) : NULL;
    has_read = 0;
    return NULL;
}

static void closed(void)
{
    free(scratch);
    scratch = NULL;
}

static const bench_contender contender = {
    variants, (int)(sizeof(variants) / sizeof(variants[0])), opened, NULL, NULL, closed, 0
};

const bench_contender *bench_by_hand(void)
{
    return &contender;
}
