/* SPDX-License-Identifier: MIT */
/* "panels": the centred data as panels of WIDE columns, each in order; a block of HIGH x WIDE
   sums stays in registers while it goes down two panels, and is written twice, as the result is
   symmetric. "rows": centred rows; a row of sums, to which each point adds a row. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"

/* The sums are 24 vectors of 32 registers, or 12 of 16; HIGH divides WIDE. */
#ifdef __AVX512F__
enum { LANES = 16, HIGH = 8 };
#else
enum { LANES = 8, HIGH = 4 };
#endif
enum { ACROSS = 3, WIDE = LANES * ACROSS };
typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef lanes lanes_anywhere __attribute__((aligned(4), may_alias)); /* in an array of floats */
/* Else clang makes two vectors of one of 512 bits, on CPUs that it thinks slow with those. */
#ifdef __clang__
#define WHOLE_VECTORS __attribute__((min_vector_width(512)))
#else
#define WHOLE_VECTORS
#endif

static int least(int x, int y) { return x < y ? x : y; }

/* Centred and scaled columns j..j + wide - 1, WIDE at most, into rows of `pitch` floats. */
static void centre(int j, int wide, float *to, size_t pitch)
{
    const int points = correlation.points;
    const size_t m = (size_t)correlation.variables;
    const float *data = correlation.data + j;
    float mean[WIDE] = { 0 }, scale[WIDE] = { 0 };
    int i, x;
    for (i = 0; i < points; i++) {
        const float *restrict row = data + (size_t)i * m;
#pragma omp simd
        for (x = 0; x < wide; x++) {
            mean[x] += row[x];
        }
    }
    for (x = 0; x < wide; x++) {
        mean[x] /= (float)points;
    }
    for (i = 0; i < points; i++) {
        const float *restrict row = data + (size_t)i * m;
#pragma omp simd
        for (x = 0; x < wide; x++) {
            scale[x] += (row[x] - mean[x]) * (row[x] - mean[x]);
        }
    }
    for (x = 0; x < wide; x++) {
        const float deviation = sqrtf(scale[x] / (float)points);
        scale[x] = 1 / (sqrtf((float)points) * (deviation <= CORRELATION_TINY ? 1 : deviation));
    }
    for (i = 0; i < points; i++) {
        const float *restrict row = data + (size_t)i * m;
        float *restrict z = to + (size_t)i * pitch;
#pragma omp simd
        for (x = 0; x < wide; x++) {
            z[x] = (row[x] - mean[x]) * scale[x];
        }
    }
}

/* Products of HIGH columns from a on with the WIDE of panel b, of panels of `points` rows. */
WHOLE_VECTORS static void multiply(int points, const float *restrict a, const float *restrict b,
                     float sums[HIGH][WIDE])
{
    lanes s[HIGH][ACROSS] = { { { 0 } } };
    int i, j, k;
    for (k = 0; k < points; k++) {
        const lanes_anywhere *row = (const lanes_anywhere *)(b + (size_t)k * WIDE);
#pragma GCC unroll 8
        for (i = 0; i < HIGH; i++) {
#pragma GCC unroll 3
            for (j = 0; j < ACROSS; j++) {
                s[i][j] += a[(size_t)k * WIDE + (size_t)i] * row[j];
            }
        }
    }
#pragma GCC unroll 8
    for (i = 0; i < HIGH; i++) {
#pragma GCC unroll 3
        for (j = 0; j < ACROSS; j++) {
            ((lanes_anywhere *)sums[i])[j] = s[i][j];
        }
    }
}

/* The sums of variables from i on with those from j on, into the result and its mirror. */
static void store(int i, int j, float sums[HIGH][WIDE])
{
    const int m = correlation.variables;
    const int high = least(HIGH, m - i), wide = least(WIDE, m - j);
    int y, x;
    for (y = 0; y < high; y++) {
        if (i + y >= j && i + y < j + wide) {
            sums[y][i + y - j] = 1;
        }
        memcpy(correlation.result + (size_t)(i + y) * (size_t)m + (size_t)j, sums[y],
               (size_t)wide * sizeof(float));
    }
    for (x = 0; x < wide; x++) {
        float *to = correlation.result + (size_t)(j + x) * (size_t)m + (size_t)i;
        for (y = 0; y < high; y++) {
            to[y] = sums[y][x];
        }
    }
}

/* All blocks of panel p with itself and those behind it. */
static void panel(int p, int panels, const float *z)
{
    const size_t size = (size_t)correlation.points * WIDE;
    float sums[HIGH][WIDE] __attribute__((aligned(64)));
    int q, y;
    for (q = p; q < panels; q++) {
        for (y = 0; y < WIDE && p * WIDE + y < correlation.variables; y += HIGH) {
            multiply(correlation.points, z + (size_t)p * size + (size_t)y, z + (size_t)q * size,
                     sums);
            store(p * WIDE + y, q * WIDE, sums);
        }
    }
}

static float *room(size_t floats)
{
    void *p = NULL;
    if (posix_memalign(&p, 64, floats * sizeof(float)) != 0) {
        (void)fprintf(stderr, "correlation: no memory\n");
        exit(2);
    }
    return (float *)p;
}

static double run_panels(void)
{
    const int m = correlation.variables, panels = (m + WIDE - 1) / WIDE;
    const size_t size = (size_t)correlation.points * WIDE;
    float *z = room((size_t)panels * size);
#pragma omp parallel
    {
        int p;
#pragma omp for schedule(static)
        for (p = 0; p < panels; p++) {
            const int wide = least(WIDE, m - p * WIDE);
            if (wide < WIDE) { /* zeros behind the last column */
                memset(z + (size_t)p * size, 0, size * sizeof(float));
            }
            centre(p * WIDE, wide, z + (size_t)p * size, WIDE);
        }
#pragma omp for schedule(dynamic)
        for (p = 0; p < panels; p++) {
            panel(p, panels, z);
        }
    }
    free(z);
    return BENCH_WALL;
}

/* Variable i with all behind it, in a row of sums. */
static void row_of_sums(int i, const float *z, float *restrict sums)
{
    const int m = correlation.variables;
    int j, k;
    memset(sums + i, 0, (size_t)(m - i) * sizeof(float));
    for (k = 0; k < correlation.points; k++) {
        const float *restrict row = z + (size_t)k * (size_t)m;
        const float own = row[i];
#pragma omp simd
        for (j = i + 1; j < m; j++) {
            sums[j] += own * row[j];
        }
    }
    sums[i] = 1;
    for (j = i + 1; j < m; j++) {
        correlation.result[(size_t)j * (size_t)m + (size_t)i] = sums[j];
    }
}

static double run_rows(void)
{
    const int m = correlation.variables;
    float *z = room((size_t)correlation.points * (size_t)m);
#pragma omp parallel
    {
        int i;
#pragma omp for schedule(static)
        for (i = 0; i < m; i += WIDE) {
            centre(i, least(WIDE, m - i), z + i, (size_t)m);
        }
#pragma omp for schedule(dynamic, 8)
        for (i = 0; i < m; i++) {
            row_of_sums(i, z, correlation.result + (size_t)i * (size_t)m);
        }
    }
    free(z);
    return BENCH_WALL;
}

const real_variant correlation_openmp[] = {
    { "panels", run_panels }, { "rows", run_rows }, { NULL, NULL }
};
