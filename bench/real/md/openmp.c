/* SPDX-License-Identifier: MIT */
/* The neighbours of an atom in vectors, by the list's rows; or 64 atoms side by side, by the list
   as GPUs have it. A pair beyond the cutoff is multiplied by 0 in place of a branch. gcc gathers
   from three arrays, not from one of structures: so two forms take the coordinates apart first. */
#include "problem.h"

enum { ATOMS = 64 };

static void one_atom(const float *restrict position, const int *restrict row, int count,
                     const float *restrict here, float *restrict force)
{
    const float x = here[0], y = here[1], z = here[2], cutoff2 = md.cutoff2;
    float fx = 0, fy = 0, fz = 0;
    int k;
#pragma omp simd reduction(+ : fx, fy, fz)
    for (k = 0; k < count; k++) {
        const float *there = position + 4 * row[k];
        const float dx = x - there[0], dy = y - there[1], dz = z - there[2];
        const float r2 = dx * dx + dy * dy + dz * dz;
        const float one = 1.0f / r2, six = one * one * one;
        const float pull = r2 < cutoff2 ? one * six * (48.0f * six - 24.0f) : 0.0f;
        fx += dx * pull;
        fy += dy * pull;
        fz += dz * pull;
    }
    force[0] = fx;
    force[1] = fy;
    force[2] = fz;
    force[3] = 0;
}

static double by_rows(void)
{
    const int n = md.n, most = md.most;
    int i;
#pragma omp parallel for schedule(static)
    for (i = 0; i < n; i++) {
        one_atom(md.position, md.rows + (size_t)most * (size_t)i, md.count[i],
                 md.position + 4 * (size_t)i, md.force + 4 * (size_t)i);
    }
    return BENCH_WALL;
}

static void one_atom_apart(const float *restrict x, const float *restrict y,
                           const float *restrict z, const int *restrict row, int count, int i)
{
    const float hx = x[i], hy = y[i], hz = z[i], cutoff2 = md.cutoff2;
    float fx = 0, fy = 0, fz = 0, *force = md.force + 4 * (size_t)i;
    int k;
#pragma omp simd reduction(+ : fx, fy, fz)
    for (k = 0; k < count; k++) {
        const float dx = hx - x[row[k]], dy = hy - y[row[k]], dz = hz - z[row[k]];
        const float r2 = dx * dx + dy * dy + dz * dz;
        const float one = 1.0f / r2, six = one * one * one;
        const float pull = r2 < cutoff2 ? one * six * (48.0f * six - 24.0f) : 0.0f;
        fx += dx * pull;
        fy += dy * pull;
        fz += dz * pull;
    }
    force[0] = fx;
    force[1] = fy;
    force[2] = fz;
    force[3] = 0;
}

/* By all threads of a region. */
static void take_apart(void)
{
    const int n = md.n;
    float *restrict x = md.apart, *restrict y = x + n, *restrict z = y + n;
    int i;
#pragma omp for schedule(static)
    for (i = 0; i < n; i++) {
        x[i] = md.position[4 * (size_t)i];
        y[i] = md.position[4 * (size_t)i + 1];
        z[i] = md.position[4 * (size_t)i + 2];
    }
}

static double by_rows_apart(void)
{
    const int n = md.n, most = md.most;
    const float *x = md.apart, *y = x + n, *z = y + n;
#pragma omp parallel
    {
        int i;
        take_apart();
#pragma omp for schedule(static)
        for (i = 0; i < n; i++) {
            one_atom_apart(x, y, z, md.rows + (size_t)most * (size_t)i, md.count[i], i);
        }
    }
    return BENCH_WALL;
}

/* `count` atoms from `first`, at most ATOMS. Beyond an atom's own neighbours the list has 0. */
static void some_atoms(const float *restrict x, const float *restrict y, const float *restrict z,
                       float *restrict force, int first, int count)
{
    const float cutoff2 = md.cutoff2, *hx = x + first, *hy = y + first, *hz = z + first;
    const int *restrict counts = md.count + first;
    float fx[ATOMS] = { 0 }, fy[ATOMS] = { 0 }, fz[ATOMS] = { 0 };
    int longest = 0, k, i;
    for (i = 0; i < count; i++) {
        longest = counts[i] > longest ? counts[i] : longest;
    }
    for (k = 0; k < longest; k++) {
        const int *restrict list = md.list + (size_t)k * (size_t)md.n + first;
#pragma omp simd
        for (i = 0; i < count; i++) {
            const float dx = hx[i] - x[list[i]], dy = hy[i] - y[list[i]];
            const float dz = hz[i] - z[list[i]], r2 = dx * dx + dy * dy + dz * dz;
            const int acts = (r2 < cutoff2) & (k < counts[i]);
            const float one = 1.0f / (acts ? r2 : 1.0f), six = one * one * one;
            const float pull = acts ? one * six * (48.0f * six - 24.0f) : 0.0f;
            fx[i] += dx * pull;
            fy[i] += dy * pull;
            fz[i] += dz * pull;
        }
    }
    for (i = 0; i < count; i++) {
        float *to = force + 4 * (size_t)i;
        to[0] = fx[i];
        to[1] = fy[i];
        to[2] = fz[i];
        to[3] = 0;
    }
}

static double by_atoms_apart(void)
{
    const int n = md.n;
    const float *x = md.apart, *y = x + n, *z = y + n;
#pragma omp parallel
    {
        int first;
        take_apart();
#pragma omp for schedule(static)
        for (first = 0; first < n; first += ATOMS) {
            some_atoms(x, y, z, md.force + 4 * (size_t)first, first,
                       n - first < ATOMS ? n - first : ATOMS);
        }
    }
    return BENCH_WALL;
}

const real_variant md_openmp[] = {
    { "neighbours in vectors", by_rows },
    { "neighbours, coordinates apart", by_rows_apart },
    { "atoms, coordinates apart", by_atoms_apart },
    { NULL, NULL }
};
