/* SPDX-License-Identifier: MIT */
/* A row of cells is one loop of vectors. */
#include <omp.h>
#include <stdlib.h>

#include "problem.h"

/* One row's inner cells of a step. below and above are the same row of the planes beside it,
   north and south its neighbours in its own. */
static void row(const float *restrict here, const float *restrict below,
                const float *restrict above, const float *restrict north,
                const float *restrict south, float *restrict next, int n)
{
    const float diffusion = heat3d.diffusion;
    int x;
#pragma omp simd
    for (x = 1; x < n - 1; x++) {
        next[x] = here[x] + diffusion * (below[x] + above[x] + north[x] + south[x] + here[x - 1]
                                         + here[x + 1] - 6 * here[x]);
    }
}

/* A turn reads one of the grids and writes the other. */
static const float *grid_before(int turn) { return turn % 2 == 0 ? heat3d.from : heat3d.to; }
static float *grid_after(int turn) { return turn % 2 == 0 ? heat3d.to : heat3d.from; }

/* A step by all threads of a parallel region, in which a thread has the planes of the step before:
   they stay in its caches. */
static void one_step(int turn)
{
    const int n = heat3d.n;
    const size_t width = (size_t)n, plane = width * width;
    const float *t = grid_before(turn);
    float *next = grid_after(turn);
    int z, y;
#pragma omp for schedule(static)
    for (z = 1; z < n - 1; z++) {
        for (y = 1; y < n - 1; y++) {
            const size_t at = (size_t)z * plane + (size_t)y * width;
            row(t + at, t + at - plane, t + at + plane, t + at - width, t + at + width,
                next + at, n);
        }
    }
}

static double rows(void)
{
#pragma omp parallel
    {
        int i;
        for (i = 0; i < heat3d.steps; i++) {
            one_step(i);
        }
    }
    heat3d.result = grid_after(heat3d.steps - 1);
    return BENCH_WALL;
}

/* Plane z of a step. Three planes of it are kept, round and round; those at the cube's sides
   are as before. */
static void middle_plane(const float *t, float *kept, int z)
{
    const int n = heat3d.n;
    const size_t width = (size_t)n, plane = width * width, first = (size_t)z * plane;
    float *to = kept + (size_t)(z % 3) * plane;
    size_t i;
    int y;
    if (z == 0 || z == n - 1) {
        for (i = 0; i < plane; i++) {
            to[i] = t[first + i];
        }
        return;
    }
    for (i = 0; i < width; i++) {
        to[i] = t[first + i];
        to[plane - width + i] = t[first + plane - width + i];
    }
    for (y = 1; y < n - 1; y++) {
        const float *here = t + first + (size_t)y * width;
        float *next = to + (size_t)y * width;
        next[0] = here[0];
        next[n - 1] = here[n - 1];
        row(here, here - plane, here + plane, here - width, here + width, next, n);
    }
}

static void last_plane(const float *kept, float *next, int z)
{
    const int n = heat3d.n;
    const size_t width = (size_t)n, plane = width * width;
    const float *middle = kept + (size_t)(z % 3) * plane;
    const float *below = kept + (size_t)((z + 2) % 3) * plane;
    const float *above = kept + (size_t)((z + 1) % 3) * plane;
    int y;
    for (y = 1; y < n - 1; y++) {
        const size_t at = (size_t)y * width;
        row(middle + at, below + at, above + at, middle + at - width, middle + at + width,
            next + (size_t)z * plane + at, n);
    }
}

/* Both steps of a turn for a thread's planes. */
static void two_steps(int turn, float *kept, int part, int parts)
{
    const int inner = heat3d.n - 2;
    const int first = 1 + inner * part / parts, end = 1 + inner * (part + 1) / parts;
    const float *t = grid_before(turn);
    int z;
    if (first < end) {
        middle_plane(t, kept, first - 1);
        middle_plane(t, kept, first);
    }
    for (z = first; z < end; z++) {
        middle_plane(t, kept, z + 1);
        last_plane(kept, grid_after(turn), z);
    }
}

/* Two steps at once: of the first one a thread keeps three planes in its cache, from which it
   makes the second one's. The grid is read and written half as often; the planes where two
   threads' parts meet are made by both. An odd number of steps begins with one by itself. */
static double two_at_once(void)
{
    const size_t plane = (size_t)heat3d.n * (size_t)heat3d.n;
    const int turns = (heat3d.steps + 1) / 2, single = heat3d.steps % 2;
    float *kept = malloc((size_t)omp_get_max_threads() * 3 * plane * sizeof(float));
    if (kept == NULL) {
        return 1e9;
    }
#pragma omp parallel
    {
        const int part = omp_get_thread_num(), parts = omp_get_num_threads();
        int i;
        if (single) {
            one_step(0);
        }
        for (i = single; i < turns; i++) {
            two_steps(i, kept + 3 * plane * (size_t)part, part, parts);
#pragma omp barrier
        }
    }
    heat3d.result = grid_after(turns - 1);
    free(kept);
    return BENCH_WALL;
}

const real_variant heat3d_openmp[] = { { "rows", rows }, { "two steps at once", two_at_once },
                                       { NULL, NULL } };
