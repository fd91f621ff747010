/* SPDX-License-Identifier: MIT */
/* A voxel's sum over all samples is one loop. "turns": as vectors; since 2 pi is a factor of every
   angle, it is reduced in turns, which is exact, and sine and cosine are polynomials of the rest.
   "libm": with the library's functions, which gcc and clang call one by one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "problem.h"

/* The samples as four arrays, one behind the other. */
static float *by_component(void)
{
    const size_t count = (size_t)mriq.samples;
    float *k = (float *)malloc(4 * count * sizeof(float));
    size_t i;
    if (k == NULL) {
        (void)fprintf(stderr, "mriq: no memory\n");
        exit(2);
    }
    for (i = 0; i < 4 * count; i++) {
        k[i % 4 * count + i / 4] = mriq.k[i];
    }
    return k;
}

/* Quarters of a turn are taken off, so that at most an eighth is left; of that, as radians, the
   first terms of Taylor's series are as exact as float is. A quarter exchanges sine and cosine. */
static void voxel_turns(int i, const float *restrict kx)
{
    const int count = mriq.samples;
    const float *restrict ky = kx + count, *restrict kz = ky + count;
    const float *restrict magnitude = kz + count;
    const float x = mriq.x[i], y = mriq.y[i], z = mriq.z[i];
    float real = 0, imaginary = 0;
    int s;
#pragma omp simd reduction(+ : real, imaginary)
    for (s = 0; s < count; s++) {
        const float turns = kx[s] * x + ky[s] * y + kz[s] * z;
        const float quarters = rintf(4 * turns);
        const float a = 6.2831853f * (turns - 0.25f * quarters), q = a * a;
        const float sine = a + a * q * (-1.0f / 6 + q * (1.0f / 120
                         + q * (-1.0f / 5040 + q * (1.0f / 362880))));
        const float cosine = 1 + q * (-0.5f + q * (1.0f / 24 + q * (-1.0f / 720
                           + q * (1.0f / 40320))));
        const int quadrant = (int)quarters;
        const float c = quadrant & 1 ? sine : cosine, d = quadrant & 1 ? cosine : sine;
        real += magnitude[s] * ((quadrant + 1) & 2 ? -c : c);
        imaginary += magnitude[s] * (quadrant & 2 ? -d : d);
    }
    mriq.qr[i] = real;
    mriq.qi[i] = imaginary;
}

static double run_turns(void)
{
    float *k = by_component();
    int i;
#pragma omp parallel for schedule(static)
    for (i = 0; i < mriq.n; i++) {
        voxel_turns(i, k);
    }
    free(k);
    return BENCH_WALL;
}

static double run_libm(void)
{
    int i;
#pragma omp parallel for schedule(static)
    for (i = 0; i < mriq.n; i++) {
        const float x = mriq.x[i], y = mriq.y[i], z = mriq.z[i];
        float real = 0, imaginary = 0;
        int s;
        for (s = 0; s < mriq.samples; s++) {
            const float *k = mriq.k + 4 * s;
            const float angle = 6.2831853f * (k[0] * x + k[1] * y + k[2] * z);
            real += k[3] * cosf(angle);
            imaginary += k[3] * sinf(angle);
        }
        mriq.qr[i] = real;
        mriq.qi[i] = imaginary;
    }
    return BENCH_WALL;
}

const real_variant mriq_openmp[] = {
    { "turns", run_turns }, { "libm", run_libm }, { NULL, NULL }
};
