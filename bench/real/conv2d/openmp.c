/* SPDX-License-Identifier: MIT */
/* "blocks": eight vectors of a row's pixels stay in registers while the whole filter goes over
   them; "rows": a row of sums in the first cache, to which each weight adds a row of the image.
   The pixels whose neighbours lie outside at the left or right stand apart. */
#include <string.h>

#include "problem.h"

#ifdef __AVX512F__
enum { LANES = 16 };
#else
enum { LANES = 8 };
#endif
enum { ACROSS = 8, BLOCK = LANES * ACROSS };
typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef lanes lanes_anywhere __attribute__((aligned(4), may_alias)); /* in an array of floats */
/* Else clang makes two vectors of one of 512 bits, on CPUs that it thinks slow with those. */
#ifdef __clang__
#define WHOLE_VECTORS __attribute__((min_vector_width(512)))
#else
#define WHOLE_VECTORS
#endif

static int inside(int i)
{
    return i < 0 ? 0 : i < conv2d.n ? i : conv2d.n - 1;
}

/* The image's row i, or the nearest. */
static const float *row_of(int i)
{
    return conv2d.from + (size_t)inside(i) * (size_t)conv2d.n;
}

/* Pixels from..end - 1 of row y, whatever is around them. */
static void edge(int y, int from, int end)
{
    const int radius = conv2d.radius, wide = 2 * radius + 1;
    int x, v, u;
    for (x = from; x < end; x++) {
        float sum = 0;
        for (v = 0; v < wide; v++) {
            const float *row = row_of(y + v - radius), *weights = conv2d.filter + v * wide;
            for (u = 0; u < wide; u++) {
                sum += weights[u] * row[inside(x + u - radius)];
            }
        }
        conv2d.to[(size_t)y * (size_t)conv2d.n + (size_t)x] = sum;
    }
}

/* Pixels x..x + BLOCK - 1 of row y; none has a neighbour outside at the left or right. */
WHOLE_VECTORS static void block(int y, int x)
{
    const int radius = conv2d.radius, wide = 2 * radius + 1;
    float *to = conv2d.to + (size_t)y * (size_t)conv2d.n + (size_t)x;
    lanes sums[ACROSS] = { { 0 } };
    int v, u, i;
    for (v = 0; v < wide; v++) {
        const float *row = row_of(y + v - radius) + (x - radius);
        const float *weights = conv2d.filter + v * wide;
        for (u = 0; u < wide; u++) {
            const lanes_anywhere *pixels = (const lanes_anywhere *)(row + u);
#pragma GCC unroll 8
            for (i = 0; i < ACROSS; i++) {
                sums[i] += weights[u] * pixels[i];
            }
        }
    }
#pragma GCC unroll 8
    for (i = 0; i < ACROSS; i++) {
        ((lanes_anywhere *)to)[i] = sums[i];
    }
}

/* Of an image wide enough the last block overlaps the one before, which writes the same. */
static void row_by_blocks(int y)
{
    const int radius = conv2d.radius, end = conv2d.n - radius;
    int x;
    if (end - radius < BLOCK) {
        edge(y, 0, conv2d.n);
        return;
    }
    edge(y, 0, radius);
    for (x = radius; x < end; x += BLOCK) {
        block(y, x + BLOCK <= end ? x : end - BLOCK);
    }
    edge(y, end, conv2d.n);
}

static double run_blocks(void)
{
    int y;
#pragma omp parallel for schedule(static)
    for (y = 0; y < conv2d.n; y++) {
        row_by_blocks(y);
    }
    return BENCH_WALL;
}

static void whole_row(int y)
{
    const int radius = conv2d.radius, wide = 2 * radius + 1, n = conv2d.n;
    float *restrict to = conv2d.to + (size_t)y * (size_t)n;
    int v, u, x;
    if (n <= 2 * radius) {
        edge(y, 0, n);
        return;
    }
    edge(y, 0, radius);
    edge(y, n - radius, n);
    memset(to + radius, 0, (size_t)(n - 2 * radius) * sizeof(float));
    for (v = 0; v < wide; v++) {
        const float *restrict row = row_of(y + v - radius);
        for (u = 0; u < wide; u++) {
            const float weight = conv2d.filter[v * wide + u];
#pragma omp simd
            for (x = radius; x < n - radius; x++) {
                to[x] += weight * row[x + u - radius];
            }
        }
    }
}

static double run_rows(void)
{
    int y;
#pragma omp parallel for schedule(static)
    for (y = 0; y < conv2d.n; y++) {
        whole_row(y);
    }
    return BENCH_WALL;
}

const real_variant conv2d_openmp[] = {
    { "blocks", run_blocks }, { "rows", run_rows }, { NULL, NULL }
};
