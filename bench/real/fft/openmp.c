/* SPDX-License-Identifier: MIT */
/* A signal at a time, in the first cache: three passes of eight-point transforms, eight of them in
   the elements of a vector, real and imaginary parts apart; factors from a table. Between the first
   and the second pass the vectors are transposed, so that from there on neighbours are neighbours.
   Or eight signals at a time, one in each element of the vectors, which are transposed on their way
   in and out. */
#include <math.h>
#include <string.h>

#include "problem.h"

typedef float eight __attribute__((vector_size(32)));

typedef struct eights {
    eight re, im;
} eights;

/* Pass 1 multiplies output k of point l by first[l][k], pass 2 that of point p by second[p][k];
   blocks has first in vectors: those of points 8 b to 8 b + 7 at [b][k]. */
static float first_re[64][8], first_im[64][8], second_re[8][8], second_im[8][8];
static eights blocks[8][8];

/* Once in a process, as a library's plan. */
static void make_factors(void)
{
    static int made;
    const double turn = -8 * atan(1.0);
    int i, k;
    for (i = 0; i < 64 && !made; i++) {
        for (k = 0; k < 8; k++) {
            first_re[i][k] = (float)cos(turn * i * k / 512);
            first_im[i][k] = (float)sin(turn * i * k / 512);
            second_re[i % 8][k] = (float)cos(turn * (i % 8) * k / 64);
            second_im[i % 8][k] = (float)sin(turn * (i % 8) * k / 64);
            blocks[i / 8][k].re[i % 8] = first_re[i][k];
            blocks[i / 8][k].im[i % 8] = first_im[i][k];
        }
    }
    made = 1;
}

static inline eights plus(eights a, eights b)
{
    const eights r = { a.re + b.re, a.im + b.im };
    return r;
}

static inline eights minus(eights a, eights b)
{
    const eights r = { a.re - b.re, a.im - b.im };
    return r;
}

/* a - i b and a + i b */
static inline eights minus_i(eights a, eights b)
{
    const eights r = { a.re + b.im, a.im - b.re };
    return r;
}

static inline eights plus_i(eights a, eights b)
{
    const eights r = { a.re - b.im, a.im + b.re };
    return r;
}

static inline eights times(eights a, eights w)
{
    const eights r = { a.re * w.re - a.im * w.im, a.re * w.im + a.im * w.re };
    return r;
}

static inline eights times_parts(eights a, float re, float im)
{
    const eights r = { a.re * re - a.im * im, a.re * im + a.im * re };
    return r;
}

/* The transform of a[0], a[stride]... of eight points, into r. */
static inline void transform8(const eights *a, int stride, eights *r)
{
    const float h = 0.707106781f;
    const eights a0 = plus(a[0], a[4 * stride]), b0 = minus(a[0], a[4 * stride]);
    const eights a1 = plus(a[stride], a[5 * stride]), b1 = minus(a[stride], a[5 * stride]);
    const eights a2 = plus(a[2 * stride], a[6 * stride]), b2 = minus(a[2 * stride], a[6 * stride]);
    const eights a3 = plus(a[3 * stride], a[7 * stride]), b3 = minus(a[3 * stride], a[7 * stride]);
    const eights c0 = plus(a0, a2), c1 = plus(a1, a3), d0 = minus(a0, a2), d1 = minus(a1, a3);
    /* b1 and b3 times the root, an eighth and three eighths of a turn back */
    const eights e1 = { (b1.re + b1.im) * h, (b1.im - b1.re) * h };
    const eights e3 = { (b3.im - b3.re) * h, (b3.re + b3.im) * -h };
    const eights f0 = minus_i(b0, b2), f2 = plus_i(b0, b2), f1 = plus(e1, e3), f3 = minus(e1, e3);
    r[0] = plus(c0, c1);
    r[4] = minus(c0, c1);
    r[2] = minus_i(d0, d1);
    r[6] = plus_i(d0, d1);
    r[1] = plus(f0, f1);
    r[5] = minus(f0, f1);
    r[3] = minus_i(f2, f3);
    r[7] = plus_i(f2, f3);
}

#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

/* v[i][k] and v[k][i] change places: pairs of one, of two, of four elements. */
static inline void transpose(eight *v)
{
    eight t[8];
    int i;
    for (i = 0; i < 8; i += 2) {
        t[i] = SHUFFLE(v[i], v[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        t[i + 1] = SHUFFLE(v[i], v[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (i = 0; i < 8; i++) {
        if (i % 4 < 2) {
            v[i] = SHUFFLE(t[i], t[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            v[i + 2] = SHUFFLE(t[i], t[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    }
    for (i = 0; i < 4; i++) {
        t[i] = SHUFFLE(v[i], v[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        t[i + 4] = SHUFFLE(v[i], v[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
    for (i = 0; i < 8; i++) {
        v[i] = t[i];
    }
}

static inline void transpose_eights(eights *a)
{
    eight re[8], im[8];
    int i;
    for (i = 0; i < 8; i++) {
        re[i] = a[i].re;
        im[i] = a[i].im;
    }
    transpose(re);
    transpose(im);
    for (i = 0; i < 8; i++) {
        a[i].re = re[i];
        a[i].im = im[i];
    }
}

/* Eight complex numbers of memory, and back. */
static inline eights parted(const float *p)
{
    eight a, b;
    eights r;
    memcpy(&a, p, sizeof(a));
    memcpy(&b, p + 8, sizeof(b));
    r.re = SHUFFLE(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
    r.im = SHUFFLE(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
    return r;
}

static inline void joined(float *p, eights v)
{
    const eight a = SHUFFLE(v.re, v.im, 0, 8, 1, 9, 2, 10, 3, 11);
    const eight b = SHUFFLE(v.re, v.im, 4, 12, 5, 13, 6, 14, 7, 15);
    memcpy(p, &a, sizeof(a));
    memcpy(p + 8, &b, sizeof(b));
}

/* Point l + 64 j of the signal has j as its place in pass 1's transforms, whose output k of point l
   stands at s[l], in element k. Pass 2: over q of l = p + 8 q; output m to t[8 m + p]. Pass 3: over
   p; output j of element k is frequency k + 8 m + 64 j. */
static void one_signal(float *x)
{
    eights s[64], t[64], a[8], r[8];
    int b, k;
    for (b = 0; b < 8; b++) {
        for (k = 0; k < 8; k++) {
            a[k] = parted(x + 2 * (64 * k + 8 * b));
        }
        transform8(a, 1, r);
        for (k = 1; k < 8; k++) {
            r[k] = times(r[k], blocks[b][k]);
        }
        transpose_eights(r);
        memcpy(s + 8 * b, r, sizeof(r));
    }
    for (b = 0; b < 8; b++) {
        transform8(s + b, 8, r);
        t[b] = r[0];
        for (k = 1; k < 8; k++) {
            t[8 * k + b] = times_parts(r[k], second_re[b][k], second_im[b][k]);
        }
    }
    for (b = 0; b < 8; b++) {
        transform8(t + 8 * b, 1, r);
        for (k = 0; k < 8; k++) {
            joined(x + 2 * (64 * k + 8 * b), r[k]);
        }
    }
}

/* Eight signals from x on, an element of a vector each; pass 1 and 2 in place. */
static void eight_signals(float *x)
{
    eights s[512], r[8];
    int b, k, l;
    for (b = 0; b < 512; b += 8) {
        for (k = 0; k < 8; k++) {
            s[b + k] = parted(x + 2 * (FFT_POINTS * k + b));
        }
        transpose_eights(s + b);
    }
    for (l = 0; l < 64; l++) {
        transform8(s + l, 64, r);
        for (k = 0; k < 8; k++) {
            s[64 * k + l] = times_parts(r[k], first_re[l][k], first_im[l][k]);
        }
    }
    for (l = 0; l < 64; l++) {
        eights *of = s + 64 * (l / 8) + l % 8;
        transform8(of, 8, r);
        for (k = 0; k < 8; k++) {
            of[8 * k] = times_parts(r[k], second_re[l % 8][k], second_im[l % 8][k]);
        }
    }
    for (l = 0; l < 64; l++) {
        transform8(s + 8 * l, 1, r);
        memcpy(s + 8 * l, r, sizeof(r));
    }
    for (b = 0; b < 512; b += 8) { /* frequency k + 8 m + 64 j stands at 64 k + 8 m + j */
        for (k = 0; k < 8; k++) {
            r[k] = s[64 * k + b % 64 + b / 64];
        }
        transpose_eights(r);
        for (k = 0; k < 8; k++) {
            joined(x + 2 * (FFT_POINTS * k + b), r[k]);
        }
    }
}

static double one(void)
{
    int i;
    make_factors();
#pragma omp parallel for schedule(static)
    for (i = 0; i < fft.n; i++) {
        one_signal(fft.data + 2 * FFT_POINTS * (size_t)i);
    }
    return BENCH_WALL;
}

static double many(void)
{
    const int eights_end = fft.n / 8 * 8;
    int i;
    make_factors();
#pragma omp parallel for schedule(static)
    for (i = 0; i < eights_end; i += 8) {
        eight_signals(fft.data + 2 * FFT_POINTS * (size_t)i);
    }
    for (i = eights_end; i < fft.n; i++) {
        one_signal(fft.data + 2 * FFT_POINTS * (size_t)i);
    }
    return BENCH_WALL;
}

const real_variant fft_openmp[] = {
    { "a signal at a time", one }, { "eight signals", many }, { NULL, NULL }
};
