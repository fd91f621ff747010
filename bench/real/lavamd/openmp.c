/* SPDX-License-Identifier: MIT */
/* All particles around a box are put into four arrays, which stay in a core's caches while each
   particle of the box goes through them: one long loop of vectors for each. */
#include <math.h>
#include <string.h>

#include "problem.h"

enum { AROUND = LAVAMD_AROUND * LAVAMD_MOST };

typedef struct neighbours {
    float x[AROUND], y[AROUND], z[AROUND], charge[AROUND];
    int count;
} neighbours;

static void gather(int box, neighbours *around)
{
    int k, i, at = 0;
    for (k = 0; k < lavamd.around_count[box]; k++) {
        const int other = lavamd.around[box * LAVAMD_AROUND + k];
        const float *p = lavamd.places + 4 * (size_t)other * (size_t)lavamd.particles;
        for (i = 0; i < lavamd.particles; i++, at++) {
            around->x[at] = p[4 * i];
            around->y[at] = p[4 * i + 1];
            around->z[at] = p[4 * i + 2];
            around->charge[at] = p[4 * i + 3];
        }
    }
    around->count = at;
}

/* exp of x in -87 to 0, off by a unit or two in the last place, of operations that a vector has:
   2^n times exp of the rest, which is a polynomial, that of expf in Moshier's library Cephes. The C
   library's expf is no vector here. */
static inline float vector_exp(float x)
{
    const float n = (x * 1.44269504f + 12582912.0f) - 12582912.0f; /* the nearest whole number */
    const float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;   /* ln 2 in two parts */
    const int bits = ((int)n + 127) << 23;
    float e = 1.98756915e-4f, power;
    e = e * r + 1.39819995e-3f;
    e = e * r + 8.33345190e-3f;
    e = e * r + 4.16657962e-2f;
    e = e * r + 1.66666655e-1f;
    e = e * r + 0.5f;
    e = e * (r * r) + r + 1;
    memcpy(&power, &bits, sizeof(power));
    return e * power;
}

static void with_vectors(const float *a, const neighbours *restrict around, float *result)
{
    const float ax = a[0], ay = a[1], az = a[2], alpha2 = lavamd.alpha2;
    float v = 0, x = 0, y = 0, z = 0;
    int j;
#pragma omp simd reduction(+ : v, x, y, z)
    for (j = 0; j < around->count; j++) {
        const float dx = ax - around->x[j], dy = ay - around->y[j], dz = az - around->z[j];
        const float r = -alpha2 * (dx * dx + dy * dy + dz * dz);
        const float e = around->charge[j] * vector_exp(r < -87 ? -87 : r);
        v += e;
        x += e * dx;
        y += e * dy;
        z += e * dz;
    }
    result[0] = v;
    result[1] = 2 * x;
    result[2] = 2 * y;
    result[3] = 2 * z;
}

static void with_library(const float *a, const neighbours *restrict around, float *result)
{
    const float ax = a[0], ay = a[1], az = a[2], alpha2 = lavamd.alpha2;
    float v = 0, x = 0, y = 0, z = 0;
    int j;
    for (j = 0; j < around->count; j++) {
        const float dx = ax - around->x[j], dy = ay - around->y[j], dz = az - around->z[j];
        const float e = around->charge[j] * expf(-alpha2 * (dx * dx + dy * dy + dz * dz));
        v += e;
        x += e * dx;
        y += e * dy;
        z += e * dz;
    }
    result[0] = v;
    result[1] = 2 * x;
    result[2] = 2 * y;
    result[3] = 2 * z;
}

static double boxes(void (*pull)(const float *a, const neighbours *around, float *result))
{
#pragma omp parallel
    {
        neighbours around;
        int box, i;
#pragma omp for schedule(dynamic)
        for (box = 0; box < lavamd.boxes; box++) {
            const size_t first = 4 * (size_t)box * (size_t)lavamd.particles;
            gather(box, &around);
            for (i = 0; i < lavamd.particles; i++) {
                pull(lavamd.places + first + 4 * i, &around, lavamd.result + first + 4 * i);
            }
        }
    }
    return BENCH_WALL;
}

static double run_vectors(void) { return boxes(with_vectors); }
static double run_library(void) { return boxes(with_library); }

const real_variant lavamd_openmp[] = { { "exp as vectors", run_vectors },
                                       { "exp of the library", run_library }, { NULL, NULL } };
