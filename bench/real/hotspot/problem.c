/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

hotspot_problem hotspot;

/* The step's factor is a tenth of what would make it unstable. */
static void set_constants(void)
{
    hotspot.scale = 0.1f;
    hotspot.rx = 1.1f;
    hotspot.ry = 0.9f;
    hotspot.rz = 0.01f;
    hotspot.ambient = 80;
}

static void step(const float *t, float *next)
{
    const int n = hotspot.n;
    int y, x;
    for (y = 0; y < n; y++) {
        for (x = 0; x < n; x++) {
            const float *c = t + (size_t)y * (size_t)n + x;
            const float north = y > 0 ? c[-n] : *c, south = y < n - 1 ? c[n] : *c;
            const float west = x > 0 ? c[-1] : *c, east = x < n - 1 ? c[1] : *c;
            next[c - t] = *c + hotspot.scale * (hotspot.power[c - t]
                + (south + north - 2 * *c) * hotspot.ry + (east + west - 2 * *c) * hotspot.rx
                + (hotspot.ambient - *c) * hotspot.rz);
        }
    }
}

static void close_problem(void)
{
    real_free(&hotspot.power);
    real_free(&hotspot.start);
    real_free(&hotspot.from);
    real_free(&hotspot.to);
    real_free(&hotspot.expected);
}

static void open_problem(int n, int steps)
{
    const size_t count = (size_t)n * (size_t)n;
    float *other, *swap;
    int i;
    hotspot.n = n;
    hotspot.steps = steps;
    set_constants();
    hotspot.power = (float *)bench_memory(count * sizeof(float));
    hotspot.start = (float *)bench_memory(count * sizeof(float));
    hotspot.from = (float *)bench_memory(count * sizeof(float));
    hotspot.to = (float *)bench_memory(count * sizeof(float));
    hotspot.expected = (float *)bench_memory(count * sizeof(float));
    real_fill(hotspot.power, count, 1, 0, 5);
    real_fill(hotspot.start, count, 2, 320, 345);
    other = (float *)bench_memory(count * sizeof(float));
    memcpy(hotspot.expected, hotspot.start, count * sizeof(float));
    for (i = 0; i < steps; i++) {
        step(hotspot.expected, other);
        swap = hotspot.expected;
        hotspot.expected = other;
        other = swap;
    }
    real_free(&other);
}

static void restore(void)
{
    const size_t bytes = (size_t)hotspot.n * (size_t)hotspot.n * sizeof(float);
    memcpy(hotspot.from, hotspot.start, bytes);
    memset(hotspot.to, REAL_POISON, bytes);
    hotspot.result = hotspot.to;
}

static const char *check(void)
{
    return real_differs(hotspot.result, hotspot.expected,
                        (size_t)hotspot.n * (size_t)hotspot.n, 1e-5);
}

const real_program hotspot_program = { open_problem, restore, check, close_problem };
