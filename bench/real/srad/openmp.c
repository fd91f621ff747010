/* SPDX-License-Identifier: MIT */
/* c in one division, of what its formula is with J^2 taken out of both sides; differences are
   computed twice rather than kept. Either all c first and then the image; or row by row, a row of c
   ahead of the image's, which a thread keeps in its caches. */
#include <stdlib.h>

#include "problem.h"

/* q0, and 1 / (q0 (1 + q0)). */
static void speckle(const float *image, float *q0, float *factor)
{
    const int side = srad.n < SRAD_EVEN ? srad.n : SRAD_EVEN;
    const double count = (double)side * side;
    double sum = 0, squares = 0, mean, q;
    int y, x;
    for (y = 0; y < side; y++) {
        const float *row = image + (size_t)y * (size_t)srad.n;
#pragma omp simd reduction(+ : sum, squares)
        for (x = 0; x < side; x++) {
            const double j = (double)row[x];
            sum += j;
            squares += j * j;
        }
    }
    mean = sum / count;
    q = (squares / count - mean * mean) / (mean * mean) + SRAD_LEAST_Q0;
    *q0 = (float)q;
    *factor = (float)(1 / (q * (1 + q)));
}

static inline float coefficient(float j, float north, float south, float west, float east,
                                float q0, float factor)
{
    const float n = north - j, s = south - j, w = west - j, e = east - j;
    const float sum = n + s + w + e, squares = n * n + s * s + w * w + e * e;
    const float d = j + 0.25f * sum, d2 = d * d;
    float c = d2 / (d2 + (0.5f * squares - sum * sum * 0.0625f - q0 * d2) * factor);
    c = c < 0 ? 0 : c;
    return c > 1 ? 1 : c;
}

/* c of `count` cells. A call of its own, as is that of the image's: where clang 14 knows that west,
   row and east are one array it keeps their elements from turn to turn, and makes no vectors. */
__attribute__((noinline)) static void inner_c(const float *above, const float *below,
                                              const float *row, const float *west,
                                              const float *east, float *restrict c, int count,
                                              float q0, float factor)
{
    int x;
#pragma omp simd
    for (x = 0; x < count; x++) {
        c[x] = coefficient(row[x], above[x], below[x], west[x], east[x], q0, factor);
    }
}

/* c of row y. */
static void coefficients(const float *image, int y, float *restrict c, float q0, float factor)
{
    const int n = srad.n, last = n - 1;
    const float *row = image + (size_t)y * (size_t)n;
    const float *above = y > 0 ? row - n : row, *below = y < last ? row + n : row;
    c[0] = coefficient(row[0], above[0], below[0], row[0], row[last > 0 ? 1 : 0], q0, factor);
    if (last > 1) {
        inner_c(above + 1, below + 1, row + 1, row, row + 2, c + 1, last - 1, q0, factor);
    }
    if (last > 0) {
        c[last] = coefficient(row[last], above[last], below[last], row[last - 1], row[last], q0,
                              factor);
    }
}

static inline float updated(float j, float north, float south, float west, float east, float c,
                            float c_south, float c_east)
{
    return j + 0.25f * SRAD_LAMBDA * (c * (north - j + (west - j)) + c_south * (south - j)
                                      + c_east * (east - j));
}

__attribute__((noinline)) static void inner_image(const float *above, const float *below,
                                                  const float *row, const float *west,
                                                  const float *east, const float *c,
                                                  const float *c_below, const float *c_east,
                                                  float *restrict to, int count)
{
    int x;
#pragma omp simd
    for (x = 0; x < count; x++) {
        to[x] = updated(row[x], above[x], below[x], west[x], east[x], c[x], c_below[x], c_east[x]);
    }
}

/* Row y of the next image, from c of that row and of the one below. */
static void update(const float *image, int y, const float *restrict c,
                   const float *restrict c_below, float *restrict to)
{
    const int n = srad.n, last = n - 1;
    const float *row = image + (size_t)y * (size_t)n;
    const float *above = y > 0 ? row - n : row, *below = y < last ? row + n : row;
    to += (size_t)y * (size_t)n;
    if (last > 0) {
        to[0] = updated(row[0], above[0], below[0], row[0], row[1], c[0], c_below[0], c[1]);
    }
    if (last > 1) {
        inner_image(above + 1, below + 1, row + 1, row, row + 2, c + 1, c_below + 1, c + 2,
                    to + 1, last - 1);
    }
    to[last] = updated(row[last], above[last], below[last], row[last > 0 ? last - 1 : 0],
                       row[last], c[last], c_below[last], c[last]);
}

static double run_all_c(void)
{
    const int n = srad.n;
    int i;
    for (i = 0; i < srad.steps; i++) {
        const float *from = i % 2 == 0 ? srad.image : srad.other;
        float *to = i % 2 == 0 ? srad.other : srad.image;
        float q0, factor;
        speckle(from, &q0, &factor);
#pragma omp parallel
        {
            int y;
#pragma omp for schedule(static)
            for (y = 0; y < n; y++) {
                coefficients(from, y, srad.c + (size_t)y * (size_t)n, q0, factor);
            }
#pragma omp for schedule(static)
            for (y = 0; y < n; y++) {
                const float *c = srad.c + (size_t)y * (size_t)n;
                update(from, y, c, y < n - 1 ? c + n : c, to);
            }
        }
    }
    srad.result = srad.steps % 2 == 0 ? srad.image : srad.other;
    return BENCH_WALL;
}

/* Rows y..end - 1 of a step; room for two rows of c. */
static void rows(const float *from, float *to, int y, int end, float *room, float q0, float factor)
{
    float *c = room, *below = room + srad.n, *swap;
    coefficients(from, y, c, q0, factor);
    for (; y < end; y++) {
        if (y < srad.n - 1) {
            coefficients(from, y + 1, below, q0, factor);
        }
        update(from, y, c, y < srad.n - 1 ? below : c, to);
        swap = c;
        c = below;
        below = swap;
    }
}

static double run_row_ahead(void)
{
    enum { ROWS = 32 };
    const int n = srad.n;
    int i;
    for (i = 0; i < srad.steps; i++) {
        const float *from = i % 2 == 0 ? srad.image : srad.other;
        float *to = i % 2 == 0 ? srad.other : srad.image;
        float q0, factor;
        speckle(from, &q0, &factor);
#pragma omp parallel
        {
            float *room = (float *)bench_memory(2 * (size_t)n * sizeof(float));
            int y;
#pragma omp for schedule(static)
            for (y = 0; y < n; y += ROWS) {
                rows(from, to, y, y + ROWS < n ? y + ROWS : n, room, q0, factor);
            }
            free(room);
        }
    }
    srad.result = srad.steps % 2 == 0 ? srad.image : srad.other;
    return BENCH_WALL;
}

const real_variant srad_openmp[] = { { "all c first", run_all_c },
                                     { "c a row ahead", run_row_ahead }, { NULL, NULL } };
