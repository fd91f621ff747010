/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <string.h>

mriq_problem mriq;

static void close_problem(void)
{
    real_free(&mriq.k);
    real_free(&mriq.x);
    real_free(&mriq.y);
    real_free(&mriq.z);
    real_free(&mriq.qr);
    real_free(&mriq.qi);
    real_free(&mriq.both);
    real_free(&mriq.expected);
}

static void voxel(int i)
{
    const double two_pi = 6.28318530717958647693;
    double real = 0, imaginary = 0;
    int s;
    for (s = 0; s < mriq.samples; s++) {
        const float *k = mriq.k + 4 * s;
        const double angle = two_pi * ((double)k[0] * (double)mriq.x[i]
            + (double)k[1] * (double)mriq.y[i] + (double)k[2] * (double)mriq.z[i]);
        real += (double)k[3] * cos(angle);
        imaginary += (double)k[3] * sin(angle);
    }
    mriq.expected[i] = (float)real;
    mriq.expected[mriq.n + i] = (float)imaginary;
}

static void open_problem(int n, int steps)
{
    const size_t bytes = (size_t)n * sizeof(float);
    int i;
    mriq.n = n;
    mriq.samples = steps;
    mriq.k = (float *)bench_memory(4 * (size_t)steps * sizeof(float));
    mriq.x = (float *)bench_memory(bytes);
    mriq.y = (float *)bench_memory(bytes);
    mriq.z = (float *)bench_memory(bytes);
    mriq.qr = (float *)bench_memory(bytes);
    mriq.qi = (float *)bench_memory(bytes);
    mriq.both = (float *)bench_memory(2 * bytes);
    mriq.expected = (float *)bench_memory(2 * bytes);
    real_fill(mriq.k, 4 * (size_t)steps, 1, -8, 8);
    for (i = 0; i < steps; i++) { /* magnitudes: 0 to 1 */
        mriq.k[4 * i + 3] = 0.5f + mriq.k[4 * i + 3] / 16;
    }
    real_fill(mriq.x, (size_t)n, 2, -0.5f, 0.5f);
    real_fill(mriq.y, (size_t)n, 3, -0.5f, 0.5f);
    real_fill(mriq.z, (size_t)n, 4, -0.5f, 0.5f);
    for (i = 0; i < n; i++) {
        voxel(i);
    }
}

static void restore(void)
{
    memset(mriq.qr, REAL_POISON, (size_t)mriq.n * sizeof(float));
    memset(mriq.qi, REAL_POISON, (size_t)mriq.n * sizeof(float));
}

/* An angle of at most 75 is off by about 1e-5 in float, and so is each sample's part of the sum.
   Such errors add up as the samples themselves do, which have random phases. The two parts are
   checked together, since one of them may be near 0 everywhere. */
static const char *check(void)
{
    memcpy(mriq.both, mriq.qr, (size_t)mriq.n * sizeof(float));
    memcpy(mriq.both + mriq.n, mriq.qi, (size_t)mriq.n * sizeof(float));
    return real_differs(mriq.both, mriq.expected, 2 * (size_t)mriq.n, 1e-4);
}

const real_program mriq_program = { open_problem, restore, check, close_problem };
