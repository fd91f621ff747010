/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

cutcp_problem cutcp;

static size_t cube(int side)
{
    return (size_t)side * (size_t)side * (size_t)side;
}

/* From 0 to 1. Not near either, so that no atom lies on a point, where its potential has no
   bound. */
static float within(unsigned i)
{
    return 0.15f + 0.7f * (float)(bench_noise(i) >> 8) / 16777216.0f;
}

/* Five to eight atoms in each bin that is no border, each in one of the cubes between points. */
static void set_atoms(void)
{
    const int bins = cutcp.bins, border = cutcp.border, end = border + cutcp.tiles;
    unsigned made = 0;
    int z, y, x, i, k;
    for (z = border; z < end; z++) {
        for (y = border; y < end; y++) {
            for (x = border; x < end; x++) {
                float *a = cutcp.atoms + 4 * CUTCP_DEPTH * (size_t)((z * bins + y) * bins + x);
                const int count = 5 + (int)(bench_noise(made + 77) % (CUTCP_DEPTH - 4));
                for (i = 0; i < count; i++, a += 4) {
                    a[0] = (float)((x - border) * CUTCP_SIDE);
                    a[1] = (float)((y - border) * CUTCP_SIDE);
                    a[2] = (float)((z - border) * CUTCP_SIDE);
                    for (k = 0; k < 3; k++, made++) {
                        a[k] += (float)(bench_noise(made) % CUTCP_SIDE) + within(made + 1000000);
                        a[k] *= CUTCP_SPACING;
                    }
                    a[3] = made % 2 == 0 ? 0.4f : -0.8f;
                }
            }
        }
    }
}

/* The least distance between a bin and one that is d bins away. */
static float gap(int d)
{
    return d == 0 ? 0 : (float)(abs(d) - 1) * CUTCP_SIDE * CUTCP_SPACING;
}

static void set_offsets(void)
{
    const int b = cutcp.border;
    int z, y, x;
    cutcp.offset_count = 0;
    for (z = -b; z <= b; z++) {
        for (y = -b; y <= b; y++) {
            for (x = -b; x <= b; x++) {
                const float square = gap(z) * gap(z) + gap(y) * gap(y) + gap(x) * gap(x);
                if (square < cutcp.cutoff * cutcp.cutoff) {
                    int *o = cutcp.offsets + 3 * cutcp.offset_count++;
                    o[0] = z;
                    o[1] = y;
                    o[2] = x;
                }
            }
        }
    }
}

/* The first and the last point of a side that an atom at `at` may reach. */
static void reach(float at, int *first, int *last)
{
    *first = (int)floorf((at - cutcp.cutoff) / CUTCP_SPACING);
    *last = (int)ceilf((at + cutcp.cutoff) / CUTCP_SPACING);
    *first = *first < 0 ? 0 : *first;
    *last = *last > cutcp.n - 1 ? cutcp.n - 1 : *last;
}

static void add_atom(const float *a, double *sum)
{
    const size_t n = (size_t)cutcp.n;
    const float c2 = cutcp.cutoff * cutcp.cutoff;
    int first[3], last[3], z, y, x, k;
    for (k = 0; k < 3; k++) {
        reach(a[k], &first[k], &last[k]);
    }
    for (z = first[2]; z <= last[2]; z++) {
        for (y = first[1]; y <= last[1]; y++) {
            for (x = first[0]; x <= last[0]; x++) {
                const float dx = (float)x * CUTCP_SPACING - a[0];
                const float dy = (float)y * CUTCP_SPACING - a[1];
                const float dz = (float)z * CUTCP_SPACING - a[2];
                const float r2 = dx * dx + dy * dy + dz * dz;
                if (r2 < c2) {
                    const float s = 1 - r2 / c2;
                    sum[((size_t)z * n + (size_t)y) * n + (size_t)x] +=
                        (double)(a[3] / sqrtf(r2) * s * s);
                }
            }
        }
    }
}

static void set_expected(void)
{
    double *sum = (double *)bench_memory(cube(cutcp.n) * sizeof(double));
    size_t i;
    for (i = 0; i < cube(cutcp.bins) * CUTCP_DEPTH; i++) {
        if (cutcp.atoms[4 * i + 3] < 0 || cutcp.atoms[4 * i + 3] > 0) {
            add_atom(cutcp.atoms + 4 * i, sum);
        }
    }
    for (i = 0; i < cube(cutcp.n); i++) {
        cutcp.expected[i] = (float)sum[i];
    }
    real_free(&sum);
}

static void close_problem(void)
{
    real_free(&cutcp.atoms);
    real_free(&cutcp.offsets);
    real_free(&cutcp.potential);
    real_free(&cutcp.expected);
}

static void open_problem(int n, int steps)
{
    cutcp.n = n;
    cutcp.cutoff = (float)steps * CUTCP_SPACING;
    cutcp.tiles = (n + CUTCP_SIDE - 1) / CUTCP_SIDE;
    cutcp.border = (steps + CUTCP_SIDE - 1) / CUTCP_SIDE;
    cutcp.bins = cutcp.tiles + 2 * cutcp.border;
    cutcp.atoms = (float *)bench_memory(cube(cutcp.bins) * CUTCP_DEPTH * 4 * sizeof(float));
    cutcp.offsets = (int *)bench_memory(cube(2 * cutcp.border + 1) * 3 * sizeof(int));
    cutcp.potential = (float *)bench_memory(cube(n) * sizeof(float));
    cutcp.expected = (float *)bench_memory(cube(n) * sizeof(float));
    set_atoms();
    set_offsets();
    set_expected();
}

static void restore(void)
{
    memset(cutcp.potential, REAL_POISON, cube(cutcp.n) * sizeof(float));
}

/* A point adds up some hundred atoms of both signs, in an order of the program's own, to much less
   than their magnitudes; the largest potential stands at a point that is close to an atom. The
   reference adds in double precision. */
static const char *check(void)
{
    return real_differs(cutcp.potential, cutcp.expected, cube(cutcp.n), 2e-5);
}

const real_program cutcp_program = { open_problem, restore, check, close_problem };
