/* SPDX-License-Identifier: MIT */
/* A tile a signal, eight points a thread. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define POINTS 512
#define THREADS 64
#define PITCH 72      /* of tile memory: 64, and 8 more, so that columns lie in different banks */
#define TURN 6.28318531f
#define ROOT_HALF 0.707106781f

typedef struct complex_number {
    float re, im;
} complex_number;

static inline complex_number multiply(complex_number a, float re, float im)
{
    complex_number r;
    r.re = a.re * re - a.im * im;
    r.im = a.re * im + a.im * re;
    return r;
}

/* a and b become their sum and difference. */
static inline void pair(complex_number *a, complex_number *b)
{
    const complex_number x = *a, y = *b;
    a->re = x.re + y.re;
    a->im = x.im + y.im;
    b->re = x.re - y.re;
    b->im = x.im - y.im;
}

static inline void swap_numbers(complex_number *a, complex_number *b)
{
    const complex_number x = *a;
    *a = *b;
    *b = x;
}

/* The transform of eight points, in place and in order. */
static inline void transform8(complex_number *a)
{
    for (int i = 0; i < 4; i++) {
        pair(&a[i], &a[i + 4]);
    }
    a[5] = multiply(a[5], ROOT_HALF, -ROOT_HALF);
    a[6] = multiply(a[6], 0.0f, -1.0f);
    a[7] = multiply(a[7], -ROOT_HALF, -ROOT_HALF);
    for (int i = 0; i < 8; i += 4) {
        pair(&a[i], &a[i + 2]);
        pair(&a[i + 1], &a[i + 3]);
        a[i + 3] = multiply(a[i + 3], 0.0f, -1.0f);
        pair(&a[i], &a[i + 1]);
        pair(&a[i + 2], &a[i + 3]);
    }
    swap_numbers(&a[1], &a[4]);
    swap_numbers(&a[3], &a[6]);
}

/* Turns a[k] back by k * i of `count` parts of a turn. */
static inline void twiddle8(complex_number *a, int i, int count)
{
    for (int k = 1; k < 8; k++) {
        const float angle = -TURN * (float)(k * i) / (float)count;
        a[k] = multiply(a[k], cosf(angle), sinf(angle));
    }
}

AMP_TILED_KERNEL(fft_512, (THREADS), inout(complex_number, 1, data))
{
    tile_static(complex_number, t, 8 * PITCH);
    const int l = tidx.local[0], high = l / 8, low = l % 8;
    const int first = POINTS * tidx.tile[0] + l;
    complex_number a[8];
    for (int k = 0; k < 8; k++) {
        a[k] = at(data, first + THREADS * k);
    }
    transform8(a);
    twiddle8(a, l, POINTS);
    for (int k = 0; k < 8; k++) {
        t[PITCH * k + l] = a[k];
    }
    tile_barrier_wait(tidx);
    for (int k = 0; k < 8; k++) {
        a[k] = t[PITCH * high + 8 * k + low];
    }
    tile_barrier_wait(tidx);
    transform8(a);
    twiddle8(a, low, THREADS);
    for (int k = 0; k < 8; k++) {
        t[PITCH * high + 9 * k + low] = a[k];
    }
    tile_barrier_wait(tidx);
    for (int k = 0; k < 8; k++) {
        a[k] = t[PITCH * low + 9 * high + k];
    }
    transform8(a);
    for (int k = 0; k < 8; k++) {
        at(data, first + THREADS * k) = a[k];
    }
}
AMP_DEVICE_END

static double run(void)
{
    amp_array_view views[1];
    amp_status s;
    views[0] = amp_view(complex_number, (complex_number *)fft.data, fft.n * POINTS);
    s = parallel_for_each(amp_tile(amp_extent(fft.n * THREADS), THREADS), fft_512, views[0]);
    return REAL_ENDED(s, views);
}

const real_variant fft_amp[] = { { "kernel", run }, { NULL, NULL } };
