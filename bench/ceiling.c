/* SPDX-License-Identifier: MIT */
/* Kernels as vectors, with AMP_CONTRACT, beside what the machine gives at best: ceiling_peers.c,
   in the same process and the same memory. For bench/ceiling.sh. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "amp_algorithms.h"
#include "bench.h"

AMP_DEVICE_BEGIN
#define WIDE 64
#define EACH 8

/* The product with what a programmer does about W1's three limits: 64 x 64 elements a tile of
   8 x 64 threads, eight elements a thread. */
AMP_TILED_KERNEL(sgemm_blocks, (EACH, WIDE), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, WIDE, WIDE);
    tile_static(float, b, WIDE, WIDE);
    const int y = tidx.local[0], x = tidx.local[1];
    const int row = tidx.tile[0] * WIDE, column = tidx.tile[1] * WIDE;
    float sum[EACH] = { 0, 0, 0, 0, 0, 0, 0, 0 };
    for (int k0 = 0; k0 < A_shape.extent[1]; k0 += WIDE) {
        for (int i = 0; i < EACH; i++) {
            a[y * EACH + i][x] = at(A, row + y * EACH + i, k0 + x);
            b[y * EACH + i][x] = at(B, k0 + y * EACH + i, column + x);
        }
        tile_barrier_wait(tidx);
        for (int k = 0; k < WIDE; k++) {
            for (int i = 0; i < EACH; i++) {
                sum[i] += a[y * EACH + i][k] * b[k][x];
            }
        }
        tile_barrier_wait(tidx);
    }
    for (int i = 0; i < EACH; i++) {
        at(C, row + y * EACH + i, column + x) = sum[i];
    }
}

AMP_KERNEL(copy, 1, in(float, 1, x), out(float, 1, y)) { at(y, idx[0]) = at(x, idx[0]); }

AMP_KERNEL(scale, 1, value(float, a), in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = a * at(x, idx[0]);
}

AMP_KERNEL(triad, 1, value(float, a), in(float, 1, x), in(float, 1, y), out(float, 1, z))
{
    at(z, idx[0]) = at(x, idx[0]) + a * at(y, idx[0]);
}

/* A tile of 256 threads sums 16 elements a thread, then by a tree. */
#define DOT_EACH 16
AMP_TILED_KERNEL(dot_tiled, (SUM_TILE), in(float, 1, x), in(float, 1, y), out(float, 1, partial))
{
    tile_static(float, s, SUM_TILE);
    const int l = tidx.local[0], first = tidx.tile[0] * SUM_TILE * DOT_EACH + l;
    float sum = 0;
    for (int i = 0; i < DOT_EACH; i++) {
        sum += at(x, first + i * SUM_TILE) * at(y, first + i * SUM_TILE);
    }
    s[l] = sum;
    tile_barrier_wait(tidx);
    for (int d = SUM_TILE / 2; d > 0; d /= 2) {
        if (l < d) {
            s[l] += s[l + d];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(partial, tidx.tile[0]) = s[0];
    }
}
AMP_DEVICE_END

static float *partials; /* the tiles' sums, of whichever type */

/* Ends the program where a launch failed. */
static void must(amp_status s)
{
    if (s != AMP_OK) {
        (void)fprintf(stderr, "bench: %s\n", amp_last_error());
        exit(2);
    }
}

/* `steps` runs of what stands behind the name. */
#define RUN(name, ...)                                                        \
    static double run_##name(void)                                            \
    {                                                                         \
        int step;                                                             \
        for (step = 0; step < bench.steps; step++) {                          \
            __VA_ARGS__;                                                      \
        }                                                                     \
        return BENCH_WALL;                                                    \
    }

#define ALL amp_extent(bench.n)
#define SQUARE(p) amp_view(float, p, bench.n, bench.n)
#define FLOATS(p) amp_view(float, p, bench.n)
#define BODIES(p) amp_view(body, (body *)(void *)(p), bench.n)
#define SUMS(type, count) amp_view(type, (type *)(void *)partials, count)
#define SQUARE_TILES amp_tile(amp_extent(bench.n, bench.n), TS, TS)

RUN(sgemm_tiled, must(parallel_for_each(SQUARE_TILES, sgemm_tiled, SQUARE(bench.a), SQUARE(bench.b),
                                        SQUARE(bench.out))))
RUN(sgemm_blocks, must(parallel_for_each(amp_tile(amp_extent(bench.n / EACH, bench.n), EACH, WIDE),
                                         sgemm_blocks, SQUARE(bench.a), SQUARE(bench.b),
                                         SQUARE(bench.out))))
RUN(sgemm_simple, must(parallel_for_each(amp_extent(bench.n, bench.n), sgemm_simple,
                                         SQUARE(bench.a), SQUARE(bench.b), SQUARE(bench.out))))
RUN(transpose_tiled, must(parallel_for_each(SQUARE_TILES, transpose_tiled, SQUARE(bench.a),
                                            SQUARE(bench.out))))
RUN(transpose_simple, must(parallel_for_each(amp_extent(bench.n, bench.n), transpose_simple,
                                             SQUARE(bench.a), SQUARE(bench.out))))
RUN(copy, must(parallel_for_each(ALL, copy, FLOATS(bench.a), FLOATS(bench.out))))
RUN(scale, must(parallel_for_each(ALL, scale, BENCH_SAXPY_A, FLOATS(bench.a), FLOATS(bench.out))))
RUN(triad, must(parallel_for_each(ALL, triad, BENCH_SAXPY_A, FLOATS(bench.a), FLOATS(bench.b),
                                  FLOATS(bench.out))))
RUN(nbody_tiled, must(parallel_for_each(amp_tile(ALL, BODY_TILE), nbody_tiled, BENCH_SOFTENING,
                                        BODIES(bench.a), BODIES(bench.out))))
RUN(nbody_simple, must(parallel_for_each(ALL, nbody_simple, BENCH_SOFTENING, BODIES(bench.a),
                                         BODIES(bench.out))))

/* The tiles' sums are added on the host, within the time. */
static void sum_of_tiles(void)
{
    const int tiles = bench.n / SUM_TILE;
    const int *p = (const int *)(const void *)partials;
    int i;
    must(parallel_for_each(amp_tile(ALL, SUM_TILE), sum_tiled, amp_view(int, bench.ints, bench.n),
                           SUMS(int, tiles)));
    bench.total = 0;
    for (i = 0; i < tiles; i++) {
        bench.total += p[i];
    }
}

static void dot_of_tiles(void)
{
    const int tiles = bench.n / SUM_TILE / DOT_EACH;
    double total = 0;
    int i;
    must(parallel_for_each(amp_tile(amp_extent(bench.n / DOT_EACH), SUM_TILE), dot_tiled,
                           FLOATS(bench.a), FLOATS(bench.b), SUMS(float, tiles)));
    for (i = 0; i < tiles; i++) {
        total += (double)partials[i];
    }
    bench.total = (long long)total;
}

static void reduce_int(void)
{
    int sum = -1;
    must(amp_reduce(amp_plus_int, amp_view(const int, bench.ints, bench.n), &sum));
    bench.total = sum;
}

static void reduce_float(void)
{
    float sum = -1;
    must(amp_reduce(amp_plus_float, amp_view(const float, bench.a, bench.n), &sum));
    bench.total = (long long)sum;
}

static void inner_product(void)
{
    float sum = -1;
    must(amp_inner_product(amp_dot_float, amp_view(const float, bench.a, bench.n),
                           amp_view(const float, bench.b, bench.n), 0.0f, &sum));
    bench.total = (long long)sum;
}

RUN(sum_tiled, sum_of_tiles())
RUN(dot_tiled, dot_of_tiles())
RUN(reduce_int, reduce_int())
RUN(reduce_float, reduce_float())
RUN(dot, inner_product())

/* "plain stores" is the same run once more, in turns with the row of that name. */
static const bench_variant variants[] = {
    { BENCH_SGEMM, "tiled", run_sgemm_tiled },
    { BENCH_SGEMM, "eight elements a thread", run_sgemm_blocks },
    { BENCH_SGEMM, "simple", run_sgemm_simple },
    { BENCH_TRANSPOSE, "tiled", run_transpose_tiled },
    { BENCH_TRANSPOSE, "plain stores", run_transpose_tiled },
    { BENCH_TRANSPOSE_UNTILED, "simple", run_transpose_simple },
    { BENCH_TRANSPOSE_UNTILED, "plain stores", run_transpose_simple },
    { BENCH_COPY, "simple", run_copy },
    { BENCH_COPY, "plain stores", run_copy },
    { BENCH_SCALE, "simple", run_scale },
    { BENCH_SCALE, "plain stores", run_scale },
    { BENCH_TRIAD, "simple", run_triad },
    { BENCH_TRIAD, "plain stores", run_triad },
    { BENCH_SUM, "tiled", run_sum_tiled },
    { BENCH_REDUCE_INT, "algorithm", run_reduce_int },
    { BENCH_REDUCE_FLOAT, "algorithm", run_reduce_float },
    { BENCH_DOT, "tiled", run_dot_tiled },
    { BENCH_DOT, "algorithm", run_dot },
    { BENCH_NBODY, "tiled", run_nbody_tiled },
    { BENCH_NBODY, "simple", run_nbody_simple },
};

static const char *opened(void)
{
    partials = (float *)calloc((size_t)bench.n / SUM_TILE + 1, sizeof(float));
    return partials == NULL ? "no memory" : bench_by_hand()->opened();
}

static void closed(void)
{
    free(partials);
    bench_by_hand()->closed();
}

/* amp's variants, then the peers'. */
int main(void)
{
    enum { MINE = (int)(sizeof(variants) / sizeof(variants[0])), MOST = 64 };
    const bench_contender *hand = bench_by_hand();
    bench_contender c = { NULL, MINE + hand->count, opened, NULL, NULL, closed, 1 };
    bench_variant all[MOST];
    if (c.count > MOST) {
        return 2;
    }
    memcpy(all, variants, sizeof(variants));
    memcpy(all + MINE, hand->variants, (size_t)hand->count * sizeof(all[0]));
    c.variants = all;
    return bench_serve(&c);
}
