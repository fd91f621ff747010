/* SPDX-License-Identifier: MIT */
/* Each atom is added to the points that it reaches and to few others: a plane of the lattice at a
   time, which stays in the first cache, and of it a vector's columns, row after row. What lies
   beyond the cut-off in a vector gets nothing. */
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"

enum { LANES = 16 };

/* 1 / sqrt(x), off by some units in the last place: half the exponent by the bits of the float,
   then Newton's method. Multiplications are many times faster than a square root and a division
   of vectors. */
static inline float vector_rsqrt(float x)
{
    const float half = 0.5f * x;
    int bits;
    float y;
    memcpy(&bits, &x, sizeof(bits));
    bits = 0x5f3759df - (bits >> 1);
    memcpy(&y, &bits, sizeof(y));
    y = y * (1.5f - half * y * y);
    y = y * (1.5f - half * y * y);
    return y * (1.5f - half * y * y);
}

/* Adds an atom to LANES columns of a plane; dxz2 is its distance to each column's line through all
   planes, squared, and from to end - 1 are the rows. */
static void add_columns(const float *a, const float *restrict dxz2, int from, int end,
                        float *restrict columns, int width)
{
    const float charge = a[3], inverse = 1 / (cutcp.cutoff * cutcp.cutoff);
    int y, i;
    for (y = from; y < end; y++) {
        const float dy = (float)y * CUTCP_SPACING - a[1], dy2 = dy * dy;
        float *restrict row = columns + (size_t)y * (size_t)width;
#pragma omp simd
        for (i = 0; i < LANES; i++) {
            const float r2 = dxz2[i] + dy2, s = 1 - r2 * inverse, inside = s > 0 ? s : 0;
            row[i] += charge / sqrtf(r2) * inside * inside;
        }
    }
}

static void add_columns_newton(const float *a, const float *restrict dxz2, int from, int end,
                               float *restrict columns, int width)
{
    const float charge = a[3], inverse = 1 / (cutcp.cutoff * cutcp.cutoff);
    int y, i;
    for (y = from; y < end; y++) {
        const float dy = (float)y * CUTCP_SPACING - a[1], dy2 = dy * dy;
        float *restrict row = columns + (size_t)y * (size_t)width;
#pragma omp simd
        for (i = 0; i < LANES; i++) {
            const float r2 = dxz2[i] + dy2, s = 1 - r2 * inverse, inside = s > 0 ? s : 0;
            row[i] += charge * vector_rsqrt(r2) * inside * inside;
        }
    }
}

/* A place, in spacings, as a point from 0 to `most`. */
static int point(float at, int most)
{
    return at < 0 ? 0 : at > (float)most ? most : (int)at;
}

/* Adds an atom to a plane that is dz away and has rows of `width`: of each LANES columns to the
   rows that it reaches in the nearest one. */
static void add_atom(const float *a, float dz, float *plane, int width, int newton)
{
    const float left = cutcp.cutoff * cutcp.cutoff - dz * dz, per = 1 / CUTCP_SPACING;
    const float rx = left > 0 ? sqrtf(left) : 0;
    const int end = left > 0 ? point((a[0] + rx) * per + 1, width) : 0;
    int x;
    for (x = point((a[0] - rx) * per, width) / LANES * LANES; x < end; x += LANES) {
        const float before = (float)x * CUTCP_SPACING - a[0];
        const float behind = -before - (LANES - 1) * CUTCP_SPACING;
        const float gap = before > 0 ? before : behind > 0 ? behind : 0;
        const float ry = left > gap * gap ? sqrtf(left - gap * gap) : 0;
        const int first = point((a[1] - ry) * per, cutcp.n);
        const int last = point((a[1] + ry) * per + 1, cutcp.n);
        float dxz2[LANES];
        int i;
        for (i = 0; i < LANES; i++) {
            const float dx = (float)(x + i) * CUTCP_SPACING - a[0];
            dxz2[i] = dx * dx + dz * dz;
        }
        (newton ? add_columns_newton : add_columns)(a, dxz2, first, last, plane + x, width);
    }
}

/* Plane z, by way of one with rows of whole vectors. */
static void make_plane(int z, float *plane, int width, int newton)
{
    const int n = cutcp.n, layer = cutcp.bins * cutcp.bins;
    const int first = z / CUTCP_SIDE * layer;
    const int end = (z / CUTCP_SIDE + 2 * cutcp.border + 1) * layer;
    float *result = cutcp.potential + (size_t)z * (size_t)n * (size_t)n;
    int bin, i, y;
    memset(plane, 0, (size_t)n * (size_t)width * sizeof(float));
    for (bin = first; bin < end; bin++) {
        const float *a = cutcp.atoms + 4 * CUTCP_DEPTH * (size_t)bin;
        for (i = 0; i < CUTCP_DEPTH && (a[3] < 0 || a[3] > 0); i++, a += 4) {
            add_atom(a, (float)z * CUTCP_SPACING - a[2], plane, width, newton);
        }
    }
    for (y = 0; y < n; y++) {
        memcpy(result + (size_t)y * (size_t)n, plane + (size_t)y * (size_t)width,
               (size_t)n * sizeof(float));
    }
}

static double planes(int newton)
{
    const int width = (cutcp.n + LANES - 1) / LANES * LANES;
    const size_t count = (size_t)cutcp.n * (size_t)width;
    float *room = malloc((size_t)omp_get_max_threads() * count * sizeof(float));
    int z;
    if (room == NULL) {
        return 1e9;
    }
#pragma omp parallel for schedule(dynamic)
    for (z = 0; z < cutcp.n; z++) {
        make_plane(z, room + (size_t)omp_get_thread_num() * count, width, newton);
    }
    free(room);
    return BENCH_WALL;
}

static double run_sqrt(void) { return planes(0); }
static double run_newton(void) { return planes(1); }

const real_variant cutcp_openmp[] = { { "columns", run_sqrt },
                                      { "columns, Newton's method", run_newton },
                                      { NULL, NULL } };
