/* SPDX-License-Identifier: MIT */
/* The workloads in plain OpenMP C, as one would write them for a CPU: blocked
   for its caches, vectors by `omp simd`, no tiles of threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

/* C is worked on in panels of 4 rows by 64 columns, kept in registers and the
   first cache; B's panel of 256 rows stays in the second. */
static double run_sgemm(void)
{
    const int n = bench.n, kb = 256, jb = 64;
    const float *restrict a = bench.a, *restrict b = bench.b;
    float *restrict c = bench.out;
    int i0;
#pragma omp parallel for schedule(static)
    for (i0 = 0; i0 < n; i0 += 64) {
        int i, j, k, j0, k0;
        for (i = i0; i < i0 + 64; i++) {
            memset(c + (size_t)i * (size_t)n, 0, (size_t)n * sizeof(float));
        }
        for (j0 = 0; j0 < n; j0 += jb) {
            for (k0 = 0; k0 < n; k0 += kb) {
                for (i = i0; i < i0 + 64; i += 4) {
                    float s[4][64] = { { 0 } };
                    for (k = k0; k < k0 + kb; k++) {
                        const float *restrict row = b + (size_t)k * (size_t)n + j0;
                        const float f0 = a[(size_t)(i + 0) * (size_t)n + (size_t)k];
                        const float f1 = a[(size_t)(i + 1) * (size_t)n + (size_t)k];
                        const float f2 = a[(size_t)(i + 2) * (size_t)n + (size_t)k];
                        const float f3 = a[(size_t)(i + 3) * (size_t)n + (size_t)k];
#pragma omp simd
                        for (j = 0; j < 64; j++) {
                            s[0][j] += f0 * row[j];
                            s[1][j] += f1 * row[j];
                            s[2][j] += f2 * row[j];
                            s[3][j] += f3 * row[j];
                        }
                    }
                    for (k = 0; k < 4; k++) {
                        for (j = 0; j < jb; j++) {
                            c[(size_t)(i + k) * (size_t)n + (size_t)(j0 + j)] += s[k][j];
                        }
                    }
                }
            }
        }
    }
    return BENCH_WALL;
}

static double run_transpose(void)
{
    const size_t n = (size_t)bench.n;
    const float *restrict a = bench.a;
    float *restrict t = bench.out;
    size_t i0;
#pragma omp parallel for schedule(static)
    for (i0 = 0; i0 < n; i0 += 16) {
        size_t i, j, j0;
        for (j0 = 0; j0 < n; j0 += 16) {
            for (j = j0; j < j0 + 16; j++) {
                for (i = i0; i < i0 + 16; i++) {
                    t[j * n + i] = a[i * n + j];
                }
            }
        }
    }
    return BENCH_WALL;
}

static double run_transpose_untiled(void)
{
    const size_t n = (size_t)bench.n;
    const float *restrict a = bench.a;
    float *restrict t = bench.out;
    size_t i;
#pragma omp parallel for schedule(static)
    for (i = 0; i < n; i++) {
        size_t j;
        for (j = 0; j < n; j++) {
            t[j * n + i] = a[i * n + j];
        }
    }
    return BENCH_WALL;
}

static double run_sum(void)
{
    const int *restrict x = bench.ints;
    int total = 0, i;
    const int n = bench.n;
#pragma omp parallel for schedule(static) reduction(+ : total)
    for (i = 0; i < n; i++) {
        total += x[i];
    }
    bench.total = total;
    return BENCH_WALL;
}

static double run_saxpy(void)
{
    const float *restrict x = bench.a;
    float *restrict y = bench.out;
    const int n = bench.n;
    int i;
#pragma omp parallel for simd schedule(static)
    for (i = 0; i < n; i++) {
        y[i] += BENCH_SAXPY_A * x[i];
    }
    return BENCH_WALL;
}

/* `steps` times a line for each element; of a guard the loop's end is all there is. */
#define EVERYDAY(name, line)                                                  \
    static double run_##name(void)                                            \
    {                                                                         \
        const float *restrict a = bench.a, *restrict b = bench.b;             \
        const int *restrict mask = bench.ints;                                \
        float *restrict y = bench.out;                                        \
        const int n = bench.n;                                                \
        int s, i;                                                             \
        for (s = 0; s < bench.steps; s++) {                                   \
            _Pragma("omp parallel for simd schedule(static)")                 \
            for (i = 0; i < n; i++) {                                         \
                line;                                                         \
            }                                                                 \
        }                                                                     \
        (void)a, (void)b, (void)mask;                                         \
        return BENCH_WALL;                                                    \
    }
EVERYDAY(relu, y[i] = a[i] > 0 ? a[i] : 0)
EVERYDAY(guard, y[i] = a[i] * BENCH_SAXPY_A + 1)
EVERYDAY(clamp, y[i] = a[i] < -100 ? -100 : a[i] > 100 ? 100 : a[i])
EVERYDAY(leaky, y[i] = a[i] > 0 ? a[i] : 0.125f * a[i])
EVERYDAY(select, y[i] = mask[i] ? a[i] : b[i])
EVERYDAY(masked, y[i] = mask[i] ? a[i] + 1 : 7)

static double run_heat(void)
{
    const int n = bench.n;
    const size_t w = (size_t)n + 2;
    int s, y;
    for (s = 0; s < bench.steps; s++) {
        const float *restrict from = s % 2 == 0 ? bench.out : bench.b;
        float *restrict to = s % 2 == 0 ? bench.b : bench.out;
#pragma omp parallel for schedule(static)
        for (y = 1; y <= n; y++) {
            const float *restrict up = from + (size_t)(y - 1) * w, *restrict at = up + w;
            const float *restrict down = at + w;
            float *restrict into = to + (size_t)y * w;
            int x;
#pragma omp simd
            for (x = 1; x <= n; x++) {
                into[x] = at[x] + BENCH_DIFFUSION * (up[x] + down[x] + at[x - 1] + at[x + 1]
                                                     - 4.0f * at[x]);
            }
        }
    }
    return BENCH_WALL;
}

/* The bodies as arrays of their own, so that the inner loop is one of vectors;
   the copy is in the time. */
static double run_nbody(void)
{
    const int n = bench.n;
    const size_t bytes = (size_t)n * sizeof(float);
    const float *restrict p = bench.a;
    float *restrict out = bench.out, *memory = (float *)malloc(4 * bytes);
    float *restrict x = memory, *restrict y = x + n, *restrict z = y + n, *restrict m = z + n;
    int i;
    if (memory == NULL) {
        return BENCH_WALL;
    }
    for (i = 0; i < n; i++) {
        x[i] = p[4 * i];
        y[i] = p[4 * i + 1];
        z[i] = p[4 * i + 2];
        m[i] = p[4 * i + 3];
    }
#pragma omp parallel for schedule(static)
    for (i = 0; i < n; i++) {
        const float px = x[i], py = y[i], pz = z[i];
        float ax = 0, ay = 0, az = 0;
        int j;
#pragma omp simd reduction(+ : ax, ay, az)
        for (j = 0; j < n; j++) {
            const float dx = x[j] - px, dy = y[j] - py, dz = z[j] - pz;
            const float r = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + BENCH_SOFTENING);
            const float f = m[j] * r * r * r;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
        out[4 * i] = ax;
        out[4 * i + 1] = ay;
        out[4 * i + 2] = az;
    }
    free(memory);
    return BENCH_WALL;
}

static const bench_variant variants[] = {
    { BENCH_SGEMM, "openmp", run_sgemm },
    { BENCH_TRANSPOSE, "openmp", run_transpose },
    { BENCH_TRANSPOSE_UNTILED, "openmp", run_transpose_untiled },
    { BENCH_SUM, "openmp", run_sum },
    { BENCH_SAXPY, "openmp", run_saxpy },
    { BENCH_RELU, "openmp", run_relu },
    { BENCH_GUARD, "openmp", run_guard },
    { BENCH_CLAMP, "openmp", run_clamp },
    { BENCH_LEAKY, "openmp", run_leaky },
    { BENCH_SELECT, "openmp", run_select },
    { BENCH_MASKED, "openmp", run_masked },
    { BENCH_HEAT, "openmp", run_heat },
    { BENCH_NBODY, "openmp", run_nbody },
};

int main(void)
{
    bench_contender c = { variants, (int)(sizeof(variants) / sizeof(variants[0])),
                          NULL, NULL, NULL, NULL, 0 };
    return bench_serve(&c);
}
