/* SPDX-License-Identifier: MIT */
/* A row's inner cells are one loop of vectors; its first and last cell stand apart. */
#include <string.h>

#include "problem.h"

static float cell(float c, float power, float north, float south, float west, float east)
{
    return c + hotspot.scale * (power + (south + north - 2 * c) * hotspot.ry
                                + (east + west - 2 * c) * hotspot.rx
                                + (hotspot.ambient - c) * hotspot.rz);
}

/* Cells from..to - 1 of row y, none at a side of the chip. */
static void inner(const float *restrict above, const float *restrict row,
                  const float *restrict below, const float *restrict power,
                  float *restrict next, int from, int to)
{
    const float scale = hotspot.scale, rx = hotspot.rx, ry = hotspot.ry, rz = hotspot.rz;
    const float ambient = hotspot.ambient;
    int x;
#pragma omp simd
    for (x = from; x < to; x++) {
        const float c = row[x];
        next[x] = c + scale * (power[x] + (below[x] + above[x] - 2 * c) * ry
                               + (row[x + 1] + row[x - 1] - 2 * c) * rx + (ambient - c) * rz);
    }
}

static void rows(const float *t, float *next, int first, int end)
{
    const int n = hotspot.n;
    int y;
    for (y = first; y < end; y++) {
        const float *row = t + (size_t)y * (size_t)n;
        const float *above = y > 0 ? row - n : row, *below = y < n - 1 ? row + n : row;
        const float *power = hotspot.power + (row - t);
        float *to = next + (row - t);
        const int east = n > 1 ? 1 : 0, last = n - 1;
        to[0] = cell(row[0], power[0], above[0], below[0], row[0], row[east]);
        inner(above, row, below, power, to, 1, last);
        if (last > 0) {
            to[last] = cell(row[last], power[last], above[last], below[last], row[last - 1],
                            row[last]);
        }
    }
}

/* All steps in one parallel region: a thread's rows stay in its caches. */
static double run(void)
{
    hotspot.result = hotspot.steps % 2 == 0 ? hotspot.from : hotspot.to;
#pragma omp parallel
    {
        int i, y;
        for (i = 0; i < hotspot.steps; i++) {
            const float *t = i % 2 == 0 ? hotspot.from : hotspot.to;
            float *next = i % 2 == 0 ? hotspot.to : hotspot.from;
#pragma omp for schedule(static)
            for (y = 0; y < hotspot.n; y++) {
                rows(t, next, y, y + 1);
            }
        }
    }
    return BENCH_WALL;
}

const real_variant hotspot_openmp[] = { { "rows", run }, { NULL, NULL } };
