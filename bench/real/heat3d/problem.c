/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

heat3d_problem heat3d;

static size_t cells(void)
{
    return (size_t)heat3d.n * (size_t)heat3d.n * (size_t)heat3d.n;
}

static void step(const float *t, float *next)
{
    const size_t n = (size_t)heat3d.n;
    size_t z, y, x;
    for (z = 1; z + 1 < n; z++) {
        for (y = 1; y + 1 < n; y++) {
            for (x = 1; x + 1 < n; x++) {
                const size_t i = (z * n + y) * n + x;
                next[i] = t[i] + heat3d.diffusion * (t[i - n * n] + t[i + n * n] + t[i - n]
                                                     + t[i + n] + t[i - 1] + t[i + 1] - 6 * t[i]);
            }
        }
    }
}

static void close_problem(void)
{
    real_free(&heat3d.start);
    real_free(&heat3d.from);
    real_free(&heat3d.to);
    real_free(&heat3d.expected);
}

static void open_problem(int n, int steps)
{
    float *other, *swap;
    size_t bytes;
    int i;
    heat3d.n = n;
    heat3d.steps = steps;
    heat3d.diffusion = 0.125f; /* stable up to 1/6 */
    bytes = cells() * sizeof(float);
    heat3d.start = (float *)bench_memory(bytes);
    heat3d.from = (float *)bench_memory(bytes);
    heat3d.to = (float *)bench_memory(bytes);
    heat3d.expected = (float *)bench_memory(bytes);
    real_fill(heat3d.start, cells(), 1, 0, 100);
    other = (float *)bench_memory(bytes);
    memcpy(heat3d.expected, heat3d.start, bytes);
    memcpy(other, heat3d.start, bytes);
    for (i = 0; i < steps; i++) {
        step(heat3d.expected, other);
        swap = heat3d.expected;
        heat3d.expected = other;
        other = swap;
    }
    real_free(&other);
}

static void restore(void)
{
    const size_t n = (size_t)heat3d.n;
    size_t z, y;
    memcpy(heat3d.from, heat3d.start, cells() * sizeof(float));
    memcpy(heat3d.to, heat3d.start, cells() * sizeof(float));
    for (z = 1; z + 1 < n; z++) {
        for (y = 1; y + 1 < n; y++) {
            memset(heat3d.to + (z * n + y) * n + 1, REAL_POISON, (n - 2) * sizeof(float));
        }
    }
    heat3d.result = heat3d.to;
}

/* Each step averages, so that errors of rounding do not grow: some units in the last place. */
static const char *check(void)
{
    return real_differs(heat3d.result, heat3d.expected, cells(), 2e-6);
}

const real_program heat3d_program = { open_problem, restore, check, close_problem };
