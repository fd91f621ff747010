/* SPDX-License-Identifier: MIT */
/* A particle a thread, 256 of them a tile, and five launches a frame: weights and the sums of the
   tiles; the sum of these, by one thread; weights divided by it; their cumulative sums, by one
   tile that goes through them with a scan of 256 at a time; new particles. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define PI 3.14159265358979323846

static double pf_uniform(unsigned *seed)
{
    *seed = *seed * 1664525U + 1013904223U;
    return ((double)*seed + 0.5) / 4294967296.0;
}

static double pf_normal(unsigned *seed)
{
    const double u = pf_uniform(seed), v = pf_uniform(seed);
    return sqrt(-2.0 * log(u)) * cos(2.0 * PI * v);
}

static int pf_clamped(int at, int side)
{
    return at < 0 ? 0 : at > side - 1 ? side - 1 : at;
}

AMP_TILED_KERNEL(pf_likelihood, (TILE), value(int, frame), in(unsigned char, 3, film),
                 in(int, 2, offsets), value(int, offset_count), in(double, 1, x),
                 in(double, 1, y), inout(unsigned, 1, seeds), out(double, 1, moved_x),
                 out(double, 1, moved_y), inout(double, 1, weights), out(double, 1, partial))
{
    tile_static(double, t, TILE);
    const int i = tidx.global[0], l = tidx.local[0], side = film_shape.extent[1];
    double weight = 0;
    if (i < x_shape.extent[0]) {
        unsigned seed = at(seeds, i);
        const double mx = at(x, i) + 1.0 + 5.0 * pf_normal(&seed);
        const double my = at(y, i) - 2.0 + 2.0 * pf_normal(&seed);
        const int row = (int)floor(my + 0.5), column = (int)floor(mx + 0.5);
        int sum = 0;
        for (int k = 0; k < offset_count; k++) {
            const int py = pf_clamped(row + at(offsets, k, 0), side);
            const int px = pf_clamped(column + at(offsets, k, 1), side);
            const int p = at(film, frame, py, px);
            sum += (p - 100) * (p - 100) - (p - 228) * (p - 228);
        }
        weight = at(weights, i) * exp((double)sum / 50.0 / offset_count);
        at(seeds, i) = seed;
        at(moved_x, i) = mx;
        at(moved_y, i) = my;
        at(weights, i) = weight;
    }
    t[l] = weight;
    tile_barrier_wait(tidx);
    for (int s = TILE / 2; s > 0; s /= 2) {
        if (l < s) {
            t[l] += t[l + s];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(partial, tidx.tile[0]) = t[0];
    }
}

AMP_TILED_KERNEL(pf_sum, (TILE), value(int, tiles), inout(double, 1, partial))
{
    if (tidx.global[0] == 0) {
        double sum = 0;
        for (int k = 0; k < tiles; k++) {
            sum += at(partial, k);
        }
        at(partial, 0) = sum;
    }
}

AMP_TILED_KERNEL(pf_normalise, (TILE), in(double, 1, partial), inout(double, 1, weights))
{
    tile_static(double, sum, 1);
    const int i = tidx.global[0];
    if (tidx.local[0] == 0) {
        sum[0] = at(partial, 0);
    }
    tile_barrier_wait(tidx);
    if (i < weights_shape.extent[0]) {
        at(weights, i) /= sum[0];
    }
}

AMP_TILED_KERNEL(pf_cumulate, (TILE), in(double, 1, weights), out(double, 1, cumulative))
{
    tile_static(double, t, TILE);
    const int l = tidx.local[0], n = weights_shape.extent[0];
    double before = 0;
    for (int first = 0; first < n; first += TILE) {
        const int i = first + l;
        t[l] = i < n ? at(weights, i) : 0;
        tile_barrier_wait(tidx);
        for (int d = 1; d < TILE; d *= 2) {
            const double left = l >= d ? t[l - d] : 0;
            tile_barrier_wait(tidx);
            t[l] += left;
            tile_barrier_wait(tidx);
        }
        if (i < n) {
            at(cumulative, i) = before + t[l];
        }
        before += t[TILE - 1];
        tile_barrier_wait(tidx);
    }
}

AMP_TILED_KERNEL(pf_find_index, (TILE), value(double, u), in(double, 1, cumulative),
                 in(double, 1, moved_x), in(double, 1, moved_y), out(double, 1, x),
                 out(double, 1, y), out(double, 1, weights))
{
    const int i = tidx.global[0], n = x_shape.extent[0];
    if (i < n) {
        const double wanted = (i + u) / n;
        int low = 0, high = n - 1; /* the first that is large enough is among these */
        while (low < high) {
            const int middle = (low + high) / 2;
            if (at(cumulative, middle) >= wanted) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        at(x, i) = at(moved_x, low);
        at(y, i) = at(moved_y, low);
        at(weights, i) = 1.0 / n;
    }
}
AMP_DEVICE_END

enum { FILM, OFFSETS, X, Y, SEEDS, MOVED_X, MOVED_Y, WEIGHTS, PARTIAL, CUMULATIVE, VIEWS };

static amp_status follow(int frame, const amp_array_view *v)
{
    const amp_tiled_extent all = amp_pad(amp_tile(amp_extent(particlefilter.n), TILE));
    const amp_tiled_extent one = amp_tile(amp_extent(TILE), TILE);
    const int tiles = (particlefilter.n + TILE - 1) / TILE;
    amp_status s = parallel_for_each(all, pf_likelihood, frame, v[FILM], v[OFFSETS],
                                     particlefilter.offset_count, v[X], v[Y], v[SEEDS],
                                     v[MOVED_X], v[MOVED_Y], v[WEIGHTS], v[PARTIAL]);
    if (s == AMP_OK) {
        s = parallel_for_each(one, pf_sum, tiles, v[PARTIAL]);
    }
    if (s == AMP_OK) {
        s = parallel_for_each(all, pf_normalise, v[PARTIAL], v[WEIGHTS]);
    }
    if (s == AMP_OK) {
        s = parallel_for_each(one, pf_cumulate, v[WEIGHTS], v[CUMULATIVE]);
    }
    if (s == AMP_OK) {
        s = parallel_for_each(all, pf_find_index, particlefilter.u[frame], v[CUMULATIVE],
                              v[MOVED_X], v[MOVED_Y], v[X], v[Y], v[WEIGHTS]);
    }
    return s;
}

static double run(void)
{
    const int n = particlefilter.n, side = PARTICLEFILTER_SIDE;
    amp_array_view v[VIEWS];
    amp_status s = AMP_OK;
    int k;
    v[FILM] = amp_view(unsigned char, particlefilter.film, particlefilter.frames, side, side);
    v[OFFSETS] = amp_view(int, particlefilter.offsets, particlefilter.offset_count, 2);
    v[X] = amp_view(double, particlefilter.x, n);
    v[Y] = amp_view(double, particlefilter.y, n);
    v[SEEDS] = amp_view(unsigned, particlefilter.seeds, n);
    v[MOVED_X] = amp_view(double, particlefilter.moved_x, n);
    v[MOVED_Y] = amp_view(double, particlefilter.moved_y, n);
    v[WEIGHTS] = amp_view(double, particlefilter.weights, n);
    v[PARTIAL] = amp_view(double, particlefilter.partial, n);
    v[CUMULATIVE] = amp_view(double, particlefilter.cumulative, n);
    for (k = 0; k < particlefilter.frames && s == AMP_OK; k++) {
        s = follow(k, v);
    }
    return REAL_ENDED(s, v);
}

const real_variant particlefilter_amp[] = { { "kernel", run }, { NULL, NULL } };
