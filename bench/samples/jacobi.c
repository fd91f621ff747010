/* SPDX-License-Identifier: MIT */
/* A step of Jacobi on n x n points, with the largest change of each tile of 16 x 16 by a tree in
   tile memory. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16

AMP_TILED_KERNEL(jacobi_tiles, (SIDE, SIDE), in(float, 2, from), out(float, 2, to),
                 out(float, 2, change))
{
    tile_static(float, t, SIDE * SIDE);
    const int y = tidx.global[0], x = tidx.global[1], n = from_shape.extent[0];
    const int l = tidx.local[0] * SIDE + tidx.local[1];
    float moved = 0;
    if (y < n && x < n) {
        const float old = at(from, y, x);
        float next = old;
        if (y > 0 && y < n - 1 && x > 0 && x < n - 1) {
            next = 0.25f * (at(from, y - 1, x) + at(from, y + 1, x) + at(from, y, x - 1)
                            + at(from, y, x + 1));
        }
        at(to, y, x) = next;
        moved = fabsf(next - old);
    }
    t[l] = moved;
    tile_barrier_wait(tidx);
    for (int s = SIDE * SIDE / 2; s > 0; s /= 2) {
        if (l < s) {
            t[l] = fmaxf(t[l], t[l + s]);
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(change, tidx.tile[0], tidx.tile[1]) = t[0];
    }
}
AMP_DEVICE_END

static int n, tiles;
static float *from, *to, *change;

static void make(int size)
{
    n = size;
    tiles = sample_whole(n, SIDE) / SIDE;
    from = sample_floats((size_t)n * (size_t)n, 0, 1);
    to = sample_floats((size_t)n * (size_t)n, 0, 1);
    change = sample_floats((size_t)tiles * (size_t)tiles, 0, 1);
    sample_is_result(to);
    sample_is_result(change);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, from, n, n);
    views[1] = amp_view(float, to, n, n);
    views[2] = amp_view(float, change, tiles, tiles);
    s = parallel_for_each(amp_tile(amp_extent(tiles * SIDE, tiles * SIDE), SIDE, SIDE),
                          jacobi_tiles, views[0], views[1], views[2]);
    return REAL_ENDED(s, views);
}

/* Sixteen rows, whose largest changes a column meet tile by tile. */
static void by_hand(void)
{
    int tile;
#pragma omp parallel for schedule(static)
    for (tile = 0; tile < tiles; tile++) {
        const int end = (tile + 1) * SIDE < n ? (tile + 1) * SIDE : n;
        float *largest = (float *)calloc((size_t)(tiles * SIDE), sizeof(float));
        int y, x, i;
        for (y = tile * SIDE; y < end; y++) {
            const float *restrict p = from + y * n;
            float *restrict line = to + y * n;
            if (y == 0 || y == n - 1) {
                memcpy(line, p, (size_t)n * sizeof(float));
                continue;
            }
            line[0] = p[0];
            line[n - 1] = p[n - 1];
#pragma omp simd
            for (x = 1; x < n - 1; x++) {
                const float next = 0.25f * (p[x - n] + p[x + n] + p[x - 1] + p[x + 1]);
                const float moved = fabsf(next - p[x]);
                line[x] = next;
                largest[x] = moved > largest[x] ? moved : largest[x];
            }
        }
        for (x = 0; x < tiles; x++) {
            float most = 0;
            for (i = x * SIDE; i < (x + 1) * SIDE; i++) {
                most = largest[i] > most ? largest[i] : most;
            }
            change[tile * tiles + x] = most;
        }
        free(largest);
    }
}

const sample jacobi_sample = { make, launch, by_hand, 1e-6 };
