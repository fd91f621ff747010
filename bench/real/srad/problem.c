/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <string.h>

srad_problem srad;

static double speckle(const float *image)
{
    const int side = srad.n < SRAD_EVEN ? srad.n : SRAD_EVEN;
    const double count = (double)side * side;
    double sum = 0, squares = 0, mean;
    int y, x;
    for (y = 0; y < side; y++) {
        for (x = 0; x < side; x++) {
            const double j = (double)image[(size_t)y * (size_t)srad.n + (size_t)x];
            sum += j;
            squares += j * j;
        }
    }
    mean = sum / count;
    return (squares / count - mean * mean) / (mean * mean) + SRAD_LEAST_Q0;
}

/* Neighbours of cell i = y * n + x: north, south, west, east. */
static void neighbours(size_t y, size_t x, size_t at[4])
{
    const size_t n = (size_t)srad.n, i = y * n + x;
    at[0] = y > 0 ? i - n : i;
    at[1] = y < n - 1 ? i + n : i;
    at[2] = x > 0 ? i - 1 : i;
    at[3] = x < n - 1 ? i + 1 : i;
}

static float coefficient(const float *image, size_t y, size_t x, double q0)
{
    const float j = image[y * (size_t)srad.n + x], q = (float)q0;
    float sum = 0, squares = 0, l, g, q2, c;
    size_t at[4];
    int k;
    neighbours(y, x, at);
    for (k = 0; k < 4; k++) {
        const float d = image[at[k]] - j;
        sum += d;
        squares += d * d;
    }
    l = sum / j;
    g = squares / (j * j);
    q2 = (0.5f * g - l * l / 16) / ((1 + 0.25f * l) * (1 + 0.25f * l));
    c = 1 / (1 + (q2 - q) / (q * (1 + q)));
    return c < 0 ? 0 : c > 1 ? 1 : c;
}

static void step(const float *image, float *c, float *next)
{
    const size_t n = (size_t)srad.n;
    const double q0 = speckle(image);
    size_t y, x, at[4];
    for (y = 0; y < n; y++) {
        for (x = 0; x < n; x++) {
            c[y * n + x] = coefficient(image, y, x, q0);
        }
    }
    for (y = 0; y < n; y++) {
        for (x = 0; x < n; x++) {
            const size_t i = y * n + x;
            neighbours(y, x, at);
            next[i] = image[i] + 0.25f * SRAD_LAMBDA
                * (c[i] * (image[at[0]] - image[i]) + c[at[1]] * (image[at[1]] - image[i])
                   + c[i] * (image[at[2]] - image[i]) + c[at[3]] * (image[at[3]] - image[i]));
        }
    }
}

static float **const arrays[] = { &srad.start, &srad.image, &srad.other, &srad.c, &srad.dn,
                                  &srad.ds, &srad.dw, &srad.de, &srad.expected };
enum { ARRAYS = (int)(sizeof(arrays) / sizeof(arrays[0])) };

static void close_problem(void)
{
    int k;
    for (k = 0; k < ARRAYS; k++) {
        real_free(arrays[k]);
    }
}

static void open_problem(int n, int steps)
{
    const size_t count = (size_t)n * (size_t)n;
    float *swap;
    size_t i;
    int k;
    srad.n = n;
    srad.steps = steps;
    for (k = 0; k < ARRAYS; k++) {
        *arrays[k] = (float *)bench_memory(count * sizeof(float));
    }
    real_fill(srad.start, count, 1, 0, 1);
    for (i = 0; i < count; i++) {
        srad.start[i] = expf(srad.start[i]);
    }
    memcpy(srad.expected, srad.start, count * sizeof(float));
    for (k = 0; k < steps; k++) {
        step(srad.expected, srad.c, srad.other);
        swap = srad.expected;
        srad.expected = srad.other;
        srad.other = swap;
    }
}

static void restore(void)
{
    const size_t bytes = (size_t)srad.n * (size_t)srad.n * sizeof(float);
    memcpy(srad.image, srad.start, bytes);
    memset(srad.other, REAL_POISON, bytes);
    memset(srad.c, REAL_POISON, bytes);
    memset(srad.dn, REAL_POISON, bytes);
    memset(srad.ds, REAL_POISON, bytes);
    memset(srad.dw, REAL_POISON, bytes);
    memset(srad.de, REAL_POISON, bytes);
    srad.result = srad.other;
}

/* c is steep where q0 is small: rounding of a step is some times larger after the next one. */
static const char *check(void)
{
    return real_differs(srad.result, srad.expected, (size_t)srad.n * (size_t)srad.n, 1e-5);
}

const real_program srad_program = { open_problem, restore, check, close_problem };
