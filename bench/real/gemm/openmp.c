/* SPDX-License-Identifier: MIT */
/* "packed": the layers of Goto and van de Geijn (ACM TOMS 34(3), 2008): a panel of B in the last
   cache and a block of A in the second one, both copied so that they are read in order, and a
   block of sums that stays in registers. "rows": four rows of A against 64 columns of B. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"

/* The block of sums is HIGH x WIDE: 24 vectors of 32 registers, or 12 of 16. */
#ifdef __AVX512F__
enum { LANES = 16, ACROSS = 4 };
#else
enum { LANES = 8, ACROSS = 2 };
#endif
enum { HIGH = 6, WIDE = LANES * ACROSS, DEEP = 256, ROWS = 16 * HIGH };
typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef lanes lanes_anywhere __attribute__((aligned(4), may_alias)); /* in an array of floats */
/* Else clang makes two vectors of one of 512 bits, on CPUs that it thinks slow with those. */
#ifdef __clang__
#define WHOLE_VECTORS __attribute__((min_vector_width(512)))
#else
#define WHOLE_VECTORS
#endif

static int least(int x, int y) { return x < y ? x : y; }

/* sums = a block of HIGH rows of A, copied, times one of WIDE columns of B, copied. */
WHOLE_VECTORS static void multiply(int deep, const float *restrict a, const float *restrict b,
                     float sums[HIGH][WIDE])
{
    lanes s[HIGH][ACROSS] = { { { 0 } } };
    int i, j, k;
    for (k = 0; k < deep; k++) {
        const lanes_anywhere *row = (const lanes_anywhere *)(b + k * WIDE);
#pragma GCC unroll 6
        for (i = 0; i < HIGH; i++) {
#pragma GCC unroll 4
            for (j = 0; j < ACROSS; j++) {
                s[i][j] += a[k * HIGH + i] * row[j];
            }
        }
    }
#pragma GCC unroll 6
    for (i = 0; i < HIGH; i++) {
#pragma GCC unroll 4
        for (j = 0; j < ACROSS; j++) {
            ((lanes_anywhere *)sums[i])[j] = s[i][j];
        }
    }
}

/* Copies `high` x `deep` of A from (i, k), HIGH rows side by side, with zeros below the last. */
static void pack_a(int i, int high, int k, int deep, float *to)
{
    int y, x, l;
    for (y = 0; y < high; y += HIGH) {
        for (x = 0; x < deep; x++) {
            for (l = 0; l < HIGH; l++) {
                *to++ = y + l < high
                    ? gemm.a[(size_t)(i + y + l) * (size_t)gemm.n + (size_t)(k + x)] : 0;
            }
        }
    }
}

/* Copies WIDE columns of B from (k, j), with zeros behind the last. */
static void pack_b(int k, int deep, int j, float *to)
{
    const int wide = least(WIDE, gemm.n - j);
    int y;
    for (y = 0; y < deep; y++) {
        memcpy(to + y * WIDE, gemm.b + (size_t)(k + y) * (size_t)gemm.n + (size_t)j,
               (size_t)wide * sizeof(float));
        memset(to + y * WIDE + wide, 0, (size_t)(WIDE - wide) * sizeof(float));
    }
}

/* C's block at (i, j) = factor C + alpha sums. */
static void add(int i, int j, float factor, float sums[HIGH][WIDE])
{
    const int high = least(HIGH, gemm.n - i), wide = least(WIDE, gemm.n - j);
    int y, x;
    for (y = 0; y < high; y++) {
        float *restrict c = gemm.c + (size_t)(i + y) * (size_t)gemm.n + (size_t)j;
#pragma omp simd
        for (x = 0; x < wide; x++) {
            c[x] = factor * c[x] + gemm.alpha * sums[y][x];
        }
    }
}

static void block(int i, int k, int deep, const float *panel)
{
    float a[ROWS * DEEP] __attribute__((aligned(64)));
    float sums[HIGH][WIDE] __attribute__((aligned(64)));
    const int high = least(ROWS, gemm.n - i);
    int y, j;
    pack_a(i, high, k, deep, a);
    for (j = 0; j < gemm.n; j += WIDE) {
        for (y = 0; y < high; y += HIGH) {
            multiply(deep, a + y * deep, panel + (size_t)j * DEEP, sums);
            add(i + y, j, k == 0 ? gemm.beta : 1, sums);
        }
    }
}

static double run_packed(void)
{
    const int n = gemm.n;
    const size_t across = (size_t)((n + WIDE - 1) / WIDE * WIDE);
    void *panel = NULL;
    if (posix_memalign(&panel, 64, across * DEEP * sizeof(float)) != 0) {
        (void)fprintf(stderr, "gemm: no memory\n");
        return BENCH_WALL;
    }
#pragma omp parallel
    {
        int i, j, k;
        for (k = 0; k < n; k += DEEP) {
            const int deep = least(DEEP, n - k);
#pragma omp for schedule(static)
            for (j = 0; j < n; j += WIDE) {
                pack_b(k, deep, j, (float *)panel + (size_t)j * DEEP);
            }
#pragma omp for schedule(dynamic)
            for (i = 0; i < n; i += ROWS) {
                block(i, k, deep, (const float *)panel);
            }
        }
    }
    free(panel);
    return BENCH_WALL;
}

/* s += `deep` columns of four rows of A from a on times `deep` rows of `wide` columns of B. */
static inline void four_rows(const float *restrict a, const float *restrict b, int deep, int wide,
                      float s[4][64])
{
    const size_t n = (size_t)gemm.n;
    int j, k;
    for (k = 0; k < deep; k++) {
        const float *restrict row = b + (size_t)k * n;
        const float f0 = a[k], f1 = a[n + (size_t)k];
        const float f2 = a[2 * n + (size_t)k], f3 = a[3 * n + (size_t)k];
#pragma omp simd
        for (j = 0; j < wide; j++) {
            s[0][j] += f0 * row[j];
            s[1][j] += f1 * row[j];
            s[2][j] += f2 * row[j];
            s[3][j] += f3 * row[j];
        }
    }
}

static void one_row(const float *restrict a, const float *restrict b, int deep, int wide,
                    float *restrict s)
{
    int j, k;
    for (k = 0; k < deep; k++) {
        const float *restrict row = b + (size_t)k * (size_t)gemm.n;
#pragma omp simd
        for (j = 0; j < wide; j++) {
            s[j] += a[k] * row[j];
        }
    }
}

/* Rows i..end - 1, four at most, of C's columns from j. */
static void rows(int i, int end, int j)
{
    const size_t n = (size_t)gemm.n;
    const int wide = least(64, gemm.n - j);
    float s[4][64];
    int k, y, x;
    memset(s, 0, sizeof(s));
    for (k = 0; k < gemm.n; k += DEEP) {
        const int deep = least(DEEP, gemm.n - k);
        const float *a = gemm.a + (size_t)i * n + (size_t)k;
        const float *b = gemm.b + (size_t)k * n + (size_t)j;
        if (end - i == 4 && wide == 64) {
            four_rows(a, b, deep, 64, s);
        } else if (end - i == 4) {
            four_rows(a, b, deep, wide, s);
        }
        for (y = 0; end - i < 4 && y < end - i; y++) {
            one_row(a + (size_t)y * n, b, deep, wide, s[y]);
        }
    }
    for (y = 0; y < end - i; y++) {
        float *restrict c = gemm.c + (size_t)(i + y) * n + (size_t)j;
        for (x = 0; x < wide; x++) {
            c[x] = gemm.alpha * s[y][x] + gemm.beta * c[x];
        }
    }
}

static double run_rows(void)
{
    int i;
#pragma omp parallel for schedule(static)
    for (i = 0; i < gemm.n; i += 64) {
        int j, y;
        for (j = 0; j < gemm.n; j += 64) {
            for (y = i; y < least(i + 64, gemm.n); y += 4) {
                rows(y, least(y + 4, gemm.n), j);
            }
        }
    }
    return BENCH_WALL;
}

const real_variant gemm_openmp[] = {
    { "packed", run_packed }, { "rows", run_rows }, { NULL, NULL }
};
