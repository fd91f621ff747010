/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <string.h>

enum { HIDDEN = BACKPROP_HIDDEN };

backprop_problem backprop;

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

void backprop_between(const double sums[BACKPROP_HIDDEN])
{
    const double target = 0.9;
    double unit[HIDDEN + 1], sum = 0, out, delta;
    int j;
    unit[0] = 1;
    for (j = 0; j < HIDDEN; j++) {
        unit[j + 1] = sigmoid(sums[j]);
    }
    for (j = 0; j <= HIDDEN; j++) {
        sum += unit[j] * backprop.out[j];
    }
    out = sigmoid(sum);
    delta = out * (1 - out) * (target - out);
    for (j = 0; j < HIDDEN; j++) {
        backprop.delta[j] = (float)(unit[j + 1] * (1 - unit[j + 1]) * delta * backprop.out[j + 1]);
    }
    for (j = 0; j <= HIDDEN; j++) {
        const double change = (double)BACKPROP_RATE * delta * unit[j]
            + (double)BACKPROP_MOMENTUM * backprop.out_change[j];
        backprop.out[j] += change;
        backprop.out_change[j] = change;
    }
}

static void step(float *weights, float *change)
{
    double sums[HIDDEN] = { 0 };
    int i, j;
    for (i = 0; i < backprop.rows; i++) {
        for (j = 0; j < HIDDEN; j++) {
            sums[j] += (double)backprop.input[i] * (double)weights[(size_t)i * HIDDEN + (size_t)j];
        }
    }
    backprop_between(sums);
    for (i = 0; i < backprop.rows; i++) {
        for (j = 0; j < HIDDEN; j++) {
            const size_t k = (size_t)i * HIDDEN + (size_t)j;
            change[k] = BACKPROP_RATE * backprop.delta[j] * backprop.input[i]
                + BACKPROP_MOMENTUM * change[k];
            weights[k] += change[k];
        }
    }
}

static void close_problem(void)
{
    real_free(&backprop.input);
    real_free(&backprop.weights);
    real_free(&backprop.change);
    real_free(&backprop.start_weights);
    real_free(&backprop.start_change);
    real_free(&backprop.partial);
    real_free(&backprop.expected_weights);
    real_free(&backprop.expected_change);
}

static size_t partial_bytes(void)
{
    return ((size_t)backprop.rows + 15) / 16 * HIDDEN * sizeof(float);
}

static void restore(void)
{
    const size_t bytes = (size_t)backprop.rows * HIDDEN * sizeof(float);
    int j;
    memcpy(backprop.weights, backprop.start_weights, bytes);
    memcpy(backprop.change, backprop.start_change, bytes);
    memset(backprop.partial, REAL_POISON, partial_bytes());
    memset(backprop.delta, REAL_POISON, sizeof(backprop.delta));
    for (j = 0; j <= HIDDEN; j++) {
        backprop.out[j] = (double)(bench_noise((unsigned)j) % 1000) / 1000 - 0.4;
        backprop.out_change[j] = 0;
    }
}

/* Weights so small that a hidden unit's sum is about 1. */
static void open_problem(int n, int steps)
{
    const size_t rows = (size_t)n + 1, count = rows * HIDDEN, bytes = count * sizeof(float);
    const float most = 2 / sqrtf((float)rows);
    int i;
    backprop.rows = n + 1;
    backprop.steps = steps;
    backprop.input = (float *)bench_memory(rows * sizeof(float));
    backprop.weights = (float *)bench_memory(bytes);
    backprop.change = (float *)bench_memory(bytes);
    backprop.start_weights = (float *)bench_memory(bytes);
    backprop.start_change = (float *)bench_memory(bytes);
    backprop.partial = (float *)bench_memory(partial_bytes());
    backprop.expected_weights = (float *)bench_memory(bytes);
    backprop.expected_change = (float *)bench_memory(bytes);
    real_fill(backprop.input, rows, 1, 0, 1);
    backprop.input[0] = 1;
    real_fill(backprop.start_weights, count, 2, -most, most);
    real_fill(backprop.start_change, count, 3, -most / 10, most / 10);
    restore();
    memcpy(backprop.expected_weights, backprop.start_weights, bytes);
    memcpy(backprop.expected_change, backprop.start_change, bytes);
    for (i = 0; i < steps; i++) {
        step(backprop.expected_weights, backprop.expected_change);
    }
}

/* The sums' order differs, by some 1e-7 of a hidden unit's sum, which a weight's change is
   proportional to at most. */
static const char *check(void)
{
    const size_t count = (size_t)backprop.rows * HIDDEN;
    const char *why = real_differs(backprop.weights, backprop.expected_weights, count, 2e-6);
    return why != NULL ? why
        : real_differs(backprop.change, backprop.expected_change, count, 1e-5);
}

const real_program backprop_program = { open_problem, restore, check, close_problem };
