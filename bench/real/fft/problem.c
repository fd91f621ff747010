/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <string.h>

fft_problem fft;

typedef struct number {
    double re, im;
} number;

/* The transform of x[0], x[stride], x[2 * stride]... into y, `count` numbers: that of the even ones
   and that of the odd ones, joined. */
static void transform(const number *x, number *y, int count, int stride)
{
    const double turn = 8 * atan(1.0);
    int k;
    if (count == 1) {
        y[0] = x[0];
        return;
    }
    transform(x, y, count / 2, 2 * stride);
    transform(x + stride, y + count / 2, count / 2, 2 * stride);
    for (k = 0; k < count / 2; k++) {
        const double c = cos(turn * k / count), s = -sin(turn * k / count);
        const number a = y[k], b = y[k + count / 2];
        const number t = { b.re * c - b.im * s, b.re * s + b.im * c };
        y[k].re = a.re + t.re;
        y[k].im = a.im + t.im;
        y[k + count / 2].re = a.re - t.re;
        y[k + count / 2].im = a.im - t.im;
    }
}

static void reference(const float *signal, float *to)
{
    number x[FFT_POINTS], y[FFT_POINTS];
    int i;
    for (i = 0; i < FFT_POINTS; i++) {
        x[i].re = (double)signal[2 * i];
        x[i].im = (double)signal[2 * i + 1];
    }
    transform(x, y, FFT_POINTS, 1);
    for (i = 0; i < FFT_POINTS; i++) {
        to[2 * i] = (float)y[i].re;
        to[2 * i + 1] = (float)y[i].im;
    }
}

static size_t floats(void) { return (size_t)fft.n * FFT_POINTS * 2; }

static void close_problem(void)
{
    real_free(&fft.start);
    real_free(&fft.data);
    real_free(&fft.expected);
}

static void open_problem(int n, int steps)
{
    size_t i;
    (void)steps;
    fft.n = n;
    fft.start = (float *)bench_memory(floats() * sizeof(float));
    fft.data = (float *)bench_memory(floats() * sizeof(float));
    fft.expected = (float *)bench_memory(floats() * sizeof(float));
    real_fill(fft.start, floats(), 1, -1, 1);
    for (i = 0; i < floats(); i += 2 * FFT_POINTS) {
        reference(fft.start + i, fft.expected + i);
    }
}

static void restore(void) { memcpy(fft.data, fft.start, floats() * sizeof(float)); }

/* Nine additions behind each other, and factors that are right to some last bits. */
static const char *check(void)
{
    return real_differs(fft.data, fft.expected, floats(), 2e-6);
}

const real_program fft_program = { open_problem, restore, check, close_problem };
