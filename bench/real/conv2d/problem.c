/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

conv2d_problem conv2d;

static void close_problem(void)
{
    real_free(&conv2d.filter);
    real_free(&conv2d.from);
    real_free(&conv2d.to);
    real_free(&conv2d.expected);
}

static size_t inside(int i)
{
    return (size_t)(i < 0 ? 0 : i < conv2d.n ? i : conv2d.n - 1);
}

static float pixel(int y, int x)
{
    const int radius = conv2d.radius, wide = 2 * radius + 1;
    float sum = 0;
    int v, u;
    for (v = -radius; v <= radius; v++) {
        for (u = -radius; u <= radius; u++) {
            sum += conv2d.filter[(v + radius) * wide + u + radius]
                 * conv2d.from[inside(y + v) * (size_t)conv2d.n + inside(x + u)];
        }
    }
    return sum;
}

static void open_problem(int n, int steps)
{
    const size_t count = (size_t)n * (size_t)n;
    size_t weights;
    int y, x;
    conv2d.n = n;
    conv2d.radius = steps < CONV2D_RADIUS ? steps : CONV2D_RADIUS;
    weights = (size_t)(2 * conv2d.radius + 1) * (size_t)(2 * conv2d.radius + 1);
    conv2d.filter = (float *)bench_memory(weights * sizeof(float));
    conv2d.from = (float *)bench_memory(count * sizeof(float));
    conv2d.to = (float *)bench_memory(count * sizeof(float));
    conv2d.expected = (float *)bench_memory(count * sizeof(float));
    real_fill(conv2d.filter, weights, 1, 0, 2.0f / (float)weights);
    real_fill(conv2d.from, count, 2, 0, 255);
    for (y = 0; y < n; y++) {
        for (x = 0; x < n; x++) {
            conv2d.expected[(size_t)y * (size_t)n + (size_t)x] = pixel(y, x);
        }
    }
}

static void restore(void)
{
    memset(conv2d.to, REAL_POISON, (size_t)conv2d.n * (size_t)conv2d.n * sizeof(float));
}

/* A sum of at most 289 positive floats, by products that may be rounded or not: off by at most
   289 / 2^24 = 1.7e-5 of itself, mostly by far less. */
static const char *check(void)
{
    return real_differs(conv2d.to, conv2d.expected, (size_t)conv2d.n * (size_t)conv2d.n, 2e-5);
}

const real_program conv2d_program = { open_problem, restore, check, close_problem };
