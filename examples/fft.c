/* SPDX-License-Identifier: MIT */
/*
fft.c: fast Fourier transform of many signals of 256 numbers, a tile each. The
signal is in tile memory all the while: 8 steps of 128 pairs, a thread a pair,
with a barrier between the steps (tiled; and the same as phases). Written to the
reversed position first, each number ends where it belongs.

    cc -O2 -fopenmp -pthread -I. examples/fft.c -o fft -lm && ./fft [signals]

prints the strongest frequencies of the first signals, and the largest difference
from the sum that defines the transform, and of the way back from the signals.
*/
#include <math.h>
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define BITS 8
#define N (1 << BITS)
#define TILE (N / 2)
#define TURN 6.2831853f

typedef struct number {
    float re, im;
} number;

/* The BITS bits of i from right to left. */
static inline int reversed(int i)
{
    int r = 0;
    for (int b = 0; b < BITS; b++) {
        r = 2 * r + (i >> b) % 2;
    }
    return r;
}

/* Pair p of the step that joins transforms of `half` numbers. sign: -1 forward, 1 back. */
static inline void join(amp_tile_ptr(number) t, int p, int half, float sign)
{
    const int k = p % half, i = p / half * 2 * half + k, j = i + half;
    const float angle = sign * TURN * (float)k / (float)(2 * half);
    const float c = cosf(angle), s = sinf(angle);
    const number a = t[i], b = { c * t[j].re - s * t[j].im, c * t[j].im + s * t[j].re };
    t[i].re = a.re + b.re;
    t[i].im = a.im + b.im;
    t[j].re = a.re - b.re;
    t[j].im = a.im - b.im;
}

AMP_TILED_KERNEL(fft_tiled, (1, TILE), in(number, 2, from), out(number, 2, to), value(float, sign))
{
    tile_static(number, t, N);
    const int row = tidx.tile[0], l = tidx.local[1];
    t[reversed(l)] = at(from, row, l);
    t[reversed(l + TILE)] = at(from, row, l + TILE);
    tile_barrier_wait(tidx);
    for (int half = 1; half < N; half *= 2) {
        join(t, l, half, sign);
        tile_barrier_wait(tidx);
    }
    at(to, row, l) = t[l];
    at(to, row, l + TILE) = t[l + TILE];
}

AMP_PHASED_KERNEL(fft_phased, (1, TILE), in(number, 2, from), out(number, 2, to),
                  value(float, sign))
{
    tile_static(number, t, N);
    phase {
        for (int i = tidx.local[1]; i < N; i += TILE) {
            t[reversed(i)] = at(from, tidx.tile[0], i);
        }
    }
    for (int half = 1; half < N; half *= 2) {
        phase {
            join(t, tidx.local[1], half, sign);
        }
    }
    phase {
        for (int i = tidx.local[1]; i < N; i += TILE) {
            at(to, tidx.tile[0], i) = t[i];
        }
    }
}
AMP_DEVICE_END

/* The larger one; a NaN gets in, too. */
static double larger(double a, double b)
{
    return b <= a ? a : b;
}

/* The definition: the largest difference of `row` from it. c and s: cosine and sine of a turn's
   N parts. */
static double difference(const number *signal, const number *row, const double *c, const double *s)
{
    double worst = 0;
    int k, i;
    for (k = 0; k < N; k++) {
        double re = 0, im = 0;
        for (i = 0; i < N; i++) {
            const int part = k * i % N;
            re += (double)signal[i].re * c[part] + (double)signal[i].im * s[part];
            im += (double)signal[i].im * c[part] - (double)signal[i].re * s[part];
        }
        worst = larger(worst, fabs((double)row[k].re - re) + fabs((double)row[k].im - im));
    }
    return worst;
}

int main(int argc, char **argv)
{
    const int signals = example_size(argc, argv, 37, 5, 1 << 20);
    const size_t bytes = (size_t)signals * N * sizeof(number);
    number *signal = example_memory(bytes), *spectrum = example_memory(bytes);
    number *back = example_memory(bytes);
    double c[N], s[N], worst = 0;
    const amp_array_view a = amp_view(number, signal, signals, N);
    const amp_array_view b = amp_view(number, spectrum, signals, N);
    const amp_array_view d = amp_view(number, back, signals, N);
    const amp_tiled_extent tiles = amp_tile(amp_extent(signals, TILE), 1, TILE);
    int i, r, form;
    for (i = 0; i < N; i++) {
        c[i] = cos((double)TURN * i / N);
        s[i] = sin((double)TURN * i / N);
    }
    for (r = 0; r < signals; r++) { /* two tones and a spike */
        for (i = 0; i < N; i++) {
            signal[r * N + i].re = (float)(c[i * (r + 3) % N] + 0.5 * s[i * (2 * r + 40) % N]
                                           + (i == r % N));
        }
    }
    for (form = 0; form < 2; form++) {
        if (form == 0) {
            must(parallel_for_each(tiles, fft_tiled, a, b, -1.0f));
            must(parallel_for_each(tiles, fft_tiled, b, d, 1.0f));
        } else {
            must(parallel_for_each(tiles, fft_phased, a, b, -1.0f));
            must(parallel_for_each(tiles, fft_phased, b, d, 1.0f));
        }
        must(amp_synchronize(b));
        must(amp_synchronize(d));
        for (r = 0; r < signals; r++) {
            worst = larger(worst, difference(signal + r * N, spectrum + r * N, c, s));
            for (i = 0; i < N; i++) {
                const number *to = signal + r * N + i, *from = back + r * N + i;
                worst = larger(worst, fabs((double)(from->re / N - to->re))
                                      + fabs((double)(from->im / N - to->im)));
            }
        }
    }
    for (r = 0; r < signals && r < 3; r++) {
        (void)printf("signal %d:", r);
        for (i = 0; i < N / 2; i++) {
            const double re = (double)spectrum[r * N + i].re, im = (double)spectrum[r * N + i].im;
            if (re * re + im * im > 1000) {
                (void)printf(" frequency %d", i);
            }
        }
        (void)printf("\n");
    }
    (void)printf("%d signals, largest difference %.1e\n", signals, worst);
    must(amp_release(a));
    must(amp_release(b));
    must(amp_release(d));
    free(signal);
    free(spectrum);
    free(back);
    return example_end(!(worst < 1e-3));
}
