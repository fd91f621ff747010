/* SPDX-License-Identifier: MIT */
/* n systems of 128 equations with three diagonals by parallel cyclic reduction: a tile a system, an
   equation a thread, seven steps in tile memory. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 128

AMP_TILED_KERNEL(tridiagonal_tiles, (TILE), in(float, 2, below), in(float, 2, middle),
                 in(float, 2, above), in(float, 2, right), out(float, 2, x))
{
    tile_static(float, a, TILE);
    tile_static(float, b, TILE);
    tile_static(float, c, TILE);
    tile_static(float, d, TILE);
    const int i = tidx.local[0], s = tidx.tile[0];
    a[i] = i > 0 ? at(below, s, i) : 0.0f;
    b[i] = at(middle, s, i);
    c[i] = i < TILE - 1 ? at(above, s, i) : 0.0f;
    d[i] = at(right, s, i);
    tile_barrier_wait(tidx);
    for (int apart = 1; apart < TILE; apart *= 2) {
        float na = 0, nb = b[i], nc = 0, nd = d[i];
        if (i >= apart) {
            const float k = a[i] / b[i - apart];
            na = -a[i - apart] * k;
            nb -= c[i - apart] * k;
            nd -= d[i - apart] * k;
        }
        if (i + apart < TILE) {
            const float k = c[i] / b[i + apart];
            nc = -c[i + apart] * k;
            nb -= a[i + apart] * k;
            nd -= d[i + apart] * k;
        }
        tile_barrier_wait(tidx);
        a[i] = na;
        b[i] = nb;
        c[i] = nc;
        d[i] = nd;
        tile_barrier_wait(tidx);
    }
    at(x, s, i) = d[i] / b[i];
}
AMP_DEVICE_END

static int n;
static float *below, *middle, *above, *right, *x;

static void make(int size)
{
    const size_t count = (size_t)size * TILE;
    n = size;
    below = sample_floats(count, -1, 1);
    middle = sample_floats(count, 3, 4);
    above = sample_floats(count, -1, 1);
    right = sample_floats(count, 0, 1);
    x = sample_floats(count, 0, 1);
    sample_is_result(x);
}

static double launch(void)
{
    amp_array_view views[5];
    amp_status s;
    views[0] = amp_view(float, below, n, TILE);
    views[1] = amp_view(float, middle, n, TILE);
    views[2] = amp_view(float, above, n, TILE);
    views[3] = amp_view(float, right, n, TILE);
    views[4] = amp_view(float, x, n, TILE);
    s = parallel_for_each(amp_tile(amp_extent(n * TILE), TILE), tridiagonal_tiles, views[0],
                          views[1], views[2], views[3], views[4]);
    return REAL_ENDED(s, views);
}

/* Elimination forward and back (Thomas), four systems in turns, so that their divisions overlap. */
static void by_hand(void)
{
    enum { TURNS = 4 };
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += TURNS) {
        const int count = n - first < TURNS ? n - first : TURNS;
        float c[TILE][TURNS], d[TILE][TURNS];
        int i, k;
        for (k = 0; k < count; k++) {
            const int s = (first + k) * TILE;
            c[0][k] = above[s] / middle[s];
            d[0][k] = right[s] / middle[s];
        }
        for (i = 1; i < TILE; i++) {
            for (k = 0; k < count; k++) {
                const int s = (first + k) * TILE + i;
                const float scale = 1.0f / (middle[s] - below[s] * c[i - 1][k]);
                c[i][k] = above[s] * scale;
                d[i][k] = (right[s] - below[s] * d[i - 1][k]) * scale;
            }
        }
        for (k = 0; k < count; k++) {
            x[(first + k) * TILE + TILE - 1] = d[TILE - 1][k];
        }
        for (i = TILE - 2; i >= 0; i--) {
            for (k = 0; k < count; k++) {
                float *p = x + (first + k) * TILE + i;
                p[0] = d[i][k] - c[i][k] * p[1];
            }
        }
    }
}

const sample tridiagonal_sample = { make, launch, by_hand, 1e-4 };
